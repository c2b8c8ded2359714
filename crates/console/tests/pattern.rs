//! The meaning of output patterns: tables of single cases, an independent matcher by backtracking on random patterns and
//! texts, the laws of covering, and the work that hostile patterns take.

use lydian_console::pattern::{
    Comparison, Detail, Difference, Output, Pattern, Remark, Segment, Step, ambiguous, covers, quote,
};

fn text(text: &str) -> Pattern {
    Pattern::Text(text.as_bytes().to_vec())
}

fn number(number: &str) -> Pattern {
    Pattern::Number(number.to_string())
}

fn decimal(number: &str) -> Pattern {
    Pattern::Decimal(number.to_string())
}

fn sequence<const N: usize>(parts: [Pattern; N]) -> Pattern {
    Pattern::Sequence(parts.to_vec())
}

fn either<const N: usize>(alternatives: [Pattern; N]) -> Pattern {
    Pattern::Either(alternatives.to_vec())
}

fn decorated(pattern: Pattern) -> Pattern {
    Pattern::Decorated(Box::new(pattern))
}

fn write(pattern: Pattern) -> Output {
    Output { optional: false, pattern }
}

fn may_write(pattern: Pattern) -> Output {
    Output { optional: true, pattern }
}

fn step<const N: usize>(outputs: [Output; N]) -> Step {
    Step { outputs: outputs.to_vec() }
}

/// `write any, NUMBER, any`
fn somewhere(pattern: Pattern) -> Step {
    step([write(sequence([Pattern::Any, pattern, Pattern::Any]))])
}

fn check(step: &Step, allowed: &[&str], forbidden: &[&str]) {
    for written in allowed {
        assert!(step.matches(written.as_bytes()), "{} allows {written:?}", step.describe());
        assert_eq!(step.compare(written.as_bytes()), Comparison::Match);
    }
    for written in forbidden {
        assert!(!step.matches(written.as_bytes()), "{} forbids {written:?}", step.describe());
        difference(step, written);
    }
}

fn difference(step: &Step, written: &str) -> Difference {
    match step.compare(written.as_bytes()) {
        Comparison::Differ(difference) => difference,
        other => panic!("{} and {written:?}: {other:?}", step.describe()),
    }
}

fn remark(step: &Step, written: &str) -> Option<Remark> {
    difference(step, written).remark
}

// Line breaks, wildcards, decorations.

#[test]
fn one_line_break_is_allowed_after_each_output() {
    let both = step([write(text("A")), write(text("B"))]);
    check(
        &both,
        &["AB", "AB\n", "A\nB", "A\nB\n", "A\r\nB\r\n"],
        &["A B\n", "A\n\nB", "AB\n\n", "\nAB", " AB", "A", "B", "", "BA", "A\rB"],
    );
    let together = step([write(text("AB"))]);
    check(&together, &["AB", "AB\n", "AB\r\n"], &["A\nB\n", "A B\n", "AB\n\n", "AB ", "ab"]);
}

#[test]
fn an_absent_output_allows_no_line_break() {
    let first = step([may_write(text("A")), write(text("B"))]);
    check(&first, &["B", "B\n", "AB", "A\nB\n"], &["\nB", "A", ""]);
    check(&step([may_write(text("A"))]), &["", "A", "A\n"], &["\n"]);
    check(&step([]), &[""], &["\n", "x"]);
    check(&step([write(Pattern::nothing())]), &["", "\n", "\r\n"], &["\n\n", " "]);
}

#[test]
fn a_line_break_in_a_text_matches_either_kind() {
    let lines = step([write(text("A\nB\n"))]);
    check(&lines, &["A\nB\n", "A\r\nB\r\n", "A\nB\n\n", "A\nB\r\n\r\n"], &["A\nB", "A\r\r\nB\n", "AB"]);
    check(&step([write(text("A\r\nB"))]), &["A\nB", "A\r\nB"], &["A\rB"]);
    check(&step([write(text("A\r"))]), &["A\r", "A\r\n", "A\r\r\n"], &["A", "A\n"]);
}

#[test]
fn some_text_has_a_character_that_is_not_blank() {
    let something = step([write(Pattern::Some)]);
    check(&something, &["ABC", " \n x", "-\n", "é"], &["", "\n", " \t\r\n", "\u{7f}\u{1}"]);
    check(&step([write(Pattern::Any)]), &["", "\n", "ABC", "a\nb\n\nc"], &[]);
}

#[test]
fn a_decoration_stands_on_at_least_one_side() {
    let sum = step([write(decorated(number("12")))]);
    check(
        &sum,
        &["sum: 12", "12 is the sum.\n", "=12", "12%", "the sum 12 it is", "line\n12"],
        &["12", "12\n", " 12 ", "\n12\n", "sum: 112", "sum: 120", "13 is the sum"],
    );
    assert!(step([write(decorated(text("x")))]).matches(b"xx"));
}

// Numbers.

#[test]
fn a_number_next_to_a_wildcard_is_not_a_part_of_a_longer_one() {
    check(
        &somewhere(number("7")),
        &[
            "7", "x=7", "7%", "3-7", "7.", "7,", "7, 8", "7-3", "a-7", "7a", "x.7", ". 7", " 7 ", "17 7",
            "7.x", "7\n5", "7cm", "x7", "$7", "7$", "7€", "(7)", "[7]", "7;8", "7/8", "7:8", "3..7",
            "sum....7", "+7", "#7", "No.7", "7e", "1) 7",
        ],
        &[
            "17", "71", "-7", "7.5", "7,5", "3.7", "3,7", "1,000", "x -7", "--7", "7.5.", "€-7", ".7",
            "x .7", "$.7", "07", "-.7", "0.7",
        ],
    );
    check(
        &somewhere(number("-7")),
        &["-7", "x=-7", "a -7", "x-7", "-7.", "(3,-7)", "3, -7"],
        &["3-7", "7", "- 7", "--7", "-7.5", "-77"],
    );
    check(&somewhere(number("1000")), &["1000", "1000 1,000"], &["1,000", "1 000", "1000,5"]);
}

#[test]
fn a_number_next_to_a_text_of_its_pattern_has_no_condition() {
    check(&step([write(sequence([text("1"), number("7")]))]), &["17", "17\n"], &["1\n7", "1 7"]);
    check(&step([write(sequence([number("7"), text(".5")]))]), &["7.5"], &["7"]);
    check(
        &step([write(sequence([text("1"), Pattern::Any, number("7")]))]),
        &["1 7", "1x7"],
        &["17", "117", "1-1-17"],
    );
    check(&step([write(sequence([Pattern::Any, text("7"), Pattern::Any]))]), &["17", "-7.5"], &["8"]);
}

#[test]
fn two_numbers_with_a_wildcard_between_do_not_touch() {
    let both = |one: &str, other: &str| {
        let (one, other) = (number(one), number(other));
        step([write(sequence([Pattern::Any, one, Pattern::Any, other, Pattern::Any]))])
    };
    check(
        &both("1", "2"),
        &[
            "1 2", "1,2", "(1,2)", "(1, 2)", "1-2", "1:2", "1/2", "1;2", "1\n2", "1 and 2.", "a1b2", "1x2",
            "1..2", "3 1 2",
        ],
        &["12", "1", "2", "2 1", "1.2", "1 12", "1,22", "1,2.5", "1,2,5", "11,2", "3,1,2", "1 -2", "1,-2"],
    );
    check(
        &both("0", "0"),
        &[
            "0 0", "-0 0", "0,0", "(0,0)", "0-0", "0:0", "x=0, y=0", "0\n0", "0 0 0", "[0, 0]", "0;0", "0/0",
            "0% 0%",
        ],
        &["0", "00", "0.0", "0 00"],
    );
    check(&both("3", "-4"), &["3 -4", "3,-4", "(3,-4)", "3, -4", "3--4", "3/-4"], &["3-4", "3 4", "3 - 4"]);
    check(
        &step([write(sequence([
            Pattern::Any,
            number("1"),
            Pattern::Any,
            number("2"),
            Pattern::Any,
            number("3"),
        ]))]),
        &["1,2,3", "1 2 3", "1-2-3"],
        &["123", "12 3", "1,23"],
    );
    check(&step([write(sequence([number("1"), Pattern::Any, text("2")]))]), &["1 2", "1x2"], &["12", "1.2"]);
    // What the author puts together stays together.
    check(&step([write(sequence([number("1"), number("2")]))]), &["12"], &["1 2"]);
    check(&step([write(sequence([number("1"), text(","), number("2")]))]), &["1,2"], &["1, 2"]);
    check(&step([write(sequence([number("1"), text("."), number("2")]))]), &["1.2"], &["12"]);
}

#[test]
fn a_decimal_number_is_also_what_floating_point_makes_of_it() {
    check(
        &somewhere(decimal("0.30")),
        &[
            "0.3",
            "0.30",
            "0.30000000000000004",
            "0.29999999999999999",
            "x 0.3000000000000000444",
            ".3",
            ".30",
        ],
        &["0.3000001", "0.31", "0.29", "0.2999", "-0.3", "-.3", "0.30000000000000004.5", "3", "1.3", "10.3"],
    );
    check(&somewhere(decimal("-0.5")), &["-0.5", "-.5", "x -.50"], &["0.5", ".5", "- .5"]);
    check(&somewhere(decimal("1.0")), &["1", "0.9999999999999998", "1.0000000000000002"], &["0.99", "1.1"]);
    check(
        &somewhere(Pattern::Rounded("0.30".into())),
        &["0.3", "0.30", ".3"],
        &["0.30000000000000004", "0.299999999999999"],
    );
}

#[test]
fn a_number_next_to_another_output_has_its_conditions() {
    let two = step([write(number("1")), write(number("2"))]);
    check(&two, &["1\n2", "1\n2\n", "1\r\n2"], &["12", "1 2", "12\n"]);
    check(&step([write(number("3")), write(number("-7"))]), &["3\n-7"], &["3-7"]);
    check(&step([write(number("7")), write(text("5"))]), &["7\n5"], &["75"]);
    check(&step([write(number("7")), write(text(".5"))]), &["7\n.5"], &["7.5"]);
    check(&step([write(number("7")), write(text(".")), write(text("5"))]), &["7.\n5", "7\n.5"], &["7.5"]);
    check(&step([write(number("7")), write(text(". ")), write(number("5"))]), &["7. 5"], &["7.5"]);
    check(&step([write(text("x = ")), write(number("7"))]), &["x = 7", "x = \n7"], &["x = 17"]);
    check(&step([write(text("-")), write(number("7"))]), &["-\n7"], &["-7"]);
    check(
        &step([write(text("1")), may_write(Pattern::Any), write(number("7"))]),
        &["1\n7", "1 7"],
        &["17", "1-17"],
    );
}

#[test]
fn zeros_at_the_end_of_a_decimal_number_do_not_count() {
    check(
        &step([write(decimal("3.50"))]),
        &["3.50", "3.5", "3.500\n"],
        &["3.05", "3.51", "3", "3.", "+3.5", "03.5"],
    );
    check(&step([write(decimal("3.00"))]), &["3", "3.0", "3.00"], &["3.", "30", "3.01", "-3"]);
    check(&step([write(decimal("-0.00"))]), &["0", "-0", "0.0", "-0.00"], &["0.01", "--0", ""]);
    check(&step([write(decimal("0.00"))]), &["0", "-0.0"], &["-0.01"]);
    check(&step([write(decimal("-12.5"))]), &["-12.5", "-12.50"], &["12.5", "-12.05"]);
    check(
        &somewhere(decimal("3.50")),
        &["x 3.500 y", "3.5%", "3.5.", "3.5, 4"],
        &["13.5", "3.505", "-3.5", "3.5.1", "2.3.5", "3.5001"],
    );
    check(&somewhere(decimal("3.00")), &["3.", "3.0", "is 3"], &["3.1", "3.001", "3.0.1"]);
    check(&somewhere(decimal("0.00")), &["is -0.0", "0"], &["1.0", "-0.1", "00"]);
}

#[test]
fn bytes_that_are_no_characters_are_just_bytes() {
    let seven = somewhere(number("7"));
    assert!(seven.matches(b"\xff\xfe7\x80"));
    assert!(step([write(Pattern::Text(vec![0xff, 0]))]).matches(b"\xff\0\n"));
    assert!(!step([write(Pattern::Text(vec![0xff]))]).matches(b"\xfe"));
    assert!(step([write(Pattern::Some)]).matches(b"\x80"));
}

#[test]
fn a_choice_without_alternatives_matches_nothing() {
    let never = step([write(sequence([text("ab"), either([])]))]);
    assert!(!never.matches(b"ab") && !never.may_be_silent());
    let found = difference(&never, "ab");
    assert_eq!((found.matched, found.complete, found.expected), (0, false, Vec::<String>::new()));
}

// Where they part.

#[test]
fn the_difference_is_at_the_end_of_the_longest_allowed_beginning() {
    let step = step([write(text("Hello")), write(either([number("17"), text("none")]))]);
    let found = difference(&step, "Hello\n18");
    assert_eq!((found.matched, found.complete), (7, false));
    assert_eq!(found.expected, ["the number 17"]);
    let found = difference(&step, "Hello?");
    assert_eq!(found.matched, 5);
    assert_eq!(found.expected, ["a line break", "the number 17", "\"none\""]);
    let found = difference(&step, "Hel");
    assert_eq!((found.matched, found.complete), (3, true));
    assert_eq!(found.expected, ["\"lo\""]);
    let found = difference(&step, "Hello\n17\n!");
    assert_eq!((found.matched, found.expected), (9, vec!["the end".to_string()]));
}

#[test]
fn what_is_missing_after_a_wildcard_is_named() {
    let found = difference(&somewhere(number("7")), "17");
    assert_eq!((found.matched, found.complete), (2, true));
    assert_eq!(found.expected, ["the number 7"]);
    let found = difference(&step([write(Pattern::Some)]), " \n");
    assert_eq!(found.expected, ["a character that is not blank"]);
    let found = difference(&step([write(sequence([number("7"), Pattern::Any]))]), "7.5");
    assert_eq!((found.matched, found.complete), (2, false));
    assert_eq!(found.expected, ["a line break", "the end"]);
}

#[test]
fn a_carriage_return_counts_in_the_place_of_the_difference() {
    assert_eq!(difference(&step([write(text("A")), write(text("B"))]), "A\r\nC").matched, 3);
}

#[test]
fn long_lists_of_what_could_come_are_cut() {
    let words: Vec<Pattern> = (0..50).map(|word| text(&format!("word {word}"))).collect();
    let found = difference(&step([write(Pattern::Either(words))]), "?");
    assert_eq!(found.expected.len(), 9);
    assert_eq!(found.expected[8], "or others");
    let long = difference(&step([write(text(&"x".repeat(1000)))]), "");
    assert!(long.expected[0].len() < 100);
}

#[test]
fn a_remark_says_what_the_difference_amounts_to() {
    let both = step([write(text("A b")), write(number("12"))]);
    assert_eq!(remark(&both, "Ab 12"), Some(Remark::Blanks));
    assert_eq!(remark(&both, "\nA b\n\n12 "), Some(Remark::Blanks));
    assert_eq!(remark(&both, "A b 1 2"), None);
    assert_eq!(remark(&both, "a B\n12"), Some(Remark::Case));
    assert_eq!(remark(&both, "12 A b"), Some(Remark::OtherOrder));
    assert_eq!(remark(&both, "12 A b c"), None);
    assert_eq!(remark(&both, "x"), None);
    assert_eq!(remark(&step([write(text("É"))]), "é"), Some(Remark::Case));
    assert_eq!(remark(&somewhere(number("7")), "it is 17"), Some(Remark::NumberInside("7".to_string())));
    assert_eq!(
        remark(&step([write(number("1")), write(number("2"))]), "12"),
        Some(Remark::NumberInside("1".to_string()))
    );
    assert_eq!(remark(&step([write(decimal("3.50"))]), "3,5"), Some(Remark::DecimalComma));
    let in_order = sequence([Pattern::Any, number("7"), Pattern::Any, number("8"), Pattern::Any]);
    assert_eq!(remark(&step([write(in_order)]), "first 8, then 7"), Some(Remark::OtherOrder));
}

// What people are shown.

#[test]
fn an_example_takes_first_alternatives_and_ends_lines() {
    let step = step([
        may_write(Pattern::Any),
        write(sequence([text("Sum: "), either([number("7"), text("seven")])])),
        write(decorated(decimal("3.50"))),
        write(text("end\n")),
        write(Pattern::nothing()),
    ]);
    let plain = [
        Segment::Text(b"Sum: 7\n".to_vec()),
        Segment::Wildcard,
        Segment::Text(b"3.50".to_vec()),
        Segment::Wildcard,
        Segment::Text(b"\nend\n".to_vec()),
    ];
    assert_eq!(step.example(Detail::Plain), plain);
    let full = step.example(Detail::Full);
    assert_eq!(full[..2], [Segment::Wildcard, Segment::Text(b"\nSum: 7\n".to_vec())]);
    assert!(self::step([may_write(text("x"))]).example(Detail::Plain).is_empty());
}

#[test]
fn a_step_is_described_as_a_set() {
    let seven = sequence([Pattern::Any, number("7"), Pattern::Any]);
    assert_eq!(step([may_write(seven.clone())]).describe(), r#"{ "", any 7 any }"#);
    assert_eq!(step([write(either([text("a\n"), seven]))]).describe(), r#"{ "a\n", any 7 any }"#);
    assert_eq!(
        step([may_write(text("A")), may_write(number("2"))]).describe(),
        r#"{ "", 2, "A", "A" then 2 }"#
    );
    let inner = sequence([text("x"), either([text("a"), Pattern::nothing()]), decorated(decimal("1.5"))]);
    assert_eq!(step([write(inner)]).describe(), r#"{ "x" ("a" or "") decorated 1.5 }"#);
    assert_eq!(step([]).describe(), r#"{ "" }"#);
    let many = Step { outputs: (0..60).map(|index| may_write(number(&index.to_string()))).collect() };
    assert!(many.describe().starts_with(r#"{ "", 0 } then { "", 1 } then"#));
    assert_eq!(quote(b"\xff\"\\\x01\r\t", 100), r#""\xff\"\\\u{1}\r\t""#);
}

#[test]
fn silence_is_allowed_where_the_empty_text_matches() {
    assert!(step([]).may_be_silent());
    assert!(step([may_write(number("1")), write(Pattern::Any)]).may_be_silent());
    assert!(step([write(either([text("x"), Pattern::nothing()]))]).may_be_silent());
    assert!(!step([may_write(Pattern::Any), write(number("1"))]).may_be_silent());
}

#[test]
fn a_text_that_can_be_split_in_two_ways_is_told() {
    let wildcards = step([may_write(Pattern::Any), write(sequence([Pattern::Any, number("7")]))]);
    let told = ambiguous(&wildcards).expect("it can be split");
    assert!(told.contains("output 1") && told.contains("output 2"), "{told}");
    assert_eq!(
        ambiguous(&step([may_write(text("A")), may_write(text("A"))])).as_deref(),
        Some("\"A\" can be split in two ways: a part of it can belong to output 1 or to output 2")
    );
    assert_eq!(ambiguous(&step([write(text("A")), write(text("B"))])), None);
    assert_eq!(ambiguous(&step([write(Pattern::Any), write(text("B"))])), None);
    assert_eq!(ambiguous(&step([write(sequence([Pattern::Any, Pattern::Any]))])), None);
    assert_eq!(ambiguous(&step([may_write(number("1")), write(number("2"))])), None);
}

// An independent matcher: all ways to split the text, then the conditions on numbers, by their definition.

/// Who consumed a byte.
#[derive(Clone, Copy, PartialEq)]
struct Owner {
    output: usize,
    wild: bool,
}

/// One way to split a text: the owner of each byte, and the numbers with their outputs.
#[derive(Default)]
struct Split {
    owners: Vec<Owner>,
    numbers: Vec<(std::ops::Range<usize>, usize)>,
    /// Where wildcards begin and end, also empty ones.
    seams: Vec<usize>,
}

struct Backtracking<'t> {
    text: &'t [u8],
}

type Rest<'r> = &'r mut dyn FnMut(&mut Split) -> bool;

impl Backtracking<'_> {
    fn allows(&self, step: &Step) -> bool {
        self.outputs(&step.outputs, 0, &mut Split::default())
    }

    fn is_text_of(&self, pattern: &Pattern) -> bool {
        self.pattern(pattern, 0, &mut Split::default(), &mut |split| self.ends(split))
    }

    fn ends(&self, split: &Split) -> bool {
        split.owners.len() == self.text.len() && split.numbers.iter().all(|number| self.holds(split, number))
    }

    fn outputs(&self, outputs: &[Output], index: usize, split: &mut Split) -> bool {
        let Some(output) = outputs.get(index) else { return self.ends(split) };
        (output.optional && self.outputs(outputs, index + 1, split))
            || self.pattern(&output.pattern, index, split, &mut |split| {
                self.outputs(outputs, index + 1, split)
                    || self.fixed(b"\n", index, split, &mut |split| self.outputs(outputs, index + 1, split))
            })
    }

    fn pattern(&self, pattern: &Pattern, output: usize, split: &mut Split, rest: Rest) -> bool {
        match pattern {
            Pattern::Text(text) => self.fixed(text, output, split, rest),
            Pattern::Number(number) => {
                let is_it =
                    |written: &[u8]| written == number.as_bytes() || number == "0" && written == b"-0";
                self.number(output, split, rest, &is_it)
            }
            Pattern::Decimal(number) | Pattern::Rounded(number) => {
                self.number(output, split, rest, &|written| same_decimal(written, number.as_bytes()))
            }
            Pattern::Any => self.wild(output, split, &mut |split, _| rest(split)),
            Pattern::Some => self.wild(output, split, &mut |split, visible| visible && rest(split)),
            Pattern::Decorated(inside) => self.wild(output, split, &mut |split, before| {
                self.pattern(inside, output, split, &mut |split| {
                    self.wild(output, split, &mut |split, after| (before || after) && rest(split))
                })
            }),
            Pattern::Sequence(parts) => match parts.split_first() {
                None => rest(split),
                Some((first, others)) => self.pattern(first, output, split, &mut |split| {
                    self.pattern(&Pattern::Sequence(others.to_vec()), output, split, rest)
                }),
            },
            Pattern::Either(alternatives) => {
                alternatives.iter().any(|alternative| self.pattern(alternative, output, split, rest))
            }
        }
    }

    fn take(&self, length: usize, owner: Owner, split: &mut Split, rest: Rest) -> bool {
        let before = split.owners.len();
        split.owners.resize(before + length, owner);
        let found = rest(split);
        split.owners.truncate(before);
        found
    }

    fn fixed(&self, text: &[u8], output: usize, split: &mut Split, rest: Rest) -> bool {
        self.text[split.owners.len()..].starts_with(text)
            && self.take(text.len(), Owner { output, wild: false }, split, rest)
    }

    fn wild(&self, output: usize, split: &mut Split, rest: &mut dyn FnMut(&mut Split, bool) -> bool) -> bool {
        let from = split.owners.len();
        (0..=self.text.len() - from).any(|length| {
            let visible = self.text[from..from + length].iter().any(|byte| *byte > b' ');
            split.seams.extend([from, from + length]);
            let found =
                self.take(length, Owner { output, wild: true }, split, &mut |split| rest(split, visible));
            split.seams.truncate(split.seams.len() - 2);
            found
        })
    }

    fn number(&self, output: usize, split: &mut Split, rest: Rest, is_it: &dyn Fn(&[u8]) -> bool) -> bool {
        let from = split.owners.len();
        (from + 1..=self.text.len()).any(|to| {
            is_it(&self.text[from..to])
                && self.take(to - from, Owner { output, wild: false }, split, &mut |split| {
                    split.numbers.push((from..to, output));
                    let found = rest(split);
                    split.numbers.pop();
                    found
                })
        })
    }

    /// The condition on a number, where its neighbours are of wildcards or other outputs.
    fn holds(&self, split: &Split, (range, output): &(std::ops::Range<usize>, usize)) -> bool {
        let foreign = |place: usize, seam: usize| {
            let owner = split.owners[place];
            owner.wild || owner.output != *output || split.seams.contains(&seam)
        };
        let is = |place: usize, test: fn(&u8) -> bool| self.text.get(place).is_some_and(test);
        let digit = |place: usize| is(place, u8::is_ascii_digit);
        let (first, after) = (range.start, range.end);
        if first > 0 && foreign(first - 1, first) {
            let before = self.text[first - 1];
            let sign = before == b'-' && !(first > 1 && is(first - 2, u8::is_ascii_alphanumeric));
            let in_a_word = first > 1 && is(first - 2, |byte| byte.is_ascii_alphabetic() || *byte == b'.');
            let point = before == b'.' && !in_a_word;
            let comma = before == b',' && first > 1 && digit(first - 2) && !self.parts(split, first - 1);
            if digit(first - 1) || sign || (point || comma) && digit(first) {
                return false;
            }
        }
        let goes_on = |place: usize| {
            digit(place + 1)
                && (is(place, |byte| *byte == b'.')
                    || is(place, |byte| *byte == b',')
                        && !(self.parts(split, place)
                            && split.numbers.iter().any(|(range, _)| range.start == place + 1)))
        };
        !(after < self.text.len() && foreign(after, after) && (digit(after) || goes_on(after)))
    }

    /// Whether the comma at this place comes after a number and is no part of the number's pattern.
    fn parts(&self, split: &Split, comma: usize) -> bool {
        let owner = split.owners[comma];
        split.numbers.iter().any(|(range, output)| {
            range.end == comma && (owner.wild || owner.output != *output || split.seams.contains(&comma))
        })
    }
}

/// Whether two texts are the same decimal number, but for zeros at the end.
fn same_decimal(written: &[u8], number: &[u8]) -> bool {
    let parts = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).to_string();
        let unsigned = text.trim_start_matches('-').to_string();
        let (whole, places) = match unsigned.split_once('.') {
            Some((_, "")) => return None,
            Some((whole, places)) => (whole.to_string(), places.trim_end_matches('0').to_string()),
            None => (unsigned, String::new()),
        };
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let signs = text.len() - text.trim_start_matches('-').len();
        let zero = places.is_empty() && whole.trim_matches('0').is_empty();
        let sign = if zero { 0 } else { signs };
        (signs <= 1 && !whole.is_empty() && digits(&whole) && digits(&places))
            .then_some((sign, whole, places))
    };
    parts(written).is_some() && parts(written) == parts(number)
}

// Random patterns and texts.

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn text(&mut self, longest: usize) -> Vec<u8> {
        let length = self.below(longest + 1);
        (0..length).map(|_| self.pick(b"177a-- ..,\n0")).collect()
    }

    fn pattern(&mut self, depth: usize) -> Pattern {
        match self.below(if depth == 0 { 9 } else { 15 }) {
            0..=2 => Pattern::Text(self.text(2)),
            3 | 4 => number(self.pick(&["7", "1", "17", "-7", "-1", "0"])),
            5 => decimal(self.pick(&["7.0", "1.7", "-0.0", "1.70", "-7.00"])),
            6 | 7 => Pattern::Any,
            8 => Pattern::Some,
            9 => decorated(self.pattern(depth - 1)),
            10..=12 => Pattern::Sequence(self.patterns(depth)),
            _ => Pattern::Either(self.patterns(depth)),
        }
    }

    fn patterns(&mut self, depth: usize) -> Vec<Pattern> {
        (0..self.below(4)).map(|_| self.pattern(depth - 1)).collect()
    }

    fn step(&mut self) -> Step {
        let outputs = self.below(4);
        let output =
            |random: &mut Random| Output { optional: random.below(3) == 0, pattern: random.pattern(2) };
        Step { outputs: (0..outputs).map(|_| output(self)).collect() }
    }

    /// A text that the pattern allows but for the conditions on numbers, if there is one.
    fn member(&mut self, pattern: &Pattern) -> Vec<u8> {
        match pattern {
            Pattern::Text(text) => text.clone(),
            Pattern::Number(number) | Pattern::Decimal(number) | Pattern::Rounded(number) => {
                number.clone().into_bytes()
            }
            Pattern::Any => self.text(2),
            Pattern::Some => [self.text(1), vec![self.pick(b"7a-")], self.text(1)].concat(),
            Pattern::Decorated(inside) => [self.member(&Pattern::Some), self.member(inside)].concat(),
            Pattern::Sequence(parts) => parts.iter().flat_map(|part| self.member(part)).collect(),
            Pattern::Either(alternatives) if alternatives.is_empty() => Vec::new(),
            Pattern::Either(alternatives) => {
                let index = self.below(alternatives.len());
                self.member(&alternatives[index])
            }
        }
    }

    /// A text near those that the step allows.
    fn written(&mut self, step: &Step) -> Vec<u8> {
        let mut written = Vec::new();
        for output in &step.outputs {
            if !output.optional || self.below(2) == 0 {
                written.extend(self.member(&output.pattern));
                if self.below(2) == 0 {
                    written.push(b'\n');
                }
            }
        }
        for _ in 0..self.below(3) {
            let place = self.below(written.len() + 1);
            let removed = self.below(2).min(written.len() - place);
            written.splice(place..place + removed, self.text(1));
        }
        written.truncate(11);
        written
    }
}

#[test]
fn the_automaton_agrees_with_backtracking_on_random_patterns() {
    let mut random = Random(0x5eed_1234_5678_9abc);
    let (mut allowed, mut forbidden) = (0, 0);
    for _ in 0..15_000 {
        let step = random.step();
        for _ in 0..4 {
            let written = random.written(&step);
            let expected = Backtracking { text: &written }.allows(&step);
            assert_eq!(step.matches(&written), expected, "{step:?} and {}", quote(&written, 100));
            let with_returns = String::from_utf8(written).unwrap().replace('\n', "\r\n").into_bytes();
            assert_eq!(step.matches(&with_returns), expected, "{step:?} and {}", quote(&with_returns, 100));
            *(if expected { &mut allowed } else { &mut forbidden }) += 1;
        }
    }
    assert!(allowed > 5_000 && forbidden > 5_000, "{allowed} allowed, {forbidden} forbidden");
}

#[test]
fn every_beginning_of_an_allowed_text_is_matched_and_no_longer_one() {
    let mut random = Random(0xbe91_0000_0000_0001);
    let (mut beginnings, mut differences) = (0, 0);
    for _ in 0..1_500 {
        let step = random.step();
        let matcher = step.matcher().unwrap();
        let written = random.written(&step);
        let run = matcher.run(&written);
        if run.accepted {
            for length in 0..written.len() {
                assert_eq!(matcher.run(&written[..length]).matched, length, "{step:?} {written:?}");
                beginnings += 1;
            }
        } else if run.matched < written.len() {
            let too_long = &written[..=run.matched];
            for more in ["", "7", "a", "\n", " ", "a7", " 7", "7\n", "\n7", "\n17", "-7", ".5", "0", "1.7"] {
                let longer = [too_long, more.as_bytes()].concat();
                assert!(!Backtracking { text: &longer }.allows(&step), "{step:?} {longer:?}");
            }
            differences += 1;
        }
    }
    assert!(beginnings > 1_000 && differences > 300, "{beginnings} beginnings, {differences} differences");
}

// The laws of covering.

/// Whether all short texts of the special pattern are texts of the general one.
fn covers_short_texts(general: &Pattern, special: &Pattern, random: &mut Random) -> bool {
    (0..200).all(|index| {
        let text = if index % 4 == 0 { random.text(5) } else { random.member(special) };
        let candidate = Backtracking { text: &text };
        !candidate.is_text_of(special) || candidate.is_text_of(general)
    })
}

#[test]
fn covering_agrees_with_short_texts() {
    let mut random = Random(0xc0ff_ee00_0000_0007);
    let (mut yes, mut no, mut witnessed) = (0, 0, 0);
    for _ in 0..1_500 {
        let (general, special) = (random.pattern(1), random.pattern(1));
        let short = covers_short_texts(&general, &special, &mut random);
        match covers(&general, &special) {
            Some(true) => {
                assert!(short, "{general:?} does not cover {special:?}");
                yes += 1;
            }
            Some(false) => {
                no += 1;
                witnessed += usize::from(!short);
            }
            None => panic!("{general:?} and {special:?} are small"),
        }
    }
    assert!(
        yes > 200 && witnessed > 500 && no - witnessed < no / 20,
        "{yes} yes, {no} no, {witnessed} witnessed"
    );
}

#[test]
fn a_wildcard_covers_every_pattern_and_every_pattern_covers_itself() {
    let mut random = Random(0x0a11_0000_0000_0003);
    for _ in 0..300 {
        let pattern = random.pattern(2);
        assert_eq!(covers(&Pattern::Any, &pattern), Some(true), "{pattern:?}");
        let anything = sequence([Pattern::Any, Pattern::Any]);
        assert_eq!(covers(&anything, &pattern), Some(true), "{pattern:?}");
        // Written in another way, so that the search is asked.
        let again = sequence([Pattern::nothing(), pattern.clone()]);
        assert_eq!(covers(&again, &pattern), Some(true), "{pattern:?}");
        assert_eq!(covers(&pattern, &again), Some(true), "{pattern:?}");
    }
}

#[test]
fn covering_is_transitive_and_antisymmetric() {
    let mut random = Random(0x7a11_0000_0000_0005);
    let (mut chains, mut equivalent) = (0, 0);
    for _ in 0..4_000 {
        let [one, two, three] = [(); 3].map(|()| random.pattern(1));
        if covers(&one, &two) == Some(true) && covers(&two, &three) == Some(true) {
            assert_eq!(covers(&one, &three), Some(true), "{one:?} {two:?} {three:?}");
            chains += 1;
        }
        if covers(&one, &two) == Some(true) && covers(&two, &one) == Some(true) {
            // They are the same up to how they are written: each covers what the other one covers.
            assert_eq!(covers(&one, &three), covers(&two, &three), "{one:?} {two:?} {three:?}");
            assert_eq!(covers(&three, &one), covers(&three, &two), "{one:?} {two:?} {three:?}");
            equivalent += 1;
        }
    }
    assert!(chains > 50 && equivalent > 50, "{chains} chains, {equivalent} equivalent");
}

#[test]
fn inserting_a_wildcard_or_putting_it_in_a_text_s_place_makes_a_pattern_more_general() {
    let mut random = Random(0x1015_0000_0000_0009);
    for _ in 0..500 {
        // Beside a wildcard a number is a token, so that numbers are left out.
        let mut part =
            || std::iter::repeat_with(|| random.pattern(1)).find(|part| !has_number(part)).unwrap();
        let parts: Vec<Pattern> = (0..3).map(|_| part()).collect();
        let special = Pattern::Sequence(parts.clone());
        let place = random.below(parts.len());
        let mut inserted = parts.clone();
        inserted.insert(place, Pattern::Any);
        assert_eq!(covers(&Pattern::Sequence(inserted), &special), Some(true), "{special:?} at {place}");

        let texts: Vec<Pattern> = parts.iter().map(|_| Pattern::Text(random.text(2))).collect();
        let mut replaced = texts.clone();
        replaced[place] = Pattern::Any;
        let (general, special) = (Pattern::Sequence(replaced), Pattern::Sequence(texts));
        assert_eq!(covers(&general, &special), Some(true), "{special:?} at {place}");
    }
}

fn has_number(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Number(_) | Pattern::Decimal(_) | Pattern::Rounded(_) => true,
        Pattern::Text(_) | Pattern::Any | Pattern::Some => false,
        Pattern::Decorated(inside) => has_number(inside),
        Pattern::Sequence(parts) | Pattern::Either(parts) => parts.iter().any(has_number),
    }
}

#[test]
fn covering_knows_the_conditions_on_numbers() {
    let somewhere = sequence([Pattern::Any, number("7"), Pattern::Any]);
    let glued = sequence([Pattern::Any, text("7"), Pattern::Any]);
    assert_eq!(covers(&glued, &somewhere), Some(true));
    assert_eq!(covers(&somewhere, &glued), Some(false));
    assert_eq!(covers(&somewhere, &sequence([text("1"), number("7")])), Some(false));
    assert_eq!(covers(&somewhere, &sequence([text("x"), number("7")])), Some(true));
    assert_eq!(covers(&decimal("7.0"), &number("7")), Some(true));
    assert_eq!(covers(&number("7"), &decimal("7.0")), Some(false));
    assert_eq!(covers(&text("a\nb"), &text("a\r\nb")), Some(true));
    assert_eq!(covers(&Pattern::Some, &decorated(Pattern::Any)), Some(true));
    assert_eq!(covers(&decorated(Pattern::Any), &Pattern::Some), Some(true));
}

// Hostile sizes. Work is counted, not time.

#[test]
fn sixty_optional_outputs_take_work_linear_in_the_output() {
    let outputs = (0..60).map(|_| may_write(sequence([text("a"), Pattern::Any]))).collect();
    let step = Step { outputs };
    let matcher = step.matcher().unwrap();
    let work = |length: usize| {
        let run = matcher.run(&b"a".repeat(length));
        assert!(run.accepted && !run.given_up);
        run.work
    };
    let (short, long) = (work(1_000), work(10_000));
    assert!(long <= 10 * short + 10_000, "{short} for 1,000 bytes, {long} for 10,000");
    assert!(long < 10_000 * 60 * 20, "{long}");
}

#[test]
fn sixty_optional_outputs_and_a_megabyte_take_a_few_visits_for_each_byte() {
    let outputs =
        (0..60).map(|index| may_write(sequence([Pattern::Any, number(&index.to_string()), Pattern::Any])));
    let step = Step { outputs: outputs.collect() };
    let written: Vec<u8> = (0..1 << 20).map(|index| b"0123 56 a-\n"[(index * 7 + index / 13) % 11]).collect();
    let run = step.matcher().unwrap().run(&written);
    assert!(run.accepted && run.work < 10 * written.len() as u64, "{run:?}");
}

#[test]
fn states_that_are_forgotten_are_found_again() {
    // Thirty places from the end stands an `a`: there are as many states as there are words of thirty letters.
    let letter = either([text("a"), text("b")]);
    let mut parts = vec![Pattern::Any, text("a")];
    parts.extend(std::iter::repeat_n(letter, 30));
    let step = step([write(sequence([Pattern::Sequence(parts), text("!")]))]);
    let matcher = step.matcher().unwrap();
    let mut random = Random(0xf04f_0000_0000_000b);
    let letters: Vec<u8> = (0..30_000).map(|_| random.pick(b"ab")).collect();
    for length in [31, 32, 100, 29_998, 29_999, 30_000] {
        let run = matcher.run(&[&letters[..length], b"!"].concat());
        assert_eq!(run.accepted, letters[length - 31] == b'a', "{length}");
        assert!(run.work < length as u64 * 400, "{run:?}");
    }
}

#[test]
fn optional_numbers_are_not_tried_in_all_combinations() {
    let step = Step { outputs: (0..60).map(|_| may_write(number("1"))).collect() };
    let matcher = step.matcher().unwrap();
    let run = matcher.run("1\n".repeat(60).as_bytes());
    assert!(run.accepted && run.work < 120 * 60 * 20, "{}", run.work);
    let run = matcher.run("1\n".repeat(61).as_bytes());
    assert!(!run.accepted && run.matched == 120 && run.work < 120 * 60 * 20, "{}", run.work);
}

#[test]
fn a_megabyte_of_output_takes_a_few_visits_for_each_byte() {
    let written = [b"a".repeat(1 << 20), b"b".to_vec()].concat();
    let step = somewhere(Pattern::Text([b"a".repeat(1 << 19), b"b".to_vec()].concat()));
    let run = step.matcher().unwrap().run(&written);
    assert!(run.accepted && run.work < 20 * written.len() as u64, "{}", run.work);
    let run = step.matcher().unwrap().run(&written[..1 << 20]);
    assert!(!run.accepted && run.matched == 1 << 20, "{run:?}");
    let long_text = self::step([write(Pattern::Text(written.clone()))]);
    assert!(long_text.matches(&written));
    assert_eq!(difference(&long_text, &"a".repeat(1 << 19)).matched, 1 << 19);
}

#[test]
fn what_is_too_large_is_said_to_be_so() {
    let nested = (0..60).fold(number("7"), |pattern, _| decorated(pattern));
    let step = step([write(nested)]);
    assert!(!step.matches(b"7"));
    let Comparison::Unknown(reason) = step.compare(b"7") else { panic!("it is too large") };
    assert_eq!(reason.to_string(), "what may be written here is too large to compare: it is too long");
    let deep = (0..5_000).fold(number("7"), |pattern, _| sequence([pattern]));
    let step = self::step([write(deep)]);
    let Comparison::Unknown(reason) = step.compare(b"7") else { panic!("it is too deep") };
    assert!(reason.to_string().ends_with("it is nested too deeply"));
    assert!(!step.describe().is_empty() && !step.example(Detail::Full).is_empty());
    assert_eq!(covers(&step.outputs[0].pattern, &number("7")), None);
}

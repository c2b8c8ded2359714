//! The meaning of output patterns: tables of single cases, and the work that hostile patterns take. Beside it, an independent matcher by
//! backtracking, and the laws that it holds random patterns to.

#[path = "pattern/backtracking.rs"]
mod backtracking;
#[path = "pattern/laws.rs"]
mod laws;
#[path = "pattern/random.rs"]
mod random;

use lydian_console::pattern::{
    Comparison, Detail, Difference, Expectation, Output, Pattern, Remark, Segment, Step, ambiguous, covers,
};

use random::Random;

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
    check(&step([write(decimal("3.00"))]), &["3", "3.", "3.0", "3.00"], &["3..", "30", "3.01", "-3"]);
    check(
        &step([write(decimal("0.00001"))]),
        &["1e-05", "1.0E-5", "0.00001"],
        &["1e-5.", "1e-06", "1e05", "e-05"],
    );
    check(
        &step([write(decimal("12345678.00"))]),
        &["1.2345678E7", "1.2345678e+07"],
        &["1.2345678E8", "12.345678E6"],
    );
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
    assert_eq!((found.matched, found.complete, in_words(&found.expected)), (0, false, Vec::<String>::new()));
}

// Where they part.

#[test]
fn the_difference_is_at_the_end_of_the_longest_allowed_beginning() {
    let step = step([write(text("Hello")), write(either([number("17"), text("none")]))]);
    let found = difference(&step, "Hello\n18");
    assert_eq!((found.matched, found.complete), (7, false));
    assert_eq!(in_words(&found.expected), ["the number 17"]);
    let found = difference(&step, "Hello?");
    assert_eq!(found.matched, 5);
    assert_eq!(in_words(&found.expected), ["a line break", "the number 17", "\"none\""]);
    let found = difference(&step, "Hel");
    assert_eq!((found.matched, found.complete), (3, true));
    assert_eq!(in_words(&found.expected), ["\"lo\""]);
    let found = difference(&step, "Hello\n17\n!");
    assert_eq!((found.matched, in_words(&found.expected)), (9, vec!["the end".to_string()]));
}

#[test]
fn what_is_missing_after_a_wildcard_is_named() {
    let found = difference(&somewhere(number("7")), "17");
    assert_eq!((found.matched, found.complete), (2, true));
    assert_eq!(in_words(&found.expected), ["the number 7"]);
    let found = difference(&step([write(Pattern::Some)]), " \n");
    assert_eq!(in_words(&found.expected), ["a character that is not blank"]);
    let found = difference(&step([write(sequence([number("7"), Pattern::Any]))]), "7.5");
    assert_eq!((found.matched, found.complete), (2, false));
    assert_eq!(in_words(&found.expected), ["a line break", "the end"]);
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
    assert_eq!(in_words(&found.expected)[8], "or others");
    let long = difference(&step([write(text(&"x".repeat(1000)))]), "");
    assert!(in_words(&long.expected)[0].len() < 100);
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
    assert_eq!(lydian_words::quoted(b"\xff\"\\\x01\r\t", 100), r#""\xff\"\\\u{1}\r\t""#);
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

fn in_words(expected: &[Expectation]) -> Vec<String> {
    expected.iter().map(ToString::to_string).collect()
}

#[test]
fn numbers_within_bounds_are_found_as_tokens() {
    let near =
        |low: &str, high: &str| Pattern::Near { shown: "near".into(), low: low.into(), high: high.into() };
    let within = |low: &str, high: &str, written: &str| {
        let pattern = Pattern::Sequence(vec![Pattern::Any, near(low, high), Pattern::Any]);
        Step { outputs: vec![Output { optional: false, pattern }] }.matches(written.as_bytes())
    };
    for written in
        ["0.115", "0.12", ".12", "0.1250000001", "0.13", "0.135", "0.1350", "x = 0.129 cm", "0.1349999"]
    {
        assert!(within("0.115", "0.135", written), "{written}");
    }
    for written in
        ["0.1149", "0.1351", "0.1350001", "0.1", "1.12", "-0.12", "0", "12", "0.14", "00.12", "0.11"]
    {
        assert!(!within("0.115", "0.135", written), "{written}");
    }
    for written in ["-1.5", "-0.0", "0", "-0", "0.49", ".5", "-.5", "0.5", "-1"] {
        assert!(within("-1.5", "0.5", written), "{written}");
    }
    for written in ["-1.51", "0.51", "1", "-2", "-15"] {
        assert!(!within("-1.5", "0.5", written), "{written}");
    }
    for written in ["98.5", "99", "100", "101.50", "99.999", "101.4999"] {
        assert!(within("98.5", "101.5", written), "{written}");
    }
    for written in ["98.49", "101.501", "9.9", "1000", "985", "102", "98"] {
        assert!(!within("98.5", "101.5", written), "{written}");
    }
}

#[test]
fn numbers_near_bounds_are_told_by_brute_force() {
    let decimal = |hundredths: i64| {
        let sign = if hundredths < 0 { "-" } else { "" };
        format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
    };
    for (low, high) in [(-12, 7), (0, 0), (95, 105), (100, 1100), (-1050, -99), (7, 7)] {
        let pattern = Pattern::Near { shown: "near".into(), low: decimal(low), high: decimal(high) };
        let step = Step { outputs: vec![Output { optional: false, pattern }] };
        for written in low - 120..high + 120 {
            let expected = (low..=high).contains(&written);
            let found = step.matches(decimal(written).as_bytes());
            assert_eq!(found, expected, "{} from {} to {}", decimal(written), decimal(low), decimal(high));
        }
    }
}

#[test]
fn columns_stand_on_one_line_with_blanks_between() {
    let text = |text: &str| Pattern::Text(text.into());
    let pattern = Pattern::Columns(vec![text("Anna"), number("7"), decimal("1.50")]);
    let step = Step { outputs: vec![Output { optional: false, pattern }] };
    for written in ["Anna 7 1.5", "Anna  7\t1.50\n", "   Anna     7    1.5   \n", "\tAnna\t7\t1.50"] {
        assert!(step.matches(written.as_bytes()), "{written:?}");
    }
    for written in ["Anna7 1.5", "Anna 71.5", "Anna\n7 1.5", "Anna 7", "7 Anna 1.5", "Anna 7 | 1.5"] {
        assert!(!step.matches(written.as_bytes()), "{written:?}");
    }
}

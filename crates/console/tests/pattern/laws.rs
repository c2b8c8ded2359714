//! The automaton means what the independent matcher says, and covering has its laws, on random patterns.

use lydian_console::pattern::{Output, Pattern, Step, Tolerance, covers};
use lydian_words::quoted;

use crate::backtracking::Backtracking;
use crate::random::Random;
use crate::{decimal, decorated, number, sequence, text};

#[test]
fn the_automaton_agrees_with_backtracking_on_random_patterns() {
    let mut random = Random(0x5eed_1234_5678_9abc);
    let (mut allowed, mut forbidden) = (0, 0);
    for _ in 0..15_000 {
        let step = random.step();
        for _ in 0..4 {
            let written = random.written(&step);
            let expected = Backtracking { text: &written }.allows(&step);
            assert_eq!(step.matches(&written), expected, "{step:?} and {}", quoted(&written, 100));
            let with_returns = String::from_utf8(written).unwrap().replace('\n', "\r\n").into_bytes();
            assert_eq!(step.matches(&with_returns), expected, "{step:?} and {}", quoted(&with_returns, 100));
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
        Pattern::Number(_)
        | Pattern::Decimal(_)
        | Pattern::Rounded(_)
        | Pattern::Places(_)
        | Pattern::Near { .. } => true,
        Pattern::Text(_) | Pattern::Any | Pattern::AnyWithout(_) | Pattern::Some => false,
        Pattern::Decorated(inside) | Pattern::Tolerant(_, inside) => has_number(inside),
        Pattern::Sequence(parts) | Pattern::Columns(parts) | Pattern::Either(parts) => {
            parts.iter().any(has_number)
        }
    }
}

/// All texts over a few characters, up to a length.
fn all_texts(longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last.iter().flat_map(|text| b"aAb .\n".map(|byte| [&text[..], &[byte]].concat())).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// The words and signs of a text.
fn tokens(text: &[u8]) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut in_word = false;
    for &byte in text {
        let word = byte.is_ascii_alphanumeric();
        match found.last_mut() {
            Some(last) if in_word && word => last.push(byte),
            _ if byte.is_ascii_whitespace() => {}
            _ => found.push(vec![byte]),
        }
        in_word = word;
    }
    found
}

#[test]
fn a_loose_layout_compares_words_and_signs() {
    let tolerance = Tolerance { loose_layout: true, case_ignored: false };
    holds_of_tolerance(tolerance, |allowed, written| tokens(allowed) == tokens(written));
}

#[test]
fn ignored_case_compares_letters() {
    let tolerance = Tolerance { loose_layout: false, case_ignored: true };
    holds_of_tolerance(tolerance, |allowed, written| {
        let line = [allowed, b"\n"].concat();
        written.eq_ignore_ascii_case(allowed) || written.eq_ignore_ascii_case(&line)
    });
}

#[test]
fn both_tolerances_compare_the_letters_of_words() {
    let tolerance = Tolerance { loose_layout: true, case_ignored: true };
    holds_of_tolerance(tolerance, |allowed, written| {
        tokens(&allowed.to_ascii_lowercase()) == tokens(&written.to_ascii_lowercase())
    });
}

fn holds_of_tolerance(tolerance: Tolerance, same: impl Fn(&[u8], &[u8]) -> bool) {
    let written = all_texts(4);
    for allowed in all_texts(3) {
        let pattern = Pattern::Tolerant(tolerance, Box::new(Pattern::Text(allowed.clone())));
        let step = Step { outputs: vec![Output { optional: false, pattern }] };
        let matcher = step.matcher().expect("a small pattern");
        for written in &written {
            let (accepted, same) = (matcher.run(written).accepted, same(&allowed, written));
            assert_eq!(accepted, same, "{:?} for {:?}", written.escape_ascii(), allowed.escape_ascii());
        }
    }
}

#[test]
fn numbers_in_a_loose_layout_are_still_whole_and_apart() {
    let tolerance = Tolerance { loose_layout: true, case_ignored: false };
    let pair = sequence([number("1"), text(" "), number("2")]);
    let pattern = Pattern::Tolerant(tolerance, Box::new(pair));
    let step = Step { outputs: vec![Output { optional: false, pattern }] };
    for right in ["1 2", "1   2\n\n", "\n 1\n2 ", "1\t2"] {
        assert!(step.matches(right.as_bytes()), "{right:?}");
    }
    for wrong in ["12", "1", "1 22", "11 2", "1,2", "2 1"] {
        assert!(!step.matches(wrong.as_bytes()), "{wrong:?}");
    }
}

#[test]
fn letters_beyond_ascii_are_compared_without_their_case() {
    let tolerance = Tolerance { loose_layout: false, case_ignored: true };
    let pattern = Pattern::Tolerant(tolerance, Box::new(text("größer")));
    let step = Step { outputs: vec![Output { optional: false, pattern }] };
    assert!(step.matches("GRÖßER".as_bytes()));
    assert!(!step.matches("grosser".as_bytes()));
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

//! Regular expressions through Z3 and the chain, against evaluation, with every version of Z3 that is there.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod common;

use common::{Random, with_every_library};
use lydian_solver::{Answer, Budget, Chain, Solver};
use lydian_term::{Regex, TermId, Terms};

const EXPRESSIONS: [&str; 16] = [
    "a*",
    "(a|b)*abb",
    "[a-c]+x?",
    "-?[1-9][0-9]{0,2}|0",
    "yes|no|maybe",
    "(ab){2,3}",
    "(ab){2,}c",
    "a{0}b",
    "\\d\\w\\s",
    "[^a-z]{1,2}",
    ".{3}",
    "[\\x80-\\xff]+",
    "[^\\x00-\\xff]a|b",
    "(a?b?){2}",
    "\\\\u\\{41\\}|\"",
    "",
];

fn member(terms: &mut Terms, string: TermId, expression: &str) -> TermId {
    let regex = terms.regex(Regex::parse(expression).unwrap());
    terms.in_regex(string, regex)
}

/// Whether Z3 agrees with evaluation on one text, which is given in a way that the simplifier does not see through.
fn z3_agrees(plain: &mut Chain, terms: &mut Terms, expression: &str, text: &[u8]) {
    let (s, known) = (terms.fresh_str("s"), terms.str(text));
    let inside = member(terms, s, expression);
    let outside = terms.not(inside);
    let fixed = terms.eq(s, known);
    let expected = Regex::parse(expression).unwrap().matches(text);
    for (condition, possible) in [(inside, expected), (outside, !expected)] {
        let answer = plain.check(terms, &[fixed, condition], &Budget::default());
        let agrees = matches!((&answer, possible), (Answer::Sat(_), true) | (Answer::Unsat, false));
        assert!(agrees, "{expression} on {:?}: {answer:?}", text.escape_ascii().to_string());
    }
}

#[test]
fn z3_matches_as_we_do() {
    with_every_library("z3_matches_as_we_do", || {
        let mut random = Random::new(5);
        let (mut terms, mut plain) = (Terms::new(), Chain::plain_z3());
        for expression in EXPRESSIONS {
            let regex = Regex::parse(expression).unwrap();
            let mut texts = regex.shortest_members(6);
            texts.extend(regex.non_members(6));
            texts.extend((0..4).map(|_| {
                let length = random.below(4);
                (0..length).map(|_| random.pick(b"ab01 \\\xff\x7f\n")).collect()
            }));
            texts.iter().for_each(|text| z3_agrees(&mut plain, &mut terms, expression, text));
        }
    });
}

#[test]
fn the_chain_answers_about_languages_as_z3_does() {
    with_every_library("the_chain_answers_about_languages_as_z3_does", || {
        let mut random = Random::new(9);
        let budget = Budget { rlimit: 200_000, deadline: None };
        let (mut terms, mut chain, mut plain) = (Terms::new(), Chain::new(), Chain::plain_z3());
        let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
        for _ in 0..150 {
            terms.clear();
            let strings = [terms.fresh_str("s"), terms.fresh_str("t")];
            let question: Vec<TermId> = (0..1 + random.below(4))
                .map(|_| {
                    let string = random.pick(&strings);
                    let condition = match random.below(6) {
                        0 => {
                            let (length, bound) = (terms.str_len(string), terms.int(random.below(4) as i64));
                            terms.le(length, bound)
                        }
                        1 => terms.str_lt(strings[0], strings[1]),
                        2 => terms.eq(strings[0], strings[1]),
                        _ => member(&mut terms, string, random.pick(&EXPRESSIONS)),
                    };
                    if random.below(3) == 0 { terms.not(condition) } else { condition }
                })
                .collect();
            let (ours, reference) =
                (chain.check(&mut terms, &question, &budget), plain.check(&mut terms, &question, &budget));
            match (&ours, &reference) {
                (Answer::Sat(_), Answer::Unsat) | (Answer::Unsat, Answer::Sat(_)) => {
                    panic!("chain: {ours:?}\nZ3: {reference:?}\n{}", terms.to_smtlib(&question));
                }
                (Answer::Unknown(_), _) => unknown += 1,
                (Answer::Sat(_), _) => sat += 1,
                (Answer::Unsat, _) => unsat += 1,
            }
        }
        eprintln!("{sat} sat, {unsat} unsat, {unknown} unknown\n{}", chain.statistics());
        assert!(sat > 40 && unsat > 20 && unknown < 15, "{sat} sat, {unsat} unsat, {unknown} unknown");
    });
}

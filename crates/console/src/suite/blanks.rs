//! Texts with blanks where programs do not expect them: two in a row, one at the beginning, one at the end.
//! In: the tests of one choice of parameter values. Out: for each line of text the shortest run with such a text, as far as no test
//! has one there. Paths do not come to them where what is done with a text is too much for the solver.

use super::{Test, Tests};
use crate::flow::Step;
use crate::syntax::ast::TypeKind;
use crate::walk::TURNS;

/// So many tests are looked at, and so many lines of each.
const FROM: usize = 3;
const PLACES: usize = 4;

/// A kind of text: whether one is of it, and how it is made of another.
type Kind = (fn(&[u8]) -> bool, fn(&[u8]) -> Vec<u8>);

const KINDS: &[Kind] = &[
    (
        |text| inside(text).windows(2).any(|pair| pair == b"  "),
        |text| match inside(text).iter().position(|byte| *byte == b' ') {
            Some(_) => String::from_utf8_lossy(text).replacen(' ', "  ", 1).into_bytes(),
            None => b"a  e".to_vec(),
        },
    ),
    (|text| text.starts_with(b" "), |text| [b" ", text].concat()),
    (|text| text.ends_with(b" "), |text| [text, b" "].concat()),
];

fn inside(text: &[u8]) -> &[u8] {
    text.trim_ascii()
}

impl Tests<'_> {
    pub(super) fn with_blanks(&self, index: usize, drawn: &[Test]) -> Vec<Test> {
        let own: Vec<&Test> = self.tests.iter().filter(|test| test.instance == index).chain(drawn).collect();
        let mut shortest = own.clone();
        shortest.sort_by_key(|test| test.lines.len());
        let mut found: Vec<Test> = Vec::new();
        for test in shortest.into_iter().take(FROM) {
            for place in 0..test.lines.len().min(PLACES) {
                for (is_of, made_of) in KINDS {
                    let is_valid = |test: &Test| {
                        let turn = test.expected.turns.get(place);
                        turn.is_some_and(|turn| turn.valid) && self.reads_text(test, place)
                    };
                    let has =
                        |test: &Test| is_valid(test) && test.lines.get(place).is_some_and(|line| is_of(line));
                    if own.iter().any(|test| has(test)) || found.iter().any(has) {
                        continue;
                    }
                    let mut lines = test.lines.clone();
                    lines[place] = made_of(&lines[place]);
                    let new = self.new_test(index, lines, &[drawn, &found].concat());
                    found.extend(new.filter(is_valid));
                }
            }
        }
        found
    }

    /// Whether a line is one text: around a value of any other type blanks do not count.
    fn reads_text(&self, test: &Test, place: usize) -> bool {
        let flow = &self.specs[test.instance].flow;
        let reading = |turn: &u32| match flow.steps[(turn / TURNS) as usize] {
            Step::Read(reading) => Some(reading),
            _ => None,
        };
        let number = test.expected.trail.iter().filter_map(reading).nth(place);
        number.is_some_and(
            |number| matches!(&flow.readings[number].fields[..], [field] if field.kind == TypeKind::String),
        )
    }
}

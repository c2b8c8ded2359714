//! Typical mistakes: the programs of people who understood the task a little differently.
//! In: a script. Out: the same script with one thing changed, once for each thing that people get wrong: borders, operators,
//! constants by one, a case that is left out, a value that is kept or lost between rounds, the first or the last of several, the
//! width of numbers, texts of which only a part is compared; also inside of its functions in OCaml. A test that tells such a program from the specification notices that mistake; `noticed` says which do,
//! `solve` finds tests that would.

mod confused;
pub(crate) mod functions;
mod noticed;
pub(crate) mod solve;
mod statements;
mod terms;
mod texts;
pub(crate) mod twin;

pub use noticed::{Mistakes, Score};
pub(crate) use noticed::{notices, telling_first};
pub(crate) use solve::Told;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::flow::{Flow, ReadMode};
use crate::lower::Lowering;
use crate::spec::Spec;
use crate::syntax::ast::{At, Script, Statement};
use confused::Values;

/// One changed thing.
#[derive(Debug, Clone)]
pub(crate) struct Changed<T> {
    /// What the program does instead, as the end of "a program that ...".
    pub(crate) what: String,
    /// Where in the script.
    pub(crate) at: At,
    /// The changed part.
    pub(crate) part: T,
    /// If numbers are too narrow, how many bits they have.
    pub(crate) width: Option<u32>,
}

impl<T> Changed<T> {
    fn new(what: impl Into<String>, at: &At, part: T) -> Changed<T> {
        Changed { what: what.into(), at: at.clone(), part, width: None }
    }

    fn map<U>(self, put: impl FnOnce(T) -> U) -> Changed<U> {
        Changed { what: self.what, at: self.at, part: put(self.part), width: self.width }
    }
}

/// A program with a mistake: the specification as somebody else understood it.
pub(crate) struct Mutant {
    pub(crate) what: String,
    pub(crate) at: At,
    /// If its numbers are too narrow, how many bits they have.
    pub(crate) width: Option<u32>,
    pub(crate) spec: Spec,
}

/// So many mistakes of one script are looked at, evenly taken from all of it.
const MOST: usize = 120;

/// After so many wrong values in a row an impatient program gives up.
const PATIENCE: u32 = 3;

/// The steps of all mistaken programs but some, by number; their terms go to the lowering beside those of the script itself. With each
/// come the definitions that it alone has.
pub(crate) fn flows(
    script: &Script,
    lowering: &mut Lowering<'_>,
    functions: Vec<Changed<String>>,
    without: &BTreeSet<usize>,
) -> Vec<Made> {
    let all = statements::block(&script.body, &Values::of(script));
    // What does not fit the types is no program that anybody could have written.
    let fits = |body: &[Statement], lowering: &mut Lowering<'_>| {
        let before = lowering.mark();
        Flow::of(&Script { body: body.to_vec(), ..script.clone() }, lowering);
        let fits = !lowering.errors_since(&before);
        lowering.back_to(before);
        fits
    };
    let fitting = all.into_iter().filter(|changed| fits(&changed.part, lowering)).collect();
    let mut making = Making { without, number: 0, found: Vec::new() };
    for changed in evenly(fitting, MOST) {
        making
            .add(lowering, changed, |body, lowering| Flow::of(&Script { body, ..script.clone() }, lowering));
    }
    for changed in functions {
        making.add(lowering, changed, |module, lowering| {
            lowering.calling(module, |lowering| Flow::of(script, lowering))
        });
    }
    let own = Flow::of(script, lowering);
    for (number, reading) in own.readings.iter().enumerate() {
        if matches!(reading.mode, ReadMode::Retry(_)) {
            let what = format!("gives up after {PATIENCE} wrong values");
            making.add(lowering, Changed::new(what, &reading.at, number), |number, lowering| {
                let mut flow = Flow::of(script, lowering);
                flow.readings[number].patience = Some(PATIENCE);
                flow
            });
        }
    }
    making.found
}

/// A mistaken program, by its number among all, and where its own definitions stand.
pub(crate) struct Made {
    pub(crate) number: usize,
    pub(crate) program: Changed<Flow>,
    pub(crate) definitions: Range<usize>,
}

struct Making<'a> {
    without: &'a BTreeSet<usize>,
    number: usize,
    found: Vec<Made>,
}

impl Making<'_> {
    fn add<'s, T>(
        &mut self,
        lowering: &mut Lowering<'s>,
        changed: Changed<T>,
        make: impl FnOnce(T, &mut Lowering<'s>) -> Flow,
    ) {
        let number = self.number;
        self.number += 1;
        if !self.without.contains(&number) {
            let start = lowering.definitions.len();
            let program = changed.map(|part| make(part, lowering));
            self.found.push(Made { number, program, definitions: start..lowering.definitions.len() });
        }
    }
}

/// Those of some that cannot be loaded, where all of them together cannot.
pub(crate) fn not_loading<'m>(made: &'m [Made], loads: &dyn Fn(&[&Made]) -> bool) -> Vec<&'m Made> {
    if loads(&made.iter().collect::<Vec<_>>()) {
        return Vec::new();
    }
    if let [one] = made {
        return vec![one];
    }
    let (first, second) = made.split_at(made.len() / 2);
    [not_loading(first, loads), not_loading(second, loads)].concat()
}

fn evenly<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    let keep = |index: &usize| count <= most || index * most / count != (index + 1) * most / count;
    all.into_iter().enumerate().filter(|(index, _)| keep(index)).map(|(_, one)| one).collect()
}

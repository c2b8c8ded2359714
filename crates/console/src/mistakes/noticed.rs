//! Which mistakes the tests of a specification notice.
//! In: tests. Out: for each mistake how many of them tell it, which mistakes cannot be told at all, and the score. A mistaken
//! program is run in process and judged like any other: what is counted as noticed would be refuted.

use lydian_words::plural;

use super::Mutant;
use crate::interpret::Interpretation;
use crate::mismatch::{Outcome, Strictness, compare};
use crate::spec::Spec;
use crate::suite::Test;

/// Rounds of loops in one run of a mistaken program: some of them never end.
const MOST_ROUNDS: u32 = 400;

/// So many tests that tell a mistake are looked for: another program makes it in a slightly different way.
const ENOUGH: u32 = 2;

/// So many mistakes that nothing notices are named.
const MOST_NAMED: usize = 3;

/// The mistakes of a specification, and what is known about each.
#[derive(Debug, Clone, Default)]
pub struct Mistakes {
    all: Vec<Known>,
}

#[derive(Debug, Clone)]
struct Known {
    /// How many tests tell it.
    noticed: u32,
    /// Whether it was proved that nothing tells it, if only within a few rounds.
    right: bool,
    /// Whether a test for it was looked for, and neither found nor ruled out.
    undecided: bool,
    what: String,
    line: usize,
}

/// How many of the typical mistakes the tests notice.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Score {
    /// Those that would be noticed.
    pub noticed: u64,
    /// All, without those that were proved to be none.
    pub of: u64,
    /// Those that would not, each as the end of a sentence, with its line.
    pub missed: Vec<String>,
    /// Those of which it is open whether any input tells them, in the same way.
    pub undecided: Vec<String>,
    /// The lines of both.
    lines: (Vec<usize>, Vec<usize>),
    /// Changes that were proved to make no difference, if only within a few rounds.
    pub right: u64,
}

impl Score {
    /// `13 of 14 typical mistakes would be noticed; not: line 3, a program that has <= instead of <`.
    pub fn in_words(&self) -> String {
        let mut text = format!("{} of {} would be noticed", self.noticed, plural(self.of, "typical mistake"));
        for (word, all) in [("not", &self.missed), ("undecided", &self.undecided)] {
            if !all.is_empty() {
                text.push_str(&format!("; {word}: {}", all[..all.len().min(MOST_NAMED)].join("; ")));
            }
            if let more @ 1.. = all.len().saturating_sub(MOST_NAMED) {
                text.push_str(&format!("; and {more} more"));
            }
        }
        text
    }

    /// The same in German. What the mistakes are is said to authors only.
    pub(crate) fn in_german(&self) -> String {
        let noun = if self.of == 1 { "typischem Fehler" } else { "typischen Fehlern" };
        let mut text = format!("{} von {} {noun} würden bemerkt", self.noticed, self.of);
        let (missed, undecided) = &self.lines;
        for (words, lines) in [("nicht bemerkt", missed), ("nicht entschieden", undecided)] {
            let mut distinct: Vec<String> = lines.iter().map(usize::to_string).collect();
            distinct.dedup();
            match &distinct[..] {
                [] => {}
                [one] => text.push_str(&format!("; {words}: {} in Zeile {one}", lines.len())),
                several => {
                    text.push_str(&format!("; {words}: {} in den Zeilen {}", lines.len(), several.join(", ")))
                }
            }
        }
        text
    }

    /// All that are not noticed, a line for each.
    pub fn all_missed(&self) -> String {
        let named = |words: &str, all: &[String]| -> String {
            all.iter().map(|mistake| format!("  {words}: {mistake}\n")).collect()
        };
        named("not noticed", &self.missed) + &named("undecided", &self.undecided)
    }

    /// The score alone.
    pub fn in_short(&self) -> String {
        let mut text = format!("{} of {} would be noticed", self.noticed, plural(self.of, "typical mistake"));
        for (word, all) in [("would not", &self.missed), ("undecided", &self.undecided)] {
            if !all.is_empty() {
                text.push_str(&format!(", {} {word}", all.len()));
            }
        }
        text
    }
}

impl Mistakes {
    /// Those of a specification, where numbers that need more bits than these are avoided.
    pub(crate) fn of(specs: &[Spec], bits: Option<u32>) -> Mistakes {
        let Some(first) = specs.first() else { return Mistakes::default() };
        let known = |mutant: &Mutant| Known {
            noticed: 0,
            right: mutant.width.is_some_and(|width| bits.is_some_and(|bits| width >= bits)),
            undecided: false,
            what: mutant.what.clone(),
            line: first.script.source.position(mutant.at.start).0,
        };
        Mistakes { all: first.mutants.iter().map(known).collect() }
    }

    /// Counts a test; whether it tells a mistake that too few others told.
    pub(crate) fn count(&mut self, spec: &Spec, test: &Test) -> bool {
        let mut useful = false;
        for (known, mutant) in self.all.iter_mut().zip(&spec.mutants) {
            if known.noticed < ENOUGH && !known.right && notices(mutant, test) {
                known.noticed += 1;
                useful = true;
            }
        }
        useful
    }

    /// The mistakes that a test tells and no other told, by number.
    pub(crate) fn new_by(&self, spec: &Spec, test: &Test) -> Vec<usize> {
        let numbered = self.all.iter().zip(&spec.mutants).enumerate();
        let new = |(_, (known, mutant)): &(usize, (&Known, &Mutant))| {
            known.noticed == 0 && !known.right && notices(mutant, test)
        };
        numbered.filter(new).map(|(number, _)| number).collect()
    }

    /// A test tells these.
    pub(crate) fn told(&mut self, numbers: &[usize]) {
        numbers.iter().for_each(|number| self.all[*number].noticed += 1);
    }

    /// Starts to count tests again; what was proved stays so.
    pub(crate) fn forget_tests(&mut self) {
        self.all.iter_mut().for_each(|known| known.noticed = 0);
    }

    /// The mistakes that no test tells yet, by number.
    pub(crate) fn unnoticed(&self) -> Vec<usize> {
        (0..self.all.len()).filter(|index| self.all[*index].noticed == 0 && !self.all[*index].right).collect()
    }

    /// It was proved that nothing tells a mistake, if only within a few rounds.
    pub(crate) fn is_none(&mut self, number: usize) {
        self.all[number].right = true;
    }

    /// Neither a test for a mistake was found nor a proof that there is none.
    pub(crate) fn is_undecided(&mut self, number: usize) {
        self.all[number].undecided = true;
    }

    /// How many are noticed.
    pub fn score(&self) -> Score {
        let mut score = Score::default();
        for known in &self.all {
            match known {
                Known { right: true, .. } => score.right += 1,
                Known { noticed: 1.., .. } => score.noticed += 1,
                Known { line, what, undecided, .. } => {
                    let (named, lines) = match undecided {
                        true => (&mut score.undecided, &mut score.lines.1),
                        false => (&mut score.missed, &mut score.lines.0),
                    };
                    named.push(format!("line {line}, a program that {what}"));
                    lines.push(*line);
                }
            }
        }
        score.of = self.all.len() as u64 - score.right;
        score
    }
}

/// Whether a test tells a mistaken program from a right one.
pub(crate) fn notices(mutant: &Mutant, test: &Test) -> bool {
    let actual = Interpretation::plain(&mutant.spec, MOST_ROUNDS).run_once(&test.lines);
    matches!(compare(&test.expected, &actual, Strictness::default(), &mut |_| None), Outcome::Differ(_))
}

/// The tests in an order in which the first ones notice most: each adds as many mistakes as possible, the shortest first.
pub(crate) fn telling_first(specs: &[Spec], mut tests: Vec<Test>) -> Vec<Test> {
    let told = |test: &Test| -> Vec<bool> {
        specs[test.instance].mutants.iter().map(|mutant| notices(mutant, test)).collect()
    };
    let mut table: Vec<Vec<bool>> = tests.iter().map(told).collect();
    let mut open = vec![true; specs.first().map_or(0, |spec| spec.mutants.len())];
    let mut ordered = Vec::new();
    while !tests.is_empty() {
        let gain =
            |index: &usize| table[*index].iter().zip(&open).filter(|(tells, open)| **tells && **open).count();
        let best = (0..tests.len()).max_by_key(|index| (gain(index), std::cmp::Reverse(*index))).unwrap_or(0);
        if gain(&best) == 0 {
            break;
        }
        for (open, tells) in open.iter_mut().zip(table.remove(best)) {
            *open &= !tells;
        }
        ordered.push(tests.remove(best));
    }
    ordered.extend(tests);
    ordered
}

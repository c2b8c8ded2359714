//! Which paths are taken by one input only. A path mostly stands for many values; but a program that counts down from a number takes
//! another path for each, and a claim about so many paths must not sound as if it were one about ranges.
//! The paths are kept while they are followed and asked about when the search has ended, so that nothing of this changes what it does.

use lydian_core::Value;
use lydian_eval::Holes;
use lydian_explore::{Path, Session};
use lydian_hunt::Followed;
use lydian_solver::{Answer, Budget, Solver};
use lydian_term::{Evaluation, Model, TermId};

use crate::Options;
use crate::differ::Examined;

/// So many paths are asked about.
const MOST_PATHS: usize = 200;

/// What one question may take: that nothing else takes a path mostly follows from its bounds.
const QUESTION: u32 = 20_000;

/// The paths on which the programs agree.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    kept: Vec<Kept>,
    /// Whether there were more than are asked about.
    more: bool,
}

/// A path whose inputs are all known under a model.
#[derive(Debug)]
struct Kept {
    conditions: Vec<TermId>,
    unknowns: Vec<TermId>,
    model: Model,
}

/// How many paths are those of single values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Singles {
    pub(crate) paths: u64,
    /// Whether others were not asked about.
    pub(crate) more: bool,
}

impl Paths {
    /// Keeps a path if some input may be the only one that takes it.
    pub(crate) fn keep(&mut self, path: &Path<Followed<Examined>>) {
        if path.conditions.is_empty() {
            return;
        }
        let Some(unknowns) = unknowns(&path.holes, &path.result.args) else { return };
        if unknowns.is_empty() {
            return;
        }
        if self.kept.len() >= MOST_PATHS {
            self.more = true;
            return;
        }
        self.kept.push(Kept { conditions: path.conditions.clone(), unknowns, model: path.model.clone() });
    }

    /// Asks for each whether another input takes it.
    pub(crate) fn singles(&self, session: &mut Session, options: &Options) -> Singles {
        let budget = Budget { rlimit: QUESTION, deadline: options.deadline };
        let mut singles = Singles { paths: 0, more: self.more };
        for kept in &self.kept {
            if crate::passed(options) {
                singles.more = true;
                break;
            }
            singles.paths += u64::from(is_single(session, kept, &budget));
        }
        singles
    }
}

fn is_single(session: &mut Session, kept: &Kept, budget: &Budget) -> bool {
    let terms = &mut session.terms;
    let mut other = terms.bool(false);
    for unknown in &kept.unknowns {
        let Some(value) = Evaluation::with_defaults(&kept.model).value(terms, *unknown) else { return false };
        let value = terms.constant(&value);
        let same = terms.eq(*unknown, value);
        let differs = terms.not(same);
        other = terms.or(other, differs);
    }
    let mut conditions = kept.conditions.clone();
    conditions.push(other);
    matches!(session.chain.check(terms, &conditions, budget), Answer::Unsat)
}

/// The unknown basic values in the arguments of a path; nothing if there is a part that nobody has looked at, which can be anything.
fn unknowns(holes: &Holes, args: &[Value]) -> Option<Vec<TermId>> {
    let mut found = Vec::new();
    let mut work: Vec<Value> = args.to_vec();
    while let Some(value) = work.pop() {
        match value {
            Value::Hole(hole) => work.push(holes.content(hole)?.clone()),
            Value::SymInt(term) | Value::SymBool(term) | Value::SymChar(term) => found.push(term),
            Value::Block(block) => work.extend(block.fields.iter().cloned()),
            Value::Unit | Value::Bool(_) | Value::Char(_) | Value::Int(_) | Value::Big(_) => {}
            Value::Float(_) | Value::Constant(_) => {}
            // Texts, functions and what can be changed have more values than are worth asking about.
            _ => return None,
        }
    }
    Some(found)
}

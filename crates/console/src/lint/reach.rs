//! What no walk has reached: sides of branches, ends of loops, reads that take no value.
//! In: the statements, and where walks have been, over all choices of parameter values. Out: warnings that say how sure
//! they are.

use std::collections::BTreeMap;

use lydian_diagnostic::Diagnostic;

use super::Findings;
use super::onlooker::Coverage;
use crate::flow::{Flow, Step};
use crate::syntax::ast::{At, LoopKind, Statement, StatementKind};

/// Where walks have been, by statement.
#[derive(Debug, Default)]
pub(super) struct Reach {
    places: BTreeMap<usize, Place>,
}

/// What was seen of a statement. Of a loop, to go on means another round.
#[derive(Debug, Default, Clone, Copy)]
struct Place {
    reached: bool,
    /// Whether its condition was asked.
    asked: bool,
    goes_on: bool,
    leaves: bool,
    passed: bool,
}

impl Reach {
    /// Adds what was seen for one choice of parameter values.
    pub(super) fn add(&mut self, flow: &Flow, seen: &Coverage) {
        for (number, (step, at)) in flow.steps.iter().zip(&flow.places).enumerate() {
            let place = self.places.entry(at.start).or_default();
            // The jumps of compound statements are reached from inside of them.
            place.reached |= seen.reached[number];
            place.passed |= seen.passed[number];
            if let Step::Branch { .. } = step {
                place.asked |= seen.reached[number];
                place.leaves |= seen.sides[number][0];
                place.goes_on |= seen.sides[number][1];
            }
        }
    }

    fn of(&self, at: &At) -> Place {
        self.places.get(&at.start).copied().unwrap_or_default()
    }
}

/// How sure it is that something is not reached.
#[derive(Debug, Clone)]
pub(super) enum Certainty {
    /// All paths were followed to their ends.
    Proved,
    /// All paths with so many rounds were.
    Rounds(u32),
}

impl Certainty {
    /// The end of a sentence that says "never" or "always".
    fn in_words(&self) -> String {
        match self {
            Certainty::Proved => ", whatever the inputs are".into(),
            Certainty::Rounds(1) => " on paths with one round".into(),
            Certainty::Rounds(rounds) => format!(" on paths with up to {rounds} rounds"),
        }
    }
}

/// Warns of what was not reached.
pub(super) fn check(
    statements: &[Statement],
    reach: &Reach,
    certainty: &Certainty,
    findings: &mut Findings<'_>,
) {
    Check { reach, certainty, findings }.block(statements);
}

struct Check<'a, 'f> {
    reach: &'a Reach,
    certainty: &'a Certainty,
    findings: &'a mut Findings<'f>,
}

impl Check<'_, '_> {
    /// Checks statements; true if one of them lets nothing through, so that what comes after it is no fault of its own.
    fn block(&mut self, statements: &[Statement]) -> bool {
        let mut blocked = false;
        for statement in statements {
            let place = self.reach.of(&statement.at);
            if !place.reached {
                continue;
            }
            blocked |= match &statement.kind {
                StatementKind::Read(_) if !place.passed => {
                    self.read(&statement.at);
                    true
                }
                StatementKind::If { then, otherwise, .. } => {
                    self.branch(place, otherwise, &statement.at);
                    let (then, otherwise) = (self.block(then), self.block(otherwise));
                    then || otherwise
                }
                StatementKind::Loop { kind, body } => {
                    let inside = self.block(body);
                    inside || self.looped(place, kind, body, &statement.at)
                }
                _ => false,
            };
        }
        blocked
    }

    fn warn(&self, code: &'static str, at: &At, what: &str) -> Diagnostic {
        self.findings.warning(code, at, format!("{what}{}", self.certainty.in_words()))
    }

    fn read(&mut self, at: &At) {
        let warning = self.warn("empty-set", at, "no value ever belongs to what is read here");
        self.findings.add(warning.hint("let the set hold at least one value whenever it is asked for"));
    }

    fn branch(&mut self, place: Place, otherwise: &[Statement], at: &At) {
        if !place.asked || place.goes_on && place.leaves {
            return;
        }
        let warning = match (place.goes_on, otherwise.first()) {
            // Neither side: the condition itself could not be decided or fails.
            (false, _) if !place.leaves => return,
            (false, _) => self.warn("unreachable-branch", at, "this condition never holds"),
            (true, Some(first)) => {
                let warning = self.warn(
                    "unreachable-branch",
                    at,
                    "this condition always holds, so the other side is never taken",
                );
                warning.label(self.findings.span(&first.at), "never reached")
            }
            (true, None) => self.warn("constant-condition", at, "this condition always holds"),
        };
        self.findings.add(warning.hint("remove the branch, or correct its condition or the sets before it"));
    }

    /// Checks the end of a loop; true if it has none.
    fn looped(&mut self, place: Place, kind: &LoopKind, body: &[Statement], at: &At) -> bool {
        let left = match kind {
            LoopKind::TillExit => self.exits(body),
            // A condition that was not asked is no fault of the loop.
            _ => place.leaves || !place.asked || !place.goes_on,
        };
        if !left {
            let warning = self.warn("endless-loop", at, "this loop is never left");
            self.findings.add(warning.hint("let it read a value that ends it, or correct its condition"));
            return true;
        }
        if place.asked && place.leaves && !place.goes_on {
            let warning = match kind {
                LoopKind::While(_) | LoopKind::Until(_) => {
                    self.warn("unreachable-branch", at, "this loop never has a round")
                }
                _ => self.warn("constant-condition", at, "this loop never has a second round"),
            };
            self.findings.add(warning.hint("correct its condition, or the sets of what is read before"));
        }
        false
    }

    /// Whether an exit of a loop was reached.
    fn exits(&self, body: &[Statement]) -> bool {
        body.iter().any(|statement| match &statement.kind {
            StatementKind::Exit => self.reach.of(&statement.at).reached,
            StatementKind::If { then, otherwise, .. } => self.exits(then) || self.exits(otherwise),
            _ => false,
        })
    }
}

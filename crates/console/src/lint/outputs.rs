//! Outputs that cannot be told apart: an optional one that ends or begins with a wildcard, next to another wildcard.
//! In: the statements. Out: a warning for each pair of outputs that can meet between two reads. Then the optional output
//! says nothing: whatever it allows, its neighbour allows as well.

use std::collections::BTreeSet;

use super::Findings;
use crate::pattern::{self, Output, Step};
use crate::syntax::ast::{At, LoopKind, Pattern, PatternKind, Statement, StatementKind};

/// Checks all neighbouring outputs.
pub(super) fn check(statements: &[Statement], findings: &mut Findings<'_>) {
    let mut walk = Walk::default();
    walk.block(statements);
    for (first, second) in walk.pairs.iter().take(MOST_PAIRS) {
        let (first, second) = (&walk.writes[*first], &walk.writes[*second]);
        if first.ambiguous_before(second) {
            let (optional, other) = if second.optional { (second, first) } else { (first, second) };
            let message = "this optional output and the wildcard next to it cannot be told apart";
            let warning = findings.warning("ambiguous-output", optional.at, message);
            let hint = "leave the optional output out, or begin or end one of the two with a fixed text";
            let label =
                if second.optional { "written directly before it" } else { "written directly after it" };
            findings.add(warning.label(findings.span(other.at), label).hint(hint));
        }
    }
}

/// So many pairs are looked at: each takes a small search.
const MOST_PAIRS: usize = 200;
/// So many writes in a row are told apart.
const MOST_IN_A_ROW: usize = 50;

struct Write<'s> {
    optional: bool,
    pattern: &'s Pattern,
    at: &'s At,
}

/// The paths from the beginning of some statements to one place. Between two reads, writes are neighbours.
#[derive(Default, Clone)]
struct Paths {
    /// Whether there are any.
    exist: bool,
    /// Whether on some of them nothing is written and nothing read.
    idle: bool,
    /// The writes that can be the last one since a read.
    last: BTreeSet<usize>,
}

impl Paths {
    fn idle() -> Paths {
        Paths { exist: true, idle: true, last: BTreeSet::new() }
    }

    fn or(mut self, other: Paths) -> Paths {
        self.exist |= other.exist;
        self.idle |= other.idle;
        extend(&mut self.last, &other.last);
        self
    }

    /// These paths, then others.
    fn then(&self, mut next: Paths) -> Paths {
        if next.idle {
            extend(&mut next.last, &self.last);
        }
        Paths { exist: self.exist && next.exist, idle: self.idle && next.idle, last: next.last }
    }
}

/// What some statements write at their borders.
#[derive(Default, Clone)]
struct Borders {
    /// The writes that can be the first one, before any read.
    first: BTreeSet<usize>,
    /// To the end of the statements.
    end: Paths,
    /// To an exit of the loop around.
    exit: Paths,
}

impl Borders {
    fn idle() -> Borders {
        Borders { end: Paths::idle(), ..Borders::default() }
    }
}

fn extend(set: &mut BTreeSet<usize>, more: &BTreeSet<usize>) {
    set.extend(more.iter().take(MOST_IN_A_ROW.saturating_sub(set.len())));
}

#[derive(Default)]
struct Walk<'s> {
    writes: Vec<Write<'s>>,
    /// Writes that follow each other.
    pairs: BTreeSet<(usize, usize)>,
}

impl<'s> Walk<'s> {
    fn block(&mut self, statements: &'s [Statement]) -> Borders {
        let mut before = Borders::idle();
        for statement in statements {
            if !before.end.exist {
                break;
            }
            let next = self.statement(statement);
            before = self.sequence(before, next);
        }
        before
    }

    fn sequence(&mut self, one: Borders, next: Borders) -> Borders {
        self.meet(&one.end.last, &next.first);
        let mut first = one.first;
        if one.end.idle {
            extend(&mut first, &next.first);
        }
        let exit = match next.exit.exist {
            true => one.exit.or(one.end.then(next.exit)),
            false => one.exit,
        };
        Borders { first, end: one.end.then(next.end), exit }
    }

    fn statement(&mut self, statement: &'s Statement) -> Borders {
        match &statement.kind {
            StatementKind::Read(_) => {
                Borders { end: Paths { exist: true, ..Paths::default() }, ..Borders::default() }
            }
            StatementKind::Write { optional, pattern } => {
                self.writes.push(Write { optional: *optional, pattern, at: &statement.at });
                let only = BTreeSet::from([self.writes.len() - 1]);
                let end = Paths { exist: true, idle: *optional, last: only.clone() };
                Borders { first: only, end, exit: Paths::default() }
            }
            StatementKind::If { then, otherwise, .. } => {
                let (mut then, otherwise) = (self.block(then), self.block(otherwise));
                extend(&mut then.first, &otherwise.first);
                Borders {
                    first: then.first,
                    end: then.end.or(otherwise.end),
                    exit: then.exit.or(otherwise.exit),
                }
            }
            StatementKind::Loop { kind, body } => self.looped(kind, body),
            StatementKind::Exit => Borders { exit: Paths::idle(), ..Borders::default() },
            StatementKind::Assign(_) | StatementKind::Choose(_) | StatementKind::Nothing => Borders::idle(),
        }
    }

    fn looped(&mut self, kind: &LoopKind, body: &'s [Statement]) -> Borders {
        let round = self.block(body);
        self.meet(&round.end.last, &round.first);
        // Any number of rounds, then the part of one that leaves.
        let rounds = Paths::idle().or(round.end.clone());
        let end = match kind {
            LoopKind::TillExit => rounds.then(round.exit),
            LoopKind::While(_) | LoopKind::Until(_) | LoopKind::UntilEnd => rounds,
            LoopKind::RepeatWhile(_) | LoopKind::RepeatUntil(_) => rounds.then(round.end),
        };
        Borders { first: round.first, end, exit: Paths::default() }
    }

    fn meet(&mut self, last: &BTreeSet<usize>, first: &BTreeSet<usize>) {
        for before in last {
            self.pairs.extend(first.iter().map(|after| (*before, *after)));
        }
    }
}

impl Write<'_> {
    fn ambiguous_before(&self, next: &Write<'_>) -> bool {
        if !(self.optional || next.optional) || !ends_free(self.pattern) || !begins_free(next.pattern) {
            return false;
        }
        let step = Step { outputs: vec![self.output(), next.output()] };
        pattern::ambiguous(&step).is_some()
    }

    /// The output with texts that stand for the values of its terms.
    fn output(&self) -> Output {
        Output { optional: self.optional, pattern: stand_in(self.pattern) }
    }
}

/// Whether a pattern ends with a wildcard.
fn ends_free(pattern: &Pattern) -> bool {
    edge_free(pattern, |parts| parts.last())
}

/// Whether a pattern begins with a wildcard.
fn begins_free(pattern: &Pattern) -> bool {
    edge_free(pattern, |parts| parts.first())
}

fn edge_free(pattern: &Pattern, edge: fn(&[Pattern]) -> Option<&Pattern>) -> bool {
    match &pattern.kind {
        PatternKind::Any | PatternKind::AnyWithout(_) | PatternKind::Some | PatternKind::Decorated(_) => true,
        PatternKind::Sequence(parts) => edge(parts).is_some_and(|part| edge_free(part, edge)),
        PatternKind::Either(parts) => parts.iter().any(|part| edge_free(part, edge)),
        PatternKind::Maybe(inner) => edge_free(inner, edge),
        PatternKind::Text(_) | PatternKind::Value(_) | PatternKind::Glued(_) | PatternKind::Nothing => false,
    }
}

/// The pattern with one number in place of each term: whether texts can be split does not depend on which it is.
fn stand_in(pattern: &Pattern) -> pattern::Pattern {
    let number = || pattern::Pattern::Number("7".into());
    match &pattern.kind {
        PatternKind::Text(text) => pattern::Pattern::Text(text.clone().into_bytes()),
        PatternKind::Value(_) | PatternKind::Glued(_) => number(),
        PatternKind::Decorated(_) => pattern::Pattern::Decorated(Box::new(number())),
        PatternKind::Any => pattern::Pattern::Any,
        PatternKind::AnyWithout(texts) => {
            pattern::Pattern::AnyWithout(texts.iter().map(|text| text.clone().into_bytes()).collect())
        }
        PatternKind::Some => pattern::Pattern::Some,
        PatternKind::Nothing => pattern::Pattern::nothing(),
        PatternKind::Sequence(parts) => pattern::Pattern::Sequence(parts.iter().map(stand_in).collect()),
        PatternKind::Either(parts) => pattern::Pattern::Either(parts.iter().map(stand_in).collect()),
        PatternKind::Maybe(inner) => {
            pattern::Pattern::Either(vec![stand_in(inner), pattern::Pattern::nothing()])
        }
    }
}

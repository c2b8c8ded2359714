//! Changes of whole arms: one that is gone, one that gives what the next one gives.
//! An arm is only removed where a later one takes whatever it took, as far as the patterns alone tell.

use super::changes::{Changes, MOST_COPIED};
use super::definitions::uses_more_than;
use super::{MutantKind, shortened};
use crate::syntax::ast::{Case, ExprKind, Pattern, PatternKind};

impl Changes<'_> {
    /// The changes of the arms of one `match`, `function` or `try`.
    pub(super) fn arms(&mut self, cases: &[Case]) {
        for (place, case) in cases.iter().enumerate() {
            let rest = &cases[place + 1..];
            let caught = |later: &Case| later.guard.is_none() && covers(&later.pattern, &case.pattern);
            if rest.iter().any(caught) {
                self.remove(cases, place);
            }
            if let Some(next) = rest.first() {
                self.take_next_body(case, next);
            }
        }
    }

    /// Removes an arm with the bar before it, or the first one with the bar behind it.
    fn remove(&mut self, cases: &[Case], place: usize) {
        let (Some(case), previous) = (cases.get(place), place.checked_sub(1)) else { return };
        let range = match previous.and_then(|place| cases.get(place)) {
            Some(previous) => previous.loc.range().end..case.loc.range().end,
            None => match cases.get(place + 1) {
                Some(next) => case.loc.range().start..next.loc.range().start,
                None => return,
            },
        };
        let pattern = shortened(self.text(case.pattern.loc.range()), 40);
        let description = format!("the arm `{pattern}` is gone");
        self.replace(MutantKind::ArmRemoved, range, String::new(), description);
    }

    fn take_next_body(&mut self, case: &Case, next: &Case) {
        let (own, other) = (self.text(case.body.loc.range()), self.text(next.body.loc.range()));
        if other.len() > MOST_COPIED
            || shortened(own, 2 * MOST_COPIED) == shortened(other, 2 * MOST_COPIED)
            || uses_more_than(&next.body, &next.pattern, &case.pattern)
        {
            return;
        }
        let pattern = shortened(self.text(case.pattern.loc.range()), 40);
        let description = format!("the arm `{pattern}` gives `{}`", shortened(other, 40));
        let is_atom = matches!(
            next.body.kind,
            ExprKind::Ident(_)
                | ExprKind::Constant(_)
                | ExprKind::List(_)
                | ExprKind::Construct { arg: None, .. }
        );
        let replacement = if is_atom { other.into() } else { format!("({other})") };
        self.replace(MutantKind::ArmBody, case.body.loc.range(), replacement, description);
    }
}

/// Whether a pattern takes every value that another one takes, as far as this can be told without types.
fn covers(general: &Pattern, specific: &Pattern) -> bool {
    match (&general.kind, &specific.kind) {
        (PatternKind::Any | PatternKind::Var(_), kind) => !matches!(kind, PatternKind::Exception(_)),
        (PatternKind::Alias { pattern, .. } | PatternKind::Constraint { pattern, .. }, _) => {
            covers(pattern, specific)
        }
        (_, PatternKind::Alias { pattern, .. } | PatternKind::Constraint { pattern, .. }) => {
            covers(general, pattern)
        }
        (_, PatternKind::Or(parts)) => parts.iter().all(|part| covers(general, part)),
        (PatternKind::Or(parts), _) => parts.iter().any(|part| covers(part, specific)),
        (PatternKind::Tuple(all), PatternKind::Tuple(others)) => each_covers(all, others),
        // Lists of one length; those of open length are made of constructors.
        (PatternKind::List(all), PatternKind::List(others)) => each_covers(all, others),
        (PatternKind::Constant(one), PatternKind::Constant(other)) => one == other,
        (PatternKind::Construct { path, arg }, PatternKind::Construct { path: other, arg: other_arg }) => {
            path.node.last() == other.node.last() && argument_covers(arg.as_deref(), other_arg.as_deref())
        }
        (PatternKind::Variant { tag, arg }, PatternKind::Variant { tag: other, arg: other_arg }) => {
            tag == other && argument_covers(arg.as_deref(), other_arg.as_deref())
        }
        (PatternKind::Record { fields, .. }, PatternKind::Record { fields: others, .. }) => {
            fields.iter().all(|(field, part)| {
                let same = |(other, _): &&(_, Pattern)| {
                    let other: &crate::syntax::ast::Path = other;
                    other.node.last() == field.node.last()
                };
                match others.iter().find(same) {
                    Some((_, other)) => covers(part, other),
                    None => is_open(part),
                }
            })
        }
        (PatternKind::Exception(general), PatternKind::Exception(specific)) => covers(general, specific),
        (PatternKind::Tuple(parts), _) => parts.iter().all(is_open),
        (PatternKind::Record { fields, .. }, _) => fields.iter().all(|(_, part)| is_open(part)),
        _ => false,
    }
}

fn each_covers(all: &[Pattern], others: &[Pattern]) -> bool {
    all.len() == others.len() && all.iter().zip(others).all(|(one, other)| covers(one, other))
}

fn argument_covers(general: Option<&Pattern>, specific: Option<&Pattern>) -> bool {
    match (general, specific) {
        (Some(general), Some(specific)) => covers(general, specific),
        (None, None) => true,
        _ => false,
    }
}

/// Whether no value is taken by both patterns, as far as this can be told without types.
pub(super) fn are_disjoint(one: &Pattern, other: &Pattern) -> bool {
    match (&one.kind, &other.kind) {
        (PatternKind::Alias { pattern, .. } | PatternKind::Constraint { pattern, .. }, _) => {
            are_disjoint(pattern, other)
        }
        (_, PatternKind::Alias { pattern, .. } | PatternKind::Constraint { pattern, .. }) => {
            are_disjoint(one, pattern)
        }
        (PatternKind::Or(parts), _) => parts.iter().all(|part| are_disjoint(part, other)),
        (_, PatternKind::Or(parts)) => parts.iter().all(|part| are_disjoint(one, part)),
        (PatternKind::Tuple(parts), PatternKind::Tuple(others)) => {
            parts.iter().zip(others).any(|(part, other)| are_disjoint(part, other))
        }
        (PatternKind::List(parts), PatternKind::List(others)) => {
            parts.len() != others.len()
                || parts.iter().zip(others).any(|(part, other)| are_disjoint(part, other))
        }
        // The empty list is a constructor, and a list in brackets is not empty.
        (PatternKind::List(_), PatternKind::Construct { path, .. })
        | (PatternKind::Construct { path, .. }, PatternKind::List(_)) => path.node.is("[]"),
        (PatternKind::Constant(one), PatternKind::Constant(other)) => one != other,
        (PatternKind::Construct { path, arg }, PatternKind::Construct { path: other, arg: other_arg }) => {
            path.node.last() != other.node.last()
                || arguments_are_disjoint(arg.as_deref(), other_arg.as_deref())
        }
        (PatternKind::Variant { tag, arg }, PatternKind::Variant { tag: other, arg: other_arg }) => {
            tag != other || arguments_are_disjoint(arg.as_deref(), other_arg.as_deref())
        }
        _ => false,
    }
}

fn arguments_are_disjoint(one: Option<&Pattern>, other: Option<&Pattern>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if are_disjoint(one, other))
}

/// Whether a pattern takes every value of its type, whatever the type is.
fn is_open(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Any | PatternKind::Var(_) => true,
        PatternKind::Alias { pattern, .. } | PatternKind::Constraint { pattern, .. } => is_open(pattern),
        PatternKind::Tuple(parts) => parts.iter().all(is_open),
        PatternKind::Or(parts) => parts.iter().any(is_open),
        _ => false,
    }
}

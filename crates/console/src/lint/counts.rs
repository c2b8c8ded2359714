//! How many values have been read into each variable, and into each merge of variables: the least and the most.
//! Conditions on the length of a history narrow them down; anything else is taken to hold as well as not.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::variables::Variables;
use crate::syntax::ast::{Name, Operator, Script, Term, TermKind, View};
use crate::syntax::visit::for_each_term;

/// The variables that are looked at together.
#[derive(Debug)]
pub(super) struct Views(Vec<BTreeSet<Arc<str>>>);

impl Views {
    /// Each variable alone, and each merge that occurs in the script.
    pub(super) fn of(script: &Script, variables: &Variables) -> Views {
        let mut views: BTreeSet<BTreeSet<Arc<str>>> =
            variables.all().map(|name| BTreeSet::from([name.clone()])).collect();
        for_each_term(script, &mut |term| {
            if let TermKind::View(names, _) = &term.kind {
                views.insert(members(names));
            }
        });
        Views(views.into_iter().collect())
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    fn position(&self, names: &BTreeSet<Arc<str>>) -> Option<usize> {
        self.0.binary_search(names).ok()
    }
}

fn members(names: &[Name]) -> BTreeSet<Arc<str>> {
    names.iter().map(|name| name.text.clone()).collect()
}

/// Any number of values.
const MANY: u32 = u32::MAX;

/// The least and the most number of values of each view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counts(Vec<(u32, u32)>);

impl Counts {
    /// Nothing is read yet.
    pub(super) fn none(views: &Views) -> Counts {
        Counts(vec![(0, 0); views.0.len()])
    }

    /// What holds on both of two ways, of which each may not exist.
    pub(super) fn join(one: Option<Counts>, other: Option<Counts>) -> Option<Counts> {
        let (Some(one), Some(other)) = (&one, &other) else { return one.or(other) };
        let joined = one.0.iter().zip(&other.0).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
        Some(Counts(joined.collect()))
    }

    /// The least and the most number of values of some variables together.
    pub(super) fn of(&self, views: &Views, names: &BTreeSet<Arc<str>>) -> Option<(u32, u32)> {
        views.position(names).map(|view| self.0[view])
    }

    /// A value is read.
    pub(super) fn read(&mut self, views: &Views, name: &Arc<str>) {
        for (count, view) in self.0.iter_mut().zip(&views.0) {
            if view.contains(name) {
                *count = (count.0.saturating_add(1), count.1.saturating_add(1));
            }
        }
    }

    /// Any number of values can have been read.
    pub(super) fn read_often(&mut self, views: &Views, name: &Arc<str>) {
        for (count, view) in self.0.iter_mut().zip(&views.0) {
            if view.contains(name) {
                count.1 = MANY;
            }
        }
    }

    /// At least so many are known to be there; then each larger merge has as many.
    pub(super) fn at_least(&mut self, views: &Views, names: BTreeSet<Arc<str>>, least: u32) {
        for (count, view) in self.0.iter_mut().zip(&views.0) {
            if names.is_subset(view) {
                *count = (count.0.max(least), count.1.max(least));
            }
        }
    }

    /// At most so many are known to be there; then each smaller merge has at most as many.
    fn at_most(&mut self, views: &Views, names: &BTreeSet<Arc<str>>, most: u32) {
        for (count, view) in self.0.iter_mut().zip(&views.0) {
            if view.is_subset(names) {
                count.1 = count.1.min(most.max(count.0));
            }
        }
    }
}

/// What is known after a condition held, or did not.
pub(super) fn refine(views: &Views, condition: &Term, holds: bool, counts: &Counts) -> Counts {
    let mut refined = counts.clone();
    narrow(views, condition, holds, &mut refined);
    refined
}

fn narrow(views: &Views, condition: &Term, holds: bool, counts: &mut Counts) {
    match &condition.kind {
        TermKind::Not(inner) => narrow(views, inner, !holds, counts),
        TermKind::Binary(Operator::And, a, b) if holds => {
            narrow(views, a, true, counts);
            narrow(views, b, true, counts);
        }
        TermKind::Binary(Operator::Or, a, b) if !holds => {
            narrow(views, a, false, counts);
            narrow(views, b, false, counts);
        }
        TermKind::Binary(operator, a, b) => {
            if let (Some(names), Some(bound)) = (measured(a, *operator), constant(b)) {
                compare(views, &names, *operator, bound, holds, counts);
            } else if let (Some(bound), Some(names)) = (constant(a), measured(b, *operator)) {
                compare(views, &names, mirrored(*operator), bound, holds, counts);
            }
        }
        _ => {}
    }
}

/// The variables of `length(x.all)`, and of `x.all` itself where it is compared with `[]`.
fn measured(term: &Term, operator: Operator) -> Option<BTreeSet<Arc<str>>> {
    let list = match &term.kind {
        TermKind::Call(name, arguments) if *name.text == *"length" && arguments.len() == 1 => &arguments[0],
        TermKind::View(..) if matches!(operator, Operator::Equal | Operator::NotEqual) => term,
        _ => return None,
    };
    match &list.kind {
        TermKind::View(names, View::All) => Some(members(names)),
        _ => None,
    }
}

/// A number that is written down; an empty list is one of length 0.
fn constant(term: &Term) -> Option<u32> {
    match &term.kind {
        TermKind::Int(int) => int.as_usize().and_then(|int| u32::try_from(int).ok()),
        TermKind::List(elements) if elements.is_empty() => Some(0),
        _ => None,
    }
}

/// The operator with its sides exchanged.
fn mirrored(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::LessOrEqual => Operator::GreaterOrEqual,
        Operator::Greater => Operator::Less,
        Operator::GreaterOrEqual => Operator::LessOrEqual,
        other => other,
    }
}

fn compare(
    views: &Views,
    names: &BTreeSet<Arc<str>>,
    operator: Operator,
    bound: u32,
    holds: bool,
    counts: &mut Counts,
) {
    let (above, below) = (bound.saturating_add(1), bound.checked_sub(1));
    let (least, most) = match (operator, holds) {
        (Operator::Less, true) | (Operator::GreaterOrEqual, false) => (None, below),
        (Operator::LessOrEqual, true) | (Operator::Greater, false) => (None, Some(bound)),
        (Operator::Greater, true) | (Operator::LessOrEqual, false) => (Some(above), None),
        (Operator::GreaterOrEqual, true) | (Operator::Less, false) => (Some(bound), None),
        (Operator::Equal, true) | (Operator::NotEqual, false) => (Some(bound), Some(bound)),
        (Operator::NotEqual, true) | (Operator::Equal, false) if bound == 0 => (Some(1), None),
        _ => (None, None),
    };
    if let Some(least) = least {
        counts.at_least(views, names.clone(), least);
    }
    if let Some(most) = most {
        counts.at_most(views, names, most);
    }
}

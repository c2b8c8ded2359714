//! Mistakes in conditions: a program that looks at another value too, such as the total instead of the number that was read.
//! In: a condition and the values that the script computes. Out: the condition with "or", and with "and", the same asked of
//! another value.

use std::sync::Arc;

use lydian_diagnostic::Source;

use super::Changed;
use crate::syntax::ast::{At, Operator, Script, Statement, StatementKind, Term, TermKind};
use crate::syntax::visit::in_pattern;

/// So many values are looked at in the place of others.
const MOST_VALUES: usize = 3;

/// What a script computes beside what its conditions ask for.
pub(super) struct Values<'s> {
    source: &'s Arc<Source>,
    computed: Vec<Term>,
}

impl<'s> Values<'s> {
    pub(super) fn of(script: &'s Script) -> Values<'s> {
        let mut values = Values { source: &script.source, computed: Vec::new() };
        values.collect(&script.body);
        values
    }

    fn collect(&mut self, statements: &[Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Write { pattern, .. } => {
                    let mut inside: Option<At> = None;
                    // Outermost first: what is inside of a value is no value of its own.
                    in_pattern(pattern, &mut |term| {
                        if !inside
                            .as_ref()
                            .is_some_and(|outer| outer.end >= term.at.end && outer.start <= term.at.start)
                        {
                            inside = Some(term.at.clone());
                            self.add(term);
                        }
                    });
                }
                StatementKind::If { then, otherwise, .. } => {
                    self.collect(then);
                    self.collect(otherwise);
                }
                StatementKind::Loop { body, .. } => self.collect(body),
                _ => {}
            }
        }
    }

    fn add(&mut self, term: &Term) {
        let computed = matches!(
            term.kind,
            TermKind::Name(_) | TermKind::Call(..) | TermKind::Binary(..) | TermKind::Quantified(..)
        );
        let known = self.computed.iter().any(|known| self.text(known) == self.text(term));
        if computed && !known && self.computed.len() < MOST_VALUES {
            self.computed.push(term.clone());
        }
    }

    fn text(&self, term: &Term) -> &'s str {
        self.source.text.get(term.at.clone()).unwrap_or_default()
    }

    /// The condition with the same asked of other values.
    pub(super) fn confused(&self, condition: &Term) -> Vec<Changed<Term>> {
        let mut comparisons = Vec::new();
        comparisons_in(condition, &mut comparisons);
        let mut found = Vec::new();
        for (comparison, operator, left, right) in comparisons {
            for other in self.computed.iter().filter(|other| self.text(other) != self.text(left)) {
                let term = |kind: TermKind| Term { kind, at: condition.at.clone() };
                let asked = TermKind::Binary(operator, Box::new(other.clone()), Box::new(right.clone()));
                let what = format!("asks `{}` of `{}`", self.text(comparison), self.text(other));
                for (joined, how) in [(Operator::Or, "too"), (Operator::And, "as well, both to hold")] {
                    let kind =
                        TermKind::Binary(joined, Box::new(condition.clone()), Box::new(term(asked.clone())));
                    found.push(Changed::new(format!("{what} {how}"), &condition.at, term(kind)));
                }
            }
        }
        found
    }
}

/// The comparisons that a condition is made of.
fn comparisons_in<'t>(condition: &'t Term, found: &mut Vec<(&'t Term, Operator, &'t Term, &'t Term)>) {
    use Operator::{And, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, Or};
    match &condition.kind {
        TermKind::Binary(And | Or, a, b) => {
            comparisons_in(a, found);
            comparisons_in(b, found);
        }
        TermKind::Not(a) => comparisons_in(a, found),
        TermKind::Binary(
            operator @ (Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual),
            left,
            right,
        ) => found.push((condition, *operator, left, right)),
        _ => {}
    }
}

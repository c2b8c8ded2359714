//! Paths whose conditions leave one value for an argument: `n > 4` and `n - 1 <= 4`.
//! With that value in its place, what a recursion multiplies up on such a path is a number and not a product of unknowns.

use lydian_core::Value;
use lydian_solver::implied_bounds;
use lydian_term::{TermId, Terms};
use rustc_hash::FxHashMap;

/// Values for variables, and what terms become with them.
pub(super) struct Pinned {
    done: FxHashMap<TermId, TermId>,
    /// That each of these variables has its value.
    equalities: Vec<TermId>,
}

impl Pinned {
    /// The variables for which conditions leave one value; nothing if there is none.
    pub(super) fn by(terms: &mut Terms, conditions: &[TermId]) -> Option<Pinned> {
        let bounds = implied_bounds(terms, conditions)?;
        let mut known: Vec<_> = bounds
            .into_iter()
            .filter_map(|(variable, interval)| {
                let only = interval.lo.clone().filter(|lo| Some(lo) == interval.hi.as_ref())?;
                Some((variable, only))
            })
            .collect();
        known.sort_unstable_by_key(|(variable, _)| *variable);
        let (mut done, mut equalities) = (FxHashMap::default(), Vec::new());
        for (variable, value) in known {
            let (variable, value) = (terms.variable_term(variable), terms.int_const(value));
            equalities.push(terms.eq(variable, value));
            done.insert(variable, value);
        }
        (!done.is_empty()).then_some(Pinned { done, equalities })
    }

    /// Conditions that say the same.
    pub(super) fn conditions(&mut self, terms: &mut Terms, conditions: Vec<TermId>) -> Vec<TermId> {
        let mut shorter = self.equalities.clone();
        for condition in conditions {
            let condition = self.term(terms, condition);
            if terms.as_bool(condition) != Some(true) && !shorter.contains(&condition) {
                shorter.push(condition);
            }
        }
        shorter
    }

    /// A term with the values.
    pub(super) fn term(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        terms.substitute(term, &mut self.done)
    }

    /// A value with the values in its terms of numbers and truth values, as far as options, tuples and lists nest.
    pub(super) fn value(&mut self, terms: &mut Terms, value: Value, depth: usize) -> Value {
        match value {
            Value::SymInt(term) => {
                let term = self.term(terms, term);
                terms.as_int(term).map_or(Value::SymInt(term), Value::int)
            }
            Value::SymBool(term) => {
                let term = self.term(terms, term);
                terms.as_bool(term).map_or(Value::SymBool(term), Value::Bool)
            }
            Value::Block(block) if depth < DEEPEST => {
                let fields: Vec<Value> =
                    block.fields.iter().map(|field| self.value(terms, field.clone(), depth + 1)).collect();
                Value::construct(block.con, fields)
            }
            other => other,
        }
    }
}

/// Values that nest more deeply keep their terms.
const DEEPEST: usize = 20;

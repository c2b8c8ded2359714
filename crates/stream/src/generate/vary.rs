//! Different streams get different values, where nothing forbids it.
//! The solver prefers small values, so that two inputs often carry the same one; a case with `a = 0` and `b = 0` does not
//! tell a merge from one with the other priority. A change is kept if the case meets all that it met, at the same times.

use lydian_core::Value;
use lydian_tessla::Type;

use super::confirm::replay;
use super::{Case, Maker};
use crate::solve::unroll::KnownSlot;

/// No more changes are tried in one case: each is a run.
const MOST_TRIES: usize = 60;

impl Maker<'_> {
    /// A confirmed case with values that tell its streams apart.
    pub(super) fn told_apart(&mut self, mut slots: Vec<KnownSlot>, mut case: Case) -> Case {
        let spec = self.relation.spec;
        let ty = |input: usize| &spec.streams[spec.inputs[input].stream.0 as usize].ty;
        let mut tries = 0;
        for slot in 0..slots.len() {
            for input in 0..spec.inputs.len() {
                let Some(value) = slots[slot].events[input].clone() else { continue };
                let others = values_beside(&slots[..=slot], input, |other| ty(other) == ty(input));
                if !others.iter().any(|other| super::same_value(other, &value)) {
                    continue;
                }
                for candidate in candidates(ty(input), &others) {
                    if tries >= MOST_TRIES || self.out_of_time() {
                        return case;
                    }
                    tries += 1;
                    let mut changed = slots.clone();
                    changed[slot].events[input] = Some(candidate);
                    if let Some(better) = self.as_good(&changed, &case) {
                        (slots, case) = (changed, better);
                        break;
                    }
                }
            }
        }
        case
    }

    /// The case of changed slots, if it does all that the case did.
    fn as_good(&mut self, slots: &[KnownSlot], case: &Case) -> Option<Case> {
        let new = self.confirmer.confirm(&mut self.relation, slots).ok()?;
        let is_met = case.meets.iter().all(|met| new.meets.contains(met));
        let is_alike = new.failure == case.failure && new.pending == case.pending && new.times == case.times;
        (is_met && is_alike && self.keeps_assertions(slots)).then_some(new)
    }

    /// Whether the author's assertions hold of known slots.
    fn keeps_assertions(&mut self, slots: &[KnownSlot]) -> bool {
        let replayed = replay(&mut self.relation, slots);
        let terms = &self.relation.session.terms;
        let holds = |term| terms.as_bool(term) == Some(true);
        let wishes = replayed.first().map_or(0, |slot| slot.wishes.len());
        replayed.iter().all(|slot| slot.demands.iter().all(|demand| holds(*demand)))
            && (0..wishes).all(|wish| replayed.iter().any(|slot| holds(slot.wishes[wish])))
    }
}

/// The newest values of the other inputs that are alike.
fn values_beside(slots: &[KnownSlot], input: usize, is_alike: impl Fn(usize) -> bool) -> Vec<Value> {
    let count = slots.last().map_or(0, |slot| slot.events.len());
    (0..count)
        .filter(|other| *other != input && is_alike(*other))
        .filter_map(|other| slots.iter().rev().find_map(|slot| slot.events[other].clone()))
        .collect()
}

/// Simple values that none of the others is.
fn candidates(ty: &Type, others: &[Value]) -> Vec<Value> {
    let simple: Vec<Value> = match ty {
        Type::Int => [1, 2, 3, -1, 0, 4, 5].map(Value::Int).to_vec(),
        Type::String => ["a", "b", "c", ""].map(|text| Value::str(text.to_owned())).to_vec(),
        _ => Vec::new(),
    };
    let is_new = |value: &Value| !others.iter().any(|other| super::same_value(other, value));
    simple.into_iter().filter(is_new).take(4).collect()
}

//! The Wp method (Fujiwara and others 1991): states on the way are checked by the whole characterisation set, the last state
//! only by the words that tell it from the others.

use super::separate::{Probe, characterise};
use super::traverse::{Checks, traverse};
use super::w::whole_set;
use super::{Sequence, SuiteError, SuiteLimits, require_connected, spelled, without_prefixes};
use crate::Fsm;

/// For each state, sequences (prefixes of the characterisation set) that tell it from every other state.
pub fn state_identifiers(machine: &Fsm) -> Result<Vec<Vec<Sequence>>, SuiteError> {
    let identifiers = identifiers(machine, &characterise(machine)?);
    Ok(identifiers.into_iter().map(|words| spelled(machine, words)).collect())
}

/// The Wp suite for systems with up to `extra` states more than the machine has. It asks the same of the machine and promises
/// the same as [`super::w_suite`], never with more inputs.
pub fn wp_suite(machine: &Fsm, extra: usize, limits: SuiteLimits) -> Result<Vec<Sequence>, SuiteError> {
    require_connected(machine)?;
    let probes = characterise(machine)?;
    traverse(machine, extra, &whole_set(machine, &probes), &identifiers(machine, &probes), limits)
}

fn identifiers(machine: &Fsm, probes: &[Probe]) -> Checks {
    (0..machine.states()).map(|state| identifier(machine, probes, state)).collect()
}

/// Always the probe that tells most of the remaining states from this one, cut to what that needs.
fn identifier(machine: &Fsm, probes: &[Probe], state: usize) -> Vec<super::Word> {
    let mut others: Vec<usize> = (0..machine.states()).filter(|other| *other != state).collect();
    let mut words = Vec::new();
    while !others.is_empty() {
        let gain = |probe: &&Probe| {
            let told = others.iter().filter(|other| probe.separates(state, **other).is_some()).count();
            (std::cmp::Reverse(told), probe.word.len())
        };
        // The first of the best: the order of probes decides.
        let Some(probe) = probes.iter().min_by_key(gain) else { break };
        let mut needed = 0;
        others.retain(|other| match probe.separates(state, *other) {
            Some(inputs) => {
                needed = needed.max(inputs);
                false
            }
            None => true,
        });
        debug_assert!(needed > 0, "a characterisation set separates all pairs");
        words.push(probe.word[..needed].to_vec());
    }
    without_prefixes(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputId;
    use crate::fsm::tests::coffee;

    #[test]
    fn the_state_that_pays_out_needs_only_the_button() {
        let identifiers = state_identifiers(&coffee()).unwrap();
        let [nickel, button] = [InputId(0), InputId(2)];
        assert_eq!(identifiers[2], [[button]]);
        assert_eq!(identifiers[0], [[nickel, button]]);
        assert_eq!(identifiers[1], [vec![button], vec![nickel, button]]);
    }
}

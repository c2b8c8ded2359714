//! The HSI method (Luo, Petrenko and von Bochmann 1994): every state is checked by its own words only, where any two states
//! share a prefix of their words that tells them apart.

use super::separate::{Probe, characterise, pairs};
use super::traverse::{Checks, traverse};
use super::{Sequence, SuiteError, SuiteLimits, require_connected, spelled, without_prefixes};
use crate::Fsm;

/// For each state, sequences such that any two states have, among the prefixes of the sequences of both, one with different
/// answers.
pub fn harmonised_identifiers(machine: &Fsm) -> Result<Vec<Vec<Sequence>>, SuiteError> {
    let identifiers = identifiers(machine, &characterise(machine)?);
    Ok(identifiers.into_iter().map(|words| spelled(machine, words)).collect())
}

/// The HSI suite for systems with up to `extra` states more than the machine has. It asks the same of the machine and promises
/// the same as [`super::w_suite`], never with more inputs.
pub fn hsi_suite(machine: &Fsm, extra: usize, limits: SuiteLimits) -> Result<Vec<Sequence>, SuiteError> {
    require_connected(machine)?;
    let checks = identifiers(machine, &characterise(machine)?);
    traverse(machine, extra, &checks, &checks, limits)
}

/// Every pair takes the first probe that separates it; each state keeps of a probe what its pairs need.
fn identifiers(machine: &Fsm, probes: &[Probe]) -> Checks {
    let mut needed = vec![vec![0; probes.len()]; machine.states()];
    for (left, right) in pairs(machine.states()) {
        let separating = |(number, probe): (usize, &Probe)| Some((number, probe.separates(left, right)?));
        let Some((number, inputs)) = probes.iter().enumerate().find_map(separating) else {
            debug_assert!(false, "a characterisation set separates all pairs");
            continue;
        };
        for state in [left, right] {
            needed[state][number] = inputs.max(needed[state][number]);
        }
    }
    let words_of = |needed: Vec<usize>| {
        let used = needed.into_iter().zip(probes).filter(|(inputs, _)| *inputs > 0);
        without_prefixes(used.map(|(inputs, probe)| probe.word[..inputs].to_vec()).collect())
    };
    needed.into_iter().map(words_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputId;
    use crate::fsm::tests::coffee;

    #[test]
    fn states_of_the_coffee_machine_share_what_tells_them_apart() {
        let identifiers = harmonised_identifiers(&coffee()).unwrap();
        let [nickel, button] = [InputId(0), InputId(2)];
        assert_eq!(identifiers[2], [[button]]);
        assert_eq!(identifiers[0], [vec![button], vec![nickel, button]]);
        assert_eq!(identifiers[1], identifiers[0]);
    }
}

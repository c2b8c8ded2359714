//! The W method (Chow 1978): every state that may have been reached is checked by one set of words for all states.

use super::separate::{Probe, characterise};
use super::traverse::{Checks, traverse};
use super::{Sequence, SuiteError, SuiteLimits, require_connected, spelled, without_prefixes};
use crate::Fsm;

/// A characterisation set: for any two states one of its sequences, as far as both specify it, has different answers. The
/// sequences that tell most pairs apart come first. None is needed for a machine with one state.
pub fn characterisation_set(machine: &Fsm) -> Result<Vec<Sequence>, SuiteError> {
    let probes = characterise(machine)?;
    Ok(spelled(machine, probes.into_iter().map(|probe| probe.word).collect()))
}

/// The W suite for systems with up to `extra` states more than the machine has.
///
/// The machine must be minimal with all states in reach. If it is partial, the words of the set end where a state specifies
/// no more.
///
/// ```
/// use lydian_conform::{AnswerId, Fsm, InputId, Next, SuiteLimits, w_suite};
/// let step = |answer, target| Some(Next { answer: AnswerId(answer), target });
/// let lamp = Fsm::new(0, vec![InputId(0)], vec![vec![step(1, 1)], vec![step(0, 0)]]).unwrap();
/// assert_eq!(w_suite(&lamp, 0, SuiteLimits::default()).unwrap(), [[InputId(0); 3]]);
/// ```
pub fn w_suite(machine: &Fsm, extra: usize, limits: SuiteLimits) -> Result<Vec<Sequence>, SuiteError> {
    require_connected(machine)?;
    let checks = whole_set(machine, &characterise(machine)?);
    traverse(machine, extra, &checks, &checks, limits)
}

/// All words for every state, as far as it specifies them.
pub(super) fn whole_set(machine: &Fsm, probes: &[Probe]) -> Checks {
    let of_state = |state: usize| {
        let words = probes.iter().map(|probe| probe.word[..probe.specified(state)].to_vec());
        let mut words = without_prefixes(words.collect());
        words.retain(|word| !word.is_empty());
        words
    };
    (0..machine.states()).map(of_state).collect()
}

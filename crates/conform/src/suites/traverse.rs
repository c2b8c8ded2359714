//! What the W, Wp and HSI suites share: all short continuations of the state cover, each followed by words that check the
//! state reached.
//! Why that is enough (for a system with at most `extra` states more): suppose that a shortest continuation of the state cover
//! with a wrong answer were longer than `extra + 1`. Among the states of the system on its way and those that the cover
//! reaches, two are the same; the checks show that they stand for the same state of the machine, so the way could be
//! shorter. Only words that the machine specifies are used, so that the argument holds for partial machines too.

use super::cover::Access;
use super::{Sequence, SuiteError, SuiteLimits, Word, spelled, without_prefixes};
use crate::Fsm;

/// Checks of each state: words, of which none is a prefix of another. A state may have none.
pub(super) type Checks = Vec<Vec<Word>>;

/// The state cover, each followed by up to `extra + 1` inputs, each followed by the checks of the state reached: `inner`
/// after up to `extra` inputs, `last` after all of them.
pub(super) fn traverse(
    machine: &Fsm,
    extra: usize,
    inner: &Checks,
    last: &Checks,
    limits: SuiteLimits,
) -> Result<Vec<Sequence>, SuiteError> {
    let access = Access::of(machine);
    admit(machine, &access, extra, inner, last, limits)?;
    let mut words = Vec::new();
    let mut level: Vec<(Word, usize)> =
        access.order.iter().map(|state| (access.word(*state), *state)).collect();
    for inputs in 0..=extra.saturating_add(1) {
        let checks = if inputs > extra { last } else { inner };
        let mut longer = Vec::new();
        for (word, state) in level {
            for check in &checks[state] {
                words.push([word.as_slice(), check.as_slice()].concat());
            }
            if inputs <= extra {
                for (column, next) in machine.row(state).iter().enumerate() {
                    let Some(next) = next else { continue };
                    let mut further = word.clone();
                    further.push(column as u32);
                    longer.push((further, next.target));
                }
            }
            if checks[state].is_empty() {
                words.push(word);
            }
        }
        if longer.is_empty() {
            break;
        }
        level = longer;
    }
    let mut words = without_prefixes(words);
    words.retain(|word| !word.is_empty());
    Ok(spelled(machine, words))
}

/// Counts what [`traverse`] would make, and stops as soon as that is too much.
fn admit(
    machine: &Fsm,
    access: &Access,
    extra: usize,
    inner: &Checks,
    last: &Checks,
    limits: SuiteLimits,
) -> Result<(), SuiteError> {
    // By state: how many words of the level end there, and how many inputs these have in all.
    let mut level = vec![(0_u64, 0_u64); machine.states()];
    for state in &access.order {
        level[*state] = (1, access.depth[*state]);
    }
    let (mut sequences, mut inputs) = (0_u64, 0_u64);
    for length in 0..=extra.saturating_add(1) {
        let checks = if length > extra { last } else { inner };
        let mut longer = vec![(0_u64, 0_u64); machine.states()];
        for (state, (count, sum)) in level.iter().enumerate() {
            let checked = checks[state].len().max(1) as u64;
            let spent: usize = checks[state].iter().map(Vec::len).sum();
            sequences = sequences.saturating_add(count.saturating_mul(checked));
            inputs = inputs
                .saturating_add(sum.saturating_mul(checked))
                .saturating_add(count.saturating_mul(spent as u64));
            for next in machine.row(state).iter().flatten() {
                let (further, inputs) = &mut longer[next.target];
                *further = further.saturating_add(*count);
                *inputs = inputs.saturating_add(*sum).saturating_add(*count);
            }
        }
        limits.admit(sequences, inputs)?;
        if longer.iter().all(|(count, _)| *count == 0) {
            break;
        }
        level = longer;
    }
    Ok(())
}

//! What drawn inputs have taught: which branches and pairs of branches were taken, and the inputs that were the first to take one.
//! Such inputs are worth changing: something that none has done before is one change away from something else.

use lydian_core::Datum;
use lydian_eval::Branches;
use rustc_hash::FxHashSet;

use crate::question::Came;
use crate::random::Random;

/// So many inputs are kept; then new ones take the places of old ones.
const MOST_KEPT: usize = 256;

/// Pairs are made of so many branches of a run: there are quadratically many.
const MOST_PAIRED: usize = 48;

/// Inputs that did something new.
#[derive(Debug, Default)]
pub(crate) struct Learned {
    /// A branch with the class of how often it was taken, or a pair of branches.
    seen: FxHashSet<u64>,
    kept: Vec<Vec<Datum>>,
    /// Inputs on which nothing was rejected, among those that did something new.
    held: Vec<Vec<Datum>>,
    /// Inputs on which nothing was rejected, with values that a solver chose.
    solved: Vec<Vec<Datum>>,
}

/// How hard it is to draw inputs on which nothing is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Luck {
    /// Most are rejected: what was solved for is most of what there is.
    Scarce,
    /// What did something new is worth more than solved inputs, of which there are many with the same few values.
    Ample,
}

impl Learned {
    /// Takes note of a run; keeps its inputs if it did something new.
    pub(crate) fn note(&mut self, inputs: &[Datum], came: Came, branches: &Branches, random: &mut Random) {
        let mut is_new = false;
        let mut places: Vec<u16> = Vec::new();
        for (place, class) in branches.iter() {
            is_new |= self.seen.insert(u64::from(place) << 8 | u64::from(class));
            places.push(place);
        }
        places.truncate(MOST_PAIRED);
        for (index, first) in places.iter().enumerate() {
            for second in &places[..index] {
                let (low, high) = (first.min(second), first.max(second));
                is_new |= self.seen.insert(1 << 40 | u64::from(*low) << 16 | u64::from(*high));
            }
        }
        if !is_new {
            return;
        }
        match came {
            Came::Held => keep(&mut self.held, inputs, random),
            _ => keep(&mut self.kept, inputs, random),
        }
    }

    /// Keeps inputs that held and were solved for.
    pub(crate) fn keep_solved(&mut self, inputs: &[Datum], random: &mut Random) {
        keep(&mut self.solved, inputs, random);
    }

    /// Inputs to change; those on which nothing was rejected three times out of four.
    pub(crate) fn pick(&self, luck: Luck, random: &mut Random) -> Option<&Vec<Datum>> {
        let takes_solved = match luck {
            Luck::Scarce => !random.once_in(4),
            Luck::Ample => random.once_in(8),
        };
        let order = match (random.once_in(4), takes_solved) {
            (true, _) => [&self.kept, &self.held, &self.solved],
            (false, true) => [&self.solved, &self.held, &self.kept],
            (false, false) => [&self.held, &self.solved, &self.kept],
        };
        let pool = order.into_iter().find(|pool| !pool.is_empty())?;
        // What came last is nearest to where nobody has been.
        match random.once_in(2) {
            true => pool.get(pool.len().saturating_sub(1 + random.below(pool.len().min(16)))),
            false => random.pick(pool),
        }
    }
}

fn keep(kept: &mut Vec<Vec<Datum>>, inputs: &[Datum], random: &mut Random) {
    if kept.len() < MOST_KEPT {
        kept.push(inputs.to_vec());
    } else {
        kept[random.below(MOST_KEPT)] = inputs.to_vec();
    }
}

//! Makes a failing sequence short: inputs are left out as long as the system is still wrong, then replaced by smaller ones. What is left out
//! may have changed what later inputs speak of, or another input may do what two did: so one input or two are left out and another one
//! is replaced at the same time, or one input is left out while a value is renamed in
//! all inputs or two neighbours change places.
//! Inputs behind the failure are never given, so they are gone at once.

use crate::InputId;
use crate::product::Failure;

/// What can stand for something in a smaller sequence.
pub struct Candidates<'c> {
    /// Inputs that can stand for any.
    pub others: &'c [InputId],
    /// Inputs that can stand for one, the smallest first.
    pub smaller: &'c mut dyn FnMut(InputId) -> Vec<InputId>,
    /// The same sequence with a value that occurs in it renamed wherever it occurs.
    pub renamed: &'c mut dyn FnMut(&[InputId]) -> Vec<Vec<InputId>>,
}

/// Shrinks a failing sequence.
///
/// `fails` runs a sequence and gives its failure, if it has one; it is called at most `tries` times.
pub fn shrink(
    failure: Failure,
    tries: usize,
    candidates: Candidates<'_>,
    fails: &mut dyn FnMut(&[InputId]) -> Option<Failure>,
) -> Failure {
    let Candidates { others, smaller, renamed } = candidates;
    let mut shrinking = Shrinking { best: failure, left: tries, fails };
    loop {
        let before = shrinking.best.inputs();
        shrinking.leave_out_runs();
        shrinking.leave_out_pairs();
        shrinking.replace(smaller);
        shrinking.rename(renamed);
        if shrinking.left == 0 {
            return shrinking.best;
        }
        let is_done = shrinking.best.inputs() == before;
        if is_done && !shrinking.rename_and_leave_out(renamed) && !shrinking.exchange(others) {
            return shrinking.best;
        }
    }
}

/// In longer sequences there are too many exchanges to try.
const LONGEST_EXCHANGE: usize = 8;

/// In longer sequences values are only renamed, without leaving out an input at the same time.
const LONGEST_RENAMED: usize = 20;

struct Shrinking<'f> {
    best: Failure,
    left: usize,
    fails: &'f mut dyn FnMut(&[InputId]) -> Option<Failure>,
}

impl Shrinking<'_> {
    /// Takes a sequence over if it still fails.
    fn attempt(&mut self, inputs: &[InputId]) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        match (self.fails)(inputs) {
            Some(failure) if failure.is_like(&self.best) => {
                self.best = failure;
                true
            }
            _ => false,
        }
    }

    /// Leaves out runs of inputs, long ones first.
    fn leave_out_runs(&mut self) {
        let mut length = self.best.steps.len() / 2;
        while length > 0 {
            // From the end: what stands there is often only there because the walk went on.
            let mut start = self.best.steps.len().saturating_sub(length);
            loop {
                let mut inputs = self.best.inputs();
                let end = (start + length).min(inputs.len());
                inputs.drain(start.min(end)..end);
                self.attempt(&inputs);
                if start == 0 || self.left == 0 {
                    break;
                }
                start = start.min(self.best.steps.len()).saturating_sub(length.min(start).max(1));
            }
            length /= 2;
        }
    }

    /// Leaves out two inputs at once: one that does something and one that undoes it.
    fn leave_out_pairs(&mut self) {
        let count = self.best.steps.len();
        if count > 60 {
            return;
        }
        let mut first = 0;
        while first < self.best.steps.len() {
            let mut second = first + 1;
            let mut shorter = false;
            while second < self.best.steps.len() {
                let mut inputs = self.best.inputs();
                inputs.remove(second);
                inputs.remove(first);
                if self.attempt(&inputs) {
                    shorter = true;
                    break;
                }
                second += 1;
            }
            if !shorter {
                first += 1;
            }
        }
    }

    /// Leaves out one input, or two neighbours, and puts another one in the place of one of the rest; whether that was of use.
    fn exchange(&mut self, others: &[InputId]) -> bool {
        let inputs = self.best.inputs();
        if inputs.len() > LONGEST_EXCHANGE {
            return false;
        }
        for count in [1, 2] {
            for start in 0..(inputs.len() + 1).saturating_sub(count) {
                let mut rest = inputs.clone();
                rest.drain(start..start + count);
                for position in 0..rest.len() {
                    for other in others.iter().filter(|other| **other != rest[position]) {
                        let mut candidate = rest.clone();
                        candidate[position] = *other;
                        if self.attempt(&candidate) {
                            return true;
                        }
                        if self.left == 0 {
                            return false;
                        }
                    }
                }
            }
        }
        false
    }

    /// Renames values as long as that is of use.
    fn rename(&mut self, renamed: &mut dyn FnMut(&[InputId]) -> Vec<Vec<InputId>>) {
        while self.left > 0 {
            let candidates = renamed(&self.best.inputs());
            if !candidates.iter().any(|candidate| self.attempt(candidate)) {
                return;
            }
        }
    }

    /// Leaves out one input and at the same time renames a value, gives two neighbours in the other order, or both; whether that was of use.
    fn rename_and_leave_out(&mut self, renamed: &mut dyn FnMut(&[InputId]) -> Vec<Vec<InputId>>) -> bool {
        let inputs = self.best.inputs();
        if inputs.len() > LONGEST_RENAMED {
            return false;
        }
        let swapped = if inputs.len() > LONGEST_EXCHANGE { 0 } else { inputs.len().saturating_sub(2) };
        let mut candidates = renamed(&inputs);
        candidates.insert(0, inputs);
        for candidate in candidates {
            for place in 0..candidate.len() {
                let mut shorter = candidate.clone();
                shorter.remove(place);
                if self.attempt(&shorter) {
                    return true;
                }
                for first in (0..swapped).filter(|first| shorter[*first] != shorter[first + 1]) {
                    let mut other = shorter.clone();
                    other.swap(first, first + 1);
                    if self.attempt(&other) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Replaces inputs by smaller ones, all equal ones together first.
    fn replace(&mut self, smaller: &mut dyn FnMut(InputId) -> Vec<InputId>) {
        let mut position = 0;
        while position < self.best.steps.len() {
            let current = self.best.inputs();
            let input = current[position];
            for candidate in smaller(input) {
                let everywhere: Vec<InputId> =
                    current.iter().map(|other| if *other == input { candidate } else { *other }).collect();
                let mut here = current.clone();
                here[position] = candidate;
                if (everywhere != here && self.attempt(&everywhere)) || self.attempt(&here) {
                    break;
                }
            }
            position += 1;
        }
    }
}

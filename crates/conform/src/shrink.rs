//! Makes a failing sequence short: inputs are left out as long as the system is still wrong, then replaced by smaller ones.
//! Inputs behind the failure are never given, so they are gone at once.

use crate::InputId;
use crate::product::Failure;

/// Shrinks a failing sequence.
///
/// `fails` runs a sequence and gives its failure, if it has one; it is called at most `tries` times. `smaller` gives inputs
/// that can stand for one, the smallest first.
pub fn shrink(
    failure: Failure,
    tries: usize,
    smaller: &mut dyn FnMut(InputId) -> Vec<InputId>,
    fails: &mut dyn FnMut(&[InputId]) -> Option<Failure>,
) -> Failure {
    let mut shrinking = Shrinking { best: failure, left: tries, fails };
    loop {
        let before = shrinking.best.inputs();
        shrinking.leave_out_runs();
        shrinking.leave_out_pairs();
        shrinking.replace(smaller);
        if shrinking.best.inputs() == before || shrinking.left == 0 {
            return shrinking.best;
        }
    }
}

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

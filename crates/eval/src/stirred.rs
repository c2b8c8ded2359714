//! Whether a run takes integers as words whose bits it stirs, as hash functions and random numbers do.
//! In: what arithmetic and the operations `land`, `lor` and `lxor` came to. Out: whether a result that wrapped went through such an operation,
//! and what came of it wrapped again. A factorial that grows beyond its range wraps as well, and somebody may look at its last bit; but
//! nothing of its bits goes into the next product.
//! Integers carry no marks, so a number is known again by its value. Only large ones are kept, which hardly ever meet by chance.

use rustc_hash::FxHashSet;

/// Numbers closer to zero than this say nothing about where they come from.
const SMALLEST: u64 = 1 << 24;

/// No more numbers than this are kept.
const MOST: usize = 10_000;

/// What wrapped in a run, and what became of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stirred {
    /// What wrapped, and what arithmetic made of it.
    wrapped: FxHashSet<i64>,
    /// What operations on bits made of these numbers, and arithmetic of that.
    stirred: FxHashSet<i64>,
    /// Whether something stirred has wrapped again.
    pub(crate) again: bool,
}

impl Stirred {
    /// Whether there is anything to follow.
    pub(crate) fn has_begun(&self) -> bool {
        !self.wrapped.is_empty()
    }

    /// Takes note of what arithmetic came to.
    pub(crate) fn computed(&mut self, args: [i64; 2], result: i64, wraps: bool) {
        let is_stirred = holds(&self.stirred, args);
        self.again |= wraps && is_stirred;
        if wraps || holds(&self.wrapped, args) {
            keep(&mut self.wrapped, result);
        }
        if is_stirred {
            keep(&mut self.stirred, result);
        }
    }

    /// Takes note of what an operation on bits came to.
    pub(crate) fn mixed(&mut self, args: [i64; 2], result: i64) {
        if holds(&self.wrapped, args) || holds(&self.stirred, args) {
            keep(&mut self.stirred, result);
        }
    }
}

fn holds(numbers: &FxHashSet<i64>, args: [i64; 2]) -> bool {
    args.iter().any(|arg| numbers.contains(arg))
}

fn keep(numbers: &mut FxHashSet<i64>, result: i64) {
    if result.unsigned_abs() >= SMALLEST && numbers.len() < MOST {
        numbers.insert(result);
    }
}

#[cfg(test)]
mod tests {
    use lydian_core::{IntMode, Value};

    use crate::Watch;
    use crate::arithmetic;
    use crate::builtins::testing::{Script, in_world, run_in};

    /// Whether stirred bits wrap again in rounds of a product with a sum, with an operation between them.
    fn stirs(between: Option<(&str, i64)>) -> bool {
        in_world(&mut Script::default(), |world| {
            world.int_mode = IntMode::Wrapping(63);
            world.watch = Some(Watch::new(63));
            let mut number = Value::Int(5381);
            for round in 0..6 {
                number = arithmetic::mul(world, &number, &Value::Int(1_103_515_245)).unwrap();
                number = arithmetic::add(world, &number, &Value::Int(round)).unwrap();
                if let Some((operation, with)) = between {
                    number = run_in(world, operation, &[number, Value::Int(with)]).unwrap();
                }
            }
            world.watch.as_ref().unwrap().stirs()
        })
    }

    #[test]
    fn a_hash_stirs_what_wraps_and_a_power_does_not() {
        assert!(stirs(Some(("int_and", i64::MAX >> 1))));
        assert!(stirs(Some(("int_xor", 77))));
        assert!(!stirs(Some(("int_and", 1))));
        assert!(!stirs(None));
    }
}

//! The pool: the basic values that inputs are made of, in order of preference.
//! A caller adds the constants that occur in the programs at hand, and their neighbours.

use lydian_term::Int;

/// The basic values to use, the preferred ones first.
#[derive(Debug, Clone, PartialEq)]
pub struct Pool {
    /// Integers.
    pub ints: Vec<Int>,
    /// Strings, also used for mutable ones.
    pub strings: Vec<Vec<u8>>,
    /// Characters.
    pub chars: Vec<u8>,
    /// Floating-point numbers.
    pub floats: Vec<f64>,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool {
            ints: [0i64, 1, -1, 2, -2, 3].map(Int::from).to_vec(),
            strings: vec![b"".to_vec(), b"a".to_vec(), b"b".to_vec()],
            chars: b"ab0 ".to_vec(),
            floats: vec![0.0, 1.0, -1.0, 0.5, f64::NAN, f64::INFINITY, -0.0],
        }
    }
}

impl Pool {
    /// No values at all.
    pub fn empty() -> Pool {
        Pool { ints: Vec::new(), strings: Vec::new(), chars: Vec::new(), floats: Vec::new() }
    }

    /// Adds an integer and then its two neighbours, after what is there.
    pub fn add_int_with_neighbours(&mut self, int: &Int) {
        for step in [0i64, 1, -1] {
            self.ints.push(int + &Int::from(step));
        }
        retain_first(&mut self.ints, Int::clone);
    }

    /// The pool without repetitions; the first of equal values stays. Zeros of both signs differ, and so do the bit
    /// patterns of what is not a number.
    pub fn distinct(&self) -> Pool {
        let mut pool = self.clone();
        retain_first(&mut pool.ints, Int::clone);
        retain_first(&mut pool.strings, Vec::clone);
        retain_first(&mut pool.chars, |char| *char);
        retain_first(&mut pool.floats, |float| float.to_bits());
        pool
    }
}

fn retain_first<T, K: std::hash::Hash + Eq>(values: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let mut seen = rustc_hash::FxHashSet::default();
    values.retain(|value| seen.insert(key(value)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equal_values_stays() {
        let mut pool = Pool::default();
        pool.add_int_with_neighbours(&Int::from(2));
        pool.add_int_with_neighbours(&Int::from(10));
        let ints: Vec<i64> = pool.ints.iter().filter_map(Int::as_i64).collect();
        assert_eq!(ints, [0, 1, -1, 2, -2, 3, 10, 11, 9]);
        pool.floats.extend([0.0, f64::NAN]);
        pool.strings.push(b"a".to_vec());
        let distinct = pool.distinct();
        assert_eq!((distinct.floats.len(), distinct.strings.len()), (7, 3));
    }
}

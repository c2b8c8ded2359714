//! A seeded permutation of the numbers below a count, computed and not stored: a Feistel network on as many bits as are needed,
//! repeated until the result is below the count.

const ROUNDS: u64 = 6;

/// A permutation of `0..count`.
#[derive(Debug, Clone)]
pub(crate) struct Permutation {
    count: u128,
    /// Half of the bits that are permuted.
    half: u32,
    seed: u64,
}

impl Permutation {
    /// The permutation that belongs to a seed.
    pub fn new(count: u128, seed: u64) -> Permutation {
        let bits = u128::BITS - count.saturating_sub(1).leading_zeros();
        Permutation { count, half: bits.div_ceil(2).max(1), seed }
    }

    /// Where a number below the count goes.
    pub fn apply(&self, index: u128) -> u128 {
        let mask = u64::MAX >> (64 - self.half);
        let mut number = index;
        loop {
            let (mut left, mut right) = ((number >> self.half) as u64, number as u64 & mask);
            for round in 0..ROUNDS {
                let mixed = mix(right ^ mix(self.seed.wrapping_add(round)));
                (left, right) = (right, left ^ (mixed & mask));
            }
            number = u128::from(left) << self.half | u128::from(right);
            if number < self.count {
                return number;
            }
        }
    }
}

/// Spreads the bits of a word over the whole word, one to one.
fn mix(word: u64) -> u64 {
    let mut word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_met_exactly_once() {
        for count in 1..200u128 {
            let permutation = Permutation::new(count, 7);
            let mut all: Vec<u128> = (0..count).map(|index| permutation.apply(index)).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..count), "count {count}");
        }
    }

    #[test]
    fn the_greatest_count_is_permuted_without_collisions() {
        let permutation = Permutation::new(u128::MAX, 1);
        let mut all: Vec<u128> = (0..1_000).map(|index| permutation.apply(index)).collect();
        assert!(all.iter().any(|number| *number > u128::MAX / 2));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1_000);
    }
}

//! A seeded permutation of `0..count` that is computed and not stored.
//! A Feistel network permutes the numbers of an even number of bits; what falls outside the range is permuted again until
//! it falls inside, which takes less than four rounds on average. Every index is met exactly once, in an order that looks
//! random, at any count.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

const ROUNDS: usize = 6;

/// A permutation of the numbers below a count.
///
/// ```
/// use lydian_enumerate::Permutation;
/// let permutation = Permutation::new(&1000u32.into(), 7);
/// let mut seen: Vec<u64> = (0..1000).filter_map(|index| permutation.apply_small(index)).collect();
/// seen.sort();
/// assert!(seen.into_iter().eq(0..1000));
/// ```
#[derive(Debug, Clone)]
pub struct Permutation {
    count: BigUint,
    /// The count if a word holds it.
    word: Option<u64>,
    /// Half of the bits that are permuted.
    half: u64,
    keys: [u64; ROUNDS],
}

impl Permutation {
    /// The permutation of `0..count` that belongs to a seed.
    pub fn new(count: &BigUint, seed: u64) -> Permutation {
        let bits = if *count <= BigUint::one() { 1 } else { (count - BigUint::one()).bits() };
        let mut keys = [0; ROUNDS];
        for (round, key) in keys.iter_mut().enumerate() {
            *key = mix(seed ^ mix(round as u64 + 1));
        }
        Permutation { count: count.clone(), word: count.to_u64(), half: bits.div_ceil(2), keys }
    }

    /// Where an index goes; `None` at or above the count, or if the count does not fit into a word.
    pub fn apply_small(&self, index: u64) -> Option<u64> {
        let count = self.word.filter(|count| index < *count)?;
        let mask = (1u64 << self.half) - 1;
        let mut number = index;
        loop {
            let (mut left, mut right) = (number >> self.half, number & mask);
            for key in self.keys {
                (left, right) = (right, left ^ (mix(right ^ key) & mask));
            }
            number = left << self.half | right;
            if number < count {
                return Some(number);
            }
        }
    }

    /// Where an index goes; `None` at or above the count.
    pub fn apply(&self, index: &BigUint) -> Option<BigUint> {
        if *index >= self.count {
            return None;
        }
        if self.word.is_some() {
            return self.apply_small(index.to_u64()?).map(BigUint::from);
        }
        let mask = (BigUint::one() << self.half) - BigUint::one();
        let mut number = index.clone();
        loop {
            let (mut left, mut right) = (&number >> self.half, &number & &mask);
            for key in self.keys {
                let mixed = self.mix_big(&right, key) & &mask;
                (left, right) = (right, left ^ mixed);
            }
            number = left << self.half | right;
            if number < self.count {
                return Some(number);
            }
        }
    }

    fn mix_big(&self, half: &BigUint, key: u64) -> BigUint {
        let state = half.iter_u64_digits().fold(key, |state, digit| mix(state ^ digit));
        let words = (0..self.half.div_ceil(32)).map(|position| mix(state ^ mix(position)) as u32).collect();
        BigUint::new(words)
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
    fn every_index_is_met_exactly_once_at_every_small_count() {
        for count in 0..70u64 {
            for seed in 0..3 {
                let permutation = Permutation::new(&count.into(), seed);
                let mut all: Vec<u64> =
                    (0..count).filter_map(|index| permutation.apply_small(index)).collect();
                all.sort();
                assert!(all.into_iter().eq(0..count), "count {count}, seed {seed}");
                assert_eq!(permutation.apply_small(count), None);
            }
        }
    }

    #[test]
    fn words_and_big_numbers_are_permuted_without_collisions() {
        for count in [BigUint::from(u64::MAX), BigUint::one() << 64u32, BigUint::from(3u32) << 500u32] {
            let permutation = Permutation::new(&count, 1);
            let mut all: Vec<BigUint> =
                (0..500u32).filter_map(|index| permutation.apply(&index.into())).collect();
            assert!(all.iter().all(|number| *number < count));
            all.sort();
            all.dedup();
            assert_eq!(all.len(), 500);
            assert_eq!(permutation.apply(&count), None);
        }
    }

    #[test]
    fn another_seed_gives_another_order() {
        let order = |seed| {
            let permutation = Permutation::new(&100u32.into(), seed);
            (0..100).filter_map(|index| permutation.apply_small(index)).collect::<Vec<u64>>()
        };
        assert_ne!(order(1), order(2));
        assert_eq!(order(3), order(3));
    }
}

//! A small generator of seeded numbers: the same seed gives the same tests on every machine.

use lydian_term::Int;

use crate::constants::Constants;

/// A sequence of pseudo-random numbers (splitmix).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// A number from `-range` to `range`.
    pub(crate) fn within(&mut self, range: u64) -> Int {
        let range = range.min(1 << 40);
        Int::from(self.below(2 * range + 1) as i64 - range as i64)
    }

    /// A number from one end to the other.
    pub(crate) fn between(&mut self, low: &Int, high: &Int) -> Int {
        let width = high.clone() - low.clone();
        let width = width.as_usize().map_or(1 << 40, |width| (width as u64).min(1 << 40));
        low.clone() + Int::from(self.below(width + 1) as i64)
    }

    /// A word of letters, or now and then a text of the specification.
    pub(crate) fn text(&mut self, constants: &Constants) -> Vec<u8> {
        if !constants.texts.is_empty() && self.below(4) == 0 {
            let index = self.below(constants.texts.len() as u64) as usize;
            return constants.texts[index].clone();
        }
        let length = self.below(12);
        (0..length).map(|_| b'a' + self.below(26) as u8).collect()
    }

    /// Reorders a list.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index as u64 + 1) as usize);
        }
    }
}

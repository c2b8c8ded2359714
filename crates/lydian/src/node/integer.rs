//! Integers of a range, by the number of bits of their distance from the one nearest to zero.

use super::Extent;
use super::basic::{Early, Natural, in_turn, turn};

/// Integers that can be enumerated: the primitive ones.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer type",
    label = "a range needs an integer type",
    note = "use `with = path` to name a function that gives the domain of a field of another type"
)]
pub trait Integer: Copy + Ord + Send + Sync + std::fmt::Debug + 'static {
    /// The least value.
    const LEAST: Self;
    /// The greatest value.
    const GREATEST: Self;
    /// Zero.
    const ZERO: Self;

    /// The value so much above this one; the caller knows that there is one.
    fn above(self, distance: u128) -> Self;

    /// The value so much below this one; the caller knows that there is one.
    fn below(self, distance: u128) -> Self;

    /// How far a value above this one is away.
    fn distance_to(self, above: Self) -> u128;
}

macro_rules! integers {
    ($($type:ty, $unsigned:ty;)*) => {$(
        impl Integer for $type {
            const LEAST: $type = <$type>::MIN;
            const GREATEST: $type = <$type>::MAX;
            const ZERO: $type = 0;

            fn above(self, distance: u128) -> $type {
                self.wrapping_add(distance as $type)
            }

            fn below(self, distance: u128) -> $type {
                self.wrapping_sub(distance as $type)
            }

            fn distance_to(self, above: $type) -> u128 {
                above.wrapping_sub(self) as $unsigned as u128
            }
        }
    )*};
}

integers! {
    u8, u8; u16, u16; u32, u32; u64, u64; u128, u128; usize, usize;
    i8, u8; i16, u16; i32, u32; i64, u64; i128, u128; isize, usize;
}

/// A range of integers.
pub(crate) struct Integers<T> {
    /// The one nearest to zero.
    anchor: T,
    /// How many are above the anchor.
    above: u128,
    /// How many are below.
    below: u128,
}

impl<T: Integer> Integers<T> {
    /// The integers from one to another, which is not smaller; both borders have size 1, and their neighbours size 2.
    pub fn early(least: T, greatest: T) -> Early<T, Integers<T>> {
        let anchor = T::ZERO.clamp(least, greatest);
        let (above, below) = (anchor.distance_to(greatest), least.distance_to(anchor));
        let mut early = vec![(1, greatest), (1, least)];
        if least < greatest {
            early.extend([(2, greatest.below(1)), (2, least.above(1))]);
        }
        Early::new(Integers { anchor, above, below }, early)
    }

    /// The least distance of a size, and how many distances above and below there are.
    fn rows(&self, size: usize) -> (u128, u128, u128) {
        if !(1..=128).contains(&size) {
            return (0, 0, 0);
        }
        let least = 1u128 << (size - 1);
        let greatest = least + (least - 1);
        let row = |end: u128| if end < least { 0 } else { end.min(greatest) - least + 1 };
        (least, row(self.above), row(self.below))
    }
}

impl<T: Integer> Natural<T> for Integers<T> {
    fn count(&self, size: usize) -> u128 {
        let (_, above, below) = self.rows(size);
        above + below + u128::from(size == 1)
    }

    fn nth(&self, size: usize, index: u128) -> T {
        // The anchor itself comes first.
        let index = match (size, index) {
            (1, 0) => return self.anchor,
            (1, index) => index - 1,
            (_, index) => index,
        };
        let (least, above, below) = self.rows(size);
        match in_turn(index, above, below) {
            (true, place) => self.anchor.above(least + place),
            (false, place) => self.anchor.below(least + place),
        }
    }

    fn rank(&self, value: &T) -> Option<(usize, u128)> {
        if *value == self.anchor {
            return Some((1, 0));
        }
        let is_above = *value > self.anchor;
        let distance =
            if is_above { self.anchor.distance_to(*value) } else { value.distance_to(self.anchor) };
        let size = (u128::BITS - distance.leading_zeros()) as usize;
        let (least, above, below) = self.rows(size);
        Some((size, turn(is_above, distance - least, above, below) + u128::from(size == 1)))
    }

    fn extent(&self) -> Extent {
        let farthest = self.above.max(self.below).max(1);
        let total = self.above.saturating_add(self.below).saturating_add(1);
        Extent::Sizes(1, Some((u128::BITS - farthest.leading_zeros()) as usize), total)
    }
}

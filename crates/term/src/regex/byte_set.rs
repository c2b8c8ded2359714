//! Sets of bytes: 256 bits.

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// The set of nothing.
    pub const EMPTY: ByteSet = ByteSet([0; 4]);
    /// The set of all bytes.
    pub const FULL: ByteSet = ByteSet([u64::MAX; 4]);

    /// The set of one byte.
    pub fn of(byte: u8) -> ByteSet {
        ByteSet::range(byte, byte)
    }

    /// The bytes from one to another, with both; nothing if the first is larger.
    pub fn range(from: u8, to: u8) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        for byte in from..=to {
            set.0[usize::from(byte / 64)] |= 1 << (byte % 64);
        }
        set
    }

    /// Whether the byte belongs to the set.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte / 64)] >> (byte % 64) & 1 == 1
    }

    /// What is in one or in the other.
    pub fn union(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// What is not in the set.
    pub fn complement(&self) -> ByteSet {
        ByteSet(self.0.map(|word| !word))
    }

    /// How many bytes belong to the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no byte belongs to the set.
    pub fn is_empty(&self) -> bool {
        *self == ByteSet::EMPTY
    }

    /// The bytes of the set in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255).filter(|byte| self.contains(*byte))
    }

    /// The set as ranges that do not touch, in ascending order, each with both ends.
    pub fn ranges(&self) -> Vec<(u8, u8)> {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for byte in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == byte => *last = byte,
                _ => ranges.push((byte, byte)),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_put_together_give_the_set() {
        let set = ByteSet::range(b'a', b'c').union(&ByteSet::of(255)).union(&ByteSet::of(0));
        assert_eq!(set.ranges(), [(0, 0), (b'a', b'c'), (255, 255)]);
        assert_eq!(set.len(), 5);
        assert_eq!(set.complement().len(), 251);
        assert_eq!(ByteSet::FULL.ranges(), [(0, 255)]);
        assert!(ByteSet::range(9, 8).is_empty());
    }
}

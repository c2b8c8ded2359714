//! Which branches a run took, and about how often: what tells a search that an input does something new.
//! A place is a conditional operation of the image together with the way it went; both programs of an image have places of their own.

/// The bits of a place; places of very large programs share numbers.
const BITS: u32 = 15;

/// The branches that a run took.
#[derive(Debug, Clone)]
pub struct Branches {
    counts: Vec<u16>,
    taken: Vec<u16>,
}

impl Default for Branches {
    fn default() -> Branches {
        Branches { counts: vec![0; 1 << BITS], taken: Vec::new() }
    }
}

impl Branches {
    /// Takes note of a branch at an operation of a function.
    #[inline]
    pub(crate) fn note(&mut self, function: u32, operation: usize, holds: bool) {
        let mixed = (function.wrapping_mul(0x9E37_79B1) ^ (operation as u32).wrapping_mul(0x85EB_CA77))
            .wrapping_mul(0xC2B2_AE3D)
            >> (32 - (BITS - 1));
        let place = (mixed << 1 | u32::from(holds)) as u16;
        let count = &mut self.counts[place as usize];
        if *count == 0 {
            self.taken.push(place);
        }
        *count = count.saturating_add(1);
    }

    /// Forgets everything.
    pub fn restart(&mut self) {
        for place in self.taken.drain(..) {
            self.counts[place as usize] = 0;
        }
    }

    /// The places, in the order in which they were first taken, each with a class of how often: once, twice, three times, then by
    /// powers of two.
    pub fn iter(&self) -> impl Iterator<Item = (u16, u8)> + '_ {
        self.taken.iter().map(|place| {
            let count = self.counts[*place as usize];
            let class = match count {
                0..=3 => count as u8,
                more => 2 + more.ilog2() as u8,
            };
            (*place, class)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_counted_by_place_and_way_until_they_are_forgotten() {
        let mut branches = Branches::default();
        for _ in 0..9 {
            branches.note(1, 7, true);
        }
        branches.note(1, 7, false);
        branches.note(2, 7, true);
        let classes: Vec<u8> = branches.iter().map(|(_, class)| class).collect();
        assert_eq!(classes, [5, 1, 1]);
        let places: std::collections::BTreeSet<u16> = branches.iter().map(|(place, _)| place).collect();
        assert_eq!(places.len(), 3);
        branches.restart();
        assert_eq!(branches.iter().count(), 0);
        branches.note(1, 7, true);
        assert_eq!(branches.iter().next().map(|(_, class)| class), Some(1));
    }
}

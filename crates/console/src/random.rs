//! A small generator of seeded numbers: the same seed gives the same tests on every machine.

use lydian_term::{Int, RegexPart};

use crate::constants::{Constants, power_of_ten};

/// What may be repeated often is drawn so many times more than it must be, at most.
const MOST_REPEATED: u32 = 8;

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

    /// A number with so many decimals, in units of the last: among those that a script names, or from a range around zero.
    pub(crate) fn number(&mut self, constants: &Constants, places: u32, named: bool, range: u64) -> Int {
        if named {
            let (low, high) = constants.ends(places);
            return self.between(&low, &high);
        }
        let rest = if places > 0 { self.within(99) } else { Int::from(0) };
        self.within(range) * power_of_ten(places) + rest
    }

    /// A text of a form that the specification wants, one of its texts or near those, or a word of letters.
    pub(crate) fn text(&mut self, constants: &Constants) -> Vec<u8> {
        match self.below(8) {
            0 | 1 if !constants.texts.is_empty() => self.one_of(&constants.texts).clone(),
            2 if !constants.border_texts.is_empty() => self.one_of(&constants.border_texts).clone(),
            3 | 4 if !constants.forms.is_empty() => {
                let mut text = Vec::new();
                let form = self.one_of(&constants.forms).root();
                self.member(form, &mut text);
                text
            }
            _ => {
                let length = self.below(12);
                (0..length).map(|_| b'a' + self.below(26) as u8).collect()
            }
        }
    }

    /// One of several; there must be one.
    pub(crate) fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }

    /// A text that a regular expression describes.
    fn member(&mut self, part: &RegexPart, text: &mut Vec<u8>) {
        match part {
            RegexPart::Empty => {}
            RegexPart::Byte(set) => {
                let typable: Vec<u8> = set.iter().filter(|byte| (b' '..=b'~').contains(byte)).collect();
                if !typable.is_empty() {
                    text.push(*self.one_of(&typable));
                }
            }
            RegexPart::Sequence(parts) => parts.iter().for_each(|part| self.member(part, text)),
            RegexPart::Choice(parts) if parts.is_empty() => {}
            RegexPart::Choice(parts) => {
                let part = self.one_of(parts);
                self.member(part, text);
            }
            RegexPart::Repeat(part, least, most) => {
                let most = most.unwrap_or(least + MOST_REPEATED).min(least + MOST_REPEATED);
                for _ in 0..u64::from(*least) + self.below(u64::from(most - least) + 1) {
                    self.member(part, text);
                }
            }
        }
    }

    /// Reorders a list.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index as u64 + 1) as usize);
        }
    }
}

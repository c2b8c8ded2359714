//! Numbers within bounds: `about(t, 0.01)`.
//! In: two decimal numbers. Out: instructions that consume every way to write a number from the one to the other, digit by
//! digit; how often digits are told apart is linear in the length of the bounds.

use super::program::{Compiler, Instruction};
use super::{Pattern, TooLarge};

/// Two bounds without a sign, with as many digits as each other.
struct Bounds {
    lower: Vec<u8>,
    upper: Vec<u8>,
    /// How many of the digits stand before the point.
    whole: usize,
}

/// How a number that was begun is bounded from here on.
#[derive(Clone, Copy)]
struct Tight {
    below: bool,
    above: bool,
}

const DIGITS: (u8, u8) = (b'0', b'9');

impl Compiler {
    /// A number from `low` to `high`; `shown` stands for it in messages.
    pub(super) fn near(&mut self, shown: &str, low: &str, high: &str) -> Result<(), TooLarge> {
        let negative = |text: &str| text.starts_with('-');
        let size = |text: &str| text.trim_start_matches('-').to_owned();
        let mut ranges: Vec<(bool, String, String)> = Vec::new();
        if negative(low) {
            let nearest = if negative(high) { size(high) } else { "0".to_owned() };
            ranges.push((true, nearest, size(low)));
        }
        if !negative(high) {
            let nearest = if negative(low) { "0".to_owned() } else { size(low) };
            ranges.push((false, nearest, size(high)));
        }
        // Zero has no sign, but programs write one.
        if low == "0" || size(low).bytes().all(|byte| matches!(byte, b'0' | b'.')) {
            ranges.push((true, "0".to_owned(), "0".to_owned()));
        }
        self.any_token(shown, |compiler, glued| {
            let number = compiler.number;
            compiler.either(ranges.len(), |compiler, index| {
                let (sign, low, high) = &ranges[index];
                compiler.number = number;
                if !glued {
                    compiler.emit(Instruction::NumberBegins(*sign))?;
                }
                if *sign {
                    compiler.bytes(b"-")?;
                }
                compiler.between(low, high)
            })
        })
    }

    /// A number without a sign from the one to the other.
    fn between(&mut self, low: &str, high: &str) -> Result<(), TooLarge> {
        let ((low, low_places), (high, high_places)) = (parts(low), parts(high));
        let places = low_places.len().max(high_places.len());
        let digits = |whole: &str, fraction: &str| format!("{whole}{fraction:0<places$}").into_bytes();
        let number = self.number;
        self.either(high.len() + 1 - low.len().min(high.len()), |compiler, more| {
            compiler.number = number;
            let whole = low.len() + more;
            let lower = match more {
                0 => digits(low, low_places),
                _ => digits(&format!("{:0<whole$}", "1"), ""),
            };
            let above = whole == high.len();
            let upper = if above { digits(high, high_places) } else { vec![b'9'; whole + places] };
            let bounds = Bounds { lower, upper, whole };
            compiler.digits_from(&bounds, 0, Tight { below: true, above })
        })
    }

    /// The digits from one on. A number may end behind its last digit before the point, and behind each after it.
    fn digits_from(&mut self, bounds: &Bounds, at: usize, tight: Tight) -> Result<(), TooLarge> {
        let may_end = !tight.below || bounds.lower[at..].iter().all(|digit| *digit == b'0');
        if at < bounds.whole {
            // Some calculators write no zero before the point.
            let starts_with_zero = bounds.whole == 1 && bounds.lower[0] == b'0';
            if !starts_with_zero {
                return self.digit_at(bounds, at, tight);
            }
            let above = tight.above && bounds.upper[0] == b'0';
            return self.ways(&[true, true], |compiler, way| match way {
                0 => compiler.digit_at(bounds, at, tight),
                _ => compiler.fraction(bounds, Tight { below: true, above }),
            });
        }
        if at == bounds.whole {
            return self.ways(&[may_end, true], |compiler, way| match way {
                0 => Ok(()),
                _ => compiler.fraction(bounds, tight),
            });
        }
        self.ways(&[may_end, true], |compiler, way| match way {
            0 => Ok(()),
            _ => compiler.digit_at(bounds, at, tight),
        })
    }

    /// The point and what comes after it.
    fn fraction(&mut self, bounds: &Bounds, tight: Tight) -> Result<(), TooLarge> {
        self.bytes(b".")?;
        self.digit_at(bounds, bounds.whole, tight)
    }

    /// One digit, and those after it.
    fn digit_at(&mut self, bounds: &Bounds, at: usize, tight: Tight) -> Result<(), TooLarge> {
        let from = if tight.below { bounds.lower.get(at).copied().unwrap_or(DIGITS.0) } else { DIGITS.0 };
        let last = if at < bounds.lower.len() { bounds.upper[at] } else { DIGITS.0 };
        let to = if tight.above { last } else { DIGITS.1 };
        if at >= bounds.lower.len() {
            self.emit(Instruction::Digit(DIGITS.0, to))?;
            let more = if tight.above { Instruction::Zeros } else { Instruction::Digits };
            return self.emit(more).map(drop);
        }
        if !tight.below && !tight.above {
            self.emit(Instruction::Digit(from, to))?;
            return self.free_digits(bounds, at + 1);
        }
        // The digits at the bounds, and those between.
        let mut ways: Vec<(u8, u8, Tight)> = Vec::new();
        let mut first = from;
        let mut end = to + 1;
        if tight.below {
            ways.push((from, from, Tight { below: true, above: tight.above && from == to }));
            first = from + 1;
        }
        if tight.above && to >= first {
            ways.push((to, to, Tight { below: false, above: true }));
            end = to;
        }
        if first < end {
            ways.push((first, end - 1, Tight { below: false, above: false }));
        }
        ways.retain(|(low, high, _)| low <= high && *high <= to);
        let number = self.number;
        self.either(ways.len(), |compiler, way| {
            let (low, high, tight) = ways[way];
            compiler.number = number;
            compiler.emit(Instruction::Digit(low, high))?;
            match tight.below || tight.above {
                true => compiler.digits_from(bounds, at + 1, tight),
                false => compiler.free_digits(bounds, at + 1),
            }
        })
    }

    /// Digits that are bound by nothing any more.
    fn free_digits(&mut self, bounds: &Bounds, at: usize) -> Result<(), TooLarge> {
        for _ in at..bounds.whole {
            self.emit(Instruction::Digit(DIGITS.0, DIGITS.1))?;
        }
        if at > bounds.whole {
            return self.emit(Instruction::Digits).map(drop);
        }
        self.ways(&[true, true], |compiler, way| match way {
            0 => Ok(()),
            _ => {
                compiler.bytes(b".")?;
                compiler.emit(Instruction::Digit(DIGITS.0, DIGITS.1))?;
                compiler.emit(Instruction::Digits).map(drop)
            }
        })
    }

    /// Those of some alternatives that are open.
    fn ways(
        &mut self,
        open: &[bool],
        mut way: impl FnMut(&mut Compiler, usize) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        let open: Vec<usize> = (0..open.len()).filter(|index| open[*index]).collect();
        let number = self.number;
        self.either(open.len(), |compiler, index| {
            compiler.number = number;
            way(compiler, open[index])
        })
    }

    /// A row of a table: its parts with blanks between them, and perhaps around.
    pub(super) fn columns(&mut self, parts: &[Pattern], depth: usize) -> Result<(), TooLarge> {
        self.emit(Instruction::Padding)?;
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.emit(Instruction::Pad)?;
                self.emit(Instruction::Padding)?;
            }
            self.pattern(part, depth + 1)?;
        }
        self.emit(Instruction::Padding).map(drop)
    }
}

/// What stands before and after the point.
fn parts(text: &str) -> (&str, &str) {
    text.split_once('.').unwrap_or((text, ""))
}

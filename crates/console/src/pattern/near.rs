//! Numbers within bounds: `about(t, 0.01)`.
//! In: two decimal numbers. Out: instructions that consume every way to write a number from the one to the other, digit by
//! digit; how often digits are told apart is linear in the length of the bounds.

use super::decimal::{Scientific, is_scientific};
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
                let decades = decades(low, high);
                let number = compiler.number;
                compiler.either(decades.len() + 1, |compiler, way| {
                    compiler.number = number;
                    match way.checked_sub(1) {
                        None => compiler.between(low, high),
                        Some(way) => compiler.decade(&decades[way]),
                    }
                })
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
            // OCaml writes nothing behind the point.
            return self.ways(&[may_end, may_end, true], |compiler, way| match way {
                0 => Ok(()),
                1 => compiler.bytes(b"."),
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
        self.optional(Compiler::any_fraction)
    }

    /// A point, and perhaps digits.
    fn any_fraction(&mut self) -> Result<(), TooLarge> {
        self.bytes(b".")?;
        self.emit(Instruction::Digits).map(drop)
    }

    /// A number with an exponent.
    pub(super) fn scientific(&mut self, number: &Scientific) -> Result<(), TooLarge> {
        if number.negative {
            self.bytes(b"-")?;
        }
        let (first, rest) = number.digits.split_at(1);
        self.bytes(first.as_bytes())?;
        if rest.is_empty() {
            self.optional(|compiler| {
                compiler.bytes(b".")?;
                compiler.emit(Instruction::Zeros).map(drop)
            })?;
        } else {
            self.bytes(format!(".{rest}").as_bytes())?;
            self.emit(Instruction::Zeros)?;
        }
        self.exponent(number.exponent)
    }

    /// `e-05`, `E7`, `e+20`.
    fn exponent(&mut self, exponent: i64) -> Result<(), TooLarge> {
        self.exponent_sign(exponent < 0)?;
        self.optional(|compiler| compiler.bytes(b"0"))?;
        self.bytes(exponent.unsigned_abs().to_string().as_bytes())
    }

    fn exponent_sign(&mut self, negative: bool) -> Result<(), TooLarge> {
        self.emit(Instruction::Letter(b'e'))?;
        match negative {
            true => self.bytes(b"-"),
            false => self.optional(|compiler| compiler.bytes(b"+")),
        }
    }

    /// The numbers with some exponent.
    fn decade(&mut self, decade: &Decade) -> Result<(), TooLarge> {
        match decade {
            Decade::Part { low, high, exponent } => {
                self.between(low, high)?;
                self.exponent(*exponent)
            }
            Decade::Whole(exponent) => {
                self.emit(Instruction::Digit(b'1', b'9'))?;
                self.optional(Compiler::any_fraction)?;
                self.exponent(*exponent)
            }
            Decade::AllBelow(exponent) => {
                self.emit(Instruction::Digit(b'1', b'9'))?;
                self.optional(Compiler::any_fraction)?;
                self.exponent_sign(true)?;
                let least = exponent.unsigned_abs();
                let last = |digit: u64| Instruction::Digit(b'0' + digit as u8, b'9');
                // One digit, two with the same first one, two with a larger first one, three.
                let (tens, ones) = (least / 10, least % 10);
                self.ways(&[least < 10, least < 100 && tens > 0, tens < 9, true], |compiler, way| match way {
                    0 => {
                        compiler.optional(|compiler| compiler.bytes(b"0"))?;
                        compiler.emit(last(ones)).map(drop)
                    }
                    1 => {
                        compiler.bytes(tens.to_string().as_bytes())?;
                        compiler.emit(last(ones)).map(drop)
                    }
                    2 => {
                        compiler.emit(last(tens + 1))?;
                        compiler.emit(last(0)).map(drop)
                    }
                    _ => {
                        compiler.emit(last(1))?;
                        compiler.emit(last(0))?;
                        compiler.emit(last(0)).map(drop)
                    }
                })
            }
        }
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

/// The numbers between two bounds that have one exponent, or several.
enum Decade {
    /// Those with this exponent from one number with a single digit before the point to another.
    Part { low: String, high: String, exponent: i64 },
    /// All with this exponent.
    Whole(i64),
    /// All with this exponent, which is below 0, or a smaller one.
    AllBelow(i64),
}

/// Between bounds that are this many decades apart numbers are not looked for by their exponents.
const MOST_DECADES: i64 = 40;
/// More than so many zeros behind the point are those of zero itself.
const MOST_ZEROS: i64 = 90;

/// What languages write with an exponent between two bounds without a sign.
fn decades(low: &str, high: &str) -> Vec<Decade> {
    let Some(highest) = exponent(high) else { return Vec::new() };
    let lowest = exponent(low);
    let mut found = Vec::new();
    let from = match lowest {
        Some(lowest) => lowest.max(highest - MOST_DECADES),
        None => {
            let below = (highest - 1).min(-4);
            if -below < MOST_ZEROS {
                found.push(Decade::AllBelow(below));
            }
            highest
        }
    };
    for exponent in (from..=highest).filter(|exponent| is_scientific(*exponent)) {
        let begins = lowest == Some(exponent);
        if !begins && exponent < highest {
            found.push(Decade::Whole(exponent));
            continue;
        }
        let low = if begins { shifted(low, exponent) } else { "1".to_owned() };
        let high =
            if exponent == highest { shifted(high, exponent) } else { "9.999999999999999999".to_owned() };
        found.push(Decade::Part { low, high, exponent });
    }
    found
}

/// Which power of ten the first digit of a number stands for; nothing for zero.
fn exponent(text: &str) -> Option<i64> {
    let (whole, places) = parts(text);
    let whole = whole.trim_start_matches('0');
    if !whole.is_empty() {
        return Some(whole.len() as i64 - 1);
    }
    let zeros = places.bytes().position(|digit| digit != b'0')?;
    Some(-1 - zeros as i64)
}

/// The digits of a number with a point behind the first of them.
fn shifted(text: &str, exponent: i64) -> String {
    let (whole, places) = parts(text);
    let digits = format!("{whole}{places}");
    let start = (whole.len() as i64 - 1 - exponent) as usize;
    let (first, rest) = digits[start..].split_at(1);
    if rest.is_empty() { first.to_owned() } else { format!("{first}.{rest}") }
}

/// What stands before and after the point.
fn parts(text: &str) -> (&str, &str) {
    text.split_once('.').unwrap_or((text, ""))
}

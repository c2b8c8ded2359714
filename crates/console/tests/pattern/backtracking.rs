//! An independent matcher: all ways to split the text, then the conditions on numbers, by their definition.

use lydian_console::pattern::{Output, Pattern, Step};

/// Who consumed a byte.
#[derive(Clone, Copy, PartialEq)]
struct Owner {
    output: usize,
    wild: bool,
}

/// One way to split a text: the owner of each byte, and the numbers with their outputs.
#[derive(Default)]
struct Split {
    owners: Vec<Owner>,
    numbers: Vec<(std::ops::Range<usize>, usize)>,
    /// Where wildcards begin and end, also empty ones.
    seams: Vec<usize>,
}

/// A text that is held against patterns.
pub struct Backtracking<'t> {
    pub text: &'t [u8],
}

type Rest<'r> = &'r mut dyn FnMut(&mut Split) -> bool;

impl Backtracking<'_> {
    pub fn allows(&self, step: &Step) -> bool {
        self.outputs(&step.outputs, 0, &mut Split::default())
    }

    pub fn is_text_of(&self, pattern: &Pattern) -> bool {
        self.pattern(pattern, 0, &mut Split::default(), &mut |split| self.ends(split))
    }

    fn ends(&self, split: &Split) -> bool {
        split.owners.len() == self.text.len() && split.numbers.iter().all(|number| self.holds(split, number))
    }

    fn outputs(&self, outputs: &[Output], index: usize, split: &mut Split) -> bool {
        let Some(output) = outputs.get(index) else { return self.ends(split) };
        (output.optional && self.outputs(outputs, index + 1, split))
            || self.pattern(&output.pattern, index, split, &mut |split| {
                self.outputs(outputs, index + 1, split)
                    || self.fixed(b"\n", index, split, &mut |split| self.outputs(outputs, index + 1, split))
            })
    }

    fn pattern(&self, pattern: &Pattern, output: usize, split: &mut Split, rest: Rest) -> bool {
        match pattern {
            Pattern::Text(text) => self.fixed(text, output, split, rest),
            Pattern::Number(number) => {
                let is_it =
                    |written: &[u8]| written == number.as_bytes() || number == "0" && written == b"-0";
                self.number(output, split, rest, &is_it)
            }
            Pattern::Decimal(number) | Pattern::Rounded(number) => {
                self.number(output, split, rest, &|written| same_decimal(written, number.as_bytes()))
            }
            Pattern::Places(number) => {
                let zero = number.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
                let size = number.trim_start_matches('-');
                self.number(output, split, rest, &|written| {
                    written == number.as_bytes()
                        || zero && written.strip_prefix(b"-").unwrap_or(written) == size.as_bytes()
                })
            }
            Pattern::Near { low, high, .. } => {
                self.number(output, split, rest, &|written| is_between(written, low, high))
            }
            Pattern::Columns(parts) => self.columns(parts, output, split, rest),
            Pattern::Any => self.wild(output, split, &mut |split, _| rest(split)),
            Pattern::AnyWithout(texts) => {
                let from = split.owners.len();
                self.wild(output, split, &mut |split, _| {
                    let taken = &self.text[from..split.owners.len()];
                    !texts.iter().any(|text| taken.windows(text.len()).any(|part| part == text))
                        && rest(split)
                })
            }
            Pattern::Tolerant(..) => unreachable!("what does not count has laws of its own"),
            Pattern::Some => self.wild(output, split, &mut |split, visible| visible && rest(split)),
            Pattern::Decorated(inside) => self.wild(output, split, &mut |split, before| {
                self.pattern(inside, output, split, &mut |split| {
                    self.wild(output, split, &mut |split, after| (before || after) && rest(split))
                })
            }),
            Pattern::Sequence(parts) => match parts.split_first() {
                None => rest(split),
                Some((first, others)) => self.pattern(first, output, split, &mut |split| {
                    self.pattern(&Pattern::Sequence(others.to_vec()), output, split, rest)
                }),
            },
            Pattern::Either(alternatives) => {
                alternatives.iter().any(|alternative| self.pattern(alternative, output, split, rest))
            }
        }
    }

    /// Blanks, then a part, then at least one blank before each further part.
    fn columns(&self, parts: &[Pattern], output: usize, split: &mut Split, rest: Rest) -> bool {
        self.padding(output, split, &mut |split| match parts.split_first() {
            None => rest(split),
            Some((first, [])) => {
                self.pattern(first, output, split, &mut |split| self.padding(output, split, rest))
            }
            Some((first, others)) => self.pattern(first, output, split, &mut |split| {
                [&b" "[..], b"\t"].iter().any(|pad| {
                    self.fixed(pad, output, split, &mut |split| self.columns(others, output, split, rest))
                })
            }),
        })
    }

    fn padding(&self, output: usize, split: &mut Split, rest: Rest) -> bool {
        let from = split.owners.len();
        let longest = self.text[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        (0..=longest).any(|length| self.take(length, Owner { output, wild: true }, split, rest))
    }

    fn take(&self, length: usize, owner: Owner, split: &mut Split, rest: Rest) -> bool {
        let before = split.owners.len();
        split.owners.resize(before + length, owner);
        let found = rest(split);
        split.owners.truncate(before);
        found
    }

    fn fixed(&self, text: &[u8], output: usize, split: &mut Split, rest: Rest) -> bool {
        self.text[split.owners.len()..].starts_with(text)
            && self.take(text.len(), Owner { output, wild: false }, split, rest)
    }

    fn wild(&self, output: usize, split: &mut Split, rest: &mut dyn FnMut(&mut Split, bool) -> bool) -> bool {
        let from = split.owners.len();
        (0..=self.text.len() - from).any(|length| {
            let visible = self.text[from..from + length].iter().any(|byte| *byte > b' ');
            split.seams.extend([from, from + length]);
            let found =
                self.take(length, Owner { output, wild: true }, split, &mut |split| rest(split, visible));
            split.seams.truncate(split.seams.len() - 2);
            found
        })
    }

    fn number(&self, output: usize, split: &mut Split, rest: Rest, is_it: &dyn Fn(&[u8]) -> bool) -> bool {
        let from = split.owners.len();
        (from + 1..=self.text.len()).any(|to| {
            is_it(&self.text[from..to])
                && self.take(to - from, Owner { output, wild: false }, split, &mut |split| {
                    split.numbers.push((from..to, output));
                    let found = rest(split);
                    split.numbers.pop();
                    found
                })
        })
    }

    /// The condition on a number, where its neighbours are of wildcards or other outputs.
    fn holds(&self, split: &Split, (range, output): &(std::ops::Range<usize>, usize)) -> bool {
        let foreign = |place: usize, seam: usize| {
            let owner = split.owners[place];
            owner.wild || owner.output != *output || split.seams.contains(&seam)
        };
        let is = |place: usize, test: fn(&u8) -> bool| self.text.get(place).is_some_and(test);
        let digit = |place: usize| is(place, u8::is_ascii_digit);
        let (first, after) = (range.start, range.end);
        if first > 0 && foreign(first - 1, first) {
            let before = self.text[first - 1];
            let sign = before == b'-' && !(first > 1 && is(first - 2, u8::is_ascii_alphanumeric));
            let in_a_word = first > 1 && is(first - 2, |byte| byte.is_ascii_alphabetic() || *byte == b'.');
            let point = before == b'.' && !in_a_word;
            let comma = before == b',' && first > 1 && digit(first - 2) && !self.parts(split, first - 1);
            if digit(first - 1) || sign || (point || comma) && digit(first) {
                return false;
            }
        }
        let goes_on = |place: usize| {
            digit(place + 1)
                && (is(place, |byte| *byte == b'.')
                    || is(place, |byte| *byte == b',')
                        && !(self.parts(split, place)
                            && split.numbers.iter().any(|(range, _)| range.start == place + 1)))
        };
        !(after < self.text.len() && foreign(after, after) && (digit(after) || goes_on(after)))
    }

    /// Whether the comma at this place comes after a number and is no part of the number's pattern.
    fn parts(&self, split: &Split, comma: usize) -> bool {
        let owner = split.owners[comma];
        split.numbers.iter().any(|(range, output)| {
            range.end == comma && (owner.wild || owner.output != *output || split.seams.contains(&comma))
        })
    }
}

/// Whether a text is a decimal number from the one to the other, written without zeros at its beginning.
fn is_between(written: &[u8], low: &str, high: &str) -> bool {
    // In units of the sixth place; no test has more places.
    let units = |text: &str| -> Option<i64> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (whole, places) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let well_formed = digits(whole)
            && digits(places)
            && !whole.is_empty()
            && !(whole.len() > 1 && whole.starts_with('0'));
        let value: i64 = format!("0{whole}{places:0<6}").parse().ok()?;
        (well_formed && places.len() <= 6).then_some(if text.starts_with('-') { -value } else { value })
    };
    let written = std::str::from_utf8(written).ok().and_then(units);
    written.is_some_and(|written| units(low) <= Some(written) && Some(written) <= units(high))
}

/// Whether two texts are the same decimal number, but for zeros at the end.
fn same_decimal(written: &[u8], number: &[u8]) -> bool {
    let parts = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).to_string();
        let unsigned = text.trim_start_matches('-').to_string();
        let (whole, places) = match unsigned.split_once('.') {
            Some((whole, places)) => (whole.to_string(), places.trim_end_matches('0').to_string()),
            None => (unsigned, String::new()),
        };
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let signs = text.len() - text.trim_start_matches('-').len();
        let zero = places.is_empty() && whole.trim_matches('0').is_empty();
        let sign = if zero { 0 } else { signs };
        (signs <= 1 && !whole.is_empty() && digits(&whole) && digits(&places))
            .then_some((sign, whole, places))
    };
    parts(written).is_some() && parts(written) == parts(number)
}

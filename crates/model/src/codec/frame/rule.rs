//! What belongs to a line: a block of bytes, further lines or items, and which lines it is about.

use crate::codec::Wildcard;

/// What belongs to lines that look alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::codec) struct Rule {
    /// What the line looks like.
    pub line: FirstLine,
    /// Lines up to and with one that looks like this.
    pub until: Option<Wildcard>,
    /// What the number in the line counts.
    pub counted: Option<Counted>,
    /// Whether a block of bytes is followed by a line end.
    pub is_closed: bool,
    /// Whether the next line belongs to the message as well.
    pub has_more: bool,
}

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::codec) enum Counted {
    /// Bytes behind the line.
    Bytes,
    /// Lines.
    Lines,
    /// Messages, each by the same rules.
    Items,
}

/// A text in which `*` stands for anything and `{n}` for the number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::codec) struct FirstLine {
    before: Wildcard,
    /// What stands behind the number, if there is one.
    behind: Option<Wildcard>,
}

/// The place of the number.
const NUMBER: &str = "{n}";

impl FirstLine {
    pub fn new(text: &str) -> FirstLine {
        let (before, behind) = match text.split_once(NUMBER) {
            Some((before, behind)) => (before, Some(Wildcard::new(behind))),
            None => (text, None),
        };
        FirstLine { before: Wildcard::new(before), behind }
    }

    pub fn has_number(&self) -> bool {
        self.behind.is_some()
    }

    /// The number of a line that looks like this; zero, if no number is asked for.
    pub fn number(&self, line: &[u8]) -> Option<i64> {
        let Some(behind) = &self.behind else { return self.before.matches(line).then_some(0) };
        // The number ends where the digits do; it is the last one that fits.
        let mut end = line.len();
        loop {
            let digits = line[..end].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            if digits > 0 && behind.matches(&line[end..]) {
                let sign = usize::from(line[..end - digits].ends_with(b"-"));
                for start in [end - digits - sign, end - digits] {
                    if self.before.matches(&line[..start]) {
                        let text = std::str::from_utf8(&line[start..end]).ok()?;
                        return text.parse().ok();
                    }
                }
            }
            end = end.checked_sub(digits.max(1)).filter(|end| *end > 0)?;
        }
    }
}

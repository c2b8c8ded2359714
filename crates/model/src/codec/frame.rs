//! Where the messages of a system begin and end: lines, lines with blocks of bytes or further items behind them, a length in front,
//! or a fixed size.
//! In: bytes as they arrive. Out: the first whole message as text in which every line end is `\n`, without the last one; or
//! nothing as long as it is not whole. Blocks of bytes are left as they are.

mod rule;

pub(super) use rule::{Counted, FirstLine, Rule};

/// Messages inside of messages go no deeper than this.
const DEEPEST: usize = 100;

/// How messages are told apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Framing {
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// Lines with this end; a rule may say that more belongs to a line.
    Lines { end: Vec<u8>, rules: Vec<Rule> },
    /// A length of so many bytes in front of each message.
    Prefixed(Prefix),
    /// So many bytes.
    Fixed(usize),
}

/// A length in front of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Prefix {
    /// How many bytes it has.
    pub bytes: usize,
    /// Whether the most significant one comes first.
    pub is_big: bool,
}

/// A message and how many bytes it had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whole {
    /// Its text.
    pub text: Vec<u8>,
    /// The bytes that it took, with its end.
    pub length: usize,
}

impl Framing {
    pub(super) fn lines(end: &str, rules: Vec<Rule>) -> Framing {
        Framing { kind: Kind::Lines { end: end.as_bytes().to_vec(), rules } }
    }

    pub(super) fn prefixed(prefix: Prefix) -> Framing {
        Framing { kind: Kind::Prefixed(prefix) }
    }

    pub(super) fn fixed(size: usize) -> Framing {
        Framing { kind: Kind::Fixed(size) }
    }

    /// What a line break of a template becomes.
    pub fn line_end(&self) -> &[u8] {
        match &self.kind {
            Kind::Lines { end, .. } => end,
            Kind::Prefixed(_) | Kind::Fixed(_) => b"\n",
        }
    }

    /// A text with the system's line ends.
    pub fn with_line_ends(&self, text: &str) -> Vec<u8> {
        text.split('\n').map(str::as_bytes).collect::<Vec<_>>().join(self.line_end())
    }

    /// The bytes to send for a message; why there are none, if it does not fit.
    pub fn outgoing(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        match &self.kind {
            Kind::Lines { end, .. } => Ok([message, end].concat()),
            Kind::Prefixed(prefix) => prefix.in_front_of(message),
            Kind::Fixed(size) if message.len() == *size => Ok(message.to_vec()),
            Kind::Fixed(size) => Err(format!("it has {} bytes, and messages have {size}", message.len())),
        }
    }

    /// The first message, if it is whole.
    pub fn first(&self, bytes: &[u8]) -> Option<Whole> {
        match &self.kind {
            Kind::Lines { end, rules } => {
                let mut cutter = Cutter { end, rules, bytes, at: 0, text: Vec::new() };
                while cutter.unit(0)? {}
                let Cutter { at, mut text, .. } = cutter;
                text.pop();
                Some(Whole { text, length: at })
            }
            Kind::Prefixed(prefix) => {
                let length = prefix.bytes + prefix.read(bytes.get(..prefix.bytes)?);
                Some(Whole { text: bytes.get(prefix.bytes..length)?.to_vec(), length })
            }
            Kind::Fixed(size) => Some(Whole { text: bytes.get(..*size)?.to_vec(), length: *size }),
        }
    }

    /// The parts of a text that came out of here, each a line with what belongs to it; a part that says that more follows ends there.
    pub(super) fn parts<'t>(&self, text: &'t [u8]) -> Vec<&'t [u8]> {
        let Kind::Lines { rules, .. } = &self.kind else { return vec![text] };
        if text.is_empty() {
            return Vec::new();
        }
        let bytes = [text, b"\n"].concat();
        let mut cutter = Cutter { end: b"\n", rules, bytes: &bytes, at: 0, text: Vec::new() };
        let mut parts = Vec::new();
        while cutter.at < bytes.len() {
            let start = cutter.at;
            // What is not whole is one part: somebody will say that it means nothing.
            if cutter.unit(0).is_none() {
                cutter.at = bytes.len();
            }
            parts.push(&text[start..cutter.at - 1]);
        }
        parts
    }
}

impl Prefix {
    fn in_front_of(self, message: &[u8]) -> Result<Vec<u8>, String> {
        let length = (message.len() as u64).to_be_bytes();
        let (high, low) = length.split_at(length.len() - self.bytes);
        if high.iter().any(|byte| *byte != 0) {
            return Err(format!("its length of {} does not fit into {} bytes", message.len(), self.bytes));
        }
        let mut bytes = low.to_vec();
        if !self.is_big {
            bytes.reverse();
        }
        bytes.extend_from_slice(message);
        Ok(bytes)
    }

    fn read(self, bytes: &[u8]) -> usize {
        let add = |sum: usize, byte: &u8| sum << 8 | usize::from(*byte);
        if self.is_big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
    }
}

/// Reads one message.
struct Cutter<'c> {
    end: &'c [u8],
    rules: &'c [Rule],
    bytes: &'c [u8],
    at: usize,
    text: Vec<u8>,
}

impl<'c> Cutter<'c> {
    /// Takes a line with what belongs to it; whether another one follows. Nothing if it is not whole.
    fn unit(&mut self, depth: usize) -> Option<bool> {
        let line = self.line()?;
        let found = self.rules.iter().find_map(|rule| Some((rule, rule.line.number(line)?)));
        let Some((rule, number)) = found.filter(|_| depth < DEEPEST) else { return Some(false) };
        if let Some(last) = &rule.until {
            while !last.matches(self.line()?) {}
        }
        // A negative number counts nothing: it stands for something that is not there.
        let number = usize::try_from(number).ok();
        match (rule.counted, number) {
            (Some(Counted::Bytes), Some(number)) => self.block(number, rule.is_closed)?,
            (Some(Counted::Lines), Some(number)) => {
                for _ in 0..number {
                    self.line()?;
                }
            }
            (Some(Counted::Items), Some(number)) => {
                for _ in 0..number {
                    while self.unit(depth + 1)? {}
                }
            }
            _ => {}
        }
        Some(rule.has_more)
    }

    /// Takes a line.
    fn line(&mut self) -> Option<&'c [u8]> {
        let rest = self.bytes.get(self.at..)?;
        let at = rest.windows(self.end.len()).position(|window| window == self.end)?;
        let mut line = &rest[..at];
        self.at += at + self.end.len();
        if self.end == b"\n" {
            line = line.strip_suffix(b"\r").unwrap_or(line);
        }
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        Some(line)
    }

    /// Takes so many bytes, and the line end behind them where there is one.
    fn block(&mut self, number: usize, is_closed: bool) -> Option<()> {
        let block = self.bytes.get(self.at..self.at.checked_add(number)?)?;
        self.at += number;
        self.text.extend_from_slice(block);
        match is_closed {
            true => self.line().map(drop),
            false => {
                self.text.push(b'\n');
                Some(())
            }
        }
    }
}

#[cfg(test)]
mod tests;

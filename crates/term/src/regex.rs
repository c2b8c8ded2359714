//! Regular expressions over bytes, which match whole texts.
//! In: the notation of console specifications. Out: a tree to look at, an automaton to match with, and examples of texts
//! inside and outside of the language. Sizes are bounded when an expression is read, so everything later is, too.

mod automaton;
mod byte_set;
mod examples;
mod notation;
mod parse;
mod smtlib;

use std::hash::{Hash, Hasher};

pub use byte_set::ByteSet;

use automaton::Automaton;

/// A part of a regular expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RegexPart {
    /// The empty text.
    Empty,
    /// One byte of a set.
    Byte(ByteSet),
    /// One part after the other.
    Sequence(Vec<RegexPart>),
    /// One of the parts.
    Choice(Vec<RegexPart>),
    /// The part at least so often, and at most so often if there is a limit.
    Repeat(Box<RegexPart>, u32, Option<u32>),
}

/// A regular expression. Two are equal if they are written alike, not if they merely describe the same texts.
///
/// ```
/// use lydian_term::Regex;
/// let number = Regex::parse("-?[0-9]{1,3}").unwrap();
/// assert!(number.matches(b"-42"));
/// assert!(!number.matches(b"x42"));
/// assert_eq!(number.shortest_members(2), [b"0", b"1"]);
/// assert_eq!(Regex::parse("a(b").unwrap_err(), (1, "`(` is not closed".to_owned()));
/// ```
#[derive(Clone, Debug)]
pub struct Regex {
    root: RegexPart,
    automaton: Automaton,
}

/// A regular expression of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RegexId(pub(crate) u32);

/// The automaton of an expression has at most that many states.
const MOST_STATES: u64 = 2_000;

impl Regex {
    /// Reads an expression. An error has the place of its first byte and a message of one line.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Regex, (usize, String)> {
        let root = parse::parse(text.as_ref())?;
        if states_of(&root) > MOST_STATES {
            return Err((0, "the expression repeats too much: it is too large when written out".to_owned()));
        }
        let automaton = Automaton::new(&root);
        Ok(Regex { root, automaton })
    }

    /// The outermost part.
    pub fn root(&self) -> &RegexPart {
        &self.root
    }

    /// Whether the whole text matches. Takes time proportional to the length of the text times [`Regex::size`].
    pub fn matches(&self, text: &[u8]) -> bool {
        self.automaton.accepts(text)
    }

    /// How many states the automaton has.
    pub fn size(&self) -> usize {
        self.automaton.len()
    }

    /// Up to `count` texts of the language: shorter ones first, those of equal length by their bytes, where letters and
    /// digits come before other visible characters, the blank and the rest. Fewer if there are no more, or if they are
    /// too long to be found with bounded work.
    pub fn shortest_members(&self, count: usize) -> Vec<Vec<u8>> {
        examples::members(&self.automaton, count)
    }

    /// Up to `count` short printable texts outside of the language, which leave it in different ways where they can.
    pub fn non_members(&self, count: usize) -> Vec<Vec<u8>> {
        examples::non_members(&self.automaton, count)
    }
}

impl PartialEq for Regex {
    fn eq(&self, other: &Regex) -> bool {
        self.root == other.root
    }
}

impl Eq for Regex {}

impl Hash for Regex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.root.hash(state);
    }
}

/// How many states the automaton of a part would have.
fn states_of(part: &RegexPart) -> u64 {
    match part {
        RegexPart::Empty => 0,
        RegexPart::Byte(_) => 1,
        RegexPart::Sequence(parts) => parts.iter().fold(0, |sum, part| sum.saturating_add(states_of(part))),
        RegexPart::Choice(parts) => {
            parts.iter().fold(0, |sum, part| sum.saturating_add(states_of(part)).saturating_add(1))
        }
        RegexPart::Repeat(part, least, most) => {
            let copies = u64::from(most.unwrap_or(least + 1));
            let choices = most.map_or(1, |most| u64::from(most - least));
            states_of(part).saturating_mul(copies).saturating_add(choices)
        }
    }
}

//! Patterns of output whose terms have been evaluated, and their meaning.
//! In: what a specification allows between two reads, and the bytes that a program wrote. Out: whether they match, and if
//! not, how far they did. Matching is by automaton, linear in the output.

/// A pattern without terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Exactly these bytes.
    Text(Vec<u8>),
    /// A whole number, as a token: next to a wildcard or to another output it is not a part of a longer number.
    Number(String),
    /// A decimal number with this text (`-3.50`), as a token; more or fewer zeros at the end of the places match too.
    Decimal(String),
    /// Anything, also nothing.
    Any,
    /// Anything with a character that is not blank.
    Some,
    /// The pattern with some text that is not only blank before it, after it, or both.
    Decorated(Box<Pattern>),
    /// One after the other.
    Sequence(Vec<Pattern>),
    /// Any one.
    Either(Vec<Pattern>),
}

impl Pattern {
    /// The pattern that matches nothing but the empty text.
    pub fn nothing() -> Pattern {
        Pattern::Text(Vec::new())
    }
}

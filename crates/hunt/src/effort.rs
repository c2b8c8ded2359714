//! How far a hunt goes: levels of work that is counted, so that a verdict does not depend on the machine.

use std::fmt;
use std::str::FromStr;

/// How many levels are hunted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// So many.
    Levels(u64),
    /// As many as the time allows.
    Max,
}

/// The usual number of levels: some seconds for a program that looks right.
pub const USUAL_LEVELS: u64 = 8;

impl Default for Effort {
    fn default() -> Effort {
        Effort::Levels(USUAL_LEVELS)
    }
}

impl Effort {
    /// Whether this many levels are all.
    pub fn is_done(self, levels: u64) -> bool {
        matches!(self, Effort::Levels(most) if levels >= most)
    }

    /// The same, but no more than usual where it would go on until the time is up.
    pub fn usual_at_most(self) -> Effort {
        if self == Effort::Max { Effort::default() } else { self }
    }

    /// Whether a hunt that time has ended after this many whole levels has done what was asked.
    pub fn accepts_end_of_time(self, levels: u64) -> bool {
        self == Effort::Max && levels >= USUAL_LEVELS
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Levels(levels) => write!(f, "{levels}"),
            Effort::Max => f.write_str("max"),
        }
    }
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Effort, String> {
        match text.parse() {
            _ if text == "max" => Ok(Effort::Max),
            Ok(levels @ 1..=1_000_000) => Ok(Effort::Levels(levels)),
            _ => Err("an effort is a number of levels from 1 to 1000000, or `max`".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effort_is_read_as_it_is_written() {
        for text in ["1", "8", "1000000", "max"] {
            assert_eq!(text.parse::<Effort>().map(|effort| effort.to_string()), Ok(text.to_owned()));
        }
        for text in ["0", "1000001", "-1", "much", ""] {
            assert!(text.parse::<Effort>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_greatest_effort_ends_with_the_time() {
        assert!(
            Effort::Levels(3).is_done(3) && !Effort::Levels(3).is_done(2) && !Effort::Max.is_done(u64::MAX)
        );
        assert!(
            Effort::Max.accepts_end_of_time(USUAL_LEVELS)
                && !Effort::Max.accepts_end_of_time(USUAL_LEVELS - 1)
        );
        assert!(!Effort::Levels(1).accepts_end_of_time(USUAL_LEVELS));
    }
}

//! One test: what is given, what the specification says, what the implementation does.
//! Everything is text in the user's own notation, so that a case can be saved, replayed by the door that made it, shown
//! and exported by doors that do not know each other's values. A `Refutation` is a case with what a reader is told.

use std::fmt;

use lydian_words::grouped;

/// The kind of specification that a case belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Door {
    /// A reference program.
    Compare,
    /// A script of console interaction.
    Console,
    /// Stream equations.
    Stream,
    /// A state machine given as a function.
    Model,
    /// A logical property given as a function.
    Property,
}

impl Door {
    /// All doors.
    pub const ALL: [Door; 5] = [Door::Compare, Door::Console, Door::Stream, Door::Model, Door::Property];

    /// The word on the command line: `lydian compare`.
    pub fn word(self) -> &'static str {
        match self {
            Door::Compare => "compare",
            Door::Console => "console",
            Door::Stream => "stream",
            Door::Model => "model",
            Door::Property => "property",
        }
    }

    /// The door with this word.
    pub fn from_word(word: &str) -> Option<Door> {
        Door::ALL.into_iter().find(|door| door.word() == word)
    }
}

/// How a run ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// With a result, as source text.
    Value(String),
    /// With an exception, as source text: `Failure "x"`.
    Exception(String),
    /// Not at all, within this many steps of evaluation.
    NoResult {
        /// The steps after which the run was stopped.
        steps: u64,
    },
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Value(value) => f.write_str(value),
            Outcome::Exception(exception) => write!(f, "exception {exception}"),
            Outcome::NoResult { steps } => write!(f, "no result within {} steps", grouped(*steps)),
        }
    }
}

/// One test in a form that can be saved, replayed and exported.
///
/// ```
/// use lydian_verdict::{Case, Door, Outcome};
/// let case = Case {
///     door: Door::Compare,
///     written: None,
///     entry: "max".into(),
///     inputs: vec!["[-1000]".into()],
///     expected: Outcome::Value("-1000".into()),
///     actual: Outcome::Value("-999".into()),
///     size: 2,
///     seed: 0,
/// };
/// assert_eq!(case.call(), "max [-1000]");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The kind of specification.
    pub door: Door,
    /// What is called, started or fed.
    pub entry: String,
    /// The inputs as source text in the user's notation, each ready to stand as an argument.
    pub inputs: Vec<String>,
    /// The whole test as source text, where it is not just the entry followed by its inputs: several calls, `f 1; f 2`.
    pub written: Option<String>,
    /// What the specification says.
    pub expected: Outcome,
    /// What the implementation does.
    pub actual: Outcome,
    /// The size of the inputs, in the measure by which the search counts.
    pub size: u64,
    /// The seed of the run that found it.
    pub seed: u64,
}

impl Case {
    /// The test as source text: mostly the entry followed by its inputs.
    pub fn call(&self) -> String {
        self.written.clone().unwrap_or_else(|| self.applied())
    }

    fn applied(&self) -> String {
        let mut call = self.entry.clone();
        for input in &self.inputs {
            call.push(' ');
            call.push_str(input);
        }
        call
    }
}

/// One labelled line (or block of lines) of an explanation.
///
/// What doors show differs (calls, console runs, timelines, sequences of states), so a report gets a list of these and
/// lays them out without knowing the door. Labels that occur in several doors are constants in [`label`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// One or two words in lower case.
    pub label: String,
    /// The text; may have several lines.
    pub text: String,
    /// The same as calls in time, for a report that can draw them.
    pub timeline: Option<Box<Timeline>>,
}

impl Detail {
    /// A labelled text.
    pub fn new(label: impl Into<String>, text: impl Into<String>) -> Detail {
        Detail { label: label.into(), text: text.into(), timeline: None }
    }

    /// The same, which can be drawn as well.
    #[must_use]
    pub fn drawn(mut self, timeline: Timeline) -> Detail {
        self.timeline = Some(Box::new(timeline));
        self
    }
}

/// What several sessions did, in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    /// The sessions.
    pub sessions: Vec<TimelineSession>,
}

/// What one session did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineSession {
    /// How it is called.
    pub name: String,
    /// Its calls, one after the other.
    pub calls: Vec<TimelineCall>,
}

/// A call: when it was made and when it returned, in moments whose order alone counts, and what it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineCall {
    /// When it was made.
    pub from: u64,
    /// When it returned.
    pub to: u64,
    /// The input and what came of it.
    pub text: String,
}

/// Labels that reports and readers of the JSON form may rely on.
pub mod label {
    /// The call in the user's notation: `max [-1000]`.
    pub const CALL: &str = "call";
    /// What the specification says.
    pub const EXPECTED: &str = "expected";
    /// What the implementation does.
    pub const GOT: &str = "got";
    /// The innermost call that goes wrong, with what it should give and what it gives.
    pub const PARTS: &str = "they part at";
    /// A line to paste into the language's toplevel.
    pub const PASTE: &str = "paste";
    /// What is true but decides nothing.
    pub const REMARK: &str = "remark";
    /// A command that runs this case again.
    pub const REPLAY: &str = "replay";
}

/// A case that tells the implementation from its specification, with what a reader is told about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The smallest case found.
    pub case: Case,
    /// What is shown, in this order.
    pub details: Vec<Detail>,
}

impl Refutation {
    /// A refutation that shows the call, what is expected and what happens; further details are added with
    /// [`Refutation::detail`].
    pub fn new(case: Case) -> Refutation {
        let details = vec![
            Detail::new(label::CALL, case.call()),
            Detail::new(label::EXPECTED, case.expected.to_string()),
            Detail::new(label::GOT, case.actual.to_string()),
        ];
        Refutation { case, details }
    }

    /// The same with one more detail.
    #[must_use]
    pub fn detail(mut self, label: impl Into<String>, text: impl Into<String>) -> Refutation {
        self.details.push(Detail::new(label, text));
        self
    }

    /// The text of the first detail with this label.
    pub fn text_of(&self, label: &str) -> Option<&str> {
        self.details.iter().find(|detail| detail.label == label).map(|detail| detail.text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_door_is_found_by_its_word() {
        for door in Door::ALL {
            assert_eq!(Door::from_word(door.word()), Some(door));
        }
        assert_eq!(Door::from_word("window"), None);
    }

    #[test]
    fn outcomes_read_as_a_user_says_them() {
        assert_eq!(Outcome::Value("[1; 2]".into()).to_string(), "[1; 2]");
        assert_eq!(Outcome::Exception("Failure \"x\"".into()).to_string(), "exception Failure \"x\"");
        assert_eq!(Outcome::NoResult { steps: 1_000_000 }.to_string(), "no result within 1,000,000 steps");
    }

    #[test]
    fn a_refutation_shows_call_expected_and_got_first() {
        let case = Case {
            door: Door::Compare,
            written: None,
            entry: "f".into(),
            inputs: vec!["1".into(), "(-2)".into()],
            expected: Outcome::Value("3".into()),
            actual: Outcome::Exception("Not_found".into()),
            size: 2,
            seed: 7,
        };
        let refutation = Refutation::new(case).detail(label::PASTE, "f 1 (-2);;");
        let labels: Vec<&str> = refutation.details.iter().map(|detail| detail.label.as_str()).collect();
        assert_eq!(labels, ["call", "expected", "got", "paste"]);
        assert_eq!(refutation.text_of(label::CALL), Some("f 1 (-2)"));
        assert_eq!(refutation.text_of(label::REPLAY), None);
    }
}

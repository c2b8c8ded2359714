//! A suite of traces for a stream specification, as plain data: what goes in, what must come out, which goals that meets.
//! Everything is text in the user's notation, so that reports need to know neither values nor solvers. Times are places in
//! the list of a case's moments; streams, cases and goals are places in the lists of the suite.

use std::sync::Arc;

use lydian_diagnostic::{Source, Span};

use crate::statistics::Statistics;
use crate::verdict::Verdict;

/// A suite with everything that is told about it.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceSuite {
    /// The specification as the user named it.
    pub subject: String,
    /// How the suite was made.
    pub strategy: String,
    /// What was to be covered.
    pub criteria: Vec<String>,
    /// How many slots a case could have.
    pub slots: usize,
    /// What the suite comes to.
    pub verdict: Verdict,
    /// The files of the specification, the named one first.
    pub files: Vec<Arc<Source>>,
    /// The streams: inputs, outputs, then all others.
    pub streams: Vec<TraceStream>,
    /// What every case satisfies.
    pub assertions: Vec<TraceAssertion>,
    /// The cases.
    pub cases: Vec<TraceCase>,
    /// The goals, in the order of the source.
    pub goals: Vec<TraceGoal>,
    /// Moments after which nothing new can happen.
    pub dead: Vec<DeadState>,
    /// What the work took.
    pub effort: Statistics,
}

/// A stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceStream {
    /// What it is called; a stream without a name is called by its number.
    pub name: String,
    /// The type of its values.
    pub ty: String,
    /// What it is to the user.
    pub role: StreamRole,
    /// The stream itself: an input that is an output too is listed twice, with the same number here.
    pub id: usize,
}

/// What a stream is to the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamRole {
    /// Events come from outside.
    Input,
    /// Events are written.
    Output {
        /// Whether only the value is written.
        raw: bool,
    },
    /// A definition with a name.
    Named,
    /// A part of an expression.
    Part,
}

impl StreamRole {
    /// The role as one word.
    pub fn word(self) -> &'static str {
        match self {
            StreamRole::Input => "input",
            StreamRole::Output { .. } => "output",
            StreamRole::Named => "named",
            StreamRole::Part => "part",
        }
    }
}

/// Something that holds in every case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceAssertion {
    /// As it is written: `all y == 0`.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TraceCase {
    /// The moments at which something happens, in order.
    pub times: Vec<String>,
    /// The events, by moment, then in the order of streams.
    pub events: Vec<TraceEvent>,
    /// The time up to which the trace says that nothing else happens, if that is after the last input.
    pub progress: Option<String>,
    /// The goals that it meets, each with the first moment.
    pub meets: Vec<(usize, usize)>,
    /// The error that ends the run, if one does.
    pub failure: Option<String>,
    /// Whether a timer still runs at the end.
    pub pending: bool,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceEvent {
    /// When.
    pub moment: usize,
    /// The stream.
    pub stream: usize,
    /// What it carries.
    pub value: TraceValue,
}

/// What an event carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraceValue {
    /// Nothing but that it happens.
    Unit,
    /// A value.
    Value {
        /// As it is written in a trace that is read.
        literal: String,
        /// As an interpreter prints it: texts have no quotes there.
        printed: String,
    },
    /// An error.
    Error(String),
}

impl TraceValue {
    /// The value as it is written in a trace that is read.
    pub fn literal(&self) -> &str {
        match self {
            TraceValue::Unit => "()",
            TraceValue::Value { literal, .. } => literal,
            TraceValue::Error(_) => "error",
        }
    }
}

/// A goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceGoal {
    /// The criterion that it belongs to; `author` for a goal that stands in the specification.
    pub criterion: String,
    /// What is to be shown, in a few words.
    pub text: String,
    /// Where.
    pub span: Span,
    /// The definitions through which the place was reached.
    pub within: Vec<String>,
    /// What became of it.
    pub state: GoalState,
}

/// What became of a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalState {
    /// A case meets it.
    Covered {
        /// Which.
        case: usize,
        /// When first.
        moment: usize,
    },
    /// No trace whatever meets it.
    Unreachable {
        /// Proved by induction over so many slots.
        slots: usize,
    },
    /// No case was found.
    Unknown {
        /// Within which bounds.
        why: String,
    },
}

impl GoalState {
    /// The state as one word.
    pub fn word(&self) -> &'static str {
        match self {
            GoalState::Covered { .. } => "covered",
            GoalState::Unreachable { .. } => "unreachable",
            GoalState::Unknown { .. } => "unknown",
        }
    }
}

/// A moment of a case after which goals that the suite meets are out of reach for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadState {
    /// The case that shows it.
    pub case: usize,
    /// The moment after which.
    pub moment: usize,
    /// The goals that are lost.
    pub lost: Vec<usize>,
    /// The outputs that stay silent for ever, as streams.
    pub silent: Vec<usize>,
}

/// How many goals there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GoalCounts {
    /// Met by a case.
    pub covered: usize,
    /// Proved out of reach.
    pub unreachable: usize,
    /// Neither.
    pub unknown: usize,
}

impl TraceSuite {
    /// The goals in numbers.
    pub fn counts(&self) -> GoalCounts {
        let mut counts = GoalCounts::default();
        for goal in &self.goals {
            match goal.state {
                GoalState::Covered { .. } => counts.covered += 1,
                GoalState::Unreachable { .. } => counts.unreachable += 1,
                GoalState::Unknown { .. } => counts.unknown += 1,
            }
        }
        counts
    }

    /// The events of inputs in a case, by moment.
    pub fn inputs<'s>(&'s self, case: &'s TraceCase) -> impl Iterator<Item = &'s TraceEvent> {
        case.events.iter().filter(|event| self.streams[event.stream].role == StreamRole::Input)
    }

    /// The events of outputs in a case, by moment.
    pub fn outputs<'s>(&'s self, case: &'s TraceCase) -> impl Iterator<Item = &'s TraceEvent> {
        let is_output =
            |event: &&TraceEvent| matches!(self.streams[event.stream].role, StreamRole::Output { .. });
        case.events.iter().filter(is_output)
    }

    /// The goals that no earlier case meets, each with the first moment.
    pub fn new_goals<'s>(&'s self, case: usize) -> impl Iterator<Item = (usize, usize)> + 's {
        self.goals.iter().enumerate().filter_map(move |(number, goal)| match goal.state {
            GoalState::Covered { case: first, moment } if first == case => Some((number, moment)),
            _ => None,
        })
    }

    /// An event in the user's notation, without its time: `wire`, `freq = 3`.
    pub fn event_text(&self, event: &TraceEvent) -> String {
        let name = &self.streams[event.stream].name;
        match &event.value {
            TraceValue::Unit => name.clone(),
            TraceValue::Value { literal, .. } => format!("{name} = {literal}"),
            TraceValue::Error(why) => format!("{name}: {why}"),
        }
    }
}

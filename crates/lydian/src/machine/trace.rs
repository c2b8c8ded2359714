//! What a check of machines found, as data and as text.

use std::fmt;

/// What is claimed about a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MachineVerdict {
    /// It conforms: all that both machines can do was compared.
    Proved,
    /// It conforms as far as it was tried; the text says how far.
    Passed(String),
    /// It does not conform.
    Refuted(Box<Trace>),
    /// Nothing was compared: the specification refuses everything.
    Vacuous,
    /// Something was left undecided; the text says what.
    Unknown(String),
}

/// An input and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The input, as `Debug` shows it.
    pub input: String,
    /// The output, or how the system failed to give one.
    pub seen: String,
}

/// Inputs from the start at whose end the system is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The inputs, with what was seen; the last one is wrong.
    pub steps: Vec<Step>,
    /// What would have been allowed at the end.
    pub allowed: Vec<String>,
    /// The states of the specification before the last input.
    pub states: Vec<String>,
}

/// The outcome of a check of machines, with its numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MachineReport {
    /// What is claimed.
    pub verdict: MachineVerdict,
    /// Answers that were judged.
    pub judged: u64,
    /// Sequences of inputs that were given, or places that were visited by a proof.
    pub sequences: u64,
}

impl MachineReport {
    /// Whether the system conforms, for certain.
    pub fn is_proved(&self) -> bool {
        self.verdict == MachineVerdict::Proved
    }

    /// Whether the system conforms as far as is known.
    pub fn is_ok(&self) -> bool {
        matches!(self.verdict, MachineVerdict::Proved | MachineVerdict::Passed(_))
    }

    /// The sequence that shows a difference, if there is one.
    pub fn trace(&self) -> Option<&Trace> {
        match &self.verdict {
            MachineVerdict::Refuted(trace) => Some(trace),
            _ => None,
        }
    }

    /// The inputs of the sequence that shows a difference; none if there is no such sequence.
    pub fn inputs(&self) -> Vec<&str> {
        let steps = self.trace().map_or(&[][..], |trace| &trace.steps);
        steps.iter().map(|step| step.input.as_str()).collect()
    }

    /// Panics, with the report as message, unless the system conforms as far as is known.
    #[track_caller]
    pub fn assert_ok(&self) {
        assert!(self.is_ok(), "{self}");
    }
}

impl fmt::Display for MachineReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            MachineVerdict::Proved => write!(f, "proved: {} answers compared", self.judged),
            MachineVerdict::Passed(how_far) => write!(f, "passed: {how_far}"),
            MachineVerdict::Refuted(trace) => write!(f, "refuted\n{trace}"),
            MachineVerdict::Vacuous => write!(f, "vacuous: nothing was compared"),
            MachineVerdict::Unknown(why) => write!(f, "undecided: {why}"),
        }
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Step { input, seen }) in self.steps.iter().enumerate() {
            writeln!(f, "  {:3}. {input} gives {seen}", place + 1)?;
        }
        write!(f, "  allowed in {}: {}", self.states.join(" or "), self.allowed.join(" or "))
    }
}

//! One sequence of inputs, given to a system and judged on the fly.

use crate::judge::{Conformance, Judged, StateSet, Wrong, judge};
use crate::product::Failure;
use crate::{InputId, Observed, Obstacle, Specification, System, Trouble};

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunEnd {
    /// All inputs were given, and all that was seen is allowed.
    Passed,
    /// An input was refused, as it must be.
    RightlyRefused,
    /// Nothing is specified for the next input.
    Unspecified,
    /// Something is wrong.
    Failed(Box<Failure>),
    /// The specification gave no reply.
    Undecided(Trouble),
    /// The system could not be brought to its start.
    NotStarted(String),
    /// It was ended before all inputs were given, which says nothing about the system. The last input is the one that cannot be sent,
    /// if there is such a one.
    Stopped(Obstacle),
}

/// What a run was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The inputs that were given, with what was seen.
    pub steps: Vec<(InputId, Observed)>,
    /// How it ended.
    pub end: RunEnd,
    /// How many observations were judged.
    pub judged: u64,
}

/// Where the next input comes from.
pub trait Guide<S: ?Sized> {
    /// The next input in these states; `None` ends the run.
    fn next(&mut self, spec: &mut S, states: &StateSet) -> Result<Option<InputId>, Trouble>;
}

/// A fixed sequence.
#[derive(Debug, Clone)]
pub struct Fixed<'s> {
    rest: std::slice::Iter<'s, InputId>,
}

impl<'s> Fixed<'s> {
    /// These inputs.
    pub fn new(inputs: &'s [InputId]) -> Fixed<'s> {
        Fixed { rest: inputs.iter() }
    }
}

impl<S: ?Sized> Guide<S> for Fixed<'_> {
    fn next(&mut self, _: &mut S, _: &StateSet) -> Result<Option<InputId>, Trouble> {
        Ok(self.rest.next().copied())
    }
}

/// Resets the system and gives it inputs until the guide ends or something is wrong.
///
/// `silence` is the empty answer: under [`Conformance::Ioco`] a refusal counts as that.
pub fn run<S: Specification + ?Sized>(
    spec: &mut S,
    system: &mut dyn System,
    conformance: Conformance,
    silence: crate::AnswerId,
    guide: &mut dyn Guide<S>,
) -> Run {
    let mut run = Run { steps: Vec::new(), end: RunEnd::Passed, judged: 0 };
    let start = match spec.initial() {
        Ok(states) => StateSet::new(states),
        Err(trouble) => return Run { end: RunEnd::Undecided(trouble), ..run },
    };
    if let Err(why) = system.reset() {
        let end = system.obstacle().map_or(RunEnd::NotStarted(why), RunEnd::Stopped);
        return Run { end, ..run };
    }
    let mut states = start;
    // Where the specification was before the last input.
    let mut before = states.clone();
    loop {
        if let Some(obstacle) = system.obstacle() {
            return Run { end: RunEnd::Stopped(obstacle), ..run };
        }
        let input = match guide.next(spec, &states) {
            Ok(Some(input)) => input,
            Ok(None) => return ended(run, system, before),
            Err(trouble) => return Run { end: RunEnd::Undecided(trouble), ..run },
        };
        let mut observed = system.step(input);
        if let Observed::Broken(_) = &observed
            && let Some(obstacle) = system.obstacle()
        {
            if let Obstacle::Unsendable(_) = obstacle {
                run.steps.push((input, observed));
            }
            return Run { end: RunEnd::Stopped(obstacle), ..run };
        }
        if conformance == Conformance::Ioco && observed == Observed::Refused {
            observed = Observed::Answer(silence);
        }
        let judged = judge(spec, conformance, &states, input, &observed);
        run.steps.push((input, observed));
        match judged {
            Err(trouble) => return Run { end: RunEnd::Undecided(trouble), ..run },
            Ok(Judged::Allowed(next)) => before = std::mem::replace(&mut states, next),
            Ok(Judged::RightlyRefused) => {
                run.judged += 1;
                return ended(Run { end: RunEnd::RightlyRefused, ..run }, system, states);
            }
            Ok(Judged::Unspecified) => return Run { end: RunEnd::Unspecified, ..run },
            Ok(Judged::Wrong(wrong)) => {
                run.judged += 1;
                let failure = Failure { steps: run.steps.clone(), wrong, states };
                return Run { end: RunEnd::Failed(Box::new(failure)), ..run };
            }
        }
        run.judged += 1;
    }
}

/// The end of a run in which every answer was right: what the system does beyond the last of them counts, too.
fn ended(mut run: Run, system: &mut dyn System, before: StateSet) -> Run {
    if let Some(last) = run.steps.last_mut()
        && let Some(why) = system.afterwards()
    {
        last.1 = Observed::Broken(why);
        let failure = Failure { steps: run.steps.clone(), wrong: Wrong::Broken, states: before };
        run.end = RunEnd::Failed(Box::new(failure));
    }
    run
}

/// Whether a specification explains what was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Explained {
    /// It does, and is in one of these states then.
    Yes(StateSet),
    /// It says nothing about one of the inputs, and so allows everything from there on.
    Unspecified,
    /// It does not.
    No,
}

/// Whether a specification that started in one of these states explains what was seen.
pub fn explain<S: Specification + ?Sized>(
    spec: &mut S,
    conformance: Conformance,
    start: &StateSet,
    steps: &[(InputId, Observed)],
) -> Result<Explained, Trouble> {
    let mut states = start.clone();
    for (input, observed) in steps {
        match judge(spec, conformance, &states, *input, observed)? {
            Judged::Allowed(next) => states = next,
            Judged::RightlyRefused => break,
            Judged::Unspecified => return Ok(Explained::Unspecified),
            Judged::Wrong(_) => return Ok(Explained::No),
        }
    }
    Ok(if states.is_empty() { Explained::No } else { Explained::Yes(states) })
}

impl Failure {
    /// Whether another failure is of the same kind.
    pub fn is_like(&self, other: &Failure) -> bool {
        self.wrong == other.wrong || (self.wrong != Wrong::Broken && other.wrong != Wrong::Broken)
    }
}

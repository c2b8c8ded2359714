//! Whether what a system shows is allowed: the states that explain what was seen so far, one observation at a time.
//!
//! After a trace the specification is in one of several states, since it may be nondeterministic. An answer is allowed if one
//! of them allows it. The four relations differ in what they say about inputs that no such state enables.

use smallvec::{SmallVec, smallvec};

use crate::{AnswerId, Edge, InputId, Observed, Reactions, Specification, StateId, Trouble};

/// What conformance means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conformance {
    /// Inputs that the specification enables are accepted and answered as it allows; about others nothing is said.
    Inclusion,
    /// The same, and an input that the specification refuses is refused.
    Abort,
    /// After inputs that the specification enables, one that it refuses must be refused.
    Deadlock,
    /// As inclusion, where a system takes every input, and says nothing exactly when the specification allows that: a
    /// refusal is silence, and what comes without an input is wrong.
    Ioco,
}

impl Conformance {
    /// All relations.
    pub const ALL: [Conformance; 4] =
        [Conformance::Inclusion, Conformance::Abort, Conformance::Deadlock, Conformance::Ioco];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Conformance::Inclusion => "inclusion",
            Conformance::Abort => "abort",
            Conformance::Deadlock => "deadlock",
            Conformance::Ioco => "ioco",
        }
    }

    /// The relation with this word.
    pub fn from_word(word: &str) -> Option<Conformance> {
        Conformance::ALL.into_iter().find(|relation| relation.word() == word)
    }

    /// Whether inputs that the specification refuses are given to the system.
    pub fn gives_refused_inputs(self) -> bool {
        matches!(self, Conformance::Abort | Conformance::Deadlock)
    }
}

/// The states in which a specification can be, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StateSet(SmallVec<[StateId; 2]>);

impl StateSet {
    /// A set of these states.
    pub fn new(states: impl IntoIterator<Item = StateId>) -> StateSet {
        let mut set = StateSet(states.into_iter().collect());
        set.0.sort_unstable();
        set.0.dedup();
        set
    }

    /// The states.
    pub fn states(&self) -> &[StateId] {
        &self.0
    }

    /// Whether no state is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many of the states enable an input.
    pub fn enabling<S: Specification + ?Sized>(
        &self,
        spec: &mut S,
        input: InputId,
    ) -> Result<Enabled, Trouble> {
        let mut count = 0;
        for state in &self.0 {
            count += usize::from(spec.reactions(*state, input)?.is_enabled());
        }
        Ok(match count {
            0 => Enabled::Nowhere,
            count if count == self.0.len() => Enabled::Everywhere,
            _ => Enabled::Somewhere,
        })
    }

    /// The states after an answer.
    pub fn after<S: Specification + ?Sized>(
        &self,
        spec: &mut S,
        input: InputId,
        answer: AnswerId,
    ) -> Result<StateSet, Trouble> {
        if let Some(edge) = self.only_reaction(spec, input)? {
            return Ok(StateSet((edge.answer == answer).then_some(edge.target).into_iter().collect()));
        }
        let mut next = Vec::new();
        for state in &self.0 {
            next.extend(spec.after(*state, input, answer)?);
        }
        Ok(StateSet::new(next))
    }

    /// The reaction of the only state, if there is just one of both: by far the most frequent case.
    fn only_reaction<S: Specification + ?Sized>(
        &self,
        spec: &mut S,
        input: InputId,
    ) -> Result<Option<Edge>, Trouble> {
        let [state] = self.0[..] else { return Ok(None) };
        Ok(match spec.reactions(state, input)? {
            Reactions::All(edges) if edges.len() == 1 => edges.first().copied(),
            _ => None,
        })
    }

    /// Some answers that are allowed, and whether these are all.
    pub fn allowed<S: Specification + ?Sized>(
        &self,
        spec: &mut S,
        input: InputId,
    ) -> Result<(Vec<AnswerId>, bool), Trouble> {
        let mut answers = Vec::new();
        let mut all = true;
        for state in &self.0 {
            let reactions = spec.reactions(*state, input)?;
            all &= matches!(reactions, Reactions::All(_));
            for edge in reactions.listed() {
                if !answers.contains(&edge.answer) {
                    answers.push(edge.answer);
                }
            }
        }
        Ok((answers, all))
    }
}

/// In how many of the possible states an input is enabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enabled {
    /// In none.
    Nowhere,
    /// In some.
    Somewhere,
    /// In all.
    Everywhere,
}

/// What an observation comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judged {
    /// It is allowed; the specification is in one of these states now.
    Allowed(StateSet),
    /// The input is refused, as it must be: the sequence is over.
    RightlyRefused,
    /// Nothing is specified for the input: the sequence is over, and says nothing more.
    Unspecified,
    /// It is not allowed.
    Wrong(Wrong),
}

/// What is wrong with an observation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// Another answer than those that are allowed.
    Answer,
    /// An input that must be accepted is refused.
    Refused,
    /// An input that must be refused is accepted.
    Accepted,
    /// The system broke.
    Broken,
}

/// Judges what a system shows after an input.
pub fn judge<S: Specification + ?Sized>(
    spec: &mut S,
    conformance: Conformance,
    states: &StateSet,
    input: InputId,
    observed: &Observed,
) -> Result<Judged, Trouble> {
    if let Observed::Answer(answer) = observed
        && let Some(edge) = states.only_reaction(spec, input)?
    {
        return Ok(match edge.answer == *answer {
            true => Judged::Allowed(StateSet(smallvec![edge.target])),
            false => Judged::Wrong(Wrong::Answer),
        });
    }
    let enabled = states.enabling(spec, input)?;
    if enabled == Enabled::Nowhere {
        return Ok(match (conformance.gives_refused_inputs(), observed) {
            (false, _) => Judged::Unspecified,
            (true, Observed::Refused) => Judged::RightlyRefused,
            (true, Observed::Answer(_)) => Judged::Wrong(Wrong::Accepted),
            (true, Observed::Broken(_)) => Judged::Wrong(Wrong::Broken),
        });
    }
    Ok(match observed {
        Observed::Answer(answer) => {
            let next = states.after(spec, input, *answer)?;
            if next.is_empty() { Judged::Wrong(Wrong::Answer) } else { Judged::Allowed(next) }
        }
        Observed::Broken(_) => Judged::Wrong(Wrong::Broken),
        Observed::Refused if enabled == Enabled::Everywhere => Judged::Wrong(Wrong::Refused),
        // The system may be in one of the states in which the input is not enabled.
        Observed::Refused => {
            let mut left = Vec::new();
            for state in states.states() {
                if !spec.reactions(*state, input)?.is_enabled() {
                    left.push(*state);
                }
            }
            Judged::Allowed(StateSet::new(left))
        }
    })
}

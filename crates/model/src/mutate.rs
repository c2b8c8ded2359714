//! Mutants of models: what a suite of sequences is worth.
//! In: a model, a suite, and what conformance means. Out: for each small change of the model whether the suite notices it; if
//! not, whether anything would. Mutants are implementations: the model that was not changed says what is allowed.

mod breaking;
mod score;

use std::sync::Arc;

use lydian_budget::Deadline;
use lydian_conform::Conformance;
use lydian_core::Datum;
use lydian_diagnostic::Source;
use lydian_ocaml::Mutant;

use crate::generate::GeneratedCase;
use crate::load::{Model, Shape};

pub use score::score;

/// A sequence of a suite.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// The state in which it starts, if that is not where the model starts.
    pub initial: Option<Datum>,
    /// The inputs.
    pub inputs: Vec<Datum>,
}

impl From<&GeneratedCase> for Given {
    fn from(case: &GeneratedCase) -> Given {
        let inputs = case.steps.iter().map(|step| step.input.clone()).collect();
        Given { initial: Some(case.initial.clone()), inputs }
    }
}

/// How mutants are judged.
#[derive(Debug, Clone)]
pub struct Scoring<'s> {
    /// What conformance means.
    pub conformance: Conformance,
    /// The suite.
    pub suite: &'s [Given],
    /// The implementation whose mutants are judged; nothing for the model itself.
    pub implementation: Option<&'s Model>,
    /// Definitions that stand behind the mutated file.
    pub after: &'s [Arc<Source>],
    /// Pairs of states that are visited to find out about a mutant that the suite does not kill.
    pub most_places: usize,
    /// The length of sequences of unknown inputs that are tried then.
    pub depth: usize,
    /// Work that may be spent on them, for each mutant and length.
    pub work: u64,
    /// When to stop.
    pub deadline: Option<Deadline>,
}

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq)]
pub enum Fate {
    /// The suite notices it.
    Killed {
        /// The number of the sequence that notices it first.
        sequence: usize,
        /// How.
        difference: Difference,
    },
    /// The suite does not notice it, but this shortest sequence does.
    Missed(Difference),
    /// It conforms to the model: no sequence whatever shows that something was changed.
    Equivalent,
    /// Nothing is known; why.
    Undecided(String),
    /// It is no model; why.
    Invalid(String),
}

/// A sequence that shows a difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Where it starts, if that is not where the model starts.
    pub initial: Option<Datum>,
    /// The inputs up to the one that shows it.
    pub inputs: Vec<Datum>,
    /// The inputs as text.
    pub shown: String,
    /// The answers that are allowed to the last input, as text; nothing if it must be refused.
    pub allowed: Vec<String>,
    /// What was seen instead.
    pub seen: String,
}

/// A mutant and its fate.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredMutant {
    /// The change.
    pub mutant: Mutant,
    /// What became of it.
    pub fate: Fate,
}

/// What a suite is worth.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scored {
    /// The mutants, in the order of the file.
    pub mutants: Vec<ScoredMutant>,
    /// What is wrong with the implementation even before it is changed; there are no mutants then.
    pub unchanged: Option<Difference>,
}

/// Numbers of mutants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ScoreCounts {
    /// Noticed by the suite.
    pub killed: usize,
    /// Not noticed, though they differ.
    pub missed: usize,
    /// Proved to conform.
    pub equivalent: usize,
    /// Nothing is known about them.
    pub undecided: usize,
    /// No models.
    pub invalid: usize,
}

impl Scored {
    /// How many mutants had which fate.
    pub fn counts(&self) -> ScoreCounts {
        let mut counts = ScoreCounts::default();
        for scored in &self.mutants {
            *match scored.fate {
                Fate::Killed { .. } => &mut counts.killed,
                Fate::Missed(_) => &mut counts.missed,
                Fate::Equivalent => &mut counts.equivalent,
                Fate::Undecided(_) => &mut counts.undecided,
                Fate::Invalid(_) => &mut counts.invalid,
            } += 1;
        }
        counts
    }
}

impl ScoreCounts {
    /// How many of a hundred mutants that are known to differ the suite kills; nothing if none is known to.
    pub fn percent(&self) -> Option<f64> {
        let differing = self.killed + self.missed;
        (differing > 0).then(|| 100.0 * self.killed as f64 / differing as f64)
    }
}

/// The definitions that say what a system does with an input.
pub(crate) fn reaction(model: &Model) -> &'static [&'static str] {
    match model.shape {
        Shape::Partial | Shape::Choices => &["step"],
        Shape::Answers => &["step", "enabled"],
        Shape::PrePost => &["pre", "post"],
    }
}

/// The mutants of what a model says about inputs: changes of `step`, or of `pre` and `post`, and of all that they use.
///
/// ```
/// let text = "type state = int type input = Tick type output = Count of int
/// let init = 0
/// let step n Tick = Some (Count n, n + 1)";
/// let (model, _) = lydian_model::load(&lydian_diagnostic::Source::new("clock.ml", text));
/// let mutants = lydian_model::mutants_of(&model.expect("a model"));
/// let said: Vec<&str> = mutants.iter().map(|mutant| &*mutant.description).collect();
/// assert_eq!(said[0], "`Some (Count n, n + 1)` becomes `None`");
/// assert_eq!(said[1..], ["`+` becomes `-`", "`1` becomes `0`", "`1` becomes `2`"]);
/// ```
pub fn mutants_of(model: &Model) -> Vec<Mutant> {
    lydian_ocaml::mutants(&model.source, reaction(model))
}

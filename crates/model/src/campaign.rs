//! Tests of a live system: given sequences first, then walks; failures are made small and seen twice before they are told.

use std::time::Instant;

use lydian_conform::{
    AnswerId, Conformance, Failure, Fixed, InputId, Observed, Random, Run, RunEnd, Specification, StateId,
    System, Trouble, Walks, Wrong, refusal_ahead, run, shrink,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::concrete::Concrete;
use crate::live::NO_ANSWER;

/// How a system is tested.
#[derive(Debug, Clone)]
pub struct Testing {
    /// What conformance means.
    pub conformance: Conformance,
    /// Sequences that are run before the walks.
    pub given: Vec<Start>,
    /// How many walks there are.
    pub walks: usize,
    /// How many inputs a walk has at most.
    pub length: usize,
    /// The seed of the walks.
    pub seed: u64,
    /// Runs that may be spent on making a failure small.
    pub shrinking: usize,
    /// Failing sequences after which no more are tried.
    pub most_failures: u64,
    /// What it means that all given sequences pass, where it means something.
    pub promise: Option<String>,
    /// When to stop.
    pub deadline: Option<Instant>,
}

impl Testing {
    /// A hundred walks of fifty inputs.
    pub fn new(conformance: Conformance) -> Testing {
        Testing {
            conformance,
            given: Vec::new(),
            walks: 100,
            length: 50,
            seed: 0,
            shrinking: 2_000,
            most_failures: 10,
            promise: None,
            deadline: None,
        }
    }
}

/// A sequence, and the state in which it starts, if that is not where the model starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The state.
    pub state: Option<StateId>,
    /// The inputs.
    pub inputs: Vec<InputId>,
}

/// A failure, and what the system did when it was tried again.
#[derive(Debug, Clone)]
pub struct Found {
    /// Where the sequence starts.
    pub state: Option<StateId>,
    /// The failure.
    pub failure: Failure,
    /// Inputs of the sequence in which it was seen first.
    pub first_length: usize,
    /// Another run of the same inputs that went differently.
    pub flaky: Option<Run>,
}

/// What came of the tests.
#[derive(Debug, Default)]
pub struct Tested {
    /// Failures of different kinds, the shortest first.
    pub found: Vec<Found>,
    /// Sequences that were run, those that failed among them, and all runs with those of shrinking.
    pub sequences: u64,
    /// Sequences that failed.
    pub failed: u64,
    /// Runs.
    pub runs: u64,
    /// Inputs given.
    pub inputs: u64,
    /// Observations that were judged.
    pub judged: u64,
    /// Refusals that were demanded and seen.
    pub refusals: u64,
    /// Sequences that ended at an input for which nothing is specified.
    pub unspecified: u64,
    /// The states of the specification that were visited, with the inputs given there.
    pub visited: FxHashSet<(StateId, InputId)>,
    /// Why something could not be judged.
    pub undecided: Option<String>,
    /// Why the system could not be started.
    pub not_started: Option<String>,
    /// Whether time ran out.
    pub interrupted: bool,
    /// Failures that took all the time that an answer may take.
    pub hung: u64,
}

/// A system that hangs is slow to test: after so many hangs it is left alone.
const MOST_HANGS: u64 = 2;

/// Kinds of failures that are made small.
const MOST_KINDS: usize = 4;

/// A system under test that can start in different states.
pub trait Startable: System {
    /// Lets the following sequences start in this state; `None` is where the system starts by itself.
    fn start_in(&mut self, spec: &mut Concrete<'_, '_, '_>, state: Option<StateId>) -> Result<(), String>;

    /// Waits longer for outputs from now on, where silence ends an answer; whether that can make a difference.
    fn wait_longer(&mut self) -> bool {
        false
    }
}

impl Concrete<'_, '_, '_> {
    /// Tests a system.
    pub fn test(&mut self, system: &mut dyn Startable, testing: &Testing) -> Result<Tested, Trouble> {
        self.test_watched(system, testing, &mut |_, _| {})
    }

    /// The same; `watch` is told how many of how many sequences are done.
    pub fn test_watched(
        &mut self,
        system: &mut dyn Startable,
        testing: &Testing,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Result<Tested, Trouble> {
        let total = (testing.given.len() + testing.walks) as u64;
        let alphabet = self.alphabet()?;
        let silence = self.silence()?;
        let usual = self.initial().ok();
        let mut campaign =
            Campaign { spec: self, system, testing, silence, usual, tested: Tested::default() };
        for start in &testing.given {
            if campaign.is_over() {
                break;
            }
            watch(campaign.tested.sequences, total);
            campaign.sequence(start);
        }
        let starts: Vec<Option<StateId>> = match &campaign.usual {
            Some(states) if campaign.spec.model().extras.install => {
                states.iter().copied().map(Some).collect()
            }
            Some(_) => vec![None],
            None => {
                let mut starts: Vec<Option<StateId>> = Vec::new();
                for start in testing.given.iter().filter(|start| start.state.is_some()) {
                    if !starts.contains(&start.state) {
                        starts.push(start.state);
                    }
                }
                starts
            }
        };
        let mut walks = Walks::new(&alphabet.inputs, testing.conformance, testing.seed);
        let mut random = Random::new(testing.seed);
        for _ in 0..testing.walks {
            if campaign.is_over() || starts.is_empty() {
                break;
            }
            watch(campaign.tested.sequences, total);
            let state = starts[random.below(starts.len())];
            campaign.walk(&mut walks, state);
        }
        let mut tested = campaign.tested;
        tested.found.sort_by_key(|found| found.failure.steps.len());
        Ok(tested)
    }
}

struct Campaign<'c, 'i, 'w, 'v> {
    spec: &'c mut Concrete<'i, 'w, 'v>,
    system: &'c mut dyn Startable,
    testing: &'c Testing,
    silence: AnswerId,
    /// Where the model starts, if it says so.
    usual: Option<Vec<StateId>>,
    tested: Tested,
}

impl Campaign<'_, '_, '_, '_> {
    fn is_over(&mut self) -> bool {
        if self.testing.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.tested.interrupted = true;
        }
        self.tested.interrupted
            || self.tested.not_started.is_some()
            || self.tested.failed >= self.testing.most_failures
            || self.tested.hung >= MOST_HANGS
    }

    /// Puts both sides where a sequence starts. A system in which states can be installed starts nowhere by itself.
    fn begin(&mut self, state: Option<StateId>) -> bool {
        let usual = self.usual.as_ref().and_then(|usual| usual.first().copied());
        let state = state.or(usual.filter(|_| self.spec.model().extras.install));
        match (state, &self.usual) {
            (Some(state), _) => self.spec.start_in(vec![state]),
            (None, Some(usual)) => self.spec.start_in(usual.clone()),
            (None, None) => {}
        }
        match self.system.start_in(self.spec, state) {
            Ok(()) => true,
            Err(why) => {
                self.tested.not_started = Some(why);
                false
            }
        }
    }

    fn sequence(&mut self, start: &Start) {
        if !self.begin(start.state) {
            return;
        }
        let mut guide = Fixed::new(&start.inputs);
        let run = run(self.spec, self.system, self.testing.conformance, self.silence, &mut guide);
        self.take(run, start.state);
    }

    fn walk(&mut self, walks: &mut Walks, state: Option<StateId>) {
        if !self.begin(state) {
            return;
        }
        walks.begin(self.testing.length);
        let run = run(self.spec, self.system, self.testing.conformance, self.silence, walks);
        self.take(run, state);
    }

    /// Counts a run, and looks into its failure.
    fn take(&mut self, run: Run, state: Option<StateId>) {
        let tested = &mut self.tested;
        tested.sequences += 1;
        tested.runs += 1;
        tested.inputs += run.steps.len() as u64;
        tested.judged += run.judged;
        match run.end {
            RunEnd::Passed => {}
            RunEnd::RightlyRefused => tested.refusals += 1,
            RunEnd::Unspecified => tested.unspecified += 1,
            RunEnd::Undecided(Trouble(why)) => {
                tested.undecided.get_or_insert(why);
            }
            RunEnd::NotStarted(why) => tested.not_started = Some(why),
            RunEnd::Failed(failure) if !self.matters(&failure) => self.tested.unspecified += 1,
            RunEnd::Failed(failure) => {
                let tested = &mut self.tested;
                tested.failed += 1;
                tested.hung += u64::from(hangs(&failure));
                self.record(&run.steps);
                self.examine(*failure, state);
                return;
            }
        }
        self.record(&run.steps);
    }

    /// Whether a failure is one under the relation: that of deadlocks is about sequences that end with a refusal.
    fn matters(&mut self, failure: &Failure) -> bool {
        let answered = matches!(failure.wrong, Wrong::Answer | Wrong::Refused);
        if self.testing.conformance != Conformance::Deadlock || !answered {
            return true;
        }
        let Some((input, _)) = failure.steps.last() else { return true };
        let inputs = self.spec.alphabet().map(|alphabet| alphabet.inputs).unwrap_or_default();
        matches!(refusal_ahead(self.spec, &failure.states, *input, &inputs), Ok(Some(true)))
    }

    /// Notes what was visited.
    fn record(&mut self, steps: &[(InputId, Observed)]) {
        let Ok(initial) = self.spec.initial() else { return };
        let mut states = lydian_conform::StateSet::new(initial);
        for (input, observed) in steps {
            for state in states.states() {
                self.tested.visited.insert((*state, *input));
            }
            let Observed::Answer(answer) = observed else { return };
            match states.after(self.spec, *input, *answer) {
                Ok(next) if !next.is_empty() => states = next,
                _ => return,
            }
        }
    }

    /// Makes a failure small, unless one of its kind is known that is as short.
    fn examine(&mut self, failure: Failure, state: Option<StateId>) {
        let kind = self.kind(&failure);
        let known = self.tested.found.iter().position(|found| self.kind(&found.failure) == kind);
        if known.is_some() || self.tested.found.len() >= MOST_KINDS {
            return;
        }
        let first_length = failure.steps.len();
        // A system that is slow to answer is not wrong: what does not show with more patience is no failure.
        if self.system.wait_longer() && self.differs_again(&failure, state).is_some() {
            self.tested.failed -= 1;
            return;
        }
        // A failure that does not come again is not made smaller.
        if let Some(flaky) = self.differs_again(&failure, state) {
            self.tested.found.push(Found { state, failure, first_length, flaky: Some(flaky) });
            return;
        }
        let small = self.shrink(failure, state);
        let flaky = self.differs_again(&small, state);
        let kind = self.kind(&small);
        if self.tested.found.iter().all(|found| self.kind(&found.failure) != kind) {
            self.tested.found.push(Found { state, failure: small, first_length, flaky });
        }
    }

    /// The last input's constructor and what is wrong: failures that agree in both are told once.
    fn kind(&self, failure: &Failure) -> (String, Wrong) {
        let last = failure.steps.last().map_or(String::new(), |(input, _)| self.spec.show_input(*input));
        let word = last.split([' ', '(']).next().unwrap_or("").to_owned();
        (word, failure.wrong.clone())
    }

    /// A second run of the same inputs, if it goes differently.
    fn differs_again(&mut self, failure: &Failure, state: Option<StateId>) -> Option<Run> {
        let again = self.again(&failure.inputs(), state);
        let same = match &again.end {
            RunEnd::Failed(other) => other.wrong == failure.wrong && same_steps(&other.steps, &failure.steps),
            _ => false,
        };
        (!same).then_some(again)
    }

    fn again(&mut self, inputs: &[InputId], state: Option<StateId>) -> Run {
        self.begin(state);
        let mut guide = Fixed::new(inputs);
        let run = run(self.spec, self.system, self.testing.conformance, self.silence, &mut guide);
        self.tested.runs += 1;
        self.tested.inputs += run.steps.len() as u64;
        run
    }

    fn shrink(&mut self, failure: Failure, state: Option<StateId>) -> Failure {
        let tries = if hangs(&failure) { self.testing.shrinking.min(30) } else { self.testing.shrinking };
        let alphabet: Vec<InputId> = self.spec.alphabet().map(|alphabet| alphabet.inputs).unwrap_or_default();
        let mut smaller: FxHashMap<InputId, Vec<InputId>> = FxHashMap::default();
        for (input, _) in &failure.steps {
            smaller.entry(*input).or_insert_with(|| self.spec.smaller_inputs(*input, &alphabet));
        }
        let deadline = self.testing.deadline;
        let mut candidates = |input: InputId| smaller.get(&input).cloned().unwrap_or_default();
        let mut fails = |inputs: &[InputId]| {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return None;
            }
            match self.again(inputs, state).end {
                RunEnd::Failed(failure) => Some(*failure),
                _ => None,
            }
        };
        shrink(failure, tries, &mut candidates, &mut fails)
    }
}

/// Whether a failure is that no answer came.
fn hangs(failure: &Failure) -> bool {
    let silent =
        |observed: &Observed| matches!(observed, Observed::Broken(why) if why.starts_with(NO_ANSWER));
    failure.steps.iter().any(|(_, observed)| silent(observed))
}

/// Whether two runs show the same; of a system that broke, how it broke may be told differently.
fn same_steps(left: &[(InputId, Observed)], right: &[(InputId, Observed)]) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).all(|((first, seen), (second, also))| {
            first == second
                && match (seen, also) {
                    (Observed::Broken(_), Observed::Broken(_)) => true,
                    _ => seen == also,
                }
        })
}

impl Concrete<'_, '_, '_> {
    /// Inputs that can stand for one in a smaller sequence: of the alphabet, before it, with the same constructor.
    fn smaller_inputs(&self, input: InputId, alphabet: &[InputId]) -> Vec<InputId> {
        let constructor = |input: InputId| match self.input_value(input) {
            lydian_core::Value::Block(block) => Some(block.con),
            _ => None,
        };
        let own = constructor(input);
        if own.is_none() {
            return Vec::new();
        }
        let size = |input: InputId| weight(&self.datum(&self.input_value(input)));
        let mut smaller: Vec<InputId> = alphabet
            .iter()
            .copied()
            .filter(|other| *other != input && constructor(*other) == own && size(*other) < size(input))
            .collect();
        smaller.sort_by_key(|other| size(*other));
        smaller
    }
}

/// How large the data in an input are: small numbers and short texts are easy to read.
fn weight(datum: &lydian_core::Datum) -> (u64, u128) {
    use lydian_core::Datum;
    match datum {
        Datum::Int(int) => {
            let size = int
                .as_i64()
                .map_or(u128::MAX / 2, |int| 2 * u128::from(int.unsigned_abs()) + u128::from(int < 0));
            (1, size)
        }
        Datum::Str(bytes) => (1 + bytes.len() as u64, bytes.iter().map(|byte| u128::from(*byte)).sum()),
        Datum::Char(code) => (1, u128::from(*code)),
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts
            .iter()
            .map(weight)
            .fold((1, 0), |(size, sum), (other, more)| (size + other, sum.saturating_add(more))),
        _ => (1, 0),
    }
}

//! Tests of a live system: a probe of its reset, then given sequences, then walks.
//! Failures are made small and seen twice before they are told (`examine`); what was planned is counted against what was judged.

mod doubt;
mod examine;
mod probe;
mod rename;
mod smaller;

use lydian_budget::Deadline;
use lydian_conform::{
    AnswerId, Conformance, Failure, Fixed, InputId, Observed, Obstacle, Random, Run, RunEnd, Specification,
    StateId, StateSet, System, Trouble, Walks, Wrong, refusal_ahead, run,
};
use rustc_hash::FxHashSet;

use crate::concrete::Concrete;
use crate::load::Shape;
use examine::{Examined, hangs};

/// How a system is tested.
#[derive(Debug, Clone)]
pub struct Testing {
    /// What conformance means.
    pub conformance: Conformance,
    /// Sequences that are run before the walks.
    pub given: Vec<Start>,
    /// How many walks there are.
    pub walks: usize,
    /// Inputs that walks use beside those that are listed.
    pub others: Vec<InputId>,
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
    pub deadline: Option<Deadline>,
}

impl Testing {
    /// A hundred walks of fifty inputs.
    pub fn new(conformance: Conformance) -> Testing {
        Testing {
            conformance,
            given: Vec::new(),
            walks: 100,
            others: Vec::new(),
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
    /// What came of the same inputs when they were given again.
    pub again: Again,
    /// How often the same inputs went wrong when they were given again, and how often they were, if not each time.
    pub seen: Option<(u64, u64)>,
    /// What can be shown of that besides its answers, each with what it is called.
    pub witness: Vec<(String, String)>,
}

impl Found {
    /// Whether the system was wrong twice, however it was wrong.
    pub fn is_confirmed(&self) -> bool {
        matches!(self.again, Again::Same | Again::Differently(_))
    }
}

/// What came of the inputs of a failure when they were given again.
#[derive(Debug, Clone)]
pub enum Again {
    /// The same.
    Same,
    /// Something else that is wrong, too.
    Differently(Run),
    /// Nothing wrong.
    Right(Run),
    /// The same after a reset, but nothing wrong after a start.
    RightAfresh(Run),
    /// Something wrong, but right from this state, and nothing shows that the reset brings the system to another.
    RightFrom(StateId),
    /// It could not be tried; why.
    Untried(String),
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
    /// Those of them that did not fail again.
    pub once: u64,
    /// Runs.
    pub runs: u64,
    /// Inputs given in all runs.
    pub inputs: u64,
    /// Inputs given in sequences.
    pub sequence_inputs: u64,
    /// Sequences that were planned.
    pub planned_sequences: u64,
    /// Observations that the sequences run so far should have given, up to where the model says something.
    pub planned: u64,
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
    /// Whether time ran out while a failure was made small.
    pub cut_short: bool,
    /// Failures that took all the time that an answer may take.
    pub hung: u64,
    /// Whether answers came so late that it was waited for longer than was asked for.
    pub waited_longer: bool,
    /// The first input that could not be sent, and why.
    pub unsendable: Option<(Option<InputId>, String)>,
    /// What shows that the reset does not bring the system to its start; then nothing was judged.
    pub not_reset: Option<NotReset>,
    /// Sequences that showed that the reset works: they were answered as before, and not as if they went on.
    pub probes: u64,
}

/// A sequence that was answered as if there had been no reset.
#[derive(Debug, Clone)]
pub struct NotReset {
    /// The inputs.
    pub inputs: Vec<InputId>,
    /// What was seen the first time.
    pub first: Vec<(InputId, Observed)>,
    /// What was seen after the reset.
    pub second: Vec<(InputId, Observed)>,
}

/// Sequences that fail once and not again, after which no more are tried: until then a longer one may fail for certain.
const MOST_ONCE: u64 = 100;

/// A system that hangs is slow to test: after so many hangs it is left alone.
const MOST_HANGS: u64 = 2;

/// A system under test that can start in different states.
pub trait Startable: System {
    /// Lets the following sequences start in this state; `None` is where the system starts by itself.
    fn start_in(&mut self, spec: &mut Concrete<'_, '_, '_>, state: Option<StateId>) -> Result<(), String>;

    /// Waits longer for outputs from now on, where silence ends an answer, or as long as usual; whether that makes a difference.
    fn wait_longer(&mut self, _longer: bool) -> bool {
        false
    }

    /// Is told that an answer was only late.
    fn was_late(&mut self) {}

    /// What can be shown of the last sequence besides its answers, each with what it is called.
    fn witness(&mut self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Says how many sequences there will be, and when it must be over.
    fn plan(&mut self, _sequences: u64, _deadline: Option<Deadline>) {}

    /// Whether one sequence can see what another did, if the system is not reset as it should be.
    fn may_keep_state(&self) -> bool {
        false
    }

    /// Whether a sequence can begin with a start instead of a reset, which is something else.
    fn can_start_afresh(&self) -> bool {
        false
    }

    /// Lets the next sequence begin with a start instead of a reset, if that can be done; whether it can.
    fn start_afresh(&mut self) -> bool {
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
        self.until(testing.deadline);
        let mut campaign = match Campaign::new(self, system, testing) {
            Ok(campaign) => campaign,
            Err(trouble) => {
                self.until(None);
                return Err(trouble);
            }
        };
        // Where the model gives no reply to the probe, it gives none to the tests either, and they tell it.
        let _ = campaign.probe();
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
        let inputs = [&*alphabet.inputs, &*testing.others].concat();
        // Beside a suite that tells all machines of a size, each input outside of it is to be tried; else few values tell more.
        let mut walks = match &testing.promise {
            Some(_) => Walks::new(&inputs, testing.conformance, testing.seed),
            None => Walks::over(campaign.spec.letters(&inputs), testing.conformance, testing.seed),
        };
        if matches!(campaign.spec.model().shape, Shape::Answers | Shape::PrePost) {
            walks = walks.without_looking_ahead();
        }
        let mut random = Random::new(testing.seed);
        for _ in 0..testing.walks {
            if campaign.is_over() || starts.is_empty() {
                break;
            }
            watch(campaign.tested.sequences, total);
            let state = starts[random.below(starts.len())];
            campaign.walk(&mut walks, state);
        }
        campaign.take_probed();
        let mut tested = campaign.tested;
        // What was found is still to be told.
        self.until(None);
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
    /// Whether runs that look into a failure begin with a start instead of a reset.
    afresh: bool,
    /// States in which a system that was not reset may be, once they were asked for.
    anywhere: Option<StateSet>,
    /// Failures of the probe.
    probed: Vec<(Failure, Option<StateId>)>,
    /// What can be shown of the last failure that came again.
    witness: Vec<(String, String)>,
    /// How often the failure that is looked into went wrong again, and in how many tries, if it does not each time.
    seen: Option<(u64, u64)>,
    tested: Tested,
}

impl<'c, 'i, 'w, 'v> Campaign<'c, 'i, 'w, 'v> {
    fn new(
        spec: &'c mut Concrete<'i, 'w, 'v>,
        system: &'c mut dyn Startable,
        testing: &'c Testing,
    ) -> Result<Campaign<'c, 'i, 'w, 'v>, Trouble> {
        let total = (testing.given.len() + testing.walks) as u64;
        let silence = spec.silence()?;
        let usual = spec.initial().ok();
        system.plan(total, testing.deadline);
        let tested = Tested { planned_sequences: total, ..Tested::default() };
        Ok(Campaign {
            spec,
            system,
            testing,
            silence,
            usual,
            afresh: false,
            anywhere: None,
            probed: Vec::new(),
            witness: Vec::new(),
            seen: None,
            tested,
        })
    }
}

impl Campaign<'_, '_, '_, '_> {
    fn is_late(&self) -> bool {
        self.testing.deadline.is_some_and(Deadline::passed)
    }

    fn is_over(&mut self) -> bool {
        if self.is_late() {
            self.tested.interrupted = true;
        }
        self.tested.interrupted
            || self.tested.not_started.is_some()
            || self.tested.not_reset.is_some()
            || self.tested.failed - self.tested.once >= self.testing.most_failures
            || self.tested.once >= MOST_ONCE
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
        loop {
            if !self.begin(start.state) {
                return;
            }
            let run = self.run(&start.inputs);
            if self.take(run, start.state, Some(start.inputs.len())) == Taken::Counted {
                self.system.wait_longer(false);
                return;
            }
        }
    }

    fn walk(&mut self, walks: &mut Walks, state: Option<StateId>) {
        loop {
            if !self.begin(state) {
                return;
            }
            walks.begin(self.testing.length);
            let run = run(self.spec, self.system, self.testing.conformance, self.silence, walks);
            if self.take(run, state, None) == Taken::Counted {
                self.system.wait_longer(false);
                return;
            }
        }
    }

    fn run(&mut self, inputs: &[InputId]) -> Run {
        let mut guide = Fixed::new(inputs);
        run(self.spec, self.system, self.testing.conformance, self.silence, &mut guide)
    }

    /// Looks into the failure of a run, and counts it unless it has to be run once more. A walk plans as it goes.
    fn take(&mut self, run: Run, state: Option<StateId>, inputs: Option<usize>) -> Taken {
        self.tested.runs += 1;
        self.tested.inputs += run.steps.len() as u64;
        let steps = run.steps.len() as u64;
        let mut planned = inputs.map_or(steps, |inputs| inputs as u64);
        let mut whole = true;
        match run.end {
            RunEnd::Passed => {}
            RunEnd::RightlyRefused => {
                self.tested.refusals += 1;
                planned = steps;
            }
            RunEnd::Unspecified => {
                self.tested.unspecified += 1;
                planned = run.judged;
            }
            RunEnd::Undecided(_) if self.is_late() => {
                self.tested.interrupted = true;
                whole = false;
            }
            RunEnd::Undecided(Trouble(why)) => {
                self.tested.undecided.get_or_insert(why);
            }
            RunEnd::NotStarted(why) => {
                self.tested.not_started = Some(why);
                (whole, planned) = (false, 0);
            }
            RunEnd::Stopped(Obstacle::OutOfTime) => {
                self.tested.interrupted = true;
                whole = false;
            }
            RunEnd::Stopped(Obstacle::Unsendable(why)) => {
                let input = run.steps.last().map(|(input, _)| *input);
                self.tested.unsendable.get_or_insert((input, why));
            }
            RunEnd::Failed(failure) if !self.matters(&failure) => {
                self.tested.unspecified += 1;
                planned = run.judged;
            }
            RunEnd::Failed(failure) => {
                // What is behind a failure is not given any more; a verdict that rests on this one does not need it.
                planned = run.judged;
                let hung = hangs(&failure);
                match self.examine(*failure, state) {
                    Examined::Late => return Taken::Again,
                    Examined::Failed => {}
                    Examined::Once => self.tested.once += 1,
                }
                self.tested.failed += 1;
                self.tested.hung += u64::from(hung);
            }
        }
        self.tested.sequences += u64::from(whole);
        self.tested.sequence_inputs += steps;
        self.tested.judged += run.judged;
        self.tested.planned += planned;
        self.record(&run.steps);
        Taken::Counted
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
        let mut states = StateSet::new(initial);
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
}

/// What is done with a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// It is counted.
    Counted,
    /// The sequence is run once more, with more patience.
    Again,
}

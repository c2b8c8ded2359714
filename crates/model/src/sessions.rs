//! Tests of a system by several sessions at the same time.
//!
//! A plan has rounds: in each, some of the sessions give one input, all at once. What was seen is right if some order of the calls
//! explains it (`lydian_conform::ordered`). What goes wrong depends on the moment, so a plan is run several times before anything is
//! said about it, and the report says how often it went wrong.

mod smaller;

use lydian_budget::Deadline;
use lydian_conform::{
    Call, Conformance, Consistency, Enabled, InputId, Observed, Obstacle, Ordered, Random, Specification,
    StateSet, Trouble, ordered,
};

use crate::concrete::Concrete;

/// What each session gives in each round, if anything.
pub type Plan = Vec<Vec<Option<InputId>>>;

/// A system that several sessions talk to.
pub trait Together {
    /// How many sessions there are.
    fn sessions(&self) -> usize;

    /// Brings the system to its start, and all sessions to it.
    fn begin(&mut self) -> Result<(), String>;

    /// Gives inputs at the same time; what each session saw.
    fn round(&mut self, inputs: &[Option<InputId>]) -> Vec<Option<Observed>>;

    /// What keeps a plan from being run, without being a fault of the system, and the session that met it.
    fn obstacle(&mut self) -> Option<(usize, Obstacle)>;
}

/// How a system is tested by several sessions.
#[derive(Debug, Clone)]
pub struct Overlapping {
    /// What conformance means.
    pub conformance: Conformance,
    /// What an order must keep.
    pub consistency: Consistency,
    /// Plans that went wrong with one session already; they are run first.
    pub suspected: Vec<Plan>,
    /// Plans that are run then, or alone.
    pub given: Vec<Plan>,
    /// How many plans are drawn.
    pub plans: usize,
    /// How many rounds each has.
    pub rounds: usize,
    /// The seed.
    pub seed: u64,
    /// When to stop.
    pub deadline: Option<Deadline>,
}

/// A plan that went wrong.
#[derive(Debug, Clone)]
pub struct Overlap {
    /// What was given.
    pub plan: Plan,
    /// What was seen, by session.
    pub seen: Vec<Vec<Call>>,
    /// How often it went wrong when it was run again.
    pub wrong: u64,
    /// How often it was run again.
    pub tries: u64,
}

/// What came of the tests.
#[derive(Debug, Clone, Default)]
pub struct Overlapped {
    /// A plan that went wrong.
    pub found: Option<Overlap>,
    /// Plans that were run, and planned.
    pub plans: u64,
    /// Plans that were planned.
    pub planned: u64,
    /// Calls that were explained.
    pub calls: u64,
    /// Rounds in which two or more sessions gave an input.
    pub overlaps: u64,
    /// Plans that ended where the model says nothing.
    pub unspecified: u64,
    /// Why the system could not be brought to its start.
    pub not_started: Option<String>,
    /// Why something could not be judged.
    pub undecided: Option<String>,
    /// Whether time ran out.
    pub interrupted: bool,
    /// The first input that could not be sent, and why.
    pub unsendable: Option<(Option<InputId>, String)>,
    /// Sequences of one session that showed that the reset works.
    pub probes: u64,
}

/// How often a plan is run again before it is said how often it goes wrong.
const TRIES: u64 = 20;

/// How often a session gives no input in a round, out of ten times.
const PAUSES: usize = 2;

/// One of so many plans has no overlaps.
const TURNS: u64 = 5;

/// How often an input is drawn until one is enabled.
const DRAWS: usize = 20;

/// One run of a plan.
#[derive(Debug)]
struct Ran {
    seen: Vec<Vec<Call>>,
    plan: Plan,
    end: End,
}

#[derive(Debug, PartialEq, Eq)]
enum End {
    Right,
    Wrong,
    Unspecified,
    Stopped,
}

impl Concrete<'_, '_, '_> {
    /// Tests a system by several sessions.
    pub fn test_together(
        &mut self,
        system: &mut dyn Together,
        overlapping: &Overlapping,
    ) -> Result<Overlapped, Trouble> {
        let inputs = self.alphabet()?.inputs;
        self.until(overlapping.deadline);
        let first: Vec<&Plan> = overlapping.suspected.iter().chain(&overlapping.given).collect();
        let planned = (first.len() + overlapping.plans) as u64;
        let tested = Overlapped { planned, ..Overlapped::default() };
        let random = Random::new(overlapping.seed);
        let mut testing = Testing { spec: self, system, overlapping, inputs, random, tested };
        for number in 0..first.len() + overlapping.plans {
            if testing.is_over() {
                break;
            }
            match testing.next(first.get(number).copied()) {
                Ok(()) => {}
                // What has no answer because there is no more time is left open.
                Err(_) if overlapping.deadline.is_some_and(Deadline::passed) => {
                    testing.tested.interrupted = true;
                }
                Err(trouble) => {
                    testing.spec.until(None);
                    return Err(trouble);
                }
            }
        }
        let tested = testing.tested;
        self.until(None);
        Ok(tested)
    }
}

struct Testing<'t, 'i, 'w, 'v> {
    spec: &'t mut Concrete<'i, 'w, 'v>,
    system: &'t mut dyn Together,
    overlapping: &'t Overlapping,
    inputs: Vec<InputId>,
    random: Random,
    tested: Overlapped,
}

impl Testing<'_, '_, '_, '_> {
    fn is_over(&mut self) -> bool {
        self.tested.interrupted |= self.overlapping.deadline.is_some_and(Deadline::passed);
        self.tested.interrupted
            || self.tested.found.is_some()
            || self.tested.not_started.is_some()
            || self.tested.unsendable.is_some()
    }

    /// Runs the next plan, and looks into it if it goes wrong.
    fn next(&mut self, plan: Option<&Plan>) -> Result<(), Trouble> {
        let ran = self.run(plan)?;
        self.tested.plans += u64::from(ran.end != End::Stopped);
        match ran.end {
            End::Wrong => {
                let (plan, seen) = (ran.plan.clone(), ran.seen.clone());
                let found = self.found(ran);
                if self.tested.found.is_none() {
                    // Whatever kept it from being looked into: it was seen.
                    self.tested.found = Some(Overlap { plan, seen, wrong: 0, tries: 0 });
                }
                found?;
            }
            End::Unspecified => self.tested.unspecified += 1,
            End::Right | End::Stopped => {}
        }
        Ok(())
    }

    /// Runs a plan, or one that is drawn on the way.
    fn run(&mut self, plan: Option<&Plan>) -> Result<Ran, Trouble> {
        let start = StateSet::new(self.spec.initial()?);
        let mut ran =
            Ran { seen: vec![Vec::new(); self.system.sessions()], plan: Vec::new(), end: End::Right };
        if let Err(why) = self.system.begin() {
            ran.end = End::Stopped;
            match self.system.obstacle() {
                Some((_, Obstacle::OutOfTime)) => self.tested.interrupted = true,
                _ => self.tested.not_started = Some(why),
            }
            return Ok(ran);
        }
        let mut states = start.clone();
        // Of the plans that are drawn, some let one session after the other have its turn.
        let takes_turns = plan.is_none() && self.tested.plans.is_multiple_of(TURNS);
        let rounds = plan.map_or(self.overlapping.rounds, Vec::len);
        for number in 0..rounds {
            let inputs = match plan {
                Some(plan) => plan[number].clone(),
                None => self.drawn(&states, takes_turns)?,
            };
            let answers = self.system.round(&inputs);
            if let Some((session, obstacle)) = self.system.obstacle() {
                match obstacle {
                    Obstacle::OutOfTime => self.tested.interrupted = true,
                    Obstacle::Unsendable(why) => {
                        self.tested.unsendable = Some((inputs.get(session).copied().flatten(), why));
                    }
                }
                ran.end = End::Stopped;
                return Ok(ran);
            }
            let time = 2 * number as u64;
            let calls = inputs.iter().zip(answers).zip(&mut ran.seen);
            for (session, ((input, observed), seen)) in calls.enumerate() {
                let Some(input) = *input else { continue };
                let input = self.spec.input_of(input, session + 1)?;
                seen.push(Call { input, observed, called: time, returned: time + 1 });
            }
            self.tested.overlaps += u64::from(inputs.iter().flatten().count() > 1);
            ran.plan.push(inputs);
            match self.explained(&start, &ran.seen)? {
                Ordered::Yes(next) => states = next,
                Ordered::Unspecified => {
                    ran.end = End::Unspecified;
                    return Ok(ran);
                }
                Ordered::No(_) => {
                    ran.end = End::Wrong;
                    return Ok(ran);
                }
            }
            self.tested.calls += ran.plan.last().map_or(0, |round| round.iter().flatten().count() as u64);
        }
        Ok(ran)
    }

    fn explained(&mut self, start: &StateSet, seen: &[Vec<Call>]) -> Result<Ordered, Trouble> {
        let Overlapping { conformance, consistency, .. } = *self.overlapping;
        ordered(self.spec, conformance, consistency, start, seen)
    }

    /// Inputs for a round, which the model enables wherever it can be.
    fn drawn(&mut self, states: &StateSet, takes_turns: bool) -> Result<Vec<Option<InputId>>, Trouble> {
        let mut round = Vec::new();
        let only = takes_turns.then(|| self.random.below(self.system.sessions()));
        for session in 0..self.system.sessions() {
            let mut input = None;
            for _ in 0..DRAWS {
                let pauses = match only {
                    Some(only) => session != only,
                    None => self.random.below(10) < PAUSES,
                };
                if self.inputs.is_empty() || pauses {
                    break;
                }
                let drawn = self.inputs[self.random.below(self.inputs.len())];
                let given = self.spec.input_of(drawn, session + 1)?;
                if states.enabling(self.spec, given)? == Enabled::Everywhere {
                    input = Some(drawn);
                    break;
                }
            }
            round.push(input);
        }
        Ok(round)
    }

    /// Looks into a plan that went wrong.
    fn found(&mut self, ran: Ran) -> Result<(), Trouble> {
        let once = Overlap { plan: ran.plan.clone(), seen: ran.seen, wrong: 0, tries: 0 };
        let (again, right) = self.goes_wrong(&ran.plan, TRIES)?;
        let Some(again) = again else {
            self.tested.found = Some(Overlap { tries: right, ..once });
            return Ok(());
        };
        let small = self.smaller(again)?;
        let (mut wrong, mut tries, mut seen) = (0, 0, small.seen);
        while tries < TRIES && !self.tested.interrupted {
            let again = self.run(Some(&small.plan))?;
            if again.end == End::Stopped {
                break;
            }
            tries += 1;
            if again.end == End::Wrong {
                wrong += 1;
                seen = again.seen;
            }
        }
        self.tested.found = Some(match wrong {
            // It was seen twice on the way here, but so seldom that the first plan is the better one to show.
            0 => Overlap { wrong: 1, tries: right + 1, ..once },
            _ => Overlap { plan: small.plan, seen, wrong, tries },
        });
        Ok(())
    }

    /// Runs a plan so many times, or until it goes wrong; how often it went right before.
    fn goes_wrong(&mut self, plan: &Plan, tries: u64) -> Result<(Option<Ran>, u64), Trouble> {
        for right in 0..tries {
            let ran = self.run(Some(plan))?;
            match ran.end {
                End::Wrong => return Ok((Some(ran), right)),
                End::Stopped => return Ok((None, right)),
                End::Right | End::Unspecified => {}
            }
        }
        Ok((None, tries))
    }
}

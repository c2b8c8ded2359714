//! The question that a property asks: on which inputs does it not hold?

use lydian_core::{ConId, Datum, Value};
use lydian_eval::{Branches, Meter, Noted, Outcome, Resource, Stop, World};
use lydian_explore::{Path, Search, Session};
use lydian_hunt::{Came, Followed, Found, Pass, Question, Ran, Settled, Tried};
use lydian_solver::{Budget, Hints};

use crate::attack::Attack;
use crate::check::{Checked, MOST_UNFINISHED};
use crate::ready::{Concrete, Ended, Notes};

/// The question, with the books that are kept on it.
pub(crate) struct Holding<'a, 'i, 'w, 'v> {
    attack: &'a Attack<'a>,
    concrete: &'a mut Concrete<'i, 'w, 'v>,
    pub(crate) checked: &'a mut Checked,
    hints: Hints,
    /// Whether what unknown inputs show is shown for all inputs.
    pub(crate) exact: bool,
}

impl<'a, 'i, 'w, 'v> Holding<'a, 'i, 'w, 'v> {
    pub(crate) fn new(
        attack: &'a Attack<'a>,
        concrete: &'a mut Concrete<'i, 'w, 'v>,
        checked: &'a mut Checked,
    ) -> Holding<'a, 'i, 'w, 'v> {
        let constants = &attack.constants;
        let hints = Hints { ints: constants.ints.clone(), strings: constants.strings.clone() };
        let exact = !attack.property.polymorphic && checked.is_exact();
        Holding { attack, concrete, checked, hints, exact }
    }

    fn entry(&self) -> &'a str {
        &self.attack.property.entry
    }

    /// The inputs of a path, if the property fails on them.
    fn confirm(
        &mut self,
        session: &mut Session,
        path: &Path<Followed<Option<Ended>>>,
    ) -> Option<Found<(Ended, Notes)>> {
        let budget = Budget { rlimit: 50_000, deadline: self.attack.checking.deadline };
        let small = session.small_model(&path.conditions, &self.hints, &budget);
        [small, Some(path.model.clone())].into_iter().flatten().find_map(|model| {
            let mut holes = path.holes.clone();
            holes.refresh();
            let inputs = session.close(holes, &path.result.args, &model);
            let (ended, notes) = self.concrete.run(self.entry(), &inputs);
            ended.refutes().then_some(Found { inputs, witness: (ended, notes) })
        })
    }
}

impl Question for Holding<'_, '_, '_, '_> {
    type Seen = Option<Ended>;
    type Witness = (Ended, Notes);

    fn meter(&self) -> Meter {
        let mut meter = Meter::new(self.checked.limits());
        meter.deadline = self.attack.checking.deadline;
        meter
    }

    fn run(&mut self, world: &mut World<'_>, args: &[Value]) -> Ran<Option<Ended>> {
        let ready = self.attack.checker.ready;
        let mut machine = ready.machine(world);
        let outcome = match ready.enter(&mut machine, self.entry()) {
            Ok(function) => machine.call(&function, args),
            Err(outcome) => outcome,
        };
        let ended = decided(world, outcome);
        self.exact &= !world.approximate;
        let came = match &ended {
            Some(Ended::Holds) => Came::Held,
            Some(Ended::Rejected) => Came::Rejected,
            Some(ended) if ended.refutes() => Came::Failed,
            _ => Came::Open,
        };
        Ran { seen: ended, complete: came != Came::Open, came, steps: world.meter.steps }
    }

    fn settle(
        &mut self,
        session: &mut Session,
        search: &mut Search,
        path: &Path<Followed<Option<Ended>>>,
    ) -> Settled<(Ended, Notes)> {
        match &path.result.ran.seen {
            Some(ended) if ended.refutes() => match self.confirm(session, path) {
                Some(found) => return Settled::Found(found),
                None => search.lose(path.size),
            },
            Some(Ended::Undecided(why)) => {
                self.checked.undecided.get_or_insert_with(|| why.clone());
            }
            Some(Ended::Unfinished(resource)) => self.checked.unfinished(None, *resource),
            _ => {}
        }
        Settled::Nothing
    }

    fn try_inputs(
        &mut self,
        _session: &mut Session,
        inputs: &[Datum],
        pass: Pass,
        branches: &mut Option<Box<Branches>>,
    ) -> Tried<(Ended, Notes)> {
        let (ended, notes) = self.concrete.run_noting(self.entry(), inputs, branches);
        let steps = self.concrete.steps();
        let came = match &ended {
            Ended::Holds => Came::Held,
            Ended::Rejected if notes.iter().any(|(kind, _)| *kind == Noted::Outside) => Came::Outside,
            Ended::Rejected => Came::Rejected,
            Ended::Fails | Ended::Raised(_) => Came::Failed,
            Ended::Unfinished(_) | Ended::Undecided(_) => Came::Open,
        };
        let witness = ended.refutes().then(|| (ended.clone(), notes.clone()));
        let stop = if pass == Pass::Small {
            self.checked.take(inputs, ended, notes);
            let stop = self.checked.is_endless();
            self.checked.given_up |= stop && self.checked.tests + self.checked.passed_over() == 0;
            stop
        } else {
            self.checked.samples += u64::from(came == Came::Held);
            self.checked.open_samples += u64::from(came == Came::Open);
            self.checked.unfinished_samples += u64::from(matches!(ended, Ended::Unfinished(_)));
            self.checked.unfinished_samples >= MOST_UNFINISHED
        };
        Tried { came, witness, steps, stop }
    }

    fn gives_up(&self) -> bool {
        self.checked.given_up
    }

    fn still_fails(&mut self, _session: &mut Session, inputs: &[Datum]) -> (Option<(Ended, Notes)>, u64) {
        let (ended, notes) = self.concrete.run(self.entry(), inputs);
        (ended.refutes().then_some((ended, notes)), self.concrete.steps())
    }
}

/// What a run on unknown inputs came to; nothing if it was given up.
fn decided(world: &mut World<'_>, outcome: Outcome) -> Option<Ended> {
    // A law that catches every exception makes no test of what its generator does not give.
    if world.notes.iter().any(|(number, _)| *number == Noted::Outside as i64) {
        return Some(Ended::Rejected);
    }
    match outcome {
        Outcome::Returned(value) => match world.truth(&value) {
            Ok(true) => Some(Ended::Holds),
            Ok(false) => Some(Ended::Fails),
            Err(Stop::Unsupported(why)) => Some(Ended::Undecided(why)),
            Err(_) => None,
        },
        Outcome::Raised(Value::Constant(con)) if con == ConId::rejected() => Some(Ended::Rejected),
        Outcome::Raised(_) => Some(Ended::Raised(Datum::Unit)),
        Outcome::Exhausted(Resource::Time) => None,
        Outcome::Exhausted(resource) => Some(Ended::Unfinished(resource)),
        Outcome::Unsupported(why) => Some(Ended::Undecided(why)),
        Outcome::Cut => None,
    }
}

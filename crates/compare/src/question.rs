//! The question that a comparison asks: on which inputs do two programs differ?
//! What differs is confirmed on known inputs, weighed, and either refutes or is put aside; what was learned on the way is counted here.

use lydian_core::{Datum, Shape, Value};
use lydian_enumerate::Constants;
use lydian_eval::{Branches, Meter, Stop, World, equality};
use lydian_explore::{Path, Search, Session};
use lydian_hunt::{Came, Followed, Found, Pass, Question, Ran, Settled, Tried};
use lydian_solver::{Budget, Hints};
use lydian_term::{Model, TermId};

use crate::beside::{Beside, Difference, Weight};
use crate::called::Called;
use crate::differ::{
    Concrete, Examined, Finding, Fuel, differ_unbounded, examine, examine_closed, examine_noting,
};
use crate::overflow::{Wrapping, wrapping};
use crate::pair::Pair;
use crate::single_values::Paths;
use crate::slow::{Endless, Patience, examine_endless};
use crate::{Options, Strategy, plain_floats};

/// How many differences by overflow are tried with integers of any size.
const TRIES_UNBOUNDED: u32 = 300;

/// How often the example of a remark is tried while it is made smaller.
const TRIES: u32 = 300;

/// Who looks at the paths of a search.
pub(crate) type Watcher<'a> = &'a mut dyn FnMut(&mut Session, &Path<Followed<Examined>>);

/// The question, with what was learned so far.
pub(crate) struct Differences<'a> {
    pair: &'a Pair,
    pub(crate) beside: &'a mut Beside,
    hints: Hints,
    options: &'a Options,
    watcher: Option<Watcher<'a>>,
    patience: Patience,
    tried_unbounded: u32,
    pub(crate) learned: LearnedByRuns,
    /// The paths on which the programs agree, to tell which are those of single values.
    pub(crate) paths: Paths,
}

/// What runs showed beside differences.
#[derive(Debug, Default)]
pub(crate) struct LearnedByRuns {
    /// Differences on paths that did not show when run concretely.
    pub(crate) spurious: u64,
    /// What was left out because the reference did not end within its fuel.
    pub(crate) unfinished: LeftOut,
    /// Whether something rules out a proof: unknowns that were decided among some of their values only, or what one call does not show.
    pub(crate) approximate: bool,
    /// Whether some unknowns were tried one value after the other, or decided among some of their values only.
    pub(crate) has_single_values: bool,
    /// What could not be done on known inputs, if anything.
    pub(crate) unsupported: Option<String>,
    /// What could not be done on unknown inputs.
    pub(crate) unsupported_paths: Option<String>,
    /// Why results that both programs have were not compared, if there are such: a pass would look past them.
    pub(crate) not_compared: Option<String>,
    /// Whether time was up in a run.
    pub(crate) interrupted: bool,
    /// Steps of runs on unknown inputs.
    pub(crate) steps: u64,
    /// What was left out because the reference raises.
    pub(crate) outside: LeftOut,
}

impl LearnedByRuns {
    /// Functions inside of a result are the rule or the exception: where some inputs have a result without them, the others count all the same.
    fn note_not_compared(&mut self, why: &str) {
        if why.starts_with(equality::FUNCTIONS) {
            self.not_compared.get_or_insert_with(|| why.to_owned());
        }
    }
}

/// Inputs and paths on which the reference has no result.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LeftOut {
    pub(crate) inputs: u64,
    pub(crate) paths: u64,
}

impl LeftOut {
    pub(crate) fn is_nothing(self) -> bool {
        self.all() == 0
    }

    pub(crate) fn all(self) -> u64 {
        self.inputs + self.paths
    }
}

impl<'a> Differences<'a> {
    pub(crate) fn new(
        pair: &'a Pair,
        beside: &'a mut Beside,
        constants: &Constants,
        options: &'a Options,
        watcher: Option<Watcher<'a>>,
    ) -> Differences<'a> {
        let hints = Hints { ints: constants.ints.clone(), strings: constants.strings.clone() };
        let is_partial = pair.entry.through.as_ref().is_some_and(|through| through.is_partial());
        let keeps = pair.has_state() || !pair.stages.is_empty();
        let approximate = pair.entry.polymorphic || keeps || is_partial || pair.may_share();
        let learned = LearnedByRuns { approximate, ..LearnedByRuns::default() };
        let patience = Patience::default();
        let paths = Paths::default();
        Differences { pair, beside, hints, options, watcher, patience, tried_unbounded: 0, learned, paths }
    }

    /// What a difference weighs. Where an integer left its range in the submission alone, the programs may differ all the same without
    /// that: then it is no matter of overflow.
    fn weigh(&mut self, session: &mut Session, inputs: &[Datum], concrete: &mut Concrete) -> Weight {
        let weight = self.beside.weigh(inputs, concrete);
        if weight != Weight::Overflow || concrete.wraps[0] {
            return weight;
        }
        if self.tried_unbounded >= TRIES_UNBOUNDED {
            self.beside.untried += 1;
            return weight;
        }
        self.tried_unbounded += 1;
        let (terms, universe) = (&mut session.terms, &mut session.universe);
        concrete.stays_unbounded = differ_unbounded(self.pair, terms, universe, inputs, self.options);
        self.beside.weigh(inputs, concrete)
    }

    /// Whether the submission runs on with ample fuel where it seemed endless; such runs are few, since each takes long.
    fn confirmed_endless(
        &mut self,
        session: &mut Session,
        inputs: &[Datum],
        concrete: &Concrete,
    ) -> Option<Concrete> {
        // One example of a program that runs on because a counter wrapped is enough.
        let weight = self.beside.weigh(inputs, concrete);
        if !self.patience.accuses() || self.beside.has(weight) {
            self.beside.slow.left_out += u64::from(weight == Weight::Counts);
            return None;
        }
        let ample = self.with_ample_fuel(session, inputs);
        if weight == Weight::Counts || ample.is_none() {
            self.patience.note(ample.is_some());
        }
        ample
    }

    /// The run of an input with ample fuel, if it shows a difference; nothing if the submission is only slow.
    fn with_ample_fuel(&mut self, session: &mut Session, inputs: &[Datum]) -> Option<Concrete> {
        let (terms, universe) = (&mut session.terms, &mut session.universe);
        match examine_endless(self.pair, terms, universe, inputs, self.options) {
            Endless::Settled(ample) => ample.differs().then_some(*ample),
            Endless::Slow(slow) => {
                self.beside.slow.left_out += 1;
                self.beside.slow.example.get_or_insert(slow);
                None
            }
        }
    }

    /// Leaves out a large input on which the submission does not end, and looks once how slow it is.
    fn leave_out(&mut self, session: &mut Session, inputs: &[Datum]) {
        match self.beside.slow.left_out {
            0 => {
                let _ends_or_not = self.with_ample_fuel(session, inputs);
                self.beside.slow.left_out = 1;
            }
            _ => self.beside.slow.left_out += 1,
        }
    }

    /// Makes the examples of remarks small: they are shown to somebody.
    pub(crate) fn shrink_examples(&mut self, session: &mut Session) {
        for (weight, (inputs, concrete)) in self.beside.examples() {
            if concrete.sequence == self.pair.sequence {
                self.shrink_example(session, weight, inputs);
            }
        }
        let rounding = self.beside.examples().into_iter().find(|(weight, _)| *weight == Weight::Rounding);
        if let Some((_, (inputs, concrete))) = rounding
            && concrete.sequence == self.pair.sequence
        {
            self.with_plain_floats(session, &inputs);
        }
    }

    /// Shows a difference by rounding with numbers that everybody knows for it, if these show it.
    fn with_plain_floats(&mut self, session: &mut Session, inputs: &[Datum]) {
        plain_floats::instead(inputs).take(TRIES as usize).any(|inputs| {
            let (terms, universe) = (&mut session.terms, &mut session.universe);
            let concrete = examine_closed(self.pair, terms, universe, &inputs, &Fuel::QUICK, self.options);
            let shows = matches!(concrete.finding, Finding::Differ)
                && self.beside.weigh(&inputs, &concrete) == Weight::Rounding;
            if shows {
                self.beside.replace(Weight::Rounding, (inputs, concrete));
            }
            shows
        });
    }

    fn shrink_example(&mut self, session: &mut Session, weight: Weight, inputs: Vec<Datum>) {
        let shapes = &mut session.universe.shapes;
        let roots: Vec<_> = self.pair.input_types().iter().map(|ty| shapes.intern(ty)).collect();
        let shapes = shapes.clone();
        lydian_core::shrink(&shapes, &roots, inputs, TRIES, |inputs| {
            let (terms, universe) = (&mut session.terms, &mut session.universe);
            let concrete = examine_closed(self.pair, terms, universe, inputs, &Fuel::QUICK, self.options);
            let fails =
                matches!(concrete.finding, Finding::Differ) && self.beside.weigh(inputs, &concrete) == weight;
            if fails {
                self.beside.replace(weight, (inputs.to_vec(), concrete));
            }
            fails
        });
    }

    /// Looks at a path that ends in a difference.
    fn settle_difference(
        &mut self,
        session: &mut Session,
        search: &mut Search,
        path: &Path<Followed<Examined>>,
    ) -> Settled<Concrete> {
        let examined = &path.result.ran.seen;
        if self.beside.is_extra_text(examined.texts) && self.beside.has(Weight::Printing) {
            return Settled::Nothing;
        }
        if examined.is_rounding && self.beside.has(Weight::Rounding) {
            return Settled::Nothing;
        }
        let endless = matches!(examined.finding, Finding::MaybeEndless);
        let question =
            Budget { deadline: self.options.deadline, ..lydian_explore::Bounds::default().question };
        let wrapping = wrapping(session, &path.conditions, examined, self.options, &question);
        search.charge(wrapping.work());
        let only_wrapping = matches!(wrapping, Wrapping::Always | Wrapping::Undecided);
        if only_wrapping && self.beside.has(Weight::Overflow) && !self.beside.wraps_on_purpose() {
            if !matches!(wrapping, Wrapping::Always) {
                search.lose(path.size);
            }
            return Settled::Nothing;
        }
        if endless && !only_wrapping && !self.patience.accuses() {
            self.beside.slow.left_out += 1;
            search.lose(path.size);
            return Settled::Nothing;
        }
        let found = match &wrapping {
            Wrapping::NotWith(model, conditions) => self.confirm(session, path, model, conditions),
            _ => self.confirm(session, path, &path.model, &path.conditions),
        };
        if endless && !only_wrapping {
            self.patience.note(found.is_some());
        }
        let Some(mut found) = found else {
            // Not a difference after all, or only with fuel that a search does not have.
            self.learned.spurious += 1;
            search.lose(path.size);
            return Settled::Nothing;
        };
        self.beside.note(&found.0, &found.1);
        self.weigh(session, &found.0, &mut found.1);
        let wraps = found.1.wraps();
        match self.beside.sift(found) {
            Some((inputs, witness)) => Settled::Found(Found { inputs, witness }),
            None => {
                if wraps && !matches!(wrapping, Wrapping::Always) {
                    search.lose(path.size);
                }
                Settled::Nothing
            }
        }
    }

    /// Runs a path that ends in a difference concretely, with the values of its model and then with small ones.
    fn confirm(
        &mut self,
        session: &mut Session,
        path: &Path<Followed<Examined>>,
        model: &Model,
        conditions: &[TermId],
    ) -> Option<Difference> {
        let first = self.confirm_model(session, path, model)?;
        let budget = Budget { rlimit: 50_000, deadline: self.options.deadline };
        match session.small_model(conditions, &self.hints, &budget) {
            Some(model) => self.confirm_model(session, path, &model).or(Some(first)),
            None => Some(first),
        }
    }

    fn confirm_model(
        &mut self,
        session: &mut Session,
        path: &Path<Followed<Examined>>,
        model: &Model,
    ) -> Option<Difference> {
        let inputs = close_inputs(session, path, model);
        let (terms, universe) = (&mut session.terms, &mut session.universe);
        let mut concrete = examine_closed(self.pair, terms, universe, &inputs, &Fuel::QUICK, self.options);
        if matches!(concrete.finding, Finding::MaybeEndless) {
            concrete = self.with_ample_fuel(session, &inputs)?;
        }
        concrete.differs().then_some((inputs, concrete))
    }
}

impl Question for Differences<'_> {
    type Seen = Examined;
    type Witness = Concrete;

    fn meter(&self) -> Meter {
        let mut meter = Meter::new(Fuel::QUICK.reference);
        meter.deadline = self.options.deadline;
        meter
    }

    fn run(&mut self, world: &mut World<'_>, args: &[Value]) -> Ran<Examined> {
        let filled = match self.options.strategy {
            Strategy::EagerShapes => fill(world, args),
            _ => Ok(()),
        };
        let examined = match filled {
            Ok(()) => {
                let mut first = true;
                let arguments = |world: &mut World<'_>| {
                    if !std::mem::take(&mut first) {
                        world.holes.refresh();
                    }
                    args.to_vec()
                };
                examine(self.pair, world, arguments, &Fuel::QUICK, self.options)
            }
            Err(Stop::Unsupported(why)) => Examined::nothing(Finding::Unsupported(why)),
            Err(_) => Examined::nothing(Finding::Cut),
        };
        self.learned.has_single_values |= world.approximate || world.has_settled;
        self.learned.approximate |= world.approximate || examined.is_cut();
        self.beside.is_cut |= examined.is_cut();
        let came = came(&examined.finding);
        Ran { complete: came != Came::Open, came, steps: examined.all_steps(), seen: examined }
    }

    fn settle(
        &mut self,
        session: &mut Session,
        search: &mut Search,
        path: &Path<Followed<Examined>>,
    ) -> Settled<Concrete> {
        if let Some(watcher) = &mut self.watcher {
            watcher(session, path);
        }
        let examined = &path.result.ran.seen;
        self.learned.steps += examined.all_steps();
        match &examined.finding {
            Finding::Agree => {
                self.paths.keep(path);
                let prints = examined.expected.iter().any(Called::prints);
                self.beside.note_printing(prints);
                if !examined.calls().filter_map(|called| called.watch.as_ref()).any(|watch| watch.overflowed)
                {
                    self.beside.note_path_in_range();
                }
            }
            Finding::Differ | Finding::MaybeEndless => return self.settle_difference(session, search, path),
            Finding::ReferenceUnfinished => self.learned.unfinished.paths += 1,
            Finding::Unsupported(why) => {
                self.learned.note_not_compared(why);
                self.learned.unsupported_paths.get_or_insert_with(|| why.clone());
            }
            Finding::Interrupted => {
                self.learned.interrupted = true;
                return Settled::Stop;
            }
            Finding::OutsideDomain => self.learned.outside.paths += 1,
            Finding::OutsideCondition | Finding::Cut => {}
        }
        Settled::Nothing
    }

    fn try_inputs(
        &mut self,
        session: &mut Session,
        inputs: &[Datum],
        pass: Pass,
        branches: &mut Option<Box<Branches>>,
    ) -> Tried<Concrete> {
        let concrete = {
            let (terms, universe) = (&mut session.terms, &mut session.universe);
            examine_noting(self.pair, terms, universe, inputs, &Fuel::QUICK, self.options, branches)
        };
        let steps = concrete.all_steps();
        self.beside.note(inputs, &concrete);
        let came = came(&concrete.finding);
        let mut stop = false;
        let differs = match &concrete.finding {
            Finding::Differ => Some(concrete),
            // On a large input a program that is slow looks like one that does not end: only small ones accuse.
            Finding::MaybeEndless if pass == Pass::Small => {
                self.confirmed_endless(session, inputs, &concrete)
            }
            Finding::MaybeEndless => {
                if !concrete.wraps() {
                    self.leave_out(session, inputs);
                }
                None
            }
            Finding::Unsupported(why) => {
                self.learned.note_not_compared(why);
                self.learned.unsupported.get_or_insert_with(|| why.clone());
                None
            }
            Finding::Interrupted => {
                self.learned.interrupted = true;
                stop = true;
                None
            }
            Finding::OutsideDomain => {
                self.learned.outside.inputs += 1;
                None
            }
            Finding::ReferenceUnfinished => {
                self.learned.unfinished.inputs += 1;
                None
            }
            _ => None,
        };
        let witness = differs.and_then(|mut concrete| {
            self.weigh(session, inputs, &mut concrete);
            self.beside.sift((inputs.to_vec(), concrete))
        });
        Tried { came, witness: witness.map(|(_, witness)| witness), steps, stop }
    }

    fn still_fails(&mut self, session: &mut Session, inputs: &[Datum]) -> (Option<Concrete>, u64) {
        let (terms, universe) = (&mut session.terms, &mut session.universe);
        let mut concrete = examine_closed(self.pair, terms, universe, inputs, &Fuel::QUICK, self.options);
        let steps = concrete.all_steps();
        let counts = matches!(concrete.finding, Finding::Differ)
            && self.weigh(session, inputs, &mut concrete) == Weight::Counts;
        (counts.then_some(concrete), steps)
    }

    fn due(&mut self, _after: Pass) -> Option<Found<Concrete>> {
        self.beside.due().map(|(inputs, witness)| Found { inputs, witness })
    }
}

fn came(finding: &Finding) -> Came {
    match finding {
        Finding::Agree => Came::Held,
        Finding::OutsideDomain | Finding::OutsideCondition => Came::Rejected,
        Finding::Differ | Finding::MaybeEndless => Came::Failed,
        Finding::ReferenceUnfinished | Finding::Cut | Finding::Unsupported(_) | Finding::Interrupted => {
            Came::Open
        }
    }
}

/// Decides every constructor of the inputs at once.
fn fill(world: &mut World<'_>, args: &[Value]) -> Result<(), Stop> {
    let mut work: Vec<Value> = args.iter().rev().cloned().collect();
    while let Some(value) = work.pop() {
        if let Value::Hole(hole) = value
            && let Some(shape) = world.holes.shape(hole)
            && matches!(world.universe.shapes.shape(shape), Shape::Int | Shape::String | Shape::Function(_))
        {
            continue;
        }
        match world.look(&value)? {
            Value::Block(block) => work.extend(block.fields.iter().rev().cloned()),
            Value::Mutable(cells) => work.extend(cells.fields.borrow().iter().rev().cloned()),
            Value::Array(elements) => work.extend(elements.borrow().iter().rev().cloned()),
            _ => {}
        }
    }
    Ok(())
}

/// The inputs of a path under a model.
pub(crate) fn close_inputs(
    session: &mut Session,
    path: &Path<Followed<Examined>>,
    model: &Model,
) -> Vec<Datum> {
    let mut holes = path.holes.clone();
    holes.refresh();
    session.close(holes, &path.result.args, model)
}

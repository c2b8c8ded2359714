//! Walks on random values: cheap, and far where a search must stop.
//! In: a specification. Out: where the walks have been, and places at which no value for a read was found, with the lines
//! before. Nothing is concluded from values that were not found by chance: that is asked of the solver.

use lydian_budget::Deadline;
use lydian_core::{Datum, IntMode, Shapes, Type, Value};
use lydian_eval::{Machine, Meter, Stop, World};
use lydian_explore::{Bounds, Search, Session};
use lydian_solver::{Budget, Chain};
use lydian_term::Int;

use super::onlooker::Coverage;
use crate::constants::Constants;
use crate::flow::Reading;
use crate::paths::PathLine;
use crate::random::Random;
use crate::spec::{Spec, TERM};
use crate::syntax::ast::TypeKind;
use crate::walk::{Next, State, Walk};

/// How many walks are made, how many rounds each has at most, and how many values are tried at each read.
const WALKS: u64 = 150;
const ROUNDS: u32 = 150;
const TRIES: u32 = 40;
/// For each read, so many places without a value are looked at.
const STUCK_PER_READ: usize = 4;

/// A read for which no value was found.
#[derive(Debug, Clone)]
pub(super) struct Stuck {
    pub(super) reading: usize,
    /// The raw values of the lines before.
    before: Vec<Vec<Datum>>,
    /// The lines before.
    pub(super) lines: Vec<Vec<u8>>,
}

/// Makes random walks, for each choice of parameter values its share; each walk adds to what was seen.
pub(super) fn wander(
    spec: &Spec,
    seen: &mut Coverage,
    instances: usize,
    deadline: Option<Deadline>,
) -> Vec<Stuck> {
    let constants = Constants::of(spec);
    let mut stuck: Vec<Stuck> = Vec::new();
    for number in 0..(WALKS / instances.max(1) as u64).max(10) {
        if deadline.is_some_and(Deadline::passed) {
            break;
        }
        let mut random = Random::new(number);
        let (walk, lines, end) = spec.concretely(|spec, world| {
            let mut machine = spec.machine(world);
            let mut wanderer = Wanderer {
                spec,
                constants: &constants,
                random: &mut random,
                walk: Walk::new(spec),
                before: Vec::new(),
            };
            let end = wanderer.run(&mut machine);
            let lines = wanderer.before.iter().map(|(reading, _)| *reading).collect::<Vec<_>>();
            let end = end.ok().flatten().map(|reading| wanderer.stuck(reading));
            (wanderer.walk, lines, end)
        });
        let lines: Vec<PathLine> =
            lines.into_iter().map(|reading| PathLine { reading, raw: Vec::new(), valid: true }).collect();
        seen.follow(&spec.flow, &walk, &lines);
        if let Some(end) = end
            && stuck.iter().filter(|other| other.reading == end.reading).count() < STUCK_PER_READ
        {
            stuck.push(end);
        }
    }
    stuck.sort_by_key(|one| one.lines.len());
    stuck
}

struct Wanderer<'a> {
    spec: &'a Spec,
    constants: &'a Constants,
    random: &'a mut Random,
    walk: Walk,
    /// The readings so far with their raw values.
    before: Vec<(usize, Vec<Datum>)>,
}

impl Wanderer<'_> {
    /// Walks to the end; a reading if it gets no value.
    fn run(&mut self, machine: &mut Machine<'_, '_, '_>) -> Result<Option<usize>, Stop> {
        loop {
            match self.walk.next(self.spec, machine, ROUNDS)? {
                Next::Write(_) | Next::Round(_) => {}
                Next::Ended | Next::TooManyRounds => return Ok(None),
                Next::Read(reading) => {
                    if !self.read(machine, reading)? {
                        return Ok(Some(reading));
                    }
                }
            }
        }
    }

    fn read(&mut self, machine: &mut Machine<'_, '_, '_>, number: usize) -> Result<bool, Stop> {
        let reading = &self.spec.flow.readings[number];
        for _ in 0..TRIES {
            let values: Vec<Datum> = reading.fields.iter().map(|field| self.value(&field.kind)).collect();
            if let Some(state) = accepted(self.spec, machine, &self.walk, reading, &values)? {
                self.walk.accept(state);
                self.before.push((number, values));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A value that may be wanted: a constant of the script or one near it, a small number, or any.
    fn value(&mut self, kind: &TypeKind) -> Datum {
        match kind {
            TypeKind::Int | TypeKind::Decimal(_) | TypeKind::List(_) => match self.random.below(3) {
                0 if !self.constants.ints.is_empty() => {
                    let index = self.random.below(self.constants.ints.len() as u64) as usize;
                    Datum::Int(self.constants.ints[index].clone())
                }
                1 => Datum::Int(self.random.within(3)),
                _ => Datum::Int(self.random.within(100)),
            },
            TypeKind::Enumeration(name) => {
                let members = self.spec.enumerations.iter().find(|one| *one.name == **name);
                let members = members.map_or(1, |one| one.members.len().max(1));
                Datum::Int(Int::from(self.random.below(members as u64) as i64))
            }
            TypeKind::Bool => Datum::Bool(self.random.below(2) == 1),
            TypeKind::Char => Datum::Char(33 + self.random.below(94) as u8),
            TypeKind::String => Datum::Str(self.random.text(self.constants)),
        }
    }

    fn stuck(&self, reading: usize) -> Stuck {
        let line = |(number, values): &(usize, Vec<Datum>)| {
            self.spec.line(&self.spec.flow.readings[*number], values)
        };
        let lines = self.before.iter().map(line).collect();
        Stuck { reading, before: self.before.iter().map(|(_, values)| values.clone()).collect(), lines }
    }
}

/// The state after known values, if a reading wants them.
fn accepted(
    spec: &Spec,
    machine: &mut Machine<'_, '_, '_>,
    walk: &Walk,
    reading: &Reading,
    values: &[Datum],
) -> Result<Option<State>, Stop> {
    let raw: Vec<Value> = values.iter().map(|value| machine.world.plant(value)).collect();
    let (valid, state) = walk.judge(spec, machine, reading, &raw)?;
    Ok(machine.world.truth(&valid)?.then_some(state))
}

/// Whether it is certain that no value whatever is wanted at a place.
pub(super) fn takes_nothing(spec: &Spec, stuck: &Stuck) -> bool {
    let mut session = Session::new(Shapes::new(spec.core.types.clone()), IntMode::Unbounded, Chain::new());
    let question = Budget { rlimit: 300_000, ..Budget::default() };
    let mut search = Search::new(Bounds { work: 30_000, question, ..Bounds::default() }, 0);
    let meter = Meter::new(TERM);
    while let Some(path) = search.next(&mut session, &meter, |world| {
        let mut machine = spec.machine(world);
        let read = read_anything(spec, &mut machine, stuck);
        let complete = !matches!(read, Err(Stop::Cut));
        (read, complete)
    }) {
        match path.result {
            Ok(true) => return false,
            Ok(false) => {}
            Err(Stop::Cut) if path.put_off => {}
            Err(_) => return false,
        }
    }
    search.is_exhausted()
}

/// Walks to the place by the lines before it, and reads an unknown value there; false if it is never wanted.
fn read_anything(spec: &Spec, machine: &mut Machine<'_, '_, '_>, stuck: &Stuck) -> Result<bool, Stop> {
    let mut walk = Walk::new(spec);
    let mut before = stuck.before.iter();
    loop {
        let number = match walk.next(spec, machine, u32::MAX)? {
            Next::Read(number) => number,
            Next::Write(_) | Next::Round(_) => continue,
            Next::Ended | Next::TooManyRounds => return Err(not_repeated()),
        };
        let reading = &spec.flow.readings[number];
        let Some(values) = before.next() else {
            let raw = unknown_values(spec, machine.world, reading)?;
            let (valid, _) = walk.judge(spec, machine, reading, &raw)?;
            let condition = machine.world.bool_term(&valid)?;
            if machine.world.terms.as_bool(condition) == Some(false) {
                return Ok(false);
            }
            machine.world.decider.assume(machine.world.terms, condition)?;
            return Ok(true);
        };
        match accepted(spec, machine, &walk, reading, values)? {
            Some(state) => walk.accept(state),
            None => return Err(not_repeated()),
        }
    }
}

fn not_repeated() -> Stop {
    Stop::Unsupported("the walk cannot be repeated".into())
}

fn unknown_values(spec: &Spec, world: &mut World<'_>, reading: &Reading) -> Result<Vec<Value>, Stop> {
    let mut values = Vec::new();
    for field in &reading.fields {
        let ty = match field.kind {
            TypeKind::Int | TypeKind::Decimal(_) | TypeKind::Enumeration(_) | TypeKind::List(_) => Type::Int,
            TypeKind::Bool => Type::Bool,
            TypeKind::Char => Type::Char,
            TypeKind::String => Type::String,
        };
        let shape = world.universe.shapes.intern(&ty);
        let hole = world.holes.fresh(shape);
        let value = world.look(&hole)?;
        if let TypeKind::Enumeration(name) = &field.kind {
            let members = spec.enumerations.iter().find(|one| *one.name == **name);
            let term = world.int_term(&value)?;
            let first = world.terms.int(0);
            let last = world.terms.int(members.map_or(0, |one| one.members.len()) as i64 - 1);
            let (from, to) = (world.terms.le(first, term), world.terms.le(term, last));
            world.decider.assume(world.terms, from)?;
            world.decider.assume(world.terms, to)?;
        }
        values.push(value);
    }
    Ok(values)
}

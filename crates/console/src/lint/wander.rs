//! Walks on random values: cheap, and far where a search must stop.
//! In: a specification. Out: where the walks have been, and places at which no value for a read was found, with the lines
//! before. Nothing is concluded from values that were not found by chance: that is asked of the solver.

use lydian_budget::Deadline;
use lydian_core::{Datum, IntMode, Shapes, Type, Value};
use lydian_eval::{Machine, Meter, Stop, World};
use lydian_explore::{Bounds, Search, Session};
use lydian_solver::{Budget, Chain};

use super::onlooker::Coverage;
use crate::constants::Constants;
use crate::flow::Reading;
use crate::naive::{Wandered, Wanderer, accepted};
use crate::paths::PathLine;
use crate::random::Random;
use crate::spec::{Spec, TERM};
use crate::syntax::ast::TypeKind;
use crate::walk::{Next, Walk};

/// How many walks are made, and how many rounds each has at most.
const WALKS: u64 = 150;
const ROUNDS: u32 = 150;
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
            let mut wanderer = Wanderer::new(spec, &constants, &mut random);
            let end = wanderer.run(&mut machine, ROUNDS);
            let lines = wanderer.before.iter().map(|(reading, _)| *reading).collect::<Vec<_>>();
            let end = match end {
                Ok(Wandered::Stuck(reading)) => Some(stuck_at(&wanderer, reading)),
                _ => None,
            };
            (wanderer.walk, lines, end)
        });
        let lines: Vec<PathLine> = lines
            .into_iter()
            .map(|reading| PathLine { reading, raw: Vec::new(), valid: true, end: false })
            .collect();
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

/// The place of a walk that is stuck.
fn stuck_at(wanderer: &Wanderer<'_>, reading: usize) -> Stuck {
    let before = wanderer.before.iter().map(|(_, values)| values.clone()).collect();
    Stuck { reading, before, lines: wanderer.lines.clone() }
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

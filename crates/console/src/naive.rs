//! Runs whose values are drawn while the specification is walked, without a solver: cheap, and far where a search must stop.
//! In: a specification and a seed. Out: the lines of a run to its end, or the read at which no value was found by chance.

use lydian_core::{Datum, Value};
use lydian_eval::{Machine, Stop};
use lydian_term::Int;

use crate::constants::Constants;
use crate::flow::{ReadMode, Reading};
use crate::paths::malformed_lines;
use crate::random::Random;
use crate::spec::Spec;
use crate::syntax::ast::TypeKind;
use crate::walk::{Chooser, Next, State, Walk};
use crate::wishes::places;

/// An end of a set of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Smallest,
    Largest,
}

/// Values that are drawn at each read before it is given up.
const TRIES: u32 = 40;

/// One in so many lines is wrong, where the specification says what becomes of it.
const ONE_IN_WRONG: u64 = 6;

/// One in so many values is one that was read before.
const ONE_IN_EQUAL: u64 = 6;

/// A walk on drawn values.
pub(crate) struct Wanderer<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) constants: &'a Constants,
    pub(crate) random: &'a mut Random,
    pub(crate) walk: Walk,
    /// The largest absolute value of a number that is drawn from all.
    pub(crate) range: u64,
    /// Wrong values that may still come.
    pub(crate) wrong: u32,
    /// The readings so far with their raw values; none for a line that is no value.
    pub(crate) before: Vec<(usize, Vec<Datum>)>,
    /// The lines so far.
    pub(crate) lines: Vec<Vec<u8>>,
    /// A reading at which the largest number is wanted that it takes, or the smallest.
    pub(crate) end_at: Option<(usize, Side)>,
    /// Whether there was one.
    pub(crate) was_at_end: bool,
}

/// How a walk ended.
pub(crate) enum Wandered {
    /// At the end of the program.
    Ended,
    /// After too many rounds.
    Far,
    /// At a reading for which no value was found.
    Stuck(usize),
}

impl<'a> Wanderer<'a> {
    pub(crate) fn new(spec: &'a Spec, constants: &'a Constants, random: &'a mut Random) -> Wanderer<'a> {
        let number = if spec.has_choices() { random.below(1 << 32) } else { 0 };
        let chooser = Chooser::Number(number);
        let walk = Walk { chooser, ..Walk::new(spec) };
        let (before, lines) = (Vec::new(), Vec::new());
        Wanderer {
            spec,
            constants,
            random,
            walk,
            range: 100,
            wrong: 0,
            before,
            lines,
            end_at: None,
            was_at_end: false,
        }
    }

    /// Walks to the end.
    pub(crate) fn run(&mut self, machine: &mut Machine<'_, '_, '_>, rounds: u32) -> Result<Wandered, Stop> {
        loop {
            match self.walk.next(self.spec, machine, rounds)? {
                Next::Write(_) | Next::Round(_) => {}
                Next::Ended => return Ok(Wandered::Ended),
                Next::TooManyRounds => return Ok(Wandered::Far),
                Next::Read(reading) => {
                    let wrong = self.wrong > 0 && self.random.below(ONE_IN_WRONG) == 0;
                    if wrong && let Some(goes_on) = self.read_wrong(machine, reading)? {
                        match goes_on {
                            true => continue,
                            false => return Ok(Wandered::Ended),
                        }
                    }
                    if !self.read(machine, reading)? {
                        return Ok(Wandered::Stuck(reading));
                    }
                }
            }
        }
    }

    fn read(&mut self, machine: &mut Machine<'_, '_, '_>, number: usize) -> Result<bool, Stop> {
        let reading = &self.spec.flow.readings[number];
        if let Some((at, side)) = self.end_at
            && at == number
            && let Some((state, end)) = self.end(machine, reading, side)?
        {
            self.take(number, state, vec![end]);
            self.was_at_end = true;
            return Ok(true);
        }
        for _ in 0..TRIES {
            let values: Vec<Datum> = reading.fields.iter().map(|field| self.value(&field.kind)).collect();
            if let Some(state) = accepted(self.spec, machine, &self.walk, reading, &values)? {
                self.take(number, state, values);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn take(&mut self, number: usize, state: State, values: Vec<Datum>) {
        self.walk.accept(state);
        self.lines.push(self.spec.line(&self.spec.flow.readings[number], &values));
        self.before.push((number, values));
    }

    /// The whole number at an end of what a reading takes, if the script names it: the next is none that it takes.
    fn end(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        reading: &Reading,
        side: Side,
    ) -> Result<Option<(State, Datum)>, Stop> {
        if !matches!(&reading.fields[..], [field] if field.kind == TypeKind::Int) {
            return Ok(None);
        }
        let mut named = self.constants.ints.clone();
        named.sort_unstable();
        if side == Side::Largest {
            named.reverse();
        }
        for int in named {
            let step = Int::from(if side == Side::Largest { 1 } else { -1 });
            let next = Datum::Int(int.clone() + step);
            let value = Datum::Int(int);
            let taken = accepted(self.spec, machine, &self.walk, reading, std::slice::from_ref(&value))?;
            if let Some(state) = taken
                && accepted(self.spec, machine, &self.walk, reading, &[next])?.is_none()
            {
                return Ok(Some((state, value)));
            }
        }
        Ok(None)
    }

    /// Reads a value that is not wanted; whether the program goes on after it, nothing if there is none.
    fn read_wrong(&mut self, machine: &mut Machine<'_, '_, '_>, number: usize) -> Result<Option<bool>, Stop> {
        let reading = &self.spec.flow.readings[number];
        let goes_on = match reading.mode {
            ReadMode::Assume => return Ok(None),
            ReadMode::Retry(_) => true,
            ReadMode::Stop(_) => false,
        };
        let malformed = malformed_lines(self.spec, reading);
        if reading.malformed && !malformed.is_empty() && self.random.below(2) == 0 {
            let line = self.random.one_of(&malformed).as_bytes().to_vec();
            let refused = match self.spec.values(reading, &line) {
                Some(values) => accepted(self.spec, machine, &self.walk, reading, &values)?.is_none(),
                None => true,
            };
            if refused {
                self.lines.push(line);
                self.wrong -= 1;
                return Ok(Some(goes_on));
            }
        }
        for _ in 0..TRIES {
            let values: Vec<Datum> = reading.fields.iter().map(|field| self.value(&field.kind)).collect();
            if accepted(self.spec, machine, &self.walk, reading, &values)?.is_none() {
                self.lines.push(self.spec.line(reading, &values));
                self.wrong -= 1;
                return Ok(Some(goes_on));
            }
        }
        Ok(None)
    }

    /// A value that may be wanted: one that was read before, a constant of the script or one near it, a small number, or any.
    fn value(&mut self, kind: &TypeKind) -> Datum {
        if self.random.below(ONE_IN_EQUAL) == 0
            && let Some(value) = self.read_before(kind)
        {
            return value;
        }
        match kind {
            TypeKind::Int | TypeKind::Decimal(_) | TypeKind::List(_) => {
                let places = places(kind);
                let named = self.constants.numbers(places);
                Datum::Int(match self.random.below(4) {
                    0 if !named.is_empty() => self.random.one_of(&named).clone(),
                    1 => self.random.number(self.constants, places, false, 3),
                    2 => self.random.number(self.constants, places, true, self.range),
                    _ => self.random.number(self.constants, places, false, self.range),
                })
            }
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
}

impl Wanderer<'_> {
    /// A value of the same type that was read before.
    fn read_before(&mut self, kind: &TypeKind) -> Option<Datum> {
        let readings = &self.spec.flow.readings;
        let values =
            self.before.iter().flat_map(|(reading, values)| values.iter().zip(&readings[*reading].fields));
        let alike: Vec<&Datum> =
            values.filter(|(_, field)| field.kind == *kind).map(|(value, _)| value).collect();
        let index = self.random.below(alike.len() as u64) as usize;
        alike.get(index).map(|value| (*value).clone())
    }
}

/// The lines of one drawn run to its end, with at most so many rounds and wrong values, and a number at an end of what one reading takes.
pub(crate) fn drawn_run(
    spec: &Spec,
    constants: &Constants,
    random: &mut Random,
    range: u64,
    (rounds, wrong): (u32, u32),
    end_at: Option<(usize, Side)>,
) -> Option<Vec<Vec<u8>>> {
    spec.concretely(|spec, world| {
        let mut machine = spec.machine(world);
        let mut wanderer = Wanderer { range, wrong, end_at, ..Wanderer::new(spec, constants, random) };
        match wanderer.run(&mut machine, rounds) {
            Ok(Wandered::Ended) if end_at.is_none() || wanderer.was_at_end => Some(wanderer.lines),
            _ => None,
        }
    })
}

/// The state after known values, if a reading wants them.
pub(crate) fn accepted(
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

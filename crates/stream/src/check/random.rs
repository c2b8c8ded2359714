//! Traces at random, beside a suite: for specifications that have few goals, and for what no goal asks for.
//! Values and times are small, or near a number that stands in the specification. One seed gives the same traces always;
//! what the author excludes is left out.

use lydian_budget::Deadline;
use lydian_core::Value;
use lydian_tessla::Type;
use lydian_tessla::data::Data;
use lydian_tessla::spec::Spec;

use super::test::{Test, TestKind};
use super::trace::{COLLECTIONS, Trace};
use crate::run::{InputEvent, Prepared, Time};

/// Tests on traces at random, short ones first.
pub(super) fn tests(
    spec: &Spec,
    prepared: &Prepared,
    count: usize,
    seed: u64,
    deadline: Option<Deadline>,
) -> Vec<Test> {
    let mut tests = Vec::new();
    if spec.inputs.is_empty() {
        return tests;
    }
    let mut random = Random::new(spec, seed);
    for _ in 0..count.saturating_mul(TRIES) {
        let too_late = deadline.is_some_and(Deadline::passed);
        if tests.len() >= count || too_late {
            break;
        }
        let name = format!("random trace {}", tests.len() + 1);
        let trace = random.trace(spec, 2 + tests.len());
        let test = Test::until(spec, prepared, name, trace, deadline).of_kind(TestKind::Random);
        if test.expected.assertions_hold {
            tests.push(test);
        }
    }
    tests
}

/// Tests on long traces at random. Each keeps to few values and few distances in time, so that a monitor comes into the same
/// situation again and again: one that is wrong only the third time is not found by traces that change all the time.
pub(super) fn deep(
    spec: &Spec,
    prepared: &Prepared,
    count: usize,
    seed: u64,
    deadline: Option<Deadline>,
) -> Vec<Test> {
    let mut tests = Vec::new();
    if spec.inputs.is_empty() {
        return tests;
    }
    let mut random = Random::new(spec, !seed);
    for number in 0..count.saturating_mul(TRIES) {
        if tests.len() >= count || deadline.is_some_and(Deadline::passed) {
            break;
        }
        let name = format!("deep random trace {}", tests.len() + 1);
        let trace = random.repeating(spec, 3 + number * 7 % DEEPEST);
        let test = Test::until(spec, prepared, name, trace, deadline).of_kind(TestKind::Deep);
        if test.expected.assertions_hold {
            tests.push(test);
        }
    }
    tests
}

/// A deep trace has fewer moments than this, beside the first three.
const DEEPEST: usize = 40;

/// Collections are drawn with up to so many elements.
const LARGEST_COLLECTION: i64 = 200;

/// How often a trace is drawn again, on average, if the author excludes it.
const TRIES: usize = 10;

/// The largest number of a specification that is taken for a time or a value.
const LARGEST: i64 = 1_000_000_000;

/// The numbers that stand in a specification, each once.
pub(crate) fn constants(spec: &Spec) -> Vec<i64> {
    let mut found: Vec<i64> = Vec::new();
    for file in spec.files.written() {
        let words = file.text.split(|char: char| !char.is_alphanumeric() && char != '_');
        for number in words.filter_map(|word| word.parse().ok()) {
            if (0..=LARGEST).contains(&number) && !found.contains(&number) && found.len() < 50 {
                found.push(number);
            }
        }
    }
    found
}

/// The numbers with a point that stand in a specification, each once.
fn floats(spec: &Spec) -> Vec<f64> {
    let mut found: Vec<f64> = Vec::new();
    for file in spec.files.written() {
        let is_part = |char: char| char.is_ascii_alphanumeric() || char == '.' || char == '_';
        for word in file.text.split(|char: char| !is_part(char)) {
            let is_number = word.starts_with(|char: char| char.is_ascii_digit()) && word.contains('.');
            let float = word.parse::<f64>().ok().filter(|float| is_number && float.is_finite());
            found.extend(float.filter(|float| found.len() < 50 && !found.contains(float)));
        }
    }
    found
}

/// The texts that stand in a specification, each once.
fn texts(spec: &Spec) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for file in spec.files.written() {
        let quoted = file.text.lines().flat_map(|line| line.split('"').skip(1).step_by(2));
        for text in quoted.filter(|text| text.len() <= LONGEST_TEXT && !text.contains(['$', '\\'])) {
            if found.len() < 50 && !found.iter().any(|known| known == text) {
                found.push(text.to_owned());
            }
        }
    }
    found
}

/// Longer texts of a specification are messages and no values.
const LONGEST_TEXT: usize = 40;

/// Draws traces.
pub(crate) struct Random {
    state: u64,
    constants: Vec<i64>,
    floats: Vec<f64>,
    texts: Vec<String>,
}

impl Random {
    /// Traces for a specification by a seed.
    pub(crate) fn new(spec: &Spec, seed: u64) -> Random {
        Random { state: seed, constants: constants(spec), floats: floats(spec), texts: texts(spec) }
    }

    /// The next number (splitmix64).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// A number of the specification, or one beside it.
    fn near_constant(&mut self) -> i64 {
        let count = self.constants.len() as u64;
        let place = self.below(count) as usize;
        let constant = self.constants.get(place).copied().unwrap_or(1);
        constant + self.below(3) as i64 - 1
    }

    /// A trace with events at so many moments.
    pub(crate) fn trace(&mut self, spec: &Spec, moments: usize) -> Trace {
        let mut events = Vec::new();
        let mut now = self.below(2) as i64;
        for _ in 0..moments {
            let certain = self.below(spec.inputs.len() as u64) as usize;
            for (input, declared) in spec.inputs.iter().enumerate() {
                if input != certain && self.below(3) > 0 {
                    continue;
                }
                let ty = &spec.streams[declared.stream.0 as usize].ty;
                let value = self.value(ty).and_then(|data| data.to_value(ty, COLLECTIONS));
                events.extend(value.map(|value| InputEvent { time: Time::from(now), input, value }));
            }
            now += self.distance();
        }
        let progress = (self.below(2) == 0).then(|| Time::from(now));
        Trace { events, progress }
    }

    /// The time between two moments.
    fn distance(&mut self) -> i64 {
        match self.below(6) {
            0..=2 => 1,
            3 => 1 + self.below(5) as i64,
            _ => self.near_constant().max(1),
        }
    }

    /// A trace with events at so many moments, in which few values and distances come again and again.
    fn repeating(&mut self, spec: &Spec, moments: usize) -> Trace {
        let distances: Vec<i64> = (0..1 + self.below(3)).map(|_| self.distance()).collect();
        let mut values: Vec<Vec<Value>> = Vec::new();
        for declared in &spec.inputs {
            let ty = &spec.streams[declared.stream.0 as usize].ty;
            let count = 1 + self.below(3);
            let some = (0..count).filter_map(|_| self.value(ty)?.to_value(ty, COLLECTIONS));
            values.push(some.collect());
        }
        // Some traces are of one input mostly, in others all have events at once.
        let density = 1 + self.below(4);
        let mut events = Vec::new();
        let mut now = self.below(2) as i64;
        for _ in 0..moments {
            let certain = self.below(spec.inputs.len() as u64) as usize;
            for (input, values) in values.iter().enumerate() {
                if values.is_empty() || input != certain && self.below(density) > 0 {
                    continue;
                }
                let value = values[self.below(values.len() as u64) as usize].clone();
                events.push(InputEvent { time: Time::from(now), input, value });
            }
            now += distances[self.below(distances.len() as u64) as usize];
        }
        let progress = (self.below(2) == 0).then(|| Time::from(now));
        Trace { events, progress }
    }

    /// A value of a type; nothing of a type that no input has.
    fn value(&mut self, ty: &Type) -> Option<Data> {
        Some(match ty {
            Type::Bool => Data::Bool(self.below(2) == 0),
            Type::Int => Data::Int(self.number().into()),
            Type::Float => Data::Float(self.float()),
            Type::String if !self.texts.is_empty() && self.below(2) == 0 => {
                let place = self.below(self.texts.len() as u64) as usize;
                Data::String(self.texts[place].as_str().into())
            }
            Type::String => {
                let length = self.below(3);
                let letters = (0..length).map(|_| ['a', 'b', 'A', ' '][self.below(4) as usize]);
                Data::String(letters.collect::<String>().trim().into())
            }
            Type::Option(_) if self.below(3) == 0 => Data::None,
            Type::Option(part) => Data::Some(Box::new(self.value(part)?)),
            Type::List(part) => Data::List(self.values(part)?),
            Type::Set(part) => Data::set(self.values(part)?),
            Type::Map(key, part) => {
                let keys = self.values(key)?;
                let entries = keys.into_iter().map(|key| Some((key, self.value(part)?)));
                Data::map(entries.collect::<Option<_>>()?)
            }
            Type::Record(fields) => {
                let parts = fields.iter().map(|(name, ty)| Some((name.clone(), self.value(ty)?)));
                Data::Record(parts.collect::<Option<_>>()?)
            }
            Type::Function(..) | Type::Events(_) | Type::Parameter(_) => return None,
        })
    }

    /// The elements of a collection: few of them, or as many as a number of the specification says.
    fn values(&mut self, ty: &Type) -> Option<Vec<Data>> {
        let near = if self.below(3) == 0 { self.near_constant() } else { 0 };
        if !(4..=LARGEST_COLLECTION).contains(&near) {
            let length = self.below(4);
            return (0..length).map(|_| self.value(ty)).collect();
        }
        let beside = self.near_constant();
        let start = [0, 0, -near / 2, beside][self.below(4) as usize];
        let same = self.value(ty)?;
        let way = self.below(3);
        let element = |random: &mut Random, number: i64| match (way, ty) {
            // In a set, only different elements make it large.
            (0, _) => random.value(ty),
            (1, _) => Some(same.clone()),
            (_, Type::Int) => Some(Data::Int((start + number).into())),
            (_, Type::Float) => Some(Data::Float((start + number) as f64)),
            (_, Type::String) => Some(Data::String(format!("k{number}").into())),
            _ => random.value(ty),
        };
        (0..near).map(|number| element(self, number)).collect()
    }

    /// A number with a point: small, near a number of the specification, or one of it and those beside it.
    fn float(&mut self) -> f64 {
        if self.floats.is_empty() || self.below(2) == 0 {
            return self.number() as f64 + [0.0, 0.5, 0.25, 0.0][self.below(4) as usize];
        }
        let place = self.below(self.floats.len() as u64) as usize;
        let float = self.floats[place];
        match self.below(7) {
            0 | 1 => float,
            2 => float.next_up(),
            3 => float.next_down(),
            4 => float + 0.25,
            5 => float - 0.25,
            _ => -float,
        }
    }

    fn number(&mut self) -> i64 {
        match self.below(4) {
            0 => self.below(3) as i64 - 1,
            1 => self.below(21) as i64 - 10,
            2 => self.near_constant(),
            _ => -self.near_constant(),
        }
    }
}

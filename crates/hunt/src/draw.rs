//! Inputs drawn at random: constructors within a size, basic values that meet each other.
//! Programs differ where a name or a number occurs twice, so every second basic value is one that the inputs hold already; others are
//! small, or occur in the programs, or lie near such constants.

use lydian_core::shape::{Alternative, Body, FunctionShape};
use lydian_core::{Datum, FunctionDatum, Mutability, Shape, ShapeId, Shapes};
use lydian_enumerate::Constants;
use lydian_term::Int;

use crate::random::Random;
use crate::values::{self, Alphabet};

/// The longest text that is drawn for no other reason.
const USUAL_TEXT: usize = 6;

/// The entries of a table that is drawn.
const MOST_ENTRIES: usize = 3;

/// Basic values to draw from.
#[derive(Debug)]
pub(crate) struct Source {
    /// Constants of the programs and their neighbours.
    ints: Vec<Int>,
    floats: Vec<f64>,
    strings: Vec<Vec<u8>>,
    pub(crate) alphabet: Alphabet,
    /// Lengths that programs ask for.
    lengths: Vec<usize>,
    /// Signs that stand between the parts of a text, such as those of a date.
    separators: Vec<u8>,
    /// Whether texts are only compared.
    pub(crate) has_names: bool,
}

/// Numbers between signs have one of these widths, filled up with zeros.
const WIDTHS: [usize; 3] = [1, 2, 4];

/// A text has at most so many numbers between signs.
const MOST_FIELDS: usize = 4;

/// Programs that count to this make room for so many elements.
const MANY: usize = 8;

impl Source {
    pub(crate) fn new(constants: &Constants) -> Source {
        let near = |int: &Int| [int.clone(), int + &Int::from(1), int - &Int::from(1), -int.clone()];
        let mut ints: Vec<Int> = constants.ints.iter().flat_map(near).collect();
        ints.retain(|int| int.wrap(63) == *int);
        let lengths = constants.ints.iter().filter_map(Int::as_i64);
        let lengths = lengths.filter(|int| (1..=64).contains(int)).map(|int| int as usize).collect();
        Source {
            ints,
            floats: values::interesting_floats(constants),
            strings: constants.strings.clone(),
            alphabet: Alphabet::new(constants),
            lengths,
            separators: values::signs(constants).collect(),
            has_names: !constants.reads_texts,
        }
    }

    /// A large number that a program counts to.
    pub(crate) fn large_count(&self, random: &mut Random) -> Option<usize> {
        let many: Vec<usize> = self.lengths.iter().copied().filter(|length| *length >= MANY).collect();
        random.pick(&many).copied()
    }

    /// Room for a few more elements than that.
    pub(crate) fn large_room(&self, random: &mut Random) -> Option<u32> {
        Some((self.large_count(random)? as u32 + 2) * (2 + random.below(2) as u32))
    }

    /// Numbers with signs between them, as in times, dates and versions.
    fn fields(&self, random: &mut Random) -> Vec<u8> {
        let Some(separator) = random.pick(&self.separators).copied() else { return Vec::new() };
        let count = 2 + random.below(MOST_FIELDS - 1);
        let mut field = || {
            let width = random.pick(&WIDTHS).copied().unwrap_or_default();
            self.digits(random, width)
        };
        let fields: Vec<Vec<u8>> = (0..count).map(|_| field()).collect();
        fields.join(&separator)
    }

    /// A number that fills a width; longer ones stay as they are.
    pub(crate) fn digits(&self, random: &mut Random, width: usize) -> Vec<u8> {
        let number = self.int(random).as_i64().unwrap_or(0).unsigned_abs();
        format!("{number:0width$}").into_bytes()
    }

    fn int(&self, random: &mut Random) -> Int {
        const SMALL: [i64; 10] = [1, 2, 0, 3, -1, 4, 5, -2, 10, 7];
        match random.below(4) {
            0 if !self.ints.is_empty() => self.ints[random.below(self.ints.len())].clone(),
            1 => Int::from(random.below(41) as i64 - 20),
            _ => Int::from(SMALL[random.below(SMALL.len())]),
        }
    }

    pub(crate) fn char(&self, random: &mut Random) -> u8 {
        self.alphabet.char(|bound| random.below(bound))
    }

    fn text(&self, random: &mut Random) -> Vec<u8> {
        if self.has_names && !random.once_in(8) {
            return match random.pick(&self.strings) {
                Some(known) if random.once_in(3) => known.clone(),
                _ => vec![b"aaaabbc"[random.below(7)]],
            };
        }
        match random.below(if self.separators.is_empty() { 6 } else { 8 }) {
            6 | 7 => self.fields(random),
            0 if !self.strings.is_empty() => self.strings[random.below(self.strings.len())].clone(),
            // Names are compared, not looked into: two short ones do.
            1 | 2 => vec![b"aab"[random.below(3)]],
            3 => {
                let char = self.char(random);
                vec![char; 1 + random.below(12)]
            }
            _ => {
                let length = match self.lengths.is_empty() || random.once_in(2) {
                    true => random.below(USUAL_TEXT + 1),
                    false => self.lengths[random.below(self.lengths.len())],
                };
                (0..length).map(|_| self.char(random)).collect()
            }
        }
    }

    fn float(&self, random: &mut Random, used: &[f64]) -> f64 {
        let pick = |random: &mut Random| random.pick(&self.floats).copied().unwrap_or(0.0);
        match random.below(8) {
            0 => pick(random) + pick(random),
            1 => used.last().copied().unwrap_or(1.0).next_up(),
            2 => random.below(2001) as f64 / 8.0 - 125.0,
            _ => pick(random),
        }
    }
}

/// Draws the parts of one tuple of inputs.
pub(crate) struct Drawing<'a> {
    pub(crate) shapes: &'a Shapes,
    /// The shapes of the inputs.
    pub(crate) roots: &'a [ShapeId],
    pub(crate) source: &'a Source,
    pub(crate) random: &'a mut Random,
    /// The basic values that the inputs hold already.
    pub(crate) used: Used,
}

/// Basic values of some inputs.
#[derive(Debug, Default, Clone)]
pub(crate) struct Used {
    pub(crate) ints: Vec<Int>,
    pub(crate) strings: Vec<Vec<u8>>,
    pub(crate) floats: Vec<f64>,
    pub(crate) chars: Vec<u8>,
}

impl Used {
    /// Those of these inputs.
    pub(crate) fn of(inputs: &[Datum]) -> Used {
        let mut used = Used::default();
        inputs.iter().for_each(|input| used.add(input));
        used
    }

    fn add(&mut self, datum: &Datum) {
        match datum {
            Datum::Int(int) => self.ints.push(int.clone()),
            Datum::Str(text) | Datum::Bytes(text) => self.strings.push(text.clone()),
            Datum::Float(float) => self.floats.push(*float),
            Datum::Char(char) => self.chars.push(*char),
            Datum::Construct(_, _, parts) | Datum::Array(parts) => {
                parts.iter().for_each(|part| self.add(part));
            }
            Datum::Lazy(part) => self.add(part),
            _ => {}
        }
    }
}

impl Drawing<'_> {
    /// One datum for each root, larger than the smallest by at most `room`.
    pub(crate) fn inputs(&mut self, room: u32) -> Vec<Datum> {
        self.parts(self.roots, room)
    }

    /// A datum of a shape.
    pub(crate) fn datum(&mut self, shape: ShapeId, room: u32) -> Datum {
        match self.shapes.shape(shape).clone() {
            Shape::Unit => Datum::Unit,
            Shape::Bool => Datum::Bool(self.random.once_in(2)),
            Shape::Int => Datum::Int(self.int()),
            Shape::Char => Datum::Char(self.char()),
            Shape::String => Datum::Str(self.text()),
            Shape::Bytes => Datum::Bytes(self.text()),
            Shape::Float => Datum::Float(self.float()),
            Shape::Product(con, mutability, parts) => {
                Datum::Construct(con, mutability, self.parts(&parts, room))
            }
            Shape::Variant(alternatives) => match self.alternative(&alternatives, room) {
                Some(chosen) => {
                    let parts = self.parts(&chosen.args, room - chosen.cost);
                    Datum::Construct(chosen.con, Mutability::Immutable, parts)
                }
                None => self.shapes.smallest(shape),
            },
            Shape::Array(element) => {
                let each = self.shapes.min_size(element).unwrap_or(1) + 1;
                let length = self.random.below((room / each) as usize + 1);
                let left = room - length as u32 * each;
                Datum::Array(self.parts(&vec![element; length], left))
            }
            Shape::Lazy(part) => Datum::Lazy(Box::new(self.datum(part, room))),
            Shape::Function(function) => self.function(shape, &function, room),
            Shape::Closed(_) => self.shapes.smallest(shape),
        }
    }

    /// Data for several shapes that share the room.
    fn parts(&mut self, shapes: &[ShapeId], room: u32) -> Vec<Datum> {
        let mut growing = shapes.iter().filter(|shape| self.grows(**shape)).count();
        let mut left = room;
        let mut part = |shape: &ShapeId| {
            if !self.grows(*shape) {
                return self.datum(*shape, 0);
            }
            growing -= 1;
            let share = if growing == 0 { left } else { self.random.below(left as usize + 1) as u32 };
            left -= share;
            self.datum(*shape, share)
        };
        shapes.iter().map(&mut part).collect()
    }

    fn grows(&self, shape: ShapeId) -> bool {
        !matches!(
            self.shapes.shape(shape),
            Shape::Unit
                | Shape::Bool
                | Shape::Int
                | Shape::Char
                | Shape::String
                | Shape::Bytes
                | Shape::Float
        )
    }

    /// One of the alternatives that fit; while there is room, mostly one that uses it.
    fn alternative<'s>(&mut self, all: &'s [Alternative], room: u32) -> Option<&'s Alternative> {
        let fitting: Vec<&Alternative> = all.iter().filter(|other| other.cost <= room).collect();
        let can_grow = |other: &&Alternative| other.args.iter().any(|arg| self.grows(*arg));
        let larger: Vec<&Alternative> = fitting.iter().copied().filter(can_grow).collect();
        let from = if room == 0 || larger.is_empty() || self.random.once_in(4) { &fitting } else { &larger };
        self.random.pick(from).copied()
    }

    fn int(&mut self) -> Int {
        if !self.used.ints.is_empty() && self.random.once_in(2) {
            return self.used.ints[self.random.below(self.used.ints.len())].clone();
        }
        let int = self.source.int(self.random);
        self.used.ints.push(int.clone());
        int
    }

    pub(crate) fn text(&mut self) -> Vec<u8> {
        if !self.used.strings.is_empty() && self.random.once_in(2) {
            return self.used.strings[self.random.below(self.used.strings.len())].clone();
        }
        let text = self.source.text(self.random);
        self.used.strings.push(text.clone());
        text
    }

    fn char(&mut self) -> u8 {
        if !self.used.chars.is_empty() && self.random.once_in(2) {
            return self.used.chars[self.random.below(self.used.chars.len())];
        }
        let char = self.source.char(self.random);
        self.used.chars.push(char);
        char
    }

    fn float(&mut self) -> f64 {
        if !self.used.floats.is_empty() && self.random.once_in(3) {
            return self.used.floats[self.random.below(self.used.floats.len())];
        }
        let float = self.source.float(self.random, &self.used.floats);
        self.used.floats.push(float);
        float
    }

    fn function(&mut self, shape: ShapeId, function: &FunctionShape, room: u32) -> Datum {
        let fitting: Vec<Body> =
            function.bodies.iter().filter(|(_, cost)| *cost <= room).map(|(body, _)| *body).collect();
        let Some(body) = self.random.pick(&fitting).copied() else { return self.shapes.smallest(shape) };
        let constant = self.shapes.constant_of(function, body).map(|shape| self.datum(shape, room / 2));
        let mut entries: Vec<(Vec<Datum>, Datum)> = Vec::new();
        if body == Body::Table {
            for _ in 0..self.random.below(MOST_ENTRIES + 1) {
                let args = self.parts(&function.args, room / 4);
                let result = self.datum(function.result, room / 4);
                if entries.iter().all(|(known, _)| *known != args) {
                    entries.push((args, result));
                }
            }
        }
        let arity = function.args.len();
        Datum::Function(Box::new(FunctionDatum { arity, body, constant, entries }))
    }
}

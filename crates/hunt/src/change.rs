//! Changes of inputs: a part is drawn anew, taken from elsewhere, wrapped, dropped or swapped; a basic value becomes a neighbour of itself
//! or one that occurs elsewhere in the inputs. What is changed keeps its type.

use std::ops::Range;

use lydian_core::{Datum, Mutability, Shape, ShapeId};
use lydian_term::Int;

use crate::draw::{Drawing, Used};

/// Inputs do not grow beyond this size by changes.
const LARGEST: u64 = 150;

/// How large parts are that are drawn anew.
const ROOM: usize = 9;

/// Where a part stands: the input, then the part at each level.
pub(crate) type Place = Vec<usize>;

impl Drawing<'_> {
    /// The inputs after one to four changes; `donor` gives parts.
    pub(crate) fn changed(&mut self, inputs: &[Datum], donor: &[Datum]) -> Vec<Datum> {
        let mut inputs = inputs.to_vec();
        for _ in 0..=self.random.below(4) {
            self.used = Used::of(&inputs);
            self.change(&mut inputs, donor);
            if inputs.iter().map(Datum::size).sum::<u64>() > LARGEST {
                break;
            }
        }
        inputs
    }

    fn change(&mut self, inputs: &mut [Datum], donor: &[Datum]) {
        let places = self.places(inputs);
        let Some((place, shape)) = self.random.pick(&places).cloned() else { return };
        let Some(part) = part_at(inputs, &place).cloned() else { return };
        let new = match self.random.below(8) {
            0 => {
                let room = self.random.below(ROOM) as u32;
                Some(self.datum(shape, room))
            }
            1 => self.of_same_shape(donor, shape),
            2 => self.of_same_shape(inputs, shape),
            3 => self.repeated(shape, &part).or_else(|| self.wrapped(shape, &part)),
            4 => self.unwrapped(shape, &part),
            5 => {
                self.swap(&places, inputs, &place, shape);
                None
            }
            6 => {
                self.unify(&places, inputs, shape, &part);
                None
            }
            _ => self.neighbour(&part),
        };
        if let Some(new) = new.or_else(|| self.neighbour(&part))
            && let Some(slot) = part_at_mut(inputs, &place)
        {
            *slot = new;
        }
    }

    /// All places of the inputs with their shapes.
    pub(crate) fn places(&self, inputs: &[Datum]) -> Vec<(Place, ShapeId)> {
        let mut places = Vec::new();
        let mut work: Vec<(Place, ShapeId, &Datum)> = self
            .roots
            .iter()
            .zip(inputs)
            .enumerate()
            .map(|(index, (root, input))| (vec![index], *root, input))
            .collect();
        while let Some((place, shape, datum)) = work.pop() {
            for (index, part_shape) in self.shapes.parts(shape, datum).into_iter().enumerate() {
                if let Some(part) = datum_part(datum, index) {
                    work.push(([&place[..], &[index]].concat(), part_shape, part));
                }
            }
            places.push((place, shape));
        }
        places
    }

    /// A part of other inputs that has this shape.
    pub(crate) fn of_same_shape(&mut self, inputs: &[Datum], shape: ShapeId) -> Option<Datum> {
        let places = self.places(inputs);
        let fitting: Vec<&Place> =
            places.iter().filter(|(_, other)| *other == shape).map(|(place, _)| place).collect();
        let place = self.random.pick(&fitting)?;
        part_at(inputs, place).cloned()
    }

    /// The part inside of a constructor of its own type: a list with one more element, a tree with one more node.
    fn wrapped(&mut self, shape: ShapeId, part: &Datum) -> Option<Datum> {
        let Shape::Variant(alternatives) = self.shapes.shape(shape).clone() else {
            if let (Shape::Array(element), Datum::Array(elements)) = (self.shapes.shape(shape).clone(), part)
            {
                let mut more = elements.clone();
                let at = self.random.below(more.len() + 1);
                more.insert(at, self.datum(element, 2));
                return Some(Datum::Array(more));
            }
            return None;
        };
        let around: Vec<_> = alternatives.iter().filter(|other| other.args.contains(&shape)).collect();
        let chosen = *self.random.pick(&around)?;
        let own: Vec<usize> = (0..chosen.args.len()).filter(|index| chosen.args[*index] == shape).collect();
        let at = *self.random.pick(&own)?;
        let both = self.random.once_in(2);
        let args = chosen.args.iter().enumerate().map(|(index, arg)| match index {
            _ if index == at || (both && *arg == shape) => part.clone(),
            _ => self.datum(*arg, 3),
        });
        Some(Datum::Construct(chosen.con, Mutability::Immutable, args.collect()))
    }

    /// As many elements like the first one as a program counts to, in front of a list.
    fn repeated(&mut self, shape: ShapeId, part: &Datum) -> Option<Datum> {
        let times = self.source.large_count(self.random)?;
        let Datum::Construct(con, mutability, parts) = part else { return None };
        let shapes = self.shapes.parts(shape, part);
        let at = shapes.iter().position(|other| *other == shape)?;
        if self.random.once_in(2) || shapes.iter().filter(|other| **other == shape).count() > 1 {
            return None;
        }
        let longer = (0..times).fold(part.clone(), |rest, _| {
            let mut parts = parts.clone();
            parts[at] = rest;
            Datum::Construct(*con, *mutability, parts)
        });
        Some(longer)
    }

    /// One of the parts that have the type of the whole.
    fn unwrapped(&mut self, shape: ShapeId, part: &Datum) -> Option<Datum> {
        let shapes = self.shapes.parts(shape, part);
        let own: Vec<usize> = (0..shapes.len()).filter(|index| shapes[*index] == shape).collect();
        let index = *self.random.pick(&own)?;
        datum_part(part, index).cloned()
    }

    /// Exchanges two parts of the same shape, unless one holds the other.
    fn swap(&mut self, places: &[(Place, ShapeId)], inputs: &mut [Datum], place: &Place, shape: ShapeId) {
        let apart = |other: &Place| !other.starts_with(place) && !place.starts_with(other);
        let fitting: Vec<&Place> = places
            .iter()
            .filter(|(other, other_shape)| *other_shape == shape && apart(other))
            .map(|(other, _)| other)
            .collect();
        let Some(other) = self.random.pick(&fitting).copied() else { return };
        let (Some(first), Some(second)) = (part_at(inputs, place).cloned(), part_at(inputs, other).cloned())
        else {
            return;
        };
        for (place, part) in [(place, second), (other, first)] {
            if let Some(slot) = part_at_mut(inputs, place) {
                *slot = part;
            }
        }
    }

    /// Puts a part everywhere where something of its shape stands, or at half of these places.
    fn unify(&mut self, places: &[(Place, ShapeId)], inputs: &mut [Datum], shape: ShapeId, part: &Datum) {
        if !matches!(part, Datum::Int(_) | Datum::Str(_) | Datum::Char(_) | Datum::Float(_)) {
            return;
        }
        let everywhere = self.random.once_in(2);
        for (place, other) in places {
            if *other == shape
                && (everywhere || self.random.once_in(2))
                && let Some(slot) = part_at_mut(inputs, place)
            {
                *slot = part.clone();
            }
        }
    }

    /// A basic value near this one, or another one of the inputs; anything else is drawn anew.
    fn neighbour(&mut self, part: &Datum) -> Option<Datum> {
        Some(match part {
            Datum::Bool(known) => Datum::Bool(!known),
            Datum::Int(int) => Datum::Int(self.near_int(int)),
            Datum::Char(_) => Datum::Char(self.source.char(self.random)),
            Datum::Str(text) => Datum::Str(self.near_text(text)),
            Datum::Bytes(text) => Datum::Bytes(self.near_text(text)),
            Datum::Float(float) => Datum::Float(match self.random.below(5) {
                0 => -float,
                1 => float + 1.0,
                2 => float * 0.5,
                3 => float.next_up(),
                _ => self.used.floats.last().copied().unwrap_or(0.0),
            }),
            _ => return None,
        })
    }

    fn near_int(&mut self, int: &Int) -> Int {
        let near = match self.random.below(7) {
            0 => int + &Int::from(1),
            1 => int - &Int::from(1),
            2 => -int.clone(),
            3 => int + int,
            4 => {
                let other = self.random.pick(&self.used.ints).cloned().unwrap_or_default();
                int + &other
            }
            5 => self.random.pick(&self.used.ints).cloned().unwrap_or_default(),
            _ => int + &Int::from(self.random.below(21) as i64 - 10),
        };
        near.wrap(63)
    }

    /// A number in a text.
    fn some_digits(&mut self, text: &[u8]) -> Option<Range<usize>> {
        let starts = |at: &usize| {
            text[*at].is_ascii_digit()
                && !at.checked_sub(1).is_some_and(|before| text[before].is_ascii_digit())
        };
        let starts: Vec<usize> = (0..text.len()).filter(starts).collect();
        let start = *self.random.pick(&starts)?;
        let length = text[start..].iter().take_while(|char| char.is_ascii_digit()).count();
        Some(start..start + length)
    }

    fn near_text(&mut self, text: &[u8]) -> Vec<u8> {
        if self.source.has_names && !self.random.once_in(8) {
            return self.text();
        }
        let mut near = text.to_vec();
        if let Some(digits) = self.some_digits(text)
            && self.random.once_in(3)
        {
            let number = self.source.digits(self.random, digits.len());
            near.splice(digits, number);
            return near;
        }
        let at = self.random.below(near.len() + 1);
        match self.random.below(7) {
            0 => near.insert(at, self.source.char(self.random)),
            1 if at < near.len() => _ = near.remove(at),
            2 if at < near.len() => near[at] = self.source.char(self.random),
            // A run of one character.
            3 if at < near.len() => {
                let (char, times) = (near[at], 1 + self.random.below(11));
                near.splice(at..at, std::iter::repeat_n(char, times));
            }
            4 if near.len() > 1 => {
                let other = self.random.below(near.len());
                near.swap(at.min(text.len() - 1), other);
            }
            5 => {
                let other = self.random.pick(&self.used.strings).cloned().unwrap_or_default();
                near.splice(at..at, other);
            }
            6 => near.extend(text.iter().rev()),
            _ => near.push(self.source.char(self.random)),
        }
        near.truncate(100);
        near
    }
}

fn datum_part(datum: &Datum, index: usize) -> Option<&Datum> {
    match datum {
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts.get(index),
        Datum::Lazy(part) => (index == 0).then_some(part),
        _ => None,
    }
}

pub(crate) fn part_at<'d>(inputs: &'d [Datum], place: &[usize]) -> Option<&'d Datum> {
    let (first, rest) = place.split_first()?;
    rest.iter().try_fold(inputs.get(*first)?, |datum, index| datum_part(datum, *index))
}

pub(crate) fn part_at_mut<'d>(inputs: &'d mut [Datum], place: &[usize]) -> Option<&'d mut Datum> {
    let (first, rest) = place.split_first()?;
    rest.iter().try_fold(inputs.get_mut(*first)?, |datum, index| match datum {
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts.get_mut(*index),
        Datum::Lazy(part) => (*index == 0).then_some(&mut **part),
        _ => None,
    })
}

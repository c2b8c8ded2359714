//! Whether parts of results that can be changed are one and the same object: `Array.make n (Array.make m 0)` has one row in n places, and
//! whoever writes to one of them writes to all. `=` does not see that.
//!
//! In: what the calls of a test return in each program, as long as it is alive. Out: the first two places that hold one object in the submission
//! and two in the reference. A reference that shares more than the submission is held to nothing, and neither is anybody to what
//! was an argument: few functions are meant to say whether they give back what they were given or a copy.

use std::collections::HashMap;
use std::rc::Rc;

use lydian_core::{Datum, TypeTable, Value};
use lydian_eval::World;
use lydian_ocaml::show;

use crate::called::Called;

/// Larger results are not looked through.
const LARGEST: usize = 20_000;

/// Where an object stands: in the result of a call, behind so many steps into its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    call: usize,
    path: Vec<usize>,
}

/// An object that can be changed, at one place where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    /// Its number in the order in which objects were met; nothing for what was an argument.
    number: Option<usize>,
    path: Vec<usize>,
}

/// Two places with one object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OneObject {
    first: Place,
    second: Place,
}

/// The objects that were met in a test.
#[derive(Default)]
pub(crate) struct Objects {
    numbers: HashMap<usize, Option<usize>>,
    met: usize,
    /// What was met is kept, so that no later object takes its place in memory.
    alive: Vec<Value>,
}

impl Objects {
    /// Takes note of what is in arguments.
    pub(crate) fn note_arguments(&mut self, world: &World<'_>, args: &[Value]) {
        for arg in args {
            self.walk(world, arg, true);
        }
    }

    /// The objects of a result in the order in which they stand there; nothing of one that is too large.
    pub(crate) fn of_result(&mut self, world: &World<'_>, result: &Value) -> Vec<Object> {
        self.walk(world, result, false)
    }

    fn walk(&mut self, world: &World<'_>, value: &Value, is_argument: bool) -> Vec<Object> {
        let mut objects = Vec::new();
        let mut ways = Ways(vec![(Ways::ROOT, 0)]);
        let mut work = vec![(value.clone(), Ways::ROOT)];
        let mut left = LARGEST;
        while let Some((value, way)) = work.pop() {
            left -= 1;
            if left == 0 {
                return Vec::new();
            }
            let (address, fields) = match &value {
                Value::Hole(hole) => {
                    work.extend(world.holes.content(*hole).map(|content| (content.clone(), way)));
                    continue;
                }
                Value::Block(block) => (None, block.fields.to_vec()),
                Value::Mutable(cells) => (Some(Rc::as_ptr(cells) as usize), cells.fields.borrow().to_vec()),
                Value::Array(elements) if elements.borrow().is_empty() => continue,
                Value::Array(elements) => (Some(Rc::as_ptr(elements) as usize), elements.borrow().to_vec()),
                Value::Bytes(bytes) if !bytes.borrow().is_empty() => {
                    (Some(Rc::as_ptr(bytes) as usize), Vec::new())
                }
                _ => continue,
            };
            if let Some(address) = address {
                let known = self.numbers.get(&address).copied();
                let number = known.unwrap_or_else(|| {
                    let number = (!is_argument).then_some(self.met);
                    self.met += usize::from(!is_argument);
                    self.alive.push(value.clone());
                    self.numbers.insert(address, number);
                    number
                });
                objects.push(Object { number, path: ways.steps(way) });
                if known.is_some() {
                    continue;
                }
            }
            let parts = fields.into_iter().enumerate().rev();
            work.extend(parts.map(|(index, part)| (part, ways.extended(way, index))));
        }
        objects
    }
}

/// The ways to parts, each as the step that leads there and the way before it, since neighbours have most of theirs in common.
struct Ways(Vec<(usize, usize)>);

impl Ways {
    /// The way to the whole.
    const ROOT: usize = 0;

    /// The way to a part of what a way leads to.
    fn extended(&mut self, around: usize, index: usize) -> usize {
        self.0.push((around, index));
        self.0.len() - 1
    }

    fn steps(&self, mut way: usize) -> Vec<usize> {
        let mut steps = Vec::new();
        while way != Ways::ROOT {
            let (around, index) = self.0[way];
            steps.push(index);
            way = around;
        }
        steps.reverse();
        steps
    }
}

/// The first places that hold one object in the submission and two in the reference; the results are equal to `=`.
pub(crate) fn more_in_submission(expected: &Called, actual: &Called) -> Option<OneObject> {
    let placed = |called: &Called| -> Vec<(usize, Object)> {
        let calls = called.calls().enumerate();
        calls.flat_map(|(call, seen)| seen.objects.iter().map(move |object| (call, object.clone()))).collect()
    };
    let (own, other) = (placed(expected), placed(actual));
    for (position, ((_, expected), (call, actual))) in own.iter().zip(&other).enumerate() {
        if expected.number == actual.number && expected.path == actual.path {
            continue;
        }
        // From here on the walks may be at different places.
        let is_new_in = |objects: &[(usize, Object)], number: Option<usize>| {
            number.is_some() && objects[..position].iter().all(|(_, earlier)| earlier.number != number)
        };
        if !is_new_in(&own, expected.number) || expected.path != actual.path {
            return None;
        }
        let (first_call, first) = other[..position]
            .iter()
            .find(|(_, earlier)| actual.number.is_some() && earlier.number == actual.number)?;
        let first = Place { call: *first_call, path: first.path.clone() };
        return Some(OneObject { first, second: Place { call: *call, path: actual.path.clone() } });
    }
    None
}

impl OneObject {
    /// The call whose result holds the object a second time.
    pub(crate) fn decisive(&self) -> usize {
        self.second.call
    }

    /// What is one, in words and as a phrase that says so in a toplevel, if there is one for this call.
    pub(crate) fn shown(
        &self,
        (call, phrases): (&str, &[String]),
        result: &Datum,
        types: &TypeTable,
    ) -> (String, Option<String>) {
        if self.first.call != self.second.call {
            let text = format!(
                "the submission returns one object in calls {} and {}, and the reference does not: who changes it changes both",
                self.first.call + 1,
                self.second.call + 1
            );
            let phrase = match phrases {
                [first, second] if self.first.path.is_empty() && self.second.path.is_empty() => {
                    Some(format!("({first}) == ({second})"))
                }
                _ => None,
            };
            return (text, phrase);
        }
        let pattern = marked(result, &[(&self.first.path, "a"), (&self.second.path, "b")]);
        let pattern = pattern.map(|pattern| show(&pattern, types));
        let text = match &pattern {
            Some(pattern) => format!(
                "a and b in {pattern} are one object in the submission, and two in the reference: who changes one changes the other"
            ),
            None => {
                "a part of the result stands in two places in the submission, and is two in the reference"
                    .to_owned()
            }
        };
        (text, pattern.map(|pattern| format!("match {call} with {pattern} -> a == b | _ -> false")))
    }
}

/// A value as a pattern in which some parts have names and nothing else is looked at; nothing if there is no such part.
fn marked(datum: &Datum, marks: &[(&[usize], &'static str)]) -> Option<Datum> {
    match marks {
        [] => return Some(Datum::Opaque("_".into())),
        [([], name)] => return Some(Datum::Opaque((*name).into())),
        _ => {}
    }
    let inside = |parts: &[Datum]| -> Option<Vec<Datum>> {
        let part = |(index, part): (usize, &Datum)| {
            let of_part = marks.iter().filter(|(path, _)| path.first() == Some(&index));
            let of_part: Vec<(&[usize], &'static str)> =
                of_part.map(|(path, name)| (&path[1..], *name)).collect();
            marked(part, &of_part)
        };
        parts.iter().enumerate().map(part).collect()
    };
    // One of two places can be inside of the other.
    if marks.iter().any(|(path, _)| path.is_empty()) {
        return None;
    }
    match datum {
        Datum::Construct(con, mutability, parts) => Some(Datum::Construct(*con, *mutability, inside(parts)?)),
        Datum::Array(parts) => Some(Datum::Array(inside(parts)?)),
        _ => None,
    }
}

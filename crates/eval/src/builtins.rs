//! Primitive operations that programs call by name.
//! One file per area, each with its table; `crates/ocaml/stdlib/primitives.txt` says what each means. A primitive is
//! first-order: it gets a world and its arguments and never calls a function of the program. What terms can express
//! stays symbolic; other unknowns are settled on one value at a time.

mod array;
mod bytes;
mod char;
mod convert;
mod exception;
mod float;
mod float_text;
mod generic;
mod hash;
mod int;
mod md5;
mod output;
mod sized;
mod strict;
mod string;
#[cfg(test)]
pub(crate) mod testing;
mod tree;

use std::collections::HashMap;
use std::sync::LazyLock;

use lydian_core::{ConId, Value};

use crate::meter::Resource;
use crate::world::{Stop, World, ill_typed};

pub use hash::variant_hash;

/// A primitive operation.
#[derive(Debug, Clone, Copy)]
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// How many arguments it takes.
    pub arity: u32,
    /// What it does with them.
    pub run: fn(&mut World<'_>, &[Value]) -> Result<Value, Stop>,
}

const TABLES: &[&[Builtin]] = &[
    generic::TABLE,
    strict::TABLE,
    int::TABLE,
    char::TABLE,
    string::TABLE,
    bytes::TABLE,
    array::TABLE,
    convert::TABLE,
    sized::TABLE,
    float::TABLE,
    float_text::TABLE,
    hash::TABLE,
    md5::TABLE,
    exception::TABLE,
    output::TABLE,
    tree::TABLE,
];

static BY_NAME: LazyLock<HashMap<&'static str, Builtin>> = LazyLock::new(|| {
    TABLES.iter().flat_map(|table| table.iter()).map(|builtin| (builtin.name, *builtin)).collect()
});

/// The primitive of a name.
pub fn lookup(name: &str) -> Option<Builtin> {
    BY_NAME.get(name).copied()
}

/// The names of all primitives, in the order of the tables.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.iter()).map(|builtin| builtin.name)
}

/// The arguments, of which there must be `N`: the compiler has counted them.
fn exactly<const N: usize>(args: &[Value]) -> Result<&[Value; N], Stop> {
    args.try_into().map_err(|_| Stop::Unsupported(format!("a primitive of {N} arguments got {}", args.len())))
}

/// No single object may take more bytes than this, whatever the meter has left.
const LARGEST_OBJECT: usize = 1 << 28;

/// Pays for making and filling an object of that many bytes, before it is made.
fn pay(world: &mut World<'_>, bytes: usize) -> Result<(), Stop> {
    if bytes > LARGEST_OBJECT {
        return Err(Stop::Exhausted(Resource::Words));
    }
    world.meter.allocate(bytes as u64 / 8 + 2)?;
    world.meter.step(bytes as u64 / 64)?;
    Ok(())
}

/// A position in an object of `length` elements, settled on one value if it is unknown; raises outside of it.
fn position_within(world: &mut World<'_>, index: &Value, length: usize) -> Result<usize, Stop> {
    let index = world.look(index)?;
    if !matches!(index, Value::Int(_)) {
        let term = world.int_term(&index)?;
        let end = world.terms.int(length as i64);
        ask_index(world, term, end)?;
    }
    let index = world.known_i64(&index)?;
    usize::try_from(index).ok().filter(|index| *index < length).ok_or_else(out_of_bounds)
}

/// Asks whether a position is at least zero and before the end; raises if not.
fn ask_index(
    world: &mut World<'_>,
    index: lydian_term::TermId,
    end: lydian_term::TermId,
) -> Result<(), Stop> {
    let zero = world.terms.int(0);
    let above = world.terms.le(zero, index);
    let below = world.terms.lt(index, end);
    let inside = world.terms.and(above, below);
    if world.ask(inside)? { Ok(()) } else { Err(out_of_bounds()) }
}

fn out_of_bounds() -> Stop {
    World::invalid_argument("index out of bounds")
}

/// The elements of a list, whose length is decided if it is unknown.
fn list_elements(world: &mut World<'_>, list: &Value) -> Result<Vec<Value>, Stop> {
    let mut elements = Vec::new();
    let mut rest = world.look(list)?;
    loop {
        let next = match &rest {
            Value::Constant(ConId::NIL) => return Ok(elements),
            Value::Block(block) if block.con == ConId::CONS => {
                let [head, tail] = exactly::<2>(&block.fields)?;
                world.meter.step(1)?;
                world.meter.allocate(2)?;
                elements.push(head.clone());
                tail.clone()
            }
            // Tied into a cycle: it has no end but that of the meter.
            Value::Mutable(cells) if cells.con == ConId::CONS => {
                let fields = cells.fields.borrow();
                let [head, tail] = exactly::<2>(&fields)?;
                world.meter.step(1)?;
                world.meter.allocate(2)?;
                elements.push(head.clone());
                tail.clone()
            }
            other => return Err(ill_typed("list", other)),
        };
        rest = world.look(&next)?;
    }
}

/// The length of an object to be made, settled if it is unknown; raises below zero and above `longest`.
fn settled_length(world: &mut World<'_>, length: &Value, longest: i64, blame: &str) -> Result<usize, Stop> {
    let length = world.look(length)?;
    if !matches!(length, Value::Int(_)) {
        let term = world.int_term(&length)?;
        let zero = world.terms.int(0);
        let negative = world.terms.lt(term, zero);
        if world.ask(negative)? {
            return Err(World::invalid_argument(blame));
        }
    }
    let length = world.known_int(&length)?.as_i64().filter(|length| *length <= longest);
    length.and_then(|length| usize::try_from(length).ok()).ok_or_else(|| World::invalid_argument(blame))
}

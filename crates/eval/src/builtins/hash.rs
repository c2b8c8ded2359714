//! OCaml's polymorphic hash, number for number.
//! The value is walked breadth first, with limits on what counts and on what is queued; each part is mixed in as 32-bit
//! words the way MurmurHash3 does. Blocks show their tag and size, so constructors count as OCaml numbers them.
//! Unknown parts that the walk reaches are settled. Functions are not looked into.

use lydian_core::{Block, ConId, LazyState, Text, Type, TypeBody, Value};

use super::{Builtin, exactly};
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] =
    &[Builtin { name: "seeded_hash_param", arity: 4, run: seeded_hash_param }];

/// The queue never holds more, whatever the caller allows.
const LONGEST_QUEUE: usize = 256;

const LAZY_TAG: u32 = 246;
const CLOSURE_TAG: u32 = 247;

fn seeded_hash_param(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [meaningful, total, seed, value] = exactly(args)?;
    let mut walk = Walk {
        hash: world.known_i64(seed)? as u32,
        meaningful: world.known_i64(meaningful)?,
        queue: vec![value.clone()],
        most: usize::try_from(world.known_i64(total)?)
            .map_or(LONGEST_QUEUE, |total| total.min(LONGEST_QUEUE)),
    };
    let mut next = 0;
    while walk.meaningful > 0
        && let Some(value) = walk.queue.get(next).cloned()
    {
        next += 1;
        world.meter.step(1)?;
        walk.visit(world, value)?;
    }
    Ok(Value::Int(i64::from(finish(walk.hash) & 0x3fff_ffff)))
}

struct Walk {
    hash: u32,
    /// How many more parts may be mixed in.
    meaningful: i64,
    queue: Vec<Value>,
    /// How long the queue may become.
    most: usize,
}

impl Walk {
    fn visit(&mut self, world: &mut World<'_>, value: Value) -> Result<(), Stop> {
        match forced(world, &value)? {
            Value::Unit => self.int(0),
            known @ (Value::Bool(_) | Value::SymBool(_)) => {
                let truth = world.truth(&known)?;
                self.int(truth.into());
            }
            Value::Constant(con) => self.constant(world, con),
            Value::Float(x) => self.float(x),
            known @ Value::Str(_) => {
                let text = world.known_str(&known)?;
                if let Text::Known(bytes) = &*text {
                    world.meter.step(bytes.len() as u64 / 64)?;
                    self.bytes(bytes);
                }
            }
            Value::Bytes(bytes) => {
                let bytes = bytes.borrow();
                world.meter.step(bytes.len() as u64 / 64)?;
                self.bytes(&bytes);
            }
            Value::Block(block) => self.block(world, &block)?,
            Value::Mutable(cells) => {
                let fields = cells.fields.borrow();
                self.fields(world, cells.con, &fields)?;
            }
            Value::Array(elements) => {
                let elements = elements.borrow();
                match elements.first().map(|first| world.look(first)).transpose()? {
                    Some(Value::Float(_)) => self.floats(world, &elements)?,
                    _ => {
                        self.header(0, elements.len());
                        self.enqueue(&elements);
                    }
                }
            }
            Value::Tree(tree) => {
                self.header(0, tree.len());
                for (key, value) in tree.entries() {
                    world.meter.step(1)?;
                    self.enqueue(&[key.clone(), value.clone()]);
                }
            }
            Value::Lazy(_) => self.header(LAZY_TAG, 1),
            Value::Closure(_) | Value::Partial(_) | Value::Hole(_) => {
                self.header(CLOSURE_TAG, 1);
                self.meaningful -= 1;
            }
            known @ (Value::Int(_)
            | Value::Big(_)
            | Value::Char(_)
            | Value::SymInt(_)
            | Value::SymChar(_)) => {
                let int = world.known_int(&known)?.wrap(64).as_i64().unwrap_or(0);
                self.int(int);
            }
        }
        Ok(())
    }

    fn constant(&mut self, world: &World<'_>, con: ConId) {
        self.int(constant_number(world, con));
    }

    fn block(&mut self, world: &mut World<'_>, block: &Block) -> Result<(), Stop> {
        let con = block.con;
        if con.type_path() == "`" || con.is_exception() {
            // The name comes first, then the arguments.
            self.header(0, block.fields.len() + 1);
            self.enqueue(&[Value::Constant(con)]);
            self.enqueue(&block.fields);
            return Ok(());
        }
        self.fields(world, con, &block.fields)
    }

    fn fields(&mut self, world: &mut World<'_>, con: ConId, fields: &[Value]) -> Result<(), Stop> {
        let fields = &*world.in_own_order(con, fields);
        if is_record_of_floats(world, con) {
            return self.floats(world, fields);
        }
        self.header(position(world, con), fields.len());
        self.enqueue(fields);
        Ok(())
    }

    fn floats(&mut self, world: &mut World<'_>, floats: &[Value]) -> Result<(), Stop> {
        for float in floats {
            if self.meaningful <= 0 {
                break;
            }
            let float = world.known_float(float)?;
            self.float(float);
        }
        Ok(())
    }

    fn enqueue(&mut self, values: &[Value]) {
        let room = self.most.saturating_sub(self.queue.len());
        self.queue.extend(values.iter().take(room).cloned());
    }

    fn header(&mut self, tag: u32, size: usize) {
        self.mix(((size as u32) << 10).wrapping_add(tag));
    }

    fn int(&mut self, int: i64) {
        // OCaml mixes the tagged word: the integer shifted by one, with the lowest bit set.
        let word = (int << 1) | 1;
        self.mix(((word >> 32) ^ (word >> 63) ^ word) as u32);
        self.meaningful -= 1;
    }

    fn float(&mut self, x: f64) {
        let bits = if x.is_nan() {
            0x7ff0_0000_0000_0001
        } else if x == 0.0 {
            0
        } else {
            x.to_bits()
        };
        self.mix(bits as u32);
        self.mix((bits >> 32) as u32);
        self.meaningful -= 1;
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(4) {
            let word = word.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
            self.mix(word);
        }
        self.hash ^= bytes.len() as u32;
        self.meaningful -= 1;
    }

    fn mix(&mut self, word: u32) {
        let scrambled = word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
        self.hash = (self.hash ^ scrambled).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
}

/// The value that a forced suspension stands for; OCaml gives up a chain of them at the same length.
fn forced(world: &mut World<'_>, value: &Value) -> Result<Value, Stop> {
    let mut value = world.look(value)?;
    for _ in 0..1000 {
        let inner = match &value {
            Value::Lazy(state) => match &*state.borrow() {
                LazyState::Done(inner) => inner.clone(),
                _ => break,
            },
            _ => break,
        };
        value = world.look(&inner)?;
    }
    Ok(value)
}

fn finish(hash: u32) -> u32 {
    let hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    let hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// The integer that OCaml stores for a constant constructor. An exception has none; OCaml hashes it by the order of
/// definition, for which its name stands here.
pub(super) fn constant_number(world: &World<'_>, con: ConId) -> i64 {
    if con.type_path() == "`" || con.is_exception() {
        variant_hash(con.name())
    } else {
        position(world, con).into()
    }
}

/// The number that OCaml gives a constructor: among the constant ones of its type, or among the others.
fn position(world: &World<'_>, con: ConId) -> u32 {
    let Some((decl, place)) = world.universe.shapes.table().of_constructor(con) else { return 0 };
    let TypeBody::Variant(constructors) = &decl.body else { return 0 };
    let Some(own) = constructors.get(place) else { return 0 };
    let alike = constructors.iter().take(place);
    alike.filter(|other| other.args.is_empty() == own.args.is_empty()).count() as u32
}

/// Such a record is stored flat, without a block for each number.
fn is_record_of_floats(world: &World<'_>, con: ConId) -> bool {
    let table = world.universe.shapes.table();
    match table.of_constructor(con) {
        Some((decl, _)) => match &decl.body {
            TypeBody::Record(_, fields) => {
                !fields.is_empty() && fields.iter().all(|field| table.expand(&field.ty) == Type::Float)
            }
            _ => false,
        },
        None => false,
    }
}

/// The number by which OCaml represents and orders a tag of a polymorphic variant.
///
/// ```
/// assert_eq!(lydian_eval::builtins::variant_hash("A"), 65);
/// ```
pub fn variant_hash(tag: &str) -> i64 {
    let hash = tag.bytes().fold(0u32, |hash, byte| hash.wrapping_mul(223).wrapping_add(byte.into()));
    // The lowest 31 bits, with their sign.
    i64::from((hash << 1) as i32 >> 1)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::super::testing::int;
    use super::*;

    fn hash(value: Value) -> i64 {
        with_limits(10, 100, 0, value)
    }

    fn with_limits(meaningful: i64, total: i64, seed: i64, value: Value) -> i64 {
        int("seeded_hash_param", &[Value::Int(meaningful), Value::Int(total), Value::Int(seed), value])
    }

    fn ints(range: std::ops::Range<i64>) -> Value {
        Value::list(range.map(Value::Int))
    }

    /// The numbers are what OCaml 4.13 printed.
    #[test]
    fn hashes_are_those_of_ocaml() {
        let array = |elements: Vec<Value>| Value::Array(Rc::new(RefCell::new(elements)));
        let tag = |name| ConId::intern("`", name);
        let nested = Value::list([ints(1..2), ints(2..4), ints(0..0)]);
        let rows = [
            (Value::Int(0), 129913994),
            (Value::Int(1), 883721435),
            (Value::Int(-1), 911466517),
            (Value::Int((1 << 62) - 1), 952257787),
            (Value::Int(-(1 << 62)), 69827754),
            (Value::Int(12345678901), 318181641),
            (Value::str(""), 0),
            (Value::str("a"), 721651713),
            (Value::str("abc"), 767105082),
            (Value::str("abcd"), 65890154),
            (Value::str("hello world"), 1053319576),
            (Value::str("x".repeat(300)), 1003689373),
            (Value::Float(0.0), 256347020),
            (Value::Float(-0.0), 256347020),
            (Value::Float(1.5), 819188451),
            (Value::Float(f64::NAN), 841516429),
            (Value::Float(f64::INFINITY), 602560251),
            (Value::Bool(true), 883721435),
            (Value::Unit, 129913994),
            (Value::Char(b'c'), 119161876),
            (ints(0..0), 129913994),
            (ints(1..4), 794519639),
            (ints(0..100), 182325193),
            (Value::tuple([Value::Int(1), Value::Int(2)]), 1014741498),
            (Value::tuple([Value::Int(1), Value::Char(b'a'), Value::str("b")]), 603006427),
            (Value::construct(ConId::SOME, [Value::Int(3)]), 771557183),
            (array(vec![Value::Int(1), Value::Int(2), Value::Int(3)]), 369955794),
            (array(vec![]), 1058613066),
            (array(vec![Value::Float(1.0), Value::Float(2.0)]), 332890686),
            (Value::Constant(tag("A")), 381663642),
            (Value::construct(tag("B"), [Value::Int(3)]), 410293023),
            (Value::Bytes(Rc::new(RefCell::new(b"abc".to_vec()))), 767105082),
            (Value::Lazy(Rc::new(RefCell::new(LazyState::Done(Value::Int(4))))), 127382775),
            (nested, 964081378),
        ];
        for (value, expected) in rows {
            assert_eq!(hash(value.clone()), expected, "{value:?}");
        }
    }

    #[test]
    fn limits_and_seed_count() {
        assert_eq!(with_limits(10, 100, 42, Value::str("abc")), 93182985);
        assert_eq!(with_limits(1, 2, 0, ints(1..4)), 335935117);
        assert_eq!(with_limits(3, 100, 0, ints(1..6)), 697606130);
        assert_eq!(with_limits(1000, 5000, 0, ints(0..400)), 746952403);
        assert_eq!(with_limits(i64::MAX, -1, 0, ints(0..400)), 746952403);
    }
}

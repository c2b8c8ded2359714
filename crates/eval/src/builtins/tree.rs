//! Primitives on persistent ordered maps and sets, whose keys are ordered by `compare`, and on persistent sequences.

use std::cmp::Ordering;

use lydian_core::tree::{Present, Tree};
use lydian_core::{ConId, Value};

use super::{Builtin, exactly, list_elements};
use crate::equality;
use crate::world::{Stop, World, ill_typed};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "tree_empty", arity: 1, run: empty },
    Builtin { name: "tree_put", arity: 3, run: put },
    Builtin { name: "tree_insert", arity: 2, run: insert },
    Builtin { name: "tree_remove", arity: 2, run: remove },
    Builtin { name: "tree_has", arity: 2, run: has },
    Builtin { name: "tree_get", arity: 2, run: get },
    Builtin { name: "tree_size", arity: 1, run: size },
    Builtin { name: "tree_keys", arity: 1, run: keys },
    Builtin { name: "tree_entries", arity: 1, run: entries },
    Builtin { name: "tree_of_keys", arity: 1, run: of_keys },
    Builtin { name: "tree_of_entries", arity: 1, run: of_entries },
    Builtin { name: "sequence_prepend", arity: 2, run: prepend },
    Builtin { name: "sequence_append", arity: 2, run: append },
    Builtin { name: "sequence_get", arity: 2, run: element },
    Builtin { name: "sequence_set", arity: 3, run: set_element },
    Builtin { name: "sequence_tail", arity: 1, run: tail },
    Builtin { name: "sequence_init", arity: 1, run: init },
];

/// About how many words a node takes.
const NODE: u64 = 9;

fn known(world: &mut World<'_>, value: &Value) -> Result<Tree, Stop> {
    match world.look(value)? {
        Value::Tree(tree) => Ok(tree),
        other => Err(ill_typed("tree", &other)),
    }
}

/// Where a key is seen from another; each comparison is paid for.
fn seen_from(world: &mut World<'_>, key: &Value, other: &Value, words: u64) -> Result<Ordering, Stop> {
    world.meter.step(1)?;
    world.meter.allocate(words)?;
    match (key, other) {
        (Value::Int(key), Value::Int(other)) => Ok(key.cmp(other)),
        _ => match (key.as_known_str(), other.as_known_str()) {
            (Some(key), Some(other)) => Ok(key.cmp(other)),
            _ => equality::order_in_total(world, key, other),
        },
    }
}

fn empty(_: &mut World<'_>, _: &[Value]) -> Result<Value, Stop> {
    Ok(Value::Tree(Tree::default()))
}

fn put(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [map, key, value] = exactly(args)?;
    let map = known(world, map)?;
    added(world, map, key, value, Present::Replace)
}

fn insert(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [set, key] = exactly(args)?;
    let set = known(world, set)?;
    added(world, set, key, &Value::Unit, Present::Keep)
}

fn added(
    world: &mut World<'_>,
    tree: Tree,
    key: &Value,
    value: &Value,
    present: Present,
) -> Result<Value, Stop> {
    let new = tree.with(key, value, present, &mut |other| seen_from(world, key, other, NODE))?;
    Ok(Value::Tree(new.unwrap_or(tree)))
}

fn remove(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [tree, key] = exactly(args)?;
    let tree = known(world, tree)?;
    let new = tree.without(&mut |other| seen_from(world, key, other, NODE))?;
    Ok(Value::Tree(new.unwrap_or(tree)))
}

fn has(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [tree, key] = exactly(args)?;
    let tree = known(world, tree)?;
    Ok(Value::Bool(tree.get(|other| seen_from(world, key, other, 0))?.is_some()))
}

fn get(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [map, key] = exactly(args)?;
    let map = known(world, map)?;
    let found = map.get(|other| seen_from(world, key, other, 0))?;
    found.cloned().ok_or_else(|| World::failure("The key is not in the map"))
}

fn size(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [tree] = exactly(args)?;
    Ok(Value::Int(known(world, tree)?.len() as i64))
}

/// Pays for a list, or for a map, with that many parts.
fn pay_for(world: &mut World<'_>, parts: usize, words: u64) -> Result<(), Stop> {
    world.meter.step(parts as u64)?;
    world.meter.allocate((parts as u64).saturating_mul(words))?;
    Ok(())
}

fn keys(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [tree] = exactly(args)?;
    let tree = known(world, tree)?;
    pay_for(world, tree.len(), 8)?;
    let keys: Vec<Value> = tree.entries().map(|(key, _)| key.clone()).collect();
    Ok(Value::list(keys))
}

fn entries(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [tree] = exactly(args)?;
    let tree = known(world, tree)?;
    pay_for(world, tree.len(), 16)?;
    let pairs: Vec<Value> =
        tree.entries().map(|(key, value)| Value::tuple([key.clone(), value.clone()])).collect();
    Ok(Value::list(pairs))
}

fn of_keys(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [keys] = exactly(args)?;
    let keys = list_elements(world, keys)?;
    pay_for(world, keys.len(), NODE)?;
    Ok(Value::Tree(Tree::of_ascending(keys.into_iter().map(|key| (key, Value::Unit)).collect())))
}

fn of_entries(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [pairs] = exactly(args)?;
    let pairs = list_elements(world, pairs)?;
    pay_for(world, pairs.len(), NODE)?;
    let mut entries = Vec::with_capacity(pairs.len());
    for pair in pairs {
        match world.look(&pair)? {
            Value::Block(block) if block.con == ConId::TUPLE => {
                let [key, value] = exactly::<2>(&block.fields)?;
                entries.push((key.clone(), value.clone()));
            }
            other => return Err(ill_typed("pair", &other)),
        }
    }
    Ok(Value::Tree(Tree::of_ascending(entries)))
}

/// A known sequence, of which one path will be copied.
fn sequence(world: &mut World<'_>, value: &Value) -> Result<Tree, Stop> {
    let sequence = known(world, value)?;
    let path = 2 * u64::from(sequence.len().checked_ilog2().unwrap_or(0)) + 1;
    world.meter.step(path)?;
    world.meter.allocate(path * NODE)?;
    Ok(sequence)
}

fn prepend(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [list, element] = exactly(args)?;
    Ok(Value::Tree(sequence(world, list)?.with_first(element.clone())))
}

fn append(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [list, element] = exactly(args)?;
    Ok(Value::Tree(sequence(world, list)?.with_last(element.clone())))
}

/// A place in a sequence; nothing if it is surely outside.
fn place(world: &mut World<'_>, place: &Value) -> Result<Option<usize>, Stop> {
    let place = world.look(place)?;
    Ok(world.known_int(&place)?.as_i64().and_then(|place| usize::try_from(place).ok()))
}

fn outside() -> Stop {
    World::failure("The index is outside of the list")
}

fn element(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [list, at] = exactly(args)?;
    let list = known(world, list)?;
    let found = place(world, at)?.and_then(|place| list.at(place));
    found.cloned().ok_or_else(outside)
}

fn set_element(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [list, at, element] = exactly(args)?;
    let list = sequence(world, list)?;
    let new = place(world, at)?.and_then(|place| list.with_at(place, element.clone()));
    new.map(Value::Tree).ok_or_else(outside)
}

fn tail(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [list] = exactly(args)?;
    shortened(sequence(world, list)?.without_first())
}

fn init(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [list] = exactly(args)?;
    shortened(sequence(world, list)?.without_last())
}

fn shortened(rest: Option<((Value, Value), Tree)>) -> Result<Value, Stop> {
    rest.map(|(_, rest)| Value::Tree(rest)).ok_or_else(|| World::failure("The list is empty"))
}

//! A result as its user sees it.
//! In: what a run returned, with its type. Out: a value that `=` compares as a user would: sets, maps, tables, queues,
//! stacks and buffers are what they hold, in a fixed order; sequences and suspensions are forced, up to a bound. What is
//! forced runs in the program that made it, so an exception or an endless computation there is an outcome like any other.

use std::rc::Rc;

use lydian_core::{ConId, LazyState, Text, Type, Value};
use lydian_eval::{Machine, Outcome, Stop, World, equality};

use crate::contents::{Container, Contents};

/// So many suspended parts of one result are forced.
pub(crate) const MOST_FORCED: u32 = 100;

/// A look at one result.
pub(crate) struct Gaze<'c> {
    contents: &'c Contents,
    left: u32,
    /// Whether parts were left unforced.
    pub(crate) is_cut: bool,
}

type Seen = Result<Value, Outcome>;

impl<'c> Gaze<'c> {
    pub(crate) fn new(contents: &'c Contents) -> Gaze<'c> {
        Gaze { contents, left: MOST_FORCED, is_cut: false }
    }

    /// The value as its user sees it, or how forcing it ends.
    pub(crate) fn see(&mut self, machine: &mut Machine<'_, '_, '_>, value: &Value, ty: &Type) -> Seen {
        let ty = self.contents.types().expand(ty);
        if !self.contents.hides(&ty) {
            return Ok(value.clone());
        }
        machine.world.meter.step(1).map_err(|resource| stopped(Stop::Exhausted(resource)))?;
        let value = known_so_far(machine.world, value);
        if let Some(element) = self.contents.sequence(&ty) {
            return self.sequence(machine, &value, element);
        }
        if let Some(element) = self.contents.sequence_node(&ty) {
            return self.node(machine, &value, element);
        }
        match (&ty, &value) {
            (Type::Lazy(part), Value::Lazy(_)) => self.suspension(machine, &value, part),
            (Type::List(part), _) => self.list(machine, &value, part),
            (Type::Array(part), Value::Array(elements)) => {
                let elements = elements.borrow().clone();
                let seen = self.all(machine, &elements, |_| (**part).clone())?;
                Ok(Value::Array(Rc::new(std::cell::RefCell::new(seen))))
            }
            (Type::Tuple(parts), Value::Block(block)) => {
                let seen = self.all(machine, &block.fields, |index| parts[index].clone())?;
                Ok(Value::construct(block.con, seen))
            }
            (Type::Named(path, args), _) => match self.contents.container(path) {
                Some(container) => self.container(machine, &value, container, path, args),
                None => self.declared(machine, &value, path, args),
            },
            (Type::PolyVariant(tags), Value::Block(block)) => {
                let part = tags.iter().find(|(tag, _)| **tag == *block.con.name());
                let Some((_, Some(part))) = part else { return Ok(value) };
                let seen = self.all(machine, &block.fields, |_| part.clone())?;
                Ok(Value::construct(block.con, seen))
            }
            _ => Ok(value),
        }
    }

    fn all(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        values: &[Value],
        ty: impl Fn(usize) -> Type,
    ) -> Result<Vec<Value>, Outcome> {
        values.iter().enumerate().map(|(index, value)| self.see(machine, value, &ty(index))).collect()
    }

    /// A value of a declared type that is no container: its fields are looked at.
    fn declared(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        value: &Value,
        path: &str,
        args: &[Type],
    ) -> Seen {
        let (con, fields): (ConId, Vec<Value>) = match value {
            Value::Block(block) => (block.con, block.fields.to_vec()),
            Value::Mutable(cells) => (cells.con, cells.fields.borrow().to_vec()),
            _ => return Ok(value.clone()),
        };
        match self.contents.fields(path, args, con) {
            Some(types) if types.len() == fields.len() => {
                let seen = self.all(machine, &fields, |index| types[index].clone())?;
                Ok(Value::construct(con, seen))
            }
            _ => Ok(value.clone()),
        }
    }

    fn list(&mut self, machine: &mut Machine<'_, '_, '_>, list: &Value, element: &Type) -> Seen {
        let mut seen = Vec::new();
        let mut rest = list.clone();
        while let Some((head, tail)) = cell(machine.world, &rest, ConId::CONS) {
            seen.push(self.see(machine, &head, element)?);
            rest = tail;
        }
        let onto = |rest, head| Value::construct(ConId::CONS, [head, rest]);
        Ok(seen.into_iter().rev().fold(rest, onto))
    }

    /// Whether one more part may be forced.
    fn may_force(&mut self) -> bool {
        self.is_cut |= self.left == 0;
        self.left = self.left.saturating_sub(1);
        !self.is_cut
    }

    fn suspension(&mut self, machine: &mut Machine<'_, '_, '_>, value: &Value, part: &Type) -> Seen {
        let Value::Lazy(state) = value else { return Ok(value.clone()) };
        let done = match &*state.borrow() {
            LazyState::Done(result) => Some(result.clone()),
            _ => None,
        };
        let lazily = |inner| Value::construct(ConId::intern("lazy_t", "lazy"), [inner]);
        if !self.may_force() {
            return Ok(lazily(unforced()));
        }
        let inner = match done {
            Some(inner) => inner,
            None => returned(machine.force_value(value))?,
        };
        Ok(lazily(self.see(machine, &inner, part)?))
    }

    fn sequence(&mut self, machine: &mut Machine<'_, '_, '_>, sequence: &Value, element: &Type) -> Seen {
        let mut seen = Vec::new();
        let mut next = sequence.clone();
        loop {
            if !self.may_force() {
                seen.push(unforced());
                break;
            }
            let node = returned(machine.call(&next, &[Value::Unit]))?;
            let node = machine.world.look(&node).map_err(stopped)?;
            let Some((head, tail)) = pair_of(&node) else { break };
            seen.push(self.see(machine, &head, element)?);
            next = tail;
        }
        Ok(Value::construct(ConId::intern("List.t", "to_seq"), [Value::list(seen)]))
    }

    fn node(&mut self, machine: &mut Machine<'_, '_, '_>, node: &Value, element: &Type) -> Seen {
        let Some((head, tail)) = pair_of(node) else { return Ok(node.clone()) };
        let head = self.see(machine, &head, element)?;
        let tail = self.sequence(machine, &tail, element)?;
        Ok(Value::construct(ConId::intern("Seq.node", "Cons"), [head, tail]))
    }

    fn container(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        value: &Value,
        container: Container,
        path: &str,
        args: &[Type],
    ) -> Seen {
        let made = |name: &str, contents: Value| Value::construct(ConId::intern(path, name), [contents]);
        let from_sequence = |contents: Vec<Value>| {
            let sequence = ConId::intern("List.t", "to_seq");
            made("of_seq", Value::construct(sequence, [Value::list(contents)]))
        };
        match container {
            Container::Set => match in_order(machine.world, value, 4) {
                None => Ok(value.clone()),
                Some(nodes) => {
                    let Some(types) = self.node_types(&nodes, path, args) else { return Ok(value.clone()) };
                    let elements: Vec<Value> =
                        nodes.into_iter().map(|(_, mut node)| node.remove(1)).collect();
                    let seen = self.all(machine, &elements, |_| types[1].clone())?;
                    let sorted =
                        self.sorted(machine, seen.into_iter().map(|element| vec![element]).collect())?;
                    Ok(made("of_list", Value::list(sorted.concat())))
                }
            },
            Container::Map => match in_order(machine.world, value, 5) {
                None => Ok(value.clone()),
                Some(nodes) => {
                    let Some(types) = self.node_types(&nodes, path, args) else { return Ok(value.clone()) };
                    let mut bindings = Vec::new();
                    for (_, node) in nodes {
                        bindings.push(self.all(machine, &node[1..3], |index| types[1 + index].clone())?);
                    }
                    let sorted = self.sorted(machine, bindings)?.into_iter();
                    Ok(from_sequence(sorted.map(|binding| Value::construct(ConId::TUPLE, binding)).collect()))
                }
            },
            Container::Hashtbl => {
                let Some(bindings) = table_bindings(machine.world, value) else { return Ok(value.clone()) };
                let mut seen = Vec::new();
                for binding in bindings {
                    let binding = self.all(machine, &binding, |index| args[index].clone())?;
                    seen.push(binding);
                }
                let sorted = by_key(machine.world, seen).map_err(stopped)?.into_iter();
                let bindings = sorted.map(|binding| Value::construct(ConId::TUPLE, binding));
                Ok(made(lydian_ocaml::BINDINGS, Value::list(bindings.collect::<Vec<Value>>())))
            }
            Container::Queue => {
                let Some(elements) = queue_elements(machine.world, value) else { return Ok(value.clone()) };
                Ok(from_sequence(self.all(machine, &elements, |_| args[0].clone())?))
            }
            Container::Stack => {
                let Some(fields) = record(value) else { return Ok(value.clone()) };
                let mut elements = list_elements(machine.world, &fields[0]);
                elements.reverse();
                Ok(from_sequence(self.all(machine, &elements, |_| args[0].clone())?))
            }
            Container::Buffer => {
                let Some(fields) = record(value) else { return Ok(value.clone()) };
                let mut parts = list_elements(machine.world, &fields[0]);
                parts.reverse();
                let text = joined(machine.world, &parts).map_err(stopped)?;
                Ok(made("of_seq", Value::construct(ConId::intern("String.t", "to_seq"), [text])))
            }
        }
    }

    /// Elements or bindings in an order that both programs have; as they are in the tree where that is one.
    fn sorted(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        bindings: Vec<Vec<Value>>,
    ) -> Result<Vec<Vec<Value>>, Outcome> {
        if !self.contents.sorts {
            return Ok(bindings);
        }
        match by_key(machine.world, bindings.clone()) {
            // What has no order by itself, such as functions, stays where it is.
            Err(Stop::Raise(_)) => Ok(bindings),
            sorted => sorted.map_err(stopped),
        }
    }

    /// The types of the fields of a tree's nodes; an empty tree needs none.
    fn node_types(&self, nodes: &[(ConId, Vec<Value>)], path: &str, args: &[Type]) -> Option<Vec<Type>> {
        match nodes.first() {
            Some((con, _)) => self.contents.fields(path, args, *con),
            None => Some(Vec::new()),
        }
    }
}

/// What stands for a part that was not forced any more.
fn unforced() -> Value {
    Value::Constant(ConId::intern("lazy_t", "..."))
}

fn returned(outcome: Outcome) -> Seen {
    match outcome {
        Outcome::Returned(value) => Ok(value),
        other => Err(other),
    }
}

fn stopped(stop: Stop) -> Outcome {
    match stop {
        Stop::Raise(exception) => Outcome::Raised(exception),
        Stop::Exhausted(resource) => Outcome::Exhausted(resource),
        Stop::Cut => Outcome::Cut,
        Stop::Unsupported(why) => Outcome::Unsupported(why),
    }
}

/// The value with an outermost unknown replaced by what it was found to be; nothing is decided here.
fn known_so_far(world: &World<'_>, value: &Value) -> Value {
    match value {
        Value::Hole(hole) => world.holes.content(*hole).cloned().unwrap_or_else(|| value.clone()),
        known => known.clone(),
    }
}

/// Head and tail, if the value is such a cell.
fn cell(world: &World<'_>, value: &Value, con: ConId) -> Option<(Value, Value)> {
    match known_so_far(world, value) {
        Value::Block(block) if block.con == con => {
            Some((block.fields.first()?.clone(), block.fields.get(1)?.clone()))
        }
        _ => None,
    }
}

fn pair_of(node: &Value) -> Option<(Value, Value)> {
    match node {
        Value::Block(block) => Some((block.fields.first()?.clone(), block.fields.get(1)?.clone())),
        _ => None,
    }
}

fn record(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Mutable(cells) => Some(cells.fields.borrow().to_vec()),
        Value::Block(block) => Some(block.fields.to_vec()),
        _ => None,
    }
}

fn list_elements(world: &World<'_>, list: &Value) -> Vec<Value> {
    let mut elements = Vec::new();
    let mut rest = list.clone();
    while let Some((head, tail)) = cell(world, &rest, ConId::CONS) {
        elements.push(head);
        rest = tail;
    }
    elements
}

/// The nodes of a tree from left to right; nothing if a part of it is unknown. A node's left son is its first field, its
/// right son the one before the height.
fn in_order(world: &World<'_>, tree: &Value, fields: usize) -> Option<Vec<(ConId, Vec<Value>)>> {
    let mut nodes = Vec::new();
    let mut waiting: Vec<(ConId, Vec<Value>)> = Vec::new();
    let mut next = known_so_far(world, tree);
    loop {
        match next {
            Value::Block(block) if block.fields.len() == fields => {
                let node = block.fields.to_vec();
                next = known_so_far(world, &node[0]);
                waiting.push((block.con, node));
            }
            Value::Constant(_) => {
                let Some((con, node)) = waiting.pop() else { return Some(nodes) };
                next = known_so_far(world, &node[fields - 2]);
                nodes.push((con, node));
            }
            _ => return None,
        }
    }
}

/// The bindings of a hash table as pairs, those of one key from the oldest to the latest.
fn table_bindings(world: &World<'_>, table: &Value) -> Option<Vec<Vec<Value>>> {
    let fields = record(table)?;
    let Value::Array(buckets) = known_so_far(world, fields.get(1)?) else { return None };
    let mut bindings = Vec::new();
    for bucket in buckets.borrow().iter() {
        bindings.extend(linked(world, bucket)?.into_iter().map(|mut cell| {
            cell.truncate(2);
            cell
        }));
    }
    bindings.reverse();
    Some(bindings)
}

fn queue_elements(world: &World<'_>, queue: &Value) -> Option<Vec<Value>> {
    let fields = record(queue)?;
    Some(linked(world, fields.get(1)?)?.into_iter().map(|mut cell| cell.remove(0)).collect())
}

/// The records of a chain of cells whose last field is the next cell.
fn linked(world: &World<'_>, first: &Value) -> Option<Vec<Vec<Value>>> {
    let mut records = Vec::new();
    let mut next = known_so_far(world, first);
    loop {
        match &next {
            Value::Constant(_) => return Some(records),
            Value::Block(block) => {
                let fields = record(&known_so_far(world, block.fields.first()?))?;
                next = known_so_far(world, fields.last()?);
                records.push(fields);
            }
            _ => return None,
        }
    }
}

/// Bindings in the order of their keys; those of one key keep their order. It is the reference's order, whichever program made them.
fn by_key(world: &mut World<'_>, bindings: Vec<Vec<Value>>) -> Result<Vec<Vec<Value>>, Stop> {
    let own = (world.declarations.take(), world.field_orders.take());
    let sorted = by_key_of_reference(world, bindings);
    (world.declarations, world.field_orders) = own;
    sorted
}

fn by_key_of_reference(world: &mut World<'_>, bindings: Vec<Vec<Value>>) -> Result<Vec<Vec<Value>>, Stop> {
    let mut sorted: Vec<Vec<Value>> = Vec::new();
    for binding in bindings {
        let (mut low, mut high) = (0, sorted.len());
        while low < high {
            let middle = (low + high) / 2;
            match equality::compare(world, &sorted[middle][0], &binding[0])? {
                Value::Int(order) if order > 0 => high = middle,
                _ => low = middle + 1,
            }
        }
        sorted.insert(low, binding);
    }
    Ok(sorted)
}

fn joined(world: &mut World<'_>, parts: &[Value]) -> Result<Value, Stop> {
    let mut known = Vec::new();
    for part in parts {
        match part {
            Value::Str(text) if matches!(&**text, Text::Known(_)) => {
                if let Text::Known(bytes) = &**text {
                    known.extend_from_slice(bytes);
                }
            }
            _ => return joined_term(world, parts),
        }
    }
    Ok(Value::str(known))
}

fn joined_term(world: &mut World<'_>, parts: &[Value]) -> Result<Value, Stop> {
    let mut whole = world.terms.str(b"");
    for part in parts {
        let part = world.str_term(part)?;
        whole = world.terms.concat(whole, part);
    }
    Ok(world.str_value(whole))
}

//! Values of Core, known and unknown.
//! A value can be a symbolic term of basic type, or a hole that nobody has looked at. Heap values keep their identity,
//! because OCaml's `==` sees it. Values belong to one thread; code is referred to by number only.

use std::cell::RefCell;
use std::rc::Rc;

use lydian_term::{Int, TermId};
use smallvec::SmallVec;

use crate::ConId;
use crate::tree::Tree;

/// The fields of a block; up to three are stored in place.
pub type Fields = SmallVec<[Value; 3]>;

/// A hole: an unknown part of the input, by its number in the run's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HoleId(pub u32);

/// A value.
#[derive(Debug, Clone)]
pub enum Value {
    /// `()`.
    Unit,
    /// A truth value.
    Bool(bool),
    /// A character.
    Char(u8),
    /// An integer that fits.
    Int(i64),
    /// An integer that does not (unbounded mode only).
    Big(Rc<Int>),
    /// A floating-point number.
    Float(f64),
    /// A constructor without arguments.
    Constant(ConId),
    /// A string, known or unknown.
    Str(Rc<Text>),
    /// A constructor with arguments, a tuple or a record.
    Block(Rc<Block>),
    /// A block with fields that can be assigned: references, mutable records.
    Mutable(Rc<Cells>),
    /// An array.
    Array(Rc<RefCell<Vec<Value>>>),
    /// A mutable byte string.
    Bytes(Rc<RefCell<Vec<u8>>>),
    /// A function with its captured values.
    Closure(Rc<Closure>),
    /// A function with some of its arguments.
    Partial(Rc<Partial>),
    /// A persistent ordered map or set. Only what runs on known values makes one.
    Tree(Tree),
    /// A suspension.
    Lazy(Rc<RefCell<LazyState>>),
    /// An unknown integer.
    SymInt(TermId),
    /// An unknown truth value.
    SymBool(TermId),
    /// An unknown character, as a term for its code.
    SymChar(TermId),
    /// An unknown value of some type; what it turns out to be is in the run's table.
    Hole(HoleId),
}

/// The contents of a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// Known bytes.
    Known(Vec<u8>),
    /// A symbolic term.
    Unknown(TermId),
}

/// An immutable block.
#[derive(Debug)]
pub struct Block {
    /// Its constructor.
    pub con: ConId,
    /// Its arguments.
    pub fields: Fields,
}

/// A mutable block.
#[derive(Debug)]
pub struct Cells {
    /// Its constructor.
    pub con: ConId,
    /// Its fields.
    pub fields: RefCell<Fields>,
}

/// A function value.
#[derive(Debug)]
pub struct Closure {
    /// The number of its code in the image that runs.
    pub function: u32,
    /// The values of its free variables. Functions that are defined together share them, and none of them holds
    /// another of the group, so that values form no cycles.
    pub captured: Rc<Vec<Value>>,
}

/// A function value with some arguments.
#[derive(Debug)]
pub struct Partial {
    /// The function.
    pub function: Value,
    /// The first arguments.
    pub args: Vec<Value>,
}

/// A suspension.
#[derive(Debug)]
pub enum LazyState {
    /// Not yet asked for: a function of unit.
    Suspended(Value),
    /// Being computed.
    Running,
    /// Computed.
    Done(Value),
    /// Computed, with an exception.
    Raised(Value),
}

impl Value {
    /// A known string.
    pub fn str(bytes: impl Into<Vec<u8>>) -> Value {
        Value::Str(Rc::new(Text::Known(bytes.into())))
    }

    /// A block; a constant constructor if there are no fields.
    pub fn construct(con: ConId, fields: impl IntoIterator<Item = Value>) -> Value {
        let fields: Fields = fields.into_iter().collect();
        if fields.is_empty() { Value::Constant(con) } else { Value::Block(Rc::new(Block { con, fields })) }
    }

    /// A tuple.
    pub fn tuple(fields: impl IntoIterator<Item = Value>) -> Value {
        Value::construct(ConId::TUPLE, fields)
    }

    /// A list.
    pub fn list(elements: impl IntoIterator<Item = Value, IntoIter: DoubleEndedIterator>) -> Value {
        let mut list = Value::Constant(ConId::NIL);
        for element in elements.into_iter().rev() {
            list = Value::construct(ConId::CONS, [element, list]);
        }
        list
    }

    /// An integer of any size.
    pub fn int(int: Int) -> Value {
        match int.as_i64() {
            Some(small) => Value::Int(small),
            None => Value::Big(Rc::new(int)),
        }
    }

    /// Whether something in it can change: then a run that uses it may leave it otherwise than it found it.
    pub fn holds_mutable_data(&self) -> bool {
        let mut work = vec![self.clone()];
        let mut visited = 0;
        while let Some(value) = work.pop() {
            visited += 1;
            if visited > 100_000 {
                return true;
            }
            match &value {
                Value::Mutable(_) | Value::Array(_) | Value::Bytes(_) => return true,
                Value::Lazy(state) => match &*state.borrow() {
                    LazyState::Done(inner) => work.push(inner.clone()),
                    _ => return true,
                },
                Value::Block(block) => work.extend(block.fields.iter().cloned()),
                Value::Tree(tree) => {
                    work.extend(tree.entries().flat_map(|(key, value)| [key.clone(), value.clone()]));
                }
                Value::Closure(closure) => work.extend(closure.captured.iter().cloned()),
                Value::Partial(partial) => {
                    work.push(partial.function.clone());
                    work.extend(partial.args.iter().cloned());
                }
                _ => {}
            }
        }
        false
    }

    /// The known bytes of a string.
    pub fn as_known_str(&self) -> Option<&[u8]> {
        match self {
            Value::Str(text) => match &**text {
                Text::Known(bytes) => Some(bytes),
                Text::Unknown(_) => None,
            },
            _ => None,
        }
    }
}

// A list of a million elements is a chain of a million blocks: dropping it link by link on Rust's stack would end the
// process. Each of these drops hands its children to a work list instead; only a child that nobody else holds is taken
// apart further.

impl Drop for Block {
    fn drop(&mut self) {
        if self.fields.iter().any(has_children) {
            dismantle(self.fields.drain(..).collect());
        }
    }
}

impl Drop for Cells {
    fn drop(&mut self) {
        if self.fields.get_mut().iter().any(has_children) {
            dismantle(self.fields.get_mut().drain(..).collect());
        }
    }
}

impl Drop for Closure {
    fn drop(&mut self) {
        if let Some(captured) = Rc::get_mut(&mut self.captured)
            && captured.iter().any(has_children)
        {
            dismantle(std::mem::take(captured));
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let mut work = std::mem::take(&mut self.args);
        work.push(std::mem::replace(&mut self.function, Value::Unit));
        dismantle(work);
    }
}

impl Drop for LazyState {
    fn drop(&mut self) {
        if let LazyState::Suspended(value) | LazyState::Done(value) | LazyState::Raised(value) = self
            && has_children(value)
        {
            dismantle(vec![std::mem::replace(value, Value::Unit)]);
        }
    }
}

fn has_children(value: &Value) -> bool {
    matches!(
        value,
        Value::Block(_)
            | Value::Mutable(_)
            | Value::Array(_)
            | Value::Closure(_)
            | Value::Partial(_)
            | Value::Lazy(_)
    )
}

fn dismantle(mut work: Vec<Value>) {
    while let Some(value) = work.pop() {
        match value {
            Value::Block(block) => {
                if let Some(mut block) = Rc::into_inner(block) {
                    work.extend(block.fields.drain(..));
                }
            }
            Value::Mutable(cells) => {
                if let Some(cells) = Rc::into_inner(cells) {
                    work.extend(cells.fields.borrow_mut().drain(..));
                }
            }
            Value::Array(elements) => {
                if let Some(elements) = Rc::into_inner(elements) {
                    work.extend(elements.into_inner());
                }
            }
            Value::Closure(closure) => {
                if let Some(mut closure) = Rc::into_inner(closure)
                    && let Some(captured) = Rc::get_mut(&mut closure.captured)
                {
                    work.append(captured);
                }
            }
            Value::Partial(partial) => {
                if let Some(mut partial) = Rc::into_inner(partial) {
                    work.append(&mut partial.args);
                    work.push(std::mem::replace(&mut partial.function, Value::Unit));
                }
            }
            Value::Lazy(state) => {
                if let Some(state) = Rc::into_inner(state) {
                    let mut state = state.into_inner();
                    if let LazyState::Suspended(inner) | LazyState::Done(inner) | LazyState::Raised(inner) =
                        &mut state
                    {
                        work.push(std::mem::replace(inner, Value::Unit));
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_takes_two_words() {
        assert_eq!(std::mem::size_of::<Value>(), 16);
    }

    #[test]
    fn dropping_a_list_of_a_million_needs_no_stack() {
        drop(Value::list((0..1_000_000).map(Value::Int)));
    }
}

//! Values as numbers: equal values have one number.
//! A value that is kept must not change: functions, references and arrays are refused.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use hashbrown::HashTable;
use lydian_core::{Datum, Mutability, Text, Value};
use rustc_hash::FxHasher;

/// Values with their numbers, counted from zero in the order of their first appearance.
#[derive(Debug, Default)]
pub struct Interner {
    /// Places in `entries`.
    table: HashTable<u32>,
    entries: Vec<Entry>,
    /// The first entry of each number.
    numbers: Vec<u32>,
}

#[derive(Debug)]
struct Entry {
    hash: u64,
    value: Value,
    number: u32,
}

/// A value that cannot be kept; the text says what is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fleeting(pub &'static str);

impl Interner {
    /// The number of a value, if it has one.
    pub fn find(&self, value: &Value) -> Result<Option<u32>, Fleeting> {
        Ok(self.find_hashed(hash(value)?, value))
    }

    /// The number of a value; a new one if it has none.
    pub fn intern(&mut self, value: &Value) -> Result<u32, Fleeting> {
        let hash = hash(value)?;
        if let Some(number) = self.find_hashed(hash, value) {
            return Ok(number);
        }
        let number = self.numbers.len() as u32;
        self.numbers.push(self.entries.len() as u32);
        self.add(hash, value, number);
        Ok(number)
    }

    /// Gives a value that has no number yet the number of another one, which counts as equal.
    pub fn identify(&mut self, value: &Value, number: u32) -> Result<(), Fleeting> {
        let hash = hash(value)?;
        self.add(hash, value, number);
        Ok(())
    }

    fn find_hashed(&self, hash: u64, value: &Value) -> Option<u32> {
        let is_it = |place: &u32| {
            let entry = &self.entries[*place as usize];
            entry.hash == hash && same(&entry.value, value)
        };
        self.table.find(hash, is_it).map(|place| self.entries[*place as usize].number)
    }

    fn add(&mut self, hash: u64, value: &Value, number: u32) {
        let place = self.entries.len() as u32;
        self.entries.push(Entry { hash, value: value.clone(), number });
        let entries = &self.entries;
        self.table.insert_unique(hash, place, |place| entries[*place as usize].hash);
    }

    /// The value of a number.
    pub fn value(&self, number: u32) -> &Value {
        &self.entries[self.numbers[number as usize] as usize].value
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}

/// A number that equal values share.
fn hash(value: &Value) -> Result<u64, Fleeting> {
    let mut hasher = FxHasher::default();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        match value {
            Value::Unit => 0u8.hash(&mut hasher),
            Value::Bool(known) => known.hash(&mut hasher),
            Value::Char(code) => code.hash(&mut hasher),
            Value::Int(int) => int.hash(&mut hasher),
            Value::Float(float) => float.to_bits().hash(&mut hasher),
            Value::Constant(con) => con.hash(&mut hasher),
            Value::Str(text) => match &**text {
                Text::Known(bytes) => bytes.hash(&mut hasher),
                Text::Unknown(_) => return Err(Fleeting("an unknown")),
            },
            Value::Block(block) => {
                block.con.hash(&mut hasher);
                work.extend(block.fields.iter());
            }
            Value::Big(int) => int.hash(&mut hasher),
            Value::Mutable(_) => return Err(Fleeting("a reference or a mutable field")),
            Value::Array(_) | Value::Bytes(_) => return Err(Fleeting("an array or a byte string")),
            Value::Closure(_) | Value::Partial(_) => return Err(Fleeting("a function")),
            Value::Tree(_) => return Err(Fleeting("a persistent map")),
            Value::Lazy(_) => return Err(Fleeting("a suspension")),
            Value::SymInt(_) | Value::SymBool(_) | Value::SymChar(_) | Value::Hole(_) => {
                return Err(Fleeting("an unknown"));
            }
        }
    }
    Ok(hasher.finish())
}

/// Whether two values that can be kept are the same; two numbers that are not a number are.
pub(crate) fn same(left: &Value, right: &Value) -> bool {
    let mut work = vec![(left, right)];
    while let Some(pair) = work.pop() {
        let equal = match pair {
            (Value::Unit, Value::Unit) => true,
            (Value::Bool(left), Value::Bool(right)) => left == right,
            (Value::Char(left), Value::Char(right)) => left == right,
            (Value::Int(left), Value::Int(right)) => left == right,
            (Value::Big(left), Value::Big(right)) => left == right,
            (Value::Float(left), Value::Float(right)) => left.to_bits() == right.to_bits(),
            (Value::Constant(left), Value::Constant(right)) => left == right,
            (Value::Str(left), Value::Str(right)) => left == right,
            (Value::Block(left), Value::Block(right)) => {
                if Rc::ptr_eq(left, right) {
                    continue;
                }
                work.extend(left.fields.iter().zip(right.fields.iter()));
                left.con == right.con && left.fields.len() == right.fields.len()
            }
            _ => false,
        };
        if !equal {
            return false;
        }
    }
    true
}

/// First-order data as a value.
pub fn value_of(datum: &Datum) -> Value {
    match datum {
        Datum::Unit | Datum::Function(_) | Datum::Opaque(_) => Value::Unit,
        Datum::Bool(known) => Value::Bool(*known),
        Datum::Char(code) => Value::Char(*code),
        Datum::Int(int) => Value::int(int.clone()),
        Datum::Float(float) => Value::Float(*float),
        Datum::Str(bytes) => Value::str(bytes.clone()),
        Datum::Bytes(bytes) => Value::Bytes(Rc::new(RefCell::new(bytes.clone()))),
        Datum::Construct(con, _, parts) => Value::construct(*con, parts.iter().map(value_of)),
        Datum::Array(parts) => Value::Array(Rc::new(RefCell::new(parts.iter().map(value_of).collect()))),
        Datum::Lazy(part) => value_of(part),
    }
}

/// A value that can be kept as data.
pub fn datum_of(value: &Value) -> Datum {
    match value {
        Value::Unit => Datum::Unit,
        Value::Bool(known) => Datum::Bool(*known),
        Value::Char(code) => Datum::Char(*code),
        Value::Int(int) => Datum::Int((*int).into()),
        Value::Big(int) => Datum::Int((**int).clone()),
        Value::Float(float) => Datum::Float(*float),
        Value::Constant(con) => Datum::Construct(*con, Mutability::Immutable, Vec::new()),
        Value::Str(_) => Datum::Str(value.as_known_str().unwrap_or_default().to_vec()),
        Value::Block(block) => {
            Datum::Construct(block.con, Mutability::Immutable, block.fields.iter().map(datum_of).collect())
        }
        _ => Datum::Opaque("...".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_one_number() {
        let mut interner = Interner::default();
        let list = |ints: &[i64]| Value::list(ints.iter().copied().map(Value::Int));
        assert_eq!(interner.intern(&list(&[1, 2])), Ok(0));
        assert_eq!(interner.intern(&list(&[2, 1])), Ok(1));
        assert_eq!(interner.intern(&list(&[1, 2])), Ok(0));
        assert_eq!(interner.find(&list(&[])), Ok(None));
        assert!(same(interner.value(1), &list(&[2, 1])));
    }

    #[test]
    fn a_value_can_be_identified_with_another_one() {
        let mut interner = Interner::default();
        assert_eq!(interner.intern(&Value::Int(1)), Ok(0));
        assert_eq!(interner.identify(&Value::Int(2), 0), Ok(()));
        assert_eq!(interner.intern(&Value::Int(2)), Ok(0));
        assert!(same(interner.value(0), &Value::Int(1)));
        assert_eq!(interner.len(), 1);
    }

    #[test]
    fn what_can_change_is_not_kept() {
        let array = Value::Array(Rc::default());
        let inside = Value::tuple([Value::Int(1), array]);
        assert_eq!(Interner::default().intern(&inside), Err(Fleeting("an array or a byte string")));
    }
}

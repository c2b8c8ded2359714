//! Data: closed input values that can be kept, sent between threads, shown and planted into a run.
//! A datum is what a case consists of; [`crate::Value`] is what a run computes with.

use lydian_term::Int;

use crate::shape::Body;
use crate::{ConId, Mutability};

/// A closed value.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// `()`.
    Unit,
    /// A truth value.
    Bool(bool),
    /// A character.
    Char(u8),
    /// An integer.
    Int(Int),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Str(Vec<u8>),
    /// A mutable string.
    Bytes(Vec<u8>),
    /// A constructor, tuple or record with its arguments.
    Construct(ConId, Mutability, Vec<Datum>),
    /// An array.
    Array(Vec<Datum>),
    /// A suspension that is already computed.
    Lazy(Box<Datum>),
    /// A function that was made as an input.
    Function(Box<FunctionDatum>),
    /// Something that cannot be looked into, such as a function that a program returned, or something unknown: its text.
    Opaque(std::borrow::Cow<'static, str>),
}

/// A function that is an input.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionDatum {
    /// How many arguments it takes.
    pub arity: usize,
    /// What it computes.
    pub body: Body,
    /// The constant in the body: the result of [`Body::Constant`], the default of [`Body::Table`], or `c`.
    pub constant: Option<Datum>,
    /// The entries of a table.
    pub entries: Vec<(Vec<Datum>, Datum)>,
}

impl Datum {
    /// The number of constructors, tuples, functions and basic values: the size that searches go by.
    pub fn size(&self) -> u64 {
        match self {
            Datum::Construct(_, _, parts) => 1 + parts.iter().map(Datum::size).sum::<u64>(),
            Datum::Array(parts) => 1 + parts.iter().map(|part| 1 + part.size()).sum::<u64>(),
            Datum::Lazy(part) => 1 + part.size(),
            Datum::Function(function) => function.size(),
            _ => 1,
        }
    }

    /// Lets go of a value without a call for each level of it: a list of a million elements is a million levels deep.
    pub fn dismantle(self) {
        let mut waiting = vec![self];
        while let Some(datum) = waiting.pop() {
            match datum {
                Datum::Construct(_, _, parts) | Datum::Array(parts) => waiting.extend(parts),
                Datum::Lazy(part) => waiting.push(*part),
                _ => {}
            }
        }
    }

    /// A list of data.
    pub fn list(elements: impl IntoIterator<Item = Datum, IntoIter: DoubleEndedIterator>) -> Datum {
        let mut list = Datum::Construct(ConId::NIL, Mutability::Immutable, Vec::new());
        for element in elements.into_iter().rev() {
            list = Datum::Construct(ConId::CONS, Mutability::Immutable, vec![element, list]);
        }
        list
    }

    /// A tuple of data.
    pub fn tuple(parts: Vec<Datum>) -> Datum {
        Datum::Construct(ConId::TUPLE, Mutability::Immutable, parts)
    }
}

impl FunctionDatum {
    fn size(&self) -> u64 {
        match self.body {
            Body::Argument(_) => 2,
            Body::Component(..) | Body::Not(_) => 3,
            Body::Constant => 1 + self.constant.as_ref().map_or(1, Datum::size),
            Body::Applied(_) => 2 + self.constant.as_ref().map_or(1, Datum::size),
            Body::Table => {
                let entries: u64 = self
                    .entries
                    .iter()
                    .map(|(args, result)| args.iter().map(Datum::size).sum::<u64>() + result.size())
                    .sum();
                3 + self.constant.as_ref().map_or(1, Datum::size) + entries
            }
            _ => 4,
        }
    }
}

//! Constants of each sort, and models: what value each variable takes.
//! A model is ordered by variable, so that whatever is printed from it is the same on every run.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::{Int, Sort, VarId};

/// A value of one of the three sorts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    /// A truth value.
    Bool(bool),
    /// An unbounded integer.
    Int(Int),
    /// A string of bytes.
    Str(Arc<[u8]>),
}

impl Constant {
    /// The sort of the constant.
    pub fn sort(&self) -> Sort {
        match self {
            Constant::Bool(_) => Sort::Bool,
            Constant::Int(_) => Sort::Int,
            Constant::Str(_) => Sort::Str,
        }
    }

    /// The value that a variable of this sort takes when nothing is known of it: false, 0 and the empty string.
    pub fn default_of(sort: Sort) -> Constant {
        match sort {
            Sort::Bool => Constant::Bool(false),
            Sort::Int => Constant::Int(Int::ZERO),
            Sort::Str => Constant::Str(Arc::from(&b""[..])),
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Constant::Bool(value) = self { Some(*value) } else { None }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        if let Constant::Int(value) = self { Some(value) } else { None }
    }

    /// The bytes, if it is a string.
    pub fn as_str(&self) -> Option<&[u8]> {
        if let Constant::Str(value) = self { Some(value) } else { None }
    }
}

impl From<bool> for Constant {
    fn from(value: bool) -> Constant {
        Constant::Bool(value)
    }
}

impl From<Int> for Constant {
    fn from(value: Int) -> Constant {
        Constant::Int(value)
    }
}

impl From<i64> for Constant {
    fn from(value: i64) -> Constant {
        Constant::Int(Int::from(value))
    }
}

impl From<i32> for Constant {
    fn from(value: i32) -> Constant {
        Constant::Int(Int::from(value))
    }
}

impl From<&[u8]> for Constant {
    fn from(value: &[u8]) -> Constant {
        Constant::Str(Arc::from(value))
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Bool(value) => write!(f, "{value}"),
            Constant::Int(value) => write!(f, "{value}"),
            Constant::Str(value) => write!(f, "\"{}\"", value.escape_ascii()),
        }
    }
}

/// What value each variable takes; variables that are absent may take any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: BTreeMap<VarId, Constant>,
}

impl Model {
    /// A model that says nothing.
    pub fn new() -> Model {
        Model::default()
    }

    /// The value of a variable, if the model gives one.
    pub fn get(&self, variable: VarId) -> Option<&Constant> {
        self.values.get(&variable)
    }

    /// Gives a variable a value; the old one is lost.
    pub fn insert(&mut self, variable: VarId, value: impl Into<Constant>) {
        self.values.insert(variable, value.into());
    }

    /// All variables with their values, in the order of their creation.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, &Constant)> {
        self.values.iter().map(|(variable, value)| (*variable, value))
    }

    /// Takes over all values of another model, which win over those that are here.
    pub fn extend(&mut self, other: Model) {
        self.values.extend(other.values);
    }

    /// How many variables have a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no variable has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl FromIterator<(VarId, Constant)> for Model {
    fn from_iter<I: IntoIterator<Item = (VarId, Constant)>>(values: I) -> Model {
        Model { values: values.into_iter().collect() }
    }
}

//! Types of TeSSLa, resolved: aliases are gone, records are sorted.

use std::fmt;
use std::sync::Arc;

use crate::syntax::ast::Strictness;

/// A type. `()` is the record without fields; a tuple is a record with the fields `_1`, `_2`, ...
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Unbounded integers.
    Int,
    /// Floating-point numbers.
    Float,
    /// Truth values.
    Bool,
    /// Texts.
    String,
    /// `Option[T]`.
    Option(Arc<Type>),
    /// `List[T]`.
    List(Arc<Type>),
    /// `Set[T]`.
    Set(Arc<Type>),
    /// `Map[K, V]`.
    Map(Arc<Type>, Arc<Type>),
    /// A record; fields in the order of [`field_order`].
    Record(Arc<[(Arc<str>, Type)]>),
    /// A function; the flag says whether it lifts to streams.
    Function(Arc<[(Strictness, Type)]>, Arc<Type>, bool),
    /// `Events[T]`.
    Events(Arc<Type>),
    /// A type parameter in scope, by its number.
    Parameter(u32),
}

impl Type {
    /// The type of `()`.
    pub fn unit() -> Type {
        Type::Record(Arc::from([]))
    }

    /// A record of these fields, in any order.
    pub fn record(mut fields: Vec<(Arc<str>, Type)>) -> Type {
        fields.sort_by(|(a, _), (b, _)| field_order(a, b));
        Type::Record(fields.into())
    }

    /// A tuple.
    pub fn tuple(parts: Vec<Type>) -> Type {
        let named = parts.into_iter().enumerate();
        Type::record(named.map(|(index, part)| (format!("_{}", index + 1).into(), part)).collect())
    }
}

/// The order of fields: `_1`, `_2`, ..., `_10` by number, all others by name.
pub fn field_order(a: &str, b: &str) -> std::cmp::Ordering {
    match (position(a), position(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => a.cmp(b),
    }
}

/// The number of a field of a tuple.
pub fn position(field: &str) -> Option<u32> {
    field.strip_prefix('_')?.parse().ok()
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int => f.write_str("Int"),
            Type::Float => f.write_str("Float"),
            Type::Bool => f.write_str("Bool"),
            Type::String => f.write_str("String"),
            Type::Option(part) => write!(f, "Option[{part}]"),
            Type::List(part) => write!(f, "List[{part}]"),
            Type::Set(part) => write!(f, "Set[{part}]"),
            Type::Map(key, value) => write!(f, "Map[{key}, {value}]"),
            Type::Events(part) => write!(f, "Events[{part}]"),
            Type::Parameter(number) => write!(f, "T{number}"),
            Type::Record(fields) if fields.is_empty() => f.write_str("Unit"),
            Type::Record(fields) => {
                let tuple = fields
                    .iter()
                    .enumerate()
                    .all(|(index, (name, _))| position(name) == Some(index as u32 + 1));
                f.write_str(if tuple { "(" } else { "{" })?;
                for (index, (name, ty)) in fields.iter().enumerate() {
                    f.write_str(if index > 0 { ", " } else { "" })?;
                    if tuple { write!(f, "{ty}")? } else { write!(f, "{name}: {ty}")? }
                }
                f.write_str(match (tuple, fields.len()) {
                    (true, 1) => ",)",
                    (true, _) => ")",
                    (false, _) => "}",
                })
            }
            Type::Function(params, result, _) => {
                f.write_str("(")?;
                for (index, (_, ty)) in params.iter().enumerate() {
                    write!(f, "{}{ty}", if index > 0 { ", " } else { "" })?;
                }
                write!(f, ") => {result}")
            }
        }
    }
}

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

impl Type {
    /// The type with each type directly inside of it replaced.
    pub(crate) fn map_parts(&self, of: &dyn Fn(&Type) -> Type) -> Type {
        let part = |inner: &Arc<Type>| Arc::new(of(inner));
        match self {
            Type::Int | Type::Float | Type::Bool | Type::String | Type::Parameter(_) => self.clone(),
            Type::Option(inner) => Type::Option(part(inner)),
            Type::List(inner) => Type::List(part(inner)),
            Type::Set(inner) => Type::Set(part(inner)),
            Type::Events(inner) => Type::Events(part(inner)),
            Type::Map(key, value) => Type::Map(part(key), part(value)),
            Type::Record(fields) => {
                Type::Record(fields.iter().map(|(name, field)| (name.clone(), of(field))).collect())
            }
            Type::Function(params, result, liftable) => {
                let params = params.iter().map(|(strictness, param)| (*strictness, of(param)));
                Type::Function(params.collect(), part(result), *liftable)
            }
        }
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
        f.write_str(&self.show(&|number| format!("T{number}")))
    }
}

impl Type {
    /// The type as people write it, with names for its parameters.
    pub fn show(&self, name: &dyn Fn(u32) -> String) -> String {
        match self {
            Type::Int => "Int".to_owned(),
            Type::Float => "Float".to_owned(),
            Type::Bool => "Bool".to_owned(),
            Type::String => "String".to_owned(),
            Type::Option(part) => format!("Option[{}]", part.show(name)),
            Type::List(part) => format!("List[{}]", part.show(name)),
            Type::Set(part) => format!("Set[{}]", part.show(name)),
            Type::Map(key, value) => format!("Map[{}, {}]", key.show(name), value.show(name)),
            Type::Events(part) => format!("Events[{}]", part.show(name)),
            Type::Parameter(number) => name(*number),
            Type::Record(fields) if fields.is_empty() => "Unit".to_owned(),
            Type::Record(fields) => {
                let tuple = is_tuple(fields.iter().map(|(field, _)| &**field));
                let parts: Vec<String> = fields
                    .iter()
                    .map(
                        |(field, ty)| {
                            if tuple { ty.show(name) } else { format!("{field}: {}", ty.show(name)) }
                        },
                    )
                    .collect();
                let parts = parts.join(", ");
                match (tuple, fields.len()) {
                    (true, 1) => format!("({parts},)"),
                    (true, _) => format!("({parts})"),
                    (false, _) => format!("{{{parts}}}"),
                }
            }
            Type::Function(params, result, _) => {
                let params: Vec<String> = params.iter().map(|(_, ty)| ty.show(name)).collect();
                format!("({}) => {}", params.join(", "), result.show(name))
            }
        }
    }
}

/// Whether fields in their order are those of a tuple.
pub fn is_tuple<'f>(fields: impl Iterator<Item = &'f str>) -> bool {
    fields.enumerate().all(|(index, field)| position(field) == Some(index as u32 + 1))
}

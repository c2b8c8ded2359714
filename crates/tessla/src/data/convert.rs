//! Between data and values of a run. How each type looks there is said in [`crate::spec`].

use std::sync::Arc;

use lydian_core::tree::Tree;
use lydian_core::{ConId, Value};
use lydian_term::Int;

use crate::data::Data;
use crate::spec::Collections;
use crate::types::Type;

impl Data {
    /// The data of a value of a type; nothing if the value is not known or not of that type.
    pub fn of(value: &Value, ty: &Type, collections: Collections) -> Option<Data> {
        Some(match (ty, value) {
            (Type::Bool, Value::Bool(known)) => Data::Bool(*known),
            (Type::Int, Value::Int(int)) => Data::Int(Int::from(*int)),
            (Type::Int, Value::Big(int)) => Data::Int((**int).clone()),
            (Type::Float, Value::Float(float)) => Data::Float(*float),
            (Type::String, text) => Data::String(String::from_utf8_lossy(text.as_known_str()?).into()),
            (Type::Option(_), Value::Constant(ConId::NONE)) => Data::None,
            (Type::Option(part), Value::Block(block)) if block.con == ConId::SOME => {
                Data::Some(Box::new(Data::of(block.fields.first()?, part, collections)?))
            }
            (Type::List(part), list) => {
                Data::List(each(elements(list)?, |element| Data::of(element, part, collections))?)
            }
            (Type::Set(part), set) => {
                Data::Set(each(elements(set)?, |element| Data::of(element, part, collections))?)
            }
            (Type::Map(key, value), map) => {
                let entries = match map {
                    Value::Tree(tree) => tree.entries().collect(),
                    list => each(list_elements(list)?, |entry| fields(entry).map(|[k, v]| (k, v)))?,
                };
                Data::Map(each(entries, |(k, v)| {
                    Some((Data::of(k, key, collections)?, Data::of(v, value, collections)?))
                })?)
            }
            (Type::Record(names), value) => record_of(value, names, collections)?,
            _ => return None,
        })
    }

    /// The value of a type; nothing if the data are not of that type.
    pub fn to_value(&self, ty: &Type, collections: Collections) -> Option<Value> {
        Some(match (ty, self) {
            (Type::Bool, Data::Bool(known)) => Value::Bool(*known),
            (Type::Int, Data::Int(int)) => Value::int(int.clone()),
            (Type::Float, Data::Float(float)) => Value::Float(*float),
            (Type::String, Data::String(text)) => Value::str(text.as_bytes()),
            (Type::Option(_), Data::None) => Value::Constant(ConId::NONE),
            (Type::Option(part), Data::Some(inner)) => {
                Value::construct(ConId::SOME, [inner.to_value(part, collections)?])
            }
            (Type::List(part), Data::List(elements)) => {
                of_elements(each(elements, |element| element.to_value(part, collections))?, collections)
            }
            (Type::Set(part), Data::Set(elements)) => {
                of_elements(each(elements, |element| element.to_value(part, collections))?, collections)
            }
            (Type::Map(key, value), Data::Map(entries)) => {
                let entries = each(entries, |(k, v)| {
                    Some((k.to_value(key, collections)?, v.to_value(value, collections)?))
                })?;
                match collections {
                    Collections::Lists => {
                        let pairs: Vec<Value> =
                            entries.into_iter().map(|(k, v)| Value::tuple([k, v])).collect();
                        Value::list(pairs)
                    }
                    Collections::Trees => Value::Tree(Tree::of_ascending(entries)),
                }
            }
            (Type::Record(names), Data::Record(parts)) => {
                let same =
                    names.len() == parts.len() && names.iter().zip(parts).all(|((a, _), (b, _))| a == b);
                if !same {
                    return None;
                }
                let mut values =
                    each(names.iter().zip(parts), |((_, ty), (_, part))| part.to_value(ty, collections))?;
                match values.len() {
                    0 => Value::Unit,
                    1 => values.remove(0),
                    _ => Value::tuple(values),
                }
            }
            _ => return None,
        })
    }
}

fn each<A, B>(parts: impl IntoIterator<Item = A>, convert: impl FnMut(A) -> Option<B>) -> Option<Vec<B>> {
    parts.into_iter().map(convert).collect()
}

fn record_of(value: &Value, names: &[(Arc<str>, Type)], collections: Collections) -> Option<Data> {
    let parts: Vec<&Value> = match (names.len(), value) {
        (0, Value::Unit) => Vec::new(),
        (1, value) => vec![value],
        (count, Value::Block(block)) if block.con == ConId::TUPLE && block.fields.len() == count => {
            block.fields.iter().collect()
        }
        _ => return None,
    };
    let fields = each(names.iter().zip(parts), |((name, ty), part)| {
        Some((name.clone(), Data::of(part, ty, collections)?))
    })?;
    Some(Data::Record(fields))
}

fn fields<const N: usize>(value: &Value) -> Option<&[Value; N]> {
    match value {
        Value::Block(block) => block.fields.as_slice().try_into().ok(),
        _ => None,
    }
}

/// The elements of a list or a set; either representation tells what it is.
fn elements(value: &Value) -> Option<Vec<&Value>> {
    match value {
        Value::Tree(tree) => Some(tree.entries().map(|(element, _)| element).collect()),
        list => list_elements(list),
    }
}

/// The list or the set of these elements, which ascend if it is a set.
fn of_elements(elements: Vec<Value>, collections: Collections) -> Value {
    match collections {
        Collections::Lists => Value::list(elements),
        Collections::Trees => {
            let entries = elements.into_iter().map(|element| (element, Value::Unit));
            Value::Tree(Tree::of_ascending(entries.collect()))
        }
    }
}

fn list_elements(list: &Value) -> Option<Vec<&Value>> {
    let mut found = Vec::new();
    let mut rest = list;
    loop {
        match rest {
            Value::Constant(ConId::NIL) => return Some(found),
            Value::Block(block) if block.con == ConId::CONS => {
                let [head, tail] = fields::<2>(rest)?;
                found.push(head);
                rest = tail;
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(n: i64) -> Data {
        Data::Int(n.into())
    }

    #[test]
    fn data_go_through_values_unchanged() {
        let map = Type::Map(Arc::new(Type::Int), Arc::new(Type::Option(Arc::new(Type::String))));
        let ty = Type::tuple(vec![
            Type::Set(Arc::new(Type::Int)),
            map,
            Type::unit(),
            Type::List(Arc::new(Type::Float)),
        ]);
        let data = Data::tuple(vec![
            Data::set((0..20).map(int).collect()),
            Data::map(vec![(int(1), Data::None), (int(7), Data::Some(Box::new(Data::String("x".into()))))]),
            Data::UNIT,
            Data::List(vec![Data::Float(0.5)]),
        ]);
        for collections in [Collections::Trees, Collections::Lists] {
            let value = data.to_value(&ty, collections).expect("a value of the type");
            assert_eq!(Data::of(&value, &ty, collections), Some(data.clone()));
        }
    }

    #[test]
    fn a_record_with_one_field_is_that_field() {
        let ty = Type::record(vec![("x".into(), Type::Int)]);
        let data = Data::record(vec![("x".into(), int(4))]);
        assert!(matches!(data.to_value(&ty, Collections::Trees), Some(Value::Int(4))));
        assert_eq!(Data::of(&Value::Int(4), &ty, Collections::Trees), Some(data));
    }

    #[test]
    fn data_of_another_type_are_no_value() {
        assert!(int(3).to_value(&Type::Bool, Collections::Trees).is_none());
        assert!(Data::of(&Value::Unit, &Type::Int, Collections::Trees).is_none());
    }
}

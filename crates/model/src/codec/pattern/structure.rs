//! Patterns that are JSON objects or arrays: `{"balance": {0}, "of": "{1}"}`, `[{0}, {1}]`.
//! In: a message. Out: the parts that stand in the places, by type. A place stands for a whole value, or for a part of a string.
//! How a number is written does not count; `{0:items}` stands for an array, or for the rest of one, of which each element is a message.

use std::ops::Range;
use std::sync::Arc;

use lydian_core::Datum;
use lydian_ocaml::{Form, FormId, Forms};
use serde_json::Value;

use super::Misfit;
use super::line::{Line, Special};
use crate::codec::JsonType;
use crate::codec::json::same_number;
use crate::codec::template::{Piece, Placeholder, pieces};

/// What begins a string that stands for a place; no string of a message that a person writes begins so.
const MARK: char = '\0';

/// A JSON object or array with places.
#[derive(Debug, Clone)]
pub(in crate::codec) struct Structure {
    text: String,
    root: Node,
}

#[derive(Debug, Clone)]
enum Node {
    /// A value with its number; without a type, anything.
    Place(usize, Option<JsonType>),
    /// A value that the system chose, a string or a number.
    Name(usize),
    /// The number of the message that is answered, a number or a string.
    Counter(usize),
    /// Elements with their number, each of them a message; without a type, any.
    Elements(usize, Option<FormId>),
    /// A string with places in it.
    Text(Line),
    /// This value.
    Exactly(Value),
    /// These keys at least.
    Object(Vec<(String, Node)>),
    /// These elements.
    Array(Vec<Node>),
}

/// Where a pattern is wrong, and why.
type Fault = (Range<usize>, String);

impl Structure {
    /// The structure of a text, if it is a JSON object or array but for its places.
    pub fn new(
        text: &str,
        forms: &Arc<Forms>,
        form_of: &dyn Fn(usize) -> Option<FormId>,
    ) -> Option<Result<Structure, Fault>> {
        let mut json = String::new();
        let mut places = Vec::new();
        let mut all = Vec::new();
        let mut in_string = false;
        for piece in pieces(text) {
            match piece {
                Piece::Text(part) => {
                    in_string = ends_in_string(part, in_string);
                    json.push_str(part);
                }
                Piece::Place(place) => {
                    all.push(place.clone());
                    if in_string {
                        json.push_str(&text[place.range.clone()]);
                    } else {
                        json.push_str(&format!("\"\\u0000{}\"", places.len()));
                        places.push(place);
                    }
                }
            }
        }
        let value: Value = serde_json::from_str(&json).ok()?;
        if !value.is_object() && !value.is_array() {
            return None;
        }
        let twice = all
            .iter()
            .enumerate()
            .find(|(index, place)| all[..*index].iter().any(|other| other.name == place.name));
        if let Some((_, place)) = twice {
            return Some(Err((place.range.clone(), format!("{{{}}} occurs twice", place.name))));
        }
        let build = Build { all: &all, places: &places, forms, form_of };
        Some(build.node(&value).map(|root| Structure { text: text.to_owned(), root }))
    }

    /// The parts of a message by number.
    pub fn read(&self, message: &[u8]) -> Result<Vec<(usize, Datum)>, Misfit> {
        let value: Value = serde_json::from_slice(message).map_err(|_| Misfit::Different)?;
        let mut found = Vec::new();
        let mut unreadable = None;
        self.root.read(&value, &mut found, &mut unreadable)?;
        unreadable.map_or(Ok(found), |why| Err(Misfit::NoValue(why)))
    }

    /// The places whose text means something only with what is known besides.
    pub fn special(&self) -> Vec<(usize, Special)> {
        let mut special = Vec::new();
        self.root.special(&mut special);
        special
    }

    /// Whether every message that fits another structure surely fits this one.
    pub fn covers(&self, other: &Structure) -> bool {
        self.text == other.text || self.root.covers(&other.root)
    }
}

/// What a structure is built from.
struct Build<'b> {
    all: &'b [Placeholder<'b>],
    places: &'b [Placeholder<'b>],
    forms: &'b Arc<Forms>,
    form_of: &'b dyn Fn(usize) -> Option<FormId>,
}

impl Build<'_> {
    fn node(&self, value: &Value) -> Result<Node, Fault> {
        Ok(match value {
            Value::String(text) if text.starts_with(MARK) => match text[1..].parse::<usize>() {
                Ok(index) if index < self.places.len() => self.place(&self.places[index])?,
                _ => Node::Exactly(value.clone()),
            },
            Value::String(text) if pieces(text).iter().any(|piece| matches!(piece, Piece::Place(_))) => {
                let line = Line::new(text, self.forms, self.form_of).map_err(|(range, why)| {
                    let shown = text.get(range.clone()).unwrap_or("");
                    let is_it = |place: &&Placeholder<'_>| {
                        shown == format!("{{{}}}", place.name)
                            || shown == format!("{{{}:{}}}", place.name, place.style)
                    };
                    (self.all.iter().find(is_it).map_or(range, |place| place.range.clone()), why)
                })?;
                Node::Text(line)
            }
            Value::Object(object) => {
                let parts = object.iter().map(|(key, value)| Ok((key.clone(), self.node(value)?)));
                Node::Object(parts.collect::<Result<_, Fault>>()?)
            }
            Value::Array(values) => {
                let nodes = values.iter().map(|value| self.node(value)).collect::<Result<Vec<_>, Fault>>()?;
                let early = nodes.iter().rev().skip(1).find_map(|node| match node {
                    Node::Elements(number, _) => Some(*number),
                    _ => None,
                });
                if let Some(number) = early {
                    let place = self.all.iter().find(|place| place.name == number.to_string());
                    let range = place.map_or(0..0, |place| place.range.clone());
                    return Err((range, "nothing can stand behind items in an array".to_owned()));
                }
                Node::Array(nodes)
            }
            other => Node::Exactly(other.clone()),
        })
    }

    fn place(&self, place: &Placeholder<'_>) -> Result<Node, Fault> {
        let fail = |why: String| Err((place.range.clone(), why));
        let Ok(number) = place.name.parse::<usize>() else {
            return fail(format!("`{}` is no number; places of an answer are numbered", place.name));
        };
        if place.style == "name" {
            return match (self.form_of)(number).map(|form| self.forms.form(form)) {
                Some(Form::Int) => Ok(Node::Name(number)),
                _ => fail("a value that the system chooses is an `int` of the output".into()),
            };
        }
        if place.style == "counter" {
            return match (self.form_of)(number) {
                None => Ok(Node::Counter(number)),
                Some(_) => fail("the number of a message is no part of the output".into()),
            };
        }
        if place.style == "items" {
            return match (self.form_of)(number).map(|form| self.forms.form(form)) {
                Some(Form::List(element)) => Ok(Node::Elements(number, Some(*element))),
                Some(_) => fail("items become a list".into()),
                None => Ok(Node::Elements(number, None)),
            };
        }
        if !matches!(place.style, "" | "json") {
            return fail("here stands a whole value of JSON, so there is no other way to read it".to_owned());
        }
        Ok(Node::Place(number, (self.form_of)(number).map(|form| JsonType::of_form(self.forms, form))))
    }
}

impl Node {
    fn special(&self, special: &mut Vec<(usize, Special)>) {
        match self {
            Node::Name(number) => special.push((*number, Special::Name)),
            Node::Counter(number) => special.push((*number, Special::Counter)),
            Node::Elements(number, Some(form)) => special.push((*number, Special::Elements(*form))),
            Node::Text(line) => special.extend(line.special()),
            Node::Object(parts) => parts.iter().for_each(|(_, node)| node.special(special)),
            Node::Array(nodes) => nodes.iter().for_each(|node| node.special(special)),
            Node::Place(..) | Node::Exactly(_) | Node::Elements(_, None) => {}
        }
    }

    /// Whether whatever fits another node surely fits this one.
    fn covers(&self, other: &Node) -> bool {
        match (self, other) {
            (Node::Place(_, None), _) => true,
            (Node::Place(_, Some(json)), Node::Place(_, Some(other))) => json.is_same(other),
            (Node::Name(_), Node::Name(_)) | (Node::Counter(_), Node::Counter(_)) => true,
            (Node::Elements(_, form), Node::Elements(_, other)) => form.is_none() || form == other,
            (Node::Text(line), Node::Text(other)) => line.covers(other),
            (Node::Exactly(known), Node::Exactly(other)) => alike(known, other),
            (Node::Object(parts), Node::Object(others)) => parts.iter().all(|(key, node)| {
                others.iter().any(|(other, against)| other == key && node.covers(against))
            }),
            (Node::Array(nodes), Node::Array(others)) => {
                nodes.len() == others.len()
                    && nodes.iter().zip(others).all(|(node, other)| match (node, other) {
                        // Further elements are no element.
                        (_, Node::Elements(..)) => matches!(node, Node::Elements(..)) && node.covers(other),
                        _ => node.covers(other),
                    })
            }
            _ => false,
        }
    }

    fn read(
        &self,
        value: &Value,
        found: &mut Vec<(usize, Datum)>,
        unreadable: &mut Option<String>,
    ) -> Result<(), Misfit> {
        match (self, value) {
            (Node::Place(_, None), _) => Ok(()),
            (Node::Place(number, Some(json)), value) => {
                match json.from_value(value) {
                    Ok(datum) => found.push((*number, datum)),
                    Err(why) => *unreadable = unreadable.take().or(Some(why)),
                }
                Ok(())
            }
            (Node::Name(number) | Node::Counter(number), Value::String(text)) => {
                found.push((*number, Datum::Str(text.clone().into_bytes())));
                Ok(())
            }
            (Node::Name(number) | Node::Counter(number), Value::Number(value)) => {
                found.push((*number, Datum::Str(value.to_string().into_bytes())));
                Ok(())
            }
            (Node::Text(line), Value::String(text)) => {
                found.extend(line.read(text.as_bytes())?);
                Ok(())
            }
            (Node::Exactly(known), value) if alike(known, value) => Ok(()),
            (Node::Elements(number, form), Value::Array(values)) => {
                if form.is_some() {
                    found.push((*number, rest(values)));
                }
                Ok(())
            }
            (Node::Object(parts), Value::Object(object)) => parts.iter().try_for_each(|(key, node)| {
                node.read(object.get(key).ok_or(Misfit::Different)?, found, unreadable)
            }),
            (Node::Array(nodes), Value::Array(values))
                if matches!(nodes.last(), Some(Node::Elements(..))) && values.len() + 1 >= nodes.len() =>
            {
                let (before, behind) = values.split_at(nodes.len() - 1);
                nodes.iter().zip(before).try_for_each(|(node, value)| node.read(value, found, unreadable))?;
                if let Some(Node::Elements(number, Some(_))) = nodes.last() {
                    found.push((*number, rest(behind)));
                }
                Ok(())
            }
            (Node::Array(nodes), Value::Array(values)) if nodes.len() == values.len() => {
                nodes.iter().zip(values).try_for_each(|(node, value)| node.read(value, found, unreadable))
            }
            _ => Err(Misfit::Different),
        }
    }
}

/// Elements as they are, for whoever knows what each of them means.
fn rest(values: &[Value]) -> Datum {
    Datum::Str(Value::Array(values.to_vec()).to_string().into_bytes())
}

/// Whether two values are the same, however their numbers are written.
fn alike(known: &Value, value: &Value) -> bool {
    match (known, value) {
        (Value::Number(known), Value::Number(value)) => same_number(known, value),
        _ => known == value,
    }
}

/// Whether a string of JSON is open behind this text, given whether one is open before it.
fn ends_in_string(text: &str, mut in_string: bool) -> bool {
    let mut is_escaped = false;
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            _ => {}
        }
    }
    in_string
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydian_core::{Type, TypeTable};

    fn structure(text: &str) -> Option<Result<Structure, String>> {
        let mut forms = Forms::default();
        let types = [Type::Int, Type::String];
        let ids: Vec<FormId> = types.iter().map(|ty| forms.intern(ty, &TypeTable::default())).collect();
        let form_of = |number: usize| ids.get(number).copied();
        Structure::new(text, &Arc::new(forms), &form_of).map(|built| built.map_err(|(_, why)| why))
    }

    fn read(text: &str, message: &str) -> Result<String, Misfit> {
        let values = structure(text).expect("JSON").expect("a structure").read(message.as_bytes())?;
        let shown = |(number, datum): &(usize, Datum)| {
            format!("{number}={}", lydian_ocaml::show(datum, &TypeTable::default()))
        };
        Ok(values.iter().map(shown).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn blanks_order_and_further_keys_do_not_count() {
        let text = r#"{"value": {0}, "by": {"name": {1}}}"#;
        let message = "{\"by\":{\"id\":7,\"name\":\"a b\"},\n \"value\":-3, \"more\":[]}";
        assert_eq!(read(text, message), Ok("0=-3 1=\"a b\"".to_owned()));
        assert_eq!(read(text, "{\"value\": 3}"), Err(Misfit::Different));
        assert_eq!(read(text, "3"), Err(Misfit::Different));
        assert!(matches!(read(text, r#"{"value": "3", "by": {"name": "x"}}"#), Err(Misfit::NoValue(_))));
    }

    #[test]
    fn a_place_can_be_a_part_of_a_string() {
        let text = r#"{"state": "at {0}", "kind": "x", "list": [1, {7}]}"#;
        assert_eq!(read(text, r#"{"state": "at 5", "kind": "x", "list": [1, null]}"#), Ok("0=5".to_owned()));
        assert_eq!(read(text, r#"{"state": "at 5", "kind": "y", "list": [1, 2]}"#), Err(Misfit::Different));
        assert_eq!(read(text, r#"{"state": "at 5", "kind": "x", "list": [1]}"#), Err(Misfit::Different));
    }

    #[test]
    fn arrays_are_compared_element_by_element() {
        let text = r#"[{0}, "x", {1}]"#;
        assert_eq!(read(text, " [ 3,\"x\" ,\"a\"]"), Ok("0=3 1=\"a\"".to_owned()));
        assert_eq!(read(text, r#"[3, "x"]"#), Err(Misfit::Different));
        assert_eq!(read(text, r#"[3, "x", "a", 4]"#), Err(Misfit::Different));
    }

    #[test]
    fn how_a_number_is_written_does_not_count() {
        let text = r#"{"value": {0}, "version": 1.0, "rate": 0.5}"#;
        for message in [
            r#"{"value": 30, "version": 1, "rate": 5e-1}"#,
            r#"{"value": 3e1, "version": 10e-1, "rate": 0.50}"#,
            r#"{"value": 30.0, "version": 1.00, "rate": 0.5}"#,
        ] {
            assert_eq!(read(text, message), Ok("0=30".to_owned()), "{message}");
        }
        assert!(matches!(
            read(text, r#"{"value": 3.5, "version": 1, "rate": 0.5}"#),
            Err(Misfit::NoValue(_))
        ));
        assert_eq!(read(text, r#"{"value": 3, "version": 2, "rate": 0.5}"#), Err(Misfit::Different));
        let big = "123456789012345678901234567890";
        assert_eq!(read("[{0}]", &format!("[{big}]")), Ok(format!("0={big}")));
    }

    #[test]
    fn a_structure_covers_what_asks_for_more() {
        let covers = |left: &str, right: &str| {
            let built = |text| structure(text).expect("JSON").expect("a structure");
            built(left).covers(&built(right))
        };
        assert!(covers(r#"{"a": 1}"#, r#"{"b": 2, "a": 1.0}"#));
        assert!(!covers(r#"{"a": 1, "b": 2}"#, r#"{"a": 1}"#));
        assert!(covers(r#"[{7}, "x"]"#, r#"[{0}, "x"]"#) && !covers(r#"[{0}, "x"]"#, r#"[{7}, "x"]"#));
    }

    #[test]
    fn other_texts_are_no_structures() {
        for text in ["VALUE {0}", "[{0}", "{0}", "{\"a\": {0}", "{a: {0}}"] {
            assert!(structure(text).is_none(), "{text}");
        }
        assert!(structure(r#"{"a": {0}, "b": {0}}"#).expect("JSON").unwrap_err().contains("twice"));
        assert!(structure(r#"{"a": {0:rest}}"#).expect("JSON").unwrap_err().contains("whole value"));
        assert!(structure(r#"{"a": {x}}"#).expect("JSON").unwrap_err().contains("no number"));
    }
}

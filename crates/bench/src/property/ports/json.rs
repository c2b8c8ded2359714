//! A small JSON: the printing, reading and fields of `json.ml`, with its seeded bugs. Texts are rows of characters here.

mod drawn;
mod reading;

use lydian_core::{Datum, Mutability};

use super::{Value, constructor, laws, mistakes};
use drawn::{Proper, ProperFields, Text};

mistakes! {
    QuoteNotEscaped "quote_not_escaped"
    BackslashNotEscaped "backslash_not_escaped"
    NewlineReadAsLetter "newline_read_as_letter"
    TabReadAsReturn "tab_read_as_return"
    CharactersReversed "characters_reversed"
    KeyNotEscaped "key_not_escaped"
    MinusForgotten "minus_forgotten"
    SmallestNumber "smallest_number"
    ZeroNotRead "zero_not_read"
    DigitsAdded "digits_added"
    FalsePrintedTrue "false_printed_true"
    ListWithoutCommas "list_without_commas"
    EmptyListNotRead "empty_list_not_read"
    ItemsReversed "items_reversed"
    FieldsReversed "fields_reversed"
    OneFieldOnly "one_field_only"
    SetAdds "set_adds"
    SetLooksAtFirst "set_looks_at_first"
    SetDrops "set_drops"
    UnsetDrops "unset_drops"
    UnsetLooksAtFirst "unset_looks_at_first"
    MergeFirstWins "merge_first_wins"
    MergeAdds "merge_adds"
}

laws! {
    RoundTrip prop_round_trip (Json,), (Proper,);
    SetProper prop_set_proper (String, Fields), (Text, ProperFields);
    SetFound prop_set_found (String, String, Fields), (Text, Text, ProperFields);
    Unset prop_unset (String, String, Fields), (Text, Text, ProperFields);
    MergeProper prop_merge_proper (Fields, Fields), (ProperFields, ProperFields);
    MergeFound prop_merge_found (String, Fields, Fields), (Text, ProperFields, ProperFields);
}

/// A value.
#[derive(Debug, Clone, PartialEq, lydian::Enumerate)]
pub(in crate::property) enum Json {
    Null,
    Bool(bool),
    Number(i64),
    String(String),
    List(Vec<Json>),
    Object(Fields),
}

/// The fields of an object.
type Fields = Vec<(String, Json)>;

impl Value for Json {
    fn size(&self) -> u64 {
        match self {
            Json::Null => 1,
            Json::Bool(_) | Json::Number(_) | Json::String(_) => 2,
            Json::List(values) => 1 + values.size(),
            Json::Object(fields) => 1 + fields.size(),
        }
    }

    fn of(datum: &Datum) -> Option<Json> {
        match constructor(datum)? {
            ("Bool", [Datum::Bool(truth)]) => Some(Json::Bool(*truth)),
            ("Number", [Datum::Int(number)]) => number.as_i64().map(|number| Json::Number(widened(number))),
            ("String", [text]) => String::of(text).map(Json::String),
            ("List", [values]) => Vec::of(values).map(Json::List),
            ("Object", [fields]) => Vec::of(fields).map(Json::Object),
            ("Null", []) => Some(Json::Null),
            _ => None,
        }
    }
}

/// The ends of OCaml's integers are those of ours: what overflows there overflows here.
fn widened(number: i64) -> i64 {
    match number {
        number if number == (1 << 62) - 1 => i64::MAX,
        number if number == -(1 << 62) => i64::MIN,
        number => number,
    }
}

impl Value for String {
    fn size(&self) -> u64 {
        1
    }

    fn of(datum: &Datum) -> Option<String> {
        match datum {
            Datum::Str(bytes) => Some(bytes.iter().map(|byte| char::from(*byte)).collect()),
            _ => None,
        }
    }
}

impl Value for (String, Json) {
    fn size(&self) -> u64 {
        1 + self.0.size() + self.1.size()
    }

    fn of(datum: &Datum) -> Option<(String, Json)> {
        match datum {
            Datum::Construct(_, Mutability::Immutable, parts) => match &parts[..] {
                [key, value] => Some((String::of(key)?, Json::of(value)?)),
                _ => None,
            },
            _ => None,
        }
    }
}

fn distinct(fields: &Fields) -> bool {
    fields.iter().enumerate().all(|(place, (key, _))| fields[..place].iter().all(|(other, _)| other != key))
}

fn proper(value: &Json) -> bool {
    match value {
        Json::List(values) => values.iter().all(proper),
        Json::Object(fields) => proper_fields(fields),
        _ => true,
    }
}

fn proper_fields(fields: &Fields) -> bool {
    distinct(fields) && fields.iter().all(|(_, value)| proper(value))
}

fn quoted(bug: Bug, text: &str) -> String {
    let mut quoted = String::from('"');
    for char in text.chars() {
        match char {
            '"' if bug != Bug::QuoteNotEscaped => quoted.push_str("\\\""),
            '\\' if bug != Bug::BackslashNotEscaped => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            char => quoted.push(char),
        }
    }
    quoted.push('"');
    quoted
}

fn print(bug: Bug, value: &Json) -> String {
    match value {
        Json::Null => "null".to_owned(),
        Json::Bool(false) if bug != Bug::FalsePrintedTrue => "false".to_owned(),
        Json::Bool(_) => "true".to_owned(),
        Json::Number(number) if bug == Bug::SmallestNumber && *number < 0 => {
            format!("-{}", number.wrapping_neg())
        }
        Json::Number(number) => number.to_string(),
        Json::String(text) => quoted(bug, text),
        Json::List(values) => {
            let values: Vec<String> = values.iter().map(|value| print(bug, value)).collect();
            format!("[{}]", values.join(if bug == Bug::ListWithoutCommas { "" } else { "," }))
        }
        Json::Object(fields) => {
            let field = |(key, value): &(String, Json)| match bug {
                Bug::KeyNotEscaped => format!("\"{key}\":{}", print(bug, value)),
                _ => format!("{}:{}", quoted(bug, key), print(bug, value)),
            };
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
        }
    }
}

/// The fields with a value behind a key. In place, where the OCaml file shares the rest of a list.
fn set(bug: Bug, key: &str, value: &Json, mut fields: Fields) -> Fields {
    let new = (key.to_owned(), value.clone());
    let place = fields.iter().position(|(other, _)| other == key);
    match (place, bug) {
        (Some(place), Bug::SetAdds) => fields.insert(place, new),
        (Some(place), Bug::SetDrops) => {
            fields.drain(..place);
            fields[0] = new;
        }
        (None, Bug::SetDrops) => fields = vec![new],
        (Some(0), _) => fields[0] = new,
        (_, Bug::SetLooksAtFirst) => fields.insert(0, new),
        (Some(place), _) => fields[place] = new,
        (None, _) => fields.push(new),
    }
    fields
}

fn unset(bug: Bug, key: &str, mut fields: Fields) -> Fields {
    let place = fields.iter().position(|(other, _)| other == key);
    match (place, bug) {
        (Some(place), Bug::UnsetDrops) => drop(fields.drain(..=place)),
        (None, Bug::UnsetDrops) => fields.clear(),
        (Some(0), _) => drop(fields.remove(0)),
        (_, Bug::UnsetLooksAtFirst) | (None, _) => {}
        (Some(place), _) => drop(fields.remove(place)),
    }
    fields
}

fn merge(bug: Bug, first: &Fields, second: &Fields) -> Fields {
    let (start, others) = if bug == Bug::MergeFirstWins { (second, first) } else { (first, second) };
    others.iter().fold(start.clone(), |mut fields, (key, value)| {
        if bug == Bug::MergeAdds {
            fields.insert(0, (key.clone(), value.clone()));
            return fields;
        }
        set(bug, key, value, fields)
    })
}

fn behind<'f>(key: &str, fields: &'f Fields) -> Option<&'f Json> {
    fields.iter().find(|(other, _)| other == key).map(|(_, value)| value)
}

fn prop_round_trip(bug: Bug, (json,): &(Json,)) -> Option<bool> {
    proper(json).then(|| reading::parse(bug, &print(bug, json)).as_ref() == Some(json))
}

fn prop_set_proper(bug: Bug, (key, fields): &(String, Fields)) -> Option<bool> {
    proper_fields(fields).then(|| proper_fields(&set(bug, key, &Json::Null, fields.clone())))
}

fn prop_set_found(bug: Bug, (key, other, fields): &(String, String, Fields)) -> Option<bool> {
    proper_fields(fields).then(|| {
        let expected = if other == key { Some(&Json::Null) } else { behind(other, fields) };
        behind(other, &set(bug, key, &Json::Null, fields.clone())) == expected
    })
}

fn prop_unset(bug: Bug, (key, other, fields): &(String, String, Fields)) -> Option<bool> {
    proper_fields(fields).then(|| {
        let expected = if other == key { None } else { behind(other, fields) };
        behind(other, &unset(bug, key, fields.clone())) == expected
    })
}

fn prop_merge_proper(bug: Bug, (first, second): &(Fields, Fields)) -> Option<bool> {
    (proper_fields(first) && proper_fields(second)).then(|| proper_fields(&merge(bug, first, second)))
}

fn prop_merge_found(bug: Bug, (key, first, second): &(String, Fields, Fields)) -> Option<bool> {
    (proper_fields(first) && proper_fields(second)).then(|| {
        behind(key, &merge(bug, first, second)) == behind(key, second).or_else(|| behind(key, first))
    })
}

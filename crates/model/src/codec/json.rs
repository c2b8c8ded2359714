//! Values as JSON, by type and in both directions: what is written reads back.
//!
//! `()` is `null`; integers and floats are numbers (`"nan"`, `"infinity"`, `"neg_infinity"` are strings); characters and
//! strings are strings, or `{"bytes": "ff00"}` if they are not UTF-8; lists, arrays and tuples are arrays; records are
//! objects. A constructor is `"Name"`, `{"Name": argument}` or `{"Name": [arguments]}`, without modules or backticks. `None`
//! is `null` and `Some x` is `x`, or `{"Some": x}` where `x` itself can be `null`.

use std::sync::Arc;

use lydian_core::{ConId, Datum, Int, Type, TypeTable};
use lydian_ocaml::{ConstructorForm, Form, FormId, Forms, VariantForm};
use serde_json::{Map, Number, Value};

use super::{Codec, REFUSED, quoted};

/// How deep JSON may nest: what the reader of JSON allows, and a little less.
const DEEPEST: usize = 120;

/// How deep data may nest; a list nests once for each element.
const DEEPEST_DATUM: usize = 10_000;

/// Up to here every integer is a float of its own.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

/// The JSON of the values of one type.
///
/// ```
/// use lydian_core::{Datum, Type, TypeTable};
/// use lydian_model::codec::JsonType;
/// let pairs = JsonType::new(&Type::Tuple([Type::Int, Type::String].into()), &TypeTable::default());
/// let pair = Datum::tuple(vec![Datum::Int(3.into()), Datum::Str(b"x".to_vec())]);
/// assert_eq!(pairs.write(&pair).as_deref(), Ok("[3,\"x\"]"));
/// assert_eq!(pairs.read(b"[3, \"x\"]"), Ok(pair));
/// assert_eq!(pairs.read(b"[3, 4]").unwrap_err(), "expected a string at [1], found 4");
/// ```
#[derive(Debug, Clone)]
pub struct JsonType {
    forms: Arc<Forms>,
    root: FormId,
}

/// A value that is not what its type says, and where: the places from the inside out.
struct Misfit {
    expected: String,
    found: String,
    places: Vec<String>,
}

impl JsonType {
    /// The JSON of a type over these declarations.
    pub fn new(ty: &Type, types: &TypeTable) -> JsonType {
        let mut forms = Forms::default();
        let root = forms.intern(ty, types);
        JsonType { forms: Arc::new(forms), root }
    }

    /// The JSON of a type that these forms have.
    pub fn of_form(forms: &Arc<Forms>, root: FormId) -> JsonType {
        JsonType { forms: forms.clone(), root }
    }

    /// Whether it is surely the JSON of the same type.
    pub(super) fn is_same(&self, other: &JsonType) -> bool {
        Arc::ptr_eq(&self.forms, &other.forms) && self.root == other.root
    }

    /// A value on one line.
    pub fn write(&self, datum: &Datum) -> Result<String, String> {
        Ok(self.to_value(datum)?.to_string())
    }

    /// A value as JSON.
    pub fn to_value(&self, datum: &Datum) -> Result<Value, String> {
        self.value(datum, self.root, 0)
    }

    /// The value that a text denotes.
    pub fn read(&self, text: &[u8]) -> Result<Datum, String> {
        let value: Value =
            serde_json::from_slice(text).map_err(|error| format!("this is no JSON: {error}"))?;
        self.from_value(&value)
    }

    /// The value that JSON denotes.
    pub fn from_value(&self, value: &Value) -> Result<Datum, String> {
        self.datum(value, self.root, 0).map_err(|misfit| {
            let places: String = misfit.places.into_iter().rev().collect();
            let place = if places.is_empty() { places } else { format!(" at {places}") };
            format!("expected {}{place}, found {}", misfit.expected, misfit.found)
        })
    }
}

/// Writing.
impl JsonType {
    fn value(&self, datum: &Datum, form: FormId, depth: usize) -> Result<Value, String> {
        if depth > DEEPEST {
            return Err(format!("the value is nested too deep for JSON, which allows {DEEPEST} levels"));
        }
        Ok(match (self.forms.form(form), datum) {
            (_, Datum::Unit) => Value::Null,
            (_, Datum::Bool(known)) => Value::Bool(*known),
            (_, Datum::Int(int)) => {
                let text = int.to_string();
                Value::Number(serde_json::from_str(&text).map_err(|_| format!("{text} has no JSON"))?)
            }
            (_, Datum::Float(float)) => match Number::from_f64(*float) {
                Some(number) => Value::Number(number),
                None => Value::String(lydian_ocaml::show_float(*float)),
            },
            (_, Datum::Char(byte)) => text_value(&[*byte]),
            (_, Datum::Str(bytes) | Datum::Bytes(bytes)) => text_value(bytes),
            (Form::Tuple(forms), Datum::Construct(_, _, parts)) => self.array(parts, forms, depth)?,
            (Form::Record(record), Datum::Construct(_, _, parts)) => {
                let names = record.fields.iter().map(|(name, _)| &**name);
                let forms: Vec<FormId> = record.fields.iter().map(|(_, form)| *form).collect();
                self.object(names, parts, &forms, depth)?
            }
            (Form::List(element), Datum::Construct(..)) => {
                let mut values = Vec::new();
                let mut rest = datum;
                while let Datum::Construct(ConId::CONS, _, parts) = rest {
                    values.push(self.value(&parts[0], *element, depth + 1)?);
                    rest = &parts[1];
                }
                Value::Array(values)
            }
            (Form::Array(element), Datum::Array(parts)) => {
                let parts: Result<Vec<Value>, String> =
                    parts.iter().map(|part| self.value(part, *element, depth + 1)).collect();
                Value::Array(parts?)
            }
            (Form::Lazy(element), Datum::Lazy(part)) => self.value(part, *element, depth + 1)?,
            (Form::Variant(variant), Datum::Construct(con, _, parts)) => {
                self.variant(variant, *con, parts, depth)?
            }
            _ => return Err(format!("a value of type {} has no JSON", self.forms.name(form))),
        })
    }

    fn variant(
        &self,
        variant: &VariantForm,
        con: ConId,
        parts: &[Datum],
        depth: usize,
    ) -> Result<Value, String> {
        let Some(constructor) = variant.of(con) else {
            return Err(format!("the constructor {} is not one of its type", con.name()));
        };
        if con == ConId::NONE {
            return Ok(Value::Null);
        }
        if con == ConId::SOME && !self.is_nullable(constructor.args[0]) {
            return self.value(&parts[0], constructor.args[0], depth + 1);
        }
        let name = bare(&constructor.name).to_owned();
        let argument = match (&constructor.fields, &*constructor.args) {
            (_, []) => return Ok(Value::String(name)),
            (Some(names), forms) => self.object(names.iter().map(|name| &**name), parts, forms, depth + 1)?,
            (None, [form]) => self.value(&parts[0], *form, depth + 1)?,
            (None, forms) => self.array(parts, forms, depth + 1)?,
        };
        Ok(Value::Object(Map::from_iter([(name, argument)])))
    }

    fn array(&self, parts: &[Datum], forms: &[FormId], depth: usize) -> Result<Value, String> {
        let parts: Result<Vec<Value>, String> =
            parts.iter().zip(forms).map(|(part, form)| self.value(part, *form, depth + 1)).collect();
        Ok(Value::Array(parts?))
    }

    fn object<'n>(
        &self,
        names: impl Iterator<Item = &'n str>,
        parts: &[Datum],
        forms: &[FormId],
        depth: usize,
    ) -> Result<Value, String> {
        let mut object = Map::new();
        for (name, (part, form)) in names.zip(parts.iter().zip(forms)) {
            object.insert(name.to_owned(), self.value(part, *form, depth + 1)?);
        }
        Ok(Value::Object(object))
    }

    /// Whether a value of this form can be `null`.
    fn is_nullable(&self, form: FormId) -> bool {
        match self.forms.form(form) {
            Form::Unit => true,
            Form::Lazy(part) => self.is_nullable(*part),
            Form::Variant(variant) => variant.constructors.iter().any(|con| con.con == ConId::NONE),
            _ => false,
        }
    }
}

/// Reading.
impl JsonType {
    /// `depth` is how deep the datum stands in the whole; each element of a list stands one deeper than the one before it.
    fn datum(&self, value: &Value, form: FormId, depth: usize) -> Result<Datum, Misfit> {
        let misfit = || Err(self.misfit(value, form));
        Ok(match (self.forms.form(form), value) {
            (Form::Unit, Value::Null) => Datum::Unit,
            (Form::Bool, Value::Bool(known)) => Datum::Bool(*known),
            (Form::Int, Value::Number(number)) => match whole(number) {
                Some(int) => Datum::Int(int),
                None => return misfit(),
            },
            (Form::Float, Value::Number(number)) => match number.as_f64() {
                Some(float) => Datum::Float(float),
                None => return misfit(),
            },
            (Form::Float, Value::String(name)) => Datum::Float(match name.as_str() {
                "nan" => f64::NAN,
                "infinity" => f64::INFINITY,
                "neg_infinity" => f64::NEG_INFINITY,
                _ => return misfit(),
            }),
            (Form::Char, value) => match text_bytes(value).as_deref() {
                Some([byte]) => Datum::Char(*byte),
                _ => return misfit(),
            },
            (Form::String, value) => match text_bytes(value) {
                Some(bytes) => Datum::Str(bytes),
                None => return misfit(),
            },
            (Form::Bytes, value) => match text_bytes(value) {
                Some(bytes) => Datum::Bytes(bytes),
                None => return misfit(),
            },
            (Form::Tuple(forms), Value::Array(values)) if forms.len() == values.len() => {
                Datum::tuple(self.data(values, forms, depth)?)
            }
            (Form::List(element), Value::Array(values)) if depth + values.len() <= DEEPEST_DATUM => {
                Datum::list(self.elements(values, *element, depth)?)
            }
            (Form::List(_), Value::Array(_)) => {
                let expected = format!("a list of at most {} elements", DEEPEST_DATUM.saturating_sub(depth));
                return Err(Misfit { expected, ..self.misfit(value, form) });
            }
            (Form::Array(element), Value::Array(values)) => {
                Datum::Array(self.elements(values, *element, depth)?)
            }
            (Form::Lazy(element), value) => Datum::Lazy(Box::new(self.datum(value, *element, depth + 1)?)),
            (Form::Record(record), Value::Object(object)) => {
                let names: Vec<&str> = record.fields.iter().map(|(name, _)| &**name).collect();
                let forms: Vec<FormId> = record.fields.iter().map(|(_, form)| *form).collect();
                Datum::Construct(record.con, record.mutability, self.fields(object, &names, &forms, depth)?)
            }
            (Form::Variant(variant), value) => return self.read_variant(variant, value, form, depth),
            _ => return misfit(),
        })
    }

    fn read_variant(
        &self,
        variant: &VariantForm,
        value: &Value,
        form: FormId,
        depth: usize,
    ) -> Result<Datum, Misfit> {
        let some = variant.constructors.iter().find(|constructor| constructor.con == ConId::SOME);
        if let Some(some) = some {
            if value.is_null() {
                return Ok(Datum::Construct(ConId::NONE, some.mutability, Vec::new()));
            }
            if !self.is_nullable(some.args[0]) {
                let part = self.datum(value, some.args[0], depth + 1)?;
                return Ok(Datum::Construct(ConId::SOME, some.mutability, vec![part]));
            }
        }
        let (name, argument) = match value {
            Value::String(name) => (name, None),
            Value::Object(object) if object.len() == 1 => match object.iter().next() {
                Some((name, argument)) => (name, Some(argument)),
                None => return Err(self.misfit(value, form)),
            },
            _ => return Err(self.misfit(value, form)),
        };
        let constructor = variant.find(name).or_else(|| variant.find(&format!("`{name}")));
        let Some(constructor) = constructor else { return Err(self.misfit(value, form)) };
        let parts = match (argument, &constructor.fields, &*constructor.args) {
            (None, _, []) => Vec::new(),
            (Some(Value::Object(object)), Some(names), forms) => {
                let names: Vec<&str> = names.iter().map(|name| &**name).collect();
                self.fields(object, &names, forms, depth)
                    .map_err(|misfit| misfit.inside(format!(".{name}")))?
            }
            (Some(value), None, [form]) => {
                vec![
                    self.datum(value, *form, depth + 1)
                        .map_err(|misfit| misfit.inside(format!(".{name}")))?,
                ]
            }
            (Some(Value::Array(values)), None, forms) if values.len() == forms.len() && !forms.is_empty() => {
                self.data(values, forms, depth).map_err(|misfit| misfit.inside(format!(".{name}")))?
            }
            _ => return Err(self.wrong_arguments(value, constructor)),
        };
        Ok(Datum::Construct(constructor.con, constructor.mutability, parts))
    }

    fn data(&self, values: &[Value], forms: &[FormId], depth: usize) -> Result<Vec<Datum>, Misfit> {
        let pairs = values.iter().zip(forms).enumerate();
        pairs
            .map(|(index, (value, form))| {
                self.datum(value, *form, depth + 1).map_err(|misfit| misfit.inside(format!("[{index}]")))
            })
            .collect()
    }

    fn elements(&self, values: &[Value], form: FormId, depth: usize) -> Result<Vec<Datum>, Misfit> {
        let values = values.iter().enumerate();
        values
            .map(|(index, value)| {
                let depth = depth + index + 1;
                self.datum(value, form, depth).map_err(|misfit| misfit.inside(format!("[{index}]")))
            })
            .collect()
    }

    fn fields(
        &self,
        object: &Map<String, Value>,
        names: &[&str],
        forms: &[FormId],
        depth: usize,
    ) -> Result<Vec<Datum>, Misfit> {
        if let Some(unknown) = object.keys().find(|key| !names.contains(&key.as_str())) {
            let expected = format!("the fields {}", names.join(", "));
            return Err(Misfit {
                expected,
                found: format!("the field {}", quoted(unknown.as_bytes())),
                places: Vec::new(),
            });
        }
        let pairs = names.iter().zip(forms);
        pairs
            .map(|(name, form)| {
                let Some(value) = object.get(*name) else {
                    let expected = format!("the field {name}");
                    return Err(Misfit { expected, found: "none".to_owned(), places: Vec::new() });
                };
                self.datum(value, *form, depth + 1).map_err(|misfit| misfit.inside(format!(".{name}")))
            })
            .collect()
    }

    fn misfit(&self, value: &Value, form: FormId) -> Misfit {
        let name = self.forms.name(form);
        let article = if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
        let expected = match self.forms.form(form) {
            Form::Closed(why) => format!("nothing, for {why}"),
            Form::Unit => "null".to_owned(),
            Form::Variant(variant) => {
                let listed: Vec<String> = variant.constructors.iter().take(12).map(example).collect();
                let more = if variant.constructors.len() > 12 { ", ..." } else { "" };
                format!("{article} {name} ({}{more})", listed.join(", "))
            }
            _ => format!("{article} {name}"),
        };
        Misfit { expected, found: excerpt(value), places: Vec::new() }
    }

    fn wrong_arguments(&self, value: &Value, constructor: &ConstructorForm) -> Misfit {
        Misfit { expected: example(constructor), found: excerpt(value), places: Vec::new() }
    }
}

impl Misfit {
    fn inside(mut self, place: String) -> Misfit {
        self.places.push(place);
        self
    }
}

/// The JSON of a constructor with dots for its arguments.
fn example(constructor: &ConstructorForm) -> String {
    let name = bare(&constructor.name);
    match (&constructor.fields, constructor.args.len()) {
        (_, 0) => format!("\"{name}\""),
        (Some(fields), _) => {
            let fields: Vec<String> = fields.iter().map(|field| format!("\"{field}\": ...")).collect();
            format!("{{\"{name}\": {{{}}}}}", fields.join(", "))
        }
        (None, 1) => format!("{{\"{name}\": ...}}"),
        (None, count) => format!("{{\"{name}\": [{}]}}", vec!["..."; count].join(", ")),
    }
}

/// The integer that a number is, however it is written and however large it is: `3`, `3.0` and `3e0` are one.
fn whole(number: &Number) -> Option<Int> {
    if let Ok(int) = number.to_string().parse::<Int>() {
        return Some(int);
    }
    let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() <= MOST_EXACT)?;
    Some((float as i64).into())
}

/// Whether two numbers are the same number.
pub(super) fn same_number(left: &Number, right: &Number) -> bool {
    match (whole(left), whole(right)) {
        (Some(left), Some(right)) => left == right,
        (None, None) => left == right || (left.as_f64().is_some() && left.as_f64() == right.as_f64()),
        _ => false,
    }
}

/// The name of a constructor without the backtick of a polymorphic variant.
fn bare(name: &str) -> &str {
    name.strip_prefix('`').unwrap_or(name)
}

/// The beginning of a value.
fn excerpt(value: &Value) -> String {
    let text = value.to_string();
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

fn text_value(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => Value::String(text.to_owned()),
        Err(_) => {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            Value::Object(Map::from_iter([("bytes".to_owned(), Value::String(hex))]))
        }
    }
}

fn text_bytes(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::String(text) => Some(text.clone().into_bytes()),
        Value::Object(object) if object.len() == 1 => {
            let hex = object.get("bytes")?.as_str()?.as_bytes();
            let digit = |byte: u8| char::from(byte).to_digit(16);
            let pairs = hex.chunks(2).map(|pair| match pair {
                [high, low] => Some((digit(*high)? * 16 + digit(*low)?) as u8),
                _ => None,
            });
            pairs.collect()
        }
        _ => None,
    }
}

/// Values as JSON, one on each line.
#[derive(Debug, Clone)]
pub struct Json {
    input: JsonType,
    output: JsonType,
    outputs: JsonType,
    is_text: bool,
}

impl Json {
    /// The codec of a model with these inputs and outputs.
    pub fn new(input: &Type, output: &Type, types: &TypeTable) -> Json {
        let output_type = JsonType::new(output, types);
        let is_text = matches!(output_type.forms.form(output_type.root), Form::String | Form::Bytes);
        Json {
            input: JsonType::new(input, types),
            output: output_type,
            outputs: JsonType::new(&Type::List(output.clone().into()), types),
            is_text,
        }
    }

    /// The word `refused`, also in quotes, so that a system need not write anything but JSON; not if outputs are strings.
    fn is_refusal(&self, message: &[u8]) -> bool {
        let message = message.trim_ascii();
        message == REFUSED.as_bytes() || (!self.is_text && message == format!("\"{REFUSED}\"").as_bytes())
    }
}

impl Codec for Json {
    fn encode(&self, input: &Datum) -> Result<Vec<u8>, String> {
        self.input.write(input).map(String::into_bytes)
    }

    fn decode(&self, message: &[u8]) -> Result<Option<Datum>, String> {
        if self.is_refusal(message) { Ok(None) } else { self.output.read(message).map(Some) }
    }

    fn decode_all(&self, message: &[u8]) -> Result<Option<Vec<Datum>>, String> {
        if self.is_refusal(message) {
            return Ok(None);
        }
        self.outputs.read(message).map(|list| Some(super::elements(list)))
    }
}

//! Reads closed values in OCaml's notation, by type: whatever `show` prints for first-order data reads back.
//! In: a text, or the bytes that a system sent. Out: the datum, or a sentence that says what was expected and where.
//! A reader is prepared once for a type and reads many values; nesting is bounded, and no bytes make it panic.

use lydian_core::{ConId, Datum, Mutability, Type, TypeTable};

use std::sync::Arc;

use super::syntax::{Fault, Kind, Node, NodeId, Parser, What};
use super::template::{ValueTemplate, hole};
use crate::forms::{ConstructorForm, Form, FormId, Forms, RecordForm, VariantForm};

/// How deep a datum may nest; each element of a list is one deeper than the one before it.
const DEEPEST: usize = 10_000;

/// How many constructors a message lists.
const MOST_LISTED: usize = 12;

/// How many characters of a text a message quotes.
const MOST_QUOTED: usize = 40;

/// Reads values of one type.
///
/// ```
/// use lydian_core::{Datum, Type, TypeTable};
/// let numbers = lydian_ocaml::ValueReader::new(&Type::List(Type::Int.into()), &TypeTable::default());
/// assert_eq!(numbers.read("[1; -2]"), Ok(Datum::list([Datum::Int(1.into()), Datum::Int((-2).into())])));
/// let message = numbers.read("[1; two]").unwrap_err();
/// assert_eq!(message, "expected an int, found \"two\" at column 5");
/// ```
#[derive(Debug, Clone)]
pub struct ValueReader {
    forms: Arc<Forms>,
    root: FormId,
}

/// Reads one value of a type. Whoever reads many prepares a [`ValueReader`].
pub fn read_value(text: &str, ty: &Type, types: &TypeTable) -> Result<Datum, String> {
    ValueReader::new(ty, types).read(text)
}

/// Reads values of one type that are separated by semicolons: `In 1; Out`.
pub fn read_values(text: &str, ty: &Type, types: &TypeTable) -> Result<Vec<Datum>, String> {
    ValueReader::new(ty, types).read_sequence(text)
}

impl ValueReader {
    /// A reader for values of a type over these declarations.
    pub fn new(ty: &Type, types: &TypeTable) -> ValueReader {
        let mut forms = Forms::default();
        let root = forms.intern(ty, types);
        ValueReader { forms: Arc::new(forms), root }
    }

    /// A reader for a type that these forms have.
    pub fn of_form(forms: &Arc<Forms>, root: FormId) -> ValueReader {
        ValueReader { forms: forms.clone(), root }
    }

    /// The forms of the type and of all that it is made of.
    pub fn forms(&self) -> &Arc<Forms> {
        &self.forms
    }

    /// The form of the type.
    pub fn root(&self) -> FormId {
        self.root
    }

    /// The value that a text denotes.
    pub fn read(&self, text: &str) -> Result<Datum, String> {
        self.read_bytes(text.as_bytes())
    }

    /// The value that bytes denote, which need not be UTF-8: a string holds any bytes.
    pub fn read_bytes(&self, text: &[u8]) -> Result<Datum, String> {
        let mut parser = Parser::new(text);
        self.next_value(&mut parser)
            .and_then(|datum| self.need_end(&mut parser, "the end of the value").map(|()| datum))
            .map_err(|fault| tell(text, fault))
    }

    /// The values of a text in which semicolons stand between them; a text of blanks has none.
    pub fn read_sequence(&self, text: &str) -> Result<Vec<Datum>, String> {
        let bytes = text.as_bytes();
        let mut parser = Parser::new(bytes);
        self.sequence(&mut parser).map_err(|fault| tell(bytes, fault))
    }

    /// A value in which `{0}`, `{1}`, ... stand for values to come: `Balance {0}`.
    pub fn read_template(&self, text: &str) -> Result<ValueTemplate, String> {
        let bytes = text.as_bytes();
        let mut parser = Parser::of_template(bytes);
        let datum = self
            .next_value(&mut parser)
            .and_then(|datum| self.need_end(&mut parser, "the end of the value").map(|()| datum))
            .map_err(|fault| tell(bytes, fault))?;
        let mut holes = Vec::new();
        self.find_holes(&datum, self.root, &mut holes);
        Ok(ValueTemplate::new(datum, holes))
    }

    /// The holes of a template with their forms, in order of occurrence.
    fn find_holes(&self, datum: &Datum, form: FormId, holes: &mut Vec<(usize, FormId)>) {
        if let Some(number) = hole(datum) {
            return holes.push((number, form));
        }
        match (self.forms.form(form), datum) {
            (Form::Tuple(forms), Datum::Construct(_, _, parts)) => {
                parts.iter().zip(forms).for_each(|(part, form)| self.find_holes(part, *form, holes));
            }
            (Form::Record(record), Datum::Construct(_, _, parts)) => {
                parts
                    .iter()
                    .zip(&record.fields)
                    .for_each(|(part, (_, form))| self.find_holes(part, *form, holes));
            }
            (Form::Variant(variant), Datum::Construct(con, _, parts)) => {
                let forms = variant.of(*con).map_or(&[][..], |constructor| &constructor.args);
                parts.iter().zip(forms).for_each(|(part, form)| self.find_holes(part, *form, holes));
            }
            (Form::List(element), Datum::Construct(_, _, parts)) => {
                if let [head, tail] = &**parts {
                    self.find_holes(head, *element, holes);
                    self.find_holes(tail, form, holes);
                }
            }
            (Form::Array(element), Datum::Array(parts)) => {
                parts.iter().for_each(|part| self.find_holes(part, *element, holes));
            }
            (Form::Lazy(element), Datum::Lazy(part)) => self.find_holes(part, *element, holes),
            _ => {}
        }
    }

    fn sequence(&self, parser: &mut Parser<'_>) -> Result<Vec<Datum>, Fault> {
        let mut values = Vec::new();
        while !parser.is_at_end() {
            values.push(self.next_value(parser)?);
            if !parser.accept(b";") {
                self.need_end(parser, "`;`")?;
            }
        }
        Ok(values)
    }

    fn need_end(&self, parser: &mut Parser<'_>, instead: &str) -> Result<(), Fault> {
        if parser.is_at_end() { Ok(()) } else { Err(Fault::expected(parser.place(), instead)) }
    }

    fn next_value(&self, parser: &mut Parser<'_>) -> Result<Datum, Fault> {
        let start = parser.place();
        parser.nodes.clear();
        let node = parser.expression().map_err(|fault| match fault.what {
            // At the beginning we know better what should stand there.
            What::Expected(_) if fault.at == start => self.unexpected(start, self.root),
            _ => fault,
        })?;
        Conversion { forms: &self.forms, nodes: &parser.nodes }.datum(node, self.root, 0)
    }

    fn unexpected(&self, at: usize, form: FormId) -> Fault {
        Conversion { forms: &self.forms, nodes: &[] }.unexpected(at, form)
    }
}

/// From syntax to data.
struct Conversion<'r, 't> {
    forms: &'r Forms,
    nodes: &'r [Node<'t>],
}

impl<'r, 't> Conversion<'r, 't> {
    fn datum(&self, id: NodeId, form_id: FormId, depth: usize) -> Result<Datum, Fault> {
        let node = &self.nodes[id];
        let at = node.span.start;
        if depth > DEEPEST {
            return Err(too_deep(at));
        }
        match (self.forms.form(form_id), &node.kind) {
            (_, Kind::Hole(number)) => match ValueTemplate::hole(*number) {
                Some(hole) => Ok(hole),
                None => Err(Fault::wrong(at, "there are too many placeholders")),
            },
            (Form::Int | Form::Float, Kind::Int(None)) => {
                Err(Fault::wrong(at, "this integer is beyond OCaml's 63 bits"))
            }
            (Form::Int, Kind::Int(Some(value))) => Ok(Datum::Int((*value).into())),
            (Form::Int, Kind::Name(name)) => {
                let value = named_int(name).ok_or_else(|| self.unexpected(at, form_id))?;
                Ok(Datum::Int(value.into()))
            }
            (Form::Float, Kind::Float(value)) => Ok(Datum::Float(*value)),
            // OCaml would want a point, but a system that prints 3 for 3. means nothing else.
            (Form::Float, Kind::Int(Some(value))) => Ok(Datum::Float(*value as f64)),
            (Form::Float, Kind::Name(name)) => {
                named_float(name).map(Datum::Float).ok_or_else(|| self.unexpected(at, form_id))
            }
            (Form::Bool, Kind::Name(b"true")) => Ok(Datum::Bool(true)),
            (Form::Bool, Kind::Name(b"false")) => Ok(Datum::Bool(false)),
            (Form::Char, Kind::Char(byte)) => Ok(Datum::Char(*byte)),
            (Form::String, Kind::Str(bytes)) => Ok(Datum::Str(bytes.clone())),
            (Form::Bytes, Kind::Str(bytes)) => Ok(Datum::Bytes(bytes.clone())),
            (Form::Bytes, Kind::Apply(b"Bytes.of_string", argument)) => match &self.nodes[*argument].kind {
                Kind::Str(bytes) => Ok(Datum::Bytes(bytes.clone())),
                _ => Err(Fault::expected(self.nodes[*argument].span.start, "a string")),
            },
            (Form::Unit, Kind::Unit) => Ok(Datum::Unit),
            (Form::Tuple(forms), Kind::Tuple(parts)) if forms.len() == parts.len() => {
                Ok(Datum::tuple(self.data(parts, forms, depth)?))
            }
            (Form::List(element), Kind::List(elements)) => {
                Ok(Datum::list(self.elements(elements, *element, depth)?))
            }
            (Form::List(element), Kind::Cons(elements, rest)) => {
                let elements = self.elements(elements, *element, depth)?;
                let rest = self.datum(*rest, form_id, depth + elements.len())?;
                Ok(elements.into_iter().rev().fold(rest, |rest, element| {
                    Datum::Construct(ConId::CONS, Mutability::Immutable, vec![element, rest])
                }))
            }
            (Form::Variant(variant), Kind::List(elements)) => {
                self.own_list(at, form_id, variant, elements, None, depth)
            }
            (Form::Variant(variant), Kind::Cons(elements, rest)) => {
                self.own_list(at, form_id, variant, elements, Some(*rest), depth)
            }
            (Form::Array(element), Kind::Array(elements)) => {
                let parts: Result<Vec<Datum>, Fault> =
                    elements.iter().map(|part| self.datum(*part, *element, depth + 1)).collect();
                Ok(Datum::Array(parts?))
            }
            (Form::Lazy(part), Kind::Apply(b"lazy", argument)) => {
                Ok(Datum::Lazy(Box::new(self.datum(*argument, *part, depth + 1)?)))
            }
            (Form::Record(record), Kind::Apply(b"ref", argument)) if record.con == ConId::REF => {
                let part = self.datum(*argument, record.fields[0].1, depth + 1)?;
                Ok(Datum::Construct(record.con, record.mutability, vec![part]))
            }
            (Form::Record(record), Kind::Record(given)) => self.record(at, record, given, depth),
            (Form::Variant(variant), Kind::Construct(modules, name, argument)) => {
                match self.constructor(variant, modules, name) {
                    Some(constructor) => self.construct(node, constructor, *argument, depth),
                    None => Err(self.unexpected(at, form_id)),
                }
            }
            (Form::Closed(why), _) => Err(Fault::wrong(at, format!("this value cannot be read: {why}"))),
            _ => Err(self.unexpected(at, form_id)),
        }
    }

    fn data(&self, parts: &[NodeId], forms: &[FormId], depth: usize) -> Result<Vec<Datum>, Fault> {
        parts.iter().zip(forms).map(|(part, form)| self.datum(*part, *form, depth + 1)).collect()
    }

    /// The elements of a list, each one deeper than the one before it.
    fn elements(&self, elements: &[NodeId], form: FormId, depth: usize) -> Result<Vec<Datum>, Fault> {
        if let Some(beyond) = elements.get(DEEPEST.saturating_sub(depth)) {
            return Err(too_deep(self.nodes[*beyond].span.start));
        }
        let elements = elements.iter().enumerate();
        elements.map(|(index, part)| self.datum(*part, form, depth + index + 1)).collect()
    }

    /// A list of a type that declares `::`, and `[]` where no rest is given, itself.
    fn own_list(
        &self,
        at: usize,
        form_id: FormId,
        variant: &VariantForm,
        elements: &[NodeId],
        rest: Option<NodeId>,
        depth: usize,
    ) -> Result<Datum, Fault> {
        let unexpected = || self.unexpected(at, form_id);
        let end = match rest {
            Some(rest) => self.datum(rest, form_id, depth + elements.len())?,
            None => {
                let nil = variant.find("[]").filter(|nil| nil.args.is_empty()).ok_or_else(unexpected)?;
                Datum::Construct(nil.con, nil.mutability, vec![])
            }
        };
        if elements.is_empty() {
            return Ok(end);
        }
        let cons = variant.find("::").ok_or_else(unexpected)?;
        // What follows an element must be of the same type for the notation to make sense.
        let [element, tail] = &*cons.args else { return Err(unexpected()) };
        if *tail != form_id {
            return Err(unexpected());
        }
        let elements = self.elements(elements, *element, depth)?;
        Ok(elements
            .into_iter()
            .rev()
            .fold(end, |rest, element| Datum::Construct(cons.con, cons.mutability, vec![element, rest])))
    }

    /// The constructor of a name, if the modules before it may be those of its type: one path ends with the other.
    fn constructor(
        &self,
        variant: &'r VariantForm,
        modules: &[u8],
        name: &[u8],
    ) -> Option<&'r ConstructorForm> {
        let constructor = variant.find(std::str::from_utf8(name).ok()?)?;
        let declared = constructor.module.as_bytes();
        let fits = (declared.iter().rev().zip(modules.iter().rev()).all(|(left, right)| left == right))
            && match declared.len().cmp(&modules.len()) {
                std::cmp::Ordering::Equal => true,
                std::cmp::Ordering::Less => {
                    declared.is_empty() || modules[modules.len() - declared.len() - 1] == b'.'
                }
                std::cmp::Ordering::Greater => {
                    modules.is_empty() || declared[declared.len() - modules.len() - 1] == b'.'
                }
            };
        fits.then_some(constructor)
    }

    fn construct(
        &self,
        node: &Node<'t>,
        constructor: &ConstructorForm,
        argument: Option<NodeId>,
        depth: usize,
    ) -> Result<Datum, Fault> {
        let wrong = |at: usize| {
            let wanted = if constructor.args.is_empty() { "no argument" } else { "other arguments" };
            let declaration = self.forms.declaration(constructor);
            Fault::wrong(at, format!("{} takes {wanted}", constructor.name))
                .more(format!("it is {declaration}"))
        };
        let arguments = match (argument, &*constructor.args) {
            (None, []) => vec![],
            (None, _) => {
                let declaration = self.forms.declaration(constructor);
                let fault = Fault::wrong(node.span.start, format!("{} lacks its argument", constructor.name));
                return Err(fault.more(format!("it is {declaration}")));
            }
            (Some(argument), forms) => match (&self.nodes[argument].kind, &constructor.fields, forms) {
                (_, _, []) => return Err(wrong(self.nodes[argument].span.start)),
                (Kind::Record(given), Some(names), forms) => {
                    let at = self.nodes[argument].span.start;
                    self.fields(
                        at,
                        names.iter().map(|name| &**name).zip(forms.iter().copied()),
                        given,
                        depth,
                    )?
                }
                (_, None, [form]) => vec![self.datum(argument, *form, depth + 1)?],
                (Kind::Tuple(parts), None, forms) if parts.len() == forms.len() => {
                    self.data(parts, forms, depth)?
                }
                _ => return Err(wrong(self.nodes[argument].span.start)),
            },
        };
        Ok(Datum::Construct(constructor.con, constructor.mutability, arguments))
    }

    fn record(
        &self,
        at: usize,
        record: &RecordForm,
        given: &[(&[u8], NodeId)],
        depth: usize,
    ) -> Result<Datum, Fault> {
        let fields = record.fields.iter().map(|(name, form)| (&**name, *form));
        let parts = self.fields(at, fields, given, depth)?;
        Ok(Datum::Construct(record.con, record.mutability, parts))
    }

    /// The values of fields in the order of declaration, from fields in any order.
    fn fields<'n>(
        &self,
        at: usize,
        declared: impl Iterator<Item = (&'n str, FormId)>,
        given: &[(&[u8], NodeId)],
        depth: usize,
    ) -> Result<Vec<Datum>, Fault> {
        let declared: Vec<(&str, FormId)> = declared.collect();
        for (index, (name, node)) in given.iter().enumerate() {
            let shown = String::from_utf8_lossy(name);
            let at = self.nodes[*node].span.start;
            if !declared.iter().any(|(known, _)| known.as_bytes() == *name) {
                let names: Vec<&str> = declared.iter().map(|(name, _)| *name).collect();
                let fault = Fault::wrong(at, format!("there is no field {shown}"));
                return Err(fault.more(format!("the fields are {}", names.join(", "))));
            }
            if given[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(Fault::wrong(at, format!("the field {shown} is given twice")));
            }
        }
        let mut parts = Vec::with_capacity(declared.len());
        for (name, form) in declared {
            let Some((_, node)) = given.iter().find(|(given, _)| *given == name.as_bytes()) else {
                return Err(Fault::wrong(at, format!("the field {name} is missing")));
            };
            parts.push(self.datum(*node, form, depth + 1)?);
        }
        Ok(parts)
    }

    /// What should have stood at a place, with the constructors of a variant.
    fn unexpected(&self, at: usize, form: FormId) -> Fault {
        let name = self.forms.name(form);
        let mut more = String::new();
        if let Form::Variant(variant) = self.forms.form(form) {
            let constructors = &variant.constructors;
            let listed: Vec<String> = constructors
                .iter()
                .take(MOST_LISTED)
                .map(|constructor| self.forms.declaration(constructor))
                .collect();
            let others = match constructors.len().saturating_sub(MOST_LISTED) {
                0 => String::new(),
                others => format!(" and {others} more"),
            };
            more = format!("{} {}{others}", several(name), listed.join(", "));
        }
        Fault::expected(at, with_article(name)).more(more)
    }
}

fn too_deep(at: usize) -> Fault {
    Fault::wrong(
        at,
        format!("the value is nested more than {DEEPEST} deep, where a list counts each element"),
    )
}

fn named_int(name: &[u8]) -> Option<i64> {
    match unqualified(name, b"Int.") {
        b"min_int" => Some(i64::MIN >> 1),
        b"max_int" => Some(i64::MAX >> 1),
        _ => None,
    }
}

fn named_float(name: &[u8]) -> Option<f64> {
    match unqualified(name, b"Float.") {
        b"nan" => Some(f64::NAN),
        b"infinity" => Some(f64::INFINITY),
        b"neg_infinity" => Some(f64::NEG_INFINITY),
        b"max_float" => Some(f64::MAX),
        b"min_float" => Some(f64::MIN_POSITIVE),
        b"epsilon_float" | b"epsilon" => Some(f64::EPSILON),
        _ => None,
    }
}

/// A name of the library without its module.
fn unqualified<'n>(name: &'n [u8], module: &[u8]) -> &'n [u8] {
    let name = name.strip_prefix(b"Stdlib.").unwrap_or(name);
    name.strip_prefix(module).unwrap_or(name)
}

/// A type's name as a noun: `an output`.
fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    match name {
        "unit" => "()".to_owned(),
        "bool" => "true or false".to_owned(),
        _ if name.starts_with(|first: char| first.is_alphabetic()) => format!("{article} {name}"),
        _ => format!("a value of type {name}"),
    }
}

/// What opens the list of a variant's constructors.
fn several(name: &str) -> String {
    let is_word = name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    match name {
        "exn" => "exceptions are".to_owned(),
        _ if is_word && name.ends_with(['s', 'x']) => format!("{name}es are"),
        _ if is_word => format!("{name}s are"),
        _ => "its values are".to_owned(),
    }
}

/// A fault as a sentence.
fn tell(text: &[u8], fault: Fault) -> String {
    let place = place(text, fault.at);
    let more = if fault.more.is_empty() { String::new() } else { format!("; {}", fault.more) };
    match fault.what {
        What::Wrong(message) => format!("{message} at {place}{more}"),
        What::Expected(expected) => {
            format!("expected {expected}, found {} at {place}{more}", quote(&text[fault.at..]))
        }
    }
}

/// The word that stands at the beginning of a text, in quotes.
fn quote(rest: &[u8]) -> String {
    if rest.is_empty() {
        return "the end".to_owned();
    }
    let rest = String::from_utf8_lossy(&rest[..rest.len().min(4 * MOST_QUOTED)]);
    let stop = |symbol: char| symbol.is_whitespace() || ";,)]}|".contains(symbol);
    let mut word: String = rest.chars().take_while(|symbol| !stop(*symbol)).take(MOST_QUOTED).collect();
    if word.is_empty() {
        word = rest.chars().take(1).collect();
    } else if word.chars().count() == MOST_QUOTED {
        word.push_str("...");
    }
    lydian_words::quoted(word.as_bytes(), usize::MAX)
}

fn place(text: &[u8], at: usize) -> String {
    let before = &text[..at];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    match before.iter().filter(|byte| **byte == b'\n').count() {
        0 => format!("column {column}"),
        lines => format!("line {}, column {column}", lines + 1),
    }
}

#[cfg(test)]
mod tests;

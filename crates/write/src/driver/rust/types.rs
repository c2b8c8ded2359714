//! The types of a driver in Rust: enumerations and structures, boxes where types are recursive.
//! In: the types that inputs, outputs and states are made of. Out: their declarations, how outputs are printed, and values as
//! expressions.

use std::collections::{HashMap, HashSet};

use lydian_core::{ConId, Datum};
use lydian_ocaml::{Form, FormId, VariantForm};

use super::WORDS;
use crate::driver::Plan;
use crate::driver::text::list;
use crate::names::{distinct, identifier};
use crate::quote;

/// Types that the driver defines or uses itself.
const TYPES: &[&str] = &[
    "Answer Box Case Notation Option Step String System Vec Verdict Self None Some Ok Err AssertUnwindSafe",
];

/// The types of a driver.
pub(super) struct Types<'p> {
    plan: &'p Plan<'p>,
    names: HashMap<FormId, String>,
    order: Vec<FormId>,
    ranks: HashMap<FormId, usize>,
}

impl<'p> Types<'p> {
    /// The types that the functions of the user need.
    pub fn new(plan: &'p Plan<'p>) -> Types<'p> {
        let order = plan.needed();
        let is_own = |form: &FormId| match plan.forms.form(*form) {
            Form::Record(_) => true,
            Form::Variant(variant) => !is_option(variant),
            _ => false,
        };
        let own: Vec<FormId> = order.iter().copied().filter(is_own).collect();
        let names = plan.type_names(&own, TYPES, &named(plan), spell);
        let ranks = order.iter().enumerate().map(|(rank, form)| (*form, rank)).collect();
        Types { plan, names, order, ranks }
    }

    /// A type as it is written.
    pub fn spelled(&self, form: FormId) -> String {
        match self.plan.forms.form(form) {
            Form::Int => "i64".to_owned(),
            Form::Bool => "bool".to_owned(),
            Form::Char => "u8".to_owned(),
            Form::Float => "f64".to_owned(),
            Form::String | Form::Bytes => "String".to_owned(),
            Form::Unit => "()".to_owned(),
            Form::Lazy(inner) => self.spelled(*inner),
            Form::List(element) | Form::Array(element) => format!("Vec<{}>", self.spelled(*element)),
            Form::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.part(form, *part)).collect();
                format!("({})", parts.join(", "))
            }
            Form::Variant(variant) if is_option(variant) => {
                let some =
                    variant.of(ConId::SOME).map_or(String::new(), |some| self.part(form, some.args[0]));
                format!("Option<{some}>")
            }
            _ => self.names.get(&form).cloned().unwrap_or_default(),
        }
    }

    /// Whether a part must be boxed, because the whole is part of the part.
    fn is_boxed(&self, parent: FormId, child: FormId) -> bool {
        let mut child = child;
        while let Form::Lazy(inner) = self.plan.forms.form(child) {
            child = *inner;
        }
        // A vector is a box already.
        !matches!(self.plan.forms.form(child), Form::List(_) | Form::Array(_))
            && self.ranks.get(&child) >= self.ranks.get(&parent)
    }

    /// The type of a part.
    fn part(&self, parent: FormId, child: FormId) -> String {
        let spelled = self.spelled(child);
        if self.is_boxed(parent, child) { format!("Box<{spelled}>") } else { spelled }
    }

    fn constructors(&self, variant: &VariantForm) -> Vec<String> {
        distinct(&["Self"], variant.constructors.iter().map(|con| &*con.name))
    }

    /// Declares all types, and other names for outputs and states that are called differently.
    pub fn declare(&self, out: &mut String) {
        for form in &self.order {
            let Some(name) = self.names.get(form) else { continue };
            out.push_str(&format!(
                "/// `{}`\n#[derive(Clone, Debug, PartialEq)]\n",
                self.plan.forms.name(*form)
            ));
            match self.plan.forms.form(*form) {
                Form::Record(record) => {
                    out.push_str(&format!("pub struct {name} {{\n"));
                    let names = distinct(WORDS, record.fields.iter().map(|(name, _)| &**name));
                    for ((_, part), name) in record.fields.iter().zip(names) {
                        out.push_str(&format!("    pub {name}: {},\n", self.part(*form, *part)));
                    }
                }
                Form::Variant(variant) => {
                    out.push_str(&format!("pub enum {name} {{\n"));
                    for (constructor, con) in variant.constructors.iter().zip(self.constructors(variant)) {
                        let parts = constructor.args.iter().map(|part| self.part(*form, *part));
                        let arguments = match &constructor.fields {
                            _ if constructor.args.is_empty() => String::new(),
                            Some(fields) => {
                                let names = distinct(WORDS, fields.iter().map(|field| &**field));
                                let fields: Vec<String> = names
                                    .iter()
                                    .zip(parts)
                                    .map(|(name, ty)| format!("{name}: {ty}"))
                                    .collect();
                                format!(" {{ {} }}", fields.join(", "))
                            }
                            None => format!("({})", parts.collect::<Vec<_>>().join(", ")),
                        };
                        out.push_str(&format!("    {con}{arguments},\n"));
                    }
                }
                _ => {}
            }
            out.push_str("}\n\n");
        }
        for (form, name) in named(self.plan) {
            if self.names.get(&form).is_none_or(|own| own != name) {
                let spelled = self.spelled(form);
                let shown = self.plan.forms.name(form);
                out.push_str(&format!("/// `{shown}`\npub type {name} = {spelled};\n\n"));
            }
        }
    }

    /// How outputs are printed.
    pub fn printers(&self, out: &mut String) {
        // Types that differ in OCaml can be the same here.
        let mut printed = HashSet::new();
        for form in self.plan.reachable(&[self.plan.output]) {
            let body = match self.plan.forms.form(form) {
                Form::Tuple(parts) => {
                    let parts: Vec<String> = (0..parts.len()).map(|index| format!("&self.{index}")).collect();
                    format!("        put_sequence(out, [\"(\", \", \", \")\"], &[{}]);\n", parts.join(", "))
                }
                Form::Record(record) => {
                    let names = distinct(WORDS, record.fields.iter().map(|(name, _)| &**name));
                    let pairs = record.fields.iter().zip(&names);
                    let parts: Vec<String> = pairs
                        .map(|((shown, _), name)| format!("({}, &self.{name})", literal(shown)))
                        .collect();
                    format!("        put_fields(out, &[{}]);\n", parts.join(", "))
                }
                Form::Variant(variant) if !is_option(variant) => self.variant_printer(form, variant),
                _ => continue,
            };
            if !printed.insert(self.spelled(form)) {
                continue;
            }
            let uses = body.contains("is_argument");
            let parameter = if uses { "is_argument" } else { "_" };
            out.push_str(&format!("\nimpl Notation for {} {{\n", self.spelled(form)));
            out.push_str(&format!(
                "    fn put(&self, out: &mut String, {parameter}: bool) {{\n{body}    }}\n}}\n"
            ));
        }
    }

    fn variant_printer(&self, form: FormId, variant: &VariantForm) -> String {
        let name = self.spelled(form);
        let mut body = String::from("        match self {\n");
        for (constructor, con) in variant.constructors.iter().zip(self.constructors(variant)) {
            let shown = literal(&constructor.name);
            let count = constructor.args.len();
            let (inner, plain) =
                (literal(&format!("({} ", constructor.name)), literal(&format!("{} ", constructor.name)));
            let open = format!("out.push_str(if is_argument {{ {inner} }} else {{ {plain} }});");
            let close = "out.push_str(if is_argument { \")\" } else { \"\" });";
            let places: Vec<String> = (0..count).map(|index| format!("a{index}")).collect();
            let (pattern, print) = match (&constructor.fields, &*places) {
                (_, []) => {
                    body.push_str(&format!("            {name}::{con} => out.push_str({shown}),\n"));
                    continue;
                }
                (Some(fields), _) => {
                    let names = distinct(WORDS, fields.iter().map(|field| &**field));
                    let bound: Vec<String> =
                        names.iter().zip(&places).map(|(name, place)| format!("{name}: {place}")).collect();
                    let parts: Vec<String> = fields
                        .iter()
                        .zip(&places)
                        .map(|(shown, place)| format!("({}, {place})", literal(shown)))
                        .collect();
                    (
                        format!(" {{ {} }}", bound.join(", ")),
                        format!("put_fields(out, &[{}]);", parts.join(", ")),
                    )
                }
                (None, [only]) => (format!("({only})"), format!("{only}.put(out, true);")),
                (None, places) => {
                    let print =
                        format!("put_sequence(out, [\"(\", \", \", \")\"], &[{}]);", places.join(", "));
                    (format!("({})", places.join(", ")), print)
                }
            };
            let indent = "                ";
            body.push_str(&format!("            {name}::{con}{pattern} => {{\n"));
            body.push_str(&format!("{indent}{open}\n{indent}{print}\n{indent}{close}\n            }}\n"));
        }
        body.push_str("        }\n");
        body
    }

    /// A value as an expression.
    pub fn value(&self, form: FormId, datum: &Datum) -> Result<String, String> {
        let misfit = || format!("a value of the suite is not of its type {}", self.plan.forms.name(form));
        let part = |child: FormId, datum: &Datum| -> Result<String, String> {
            let text = self.value(child, datum)?;
            Ok(if self.is_boxed(form, child) { format!("Box::new({text})") } else { text })
        };
        let all = |forms: &mut dyn Iterator<Item = FormId>, data: &[Datum]| -> Result<Vec<String>, String> {
            forms.zip(data).map(|(form, datum)| part(form, datum)).collect()
        };
        Ok(match (self.plan.forms.form(form), datum) {
            (Form::Int, Datum::Int(int)) => int.to_string(),
            (Form::Bool, Datum::Bool(known)) => known.to_string(),
            (Form::Char, Datum::Char(byte)) => format!("{byte}u8"),
            (Form::Float, Datum::Float(float)) => float_value(*float),
            (Form::Unit, Datum::Unit) => "()".to_owned(),
            (Form::String, Datum::Str(bytes)) | (Form::Bytes, Datum::Bytes(bytes)) => {
                format!("String::from({})", literal(utf8(bytes)?))
            }
            (Form::Lazy(inner), Datum::Lazy(datum)) => self.value(*inner, datum)?,
            (Form::Tuple(parts), Datum::Construct(_, _, data)) => {
                format!("({})", all(&mut parts.iter().copied(), data)?.join(", "))
            }
            (Form::Record(record), Datum::Construct(_, _, data)) => {
                let names = distinct(WORDS, record.fields.iter().map(|(name, _)| &**name));
                let data = all(&mut record.fields.iter().map(|(_, form)| *form), data)?;
                format!("{} {{ {} }}", self.spelled(form), pairs(&names, &data))
            }
            (Form::List(element), Datum::Construct(..)) => {
                let parts: Result<Vec<String>, String> =
                    list(datum).into_iter().map(|datum| self.value(*element, datum)).collect();
                format!("vec![{}]", parts?.join(", "))
            }
            (Form::Array(element), Datum::Array(data)) => {
                let parts: Result<Vec<String>, String> =
                    data.iter().map(|datum| self.value(*element, datum)).collect();
                format!("vec![{}]", parts?.join(", "))
            }
            (Form::Variant(variant), Datum::Construct(con, _, data)) => {
                let position =
                    variant.constructors.iter().position(|known| known.con == *con).ok_or_else(misfit)?;
                let constructor = &variant.constructors[position];
                let data = all(&mut constructor.args.iter().copied(), data)?;
                let name = match *con {
                    ConId::NONE | ConId::SOME => con.name().to_owned(),
                    _ => format!("{}::{}", self.spelled(form), self.constructors(variant)[position]),
                };
                match &constructor.fields {
                    _ if data.is_empty() => name,
                    Some(fields) => {
                        let names = distinct(WORDS, fields.iter().map(|field| &**field));
                        format!("{name} {{ {} }}", pairs(&names, &data))
                    }
                    None => format!("{name}({})", data.join(", ")),
                }
            }
            _ => return Err(misfit()),
        })
    }
}

/// The types that `System` names.
fn named<'n>(plan: &Plan<'_>) -> Vec<(FormId, &'n str)> {
    plan.named("Output", "State")
}

fn pairs(names: &[String], data: &[String]) -> String {
    names.iter().zip(data).map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
}

fn is_option(variant: &VariantForm) -> bool {
    variant.of(ConId::SOME).is_some()
}

fn float_value(float: f64) -> String {
    match float {
        _ if float.is_nan() => "f64::NAN".to_owned(),
        f64::INFINITY => "f64::INFINITY".to_owned(),
        f64::NEG_INFINITY => "f64::NEG_INFINITY".to_owned(),
        _ => format!("{float:e}f64"),
    }
}

/// A string of the model as one of Rust.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes)
        .map_err(|_| "the suite holds a string that is not UTF-8, and so no string of Rust".to_owned())
}

/// A string literal.
pub(super) fn literal(text: &str) -> String {
    quote::quoted(text.chars(), |symbol| format!("\\u{{{:x}}}", u32::from(symbol)))
}

/// A type of OCaml as one of Rust: each part begins with a capital.
fn spell(name: &str) -> String {
    let words = identifier(name);
    let capital = |word: &str| {
        let mut symbols = word.chars();
        symbols
            .next()
            .map_or(String::new(), |first| format!("{}{}", first.to_ascii_uppercase(), symbols.as_str()))
    };
    words.split('_').map(capital).collect()
}

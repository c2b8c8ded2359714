//! The program around a monitor in Rust: it reads a trace and writes the events of outputs.

use std::fmt::Write;
use std::sync::Arc;

use lydian_tessla::Type;
use lydian_tessla::spec::Spec;
use lydian_tessla::types::is_tuple;

use super::super::names::literal;
use super::Rust;
use crate::compile::types::Ty;

impl Rust<'_> {
    pub(super) fn program(&self, spec: &Spec) -> String {
        let mut out = format!("const DECIMALS: usize = {};\n\n", self.machine.decimals);
        out.push_str(include_str!("serve.rs.txt"));
        let (mut known, mut functions) = (Vec::new(), String::new());
        let (mut given, mut read, mut feed) = (String::new(), String::new(), String::new());
        for (place, (function, (name, stream))) in self.inputs.iter().zip(&self.machine.inputs).enumerate() {
            let ty = &spec.streams[*stream].ty;
            let rust = Ty::of(ty).map_or_else(|| "()".to_owned(), |ty| self.ty(&ty));
            let reader = self.reader(ty, &mut known, &mut functions);
            let missing = if *ty == Type::unit() { "Some(())" } else { "None" };
            let _ = writeln!(given, "    V{place}({rust}),");
            let _ = writeln!(
                read,
                "        {} => {{\n            let value = if has_value {{ scanner.value({reader}) }} else {{ {missing} }};\n            value.filter(|_| is_empty(scanner.rest())).map(|value| Some(Given::V{place}(value))).ok_or({})\n        }}",
                literal(name),
                literal(&ty.to_string())
            );
            let _ = writeln!(feed, "        Given::V{place}(value) => monitor.{function}(value),");
        }
        let _ = write!(
            out,
            "
{functions}
/// The value of an event.
enum Given {{
{given}}}

/// Reads the value of an event: nothing if there is no such input. The error is the type that it should have.
fn read(name: &str, has_value: bool, scanner: &mut Scanner) -> Result<Option<Given>, &'static str> {{
    match name {{
{read}        _ => Ok(None),
    }}
}}

/// Hands an event to the monitor.
fn feed(given: Given, monitor: &mut Monitor) -> Result<(), Stop> {{
    match given {{
{feed}    }}
}}

impl Outputs for Printed<'_> {{
"
        );
        for (function, (name, stream, raw)) in self.outputs.iter().zip(&self.machine.outputs) {
            let ty = &spec.streams[*stream].ty;
            let rust = Ty::of(ty).map_or_else(|| "()".to_owned(), |ty| self.ty(&ty));
            let _ = writeln!(
                out,
                "    fn {function}(&mut self, time: i64, value: {rust}) {{\n        let out = &mut self.line;\n        out.clear();"
            );
            if !raw {
                let _ = writeln!(
                    out,
                    "        write_time(time, out);\n        out.push_str({});",
                    literal(&format!(": {name}"))
                );
            }
            let equals = if *raw { "" } else { "out.push_str(\" = \"); " };
            let _ =
                writeln!(out, "        {equals}{}\n        self.print();\n    }}", self.write(ty, "value"));
        }
        out.push_str("}\n");
        out
    }

    /// The function that reads values of a type: an option.
    fn reader(&self, ty: &Type, known: &mut Vec<Type>, out: &mut String) -> String {
        match ty {
            Type::Int => return "Scanner::int".to_owned(),
            Type::Float => return "Scanner::float".to_owned(),
            Type::Bool => return "Scanner::bool".to_owned(),
            _ if *ty == Type::unit() => return "Scanner::unit".to_owned(),
            _ => {}
        }
        if let Some(place) = known.iter().position(|one| one == ty) {
            return format!("read{place}");
        }
        let mut inside = |ty: &Type| self.reader(ty, known, out);
        let body = match ty {
            Type::String => "scanner.text().map(|text| Text::Made(text.into()))".to_owned(),
            Type::Option(inner) => {
                let inner = inside(inner);
                format!("scanner.option(|scanner| scanner.value({inner}))")
            }
            Type::List(inner) => {
                let inner = inside(inner);
                format!("scanner.list(&[\"List\"], |scanner| scanner.value({inner})).map(List::of)")
            }
            Type::Set(inner) => {
                let inner = inside(inner);
                format!(
                    "scanner.list(&[\"Set\", \"HashSet\"], |scanner| scanner.value({inner})).map(List::of).map(Set::of)"
                )
            }
            Type::Map(key, value) => {
                let (key, value) = (inside(key), inside(value));
                format!(
                    "scanner.list(&[\"Map\", \"HashMap\"], |scanner| {{ let key = scanner.value({key})?; if !scanner.take(\"->\") {{ return None; }} Some((key, scanner.value({value})?)) }}).map(List::of).map(Map::of)"
                )
            }
            Type::Record(fields) => {
                let readers: Vec<String> = fields.iter().map(|(_, ty)| inside(ty)).collect();
                record(fields, &readers)
            }
            _ => "None".to_owned(),
        };
        known.push(ty.clone());
        let name = format!("read{}", known.len() - 1);
        let rust = Ty::of(ty).map_or_else(|| "()".to_owned(), |ty| self.ty(&ty));
        let _ = writeln!(out, "fn {name}(scanner: &mut Scanner) -> Option<{rust}> {{\n    {body}\n}}");
        name
    }

    /// Statements that write a value to `out`.
    fn write(&self, ty: &Type, value: &str) -> String {
        let elements = |open: &str, iter: &str, inner: &str, pattern: &str| {
            format!(
                "out.push_str(\"{open}(\"); for (place, {pattern}) in {value}.elements(){iter}.enumerate() {{ if place > 0 {{ out.push_str(\", \"); }} {inner} }} out.push(')');"
            )
        };
        match ty {
            Type::Int => format!("out.push_str(&{value}.to_string());"),
            Type::Float => format!("write_float({value}.clone(), out);"),
            Type::Bool => format!("out.push_str(if {value}.clone() {{ \"true\" }} else {{ \"false\" }});"),
            Type::String if self.makes_texts => format!("out.push_str({value}.text());"),
            Type::String => format!("out.push_str({value});"),
            Type::Option(inner) => format!(
                "match &{value} {{ None => out.push_str(\"None\"), Some(inner) => {{ out.push_str(\"Some(\"); let inner = inner.clone(); {} out.push(')'); }} }}",
                self.write(inner, "inner")
            ),
            Type::List(inner) => elements(
                "List",
                ".iter()",
                &format!("let part = part.clone(); {}", self.write(inner, "part")),
                "part",
            ),
            Type::Set(inner) => elements(
                "Set",
                "",
                &format!("let part = part.clone(); {}", self.write(inner, "part")),
                "part",
            ),
            Type::Map(key, inner) => elements(
                "Map",
                "",
                &format!(
                    "let (key, part) = (key.clone(), part.clone()); {} out.push_str(\" -> \"); {}",
                    self.write(key, "key"),
                    self.write(inner, "part")
                ),
                "(key, part)",
            ),
            Type::Record(fields) => {
                let tuple = is_tuple(fields.iter().map(|(name, _)| &**name));
                let mut text = format!("out.push('{}'); ", if tuple { '(' } else { '{' });
                for (place, (name, ty)) in fields.iter().enumerate() {
                    let comma = if place > 0 { ", " } else { "" };
                    let label = if tuple { String::new() } else { format!("{name} = ") };
                    let part = if fields.len() == 1 { value.to_owned() } else { format!("{value}.{place}") };
                    let _ = write!(
                        text,
                        "out.push_str({}); {{ let field = {part}.clone(); {} }} ",
                        literal(&format!("{comma}{label}")),
                        self.write(ty, "field")
                    );
                }
                let close = match (tuple, fields.len()) {
                    (true, 1) => ",)",
                    (true, _) => ")",
                    (false, _) => "}",
                };
                let _ = write!(text, "out.push_str({});", literal(close));
                text
            }
            _ => String::new(),
        }
    }
}

/// A block that reads a record or a tuple.
fn record(fields: &[(Arc<str>, Type)], readers: &[String]) -> String {
    let count = fields.len();
    let parts: Vec<String> = (0..count).map(|place| format!("p{place}")).collect();
    let all = if count == 1 { "p0".to_owned() } else { format!("({})", parts.join(", ")) };
    let mut text = String::new();
    if is_tuple(fields.iter().map(|(name, _)| &**name)) {
        text.push_str("if scanner.is_at(\"(\") {\n");
        for (place, reader) in readers.iter().enumerate() {
            let _ = writeln!(
                text,
                "        if !scanner.before({place}) {{ return None; }}\n        let p{place} = scanner.value({reader})?;"
            );
        }
        let _ = write!(text, "        return scanner.after({count}).then_some({all});\n    }}\n    ");
    }
    for part in &parts {
        let _ = write!(text, "let mut {part} = None; ");
    }
    text.push_str("\n    scanner.record(|scanner, name| match name {\n");
    for ((part, (name, _)), reader) in parts.iter().zip(fields).zip(readers) {
        let _ = writeln!(
            text,
            "        {} if {part}.is_none() => {{ {part} = Some(scanner.value({reader})?); Some(()) }}",
            literal(name)
        );
    }
    text.push_str("        _ => None,\n    })?;\n");
    let taken: Vec<String> = parts.iter().map(|part| format!("{part}?")).collect();
    let all = if count == 1 { "p0?".to_owned() } else { format!("({})", taken.join(", ")) };
    let _ = write!(text, "    Some({all})");
    text
}

//! The program around a monitor in Rust: it reads a trace and writes the events of outputs.

use std::fmt::Write;

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
        out.push_str("\n/// Hands an event to the monitor; `false` if there is no such input.\n");
        out.push_str("fn feed(name: &str, has_value: bool, scanner: &mut Scanner, monitor: &mut Monitor) -> Result<bool, Option<Stop>> {\n    match name {\n");
        for (function, (name, stream)) in self.inputs.iter().zip(&self.machine.inputs) {
            let ty = &spec.streams[*stream].ty;
            let read = if *ty == Type::unit() {
                "if has_value && !(scanner.take(\"(\") && scanner.take(\")\")) { return Err(None); }\n            let value = ();"
                    .to_owned()
            } else {
                format!(
                    "if !has_value {{ return Err(None); }}\n            let value = ({}).ok_or(None)?;",
                    self.read(ty)
                )
            };
            let _ = writeln!(
                out,
                "        {} => {{\n            {read}\n            monitor.{function}(value).map_err(Some)?;\n            Ok(true)\n        }}",
                literal(name)
            );
        }
        out.push_str("        _ => Ok(false),\n    }\n}\n\nimpl Outputs for Printed<'_> {\n");
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
            if *raw || *ty != Type::unit() {
                let equals = if *raw { "" } else { "out.push_str(\" = \"); " };
                let _ = writeln!(out, "        {equals}{}", self.write(ty, "value"));
            }
            out.push_str(
                "        out.push('\\n');\n        let _ = self.out.write_all(out.as_bytes());\n    }\n",
            );
        }
        out.push_str("}\n");
        out
    }

    /// An expression that reads a value: an option.
    fn read(&self, ty: &Type) -> String {
        let list = |open: &str, inner: &Type| {
            format!("scanner.list({}, |scanner| {}).map(List::of)", literal(open), self.read(inner))
        };
        match ty {
            Type::Int => "scanner.int()".to_owned(),
            Type::Float => "scanner.float()".to_owned(),
            Type::Bool => "scanner.bool()".to_owned(),
            Type::String => "scanner.text().map(|text| Text::Made(text.into()))".to_owned(),
            Type::Option(inner) => format!(
                "(if scanner.take(\"None\") {{ Some(None) }} else if scanner.take(\"Some\") && scanner.take(\"(\") {{ let inner = {}; if scanner.take(\")\") {{ inner.map(Some) }} else {{ None }} }} else {{ None }})",
                self.read(inner)
            ),
            Type::List(inner) => list("List", inner),
            Type::Set(inner) => format!("{}.map(Set::of)", list("Set", inner)),
            Type::Map(key, value) => format!(
                "scanner.list(\"Map\", |scanner| {{ let key = ({})?; if !scanner.take(\"->\") {{ return None; }} Some((key, ({})?)) }}).map(List::of).map(Map::of)",
                self.read(key),
                self.read(value)
            ),
            Type::Record(fields) => {
                let tuple = is_tuple(fields.iter().map(|(name, _)| &**name));
                let (open, close) = if tuple { ("(", ")") } else { ("{", "}") };
                let (open, close) = (literal(open), literal(close));
                let mut text =
                    format!("(|scanner: &mut Scanner| {{ if !scanner.take({open}) {{ return None; }} ");
                for (place, (name, ty)) in fields.iter().enumerate() {
                    if place > 0 {
                        text.push_str("if !scanner.take(\",\") { return None; } ");
                    }
                    if !tuple {
                        let _ = write!(
                            text,
                            "if !scanner.take({}) || !scanner.take(\"=\") {{ return None; }} ",
                            literal(name)
                        );
                    }
                    let _ = write!(text, "let p{place} = ({})?; ", self.read(ty));
                }
                let parts: Vec<String> = (0..fields.len()).map(|place| format!("p{place}")).collect();
                let comma = if tuple && fields.len() == 1 { "scanner.take(\",\"); " } else { "" };
                let _ = write!(
                    text,
                    "{comma}if !scanner.take({close}) {{ return None; }} Some({}) }})(scanner)",
                    if fields.len() == 1 { parts[0].clone() } else { format!("({})", parts.join(", ")) }
                );
                text
            }
            _ => "None".to_owned(),
        }
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
            Type::String if self.makes_texts => format!("write_text({value}.text(), out);"),
            Type::String => format!("write_text({value}, out);"),
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

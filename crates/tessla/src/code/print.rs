//! Value code as OCaml text.
//! Everything is put into parentheses that might need them, and the operands of long chains stay on their lines: the text
//! is for the loader first and for people second.

use std::fmt::Write;

use lydian_term::Int;

use crate::code::order::components;
use crate::code::{Code, Global, GlobalId, Var};

/// Writes code of one program.
pub(crate) struct Printer<'g> {
    pub globals: &'g [Global],
}

impl Printer<'_> {
    /// The name of a global in the program.
    pub(crate) fn name(&self, id: GlobalId) -> String {
        let global = &self.globals[id.0 as usize];
        format!("{}_{}", identifier(&global.name), id.0)
    }

    /// The definitions of the wanted globals and of all that they use, each after those that it uses.
    pub(crate) fn program(&self, wanted: &[GlobalId]) -> String {
        let needed = self.reachable(wanted);
        let place = |id: GlobalId| needed.binary_search(&id).ok();
        let uses: Vec<Vec<usize>> =
            needed.iter().map(|id| self.used_by(*id).into_iter().filter_map(place).collect()).collect();
        let mut text = String::new();
        for group in components(&uses) {
            let recursive = group.len() > 1 || uses[group[0]].contains(&group[0]);
            for (index, member) in group.iter().enumerate() {
                let keyword = match (index, recursive) {
                    (0, true) => "let rec",
                    (0, false) => "let",
                    _ => "and",
                };
                self.definition(needed[*member], keyword, &mut text);
            }
        }
        text
    }

    /// The globals that can be reached from some, in ascending order.
    pub(crate) fn reachable(&self, wanted: &[GlobalId]) -> Vec<GlobalId> {
        let mut seen = vec![false; self.globals.len()];
        let mut work: Vec<GlobalId> = wanted.to_vec();
        while let Some(id) = work.pop() {
            if !std::mem::replace(&mut seen[id.0 as usize], true) {
                work.extend(self.used_by(id));
            }
        }
        (0..seen.len()).filter(|index| seen[*index]).map(|index| GlobalId(index as u32)).collect()
    }

    fn used_by(&self, id: GlobalId) -> Vec<GlobalId> {
        let mut found = Vec::new();
        if let Some(code) = &self.globals[id.0 as usize].code {
            code.for_each(&mut |code| {
                if let Code::Global(other) = code {
                    found.push(*other);
                }
            });
        }
        found
    }

    fn definition(&self, id: GlobalId, keyword: &str, out: &mut String) {
        let global = &self.globals[id.0 as usize];
        let _ = write!(out, "{keyword} {}", self.name(id));
        let body = match &global.code {
            Some(Code::Lambda(params, body)) if !global.constant => {
                for param in params {
                    let _ = write!(out, " {}", variable(*param));
                }
                body
            }
            Some(code) => {
                out.push_str(if global.constant { " ()" } else { "" });
                code
            }
            None => &Code::Unit,
        };
        out.push_str(" =\n  ");
        self.code(body, out);
        out.push('\n');
    }

    /// A piece of code.
    pub(crate) fn code(&self, code: &Code, out: &mut String) {
        match code {
            Code::Unit => out.push_str("()"),
            Code::Bool(known) => out.push_str(if *known { "true" } else { "false" }),
            Code::Int(int) => out.push_str(&integer(int)),
            Code::Float(float) => out.push_str(&float_literal(*float)),
            Code::Text(text) => out.push_str(&lydian_ocaml::quoted(text.as_bytes())),
            Code::Var(var) => out.push_str(&variable(*var)),
            Code::Global(id) => {
                let name = self.name(*id);
                out.push_str(&if self.globals[id.0 as usize].constant {
                    format!("({name} ())")
                } else {
                    name
                });
            }
            Code::Tuple(parts) => self.list(parts, ["(", ", ", ")"], out),
            Code::Field(inner, index, count) => {
                let pattern: Vec<&str> =
                    (0..*count).map(|i| if i == *index { "part" } else { "_" }).collect();
                let _ = write!(out, "(let ({}) = ", pattern.join(", "));
                self.code(inner, out);
                out.push_str(" in part)");
            }
            Code::Lambda(params, body) => {
                out.push_str("(fun");
                for param in params {
                    let _ = write!(out, " {}", variable(*param));
                }
                out.push_str(" -> ");
                self.code(body, out);
                out.push(')');
            }
            Code::Apply(function, args) => {
                out.push('(');
                self.code(function, out);
                self.arguments(args, out);
                out.push(')');
            }
            Code::Let(var, value, rest) => {
                let _ = write!(out, "(let {} = ", variable(*var));
                self.code(value, out);
                out.push_str(" in ");
                self.code(rest, out);
                out.push(')');
            }
            Code::LetRec(bindings, rest) => {
                for (index, (var, value)) in bindings.iter().enumerate() {
                    let _ =
                        write!(out, "{} {} = ", if index == 0 { "(let rec" } else { " and" }, variable(*var));
                    self.code(value, out);
                }
                out.push_str(" in ");
                self.code(rest, out);
                out.push(')');
            }
            Code::If(condition, yes, no) => {
                self.infix(&["(if ", " then ", " else ", ")"], &[condition, yes, no], out)
            }
            Code::And(a, b) => self.infix(&["(", " && ", ")"], &[a, b], out),
            Code::Or(a, b) => self.infix(&["(", " || ", ")"], &[a, b], out),
            Code::Lazy(inner) => self.infix(&["(lazy ", ")"], &[inner], out),
            Code::Force(inner) => self.infix(&["(Lazy.force ", ")"], &[inner], out),
            Code::Note(point, value, rest) => {
                let _ = write!(out, "(note {} ", point.0);
                self.code(value, out);
                out.push_str("; ");
                self.code(rest, out);
                out.push(')');
            }
            Code::Primitive(name, args) => self.primitive(name, args, out),
        }
    }

    fn infix(&self, around: &[&str], parts: &[&Code], out: &mut String) {
        for (before, part) in around.iter().zip(parts) {
            out.push_str(before);
            self.code(part, out);
        }
        out.push_str(around[around.len() - 1]);
    }

    fn list(&self, parts: &[Code], [open, between, close]: [&str; 3], out: &mut String) {
        out.push_str(open);
        for (index, part) in parts.iter().enumerate() {
            out.push_str(if index > 0 { between } else { "" });
            self.code(part, out);
        }
        out.push_str(close);
    }

    fn arguments(&self, args: &[Code], out: &mut String) {
        for arg in args {
            out.push(' ');
            self.code(arg, out);
        }
    }

    fn primitive(&self, name: &str, args: &[Code], out: &mut String) {
        let form = crate::externs::ocaml(name);
        match (form, args) {
            ("[]", args) => self.list(args, ["[", "; ", "]"], out),
            ("None", _) => out.push_str("None"),
            (operator, [a, b]) if !operator.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                self.infix(&["(", &format!(" {operator} "), ")"], &[a, b], out);
            }
            (word @ ("land" | "lor" | "lxor" | "mod"), [a, b]) => {
                self.infix(&["(", &format!(" {word} "), ")"], &[a, b], out);
            }
            (function, []) => out.push_str(function),
            (function, args) => {
                let _ = write!(out, "({function}");
                self.arguments(args, out);
                out.push(')');
            }
        }
    }
}

/// The name of a variable in the program; names of globals end with an underscore and a number.
pub(crate) fn variable(var: Var) -> String {
    format!("x{}", var.0)
}

/// A name that OCaml reads, near to the user's.
fn identifier(name: &str) -> String {
    let mut text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(40).collect();
    if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
        text.insert_str(0, "f_");
    }
    text
}

/// OCaml's literals have 63 bits; a larger integer is put together from halves.
fn integer(int: &Int) -> String {
    const DIGIT: u64 = 60;
    let bits = int.bit_length();
    if bits <= DIGIT {
        return if int.is_negative() { format!("({int})") } else { int.to_string() };
    }
    let half = (bits / 2) as u32;
    let base = Int::power_of_two(half);
    let (high, low) = (int.floor_div(&base).unwrap_or_default(), int.floor_mod(&base).unwrap_or_default());
    format!("(({} lsl {half}) + {})", integer(&high), integer(&low))
}

fn float_literal(float: f64) -> String {
    match float {
        _ if float.is_nan() => "nan".to_owned(),
        _ if float.is_infinite() => if float > 0.0 { "infinity" } else { "neg_infinity" }.to_owned(),
        // The shortest digits that give the same number: `1.5e3` and `1e0` are floats in OCaml.
        _ => format!("({float:e})"),
    }
}

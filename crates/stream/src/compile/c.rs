//! Monitors in C99: a header, the monitor without heap, and a program around it that reads and writes traces.

mod functions;
mod program;
mod step;

use std::fmt::Write;

use super::code::LIMITS;
use super::machine::Machine;
use super::names::identifiers;
use super::types::Ty;
use super::{File, MARK};
use lydian_tessla::spec::Spec;

/// The code of a machine.
pub(super) struct C<'m> {
    pub(super) machine: &'m Machine,
    /// What all names begin with.
    pub(super) prefix: String,
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<String>,
    /// The types that need a declaration, each after those inside of it.
    structs: Vec<Ty>,
}

/// The parts of a monitor.
pub(super) struct Parts {
    pub(super) header: String,
    pub(super) monitor: String,
    /// The program without its `main`.
    pub(super) program: String,
}

impl<'m> C<'m> {
    pub(super) fn new(machine: &'m Machine, prefix: &str) -> Result<C<'m>, Vec<String>> {
        let mut refused: Vec<String> = Vec::new();
        for stream in machine.streams.iter().filter(|stream| stream.is_kept || stream.is_input()) {
            if stream.ty.has(&Ty::is_collection) {
                refused.push(format!(
                    "the stream {}: it holds a list, set or map, which needs the heap; compile to Rust",
                    stream.name
                ));
            }
        }
        let inside =
            |function: &&super::code::Function| function.vars.iter().any(|ty| ty.has(&Ty::is_collection));
        if refused.is_empty() && machine.functions.iter().any(|function| inside(&function)) {
            refused.push(
                "a function makes a list, set or map, which needs the heap; compile to Rust".to_owned(),
            );
        }
        for (name, stream) in &machine.inputs {
            if machine.streams[*stream].ty.has(&|ty| *ty == Ty::Text) {
                refused.push(format!(
                    "the input `{name}`: it carries texts, which need the heap; compile to Rust"
                ));
            }
        }
        if refused.is_empty() && machine.makes_texts() {
            refused.push("a text is computed, which needs the heap; compile to Rust".to_owned());
        }
        if !refused.is_empty() {
            return Err(refused);
        }
        let mut structs = Vec::new();
        machine.types().for_each(|ty| collect(ty, &mut structs));
        Ok(C {
            machine,
            prefix: prefix.to_owned(),
            inputs: identifiers(machine.inputs.iter().map(|(name, _)| &**name)),
            outputs: identifiers(machine.outputs.iter().map(|(name, ..)| &**name)),
            structs,
        })
    }

    /// The type in C.
    pub(super) fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "bool".to_owned(),
            Ty::Int => "int64_t".to_owned(),
            Ty::Float => "double".to_owned(),
            Ty::Text => "const char *".to_owned(),
            Ty::Fault => "uint32_t".to_owned(),
            Ty::Option(_) | Ty::Tuple(_) => {
                let place = self.structs.iter().position(|known| known == ty).unwrap_or(0);
                format!("{}_t{place}", self.prefix)
            }
            _ => "char".to_owned(),
        }
    }

    /// What a variable of a type is at first.
    pub(super) fn zero(&self, ty: &Ty) -> &'static str {
        match ty {
            Ty::Option(_) | Ty::Tuple(_) => "{0}",
            Ty::Text => "\"\"",
            Ty::Bool => "false",
            _ => "0",
        }
    }

    /// A declaration of a variable.
    pub(super) fn declared(&self, ty: &Ty, name: &str) -> String {
        let text = self.ty(ty);
        if text.ends_with('*') { format!("{text}{name}") } else { format!("{text} {name}") }
    }

    fn declarations(&self) -> String {
        let mut out = String::new();
        for ty in &self.structs {
            let name = self.ty(ty);
            let fields: Vec<String> = match ty {
                Ty::Option(inner) => vec!["bool has".to_owned(), self.declared(inner, "value")],
                Ty::Tuple(parts) => parts
                    .iter()
                    .enumerate()
                    .map(|(place, part)| self.declared(part, &format!("p{place}")))
                    .collect(),
                _ => Vec::new(),
            };
            let _ = writeln!(out, "typedef struct {{ {}; }} {name};", fields.join("; "));
        }
        out
    }

    /// Whether two values are equal, and their order.
    fn comparisons(&self) -> String {
        let mut out = String::new();
        for ty in &self.structs {
            let name = self.ty(ty);
            let (same, order) = match ty {
                Ty::Option(inner) => (
                    format!("a.has == b.has && (!a.has || {})", self.same(inner, "a.value", "b.value")),
                    format!(
                        "  if (a.has != b.has) return a.has ? 1 : -1;\n  return a.has ? {} : 0;\n",
                        self.order(inner, "a.value", "b.value")
                    ),
                ),
                Ty::Tuple(parts) => {
                    let place = |place: usize| (format!("a.p{place}"), format!("b.p{place}"));
                    let same = parts.iter().enumerate().map(|(number, part)| {
                        let (a, b) = place(number);
                        self.same(part, &a, &b)
                    });
                    let order = parts.iter().enumerate().map(|(number, part)| {
                        let (a, b) = place(number);
                        format!("  order = {};\n  if (order != 0) return order;\n", self.order(part, &a, &b))
                    });
                    let order: String = order.collect();
                    (same.collect::<Vec<_>>().join(" && "), format!("  int64_t order;\n{order}  return 0;\n"))
                }
                _ => continue,
            };
            let _ = write!(
                out,
                "static MAYBE_UNUSED bool {name}_same({name} a, {name} b) {{ return {same}; }}\nstatic MAYBE_UNUSED int64_t {name}_order({name} a, {name} b) {{\n{order}}}\n"
            );
        }
        out
    }

    pub(super) fn same(&self, ty: &Ty, a: &str, b: &str) -> String {
        match ty {
            Ty::Text => format!("strcmp({a}, {b}) == 0"),
            Ty::Option(_) | Ty::Tuple(_) => format!("{}_same({a}, {b})", self.ty(ty)),
            Ty::Unit | Ty::Open(_) => "true".to_owned(),
            _ => format!("{a} == {b}"),
        }
    }

    pub(super) fn order(&self, ty: &Ty, a: &str, b: &str) -> String {
        match ty {
            Ty::Text => format!("order_text({a}, {b})"),
            Ty::Float => format!("order_float({a}, {b})"),
            Ty::Option(_) | Ty::Tuple(_) => format!("{}_order({a}, {b})", self.ty(ty)),
            Ty::Unit | Ty::Open(_) => "0".to_owned(),
            _ => format!("order_int({a}, {b})"),
        }
    }

    /// All of it.
    pub(super) fn parts(&self, spec: &Spec) -> Parts {
        let mut monitor = String::new();
        monitor.push_str(include_str!("c/arithmetic.c.txt"));
        let mut functions = String::new();
        self.functions(&mut functions);
        if functions.contains("int_of_float(") {
            monitor.push_str(include_str!("c/floats.c.txt"));
            monitor.push_str(include_str!("c/int_of_float.c.txt"));
        }
        monitor.push('\n');
        monitor.push_str(&self.comparisons());
        let _ = writeln!(monitor, "\nstatic const char *const messages[] = {{\n  \"\",");
        for message in
            LIMITS.iter().map(|text| (*text).to_owned()).chain(self.machine.messages.iter().cloned())
        {
            let _ = writeln!(monitor, "  {},", text(&message));
        }
        monitor.push_str("};\n");
        monitor.push_str(&functions);
        self.monitor(&mut monitor);
        Parts { header: self.header(), monitor, program: self.program(spec) }
    }

    /// The files of a monitor.
    pub(super) fn files(&self, spec: &Spec) -> Vec<File> {
        let parts = self.parts(spec);
        let guard = format!("{}_H", self.prefix.to_uppercase());
        let name = &self.prefix;
        let header = format!(
            "/* {MARK} */\n#ifndef {guard}\n#define {guard}\n\n#include <stdbool.h>\n#include <stdint.h>\n\n{}\n#endif\n",
            parts.header
        );
        let monitor = format!("/* {MARK} */\n#include \"{name}.h\"\n\n{INCLUDES}\n{}", parts.monitor);
        let main = format!(
            "/* {MARK} */\n#include \"{name}.h\"\n\n{PROGRAM_INCLUDES}\n{}\n{}",
            parts.program,
            MAIN.replace("NAME", name)
        );
        let file = |path: String, text: String| File { path, text };
        vec![
            file(format!("{name}.h"), header),
            file(format!("{name}.c"), monitor),
            file("main.c".to_owned(), main),
        ]
    }
}

/// A text in C. Trigraphs are kept apart.
pub(super) fn text(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'?' => out.push_str("\\?"),
            b' '..=b'~' => out.push(byte as char),
            other => {
                let _ = write!(out, "\\{other:03o}");
            }
        }
    }
    out.push('"');
    out
}

fn collect(ty: &Ty, into: &mut Vec<Ty>) {
    ty.parts().into_iter().for_each(|part| collect(part, into));
    if matches!(ty, Ty::Option(_) | Ty::Tuple(_)) && !into.contains(ty) {
        into.push(ty.clone());
    }
}

pub(super) const INCLUDES: &str =
    "#include <math.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";
pub(super) const PROGRAM_INCLUDES: &str = "#include <errno.h>\n#include <inttypes.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#if defined(__GNUC__) || defined(__clang__)\n#define MAYBE_UNUSED __attribute__((unused))\n#else\n#define MAYBE_UNUSED\n#endif\n#if defined(__unix__) || defined(__APPLE__)\n#include <unistd.h>\n#endif\n";

const MAIN: &str = "int main(int count, char **words) {
  if (count > 1 && strcmp(words[1], \"--size\") == 0) {
    printf(\"%zu\\n\", sizeof(NAME_monitor));
    return 0;
  }
  return NAME_serve(stdin, stdout);
}
";

//! Monitors in Rust: a library without `std`, and a program around it that reads and writes traces.

mod functions;
mod program;
mod step;

use std::fmt::Write;

use super::code::LIMITS;
use super::machine::Machine;
use super::names::{identifiers, literal};
use super::types::Ty;
use super::{File, MARK};
use lydian_tessla::spec::Spec;

/// The code of a machine.
pub(super) struct Rust<'m> {
    pub(super) machine: &'m Machine,
    /// Whether texts are made at run time.
    pub(super) makes_texts: bool,
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<String>,
}

/// The two parts of a monitor.
pub(super) struct Parts {
    /// What every monitor of its kind has.
    pub(super) runtime: String,
    /// The library beside that.
    pub(super) library: String,
    /// The program without its first lines.
    pub(super) program: String,
    /// Whether the library needs the heap.
    pub(super) needs_heap: bool,
}

impl<'m> Rust<'m> {
    pub(super) fn new(machine: &'m Machine) -> Result<Rust<'m>, Vec<String>> {
        let too_wide = |ty: &Ty| ty.has(&|ty| matches!(ty, Ty::Tuple(parts) if parts.len() > 12));
        if machine.types().any(too_wide) {
            return Err(vec!["a record with more than 12 fields is not compiled to Rust".to_owned()]);
        }
        Ok(Rust {
            machine,
            makes_texts: machine.makes_texts(),
            inputs: identifiers(machine.inputs.iter().map(|(name, _)| &**name)),
            outputs: identifiers(machine.outputs.iter().map(|(name, ..)| &**name)),
        })
    }

    /// The type in Rust.
    pub(super) fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Unit | Ty::Open(_) => "()".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Int => "i64".to_owned(),
            Ty::Float => "f64".to_owned(),
            Ty::Text if self.makes_texts => "Text".to_owned(),
            Ty::Text => "&'static str".to_owned(),
            Ty::Fault => "u32".to_owned(),
            Ty::Option(inner) => format!("Option<{}>", self.ty(inner)),
            Ty::List(inner) => format!("List<{}>", self.ty(inner)),
            Ty::Set(inner) => format!("Set<{}>", self.ty(inner)),
            Ty::Map(key, value) => format!("Map<{}, {}>", self.ty(key), self.ty(value)),
            Ty::Tuple(parts) => {
                format!("({})", parts.iter().map(|part| self.ty(part)).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Whether values are copied without a call.
    pub(super) fn is_copied(&self, ty: &Ty) -> bool {
        !ty.has(&|ty| ty.is_collection() || (*ty == Ty::Text && self.makes_texts))
    }

    /// All of it.
    pub(super) fn parts(&self, spec: &Spec) -> Parts {
        let has_collections = self.machine.types().any(|ty| ty.has(&Ty::is_collection));
        let mut library = String::new();
        self.messages(&mut library);
        self.functions(&mut library);
        self.monitor(&mut library);
        Parts {
            runtime: runtime(self.makes_texts, has_collections),
            library,
            program: self.program(spec),
            needs_heap: has_collections || self.makes_texts,
        }
    }

    fn messages(&self, out: &mut String) {
        out.push_str("\n/// Why a value is erroneous or a monitor stops, by number.\npub const MESSAGES: &[&str] = &[\n    \"\",\n");
        for message in
            LIMITS.iter().map(|text| (*text).to_owned()).chain(self.machine.messages.iter().cloned())
        {
            let _ = writeln!(out, "    {},", literal(&message));
        }
        out.push_str("];\n");
    }

    /// The files of a crate.
    pub(super) fn crate_of(&self, spec: &Spec, name: &str) -> (Vec<File>, bool) {
        let parts = self.parts(spec);
        let manifest = format!(
            "# {MARK}\n[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n"
        );
        let lib = format!(
            "// {MARK}\n#![no_std]\n#![allow(unused, noop_method_call, clippy::all)]\n\n{}{}",
            parts.runtime, parts.library
        );
        let main = format!(
            "// {MARK}\n#![allow(unused, noop_method_call, clippy::all)]\n\nuse {name}::*;\n\n{}\n{MAIN}",
            parts.program
        );
        let file = |path: &str, text: String| File { path: path.to_owned(), text };
        let files = vec![file("Cargo.toml", manifest), file("src/lib.rs", lib), file("src/main.rs", main)];
        (files, parts.needs_heap)
    }
}

/// The code under monitors.
pub(super) fn runtime(makes_texts: bool, has_collections: bool) -> String {
    let mut text = String::new();
    if makes_texts || has_collections {
        text.push_str("extern crate alloc;\n\n");
    }
    text.push_str(include_str!("rust/order.rs.txt"));
    text.push('\n');
    text.push_str(include_str!("rust/arithmetic.rs.txt"));
    for (is_needed, part) in [
        (makes_texts, include_str!("rust/text.rs.txt")),
        (has_collections, include_str!("rust/collections.rs.txt")),
    ] {
        if is_needed {
            text.push('\n');
            text.push_str(part);
        }
    }
    text
}

const MAIN: &str = "fn main() {
    if std::env::args().nth(1).as_deref() == Some(\"--size\") {
        println!(\"{}\", core::mem::size_of::<Monitor>());
        return;
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let code = serve(&mut std::io::stdin().lock(), &mut out);
    let _ = std::io::Write::flush(&mut out);
    std::process::exit(code);
}
";

/// A float in Rust, exact.
fn float(float: f64) -> String {
    if float.is_nan() {
        return "f64::NAN".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "f64::INFINITY" } else { "f64::NEG_INFINITY" }.to_owned();
    }
    format!("({float:e}f64)")
}

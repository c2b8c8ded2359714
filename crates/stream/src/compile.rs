//! Monitors out of specifications: code in Rust or C that does what the interpreter does.
//!
//! The value functions are lowered from the Core that the interpreter runs (`lower`), the streams from the same flat
//! specification (`machine`); each language only prints what is there. Integers have 64 bits in a monitor; where they would
//! not suffice it stops and says so.

mod c;
mod code;
#[cfg(test)]
mod laws;
mod lower;
mod machine;
mod measure;
mod names;
mod rust;
mod types;

use lydian_tessla::spec::Spec;

use machine::Machine;

pub use measure::Measured;

/// A language to compile to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Rust without `std`.
    Rust,
    /// C99.
    C,
}

/// A file that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its path below the directory of the monitor.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// A monitor.
#[derive(Debug)]
pub struct Compiled {
    /// Its files.
    pub files: Vec<File>,
    /// Whether it needs the heap.
    pub needs_heap: bool,
    /// What it takes.
    pub measured: Measured,
}

/// The line that every file begins with, behind the mark of a comment.
pub const MARK: &str = "Made by lydian stream compile: a monitor for a stream specification.";

/// Compiles a specification; `name` is what the crate or the functions are called, an identifier. The texts of a refusal say what cannot
/// be compiled, by stream.
pub fn compile(spec: &Spec, language: Language, name: &str) -> Result<Compiled, Vec<String>> {
    let machine = Machine::of(spec)?;
    let (files, needs_heap) = match language {
        Language::Rust => rust::Rust::new(&machine)?.crate_of(spec, name),
        Language::C => (c::C::new(&machine, name)?.files(spec), false),
    };
    Ok(Compiled { files, needs_heap, measured: Measured::of(&machine, language) })
}

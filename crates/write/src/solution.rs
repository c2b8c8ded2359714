//! Model solutions: a program that reads and writes lines, from a plan of what it does.
//! In: a plan. Out: the program. Whoever builds the plan refuses what a language has no words for, since the place in the
//! specification is known there; what is refused here has no place.

mod c;
mod haskell;
mod ocaml;
pub mod plan;
mod python;
mod text;

use plan::Plan;

/// A language to translate to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Python 3.
    Python,
    /// C99 with POSIX.
    C,
    /// OCaml.
    OCaml,
    /// Haskell.
    Haskell,
}

impl Language {
    /// The name of the language.
    pub fn name(self) -> &'static str {
        match self {
            Language::Python => "Python",
            Language::C => "C",
            Language::OCaml => "OCaml",
            Language::Haskell => "Haskell",
        }
    }
}

/// Writes the program of a plan, or says what the language has no room for.
pub fn write_solution(plan: &Plan, language: Language) -> Result<String, String> {
    match language {
        Language::Python => Ok(python::write(plan)),
        Language::C => c::write(plan),
        Language::OCaml => Ok(ocaml::write(plan)),
        Language::Haskell => Ok(haskell::write(plan)),
    }
}

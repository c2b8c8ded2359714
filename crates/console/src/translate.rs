//! Model solutions: a specification as a program in another language, to read, to test with, to hand out.
//! In: a specification with its parameters fixed. Out: a program that satisfies it: of every output the first alternative,
//! nothing where something may be left out. What cannot be translated is refused with its place; nothing is guessed.

mod build;
mod c;
mod call;
mod haskell;
mod ocaml;
mod plan;
mod python;
mod term;
mod text;
mod value;

use lydian_diagnostic::Diagnostic;

use crate::spec::{Importer, Spec};
use plan::{Expr, Kind};

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

/// A program that satisfies a specification; what it imports is asked for again.
pub fn translate(spec: &Spec, language: Language, import: Importer<'_>) -> Result<String, Box<Diagnostic>> {
    let plan = build::build(spec, language, import)?;
    let program = match language {
        Language::Python => Ok(python::write(&plan)),
        Language::C => c::write(&plan),
        Language::OCaml => Ok(ocaml::write(&plan)),
        Language::Haskell => Ok(haskell::write(&plan)),
    };
    program.map_err(|message| {
        Box::new(
            Diagnostic::without_place("not-translatable", message)
                .hint("`lydian explain not-translatable` says what can be done"),
        )
    })
}

/// A term with names instead of the values of a line.
fn named(term: &Expr, name: &dyn Fn(usize) -> String) -> Expr {
    let again = |inner: &Expr| Box::new(named(inner, name));
    let all = |terms: &[Expr]| terms.iter().map(|term| named(term, name)).collect();
    let kind = match &term.kind {
        Kind::New(number) => Kind::Fresh(name(*number)),
        Kind::List(elements) => Kind::List(all(elements)),
        Kind::Call(builtin, arguments) => Kind::Call(*builtin, all(arguments)),
        Kind::OCaml(function, arguments) => Kind::OCaml(function.clone(), all(arguments)),
        Kind::Negate(inner) => Kind::Negate(again(inner)),
        Kind::Not(inner) => Kind::Not(again(inner)),
        Kind::Matches(inner, regex) => Kind::Matches(again(inner), regex.clone()),
        Kind::Binary(op, a, b) => Kind::Binary(*op, again(a), again(b)),
        Kind::Index(a, b) => Kind::Index(again(a), again(b)),
        Kind::Quantified(quantifier, bound, a, b) => {
            Kind::Quantified(*quantifier, bound.clone(), again(a), again(b))
        }
        Kind::If(a, b, c) => Kind::If(again(a), again(b), again(c)),
        Kind::Comprehension { element, name: bound, list, filter } => Kind::Comprehension {
            element: again(element),
            name: bound.clone(),
            list: again(list),
            filter: filter.as_ref().map(|filter| again(filter)),
        },
        other => other.clone(),
    };
    Expr { kind, ty: term.ty.clone() }
}

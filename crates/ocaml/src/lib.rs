//! OCaml source to Core: parsing, names, type inference, lowering, the standard library.
//!
//! In: the text of one or more files, or trees that a front end built. Out: a [`Program`] of Core and diagnostics that point into the files; no program
//! if there is an error. Never panics, whatever the text.

mod branches;
mod builders;
mod diagnostics;
mod forms;
mod guard;
mod infer;
mod interface;
mod library;
mod load;
mod mutate;
mod notation;
mod orders;
mod qcheck;
mod relocate;
mod reorder;
mod show_type;
pub mod syntax;

use std::sync::Arc;

use lydian_core::Program;
use lydian_diagnostic::{Diagnostic, Source};

pub use branches::{Branch, instrument};
pub use builders::{Builders, Cover, ListedValues, ModuleKind, Observations, Rows};
pub use forms::{ConstructorForm, Form, FormId, Forms, RecordForm, VariantForm};
pub use guard::{OUTSIDE, guard};
pub use interface::{Interface, load_interface};
pub use load::{Part, Typed};
pub use mutate::{Mutant, MutantKind, apply_mutant, mutants, mutants_of, wide_mutants};
pub use notation::{
    BINDINGS, ValueReader, ValueTemplate, constructor_name, quoted, read_value, read_values, show,
    show_argument, show_float, show_sized,
};
pub use orders::has_plain_orders;
pub use qcheck::GIVEN_TO_RUNNER;
pub use reorder::{FieldOrder, with_fields_in_order};
pub use show_type::{show_type, type_variable};

/// How sources are loaded.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Further sources that see everything before them: an observer after a submission, for example.
    pub after: Vec<Arc<Source>>,
}

/// Loads a whole OCaml file.
///
/// ```
/// let source = lydian_diagnostic::Source::new("max.ml", "let max a b = if a > b then a else b");
/// let (program, diagnostics) = lydian_ocaml::load(&source);
/// assert!(diagnostics.is_empty());
/// let program = program.expect("a program");
/// let max = program.export("max").expect("the definition");
/// assert_eq!(lydian_ocaml::show_type(&max.ty, &program.types), "'a -> 'a -> 'a");
/// ```
pub fn load(source: &Arc<Source>) -> (Option<Program>, Vec<Diagnostic>) {
    load_with(source, &Options::default())
}

/// Loads a file and what comes after it as one program; each diagnostic points into its own source.
pub fn load_with(source: &Arc<Source>, options: &Options) -> (Option<Program>, Vec<Diagnostic>) {
    let (typed, diagnostics) = load_typed(source, options);
    (typed.map(|typed| typed.program), diagnostics)
}

/// The same with the types, for [`Typed::signature`].
///
/// ```
/// let source = lydian_diagnostic::Source::new("twice.ml", "let twice f x = f (f x)");
/// let (typed, _) = lydian_ocaml::load_typed(&source, &lydian_ocaml::Options::default());
/// assert_eq!(typed.expect("a program").signature(), "val twice : ('a -> 'a) -> 'a -> 'a\n");
/// ```
pub fn load_typed(source: &Arc<Source>, options: &Options) -> (Option<Typed>, Vec<Diagnostic>) {
    let sources = std::iter::once(source).chain(&options.after);
    load::typed(sources.map(|source| Part::Text(source.clone())).collect())
}

/// Loads parts as one program, each of which sees those before it. A front end whose language is not OCaml builds trees
/// ([`syntax::Build`]) at the places of its own file, and diagnostics point there.
///
/// ```
/// use lydian_diagnostic::Source;
/// use lydian_ocaml::{Part, load_parts, syntax::Build};
///
/// let own = Source::new("sums.txt", "add x to y");
/// let (x, y) = (Build::at(&(4..5)).name("x"), Build::at(&(9..10)).name("y"));
/// let build = Build::at(&(0..10));
/// let tree = vec![build.define("sum", &["x"], build.call("+", [x, y]))];
/// let (program, diagnostics) = load_parts(vec![Part::Tree(own.clone(), tree)]);
/// assert!(program.is_none());
/// assert_eq!(diagnostics[0].code, "unbound-value");
/// assert_eq!(diagnostics[0].span.as_ref().map(|span| span.range.clone()), Some(9..10));
/// ```
pub fn load_parts(parts: Vec<Part>) -> (Option<Program>, Vec<Diagnostic>) {
    let (typed, diagnostics) = load::typed(parts);
    (typed.map(|typed| typed.program), diagnostics)
}

/// The same with the types.
pub fn load_typed_parts(parts: Vec<Part>) -> (Option<Typed>, Vec<Diagnostic>) {
    load::typed(parts)
}

/// The names of the library's modules.
pub fn library_modules() -> impl Iterator<Item = &'static str> {
    library::names()
}

/// A library module as a program, or what is wrong with it.
pub fn library_module(name: &str) -> Result<Arc<Program>, Vec<Diagnostic>> {
    library::find(name).map(|library| library.program.clone()).ok_or_else(|| library::faults(name))
}

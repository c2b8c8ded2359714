//! Model solutions: a specification as a program in another language, to read, to test with, to hand out.
//! In: a specification with its parameters fixed. Out: a program that satisfies it: of every output the first alternative,
//! nothing where something may be left out. What cannot be translated is refused with its place; nothing is guessed.
//! Here the specification becomes a plan; the languages are those of `lydian-write`.

mod build;
mod call;
mod term;
mod value;

use lydian_diagnostic::Diagnostic;
pub use lydian_write::solution::Language;
use lydian_write::solution::write_solution;

use crate::spec::{Importer, Spec};

/// A program that satisfies a specification; what it imports is asked for again.
pub fn translate(spec: &Spec, language: Language, import: Importer<'_>) -> Result<String, Box<Diagnostic>> {
    let plan = build::build(spec, language, import)?;
    write_solution(&plan, language).map_err(|message| {
        Box::new(
            Diagnostic::without_place("not-translatable", message)
                .hint("`lydian explain not-translatable` says what can be done"),
        )
    })
}

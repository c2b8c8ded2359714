//! The laws of codecs on enumerated values, and wire files with what is said about wrong ones.

mod laws;
mod wire;

use lydian_core::{Program, Type};
use lydian_diagnostic::Source;

/// A program, and the types of the arguments of its function `types`.
fn types_of(text: &str) -> (Program, Vec<Type>) {
    let (program, diagnostics) = lydian_ocaml::load(&Source::new("types.ml", text));
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let (arguments, _) = program.export("types").expect("the definition").ty.uncurry();
    let types = arguments.into_iter().map(|(_, ty)| ty).collect();
    (program, types)
}

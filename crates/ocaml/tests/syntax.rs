//! The reader of OCaml: what it accepts, what it says about the rest, and that nothing makes it fall over.

#[path = "syntax/constructs.rs"]
mod constructs;
#[path = "syntax/differential.rs"]
mod differential;
#[path = "syntax/fuzz.rs"]
mod fuzz;
#[path = "syntax/limits.rs"]
mod limits;
#[path = "syntax/mistakes.rs"]
mod mistakes;
#[path = "syntax/places.rs"]
mod places;
#[path = "syntax/unsupported.rs"]
mod unsupported;

use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::syntax::ast::Structure;
use lydian_ocaml::syntax::{parse, print};

/// The structure of a source that has no faults.
fn without_diagnostics(source: &str) -> Structure {
    let (structure, diagnostics) = parse(&Source::new("test.ml", source));
    assert!(diagnostics.is_empty(), "{source}\n{diagnostics:#?}");
    structure
}

/// What is wrong with a source.
fn diagnostics(source: &str) -> Vec<Diagnostic> {
    parse(&Source::new("test.ml", source)).1
}

fn printed(structure: &Structure) -> String {
    print::structure(structure)
}

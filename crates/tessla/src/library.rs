//! The standard library of TeSSLa, written in TeSSLa, and what is special about its annotations.

use std::sync::Arc;

use lydian_diagnostic::Source;

macro_rules! files {
    ($($name:literal)*) => {
        &[$((concat!("library/", $name, ".tessla"), include_str!(concat!("library/", $name, ".tessla")))),*]
    };
}

const FILES: &[(&str, &str)] = files! {
    "types" "operators" "primitives" "option" "streams" "string" "list" "set" "map" "ltl" "names" "annotations"
};

/// The files of the library.
pub(crate) fn sources() -> impl Iterator<Item = Arc<Source>> {
    FILES.iter().map(|(name, text)| Source::new(*name, *text))
}

/// Whether an annotation of the library speaks to the instrumentation of C programs.
pub(crate) fn is_instrumentation(name: &str) -> bool {
    !name.starts_with("Vis") && name != "raw"
}

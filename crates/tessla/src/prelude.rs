//! The OCaml code under every program: one common part, and one of two representations of lists, sets and maps.
//! Both offer the same functions. Trees of the kernel are for running; lists, ascending ones for sets and maps, are for solving, where an unknown list
//! needs no invariant beside its order.

use std::sync::Arc;

use lydian_diagnostic::Source;

use crate::spec::Collections;

/// The sources in order, each of which sees those before it.
pub(crate) fn sources(collections: Collections) -> [Arc<Source>; 3] {
    let collections = match collections {
        Collections::Trees => Source::new("trees.ml", include_str!("prelude/trees.ml")),
        Collections::Lists => Source::new("lists.ml", include_str!("prelude/lists.ml")),
    };
    [
        Source::new("common.ml", include_str!("prelude/common.ml")),
        Source::new("format.ml", include_str!("prelude/format.ml")),
        collections,
    ]
}

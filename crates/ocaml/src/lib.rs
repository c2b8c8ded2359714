//! OCaml source to Core: parsing, names, type inference, lowering, the standard library.

pub mod syntax;

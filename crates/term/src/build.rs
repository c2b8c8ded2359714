//! The constructors of terms, which simplify as they build.
//! One file per family of operations; each keeps the canonical form that [`crate::Node`] states for its nodes.

mod boolean;
mod comparison;
mod division;
mod linear;
mod regex;
mod string;
mod string_parts;
mod wrap;

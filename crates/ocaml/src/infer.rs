//! Names, types and lowering in one pass: abstract syntax to Core.
//! Each construct is inferred against an expected type and lowered at once, in the order in which OCaml's own checker
//! visits it, so that the first error found is the one that OCaml reports. The first error ends a file.

pub mod apply;
pub mod checker;
pub mod coerce;
pub mod declare;
pub mod env;
pub mod expr;
pub mod extension;
pub mod format;
pub mod function;
pub mod functor;
pub mod generalize;
pub mod lookup;
pub mod lower;
pub mod map;
pub mod matching;
pub mod module_type;
pub mod pattern;
pub mod record;
pub mod recursion;
pub mod recursive_modules;
pub mod show;
pub mod signature;
pub mod signature_types;
pub mod structure;
pub mod substitute;
pub mod type_expr;
pub mod types;
pub mod unify;

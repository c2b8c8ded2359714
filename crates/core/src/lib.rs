//! The Core language: types, expressions, values, builtins; knows no surface syntax, no solver and no file.
//! Front ends lower into [`Program`]; `eval` compiles and runs it; every part of it prints, and parses back.

pub mod alpha;
pub mod constructor;
pub mod datum;
mod deep;
pub mod expr;
pub mod print;
pub mod read;
pub mod shape;
pub mod shrink;
pub mod tree;
pub mod types;
pub mod value;

pub use alpha::{fingerprint, same_program};
pub use constructor::ConId;
pub use datum::{Datum, FunctionDatum};
pub use deep::on_deep_stack;
pub use expr::{Arm, Export, Expr, IntMode, Item, Lambda, Literal, Mutability, Pattern, Program, Var};
pub use lydian_term::Int;
pub use print::{print_expr, print_program};
pub use read::{ReadError, read_program};
pub use shape::{Shape, ShapeId, Shapes};
pub use shrink::{shrink, simpler};
pub use types::{ArgLabel, ConstructorDecl, FieldDecl, Type, TypeBody, TypeDecl, TypeTable};
pub use value::{Block, Cells, Closure, Fields, HoleId, LazyState, Partial, Text, Value};

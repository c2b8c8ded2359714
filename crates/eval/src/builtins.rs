//! Primitive operations that programs call by name.
//! One file per area, each with its table; `crates/ocaml/stdlib/primitives.txt` says what each means. A primitive is
//! first-order: it gets a world and its arguments and never calls a function of the program.

mod generic;
mod int;

use std::collections::HashMap;
use std::sync::LazyLock;

use lydian_core::Value;

use crate::world::{Stop, World};

/// A primitive operation.
#[derive(Debug, Clone, Copy)]
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// How many arguments it takes.
    pub arity: u32,
    /// What it does with them.
    pub run: fn(&mut World<'_>, &[Value]) -> Result<Value, Stop>,
}

const TABLES: &[&[Builtin]] = &[generic::TABLE, int::TABLE];

static BY_NAME: LazyLock<HashMap<&'static str, Builtin>> = LazyLock::new(|| {
    TABLES.iter().flat_map(|table| table.iter()).map(|builtin| (builtin.name, *builtin)).collect()
});

/// The primitive of a name.
pub fn lookup(name: &str) -> Option<Builtin> {
    BY_NAME.get(name).copied()
}

/// The names of all primitives, in the order of the tables.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.iter()).map(|builtin| builtin.name)
}

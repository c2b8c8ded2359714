//! Properties and state machines, checked by enumeration: the smallest counterexample, or a proof where there are finitely many
//! cases.
//!
//! A property is a function whose arguments stand for all values of their types. The values come in order of size, none twice,
//! borders first, so the first counterexample is of the least size, and nothing needs to be shrunk. If the types have finitely
//! many values and all were tried, the property is proved.
//!
//! ```
//! use lydian::{Check, Enumerate, Verdict, eq};
//!
//! #[derive(Debug, Clone, PartialEq, Enumerate)]
//! enum Tree<T> {
//!     Leaf,
//!     Node(Box<Tree<T>>, T, Box<Tree<T>>),
//! }
//!
//! fn mirror<T: Clone>(tree: &Tree<T>) -> Tree<T> {
//!     match tree {
//!         Tree::Leaf => Tree::Leaf,
//!         Tree::Node(left, item, right) => {
//!             Tree::Node(Box::new(mirror(right)), item.clone(), Box::new(mirror(left)))
//!         }
//!     }
//! }
//!
//! // In a test: panics with a report if the property does not hold.
//! lydian::check(|tree: Tree<bool>| mirror(&mirror(&tree)) == tree);
//!
//! // Or look at the report. The smallest tree that is not its own mirror image has two nodes.
//! let report = Check::new().run(|tree: Tree<()>| eq(mirror(&tree), tree));
//! let found = report.counterexample().unwrap();
//! assert_eq!(found.arguments, ["Node(Leaf, (), Node(Leaf, (), Leaf))"]);
//! ```
//!
//! # In a test
//!
//! An attribute makes a test of a function, for `cargo test` and nextest. It may be `async`, and its arguments take the
//! attributes of [`derive@Enumerate`].
//!
//! ```
//! #[lydian::property]
//! fn addition_commutes(a: i32, b: i32) -> bool {
//!     a.wrapping_add(b) == b.wrapping_add(a)
//! }
//!
//! #[lydian::property(tests = 500)]
//! fn dice_are_fair(#[lydian(range(1..=6))] die: u8) {
//!     assert!(7 - die <= 6);
//! }
//! # fn main() {}
//! ```
//!
//! # When a property fails
//!
//! The report shows the arguments, both sides of comparisons, a caught panic, and a line such as
//! `LYDIAN_REPLAY='my_crate::tests::sorts:7:2' cargo test` that runs this case alone. The failure is kept in the target directory
//! and tried first in the next run.
//!
//! # Preconditions
//!
//! `condition.implies(|| conclusion)` rejects cases; if nothing is left, the verdict is [`Verdict::Vacuous`], which is not a
//! pass. Better than to reject is to build: [`Domain::map`] makes search trees from lists of keys, `#[lydian(range(..))]`
//! bounds a field.
//!
//! # Many tests
//!
//! A property that takes references ([`by_ref`], or references in a function with the attribute) is not given a fresh value for
//! each test: one value changes into the next. [`Domain::cursor`] lends values in the same way without a property. On trees of 9
//! nodes that is about four times as quick as [`Domain::iter`], which makes each anew.

mod arguments;
mod block_on;
mod cases;
mod caught;
mod check;
mod count;
mod cursor;
mod domain;
mod enumerate;
mod kept;
mod machine;
mod node;
mod operators;
mod permutation;
mod plan;
mod property;
mod report;
mod standard;

/// What `#[derive(Enumerate)]` says the fields of a constructor with.
#[doc(hidden)]
pub mod fields {
    pub use crate::node::Spot;
    pub use crate::node::fields::{both, constructor, first, last, none, number, only, single};
    pub use crate::node::union::{NoMore, or};
}

pub use arguments::{AllArguments, Arguments, ByRef, Checkable, Domains, by_ref};
pub use block_on::block_on;
pub use check::{Check, check};
pub use count::{Count, NoCount};
pub use cursor::{Cursor, Values};
pub use domain::Domain;
pub use enumerate::{Enumerate, domain};
pub use lydian_derive::{Enumerate, property};
pub use machine::{
    Conform, Machine, MachineReport, MachineVerdict, NoSuite, Relation, Step, Suite, System, Trace,
};
pub use node::integer::Integer;
pub use operators::{and, approx, at_most, eq, exists, forall, iff, implies, less, ne, not, or};
pub use property::{IntoProperty, Property};
pub use report::{Counterexample, Report, Stopped, Verdict};

/// The examples of the book's page run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/property-rust.md")]
mod book {}

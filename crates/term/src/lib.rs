//! Hash-consed symbolic terms, their simplifier and their SMT-LIB form; knows no solver.
//!
//! An arena [`Terms`] owns all terms of a job; a [`TermId`] is a small number in it. Constructors simplify as they
//! build, so that equal ids mean equal terms and the common equal terms have equal ids. All operations are total and
//! all traversals are iterative: neither a million nested additions nor a division by zero is a special case.
//!
//! ```
//! use lydian_term::{Int, Terms};
//! let mut terms = Terms::new();
//! let x = terms.fresh_int("x", Some(Int::from(0)), None);
//! let one = terms.int(1);
//! let next = terms.add(x, one);
//! assert_eq!(terms.sub(next, one), x);
//! let positive = terms.lt(x, next);
//! assert_eq!(terms.as_bool(positive), Some(true));
//! ```

mod arena;
mod build;
mod constant;
mod evaluate;
mod infix;
mod int;
mod interval;
mod node;
mod regex;
mod smtlib;
mod traverse;

pub use arena::Terms;
pub use constant::{Constant, Model};
pub use evaluate::Evaluation;
pub use infix::infix;
pub use int::{Int, NotAnInt};
pub use interval::{Bounds, Interval};
pub use node::{Node, Sort, TermId, VarId, Variable};
pub use regex::{ByteSet, Regex, RegexId, RegexPart};

//! Satisfiability of terms through a chain of small solvers with Z3 last; the only crate that names Z3.
//!
//! A [`Chain`] is asked with a slice of assertions and keeps everything incremental to itself. Each layer is one
//! wrapper of the same interface: it answers, or it passes the question on. Every model is checked by evaluation before
//! it is returned, budgets count work and not time, and without a Z3 library the last answer is [`Reason::NoSolver`].
//!
//! ```
//! use lydian_solver::{Answer, Budget, Chain, Solver};
//! use lydian_term::Terms;
//! let mut terms = Terms::new();
//! let x = terms.fresh_int("x", None, None);
//! let five = terms.int(5);
//! let above = terms.lt(five, x);
//! let answer = Chain::new().check(&mut terms, &[above], &Budget::default());
//! assert!(matches!(answer, Answer::Sat(_)));
//! ```

mod answer;
mod chain;
mod layers;
mod near;
mod small;
mod statistics;
mod z3;

pub use answer::{Answer, Budget, Reason, Solver};
pub use chain::Chain;
pub use layers::tighten::implied_bounds;
pub use small::Hints;
pub use statistics::{LayerStatistics, Statistics};
/// The name of the solver behind all others, for people.
pub const SOLVER: &str = "Z3";

/// What to do when it is missing.
pub const INSTALL_HINT: &str =
    "Install it with `apt-get install libz3-4`, or set LYDIAN_Z3 to the path of libz3.";

/// What to do when the one that the user chose cannot be used.
pub const CHOICE_HINT: &str =
    "Mend LYDIAN_Z3, or unset it to let Lydian look for one; LYDIAN_Z3=none does without.";

pub use z3::{Attempt, Discovery, chosen_solver_fault, find_solver};

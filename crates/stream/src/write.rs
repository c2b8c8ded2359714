//! Suites as texts: traces, expected outputs, CSV, a grid.
//!
//! [`tell`] turns a suite into plain data ([`lydian_verdict::TraceSuite`]) with the values in the user's notation. The other
//! functions go from there to texts that interpreters read; reports for people are made in `lydian_report`.

mod csv;
mod grid;
mod tell;
mod trace;
mod value;
mod verdict;

#[cfg(test)]
mod samples;

pub use csv::csv;
pub use grid::{Rows, grid};
pub use tell::tell;
pub use trace::{expected, trace};

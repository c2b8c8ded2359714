//! Writers of programs in other languages, to be built and run without Lydian.
//!
//! [`solution`] writes a program that satisfies a specification of interactions, [`driver`] a suite of tests as a program that drives
//! the system under test. A writer gets a plan that says all that the program does, and gives one source file, or says what
//! the language has no room for. What all languages share is here once: how names and literals are spelled.

pub mod driver;
mod names;
mod quote;
pub mod solution;

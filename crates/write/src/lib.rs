//! Writers of programs in other languages, to be built and run without Lydian.
//!
//! [`driver`] writes a suite of tests as a program that drives the system under test. A writer gets a plan that says everything, and gives one
//! source file or says what the language has no room for.

pub mod driver;

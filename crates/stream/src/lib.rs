//! The door for stream specifications: runs them, generates test suites for them, checks monitors.

pub mod check;
pub mod compile;
pub mod generate;
pub mod mutate;
pub mod record;
pub mod run;
pub mod solve;
pub mod trace;
pub mod write;

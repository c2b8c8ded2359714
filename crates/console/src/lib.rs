//! The door for console programs: an interaction specification, and a real program that shall follow it.
//!
//! In: a `.console` file and a command. Out: a judgement, with the shortest run on which they part. The specification's
//! terms are executed by the kernel, so that any function can stand in a condition; what the program does is known
//! exactly, read by read (see `lydian-sut`).

pub mod syntax;
pub mod pattern;

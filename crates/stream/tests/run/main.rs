//! The interpreter against the definitions of the operators, on random specifications and traces.

mod collections;
mod handmade;
mod operators;
mod specs;
mod traces;

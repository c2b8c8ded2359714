//! The door for state machines given as functions: models, their own properties, and conformance of systems to them.
//!
//! A model is an OCaml file with the types `state`, `input` and `output`, an initial state and a reaction. [`load`] reads one;
//! [`Prepared`] computes its definitions; [`concretely`] runs it on known values as a specification in the sense of
//! `lydian_conform`.

mod concrete;
mod load;
mod prepare;
mod solve;
pub mod values;

pub use concrete::{Book, Concrete, SharedBook, concretely};
pub use load::{Extras, Init, Model, Property, Purpose, Scope, Shape, load};
pub use prepare::Prepared;

//! The door for logical properties given as functions: enumerated, solved for, and proved where that is possible.
//!
//! A property is a function whose name starts with `prop_`; its arguments are universally quantified and its result is a
//! truth value. [`load`] finds the properties of a file; [`Checker`] attacks one: small inputs first, then unknown ones by
//! solving, then larger ones at random. What refutes a property is run concretely before it is told. Its call can be run again
//! ([`load_calls`], [`Place`]) and kept for the next run ([`Kept`]).

mod attack;
mod build;
mod call;
mod check;
mod definition;
mod kept;
mod load;
mod place;
mod premises;
mod qcheck;
mod question;
mod ready;
mod tell;

pub use call::{load_calls, size_of_call};
pub use check::{Checked, Checker, Checking, Failure, Labels, Unfinished};
pub use kept::{Kept, LONGEST_CALL, Tried, note, try_again};
pub use load::{Properties, Property, load};
pub use lydian_hunt::{Effort, USUAL_LEVELS};
pub use place::Place;
pub use ready::{Ended, Ready};
pub use tell::{callee, replayed, verdict, writable};

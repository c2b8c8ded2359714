//! The one attack on a question about inputs.
//!
//! A door says what a run on inputs, known or unknown, comes to ([`Question`]); the hunt tries small inputs in order of size, draws inputs
//! that learn from the branches that runs take, follows the paths of a run on unknown inputs, and solves for the numbers of larger shapes
//! that held. What is found is run again on known inputs and made small. It goes by levels of effort whose work is counted ([`Hunt`]).

mod change;
mod draw;
mod effort;
mod hunt;
#[cfg(test)]
mod laws;
mod learned;
mod mould;
mod question;
mod random;
mod shrunk;
mod small;
mod values;

pub use effort::{Effort, USUAL_LEVELS};
pub use hunt::{Hunt, Plan, Tally};
pub use question::{Came, Followed, Found, Pass, Question, Ran, Settled, Tried};
pub use shrunk::shrunk;
pub use small::{Position, largest_size};
pub use values::few;

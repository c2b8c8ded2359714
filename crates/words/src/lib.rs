//! The words that all messages share: counts and times, text in quotes, the name that was perhaps meant.
//! Knows nothing of what the messages are about.

mod nearest;
mod numbers;
mod quoted;

pub use nearest::nearest;
pub use numbers::{grouped, plural, seconds};
pub use quoted::quoted;

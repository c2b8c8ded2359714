//! The words that all messages share: counts and times, text in quotes, the name that was perhaps meant, names that
//! cannot steer a terminal.
//! Knows nothing of what the messages are about.

mod nearest;
mod numbers;
mod quoted;
mod visible;

pub use nearest::nearest;
pub use numbers::{grouped, plural, seconds};
pub use quoted::quoted;
pub use visible::{is_steering, visible, visible_but};

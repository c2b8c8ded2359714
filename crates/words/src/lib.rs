//! The words that all messages share: large numbers in groups.
//! Knows nothing of what the messages are about.

mod numbers;

pub use numbers::grouped;

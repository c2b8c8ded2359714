//! Reports of suites of input sequences for state machines: text, JSON (also read back), JUnit and a page.
//! They read plain data ([`lydian_verdict::SequenceSuite`]) and know neither models nor solvers. No time on the clock is told, so
//! that the same suite gives the same bytes.

mod json;
mod junit;
mod page;
mod saved;
mod text;
mod words;

#[cfg(test)]
mod sample;

pub use json::sequence_suite_to_json;
pub use junit::sequence_suite_to_junit;
pub use page::sequence_suite_to_html;
pub use saved::{SavedSequences, read_sequence_suite};
pub use text::sequence_suite_to_text;

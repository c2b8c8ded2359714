//! Reports of suites for stream specifications: text, JSON, JUnit, and a page with timelines.
//! They read plain data ([`lydian_verdict::TraceSuite`]) and know neither streams nor solvers. No time on the clock is told,
//! so that the same suite gives the same bytes.

mod json;
mod junit;
mod listing;
mod page;
mod run_page;
mod text;
mod timeline;
mod words;

#[cfg(test)]
mod sample;

pub use json::suite_to_json;
pub use junit::suite_to_junit;
pub use page::suite_to_html;
pub use run_page::{Drawn, RunEvent, RunPage, RunRow};
pub use text::{CaseTables, suite_to_text, trace_case_to_text};

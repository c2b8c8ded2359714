//! Reports read from events: terminal, JSON, JUnit and HTML.
//! A report never reaches back into the run. The types that are serialised live here, so that the forms that programs
//! read (`docs/src/json.md`) change only on purpose. No hash order reaches any output.

mod case_file;
mod console_suite;
mod diagnostics;
mod facts;
mod html;
mod json;
mod junit;
mod progress;
mod reporter;
mod sequence;
mod stream;
mod terminal;
mod text;

pub use case_file::{case_from_json, case_to_json, cases_from_json};
pub use console_suite::{CONSOLE_SUITE_VERSION, SavedConsoleSuite, SavedConsoleTest, read_console_suite};
pub use diagnostics::{render_diagnostic, render_diagnostics};
pub use html::HtmlReporter;
pub use json::{JSON_VERSION, JsonReporter, diagnostics_to_json};
pub use junit::JunitReporter;
pub use progress::ProgressReporter;
pub use reporter::{Format, Reporter, Reporters, Verbosity, reporter_for};
pub use sequence::{
    SavedSequences, read_sequence_suite, sequence_suite_to_html, sequence_suite_to_json,
    sequence_suite_to_junit, sequence_suite_to_text,
};
pub use stream::{
    CaseTables, Drawn, RunEvent, RunPage, RunRow, suite_to_html, suite_to_json, suite_to_junit,
    suite_to_text, trace_case_to_text,
};
pub use terminal::{Color, stderr, stdout};
pub use text::TextReporter;

#[cfg(test)]
mod samples;

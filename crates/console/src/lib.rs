//! The door for console programs: an interaction specification, and a real program that shall follow it.
//!
//! In: a `.console` file and a command. Out: a judgement, with the shortest run on which they part. The specification's
//! terms are executed by the kernel, so that any function can stand in a condition; what the program does is known
//! exactly, read by read (see `lydian-sut`).

mod accept;
mod choices;
mod constants;
mod covered;
mod expect;
mod floats;
mod flow;
mod inputs;
mod interpret;
mod judge;
mod late;
mod line;
mod lint;
mod lower;
mod merge;
mod mismatch;
mod mistakes;
mod naive;
mod outline;
mod parameters;
mod paths;
pub mod pattern;
mod play;
mod random;
mod rounding;
mod samples;
mod saved;
pub mod show;
mod shrink;
mod spec;
mod student;
mod subject;
mod suite;
mod symbolic;
pub mod syntax;
mod tasks;
mod ties;
mod trace;
mod translate;
mod walk;
mod what;
mod wishes;

pub use accept::accept;
pub use constants::Constants;
pub use expect::{Expected, ExpectedTurn, Failure, Misfit, Then};
pub use inputs::{Sampling, Sequence};
pub use interpret::Interpretation;
pub use judge::{Found, Judged, Judging, failed, judge};
pub use late::{KeptBack, Late};
pub use line::END_OF_INPUT;
pub use lint::{LintOptions, Linted, lint, well_formed};
pub use lower::{Enumeration, Ty, Variable};
pub use mismatch::{Aside, ExitCodes, Flushing, Kind, Mismatch, Outcome, Strictness, compare};
pub use mistakes::{Mistakes, Score};
pub use outline::Decisions;
pub use parameters::set_parameters;
pub use paths::{PathBounds, PathCounts, Paths, SpecPath, Strategy, without_solver};
pub use play::{Pause, Play};
pub use samples::{Choice, Sample, Style, samples, write_samples};
pub use saved::{Suite, SuiteTest, Unsuitable};
pub use spec::{Importer, Spec, load, load_with_mistakes};
pub use student::Speech;
pub use subject::{Actual, ActualEnd, Call, ProcessSubject, Subject};
pub use suite::{Test, Tests};
pub use tasks::select_task;
pub use trace::{Action, TraceJudgement, judge_trace, read_trace};
pub use translate::{Language, translate};

//! What a judgement says: verdicts, cases, statistics and the events of a run.
//! Plain data that every door produces and every report reads. Nothing here runs, prints or serialises: reports have
//! types of their own for that, so that a file format never hangs on the shape of an inner type.

mod case;
mod event;
mod remark;
mod sequence_suite;
mod statistics;
mod trace_suite;
mod verdict;

pub use case::{Case, Detail, Door, Outcome, Refutation, Timeline, TimelineCall, TimelineSession, label};
pub use event::{Event, Judgement, Summary};
pub use lydian_words::grouped;
pub use remark::Remark;
pub use sequence_suite::{LengthCount, SequenceCase, SequenceStep, SequenceSuite};
pub use statistics::{Measure, Statistics};
pub use trace_suite::{
    DeadState, GoalCounts, GoalState, StreamRole, TraceAssertion, TraceCase, TraceEvent, TraceGoal,
    TraceStream, TraceSuite, TraceValue,
};
pub use verdict::{Bounds, Cause, Mismatch, Reason, Undecided, Verdict, VerdictKind, exit_code_of_batch};

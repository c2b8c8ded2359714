//! Recorded traces: their text, and their judgement by a specification.
//! In: lines `> text` (written), `>| text` (written without a line break), `< text` (read). Out: the actions in order;
//! and whether a specification allows them, by the same comparison that tests use. What is not allowed is shown as a
//! test shows it.

use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_sut::End;
use lydian_verdict::Remark;

use crate::expect::{Expected, ExpectedTurn, Misfit};
use crate::judge::{Found, failed};
use crate::line::END_OF_INPUT;
use crate::mismatch::{Aside, Flushing, Kind, Outcome, Strictness, compare};
use crate::show;
use crate::spec::Spec;
use crate::student::{Speech, sentences};
use crate::subject::{Actual, ActualEnd};
use crate::suite::Test;

/// One thing that a program did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// It wrote this.
    Write(Vec<u8>),
    /// It read this line, given without its line break.
    Read(Vec<u8>),
}

/// A trace holds at most so many actions.
const MOST_ACTIONS: usize = 100_000;

/// Reads the text of a trace.
///
/// ```
/// use lydian_console::{Action, read_trace};
/// use lydian_diagnostic::Source;
/// let trace = read_trace(&Source::new("run.trace", "# a run\n< 2\n>| sum: \n> 2\nend\n")).unwrap();
/// assert_eq!(trace, [Action::Read(b"2".into()), Action::Write(b"sum: ".into()), Action::Write(b"2\n".into())]);
/// ```
pub fn read_trace(source: &Arc<Source>) -> Result<Vec<Action>, Diagnostic> {
    let mut actions = Vec::new();
    let mut start = 0;
    let mut ended = false;
    for line in source.text.split_inclusive('\n') {
        let place = start..start + line.trim_end().len();
        start += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = |message: &str, hint: &str| {
            Err(Diagnostic::error("trace-syntax", Span::new(source, place.clone()), message).hint(hint))
        };
        if ended {
            return fault("the trace goes on after its end", "`end` is the last line of a trace");
        }
        if actions.len() == MOST_ACTIONS {
            return fault("the trace is too long", "100,000 lines are read");
        }
        if let Some(text) = line.strip_prefix(">|") {
            actions.push(Action::Write(content(text)));
        } else if let Some(text) = line.strip_prefix('>') {
            let mut written = content(text);
            written.push(b'\n');
            actions.push(Action::Write(written));
        } else if line.trim_end() == "<|" {
            actions.push(Action::Read(END_OF_INPUT.to_vec()));
        } else if let Some(text) = line.strip_prefix('<') {
            actions.push(Action::Read(content(text)));
        } else if line.trim() == "end" {
            ended = true;
        } else {
            return fault(
                "this is no action of a program",
                "write `> text` for what it wrote, `< text` for a line that it read",
            );
        }
    }
    Ok(actions)
}

/// The text behind a mark; one blank belongs to the mark.
fn content(text: &str) -> Vec<u8> {
    text.strip_prefix(' ').unwrap_or(text).as_bytes().to_vec()
}

/// What came of a trace.
#[derive(Debug)]
pub enum TraceJudgement {
    /// The specification allows it.
    Accepted {
        /// The instance, with the values of its parameters.
        instance: usize,
        /// What is to be said beside that.
        remark: Option<Remark>,
    },
    /// It does not; of several instances the one that it follows furthest.
    Rejected {
        /// The instance.
        instance: usize,
        /// Where they part.
        found: Box<Found>,
        /// The same in words.
        words: String,
    },
    /// It is not known; the text says why.
    Unknown(String),
    /// A term of the specification fails on the trace.
    Fails(Box<Diagnostic>),
}

/// Judges a trace by the instances of a specification: one of them must allow it.
pub fn judge_trace(specs: &[Spec], trace: &[Action], flushing: Flushing) -> TraceJudgement {
    let actual = run_of(trace);
    let mut furthest: Option<(usize, Found, String)> = None;
    let mut other = None;
    for (instance, spec) in specs.iter().enumerate() {
        match judge_by(spec, instance, &actual, flushing) {
            accepted @ TraceJudgement::Accepted { .. } => return accepted,
            TraceJudgement::Rejected { found, words, .. } => {
                let further =
                    |(_, before, _): &(usize, Found, String)| found.difference.turn > before.difference.turn;
                if furthest.as_ref().is_none_or(further) {
                    furthest = Some((instance, *found, words));
                }
            }
            unknown => {
                other.get_or_insert(unknown);
            }
        }
    }
    match (other, furthest) {
        (Some(other), _) => other,
        (None, Some((instance, found, words))) => {
            TraceJudgement::Rejected { instance, found: Box::new(found), words }
        }
        (None, None) => TraceJudgement::Unknown("there is no specification".into()),
    }
}

/// A trace as what a program did.
fn run_of(trace: &[Action]) -> Actual {
    let mut actual = Actual {
        turns: Vec::new(),
        last: Vec::new(),
        end: ActualEnd::Ended(End::Exited(0)),
        errors: Vec::new(),
        after_the_end: Vec::new(),
        buffers: false,
        files: Vec::new(),
        reads_all: false,
        unsettled: None,
        looked: None,
    };
    for action in trace {
        match action {
            Action::Write(text) => actual.last.extend_from_slice(text),
            Action::Read(line) => actual.turns.push((std::mem::take(&mut actual.last), line.clone())),
        }
    }
    actual
}

fn judge_by(spec: &Spec, instance: usize, actual: &Actual, flushing: Flushing) -> TraceJudgement {
    let lines: Vec<Vec<u8>> = actual.turns.iter().map(|(_, line)| line.clone()).collect();
    let mut expected = match allowed(spec, &lines) {
        Ok(expected) => expected,
        Err(unknown) => return unknown,
    };
    // A trace does not tell what is in files.
    let results = |expected: &mut Expected| expected.results.clear();
    expected = match spec.expect_run(&expected, &lines, actual) {
        Ok(expected) => expected,
        Err(why) => return TraceJudgement::Unknown(why),
    };
    results(&mut expected);
    expected.others.iter_mut().for_each(results);
    let strictness = Strictness { flushing, ..Strictness::default() };
    match compare(&expected, actual, strictness, &mut |_| None) {
        Outcome::Match(asides) => {
            let late = asides.iter().find_map(|aside| match aside {
                Aside::Late(late) => Some(late),
                Aside::ExitCode(_) | Aside::Complaint(_) | Aside::ReadsAll => None,
            });
            let remark = late.map(|late| show::late_remark(&expected, &lines, late, Speech::English));
            TraceJudgement::Accepted { instance, remark }
        }
        Outcome::Unknown(why) => TraceJudgement::Unknown(why),
        Outcome::Differ(mismatch) => {
            let wrong_line = (mismatch.kind == Kind::Input).then(|| lines.get(mismatch.turn)).flatten();
            let wrong_line = wrong_line.map(|line| show::line(line));
            let test = Test { instance, path: usize::MAX, lines, expected };
            let found = Found { test, run: actual.clone(), difference: mismatch };
            let words = match wrong_line {
                Some(line) => format!("`{line}` is not a value that is ever sent there."),
                None => sentences(&found, Speech::English),
            };
            TraceJudgement::Rejected { instance, found: Box::new(found), words }
        }
    }
}

/// What is allowed on the lines, as far as they fit; after that an open line that no trace has.
fn allowed(spec: &Spec, lines: &[Vec<u8>]) -> Result<Expected, TraceJudgement> {
    match spec.expect(lines, u32::MAX) {
        Ok(expected) => Ok(expected),
        Err(Misfit::TooMany(expected)) => Ok(*expected),
        Err(Misfit::TooFew(expected)) => Ok(reading_on(*expected, None)),
        Err(Misfit::NotSent(index, _)) => match spec.expect(&lines[..index], u32::MAX) {
            Err(Misfit::TooFew(expected)) => Ok(reading_on(*expected, lines.get(index))),
            _ => Err(TraceJudgement::Unknown("the specification does not read the same lines twice".into())),
        },
        // A long trace can be more work than is done; that is nobody's mistake.
        Err(Misfit::Fails(failure)) if !failure.raises => {
            Err(TraceJudgement::Unknown(format!("the trace is too long to be followed: {}", failure.why)))
        }
        Err(Misfit::Fails(failure)) => Err(TraceJudgement::Fails(Box::new(failed(spec, &failure, lines)))),
    }
}

/// The expectation that another line is read, which must not be the given one.
fn reading_on(mut expected: Expected, not: Option<&Vec<u8>>) -> Expected {
    let mut line = "…".as_bytes().to_vec();
    if not == Some(&line) {
        line.push(b'?');
    }
    let outputs = std::mem::take(&mut expected.last);
    expected.turns.push(ExpectedTurn { outputs, line, valid: true });
    expected
}

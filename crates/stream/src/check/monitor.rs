//! Monitors under test: given traces as text, they write what comes out.
//! The usual one is a process (`crates/sut`) with the trace on its standard input or in a file; tests use functions.

use std::ffi::{OsStr, OsString};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use lydian_sut::{End, Pause, Program, Runner, StartError, StartErrorKind, Terminal};

/// What a monitor did on a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it wrote.
    pub output: Vec<u8>,
    /// What it wrote to standard error.
    pub errors: Vec<u8>,
    /// How it ended.
    pub end: End,
}

impl Answer {
    /// What it wrote, without a line that it could not finish because it was stopped.
    pub(super) fn whole_lines(&self) -> &[u8] {
        if let End::Exited(_) = self.end {
            return &self.output;
        }
        let end = self.output.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        &self.output[..end]
    }
}

/// A monitor that can be run again and again.
pub trait Monitor {
    /// Runs it on traces; the answers are in the same order.
    fn run_all(&self, traces: &[&[u8]]) -> Result<Vec<Answer>, StartError>;
}

/// A command, run as a confined process.
pub struct ProcessMonitor<'r> {
    /// Runs processes.
    pub runner: &'r Runner,
    /// The program and its arguments. Where `{}` stands in an argument, the trace comes in a file of that name;
    /// otherwise it comes on standard input.
    pub command: Vec<OsString>,
    /// How many runs go on at the same time.
    pub jobs: usize,
}

/// The file with the trace, in the working directory of the run.
const FILE: &str = "lydian-case.trace";

/// A monitor that asks for more input after its end so often will not stop.
const MOST_VAIN_READS: usize = 1_000;

impl ProcessMonitor<'_> {
    fn run_once(&self, trace: &[u8]) -> Result<Answer, StartError> {
        let takes_file = self.command.iter().skip(1).any(|word| has_place(word));
        let program = Program {
            command: self
                .command
                .iter()
                .enumerate()
                .map(|(place, word)| if place == 0 { word.clone() } else { filled(word) })
                .collect(),
            files: if takes_file { vec![(FILE.to_owned(), trace.to_vec())] } else { Vec::new() },
            terminal: Terminal::Pipe,
            ..Program::default()
        };
        let mut run = self.runner.start(&program)?;
        if !takes_file {
            run.feed(trace);
        }
        run.close_input();
        let mut answer = Answer { output: Vec::new(), errors: Vec::new(), end: End::Lost };
        for _ in 0..MOST_VAIN_READS {
            let turn = run.turn();
            answer.output.extend_from_slice(&turn.output);
            answer.errors.extend_from_slice(&turn.errors);
            match turn.pause {
                Pause::Ended(end) => {
                    answer.end = end;
                    return Ok(answer);
                }
                Pause::WaitsForInput => run.close_input(),
            }
        }
        answer.end = End::TimedOut { idle: true };
        Ok(answer)
    }
}

fn has_place(word: &OsStr) -> bool {
    word.to_str().is_some_and(|word| word.contains("{}"))
}

fn filled(word: &OsStr) -> OsString {
    match word.to_str() {
        Some(text) => OsString::from(text.replace("{}", FILE)),
        None => word.to_owned(),
    }
}

impl Monitor for ProcessMonitor<'_> {
    fn run_all(&self, traces: &[&[u8]]) -> Result<Vec<Answer>, StartError> {
        let threads = self.jobs.clamp(1, traces.len().max(1));
        if threads == 1 {
            return traces.iter().map(|trace| self.run_once(trace)).collect();
        }
        let next = AtomicUsize::new(0);
        let answers: Vec<Mutex<Option<Result<Answer, StartError>>>> =
            traces.iter().map(|_| Mutex::new(None)).collect();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(lydian_budget::shared(|| {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(trace) = traces.get(place) else { break };
                        let answer = self.run_once(trace);
                        *answers[place].lock().unwrap_or_else(|poisoned| poisoned.into_inner()) =
                            Some(answer);
                    }
                }));
            }
        });
        let taken = answers
            .into_iter()
            .map(|slot| slot.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()));
        taken.map(|answer| answer.unwrap_or_else(|| Err(not_run()))).collect()
    }
}

fn not_run() -> StartError {
    StartError { kind: StartErrorKind::System, message: "the monitor was not run".into() }
}

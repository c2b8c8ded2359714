//! A program under test: given lines, it says what it read and wrote, turn by turn.
//! The usual subject is a process (`crates/sut`); a specification that plays itself is another, which tests use.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use lydian_sut::{End, Pause, Program, Run, Runner, StartError, StartErrorKind, Terminal};
use lydian_trial::side_by_side;

use crate::expect::{Expected, ExpectedTurn};
use crate::line::END_OF_INPUT;

/// What a program is given beside its lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Call {
    /// Further arguments.
    pub arguments: Vec<String>,
    /// Its environment.
    pub environment: Vec<(String, String)>,
    /// Files in its working directory.
    pub files: Vec<(String, Vec<u8>)>,
    /// Files to look at afterwards.
    pub collect: Vec<String>,
}

/// What a program did on some lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actual {
    /// What was written before each read, and the line that was read.
    pub turns: Vec<(Vec<u8>, Vec<u8>)>,
    /// What was written after the last read.
    pub last: Vec<u8>,
    /// How it ended.
    pub end: ActualEnd,
    /// What went to standard error.
    pub errors: Vec<u8>,
    /// What was written after a line was asked for in vain.
    pub after_the_end: Vec<u8>,
    /// Whether programs in its language often write through buffers of their own.
    pub buffers: bool,
    /// The collected files.
    pub files: Vec<(String, Option<Vec<u8>>)>,
    /// Whether it reads to the end of its input before it writes anything.
    pub reads_all: bool,
    /// The first turn that ended although another thread or process might have had something to say in it.
    pub unsettled: Option<usize>,
    /// The turn in which it ended after it had looked in vain, without waiting, for a line that it would have been given.
    pub looked: Option<usize>,
}

impl Actual {
    /// A program that reads all of its input at once and then writes, as a run without the last vain read, where nobody needs to see
    /// anything before the last line: nothing but free or optional text is expected before each.
    pub(crate) fn into_batch(self, expected: &Expected) -> Actual {
        let ends = self.end == ActualEnd::ReadOn(End::Exited(0));
        let all_read = self.turns.len() == expected.turns.len();
        let silent = self.last.is_empty() && self.turns.iter().all(|(written, _)| written.is_empty());
        let asked = |turn: &ExpectedTurn| turn.outputs.outputs.iter().any(|output| !output.optional);
        if !ends || !all_read || !silent || self.after_the_end.is_empty() || expected.turns.iter().any(asked)
        {
            return self;
        }
        let (last, end) = (self.after_the_end.clone(), ActualEnd::Ended(End::Exited(0)));
        Actual { last, end, after_the_end: Vec::new(), reads_all: true, ..self }
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActualEnd {
    /// By itself or by force.
    Ended(End),
    /// (With [`End::Lost`]: it cannot be told whether it asked, because its runtime waits for the end of input anyway.)
    /// It asked for another line when there was none left, was told so, and then ended like this. What it wrote after
    /// that is left out.
    ReadOn(End),
}

/// A program that can be run again and again.
pub trait Subject {
    /// Runs it on several sequences of lines; the results are in the same order.
    fn run_all(&self, runs: &[(&Call, &[Vec<u8>])]) -> Result<Vec<Actual>, StartError>;

    /// Runs it once.
    fn run(&self, call: &Call, lines: &[Vec<u8>]) -> Result<Actual, StartError> {
        let mut all = self.run_all(&[(call, lines)])?;
        all.pop().ok_or_else(not_run)
    }
}

fn not_run() -> StartError {
    StartError { kind: StartErrorKind::System, message: "the program was not run".into() }
}

/// A command, run as a confined process.
pub struct ProcessSubject<'r> {
    /// Runs processes.
    pub runner: &'r Runner,
    /// The program and its first arguments.
    pub command: Vec<OsString>,
    /// Where its relative paths start.
    pub directory: Option<PathBuf>,
    /// What its streams are.
    pub terminal: Terminal,
    /// How many runs go on at the same time.
    pub jobs: usize,
}

/// Lines that a program may ask for in vain before it is stopped.
const MOST_VAIN_READS: usize = 1_000;

/// How long a program may go on when its input is at an end: many then loop forever, and nobody wants to wait for that.
const AFTER_THE_END: Duration = Duration::from_secs(1);

impl ProcessSubject<'_> {
    fn run_once(&self, call: &Call, lines: &[Vec<u8>]) -> Result<Actual, StartError> {
        let mut actual = self.run_with(call, lines, self.terminal)?;
        let silent = actual.after_the_end.is_empty();
        let language = lydian_sut::profile(&self.command).language;
        if language == "node" && actual.end == ActualEnd::ReadOn(End::Exited(0)) && silent {
            // On a pipe its runtime waits for the end of input anyway; in a terminal it does so only if the program reads. What it
            // writes there, with echo and colours, does not count.
            let shown = self.run_with(call, lines, Terminal::Pty)?;
            actual.end = match shown.end {
                ActualEnd::Ended(End::Exited(0)) if shown.turns.len() == actual.turns.len() => shown.end,
                ActualEnd::ReadOn(End::Exited(0)) => shown.end,
                _ => ActualEnd::ReadOn(End::Lost),
            };
        }
        Ok(actual)
    }

    fn run_with(&self, call: &Call, lines: &[Vec<u8>], terminal: Terminal) -> Result<Actual, StartError> {
        let mut command = self.command.clone();
        command.extend(call.arguments.iter().map(OsString::from));
        let program = Program {
            command,
            directory: self.directory.clone(),
            environment: call.environment.iter().map(|(name, value)| (name.into(), value.into())).collect(),
            files: call.files.clone(),
            collect: call.collect.clone(),
            terminal,
        };
        let mut run = self.runner.start(&program)?;
        let mut actual = follow(&mut run, lines);
        let language = lydian_sut::profile(&self.command).language;
        actual.buffers = matches!(language, "java" | "go");
        actual.files = run.finish().files;
        Ok(actual)
    }
}

/// What the program did.
fn follow(run: &mut Run, lines: &[Vec<u8>]) -> Actual {
    let mut actual = Actual {
        turns: Vec::new(),
        last: Vec::new(),
        end: ActualEnd::Ended(End::Lost),
        errors: Vec::new(),
        after_the_end: Vec::new(),
        buffers: false,
        files: Vec::new(),
        reads_all: false,
        unsettled: None,
        looked: None,
    };
    let mut vain = 0;
    let (mut ended, mut asked_again) = (false, 0);
    loop {
        let turn = run.turn();
        actual.errors.extend_from_slice(&turn.errors);
        if turn.unsettled {
            actual.unsettled.get_or_insert(actual.turns.len());
        }
        // What a program says once it knows that there is no more input is no part of the run that counts.
        let written = if vain > 0 { &mut actual.after_the_end } else { &mut actual.last };
        written.extend_from_slice(&turn.output);
        match turn.pause {
            Pause::Ended(end) => {
                actual.end = if vain > 0 { ActualEnd::ReadOn(end) } else { ActualEnd::Ended(end) };
                let is_due = turn.looked && lines.len() > actual.turns.len();
                actual.looked = is_due.then_some(actual.turns.len());
                return actual;
            }
            Pause::WaitsForInput => match lines.get(actual.turns.len()) {
                Some(line) if line == END_OF_INPUT => {
                    actual.turns.push((std::mem::take(&mut actual.last), line.clone()));
                    run.close_input();
                    ended = true;
                }
                Some(line) => {
                    actual.turns.push((std::mem::take(&mut actual.last), line.clone()));
                    let mut sent = line.clone();
                    sent.push(b'\n');
                    run.feed(&sent);
                }
                // Who asks again is told again.
                None if ended && asked_again < MOST_VAIN_READS => asked_again += 1,
                None => {
                    vain += 1;
                    if vain > MOST_VAIN_READS {
                        actual.end = ActualEnd::ReadOn(End::TimedOut { idle: true });
                        return actual;
                    }
                    run.close_input();
                    run.hurry(AFTER_THE_END);
                }
            },
        }
    }
}

impl Subject for ProcessSubject<'_> {
    fn run_all(&self, runs: &[(&Call, &[Vec<u8>])]) -> Result<Vec<Actual>, StartError> {
        side_by_side(self.jobs, runs, |(call, lines)| self.run_once(call, lines)).into_iter().collect()
    }
}

//! The parent: gives each reader its inputs in batches, watches the children that read them, and counts.
//! A child that ends early, goes on for too long or takes too much memory is a finding of the input that it had begun; the next child goes
//! on behind it. Readers take turns, so that a run that is short of time has seen all of them.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::finding::{self, Fault};
use crate::measure::{self, Cost};
use crate::readers::Kind;
use crate::seeds::Seeds;
use crate::tally::{Tally, table};
use crate::{Arguments, child, mutate, name_of};

/// The inputs of one batch, times the share of the reader: a new child begins with little memory.
const BATCH: u64 = 5_000;

/// The seeds of a run, beside its findings.
const SEEDS: &str = "seeds.json";

/// How often a child is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// The ticks of a second of processor time.
const TICKS: u64 = 100;

/// By the clock a child may take so many times what it may take of the processor: the machine may be busy.
const WALL: u64 = 30;

/// Runs all readers; whether there were no findings.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let seeds = arguments.read_seeds()?;
    let saved = arguments.findings.join(SEEDS);
    seeds.save(&saved)?;
    let begun = Instant::now();
    let is_over = || arguments.seconds.is_some_and(|seconds| begun.elapsed().as_secs() >= seconds);
    let readers = arguments.readers();
    let shares: u64 = readers.iter().map(|reader| reader.share()).sum();
    let part = arguments.inputs.div_ceil(shares);
    let mut runs: Vec<(Kind, Tally)> = readers.iter().map(|reader| (*reader, Tally::default())).collect();
    let mut next = 0;
    while next < part {
        let batch = BATCH.min(part - next);
        for (reader, tally) in runs.iter_mut().filter(|_| !is_over()) {
            let share = reader.share();
            let (mut from, end) = (next * share, (next + batch) * share);
            while from < end {
                let mut reading = Reading { arguments, reader: *reader, seeds: &seeds, saved: &saved, tally };
                from = reading.batch(from, end - from)?;
            }
        }
        next += batch;
    }
    println!("{}", table(&runs));
    println!("seed {}, {:.0} s by the clock", arguments.seed, begun.elapsed().as_secs_f64());
    Ok(runs.iter().all(|(_, tally)| tally.findings == 0))
}

/// One reader at work.
struct Reading<'r> {
    arguments: &'r Arguments,
    reader: Kind,
    seeds: &'r Seeds,
    /// Where the children find the same seeds.
    saved: &'r Path,
    tally: &'r mut Tally,
}

impl Reading<'_> {
    /// Lets a child read inputs, and gives the index behind the last that was begun.
    fn batch(&mut self, from: u64, count: u64) -> Result<u64, String> {
        let mut child = self.start(from, count)?;
        let output = child.stdout.take().ok_or("the child has no output")?;
        let lines = lines_of(output);
        let watched = self.watch(&lines, &child.id().to_string());
        // Whatever was seen, nothing of it goes on.
        let _ = child.kill();
        let ended = child.wait().map_err(|error| error.to_string())?;
        match watched {
            Watched::Complete => Ok(from + count),
            Watched::Nothing => {
                Err(format!("the child of {} ended between two inputs: {ended}", name_of(self.reader)))
            }
            Watched::Broken(index, fault) => {
                self.found(index, &fault.unwrap_or_else(|| Fault::Ended(ended.to_string())))?;
                self.tally.count_finding();
                Ok(index + 1)
            }
        }
        .map(|next| next.min(from + count))
    }

    fn start(&self, from: u64, count: u64) -> Result<Child, String> {
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(this);
        command.args(["--child", &from.to_string(), "--inputs", &count.to_string()]);
        command.args(["--reader", &name_of(self.reader), "--seed", &self.arguments.seed.to_string()]);
        command.args(["--longest", &self.arguments.longest.to_string()]);
        command.arg("--seeds").arg(self.saved);
        // What a child says when it overflows its stack is said by the finding.
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().map_err(|error| error.to_string())
    }

    /// Follows a child until it is through with its inputs or has to be ended.
    fn watch(&mut self, lines: &Receiver<String>, process: &str) -> Watched {
        let mut current: Option<u64> = None;
        // Since when the child is at its input: processor time, and the clock.
        let mut since = (measure::ticks(process).unwrap_or(0), Instant::now());
        loop {
            match lines.recv_timeout(LOOK) {
                Ok(line) => {
                    let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
                    match (word, current) {
                        ("begin", _) => current = rest.parse().ok(),
                        ("end", Some(index)) => {
                            self.read(index, rest);
                            current = None;
                        }
                        ("panic", Some(index)) => {
                            // A child that panicked goes on: the panic was caught.
                            if self.found(index, &Fault::Panic(rest.to_owned())).is_err() {
                                return Watched::Broken(index, Some(Fault::Panic(rest.to_owned())));
                            }
                            self.tally.count_finding();
                            current = None;
                        }
                        (child::DONE, _) => return Watched::Complete,
                        _ => {}
                    }
                    // Asking the system costs more than most inputs: the next look is at the first silence.
                    since = (0, Instant::now());
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return match current {
                        Some(index) => Watched::Broken(index, None),
                        None => Watched::Nothing,
                    };
                }
                Err(RecvTimeoutError::Timeout) => {
                    let now = measure::ticks(process).unwrap_or(0);
                    if since.0 == 0 {
                        since.0 = now;
                    }
                    let Some(index) = current else { continue };
                    let memory = measure::memory(process, "VmRSS:").unwrap_or(0) >> 10;
                    if memory > self.arguments.memory {
                        return Watched::Broken(index, Some(Fault::Large(memory)));
                    }
                    let used = now.saturating_sub(since.0);
                    let waited = since.1.elapsed().as_secs();
                    if used > self.arguments.longest * TICKS || waited > self.arguments.longest * WALL {
                        return Watched::Broken(index, Some(Fault::Slow(used as f64 / TICKS as f64)));
                    }
                }
            }
        }
    }

    /// Counts an input that was read, and looks at what it cost.
    fn read(&mut self, index: u64, rest: &str) {
        let mut numbers = rest.split(' ').map(|number| number.parse::<u64>().unwrap_or(0));
        let mut number = || numbers.next().unwrap_or(0);
        let (accepted, time, memory) = (number() == 1, Duration::from_micros(number()), number());
        self.tally.count(accepted, Cost { time, memory }, self.arguments.deadline());
        let slow = time.as_secs() >= self.arguments.longest;
        let large = memory >> 10 > self.arguments.memory;
        if slow || large {
            let fault = if slow { Fault::Slow(time.as_secs_f64()) } else { Fault::Large(memory >> 10) };
            self.tally.findings += 1;
            if let Err(error) = self.found(index, &fault) {
                eprintln!("lydian-fuzz: {error}");
            }
        }
    }

    /// Saves a finding and tells it.
    fn found(&self, index: u64, fault: &Fault) -> Result<(), String> {
        let Arguments { seed, findings, .. } = self.arguments;
        let input = mutate::input(self.reader, self.seeds, *seed, index);
        let file = finding::save(findings, self.reader, *seed, index, fault, &input)
            .map_err(|error| format!("{}: {error}", findings.display()))?;
        println!("{}: {}", file.display(), fault.in_words());
        Ok(())
    }
}

/// How a child ended.
enum Watched {
    /// It was through.
    Complete,
    /// Its process ended, but not at an input.
    Nothing,
    /// It was at this input, and this is what it did; nothing if its process ended.
    Broken(u64, Option<Fault>),
}

/// The lines of a child as they come.
fn lines_of(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        for line in lines {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

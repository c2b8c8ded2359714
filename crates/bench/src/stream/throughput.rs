//! How many events of a trace are run in a second, from reading the lines to writing those of the outputs.
//! Beside it in the same run: a loop written by hand for the same outputs, as the limit of what can be had.

use std::io::{self, BufRead, Read, Write};
use std::time::Instant;

use lydian_stream::run::Prepared;
use lydian_stream::trace::{Options, Played, Reader, Style, Writer, play};

use super::load;

const COUNT_SUM_FILTER: &str = "in x: Events[Int]
out count(x) as n
out sum(x) as s
out filter(x, x > 50) as f
";

/// Runs both specifications.
pub(super) fn run(events: u64, rounds: usize, decoder: &str) -> Result<(), String> {
    println!("{:28} {:>10} {:>9} {:>14} {:>14}", "trace", "events", "median s", "events/s", "output bytes");
    let counted = median(rounds, || interpret(COUNT_SUM_FILTER, numbers(events)))?;
    show("count + sum + filter", events, &counted);
    let by_hand = median(rounds, || hand_written(numbers(events)))?;
    show("  the same, written by hand", events, &by_hand);
    println!("  ratio to the loop written by hand: {:.2}", counted.seconds / by_hand.seconds);
    if counted.bytes != by_hand.bytes {
        return Err("the interpreter and the loop written by hand wrote differently much".into());
    }
    let decoded = median(rounds, || interpret(decoder, wires(events)))?;
    show("decoder (Example 1)", events, &decoded);
    let (early, late) = memory(COUNT_SUM_FILTER, events.max(100_000))?;
    println!("memory of the process after a tenth of the events and after all: {early} KiB, {late} KiB");
    Ok(())
}

pub(super) struct Measured {
    pub(super) seconds: f64,
    pub(super) bytes: u64,
}

fn show(name: &str, events: u64, measured: &Measured) {
    let rate = events as f64 / measured.seconds;
    println!("{name:28} {events:>10} {:>9.3} {rate:>14.0} {:>14}", measured.seconds, measured.bytes);
}

pub(super) fn median(
    rounds: usize,
    mut once: impl FnMut() -> Result<Measured, String>,
) -> Result<Measured, String> {
    let mut all = Vec::new();
    for _ in 0..rounds {
        all.push(once()?);
    }
    all.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    Ok(all.swap_remove(all.len() / 2))
}

/// Counts what is written.
#[derive(Default)]
struct Counting(u64);

impl Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn interpret(text: &str, trace: impl Read) -> Result<Measured, String> {
    let spec = load(text, false)?;
    let prepared = Prepared::new(&spec).map_err(|fault| fault.message)?;
    let mut counting = Counting::default();
    let started = Instant::now();
    let mut reader = Reader::new(&spec, trace, "<trace>", Options::default());
    let mut writer = Writer::new(&spec, &mut counting, Style::default());
    let played = play(&spec, &prepared, &mut reader, &mut writer).map_err(|error| error.to_string())?;
    drop(writer);
    match played {
        Played::Complete => Ok(Measured { seconds: started.elapsed().as_secs_f64(), bytes: counting.0 }),
        _ => Err("the trace did not run to its end".into()),
    }
}

/// The outputs of `COUNT_SUM_FILTER` by a loop that knows nothing else.
fn hand_written(trace: impl Read) -> Result<Measured, String> {
    let mut counting = Counting::default();
    let started = Instant::now();
    let mut out = io::BufWriter::with_capacity(1 << 16, &mut counting);
    let mut input = io::BufReader::with_capacity(1 << 16, trace);
    let mut line = Vec::new();
    let (mut count, mut sum) = (0i64, 0i64);
    let failed = |error: io::Error| error.to_string();
    let mut first = true;
    while input.read_until(b'\n', &mut line).map_err(failed)? > 0 {
        let text = std::str::from_utf8(&line).map_err(|error| error.to_string())?.trim_end();
        let (time, rest) = text.split_once(": x = ").ok_or("no event")?;
        let (time, value): (i64, i64) =
            (time.parse().map_err(|_| "no time")?, rest.parse().map_err(|_| "no value")?);
        if first && time > 0 {
            write!(out, "0: n = 0\n0: s = 0\n").map_err(failed)?;
        }
        first = false;
        count += 1;
        sum += value;
        write!(out, "{time}: n = {count}\n{time}: s = {sum}\n").map_err(failed)?;
        if value > 50 {
            writeln!(out, "{time}: f = {value}").map_err(failed)?;
        }
        line.clear();
    }
    out.flush().map_err(failed)?;
    drop(out);
    Ok(Measured { seconds: started.elapsed().as_secs_f64(), bytes: counting.0 })
}

/// Makes lines as they are read, so that a trace of any length needs no memory.
pub(super) struct Lines<F> {
    next: F,
    left: u64,
    buffer: Vec<u8>,
    read: usize,
}

impl<F: FnMut(&mut Vec<u8>)> Lines<F> {
    /// So many lines, each added to the buffer by a call of `next`.
    pub(super) fn new(next: F, count: u64) -> Lines<F> {
        Lines { next, left: count, buffer: Vec::new(), read: 0 }
    }
}

impl<F: FnMut(&mut Vec<u8>)> Read for Lines<F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.read == self.buffer.len() {
            self.buffer.clear();
            self.read = 0;
            while self.left > 0 && self.buffer.len() < 1 << 16 {
                (self.next)(&mut self.buffer);
                self.left -= 1;
            }
        }
        let count = into.len().min(self.buffer.len() - self.read);
        into[..count].copy_from_slice(&self.buffer[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}

/// A trace of numbers.
fn numbers(events: u64) -> impl Read {
    let mut time = 0u64;
    let next = move |buffer: &mut Vec<u8>| {
        time += 1;
        let _ = writeln!(buffer, "{time}: x = {}", (time * 37) % 101);
    };
    Lines::new(next, events)
}

/// A trace of events on a wire.
fn wires(events: u64) -> impl Read {
    let mut time = 0u64;
    let next = move |buffer: &mut Vec<u8>| {
        // Three to nine wires in an interval, and none at the moment of its end.
        time += if time % 13 < 7 { 1 } else { 3 };
        let _ = writeln!(buffer, "{time}: wire");
    };
    Lines::new(next, events)
}

/// The memory of the process early and late in a long run.
fn memory(text: &str, events: u64) -> Result<(u64, u64), String> {
    interpret(text, numbers(events / 10))?;
    let early = resident()?;
    interpret(text, numbers(events))?;
    Ok((early, resident()?))
}

fn resident() -> Result<u64, String> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).ok_or_else(|| "no number".into())
}

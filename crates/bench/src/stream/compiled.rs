//! How many events a second go through the functions of a compiled monitor: the interpreter, Rust and C side by side, each
//! with a loop written by hand for the same outputs in the same program. Nothing is read or written; what outputs say goes into a
//! sum that must be the same everywhere.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use lydian_core::Value;
use lydian_stream::compile::{Language, compile};
use lydian_stream::run::{Failure, Observe, Prepared, Time};

use super::load;

const COUNT_SUM_FILTER: &str = "in x: Events[Int]
out count(x) as n
out sum(x) as s
out filter(x, x > 50) as f
";

const RUST: &str = r#"
use monitor::*;
use std::time::Instant;

struct Sum(i64);
impl Sum {
    #[inline(always)]
    fn take(&mut self, time: i64, value: i64) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(value ^ time);
    }
}
impl Outputs for Sum {
    fn n(&mut self, time: i64, value: i64) { self.take(time, value); }
    fn s(&mut self, time: i64, value: i64) { self.take(time, value); }
    fn f(&mut self, time: i64, value: i64) { self.take(time, value); }
}

fn main() {
    let events: i64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let started = Instant::now();
    let (mut monitor, mut sum) = (Monitor::new(), Sum(0));
    for time in 1..=std::hint::black_box(events) {
        monitor.advance(time, &mut sum).unwrap();
        monitor.x((time * 37) % 101).unwrap();
    }
    monitor.finish(&mut sum).unwrap();
    println!("monitor {} {}", started.elapsed().as_secs_f64(), sum.0);
    let started = Instant::now();
    let mut sum = Sum(0);
    let (mut count, mut total) = (0i64, 0i64);
    sum.take(0, 0);
    sum.take(0, 0);
    for time in 1..=std::hint::black_box(events) {
        let x = (time * 37) % 101;
        count += 1;
        total += x;
        sum.take(time, count);
        sum.take(time, total);
        if x > 50 {
            sum.take(time, x);
        }
    }
    println!("hand {} {}", started.elapsed().as_secs_f64(), sum.0);
}
"#;

const C: &str = r#"
#include "monitor.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) { return (double)clock() / CLOCKS_PER_SEC; }
static inline void take(uint64_t *sum, int64_t time, int64_t value) { *sum = *sum * 31 + (uint64_t)(value ^ time); }
static void told(void *context, int64_t time, int64_t value) { take(context, time, value); }

int main(int count, char **words) {
  int64_t events = count > 1 ? atoll(words[1]) : 1, time, n = 0, s = 0;
  uint64_t sum = 0;
  monitor_monitor monitor;
  monitor_outputs out = {&sum, told, told, told};
  double started = now();
  monitor_start(&monitor);
  for (time = 1; time <= events; time++) {
    if (monitor_advance(&monitor, time, &out) || monitor_x(&monitor, (time * 37) % 101)) return 1;
  }
  if (monitor_finish(&monitor, &out)) return 1;
  printf("monitor %f %" PRId64 "\n", now() - started, (int64_t)sum);
  started = now();
  sum = 0;
  take(&sum, 0, 0);
  take(&sum, 0, 0);
  for (time = 1; time <= events; time++) {
    int64_t x = (time * 37) % 101;
    n += 1;
    s += x;
    take(&sum, time, n);
    take(&sum, time, s);
    if (x > 50) take(&sum, time, x);
  }
  printf("hand %f %" PRId64 "\n", now() - started, (int64_t)sum);
  return 0;
}
"#;

/// Runs all of them.
pub(super) fn run(events: u64, rounds: usize) -> Result<(), String> {
    println!("count + sum + filter through functions, {} events", events * 20);
    println!("{:28} {:>9} {:>14} {:>16}", "", "median s", "events/s", "times by hand");
    let (seconds, sum) = interpreted(events)?;
    row("interpreter", events, seconds, None);
    let folder = std::env::temp_dir().join(format!("lydian-bench-compiled-{}", std::process::id()));
    let many = events * 20;
    for (language, name) in [(Language::Rust, "Rust"), (Language::C, "C")] {
        let program = built(&folder, language)?;
        let mut all: Vec<[f64; 2]> = Vec::new();
        for _ in 0..rounds {
            all.push(measured(&program, events, sum).and_then(|_| measured(&program, many, None))?);
        }
        let median = |side: usize| {
            let mut seconds: Vec<f64> = all.iter().map(|pair| pair[side]).collect();
            seconds.sort_by(f64::total_cmp);
            seconds[seconds.len() / 2]
        };
        row(&format!("compiled {name}"), many, median(0), Some(median(0) / median(1)));
        row(&format!("  by hand in {name}"), many, median(1), None);
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

fn row(name: &str, events: u64, seconds: f64, ratio: Option<f64>) {
    let ratio = ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
    println!("{name:28} {seconds:>9.3} {:>14.0} {ratio:>16}", events as f64 / seconds);
}

/// Seconds of the interpreter, and the sum of what it says.
fn interpreted(events: u64) -> Result<(f64, Option<i64>), String> {
    let spec = load(COUNT_SUM_FILTER, false)?;
    let prepared = Prepared::new(&spec).map_err(|fault| fault.message)?;
    let mut sum = 0i64;
    let started = Instant::now();
    let mut sink = |time: &Time, _: usize, value: Result<&Value, &Failure>| {
        if let (Ok(Value::Int(value)), Some(time)) = (value, time.as_i64()) {
            sum = sum.wrapping_mul(31).wrapping_add(value ^ time);
        }
        ControlFlow::Continue(())
    };
    let fed = prepared.run(Observe::Outputs, |run| {
        for time in 1..=events as i64 {
            run.feed(&Time::from(time), 0, Value::Int((time * 37) % 101), &mut sink)
                .map_err(|_| "refused")?;
        }
        run.finish(&mut sink).map_err(|_| "halted")
    });
    fed?;
    Ok((started.elapsed().as_secs_f64(), Some(sum)))
}

/// Seconds of the monitor and of the loop, whose sums must be the same.
fn measured(program: &Path, events: u64, sum: Option<i64>) -> Result<[f64; 2], String> {
    let output = Command::new(program).arg(events.to_string()).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut found = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [_, seconds, own] = words[..] else { return Err(format!("not understood: {line}")) };
        let (seconds, own): (f64, i64) =
            (seconds.parse().map_err(|_| "no seconds")?, own.parse().map_err(|_| "no sum")?);
        if sum.is_some_and(|sum| sum != own) {
            return Err(format!("{} says something else than the interpreter", program.display()));
        }
        found.push((seconds, own));
    }
    match found[..] {
        [(monitor, one), (hand, other)] if one == other => Ok([monitor, hand]),
        _ => Err("the monitor and the loop written by hand differ".into()),
    }
}

fn built(folder: &Path, language: Language) -> Result<std::path::PathBuf, String> {
    let made = compile(&load(COUNT_SUM_FILTER, false)?, language, "monitor").map_err(|why| why.join("\n"))?;
    let put = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(|error| error.to_string())?;
        std::fs::write(path, text).map_err(|error| error.to_string())
    };
    for file in &made.files {
        put(&file.path, &file.text)?;
    }
    put("bench.rs", RUST)?;
    put("bench.c", C)?;
    let commands: &[&[&str]] = match language {
        Language::Rust => &[
            &[
                "rustc",
                "--edition",
                "2021",
                "-O",
                "--crate-type",
                "lib",
                "--crate-name",
                "monitor",
                "src/lib.rs",
            ],
            &[
                "rustc",
                "--edition",
                "2021",
                "-O",
                "--extern",
                "monitor=libmonitor.rlib",
                "bench.rs",
                "-o",
                "rust",
            ],
        ],
        Language::C => &[&["cc", "-std=c99", "-O2", "monitor.c", "bench.c", "-o", "c", "-lm"]],
    };
    for words in commands {
        let output = Command::new(words[0]).args(&words[1..]).current_dir(folder).output();
        let output = output.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
    }
    Ok(folder.join(if language == Language::C { "c" } else { "rust" }))
}

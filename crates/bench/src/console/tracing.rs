//! What tracing costs: the same dialogue with a program over plain pipes and under the tracer, in one run.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use lydian_sut::{Pause, Program, Runner, Terminal};

use super::{Compiled, runner};

/// Answers each line, until the end of input.
const ECHO: &str = "#include <unistd.h>
int main(void) { char line[100]; long n; while ((n = read(0, line, 100)) > 0) write(1, line, n); }
";

const REQUESTS: u32 = 20_000;
const ROUNDS: usize = 5;

/// Prints the cost of a request and of a run.
pub(super) fn run() -> Result<(), String> {
    let echo = Compiled::new("echo", ECHO)?;
    let runner = runner()?;
    let program =
        Program { command: vec![echo.path().into()], terminal: Terminal::Pipe, ..Program::default() };
    let mut plain = Vec::new();
    let mut traced = Vec::new();
    let mut whole = Vec::new();
    for _ in 0..ROUNDS {
        plain.push(untraced(&echo.path())?);
        traced.push(under_the_tracer(&runner, &program)?);
        whole.push(whole_run(&runner, &program)?);
    }
    let (plain, traced, whole) = (median(plain), median(traced), median(whole));
    println!(
        "\none request for input, median of {ROUNDS} rounds of {REQUESTS}: {plain:.1} us over plain pipes, {traced:.1} us traced ({:.1} times)",
        traced / plain
    );
    println!("one whole confined run of a C program: {:.1} ms", whole / 1e3);
    Ok(())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn untraced(program: &Path) -> Result<f64, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("no pipes".into());
    };
    let mut output = BufReader::new(output);
    let mut line = String::new();
    let started = Instant::now();
    for _ in 0..REQUESTS {
        input.write_all(b"ping\n").map_err(failed)?;
        line.clear();
        output.read_line(&mut line).map_err(failed)?;
    }
    let time = started.elapsed();
    drop(input);
    child.wait().map_err(failed)?;
    Ok(time.as_secs_f64() * 1e6 / f64::from(REQUESTS))
}

fn under_the_tracer(runner: &Runner, program: &Program) -> Result<f64, String> {
    let mut run = runner.start(program).map_err(|error| error.message)?;
    if run.turn().pause != Pause::WaitsForInput {
        return Err("the program does not read".into());
    }
    let started = Instant::now();
    for _ in 0..REQUESTS {
        run.feed(b"ping\n");
        if run.turn().output != b"ping\n" {
            return Err("the program does not answer".into());
        }
    }
    Ok(started.elapsed().as_secs_f64() * 1e6 / f64::from(REQUESTS))
}

fn whole_run(runner: &Runner, program: &Program) -> Result<f64, String> {
    const RUNS: u32 = 100;
    let started = Instant::now();
    for _ in 0..RUNS {
        let mut run = runner.start(program).map_err(|error| error.message)?;
        while run.turn().pause == Pause::WaitsForInput {
            run.close_input();
        }
        run.finish();
    }
    Ok(started.elapsed().as_secs_f64() * 1e6 / f64::from(RUNS))
}

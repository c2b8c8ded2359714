//! Measures what tracing costs: the time of one request for input, and of one whole run; and what a link costs, which
//! does without tracing.
//! Usage: `ping_pong LAUNCHER PROGRAM REQUESTS`; the program reads lines and answers each with one, as `SOURCE` does.
//! Without a program the source is printed, to be compiled.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lydian_sut::link::{Link, LinkOptions, ProcessLink, Received};
use lydian_sut::{Launcher, Limits, Pause, Program, Runner, Terminal, Tracing};

/// Answers each line, until the end of input.
const SOURCE: &str = r#"#include <unistd.h>
int main(void) { char line[100]; long n; while ((n = read(0, line, 100)) > 0) write(1, line, n); }"#;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [launcher, program, requests] = &arguments[..] else {
        println!("{SOURCE}");
        return;
    };
    let requests: u32 = requests.parse().expect("the number of requests");
    let untraced = untraced(program, requests);
    println!("bare pipes: {untraced:.1} us for each request");
    for terminal in [Terminal::Pipe, Terminal::Pty] {
        let launcher = Launcher { command: launcher.into(), arguments: Vec::new() };
        let program = Program { command: vec![program.into()], terminal, ..Program::default() };
        let (request, restart) = linked(launcher, program, requests);
        println!("link, {terminal:?}: {request:.1} us for each request, {restart:.0} us for a restart");
    }
    for tracing in [Tracing::Auto, Tracing::Polling] {
        for terminal in [Terminal::Pipe, Terminal::Pty] {
            let launcher = Launcher { command: launcher.into(), arguments: Vec::new() };
            let limits = Limits { output: 1 << 30, ..Limits::default() };
            let runner = Runner::new(launcher, limits).tracing(tracing);
            let program = Program { command: vec![program.into()], terminal, ..Program::default() };
            let (request, run) = (traced(&runner, &program, requests), whole_run(&runner, &program));
            println!("{tracing:?}, {terminal:?}: {request:.1} us for each request, {run:.0} us for a run");
        }
    }
}

fn untraced(program: &str, requests: u32) -> f64 {
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let started = Instant::now();
    let mut line = String::new();
    for _ in 0..requests {
        input.write_all(b"ping\n").expect("it reads");
        line.clear();
        output.read_line(&mut line).expect("it writes");
    }
    let time = started.elapsed();
    drop(input);
    child.wait().expect("it ends");
    time.as_secs_f64() * 1e6 / f64::from(requests)
}

fn linked(launcher: Launcher, program: Program, requests: u32) -> (f64, f64) {
    const RESTARTS: u32 = 200;
    const WAIT: Duration = Duration::from_secs(1);
    let mut link = ProcessLink::new(launcher, program, LinkOptions::default());
    link.restart().expect("it starts");
    let started = Instant::now();
    for _ in 0..requests {
        link.send(b"ping").expect("it reads");
        assert_eq!(link.receive(WAIT), Received::Line(b"ping".to_vec()));
    }
    let request = started.elapsed().as_secs_f64() * 1e6 / f64::from(requests);
    let started = Instant::now();
    for _ in 0..RESTARTS {
        link.restart().expect("it starts");
        link.send(b"ping").expect("it reads");
        assert_eq!(link.receive(WAIT), Received::Line(b"ping".to_vec()));
    }
    (request, started.elapsed().as_secs_f64() * 1e6 / f64::from(RESTARTS))
}

fn traced(runner: &Runner, program: &Program, requests: u32) -> f64 {
    let mut run = runner.start(program).expect("it starts");
    assert_eq!(run.turn().pause, Pause::WaitsForInput);
    let started = Instant::now();
    for _ in 0..requests {
        run.feed(b"ping\n");
        assert_eq!(run.turn().output, b"ping\n");
    }
    started.elapsed().as_secs_f64() * 1e6 / f64::from(requests)
}

fn whole_run(runner: &Runner, program: &Program) -> f64 {
    const RUNS: u32 = 200;
    let started = Instant::now();
    for _ in 0..RUNS {
        let mut run = runner.start(program).expect("it starts");
        while run.turn().pause == Pause::WaitsForInput {
            run.close_input();
        }
        run.finish();
    }
    started.elapsed().as_secs_f64() * 1e6 / f64::from(RUNS)
}

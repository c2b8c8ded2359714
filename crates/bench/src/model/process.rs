//! Inputs per second with a system behind pipes: what a judged dialogue costs beside a bare one with the same program and lines.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lydian_conform::{Conformance, InputId, RunEnd, Walks, run as run_once};
use lydian_model::codec::{Codec, Notation, Reply};
use lydian_model::{Concrete, Live, Manners, Prepared, Reach, Reset, SharedBook, concretely, values};
use lydian_sut::link::{LinkOptions, ProcessLink};
use lydian_sut::{Launcher, Program, Terminal};

use super::{QUEUE, WALK, load, median};
use crate::console::{Compiled, LAUNCH};

/// The queue as a program that answers each line with one; `again` resets it.
const SOURCE: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static long queue[100000];
static int count = -1;
static const char *answer(const char *line, char *text) {
    if (!strcmp(line, "again")) { count = -1; return "ready\n"; }
    if (!strcmp(line, "Init")) { if (count < 0) count = 0; return "[]\n"; }
    if (!strcmp(line, "Reset")) { count = -1; return "[]\n"; }
    if (!strncmp(line, "In ", 3)) {
        if (count < 0) return "[]\n";
        long element = atol(line + 3);
        int place = count++;
        while (place > 0 && queue[place - 1] <= element) { queue[place] = queue[place - 1]; place--; }
        queue[place] = element;
        return "[]\n";
    }
    long value = 0;
    if (!strcmp(line, "Out")) {
        if (count <= 0) return "[]\n";
        sprintf(text, "[El %ld]\n", queue[--count]);
        return text;
    }
    if (!strcmp(line, "Size")) { sprintf(text, "[Int %d]\n", count < 0 ? 0 : count); return text; }
    for (int place = 0; place < count; place++) value += queue[place];
    sprintf(text, "[El %ld]\n", value);
    return text;
}
int main(void) {
    char line[200], text[100];
    int length = 0;
    char byte[4096];
    long n;
    while ((n = read(0, byte, sizeof byte)) > 0)
        for (long i = 0; i < n; i++) {
            if (byte[i] != '\n') { if (length < 199) line[length++] = byte[i]; continue; }
            line[length] = 0;
            length = 0;
            const char *said = answer(line, text);
            if (write(1, said, strlen(said)) < 0) return 1;
        }
    return 0;
}
"#;

/// The line that resets the program.
const AGAIN: &[u8] = b"again";

/// What one round measured: lines for each second.
struct Round {
    bare: f64,
    judged: f64,
    restarted: f64,
}

/// Prints the table.
pub(super) fn run(inputs: usize, rounds: usize) -> Result<(), String> {
    let program = Compiled::new("queue", SOURCE)?;
    let model = load("queue.ml", QUEUE)?;
    let prepared = Prepared::new(&model).map_err(|fault| fault.message.clone())?;
    let walks = (inputs / WALK).max(1);
    let mut measured = Vec::new();
    for seed in 0..rounds as u64 {
        measured.push(round(&program.path(), &prepared, walks, seed)?);
    }
    let row = |what: &str, rate: &dyn Fn(&Round) -> f64| {
        let rates: Vec<f64> = measured.iter().map(rate).collect();
        let times: Vec<f64> = measured.iter().map(|round| round.bare / rate(round)).collect();
        let rate = median(rates);
        println!("{what:44} {rate:>10.0} {:>9.2} {:>7.2}", 1e6 / rate, median(times));
    };
    println!("\nQueue as a C program on pipes: {walks} walks of {WALK} inputs, medians of {rounds} rounds.");
    println!("{:44} {:>10} {:>9} {:>7}", "what", "inputs/s", "us/input", "times");
    row("bare pipes, the same lines", &|round| round.bare);
    row("link, walks chosen and judged, reset by line", &|round| round.judged);
    row("the same with a fresh process for each walk", &|round| round.restarted);
    Ok(())
}

fn round(program: &Path, prepared: &Prepared<'_>, walks: usize, seed: u64) -> Result<Round, String> {
    let mut sequences = Vec::new();
    let judged = judged(program, prepared, walks, seed, Some(AGAIN), &mut sequences)?;
    let book = SharedBook::default();
    let sequences: Vec<Vec<Vec<u8>>> = concretely(prepared, &book, |spec| lines(spec, &sequences))?;
    let bare = bare(program, &sequences)?;
    let restarted = self::judged(program, prepared, walks.div_ceil(10), seed, None, &mut Vec::new())?;
    Ok(Round { bare, judged, restarted })
}

/// Inputs for each second, with everything that belongs to a walk.
fn judged(
    program: &Path,
    prepared: &Prepared<'_>,
    count: usize,
    seed: u64,
    reset: Option<&[u8]>,
    sequences: &mut Vec<Vec<InputId>>,
) -> Result<f64, String> {
    let command = std::env::current_exe().map_err(|error| error.to_string())?;
    let launcher = Launcher { command, arguments: vec![LAUNCH.into()] };
    let program = Program { command: vec![program.into()], terminal: Terminal::Pipe, ..Program::default() };
    let mut link = ProcessLink::new(launcher, program, LinkOptions::default());
    let codec = codec(prepared);
    let manners = Manners {
        reply: Reply::Line,
        timeout: Duration::from_secs(1),
        finish: Duration::from_secs(1),
        quiet: Duration::from_millis(50),
        reset: reset.map(|line| Reset { message: line.to_vec(), ok: Vec::new(), body: None, shell: None }),
        then: Vec::new(),
        greeting: None,
        setup: Vec::new(),
        teardown: Vec::new(),
        is_ours: true,
        one_output: prepared.model.shape.has_one_output(),
        watch_silence: false,
    };
    let book = SharedBook::default();
    let mut live = Live::new(Reach::Lines(&mut link, &codec), manners, &book);
    concretely(prepared, &book, |spec| {
        let alphabet = spec.alphabet().map_err(|trouble| trouble.0)?.inputs;
        let silence = spec.silence().map_err(|trouble| trouble.0)?;
        let mut walks = Walks::new(&alphabet, Conformance::Inclusion, seed);
        let mut inputs = 0;
        let started = Instant::now();
        for _ in 0..count {
            walks.begin(WALK);
            let run = run_once(spec, &mut live, Conformance::Inclusion, silence, &mut walks);
            if run.end != RunEnd::Passed {
                return Err(format!("the program is right, but a walk ends with {:?}", run.end));
            }
            inputs += run.steps.len();
            sequences.push(run.steps.iter().map(|(input, _)| *input).collect());
        }
        Ok(inputs as f64 / started.elapsed().as_secs_f64())
    })
}

fn codec(prepared: &Prepared<'_>) -> Notation {
    Notation::new(&prepared.model.output, &prepared.model.program.types)
}

/// The lines of sequences, each with the one that resets the program.
fn lines(spec: &mut Concrete<'_, '_, '_>, sequences: &[Vec<InputId>]) -> Result<Vec<Vec<Vec<u8>>>, String> {
    let alphabet = spec.alphabet().map_err(|trouble| trouble.0)?.inputs;
    let codec = Notation::new(&spec.model().output, &spec.model().program.types);
    let mut encoded = Vec::new();
    for input in alphabet {
        let mut line = codec.encode(&values::datum_of(&spec.input_value(input)))?;
        line.push(b'\n');
        let place = input.0 as usize;
        encoded.resize(encoded.len().max(place + 1), Vec::new());
        encoded[place] = line;
    }
    let again = [AGAIN, b"\n"].concat();
    let with_reset = |sequence: &Vec<InputId>| {
        let lines = sequence.iter().map(|input| encoded[input.0 as usize].clone());
        std::iter::once(again.clone()).chain(lines).collect()
    };
    Ok(sequences.iter().map(with_reset).collect())
}

/// Inputs for each second when nothing is looked at.
fn bare(program: &Path, sequences: &[Vec<Vec<u8>>]) -> Result<f64, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("no pipes".into());
    };
    let mut output = BufReader::new(output);
    let mut said = Vec::new();
    let mut inputs = 0;
    let started = Instant::now();
    for sequence in sequences {
        for line in sequence {
            input.write_all(line).map_err(failed)?;
            said.clear();
            output.read_until(b'\n', &mut said).map_err(failed)?;
        }
        inputs += sequence.len() - 1;
    }
    let seconds = started.elapsed().as_secs_f64();
    drop(input);
    child.wait().map_err(failed)?;
    Ok(inputs as f64 / seconds)
}

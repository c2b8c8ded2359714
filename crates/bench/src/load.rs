//! Whether a loaded machine changes what is said: forty commands over all doors, first alone, then beside threads that
//! do nothing but compute. Their outputs must be the same byte for byte, but for times.
//! `cargo run -p lydian-bench -- load`, with `lydian` built in the same profile.

mod commands;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lydian_cases::{answer_of_case, answer_of_command};

use commands::{COMMANDS, Given};

/// How much load, and on what.
#[derive(Debug, clap::Args)]
pub(crate) struct LoadArguments {
    /// Threads that compute beside the commands.
    #[arg(long, default_value_t = 8)]
    threads: usize,
    /// Only commands with this in their text.
    #[arg(long, default_value = "")]
    only: String,
    /// The command; usually the one beside this program.
    #[arg(long)]
    lydian: Option<PathBuf>,
}

/// What one command gave, and how long it took by the clock.
struct Run {
    answer: Result<String, String>,
    took: Duration,
}

/// Runs all commands twice; whether all said the same.
pub(crate) fn run(arguments: &LoadArguments) -> Result<bool, String> {
    let binary = match &arguments.lydian {
        Some(path) => path.clone(),
        None => std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("lydian"),
    };
    if !binary.is_file() {
        return Err(format!("there is no `{}`; build it with cargo build -p lydian-cli", binary.display()));
    }
    let chosen: Vec<_> =
        COMMANDS.iter().filter(|(_, given)| given.text().contains(&arguments.only)).collect();
    let alone: Vec<Run> = chosen.iter().map(|(_, given)| once(given, &binary)).collect();
    let beside: Vec<Run> =
        under_load(arguments.threads, || chosen.iter().map(|(_, given)| once(given, &binary)).collect());
    println!("{:<9} {:>8} {:>8}  {:<9} command", "door", "alone", "loaded", "said");
    let mut different = Vec::new();
    for (((door, given), alone), beside) in chosen.iter().zip(&alone).zip(&beside) {
        let same = alone.answer.is_ok() && alone.answer == beside.answer;
        let said = if same { "the same" } else { "DIFFERENT" };
        let [first, second] = [alone, beside].map(|run| format!("{:.1} s", run.took.as_secs_f64()));
        println!("{door:<9} {first:>8} {second:>8}  {said:<9} {}", given.text());
        if !same {
            different.push((given.text(), alone, beside));
        }
    }
    for (text, alone, beside) in &different {
        println!("\n{text}\n--- alone\n{}--- beside {} busy threads", shown(alone), arguments.threads);
        print!("{}", shown(beside));
    }
    let all = chosen.len();
    println!("\n{} of {all} said the same beside {} busy threads", all - different.len(), arguments.threads);
    Ok(different.is_empty() && all > 0)
}

fn once(given: &Given, binary: &Path) -> Run {
    let started = Instant::now();
    let answer = match given {
        Given::Case(name) => answer_of_case(name, binary),
        Given::Command(line) => answer_of_command(line, binary),
    };
    Run { answer, took: started.elapsed() }
}

fn under_load<R>(threads: usize, work: impl FnOnce() -> R) -> R {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

fn shown(run: &Run) -> String {
    match &run.answer {
        Ok(answer) => answer.clone(),
        Err(error) => format!("could not be run: {error}\n"),
    }
}

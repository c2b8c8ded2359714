//! How many programs can be judged at all: every OCaml program of a folder or of a corpus, loaded and judged against itself.
//! A program that is not the same as itself would be a false alarm; one that does not load or has no entry is counted by the
//! code of the diagnostic that says why.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lydian_compare::{Effort, Options, judge};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_verdict::Verdict;
use serde_json::{Value, json};

use crate::compare::{percentile, print_list};
use crate::in_parallel::in_parallel;

/// Files are looked for this many folders deep.
const DEEPEST: u32 = 20;

/// What the count of programs needs.
#[derive(Debug, clap::Args)]
pub(crate) struct CompareLoadArguments {
    /// A folder: every `.ml` file below it, and every program in its `ocaml-*.jsonl` files.
    folder: PathBuf,
    /// The levels of effort for each program.
    #[arg(long, default_value = "1")]
    effort: Effort,
    /// The seconds of processor time for each program.
    #[arg(long, default_value_t = 20)]
    budget: u64,
    /// Judges every Nth program; all are loaded.
    #[arg(long, default_value_t = std::num::NonZeroUsize::MIN)]
    every: std::num::NonZeroUsize,
    /// Writes one line of JSON for each program.
    #[arg(long)]
    details: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, |count| count.get()))]
    jobs: usize,
}

/// What became of a program.
struct Outcome {
    /// A word for it.
    word: &'static str,
    /// Why it is not judged, or what refutes it.
    why: Option<String>,
    seconds: f64,
}

/// Runs the count; false if a program is told apart from itself.
pub(crate) fn run(arguments: &CompareLoadArguments) -> Result<bool, String> {
    let mut programs = Vec::new();
    files(&arguments.folder, 0, &mut programs)?;
    let budget = Some(Duration::from_secs(arguments.budget));
    let options = Options { effort: arguments.effort, budget, ..Options::default() };
    let numbered: Vec<(usize, &Arc<Source>)> = programs.iter().enumerate().collect();
    let outcomes = in_parallel(arguments.jobs, &numbered, |(number, program)| {
        outcome(program, (*number % arguments.every == 0).then_some(&options))
    })?;
    if let Some(path) = &arguments.details {
        let mut file = std::fs::File::create(path).map_err(|error| error.to_string())?;
        for (program, outcome) in programs.iter().zip(&outcomes) {
            let line = json!({
                "name": program.name, "outcome": outcome.word, "why": outcome.why, "seconds": outcome.seconds
            });
            writeln!(file, "{line}").map_err(|error| error.to_string())?;
        }
    }
    Ok(tell(&programs, &outcomes))
}

/// Prints the counts; false if a program is told apart from itself.
fn tell(programs: &[Arc<Source>], outcomes: &[Outcome]) -> bool {
    let count = |words: &[&str]| outcomes.iter().filter(|outcome| words.contains(&outcome.word)).count();
    let all = programs.len();
    let loads = all - count(&["does not load"]);
    let looked_at = loads - count(&["loaded"]);
    let has_entry = looked_at - count(&["no entry"]);
    let judged = count(&["proved", "passed"]);
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    println!("programs        {all}");
    println!("load            {loads} ({:.1} %)", share(loads, all));
    println!("looked at       {looked_at}");
    println!("have an entry   {has_entry} ({:.1} % of those)", share(has_entry, looked_at));
    println!("judged          {judged} ({:.1} % of those)", share(judged, has_entry));
    for word in ["proved", "passed", "unknown", "vacuous", "invalid", "mismatched", "refuted"] {
        println!("  {word:<13} {}", count(&[word]));
    }
    let mut times: Vec<f64> = outcomes
        .iter()
        .filter(|outcome| !matches!(outcome.word, "does not load" | "loaded"))
        .map(|outcome| outcome.seconds)
        .collect();
    times.sort_by(f64::total_cmp);
    let time = |share: f64| percentile(&times, share).unwrap_or(0.0);
    println!(
        "seconds each    median {:.2}, 95th percentile {:.2}, longest {:.2}",
        time(0.5),
        time(0.95),
        time(1.0)
    );
    for word in ["does not load", "no entry", "unknown", "vacuous", "invalid", "mismatched"] {
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for why in outcomes
            .iter()
            .filter(|outcome| outcome.word == word)
            .filter_map(|outcome| outcome.why.as_deref())
        {
            *reasons.entry(why).or_default() += 1;
        }
        let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
        reasons.sort_by_key(|(why, count)| (std::cmp::Reverse(*count), *why));
        let lines: Vec<String> = reasons.iter().map(|(why, count)| format!("{count:>5}  {why}")).collect();
        print_list(word, &lines);
    }
    let refuted: Vec<String> = programs
        .iter()
        .zip(outcomes)
        .filter(|(_, outcome)| outcome.word == "refuted")
        .map(|(program, outcome)| format!("{}: {}", program.name, outcome.why.as_deref().unwrap_or("")))
        .collect();
    print_list("told apart from itself", &refuted);
    refuted.is_empty()
}

/// Loads a program and, if there are options, judges it against itself.
fn outcome(program: &Arc<Source>, options: Option<&Options>) -> Outcome {
    let (loaded, diagnostics) = lydian_ocaml::load(program);
    if loaded.is_none() {
        return Outcome { word: "does not load", why: first_code(&diagnostics), seconds: 0.0 };
    }
    let Some(options) = options else { return Outcome { word: "loaded", why: None, seconds: 0.0 } };
    let judgement = judge(program, program, options).judgement;
    let seconds = judgement.seconds;
    let (word, why) = match &judgement.verdict {
        Verdict::Invalid(diagnostics) if diagnostics.iter().any(|one| one.code == "no-entry") => {
            ("no entry", first_code(diagnostics))
        }
        Verdict::Invalid(diagnostics) => ("invalid", first_code(diagnostics)),
        Verdict::Unknown(undecided) => {
            ("unknown", undecided.reasons.first().map(|reason| reason.cause.word().to_owned()))
        }
        Verdict::Vacuous(_) => ("vacuous", Some("the reference always raises".to_owned())),
        Verdict::Refuted(refutation) => ("refuted", Some(refutation.case.call())),
        other => (other.kind().word(), None),
    };
    Outcome { word, why, seconds }
}

fn first_code(diagnostics: &[Diagnostic]) -> Option<String> {
    diagnostics.iter().find(|diagnostic| diagnostic.is_error()).map(|diagnostic| diagnostic.code.to_string())
}

/// The programs below a folder, in the order of names.
fn files(folder: &Path, depth: u32, into: &mut Vec<Arc<Source>>) -> Result<(), String> {
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for file in std::fs::read_dir(folder).map_err(said)? {
        paths.push(file.map_err(said)?.path());
    }
    paths.sort();
    for path in paths {
        let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        if path.is_dir() && !path.is_symlink() {
            if depth < DEEPEST {
                files(&path, depth + 1, into)?;
            }
        } else if name.ends_with(".ml") {
            let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            into.push(Source::from_bytes(path.display().to_string(), &bytes));
        } else if name.starts_with("ocaml-") && name.ends_with(".jsonl") {
            lines(&path, into)?;
        }
    }
    Ok(())
}

/// The programs of a file with one object a line.
fn lines(path: &Path, into: &mut Vec<Arc<Source>>) -> Result<(), String> {
    let content = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    for (index, line) in content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("{}:{}", path.display(), index + 1);
        let object: Value = serde_json::from_str(line).map_err(|error| format!("{place}: {error}"))?;
        if let Some(text) = object["source"].as_str().or_else(|| object["solution"].as_str()) {
            into.push(Source::new(place, text));
        }
    }
    Ok(())
}

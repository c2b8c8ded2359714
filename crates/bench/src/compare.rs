//! Judges a corpus of submissions with each strategy and prints what came of it.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lydian_compare::{Effort, Entries, Options, Strategy, judge_all};
use lydian_diagnostic::Source;
use lydian_verdict::{Judgement, Measure, Verdict, VerdictKind};
use serde_json::json;

use crate::CompareArguments;
use crate::confirm::{Real, evaluate, is_real_difference};
use crate::corpus::{self, Problem, Submission};

/// What one problem gave with one strategy.
#[derive(Debug, Default)]
struct Row {
    submissions: u64,
    refuted: u64,
    passed: u64,
    unknown: u64,
    invalid: u64,
    mismatched: u64,
    /// Not refuted, but with a remark: a difference only where integers overflow, printing.
    remarked: u64,
    /// Labelled wrong, but not refuted.
    missed: Vec<String>,
    /// Labelled wrong, and told as a remark only: what it takes is an input that the rules leave out.
    only_remarked: Vec<String>,
    /// Labelled as without known difference, but refuted.
    beyond: Vec<String>,
    /// Refuted, but not in real OCaml.
    false_alarms: Vec<String>,
    times: Vec<f64>,
    sizes: Vec<u64>,
    seconds: f64,
    /// The times of those that pass, each program once.
    right_times: Vec<f64>,
    paths: u64,
    samples: u64,
}

/// Runs the benchmark; false when something that must hold does not.
pub(crate) fn run(arguments: &CompareArguments) -> Result<bool, String> {
    let mut problems = corpus::read(&arguments.corpus)?;
    if !arguments.problems.is_empty() {
        problems.retain(|problem| arguments.problems.contains(&problem.name));
    }
    let mut details = match &arguments.details {
        Some(path) => Some(std::fs::File::create(path).map_err(|error| error.to_string())?),
        None => None,
    };
    for problem in &mut problems {
        let mut others = 0;
        problem.submissions.retain(|submission| {
            others += usize::from(submission.label != "wrong");
            submission.label == "wrong" || others % arguments.every == 0
        });
    }
    let mut fine = true;
    let mut levels = vec![LEVELS_HEADING.to_owned()];
    let runs = arguments
        .strategies
        .iter()
        .flat_map(|word| arguments.effort.iter().map(move |effort| (word, *effort)));
    for (word, effort) in runs {
        let strategy = strategy(word)?;
        println!("strategy {word}, effort {effort}, {} threads", arguments.jobs);
        println!("{HEADING}");
        let mut total = Row::default();
        for problem in &problems {
            let row = run_problem(problem, (word, strategy, effort), arguments, &mut details)?;
            println!("{}", format_row(&problem.name, &row));
            add(&mut total, row);
        }
        println!("{}", format_row("total", &total));
        print_list("labelled wrong, not refuted", &total.missed);
        print_list("labelled wrong, told as a remark", &total.only_remarked);
        print_list("refuted, but not by real OCaml", &total.false_alarms);
        print_list("refuted beyond the labels", &total.beyond);
        if let Some(peak) = peak_memory() {
            println!("peak memory {} MiB", peak / 1024);
        }
        println!();
        if strategy == Strategy::Combined {
            fine &= total.missed.is_empty() && total.false_alarms.is_empty();
        }
        levels.push(level_row(word, effort, &mut total));
    }
    if levels.len() > 2 {
        levels.iter().for_each(|row| println!("{row}"));
    }
    Ok(fine)
}

const LEVELS_HEADING: &str =
    "strategy   effort refuted missed total-s right-median-s right-max-s      paths    samples";

/// What one level of effort came to, with the time of programs on which nothing is found.
fn level_row(strategy: &str, effort: Effort, total: &mut Row) -> String {
    total.right_times.sort_by(f64::total_cmp);
    let right = |share: f64| percentile(&total.right_times, share).unwrap_or(0.0);
    format!(
        "{strategy:<10} {:>6} {:>7} {:>6} {:>7.1} {:>14.2} {:>11.2} {:>10} {:>10}",
        effort.to_string(),
        total.refuted,
        total.missed.len(),
        total.seconds,
        right(0.5),
        right(1.0),
        total.paths,
        total.samples
    )
}

fn strategy(word: &str) -> Result<Strategy, String> {
    match word {
        "combined" => Ok(Strategy::Combined),
        "enumerate" => Ok(Strategy::Enumerate),
        "symbolic" => Ok(Strategy::Symbolic),
        "eager" => Ok(Strategy::EagerShapes),
        other => Err(format!("there is no strategy `{other}`")),
    }
}

fn run_problem(
    problem: &Problem,
    (word, strategy, effort): (&str, Strategy, Effort),
    arguments: &CompareArguments,
    details: &mut Option<std::fs::File>,
) -> Result<Row, String> {
    let reference = Source::new(format!("{}.ml", problem.name), problem.solution.clone());
    let observer = problem.grading.clone().map(|grading| Source::new("grading.ml", grading));
    let entry = entry_of(&reference, observer.as_ref())?;
    let submissions: Vec<Arc<Source>> = problem
        .submissions
        .iter()
        .map(|submission| Source::new(submission.id.clone(), submission.source.clone()))
        .collect();
    let entries = Entries::one(&entry);
    let mut options = Options { entries, observer, strategy, effort, ..Options::default() };
    options.budget = (effort == Effort::Max).then_some(Duration::from_secs(arguments.budget));
    let started = Instant::now();
    let batch = judge_all(&reference, &submissions, &options, arguments.jobs, &mut |_| {})
        .map_err(|diagnostics| format!("{}: {diagnostics:?}", problem.name))?;
    let mut row = Row { seconds: started.elapsed().as_secs_f64(), ..Row::default() };
    for round in 1..arguments.rounds {
        let again = judge_all(&reference, &submissions, &options, arguments.jobs, &mut |_| {})
            .map_err(|diagnostics| format!("{}: {diagnostics:?}", problem.name))?;
        for (first, second) in batch.judged.iter().zip(&again.judged) {
            if first.judgement.verdict != second.judgement.verdict {
                return Err(format!("{} judged differently in round {round}", first.judgement.subject));
            }
        }
    }
    for (submission, judged) in problem.submissions.iter().zip(&batch.judged) {
        note(&mut row, problem, submission, &judged.judgement, arguments);
        if let Some(file) = details {
            let line = detail(problem, submission, word, &judged.judgement);
            writeln!(file, "{line}").map_err(|error| error.to_string())?;
        }
    }
    Ok(row)
}

/// The last function of the reference, or of the observer behind it.
fn entry_of(reference: &Arc<Source>, observer: Option<&Arc<Source>>) -> Result<String, String> {
    let after = observer.into_iter().cloned().collect();
    let (program, diagnostics) = lydian_ocaml::load_with(reference, &lydian_ocaml::Options { after });
    let program = program.ok_or_else(|| format!("{diagnostics:?}"))?;
    program
        .exports
        .iter()
        .rev()
        .find(|export| matches!(program.types.expand(&export.ty), lydian_core::Type::Arrow(..)))
        .map(|export| export.name.to_string())
        .ok_or_else(|| format!("{} defines no function", reference.name))
}

fn note(
    row: &mut Row,
    problem: &Problem,
    submission: &Submission,
    judgement: &Judgement,
    arguments: &CompareArguments,
) {
    let name = format!("{}/{}", problem.name, submission.id);
    row.submissions += 1;
    row.remarked += u64::from(!judgement.remarks.is_empty());
    row.paths += counted(judgement, "paths");
    row.samples += counted(judgement, "inputs sampled");
    match judgement.verdict.kind() {
        VerdictKind::Refuted => row.refuted += 1,
        VerdictKind::Proved | VerdictKind::Passed => row.passed += 1,
        VerdictKind::Unknown | VerdictKind::Vacuous => row.unknown += 1,
        VerdictKind::Invalid => row.invalid += 1,
        VerdictKind::Mismatched => row.mismatched += 1,
    }
    let Verdict::Refuted(refutation) = &judgement.verdict else {
        if judgement.same_as.is_none() {
            row.right_times.push(judgement.seconds);
        }
        if submission.label == "wrong" && judgement.verdict.kind() != VerdictKind::Mismatched {
            let list = if judgement.remarks.is_empty() { &mut row.missed } else { &mut row.only_remarked };
            list.push(format!("{name} ({})", judgement.verdict.kind().word()));
        }
        return;
    };
    if judgement.same_as.is_none() {
        row.times.push(judgement.seconds);
    }
    row.sizes.push(refutation.case.size);
    let call = refutation.case.call();
    if submission.label == "no-difference-found" {
        row.beyond.push(format!("{name}: {call}"));
    }
    if let Some(ocaml) = &arguments.confirm {
        let behind = |source: &str| match &problem.grading {
            Some(grading) => format!("{source}\n;;\n{grading}"),
            None => source.to_owned(),
        };
        let expected = evaluate(ocaml, &behind(&problem.solution), &call, 10);
        let actual = evaluate(ocaml, &behind(&submission.source), &call, 10);
        if !is_real_difference(&expected, &actual) {
            row.false_alarms.push(format!("{name}: {call}: {} and {}", brief(&expected), brief(&actual)));
        }
    }
}

fn counted(judgement: &Judgement, name: &str) -> u64 {
    match judgement.statistics.get(name) {
        Some(Measure::Count(count)) if judgement.same_as.is_none() => count,
        _ => 0,
    }
}

pub(crate) fn brief(real: &Real) -> String {
    match real {
        Real::Value(digest) => format!("value {}", String::from_utf8_lossy(&digest[..digest.len().min(8)])),
        Real::Raised(exception) => format!("exception {exception}"),
        Real::NoEnd => "no end".to_owned(),
        Real::Failed(message) => format!("failed: {}", message.lines().last().unwrap_or("")),
    }
}

fn detail(
    problem: &Problem,
    submission: &Submission,
    strategy: &str,
    judgement: &Judgement,
) -> serde_json::Value {
    let (text, size) = match &judgement.verdict {
        Verdict::Refuted(refutation) => (
            format!(
                "{}: expected {}, got {}",
                refutation.case.call(),
                refutation.case.expected,
                refutation.case.actual
            ),
            Some(refutation.case.size),
        ),
        Verdict::Passed(bounds) | Verdict::Proved(bounds) => (bounds.text.clone(), None),
        Verdict::Mismatched(mismatch) => {
            let actual = mismatch.actual.as_deref().unwrap_or("nothing");
            (format!("{actual} against {}", mismatch.expected), None)
        }
        Verdict::Unknown(undecided) => (format!("{undecided:?}"), None),
        Verdict::Vacuous(why) => (why.clone(), None),
        Verdict::Invalid(diagnostics) => (
            diagnostics.first().map_or(String::new(), |first| format!("{:?} {}", first.span, first.message)),
            None,
        ),
    };
    json!({
        "problem": problem.name, "id": submission.id, "label": submission.label, "strategy": strategy,
        "verdict": judgement.verdict.kind().word(), "text": text, "size": size, "seconds": judgement.seconds,
        "same_as": judgement.same_as,
        "remarks": judgement.remarks.iter().map(|remark| remark.text.clone()).collect::<Vec<_>>(),
        "statistics": judgement.statistics.iter().map(|(name, measure)| format!("{name} {measure:?}")).collect::<Vec<_>>(),
    })
}

fn add(total: &mut Row, row: Row) {
    total.submissions += row.submissions;
    total.refuted += row.refuted;
    total.passed += row.passed;
    total.unknown += row.unknown;
    total.invalid += row.invalid;
    total.mismatched += row.mismatched;
    total.remarked += row.remarked;
    total.missed.extend(row.missed);
    total.only_remarked.extend(row.only_remarked);
    total.right_times.extend(row.right_times);
    total.paths += row.paths;
    total.samples += row.samples;
    total.beyond.extend(row.beyond);
    total.false_alarms.extend(row.false_alarms);
    total.times.extend(row.times);
    total.sizes.extend(row.sizes);
    total.seconds += row.seconds;
}

const HEADING: &str = "problem     submissions refuted passed unknown invalid mismatched remarked missed beyond \
                       false-alarms median-ms  p95-ms  max-ms total-s size-median size-max";

fn format_row(name: &str, row: &Row) -> String {
    let mut times = row.times.clone();
    times.sort_by(f64::total_cmp);
    let mut sizes = row.sizes.clone();
    sizes.sort_unstable();
    let time =
        |share: f64| percentile(&times, share).map_or("-".to_owned(), |value| format!("{:.2}", value * 1e3));
    let size = |share: f64| percentile(&sizes, share).map_or("-".to_owned(), |value| value.to_string());
    format!(
        "{name:<11} {:>11} {:>7} {:>6} {:>7} {:>7} {:>10} {:>8} {:>6} {:>6} {:>12} {:>9} {:>7} {:>7} {:>7.1} {:>11} {:>8}",
        row.submissions,
        row.refuted,
        row.passed,
        row.unknown,
        row.invalid,
        row.mismatched,
        row.remarked,
        row.missed.len(),
        row.beyond.len(),
        row.false_alarms.len(),
        time(0.5),
        time(0.95),
        time(1.0),
        row.seconds,
        size(0.5),
        size(1.0),
    )
}

pub(crate) fn percentile<T: Copy>(sorted: &[T], share: f64) -> Option<T> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get(((last as f64) * share).ceil() as usize).copied()
}

pub(crate) fn print_list(title: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    println!("{title}:");
    for item in items {
        println!("  {item}");
    }
}

/// The most memory that this process had resident, in KiB.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

//! What became of mutants, for people and for programs.

use lydian_report::{JSON_VERSION, Verbosity};
use lydian_stream::check::Coverage;
use lydian_stream::mutate::{Mutant, Scored};
use serde_json::{Value, json};

use super::Examined;
use super::work::Told;

/// The report for people: the numbers, then the mutants that need attention.
pub(super) fn text(examined: &Examined, verbosity: Verbosity) -> String {
    let scored = examined.scored();
    let mut text = format!("{}: {}\n", examined.subject, examined.verdict().word());
    text.push_str(&format!("  suite    {}\n", suite(examined)));
    text.push_str(&format!("  mutants  {}\n", numbers(examined.mutants.len(), &scored)));
    text.push_str(&format!("  score    {}\n", score(&scored)));
    for (mutant, told) in &examined.mutants {
        let shown = match (verbosity, told) {
            (Verbosity::Quiet, _) => false,
            (Verbosity::Verbose, _) => true,
            (Verbosity::Normal, told) => matches!(told, Told::Missed { .. } | Told::Unknown { .. }),
        };
        if shown {
            text.push_str(&one(mutant, told));
        }
    }
    text
}

fn suite(examined: &Examined) -> String {
    let traces = plural(examined.traces, "trace");
    match &examined.coverage {
        None => traces,
        Some(coverage) => format!("{traces}, {}", covered(coverage)),
    }
}

fn covered(coverage: &Coverage) -> String {
    let mut text = format!("{} of {} met", coverage.covered, plural(coverage.goals(), "goal"));
    if coverage.unreachable > 0 {
        text.push_str(&format!(", {} proved unreachable", coverage.unreachable));
    }
    let unknown = coverage.goals() - coverage.covered - coverage.unreachable;
    if unknown > 0 {
        text.push_str(&format!(", {unknown} undecided"));
    }
    text
}

fn numbers(all: usize, scored: &Scored) -> String {
    let counts = [
        (scored.killed, "killed"),
        (scored.missed, "missed"),
        (scored.equivalent, "proved equivalent"),
        (scored.unknown, "undecided"),
        (scored.invalid, "no specification"),
    ];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, word)| *count > 0 || *word == "killed")
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    format!("{all}: {}", counts.join(", "))
}

fn score(scored: &Scored) -> String {
    match scored.percent() {
        None => "none: no mutant is known to differ".to_owned(),
        Some(percent) => format!("{:.1} % of those that differ are killed", rounded(percent)),
    }
}

/// A score that is not the whole is not shown as the whole.
fn rounded(percent: f64) -> f64 {
    (percent * 10.0).floor() / 10.0
}

fn one(mutant: &Mutant, told: &Told) -> String {
    let (line, column) = mutant.source.position(mutant.at.start as usize);
    let place = format!("{}:{line}:{column}", mutant.source.name);
    let change = format!("`{}` becomes `{}`", shortened(&mutant.from), shortened(&mutant.to));
    let head = |word: &str| format!("\n{word}: {change}\n  at       {place}\n");
    match told {
        Told::Killed { trace } => format!("{}  trace    {}\n", head("killed"), trace + 1),
        Told::Equivalent => head("equivalent"),
        Told::Invalid { why } => format!("{}  because  {}\n", head("no specification"), shortened(why)),
        Told::Unknown { why } => format!("{}  because  {}\n", head("undecided"), why),
        Told::Missed { trace, time, original, mutant } => {
            let mut text = head("missed");
            for (number, line) in trace.lines().enumerate() {
                let label = if number == 0 { "trace" } else { "" };
                text.push_str(&format!("  {label:7}  {line}\n"));
            }
            if trace.is_empty() {
                text.push_str("  trace    (no events)\n");
            }
            let (original, mutant) = (said(original), said(mutant));
            text.push_str(&format!(
                "  differ   at {time} the original says {original}, the mutant {mutant}\n"
            ));
            text
        }
    }
}

/// What one of both says and the other does not.
fn said(texts: &[String]) -> String {
    match texts {
        [] => "nothing more".to_owned(),
        texts => texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", "),
    }
}

/// A text on one line, not too long.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST { line } else { line.chars().take(MOST - 1).chain(['…']).collect() }
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The report for programs.
pub(super) fn json(examined: &Examined) -> String {
    let scored = examined.scored();
    let verdict = examined.verdict();
    let coverage = examined.coverage.as_ref().map(|coverage| {
        json!({
            "goals": coverage.goals(),
            "covered": coverage.covered,
            "unreachable": coverage.unreachable,
        })
    });
    let document = json!({
        "version": JSON_VERSION,
        "mutation": "lydian stream",
        "specification": examined.subject,
        "verdict": verdict.word(),
        "exit_code": verdict.exit_code(),
        "suite": { "traces": examined.traces, "coverage": coverage },
        "counts": {
            "mutants": examined.mutants.len(),
            "killed": scored.killed,
            "missed": scored.missed,
            "equivalent": scored.equivalent,
            "unknown": scored.unknown,
            "invalid": scored.invalid,
        },
        "score": scored.percent(),
        "mutants": examined.mutants.iter().map(|(mutant, told)| mutant_json(mutant, told)).collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}

fn mutant_json(mutant: &Mutant, told: &Told) -> Value {
    let (line, column) = mutant.source.position(mutant.at.start as usize);
    let mut value = json!({ "line": line, "column": column, "from": mutant.from, "to": mutant.to });
    let (fate, more) = match told {
        Told::Killed { trace } => ("killed", json!({ "trace_number": trace + 1 })),
        Told::Equivalent => ("equivalent", json!({})),
        Told::Invalid { why } => ("invalid", json!({ "why": why })),
        Told::Unknown { why } => ("unknown", json!({ "why": why })),
        Told::Missed { trace, time, original, mutant } => {
            ("missed", json!({ "trace": trace, "time": time, "original": original, "mutant": mutant }))
        }
    };
    value["fate"] = fate.into();
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

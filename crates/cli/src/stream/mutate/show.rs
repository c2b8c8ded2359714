//! What became of a mutant of a specification, as a judgement.

use lydian_diagnostic::Source;
use lydian_stream::check::Coverage;
use lydian_stream::mutate::Mutant;
use lydian_verdict::{Bounds, Case, Cause, Detail, Door, Judgement, Outcome, Refutation, Verdict, label};
use lydian_words::plural;

use super::work::Told;

/// The judgement of a mutant; nothing if it is no specification.
pub(super) fn judgement(source: &Source, mutant: &Mutant, told: &Told) -> Option<Judgement> {
    let (line, column) = mutant.source.position(mutant.at.start as usize);
    let (from, to) = (shortened(&mutant.from), shortened(&mutant.to));
    let subject = format!("{}:{line}:{column}: `{from}` becomes `{to}`", source.name);
    let verdict = match told {
        Told::Killed { trace } => Verdict::Passed(Bounds::new(format!("killed by trace {}", trace + 1))),
        Told::Equivalent => Verdict::Proved(Bounds::new("equivalent: no trace tells it from the original")),
        Told::Unknown { why } => Verdict::unknown(Cause::Budget, why.clone()),
        Told::Invalid => return None,
        Told::Missed { trace, time, original, mutant } => {
            Verdict::Refuted(Box::new(missed(source, trace, time, [original, mutant])))
        }
    };
    Some(Judgement::new(subject, verdict))
}

/// A trace that the suite lacks, and what both say at the time at which they part.
fn missed(source: &Source, trace: &str, time: &str, says: [&[String]; 2]) -> Refutation {
    let [original, mutant] = says.map(said);
    let shown = if trace.is_empty() { "(no events)" } else { trace.trim_end() };
    let details = vec![
        Detail::new("missed", "the suite does not notice it; this trace would:"),
        Detail::new("trace", shown),
        Detail::new("at", time),
        Detail::new(label::EXPECTED, original.clone()),
        Detail::new(label::GOT, mutant.clone()),
    ];
    let case = Case {
        door: Door::Stream,
        written: None,
        entry: source.name.clone(),
        inputs: trace.lines().map(str::to_owned).collect(),
        expected: Outcome::Value(original),
        actual: Outcome::Value(mutant),
        size: trace.lines().count() as u64,
        seed: 0,
    };
    Refutation { case, details }
}

/// What one of both says and the other does not.
fn said(texts: &[String]) -> String {
    if texts.is_empty() { "nothing more".to_owned() } else { texts.join(", ") }
}

/// The suite in words: `3 traces, 37 of 47 goals met, 10 proved unreachable`.
pub(super) fn suite(traces: usize, coverage: Option<&Coverage>) -> String {
    let traces = plural(traces as u64, "trace");
    match coverage {
        None => traces,
        Some(coverage) => format!("{traces}, {}", covered(coverage)),
    }
}

fn covered(coverage: &Coverage) -> String {
    let mut text = format!("{} of {} met", coverage.covered, plural(coverage.goals() as u64, "goal"));
    if coverage.unreachable > 0 {
        text.push_str(&format!(", {} proved unreachable", coverage.unreachable));
    }
    let unknown = coverage.goals() - coverage.covered - coverage.unreachable;
    if unknown > 0 {
        text.push_str(&format!(", {unknown} undecided"));
    }
    text
}

/// A text on one line, not too long.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST { line } else { line.chars().take(MOST - 1).chain(['…']).collect() }
}

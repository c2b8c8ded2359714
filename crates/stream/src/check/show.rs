//! A difference in words: the trace, what is wrong, and both sides beside each other over time.

use std::collections::BTreeMap;

use lydian_sut::End;
use lydian_tessla::spec::Spec;
use lydian_verdict::{Case, Door, Outcome, Refutation, label};

use super::compare::{Mismatch, Notes};
use super::judge::Found;
use super::trace::event_text;
use super::written::Written;
use crate::run::Time;
use crate::trace::show_time;

/// The refutation of a monitor.
pub(super) fn refutation(spec: &Spec, found: &Found, seed: u64) -> Refutation {
    let trace = String::from_utf8_lossy(&found.test.text).into_owned();
    let written = String::from_utf8_lossy(&found.run.output);
    let show = |time: &Time| show_time(time, spec.decimals);
    let expected: Vec<String> = found
        .test
        .expected
        .events
        .iter()
        .map(|event| format!("{}: {}", show(&event.time), event.text))
        .collect();
    let case = Case {
        door: Door::Stream,
        written: None,
        entry: spec.files.written().first().map_or_else(String::new, |file| file.name.clone()),
        inputs: trace.lines().map(str::to_owned).collect(),
        expected: Outcome::Value(expected.join("\n")),
        actual: Outcome::Value(shortened(written.trim_end(), MOST_TEXT)),
        size: found.test.trace.events.len() as u64,
        seed,
    };
    let mut refutation = Refutation::new(case);
    refutation.details.clear();
    refutation = refutation
        .detail("trace", lines(&trace, MOST_LINES))
        .detail("mismatch", sentence(&found.difference, spec.decimals));
    if let Some((wanted, got)) = at_that_time(spec, found) {
        refutation = refutation.detail(label::EXPECTED, wanted).detail(label::GOT, got);
    }
    refutation = refutation.detail("timeline", timeline(spec, found));
    if !found.test.expected.assertions_hold {
        let text = "the trace does not satisfy the assertions of the specification";
        refutation = refutation.detail("note", text);
    }
    let errors = String::from_utf8_lossy(&found.run.errors);
    match found.difference {
        Mismatch::Ended(_) if !errors.trim().is_empty() => {
            refutation.detail("errors", last_lines(errors.trim_end()))
        }
        _ => refutation,
    }
}

/// How much of a text is kept.
const MOST_TEXT: usize = 1 << 16;
/// How many lines of a trace are shown.
const MOST_LINES: usize = 40;
/// How many lines of what went to standard error are shown.
const MOST_ERROR_LINES: usize = 10;
/// How much of a line is shown.
const WIDEST_LINE: usize = 200;
/// How wide a column of the timeline gets.
const WIDEST_COLUMN: usize = 48;
/// How many moments of the timeline are shown.
const MOST_MOMENTS: usize = 24;

/// What is wrong, in a sentence.
pub(super) fn sentence(mismatch: &Mismatch, decimals: u32) -> String {
    let time = time_of(mismatch).map_or_else(String::new, |time| show_time(&time, decimals));
    match mismatch {
        Mismatch::Events { missing, surplus, .. } => match (&missing[..], &surplus[..]) {
            ([], surplus) => {
                format!("at {time} the monitor says {}, which should not be there", quoted(surplus))
            }
            (missing, []) => format!("at {time} the monitor does not say {}", quoted(missing)),
            (missing, surplus) => {
                format!("at {time} the monitor says {} instead of {}", quoted(surplus), quoted(missing))
            }
        },
        Mismatch::Raw { expected, got, .. } => match (&expected[..], &got[..]) {
            ([], got) => format!("after all that is expected the monitor writes {}", quoted(got)),
            (expected, []) => {
                format!("the monitor does not write {}, which is due at {time}", quoted(expected))
            }
            (expected, got) => {
                format!(
                    "the monitor writes {} instead of {}, which is due at {time}",
                    quoted(got),
                    quoted(expected)
                )
            }
        },
        Mismatch::Form(line) => {
            format!(
                "line {} of the output is no event: {}",
                line.number,
                quoted(std::slice::from_ref(&line.text))
            )
        }
        Mismatch::Backwards(line) => format!(
            "line {} of the output goes back in time, from {time}: {}",
            line.number,
            quoted(std::slice::from_ref(&line.text))
        ),
        Mismatch::Ended(End::TimedOut { .. }) => {
            "the monitor does not end when its input has ended".to_owned()
        }
        Mismatch::Ended(end) => format!("the monitor {end}"),
    }
}

fn quoted(texts: &[String]) -> String {
    let shown = texts.iter().take(5).map(|text| format!("`{}`", shortened(text, WIDEST_LINE)));
    let mut shown: Vec<String> = shown.collect();
    let last = if texts.len() > 5 { Some(format!("{} more", texts.len() - 5)) } else { shown.pop() };
    match (shown.is_empty(), last) {
        (true, last) => last.unwrap_or_default(),
        (false, last) => format!("{} and {}", shown.join(", "), last.unwrap_or_default()),
    }
}

/// The time at which a difference shows, if it shows at a time.
pub(super) fn time_of(mismatch: &Mismatch) -> Option<Time> {
    match mismatch {
        Mismatch::Events { time, .. } | Mismatch::Raw { time, .. } => Some(time.clone()),
        Mismatch::Form(line) | Mismatch::Backwards(line) => Some(line.after.clone()),
        Mismatch::Ended(_) => None,
    }
}

/// All that should come and all that comes at the time of a difference, as lines of a trace.
fn at_that_time(spec: &Spec, found: &Found) -> Option<(String, String)> {
    let Mismatch::Events { time, .. } = &found.difference else { return None };
    let rows = rows(spec, found);
    let row = rows.iter().find(|row| row.time == *time)?;
    let time = show_time(time, spec.decimals);
    let at = |events: &[String]| match events {
        [] => format!("nothing at {time}"),
        events => events
            .iter()
            .map(|event| shortened(&format!("{time}: {event}"), WIDEST_LINE))
            .collect::<Vec<_>>()
            .join("\n"),
    };
    Some((at(&row.expected), at(&row.got)))
}

/// What happens at a time.
#[derive(Default)]
struct Row {
    time: Time,
    inputs: Vec<String>,
    expected: Vec<String>,
    got: Vec<String>,
}

/// What happens at each time.
fn rows(spec: &Spec, found: &Found) -> Vec<Row> {
    let test = &found.test;
    let written = Written::read(spec, found.run.whole_lines(), &test.expected);
    let mut rows: BTreeMap<&Time, Row> = BTreeMap::new();
    for event in &test.trace.events {
        rows.entry(&event.time).or_default().inputs.push(event_text(spec, event));
    }
    for event in &test.expected.events {
        rows.entry(&event.time).or_default().expected.push(event.text.clone());
    }
    for event in written.events.iter().filter(|event| test.expected.covers(&event.time)) {
        let got = &mut rows.entry(&event.time).or_default().got;
        let text = event.text();
        // A monitor that writes one event very often is shown with it once.
        if got.len() < MOST_LINES && !got.contains(&text) {
            got.push(text);
        }
    }
    if let Some(time) = &test.trace.progress {
        rows.entry(time).or_default();
    }
    rows.into_iter().map(|(time, row)| Row { time: time.clone(), ..row }).collect()
}

/// Inputs, what should come and what comes, over time, with a mark where they part.
fn timeline(spec: &Spec, found: &Found) -> String {
    let mut rows = rows(spec, found);
    let stops = |row: &&Row| row.expected.len() > row.got.len();
    let parting = time_of(&found.difference).or_else(|| rows.iter().find(stops).map(|row| row.time.clone()));
    if let Some(parting) = &parting {
        let place = rows.iter().position(|row| row.time >= *parting).unwrap_or(rows.len());
        rows.truncate(place + 3);
    }
    let cut = rows.len().saturating_sub(MOST_MOMENTS);
    let mut table = vec![["time", "inputs", "expected", "got"].map(str::to_owned)];
    table.extend(rows.iter().skip(cut).map(|row| {
        let cell = |events: &[String]| shortened(&events.join(", "), WIDEST_COLUMN);
        [show_time(&row.time, spec.decimals), cell(&row.inputs), cell(&row.expected), cell(&row.got)]
    }));
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut lines = Vec::new();
    for (number, [time, inputs, expected, got]) in table.iter().enumerate() {
        let row = number.checked_sub(1).map(|number| &rows[cut + number]);
        let marked = row.is_some_and(|row| parting.as_ref() == Some(&row.time));
        let line = format!(
            "{} {time:>w0$}  {inputs:w1$}  {expected:w2$}  {got}",
            if marked { '>' } else { ' ' },
            w0 = widths[0],
            w1 = widths[1],
            w2 = widths[2],
        );
        lines.push(line.trim_end().to_owned());
        if number == 0 && cut > 0 {
            lines.push(format!("  … {cut} earlier moments"));
        }
    }
    lines.join("\n")
}

/// What was left alone, in sentences.
pub(super) fn notes(notes: &Notes) -> Vec<String> {
    let mut lines = Vec::new();
    if !notes.foreign.is_empty() {
        let names: Vec<String> = notes.foreign.keys().cloned().collect();
        let count: u64 = notes.foreign.values().sum();
        lines.push(format!(
            "{} of {}, which {} no output, left alone",
            events(count),
            quoted(&names),
            if names.len() == 1 { "is" } else { "are" }
        ));
    }
    if notes.late > 0 {
        lines.push(format!("{} after the end of the trace left alone", events(notes.late)));
    }
    if notes.other_lines > 0 {
        let lines_of = if notes.other_lines == 1 {
            "1 line that is no event".to_owned()
        } else {
            format!("{} lines that are no events", notes.other_lines)
        };
        lines.push(format!("{lines_of} left alone"));
    }
    lines
}

fn events(count: u64) -> String {
    if count == 1 { "1 event".to_owned() } else { format!("{count} events") }
}

/// The first lines of a text.
fn lines(text: &str, most: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    let mut shown: Vec<String> = all.iter().take(most).map(|line| shortened(line, WIDEST_LINE)).collect();
    if all.len() > most {
        shown.push(format!("… {} more lines", all.len() - most));
    }
    if shown.is_empty() { "(no events)".to_owned() } else { shown.join("\n") }
}

/// The last lines of a text.
fn last_lines(text: &str) -> String {
    let all: Vec<&str> = text.lines().collect();
    let from = all.len().saturating_sub(MOST_ERROR_LINES);
    let mut shown: Vec<String> = Vec::new();
    if from > 0 {
        shown.push("…".to_owned());
    }
    shown.extend(all[from..].iter().map(|line| shortened(line, WIDEST_LINE)));
    shown.join("\n")
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

//! Runs in words: what a student sees. Blanks and line breaks that matter are made visible.

use lydian_words::quoted;

use crate::expect::{Expected, Then};
use crate::judge::Found;
use crate::late::Late;
use crate::line::END_OF_INPUT;
use crate::mismatch::Kind;
use crate::pattern::{Detail, Segment, Step};
use crate::student::{Speech, ended_in_german};
use crate::subject::{Actual, ActualEnd};

/// A line as it is typed; an empty one is said to be.
pub(crate) fn plain_line(line: &[u8]) -> String {
    if line == END_OF_INPUT {
        return "(end of input)".into();
    }
    if line.is_empty() { "(empty line)".into() } else { String::from_utf8_lossy(line).into_owned() }
}

/// The same; one with blanks that are hard to see stands in quotes.
pub fn line(line: &[u8]) -> String {
    let text = plain_line(line);
    // Blanks that nobody sees are told by quotes.
    match text.starts_with(' ') || text.ends_with(' ') || text.contains("  ") {
        true => format!("\"{text}\""),
        false => text,
    }
}

/// The same in another language.
fn line_in(text: &[u8], speech: Speech) -> String {
    match (speech, text) {
        (Speech::German, END_OF_INPUT) => "(Ende der Eingabe)".into(),
        (Speech::German, []) => "(leere Zeile)".into(),
        _ => line(text),
    }
}

/// All lines of a test on one line.
pub fn inputs(lines: &[Vec<u8>]) -> String {
    inputs_in(lines, Speech::English)
}

/// The same in another language.
pub(crate) fn inputs_in(lines: &[Vec<u8>], speech: Speech) -> String {
    if lines.is_empty() {
        return speech.say("(none)", "(keine)").into();
    }
    lines.iter().map(|one| line_in(one, speech)).collect::<Vec<_>>().join(" ⏎ ")
}

/// A run that is allowed, step by step.
pub fn expected_run(expected: &Expected, alternatives: bool) -> Vec<String> {
    let mut run = Vec::new();
    for turn in &expected.turns {
        run.extend(writes(&turn.outputs, alternatives, Speech::English));
        run.push(reads(&turn.line, Speech::English));
    }
    run.extend(writes(&expected.last, alternatives, Speech::English));
    run.push(ends(expected, Speech::English));
    run
}

/// How an expected run goes on after its last line.
fn ends(expected: &Expected, speech: Speech) -> String {
    match expected.then {
        Then::Ends => speech.say("ends", "endet").into(),
        Then::ReadsOn => speech.say("reads  another line", "liest    eine weitere Zeile").into(),
        Then::Anything => "…".into(),
    }
}

fn reads(text: &[u8], speech: Speech) -> String {
    format!("{}{}", speech.say("reads  ", "liest    "), line_in(text, speech))
}

/// Before what is written.
fn writing(speech: Speech) -> &'static str {
    speech.say("writes", "schreibt")
}

fn writes(step: &Step, alternatives: bool, speech: Speech) -> Option<String> {
    if alternatives {
        return (!step.outputs.is_empty()).then(|| format!("{} {}", writing(speech), step.describe()));
    }
    let text = example(step);
    (!text.is_empty()).then(|| format!("{} {text}", writing(speech)))
}

/// One allowed text, without the line break at its end.
pub fn example(step: &Step) -> String {
    let mut segments = step.example(Detail::Plain);
    if let Some(Segment::Text(text)) = segments.last_mut()
        && text.ends_with(b"\n")
    {
        text.pop();
    }
    let mut shown = Vec::new();
    for segment in segments {
        match segment {
            Segment::Text(text) if text.is_empty() => {}
            Segment::Text(text) => shown.push(quoted(&text, MOST_SHOWN)),
            Segment::Wildcard => shown.push("…".into()),
        }
    }
    // A pattern of wildcards alone that may be empty says nothing.
    if shown.iter().all(|part| part == "…") && step.may_be_silent() {
        String::new()
    } else {
        shown.join(" ")
    }
}

/// What a program did, step by step.
pub fn actual_run(actual: &Actual) -> Vec<String> {
    let mut run = Vec::new();
    for (written, read) in &actual.turns {
        run.extend(wrote(written, Speech::English));
        run.push(reads(read, Speech::English));
    }
    run.extend(wrote(&actual.last, Speech::English));
    run.extend(ending(actual, Speech::English));
    run
}

/// How much of an output is shown.
const MOST_SHOWN: usize = 300;

fn wrote(written: &[u8], speech: Speech) -> Option<String> {
    if written.is_empty() {
        return None;
    }
    let shown = written.strip_suffix(b"\n").filter(|rest| !rest.is_empty()).unwrap_or(written);
    let cut = shown.len() > MOST_SHOWN;
    let mut text = quoted(&shown[..shown.len().min(MOST_SHOWN)], MOST_SHOWN);
    if cut {
        text.push_str(&format!(" … ({} {})", written.len(), speech.say("bytes", "Bytes")));
    }
    Some(format!("{} {text}", writing(speech)))
}

/// That a text comes late, beside a verdict.
pub(crate) fn late_remark(
    expected: &Expected,
    lines: &[Vec<u8>],
    late: &Late,
    speech: Speech,
) -> lydian_verdict::Remark {
    let step = expected.turns.get(late.read).map_or(&expected.last, |turn| &turn.outputs);
    let what = match (&late.text, &*example(step)) {
        (Some(text), _) => quoted(text, MOST_SHOWN),
        (None, "") => speech.say("a text", "ein Text").to_owned(),
        (None, text) => text.to_owned(),
    };
    let inputs = inputs_in(lines, speech);
    let text = match speech {
        Speech::English => format!(
            "right, but {what} appears late on the inputs {inputs}: only after the program has read on; \
             write and flush it before reading"
        ),
        Speech::German => format!(
            "richtig, aber bei den Eingaben {inputs} erscheint {what} zu spät: erst nachdem das Programm weitergelesen hat; \
             schreib es vor dem Lesen und gib es sofort aus (`--flush strict` zählt das als Fehler)"
        ),
    };
    lydian_verdict::Remark::new("late-output", text).counted_by("--flush strict")
}

/// That a program ends with an exit code, beside a verdict.
pub(crate) fn exit_remark(code: i32, lines: &[Vec<u8>], speech: Speech) -> lydian_verdict::Remark {
    let inputs = inputs_in(lines, speech);
    let text = match speech {
        Speech::English => {
            format!(
                "right, but the program ends with exit code {code} on the inputs {inputs}: 0 says that all went well"
            )
        }
        Speech::German => format!(
            "richtig, aber das Programm endet bei den Eingaben {inputs} mit dem Rückgabewert {code}: 0 heißt, dass alles gut ging \
             (`--exit-code strict` zählt das als Fehler)"
        ),
    };
    lydian_verdict::Remark::new("exit-code", text).counted_by("--exit-code strict")
}

/// That a program waits for the end of its input, beside a verdict.
pub(crate) fn reads_all_remark(lines: &[Vec<u8>], speech: Speech) -> lydian_verdict::Remark {
    let inputs = inputs_in(lines, speech);
    let text = match speech {
        Speech::English => format!(
            "right, but on the inputs {inputs} the program answers only when its input has ended: \
             somebody at a keyboard would have to end it"
        ),
        Speech::German => format!(
            "richtig, aber bei den Eingaben {inputs} antwortet das Programm erst, wenn seine Eingabe zu Ende ist: \
             wer tippt, müsste sie beenden (`--flush strict` zählt das als Fehler)"
        ),
    };
    lydian_verdict::Remark::new("reads-all", text).counted_by("--flush strict")
}

/// That a program complains on standard error about a wrong value that ends it, beside a verdict.
pub(crate) fn complaint_remark(code: i32, lines: &[Vec<u8>], speech: Speech) -> lydian_verdict::Remark {
    let inputs = inputs_in(lines, speech);
    let text = match speech {
        Speech::English => format!(
            "ends as it should on the inputs {inputs}, with exit code {code} and words on standard error: \
             a complaint about the wrong value, or an exception that nobody caught"
        ),
        Speech::German => format!(
            "endet bei den Eingaben {inputs}, wie es soll, aber mit dem Rückgabewert {code} und einer Fehlermeldung: \
             eine Beschwerde über den falschen Wert, oder eine Ausnahme, die niemand abfängt \
             (`--exit-code strict` zählt das als Fehler)"
        ),
    };
    lydian_verdict::Remark::new("complaint", text).counted_by("--exit-code strict")
}

/// Expected and actual run side by side, turn by turn, with a mark where they part.
pub fn side_by_side(found: &Found, alternatives: bool, speech: Speech) -> String {
    const WIDEST: usize = 60;
    let rows = rows(found, alternatives, speech);
    let (expected, actual) = (speech.say("expected", "erwartet"), speech.say("actual", "tatsächlich"));
    let width = rows.iter().map(|row| row.expected.chars().count()).max().unwrap_or(0).clamp(8, WIDEST);
    let mut text = format!("  {expected:width$}   {actual}");
    for Row { expected, actual, parting } in rows {
        let mark = if parting { '>' } else { ' ' };
        text.push_str(&format!("\n{mark} {expected:width$}   {actual}"));
        text.truncate(text.trim_end_matches(' ').len());
    }
    text
}

struct Row {
    expected: String,
    actual: String,
    parting: bool,
}

/// What both do, what is written in a turn beside each other, then what is read.
fn rows(found: &Found, alternatives: bool, speech: Speech) -> Vec<Row> {
    let (expected, actual) = (found.difference.expected(&found.test.expected), &found.run);
    let mut rows = Vec::new();
    for turn in 0..=expected.turns.len().max(actual.turns.len()) {
        let here = turn == found.difference.turn;
        let (wanted, done) = (expected.turns.get(turn), actual.turns.get(turn));
        let last = turn == expected.turns.len();
        let step = wanted.map(|turn| &turn.outputs).or_else(|| last.then_some(&expected.last));
        let written =
            done.map(|(written, _)| written).or_else(|| (turn == actual.turns.len()).then_some(&actual.last));
        let left = step.and_then(|step| writes(step, alternatives, speech)).unwrap_or_default();
        let right = written.and_then(|written| wrote(written, speech)).unwrap_or_default();
        let fits = match (step, written) {
            (Some(step), Some(written)) => step.matches(written),
            _ => true,
        };
        let broke =
            matches!(found.difference.kind, Kind::Crash(_) | Kind::Hang(_) | Kind::Limit(_) | Kind::File(..));
        let at_write = here && !fits && !broke;
        if !left.is_empty() || !right.is_empty() {
            rows.push(Row { expected: left, actual: right, parting: at_write });
        }
        let left = match wanted {
            Some(turn) => reads(&turn.line, speech),
            None if last => ends(expected, speech),
            None => String::new(),
        };
        let mut ends = match done {
            Some((_, read)) => vec![reads(read, speech)],
            None if turn == actual.turns.len() => ending(actual, speech),
            None => Vec::new(),
        }
        .into_iter();
        let right = ends.next().unwrap_or_default();
        if !left.is_empty() || !right.is_empty() {
            rows.push(Row { expected: left, actual: right, parting: here && !at_write });
        }
        rows.extend(ends.map(|actual| Row { expected: String::new(), actual, parting: false }));
    }
    rows
}

/// How many lines of what went to standard error are shown.
const MOST_ERROR_LINES: usize = 10;

/// What a program that broke off said on standard error: the beginning and the end of it.
pub fn errors(actual: &Actual) -> Option<String> {
    let text = String::from_utf8_lossy(&actual.errors);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    if lines.is_empty() {
        return None;
    }
    let shown = |lines: &[&str]| {
        let quoted = lines.iter().map(|line| {
            let line: String = line.chars().take(MOST_SHOWN).collect();
            line.replace(|c: char| c.is_control() && c != '\t', "�")
        });
        quoted.collect::<Vec<_>>().join("\n")
    };
    if lines.len() <= MOST_ERROR_LINES {
        return Some(shown(&lines));
    }
    let half = MOST_ERROR_LINES / 2;
    Some(format!("{}\n…\n{}", shown(&lines[..half]), shown(&lines[lines.len() - half..])))
}

/// How a run ended, in lines.
fn ending(actual: &Actual, speech: Speech) -> Vec<String> {
    match (actual.end, speech) {
        (ActualEnd::ReadOn(end), Speech::English) => {
            vec!["wants to read another line".into(), format!("then {end}")]
        }
        (ActualEnd::ReadOn(end), Speech::German) => {
            vec!["will eine weitere Zeile lesen".into(), format!("danach: {}", ended_in_german(end))]
        }
        (ActualEnd::Ended(lydian_sut::End::Exited(0)), _) => vec![speech.say("ends", "endet").into()],
        (ActualEnd::Ended(end), Speech::English) => vec![end.to_string()],
        (ActualEnd::Ended(end), Speech::German) => vec![ended_in_german(end)],
    }
}

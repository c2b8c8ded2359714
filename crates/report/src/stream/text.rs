//! The report of a suite for people at a terminal: each case as a table, the goals, dead states, what it took.

use lydian_verdict::{TraceSuite, Verdict};
use lydian_words::visible;

use super::words::{self, Row};
use crate::diagnostics::render_diagnostics;
use crate::reporter::Verbosity;
use crate::terminal::{BOLD, DIM, RESET, clean, style_of};

/// Cells with several events that are wider than this have a line for each event.
const WIDEST: usize = 60;

/// Whether a report has a table for each case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseTables {
    /// It does.
    Shown,
    /// It does not: the cases were shown before, or are written elsewhere.
    Omitted,
}

/// A suite as styled text; see [`crate::stdout`] for a stream that drops the styles where they do not belong.
pub fn suite_to_text(suite: &TraceSuite, verbosity: Verbosity, cases: CaseTables) -> String {
    let kind = suite.verdict.kind();
    let mut text =
        format!("{BOLD}{}{RESET}: {}{}{RESET}\n", visible(&suite.subject), style_of(kind), kind.word());
    for line in words::summary(suite) {
        text.push_str(&format!("  {}\n", clean(&line)));
    }
    if let Verdict::Invalid(diagnostics) = &suite.verdict {
        text.push_str(&render_diagnostics(diagnostics));
        return text;
    }
    if verbosity == Verbosity::Quiet {
        for dead in &suite.dead {
            text.push_str(&format!("  dead state: {}\n", clean(&words::dead_state(suite, dead))));
        }
        return text;
    }
    let shown = if cases == CaseTables::Shown { suite.cases.len() } else { 0 };
    for number in 0..shown {
        text.push('\n');
        text.push_str(&trace_case_to_text(suite, number));
    }
    goals(&mut text, suite);
    if !suite.dead.is_empty() {
        text.push_str(&format!("\n{BOLD}dead states{RESET}\n"));
        for dead in &suite.dead {
            text.push_str(&format!("  {}\n", clean(&words::dead_state(suite, dead))));
        }
    }
    let effort = words::effort(suite);
    if !effort.is_empty() {
        text.push_str(&format!("\n{DIM}effort{RESET}\n  {effort}\n"));
    }
    text
}

/// One case as a table: what comes in, what must come out, which goals that meets first.
pub fn trace_case_to_text(suite: &TraceSuite, number: usize) -> String {
    let case = &suite.cases[number];
    let mut text = format!("{BOLD}case {}{RESET}, {}\n", number + 1, words::moments(case));
    if case.times.is_empty() {
        return text;
    }
    let rows = words::rows(suite, number);
    let mut table: Vec<[String; 4]> = Vec::new();
    for row in &rows {
        lines_of(row, &mut table);
    }
    let heads = ["time", "inputs", "expected outputs", "new goals"];
    let widths: [usize; 4] = std::array::from_fn(|column| {
        let cells = table.iter().map(|line| line[column].chars().count());
        cells.chain([heads[column].len()]).max().unwrap_or(0)
    });
    let with_goals = rows.iter().any(|row| !row.goals.is_empty());
    let line = |cells: [&str; 4]| {
        let [time, inputs, outputs, goals] = cells;
        let goals = if with_goals { goals } else { "" };
        let line =
            format!("  {time:>0$}  {inputs:1$}  {outputs:2$}  {goals}", widths[0], widths[1], widths[2]);
        line.trim_end().to_owned()
    };
    text.push_str(&format!("{DIM}{}{RESET}\n", line(heads)));
    for cells in &table {
        text.push_str(&line(cells.each_ref().map(String::as_str)));
        text.push('\n');
    }
    for remark in words::remarks(case) {
        text.push_str(&format!("  {}\n", clean(&remark)));
    }
    text
}

/// The lines of one moment: one, or as many as its events need.
fn lines_of(row: &Row<'_>, table: &mut Vec<[String; 4]>) {
    let cell = |events: &[String]| -> Vec<String> {
        let shown: Vec<String> = events.iter().map(|event| clean(event).replace(['\n', '\t'], " ")).collect();
        let joined = shown.join(", ");
        if joined.chars().count() <= WIDEST { vec![joined] } else { shown }
    };
    let (inputs, outputs) = (cell(&row.inputs), cell(&row.outputs));
    let at = |cell: &[String], line: usize| cell.get(line).cloned().unwrap_or_default();
    for line in 0..inputs.len().max(outputs.len()) {
        let (time, goals) =
            if line == 0 { (row.time.to_owned(), words::ranges(&row.goals)) } else { Default::default() };
        table.push([time, at(&inputs, line), at(&outputs, line), goals]);
    }
}

fn goals(text: &mut String, suite: &TraceSuite) {
    if suite.goals.is_empty() {
        return;
    }
    text.push_str(&format!("\n{BOLD}goals{RESET}\n"));
    let lines: Vec<[String; 4]> = suite
        .goals
        .iter()
        .enumerate()
        .map(|(number, goal)| {
            let what = clean(&words::goal_text(goal)).replace(['\n', '\t'], " ");
            let place = words::place(suite, &goal.span);
            [(number + 1).to_string(), place, what, words::state(suite, goal)]
        })
        .collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let (numbers, places, texts) = (width(0), width(1), width(2));
    for [number, place, what, state] in &lines {
        let line =
            format!("  {number:>numbers$}  {DIM}{place:places$}{RESET}  {what:texts$}  {}", clean(state));
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::sample::suite;

    fn plain(styled: &str) -> String {
        anstream::adapter::strip_str(styled).to_string()
    }

    #[test]
    fn a_suite_shows_cases_goals_dead_states_and_effort() {
        let expected = "\
x.tessla: unknown
  1 case: 2 of 4 goals covered, 1 proved unreachable
  1 of 4 goals is undecided: not found within 40 slots

case 1, 2 moments
  time  inputs  expected outputs  new goals
     0  a = 14  z                 1
     2  a = -1  s = \"<b>\"         2

goals
  1  2:20  `x < 3 && x > 9` is true      case 1 at 0
  2  2:20  `x < 3 && x > 9` is false     case 1 at 2
  3  2:20  the operand `x < 3` is true   proved unreachable (induction over 1 slot)
  4  2:20  the operand `x < 3` is false  unknown: not found within 40 slots

dead states
  after 2 (a = -1, s = \"<b>\") in case 1, no further event on z is possible, whatever comes in: \
1 of the 2 goals that the suite meets is out of reach for ever (proved)

effort
  solver questions: 1,204
";
        assert_eq!(plain(&suite_to_text(&suite(), Verbosity::Normal, CaseTables::Shown)), expected);
    }

    #[test]
    fn a_quiet_report_has_only_the_verdict_and_dead_states() {
        let text = plain(&suite_to_text(&suite(), Verbosity::Quiet, CaseTables::Shown));
        assert_eq!(text.lines().count(), 4, "{text}");
        assert!(text.contains("\n  dead state: after 2 "), "{text}");
    }

    #[test]
    fn an_error_and_a_running_timer_are_remarked() {
        let mut suite = suite();
        suite.cases[0].failure = Some("Division by zero (t = 2)".into());
        suite.cases[0].pending = true;
        suite.cases[0].progress = Some("9".into());
        let text = plain(&trace_case_to_text(&suite, 0));
        assert!(text.contains("  the run ends with an error: Division by zero (t = 2)\n"), "{text}");
        assert!(
            text.ends_with("up to 9 without further inputs\n  a timer still runs at the end\n"),
            "{text}"
        );
    }

    #[test]
    fn many_events_at_one_time_have_a_line_each() {
        let row = Row {
            time: "5",
            inputs: vec!["x".repeat(40), "y".repeat(40)],
            outputs: vec!["z".into()],
            goals: vec![1],
        };
        let mut table = Vec::new();
        lines_of(&row, &mut table);
        assert_eq!(table[1], ["".to_owned(), "y".repeat(40), String::new(), String::new()]);
    }
}

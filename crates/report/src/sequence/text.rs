//! The report of a suite of sequences for people at a terminal: counts by length, the cases, what is taken for granted.

use lydian_verdict::{SequenceCase, SequenceSuite, Verdict, grouped};
use lydian_words::visible;

use super::words;
use crate::diagnostics::render_diagnostics;
use crate::reporter::Verbosity;
use crate::terminal::{BOLD, DIM, RESET, clean, style_of};

/// Inputs wider than this do not push the answers of the others to the right.
const WIDEST: usize = 60;

/// A suite as styled text with at most `most_cases` cases; see [`crate::stdout`] for a stream that drops the styles where they
/// do not belong.
pub fn sequence_suite_to_text(suite: &SequenceSuite, verbosity: Verbosity, most_cases: usize) -> String {
    let kind = suite.verdict.kind();
    let mut text =
        format!("{BOLD}{}{RESET}: {}{}{RESET}\n", visible(&suite.subject), style_of(kind), kind.word());
    for line in words::summary(suite) {
        text.push_str(&format!("  {}\n", line_of(&line)));
    }
    if let Verdict::Invalid(diagnostics) = &suite.verdict {
        text.push_str(&render_diagnostics(diagnostics));
        return text;
    }
    if verbosity == Verbosity::Quiet {
        return text;
    }
    text.push_str(&format!("  {DIM}{}{RESET}\n", line_of(&words::made(suite))));
    lengths(&mut text, suite);
    for (number, case) in suite.cases.iter().enumerate().take(most_cases) {
        text.push_str(&case_text(number, case));
    }
    let more = suite.cases.len().saturating_sub(most_cases) as u64;
    if more > 0 {
        text.push_str(&format!("\n{DIM}... and {} more (--format json lists all){RESET}\n", grouped(more)));
    }
    if !suite.hypotheses.is_empty() {
        text.push_str(&format!("\n{BOLD}hypotheses{RESET}\n"));
        for hypothesis in &suite.hypotheses {
            text.push_str(&format!("  {}\n", line_of(hypothesis)));
        }
    }
    if !suite.coverage.is_empty() {
        text.push_str(&format!("\n{BOLD}coverage{RESET}\n"));
        let width = suite.coverage.iter().map(|detail| line_of(&detail.label).chars().count()).max();
        for detail in &suite.coverage {
            let (label, said) = (line_of(&detail.label), line_of(&detail.text));
            text.push_str(&format!("  {label:0$}  {said}\n", width.unwrap_or(0)));
        }
    }
    let effort = words::effort(&suite.effort);
    if !effort.is_empty() {
        text.push_str(&format!("\n{DIM}effort{RESET}\n  {}\n", line_of(&effort)));
    }
    text
}

fn lengths(text: &mut String, suite: &SequenceSuite) {
    let table = words::lengths(suite);
    for (number, row) in table.iter().enumerate() {
        let width = |column: usize| table.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let cells: Vec<String> =
            row.iter().enumerate().map(|(column, cell)| format!("{cell:>0$}", width(column))).collect();
        let line = cells.join("  ");
        match number {
            0 => text.push_str(&format!("\n  {DIM}{line}{RESET}\n")),
            _ => text.push_str(&format!("  {line}\n")),
        }
    }
    for remark in words::remarks(suite) {
        text.push_str(&format!("  {DIM}{remark}{RESET}\n"));
    }
}

/// One case: where it starts, a line for each input, and what it stands for.
fn case_text(number: usize, case: &SequenceCase) -> String {
    let mut text = format!("\n{BOLD}case {}{RESET}", number + 1);
    if let Some(initial) = &case.initial {
        text.push_str(&format!(", from {}", line_of(initial)));
    }
    text.push('\n');
    if case.steps.is_empty() {
        text.push_str("  no input\n");
    }
    let inputs: Vec<String> = case.steps.iter().map(|step| line_of(&step.input)).collect();
    let widths = inputs.iter().map(|input| input.chars().count()).filter(|width| *width <= WIDEST);
    let width = widths.max().unwrap_or(0);
    for (input, step) in inputs.iter().zip(&case.steps) {
        text.push_str(&format!("  {input:width$}  ->  {}\n", line_of(&words::answer(step))));
    }
    if !case.pattern.is_empty() {
        text.push_str(&format!("  {DIM}pattern{RESET} {}\n", line_of(&case.pattern.join("; "))));
    }
    if !case.condition.is_empty() {
        text.push_str(&format!("  {DIM}where{RESET}   {}\n", line_of(&case.condition.join(", "))));
    }
    text
}

/// Text of a user on one line, unable to steer the terminal.
fn line_of(text: &str) -> String {
    clean(text).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::sample::suite;

    fn plain(suite: &SequenceSuite, verbosity: Verbosity, most_cases: usize) -> String {
        anstream::adapter::strip_str(&sequence_suite_to_text(suite, verbosity, most_cases)).to_string()
    }

    #[test]
    fn a_suite_shows_lengths_cases_hypotheses_coverage_and_effort() {
        let text = plain(&suite(), Verbosity::Normal, 10);
        let expected = "\
bank.ml: passed
  all sequences of up to 2 inputs: 4,078 cases
  method paths; conformance inclusion

  length  cases  infeasible
       1      1           0
       2  4,077           1
     all  4,078           1
  infeasible: no data take the machine along such a sequence

case 1, from [((\"<a>\", 1), 0)]
  Deposit (\"<a>\", 1, 0)  ->  Deposit_ok
  Balance (\"<a>\", 1)     ->  Balance_ok 0 or Balance_ok 1
  pattern Deposit (\"<a>\", 1, x1); Balance (\"<a>\", 1)
  where   x1 >= 0, x0 + x1 < 7

case 2
  Withdraw 3  ->  refused

hypotheses
  all data that satisfy a condition are treated alike

coverage
  constructors  3 of 3 inputs

effort
  solver questions: 1,204
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_long_suite_is_cut() {
        let mut long = suite();
        long.cases = vec![long.cases[1].clone(); 4078];
        let text = plain(&long, Verbosity::Normal, 3);
        assert!(text.contains("case 3\n") && !text.contains("case 4\n"), "{text}");
        assert!(text.contains("\n... and 4,075 more (--format json lists all)\n"), "{text}");
    }

    #[test]
    fn a_quiet_report_is_the_verdict() {
        let text = plain(&suite(), Verbosity::Quiet, 10);
        assert_eq!(text, "bank.ml: passed\n  all sequences of up to 2 inputs: 4,078 cases\n");
    }

    #[test]
    fn text_of_a_user_stays_on_its_line() {
        let mut suite = suite();
        suite.cases[1].steps[0].input = "Put \"a\nb\"\x1b[2J".into();
        let text = plain(&suite, Verbosity::Normal, 10);
        assert!(text.contains("  Put \"a b\"\\u{1b}[2J  ->  refused\n"), "{text}");
    }
}

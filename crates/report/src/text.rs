//! The report for people at a terminal.
//! Each judgement is written as it comes: the subject with its verdict, then what the verdict carries in aligned lines. A
//! run over several subjects ends with a line of counts. Times appear only when verbose, so that the same run gives the
//! same text.

use std::io::{self, Write};

use lydian_verdict::{Detail, Event, Judgement, Measure, Statistics, Summary, Verdict, grouped};
use lydian_words::visible;

use crate::diagnostics::render_diagnostics;
use crate::facts::{facts, headline, headline_of_entry, measure_text, name_of_entry, remarks, seconds_text};
use crate::reporter::{Reporter, Verbosity};
use crate::terminal::{BOLD, DIM, RESET, clean, style_of};

/// Writes styled text; see [`crate::stdout`] for a stream that drops the styles where they do not belong.
pub struct TextReporter<W> {
    out: W,
    verbosity: Verbosity,
    judged: u64,
}

impl<W: Write> TextReporter<W> {
    /// A text report to `out`.
    pub fn new(out: W, verbosity: Verbosity) -> TextReporter<W> {
        TextReporter { out, verbosity, judged: 0 }
    }

    fn judged(&mut self, judgement: &Judgement) -> io::Result<()> {
        if self.judged > 0 && self.verbosity > Verbosity::Quiet {
            writeln!(self.out)?;
        }
        self.judged += 1;
        let style = style_of(judgement.verdict.kind());
        let subject = visible(&judgement.subject);
        writeln!(self.out, "{BOLD}{subject}{RESET}: {style}{}{RESET}", clean(&headline(judgement)))?;
        if self.verbosity == Verbosity::Quiet {
            return Ok(());
        }
        if judgement.entries.is_empty() {
            self.said(judgement, "")?;
        }
        for entry in &judgement.entries {
            let style = style_of(entry.verdict.kind());
            let (name, headline) = (name_of_entry(entry), headline_of_entry(entry));
            writeln!(self.out, "  {BOLD}{}{RESET}: {style}{}{RESET}", clean(name), clean(&headline))?;
            self.said(entry, "  ")?;
        }
        if !judgement.entries.is_empty() {
            self.lines(&remarks(judgement), "")?;
        }
        self.out.write_all(render_diagnostics(&judgement.diagnostics).as_bytes())?;
        if self.verbosity == Verbosity::Verbose {
            self.statistics(&judgement.statistics, judgement.seconds)?;
        }
        Ok(())
    }

    /// What is said about a subject, or about one of its entries further in.
    fn said(&mut self, judgement: &Judgement, further: &str) -> io::Result<()> {
        self.lines(&facts(&judgement.verdict), further)?;
        self.lines(&remarks(judgement), further)?;
        if let Verdict::Invalid(diagnostics) = &judgement.verdict {
            for line in render_diagnostics(diagnostics).lines() {
                writeln!(self.out, "{further}{further}{line}")?;
            }
        }
        Ok(())
    }

    /// Labels in one column, texts in another; further lines of a text are indented to its column.
    fn lines(&mut self, facts: &[Detail], further: &str) -> io::Result<()> {
        let width = facts.iter().map(|fact| fact.label.chars().count()).max().unwrap_or(0);
        let indent = if width == 0 { 2 } else { width + 4 };
        for fact in facts {
            let text = clean(&fact.text);
            let mut lines = text.lines();
            let first = lines.next().unwrap_or("");
            match fact.label.as_str() {
                "" => writeln!(self.out, "{further}  {first}")?,
                label => writeln!(self.out, "{further}  {DIM}{:width$}{RESET}  {first}", clean(label))?,
            }
            for line in lines {
                writeln!(self.out, "{further}{:indent$}{line}", "")?;
            }
        }
        Ok(())
    }

    fn statistics(&mut self, statistics: &Statistics, seconds: f64) -> io::Result<()> {
        let mut facts: Vec<Detail> =
            statistics.iter().map(|(name, measure)| Detail::new(name, measure_text(measure))).collect();
        facts.push(Detail::new("time", measure_text(Measure::Seconds(seconds))));
        self.lines(&facts, "")
    }

    fn finished(&mut self, summary: &Summary) -> io::Result<()> {
        if summary.total() != 1 {
            let counts: Vec<String> = summary
                .counts()
                .filter(|(_, count)| *count > 0)
                .map(|(kind, count)| format!("{}{} {}{RESET}", style_of(kind), grouped(count), kind.word()))
                .collect();
            if self.verbosity > Verbosity::Quiet && self.judged > 0 {
                writeln!(self.out)?;
            }
            let counts = if counts.is_empty() { "nothing was judged".to_owned() } else { counts.join(", ") };
            write!(self.out, "{BOLD}{} in all{RESET}: {counts}", grouped(summary.total()))?;
            if summary.remarked > 0 {
                write!(self.out, "; {} with remarks", grouped(summary.remarked))?;
            }
            if self.verbosity == Verbosity::Verbose {
                write!(self.out, " ({})", seconds_text(summary.seconds))?;
            }
            writeln!(self.out)?;
        }
        self.out.flush()
    }
}

impl<W: Write> Reporter for TextReporter<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started { .. } | Event::Progress { .. } | Event::Tentative(_) => Ok(()),
            Event::Judged(judgement) => self.judged(judgement),
            Event::Finished(summary) => self.finished(summary),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{refuted, report, run, run_of, several_entries};

    #[test]
    fn a_single_refutation_is_shown_without_a_summary() {
        let text = report(&run_of(vec![refuted()]), |out| TextReporter::new(out, Verbosity::Normal));
        let expected = "\
a.ml: refuted
  call          max [-1000]
  expected      -1000
  got           -999
  they part at  max []
                expected exception Failure \"empty\"
                got -999
  paste         #use \"a.ml\";; max [-1000];;
";
        assert_eq!(text, expected);
    }

    #[test]
    fn each_of_several_entries_has_its_own_lines() {
        let text = report(&run_of(vec![several_entries()]), |out| TextReporter::new(out, Verbosity::Normal));
        let expected = "\
f.ml: refuted, 3 entries: 1 refuted, 1 mismatched, 1 passed, 2 remarks
  last: passed, 1 remark
    agree on all inputs up to size 9: 1,204 shapes, every integer and string in them
    remark  differs where integers overflow: max [max_int] (`--integers machine` makes this a refutation)
  max: mismatched: it has another type
    expected  int list -> int
    got       int list -> bool
  min: refuted
    call          max [-1000]
    expected      -1000
    got           -999
    they part at  max []
                  expected exception Failure \"empty\"
                  got -999
    paste         #use \"a.ml\";; max [-1000];;
  remark  the reference defines `sum` as well
";
        assert_eq!(text, expected);
    }

    #[test]
    fn several_subjects_end_with_a_line_of_counts() {
        let text = report(&run(), |out| TextReporter::new(out, Verbosity::Normal));
        let rest = text.split_once("\n\n").expect("an empty line after the first judgement").1;
        let expected = "\
b.ml: passed, 1 remark
  agree on all inputs up to size 9: 1,204 shapes, every integer and string in them
  remark  differs where integers overflow: max [max_int] (`--integers machine` makes this a refutation)

c.ml: mismatched: `max` has another type
  expected  int list -> int
  got       int list -> bool

d.ml: invalid
error[unbound-name]: `z` is not defined
 --> d.ml:1:18
  |
1 | let rec max l = <z>
  |                  ^

e.ml: unknown
  the budget of 30 s was spent at size 7
  until then: agree on all inputs up to size 6

5 in all: 1 refuted, 1 mismatched, 1 passed, 1 unknown, 1 invalid; 1 with remarks
";
        assert_eq!(rest, expected);
    }

    #[test]
    fn a_quiet_report_has_one_line_for_each_subject() {
        let text = report(&run(), |out| TextReporter::new(out, Verbosity::Quiet));
        assert_eq!(text.lines().count(), 6, "{text}");
    }

    #[test]
    fn a_verbose_report_shows_statistics_and_time() {
        let text = report(&run_of(vec![refuted()]), |out| TextReporter::new(out, Verbosity::Verbose));
        assert!(text.ends_with("  paths  1,204\n  time   12 ms\n"), "{text}");
    }

    #[test]
    fn a_run_over_nothing_says_so() {
        let text = report(&run_of(Vec::new()), |out| TextReporter::new(out, Verbosity::Normal));
        assert_eq!(text, "0 in all: nothing was judged\n");
    }

    #[test]
    fn a_program_judged_already_is_named() {
        let mut twin = refuted();
        twin.subject = "z.ml".into();
        twin.same_as = Some("a.ml".into());
        let text = report(&run_of(vec![twin]), |out| TextReporter::new(out, Verbosity::Quiet));
        assert_eq!(text, "z.ml: refuted (the same program as a.ml)\n");
    }
}

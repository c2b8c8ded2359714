//! The report for people with a browser: one page that needs nothing else.
//! Style and script are inside the page; without the script everything is still readable, only the filter is gone. All
//! text from users goes through `escape`.

mod overlap;

use std::io::{self, Write};

use lydian_verdict::{Detail, Event, Judgement, Summary, Verdict, VerdictKind, grouped, label};

use lydian_words::is_steering;

use crate::diagnostics::render_diagnostics;
use crate::facts::{facts, headline, headline_of_entry, measure_text, name_of_entry, remarks, seconds_text};
use crate::reporter::Reporter;

pub(crate) const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// Writes the page when the run is over.
pub struct HtmlReporter<W> {
    out: W,
    title: String,
    rows: String,
    written: usize,
}

impl<W: Write> HtmlReporter<W> {
    /// An HTML report to `out`.
    pub fn new(out: W) -> HtmlReporter<W> {
        HtmlReporter { out, title: "lydian".into(), rows: String::new(), written: 0 }
    }

    fn finished(&mut self, summary: &Summary) -> io::Result<()> {
        let title = escape(&self.title);
        let filters = filters(summary);
        let rows = &self.rows;
        let seconds = seconds_text(summary.seconds);
        write!(
            self.out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n<p class=\"summary\">{} judged in {seconds}</p>\n{filters}\
             <table>\n<thead><tr><th>Subject</th><th>Verdict</th><th>Found</th></tr></thead>\n\
             <tbody>\n{rows}</tbody>\n</table>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            grouped(summary.total()),
        )?;
        self.out.flush()
    }
}

impl<W: Write> Reporter for HtmlReporter<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started { what, .. } => self.title.clone_from(what),
            Event::Progress { .. } | Event::Tentative(_) => {}
            Event::Judged(judgement) => {
                self.written += 1;
                row(&mut self.rows, judgement, self.written);
            }
            Event::Finished(summary) => self.finished(summary)?,
        }
        Ok(())
    }
}

/// A button for each verdict that was given, and one for all.
fn filters(summary: &Summary) -> String {
    let mut html = String::from("<nav aria-label=\"Filter by verdict\">\n");
    let total = grouped(summary.total());
    html.push_str(&format!(
        "<button type=\"button\" data-show=\"all\" aria-pressed=\"true\">all {total}</button>\n"
    ));
    for (kind, count) in summary.counts().filter(|(_, count)| *count > 0) {
        html.push_str(&format!(
            "<button type=\"button\" class=\"{0}\" data-show=\"{0}\" aria-pressed=\"false\">{0} {1}</button>\n",
            kind.word(),
            grouped(count),
        ));
    }
    html.push_str("</nav>\n");
    html
}

fn row(html: &mut String, judgement: &Judgement, number: usize) {
    let word = judgement.verdict.kind().word();
    html.push_str(&format!(
        "<tr class=\"{word}\" data-verdict=\"{word}\" id=\"s{number}\">\n<td><a href=\"#s{number}\">{}</a></td>\n\
         <td><span class=\"verdict\">{}</span></td>\n<td>\n",
        escape(&judgement.subject),
        escape(&headline(judgement)),
    ));
    for entry in &judgement.entries {
        let word = entry.verdict.kind().word();
        html.push_str(&format!(
            "<section class=\"entry {word}\">\n<h2><code>{}</code> <span class=\"verdict\">{}</span></h2>\n",
            escape(name_of_entry(entry)),
            escape(&headline_of_entry(entry)),
        ));
        found(html, entry);
        html.push_str("</section>\n");
    }
    if judgement.entries.is_empty() {
        found(html, judgement);
    } else {
        beside(html, judgement);
    }
    html.push_str("</td>\n</tr>\n");
}

/// What is said of a subject beside its verdict.
fn beside(html: &mut String, judgement: &Judgement) {
    list(html, remarks(judgement).iter());
    if !judgement.diagnostics.is_empty() {
        preformatted(html, &render_diagnostics(&judgement.diagnostics));
    }
}

/// What a reader looks for first stands open; the rest unfolds.
fn found(html: &mut String, judgement: &Judgement) {
    let facts = facts(&judgement.verdict);
    let folded = |fact: &&Detail| fact.label == label::PASTE || fact.label == label::REPLAY;
    list(html, facts.iter().filter(|fact| !folded(fact)));
    if let Verdict::Invalid(diagnostics) = &judgement.verdict {
        preformatted(html, &render_diagnostics(diagnostics));
    }
    beside(html, judgement);
    let mut more: Vec<Detail> = facts.iter().filter(folded).cloned().collect();
    more.extend(judgement.statistics.iter().map(|(name, measure)| Detail::new(name, measure_text(measure))));
    more.push(Detail::new("time", seconds_text(judgement.seconds)));
    html.push_str("<details><summary>more</summary>\n");
    list(html, more.iter());
    html.push_str("</details>\n");
}

fn list<'a>(html: &mut String, facts: impl Iterator<Item = &'a Detail>) {
    let mut open = false;
    for fact in facts {
        if fact.label.is_empty() {
            html.push_str(&format!("<p>{}</p>\n", escape(&fact.text)));
            continue;
        }
        if !open {
            html.push_str("<dl>\n");
            open = true;
        }
        let (label, text) = (escape(&fact.label), escape(&fact.text));
        let drawn = fact.timeline.as_deref().map(overlap::picture).unwrap_or_default();
        html.push_str(&format!("<dt>{label}</dt><dd><code>{text}</code>{drawn}</dd>\n"));
    }
    if open {
        html.push_str("</dl>\n");
    }
}

fn preformatted(html: &mut String, styled: &str) {
    let plain = anstream::adapter::strip_str(styled).to_string();
    html.push_str(&format!("<pre>{}</pre>\n", escape(&plain)));
}

/// Text that is safe between tags and inside quoted attributes. Characters that HTML forbids are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(character),
            control if is_steering(control) => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

// The filter's buttons and the style sheet name verdicts by their words; a new verdict must get a colour there.
const _: () = assert!(VerdictKind::ALL.len() == 7);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{refuted, report, run, run_of, several_entries};

    #[test]
    fn the_page_has_a_row_and_a_filter_for_each_verdict_given() {
        let page = report(&run(), HtmlReporter::new);
        assert_eq!(page.matches("<tr class=").count(), 5);
        assert!(page.contains("data-show=\"mismatched\""));
        assert!(!page.contains("data-show=\"proved\""));
    }

    #[test]
    fn several_entries_stand_in_the_row_of_their_subject() {
        let page = report(&run_of(vec![several_entries()]), HtmlReporter::new);
        assert_eq!(page.matches("<tr class=").count(), 1);
        assert_eq!(page.matches("<section class=\"entry ").count(), 3);
        assert!(
            page.contains("<h2><code>max</code> <span class=\"verdict\">mismatched: it has another type"),
            "{page}"
        );
        assert!(page.contains("<code>the reference defines `sum` as well</code>"), "{page}");
    }

    #[test]
    fn remarks_stand_open_in_their_row() {
        let page = report(&run(), HtmlReporter::new);
        assert!(page.contains("<dt>remark</dt><dd><code>differs where integers overflow"), "{page}");
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = report(&run(), HtmlReporter::new);
        for outside in ["http:", "https:", "src=", "<link", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn text_of_a_user_cannot_become_markup() {
        let mut judgement = refuted();
        judgement.subject = "<script>alert('1')</script>\u{7}\".ml".into();
        let page = report(&run_of(vec![judgement]), HtmlReporter::new);
        assert!(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;\u{fffd}&quot;.ml"));
        assert_eq!(page.matches("<script>").count(), 1);
    }

    #[test]
    fn every_verdict_has_a_colour() {
        for kind in VerdictKind::ALL {
            assert!(STYLE.contains(&format!(".{}", kind.word())), "{}", kind.word());
        }
    }
}

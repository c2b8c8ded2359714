//! The report of a suite of sequences for people with a browser: one page that needs nothing else.
//! Counts by length, the cases as cards in groups by length, what is taken for granted. There is no script: what unfolds are
//! elements that browsers know. A page shows so many cases as a browser can lay out at ease.

use std::collections::BTreeMap;

use lydian_verdict::{SequenceCase, SequenceStep, SequenceSuite, Verdict, grouped};

use super::words;
use crate::diagnostics::render_diagnostics;
use crate::html::{STYLE, escape};

const SEQUENCE_STYLE: &str = include_str!("page.css");

/// A page with more cases takes a browser more than a moment.
const MOST_CASES: usize = 2_000;

/// Groups are unfolded at the start as long as they have so many cases together.
const UNFOLDED: usize = 60;

/// A suite as a page.
pub fn sequence_suite_to_html(suite: &SequenceSuite) -> String {
    let subject = escape(&suite.subject);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"lydian model generate\">\n\
         <title>Tests of {subject}</title>\n<style>\n{STYLE}{SEQUENCE_STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Tests of {subject}</h1>\n"
    );
    summary(&mut html, suite);
    lengths(&mut html, suite);
    cases(&mut html, suite);
    if !suite.hypotheses.is_empty() {
        html.push_str("<h2>Hypotheses</h2>\n<ul>\n");
        for hypothesis in &suite.hypotheses {
            html.push_str(&format!("<li>{}</li>\n", escape(hypothesis)));
        }
        html.push_str("</ul>\n");
    }
    if !suite.coverage.is_empty() {
        html.push_str("<h2>Coverage</h2>\n<dl>\n");
        for detail in &suite.coverage {
            fact(&mut html, &detail.label, &escape(&detail.text));
        }
        html.push_str("</dl>\n");
    }
    let effort = words::effort(&suite.effort);
    if !effort.is_empty() {
        html.push_str(&format!("<h2>Effort</h2>\n<p>{}</p>\n", escape(&effort)));
    }
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

fn summary(html: &mut String, suite: &SequenceSuite) {
    let kind = suite.verdict.kind().word();
    let said = words::summary(suite).join(". ");
    html.push_str(&format!(
        "<p class=\"{kind}\"><span class=\"verdict\">{kind}</span>{} {}</p>\n<p class=\"summary\">{}</p>\n",
        if said.is_empty() { "" } else { ":" },
        escape(&said),
        escape(&words::made(suite))
    ));
    if let Verdict::Invalid(diagnostics) = &suite.verdict {
        let plain = anstream::adapter::strip_str(&render_diagnostics(diagnostics)).to_string();
        html.push_str(&format!("<pre>{}</pre>\n", escape(&plain)));
    }
}

fn lengths(html: &mut String, suite: &SequenceSuite) {
    let table = words::lengths(suite);
    let Some((heads, rows)) = table.split_first() else { return };
    let cells = |tag: &str, row: &[String]| -> String {
        row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect()
    };
    html.push_str(&format!(
        "<h2>Sequences</h2>\n<table class=\"lengths\">\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        cells("th", heads)
    ));
    for (number, row) in rows.iter().enumerate() {
        let class = if number == suite.lengths.len() { " class=\"sum\"" } else { "" };
        html.push_str(&format!("<tr{class}>{}</tr>\n", cells("td", row)));
    }
    html.push_str("</tbody>\n</table>\n");
    for remark in words::remarks(suite) {
        html.push_str(&format!("<p class=\"note\">{}</p>\n", escape(remark)));
    }
}

fn cases(html: &mut String, suite: &SequenceSuite) {
    if suite.cases.is_empty() {
        return;
    }
    html.push_str(&format!(
        "<h2>Cases</h2>\n<p class=\"note\">{} with {} in all</p>\n",
        words::cases(suite.cases.len() as u64),
        words::inputs(suite.inputs())
    ));
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, case) in suite.cases.iter().enumerate().take(MOST_CASES) {
        groups.entry(case.steps.len()).or_default().push(number);
    }
    let mut shown = 0;
    for (length, numbers) in groups {
        shown += numbers.len();
        html.push_str(&format!(
            "<details class=\"group\"{}>\n<summary>{} of {}</summary>\n<div class=\"cases\">\n",
            if shown <= UNFOLDED { " open" } else { "" },
            words::cases(numbers.len() as u64),
            words::inputs(length as u64)
        ));
        for number in numbers {
            card(html, number + 1, &suite.cases[number]);
        }
        html.push_str("</div>\n</details>\n");
    }
    let more = suite.cases.len().saturating_sub(MOST_CASES) as u64;
    if more > 0 {
        html.push_str(&format!(
            "<p class=\"note\">... and {} more (--format json lists all)</p>\n",
            grouped(more)
        ));
    }
}

fn card(html: &mut String, number: usize, case: &SequenceCase) {
    html.push_str(&format!(
        "<section class=\"case\" id=\"case-{number}\">\n<h3><a href=\"#case-{number}\">Case {number}</a>"
    ));
    if let Some(initial) = &case.initial {
        html.push_str(&format!(" <small>from <code>{}</code></small>", escape(initial)));
    }
    html.push_str("</h3>\n<table>\n");
    for step in &case.steps {
        html.push_str(&format!(
            "<tr><td><code>{}</code></td><td>{}</td></tr>\n",
            escape(&step.input),
            answer(step)
        ));
    }
    html.push_str("</table>\n");
    if !case.pattern.is_empty() || !case.condition.is_empty() {
        html.push_str("<dl>\n");
        let code = |texts: &[String], between: &str| format!("<code>{}</code>", escape(&texts.join(between)));
        if !case.pattern.is_empty() {
            fact(html, "pattern", &code(&case.pattern, "; "));
        }
        if !case.condition.is_empty() {
            fact(html, "where", &code(&case.condition, ", "));
        }
        html.push_str("</dl>\n");
    }
    html.push_str("</section>\n");
}

/// What may come of an input, in markup.
fn answer(step: &SequenceStep) -> String {
    let mut parts: Vec<String> =
        step.allowed.iter().map(|answer| format!("<code>{}</code>", escape(answer))).collect();
    if step.refused {
        parts.push("<span class=\"refused\">refused</span>".to_owned());
    }
    if parts.is_empty() {
        return format!("<span class=\"judged\">{}</span>", escape(&words::answer(step)));
    }
    parts.join(" or ")
}

/// A label with markup beside it.
fn fact(html: &mut String, label: &str, markup: &str) {
    html.push_str(&format!("<dt>{}</dt><dd>{markup}</dd>\n", escape(label)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::sample::suite;

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = sequence_suite_to_html(&suite());
        for outside in ["http:", "https:", "src=", "<link", "@import", "url(", "<script"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn every_input_is_shown_with_what_may_come_of_it() {
        let page = sequence_suite_to_html(&suite());
        let first = "<tr><td><code>Balance (&quot;&lt;a&gt;&quot;, 1)</code></td>\
                     <td><code>Balance_ok 0</code> or <code>Balance_ok 1</code></td></tr>";
        assert!(page.contains(first), "{page}");
        assert!(page.contains("<code>Withdraw 3</code></td><td><span class=\"refused\">refused</span>"));
        assert!(page.contains("<dt>where</dt><dd><code>x1 &gt;= 0, x0 + x1 &lt; 7</code></dd>"));
        assert!(!page.contains("<a>\""), "text of a user cannot become markup");
    }

    #[test]
    fn a_page_shows_only_so_many_cases() {
        let mut long = suite();
        long.cases = vec![long.cases[1].clone(); MOST_CASES + 5];
        let page = sequence_suite_to_html(&long);
        assert!(page.contains(&format!("id=\"case-{MOST_CASES}\"")));
        assert!(!page.contains(&format!("id=\"case-{}\"", MOST_CASES + 1)));
        assert!(page.contains("... and 5 more"));
    }
}

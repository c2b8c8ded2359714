//! The report of a suite for people with a browser: one page that needs nothing else.
//! Timelines of the cases, dead states, the source with what became of its goals, the goals as a table. There is no script:
//! what unfolds are elements that browsers know.

use lydian_verdict::{TraceGoal, TraceSuite, Verdict};

use super::listing::{Shade, listing};
use super::timeline::{Shown, timeline};
use super::words;
use crate::diagnostics::render_diagnostics;
use crate::html::{STYLE, escape};

const STREAM_STYLE: &str = include_str!("page.css");

/// A suite as a page.
pub fn suite_to_html(suite: &TraceSuite) -> String {
    let subject = escape(&suite.subject);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"lydian stream generate\">\n\
         <title>Tests of {subject}</title>\n<style>\n{STYLE}{STREAM_STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Tests of {subject}</h1>\n"
    );
    summary(&mut html, suite);
    dead_states(&mut html, suite);
    cases(&mut html, suite);
    sources(&mut html, suite);
    goals(&mut html, suite);
    let effort = words::effort(suite);
    if !effort.is_empty() {
        html.push_str(&format!("<h2>Effort</h2>\n<p>{}</p>\n", escape(&effort)));
    }
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

fn summary(html: &mut String, suite: &TraceSuite) {
    let kind = suite.verdict.kind().word();
    let said = words::summary(suite).join(". ");
    html.push_str(&format!(
        "<p class=\"{kind}\"><span class=\"verdict\">{kind}</span>{} {}</p>\n",
        if said.is_empty() { "" } else { ":" },
        escape(&said)
    ));
    html.push_str(&format!(
        "<p class=\"summary\">strategy {}; criteria {}; up to {} slots in a case</p>\n",
        escape(&suite.strategy),
        escape(&suite.criteria.join(", ")),
        suite.slots
    ));
    if let Verdict::Invalid(diagnostics) = &suite.verdict {
        let plain = anstream::adapter::strip_str(&render_diagnostics(diagnostics)).to_string();
        html.push_str(&format!("<pre>{}</pre>\n", escape(&plain)));
    }
    if !suite.assertions.is_empty() {
        html.push_str("<p>Every case satisfies:</p>\n<ul>\n");
        for wanted in &suite.assertions {
            html.push_str(&format!("<li><code>{}</code></li>\n", escape(&wanted.text)));
        }
        html.push_str("</ul>\n");
    }
}

fn dead_states(html: &mut String, suite: &TraceSuite) {
    for dead in &suite.dead {
        html.push_str(&format!(
            "<p class=\"warning\"><strong>Dead state:</strong> {} (<a href=\"#case-{}\">show</a>)</p>\n",
            escape(&words::dead_state(suite, dead)),
            dead.case + 1
        ));
    }
}

fn cases(html: &mut String, suite: &TraceSuite) {
    for (number, case) in suite.cases.iter().enumerate() {
        html.push_str(&format!(
            "<section id=\"case-{0}\">\n<h2>Case {0} <small>{1}, not to scale; \
             <span class=\"diamond\">◆</span> a goal is first met</small></h2>\n",
            number + 1,
            words::moments(case)
        ));
        if let Some(picture) = timeline(suite, number, Shown::Ends) {
            html.push_str(&picture);
        }
        for remark in words::remarks(case) {
            html.push_str(&format!("<p>{}</p>\n", escape(&remark)));
        }
        if let Some(picture) = timeline(suite, number, Shown::Between) {
            html.push_str(&format!(
                "<details><summary>all other streams with a name</summary>\n{picture}</details>\n"
            ));
        }
        html.push_str("<details><summary>as a table</summary>\n");
        table(html, suite, number);
        html.push_str("</details>\n</section>\n");
    }
}

fn table(html: &mut String, suite: &TraceSuite, number: usize) {
    html.push_str(
        "<table class=\"moments\">\n<thead><tr><th>time</th><th>inputs</th><th>expected outputs</th>\
         <th>new goals</th></tr></thead>\n<tbody>\n",
    );
    for row in words::rows(suite, number) {
        let goals: Vec<String> =
            row.goals.iter().map(|goal| format!("<a href=\"#goal-{goal}\">{goal}</a>")).collect();
        html.push_str(&format!(
            "<tr><td>{}</td><td><code>{}</code></td><td><code>{}</code></td><td>{}</td></tr>\n",
            escape(row.time),
            escape(&row.inputs.join(", ")),
            escape(&row.outputs.join(", ")),
            goals.join(", ")
        ));
    }
    html.push_str("</tbody>\n</table>\n");
}

fn sources(html: &mut String, suite: &TraceSuite) {
    if suite.goals.is_empty() {
        return;
    }
    html.push_str("<h2>Specification</h2>\n<p class=\"legend\">");
    for (shade, meaning) in Shade::ALL {
        html.push_str(&format!("<span class=\"mark {}\">{meaning}</span> ", shade.class()));
    }
    html.push_str("</p>\n");
    for source in &suite.files {
        if suite.files.len() > 1 {
            html.push_str(&format!("<h3>{}</h3>\n", escape(&source.name)));
        }
        html.push_str(&listing(suite, source));
    }
}

fn goals(html: &mut String, suite: &TraceSuite) {
    if suite.goals.is_empty() {
        return;
    }
    html.push_str(
        "<h2>Goals</h2>\n<table class=\"goals\">\n<thead><tr><th>#</th><th>place</th><th>criterion</th>\
         <th>goal</th><th>state</th></tr></thead>\n<tbody>\n",
    );
    for (number, goal) in suite.goals.iter().enumerate() {
        html.push_str(&format!(
            "<tr id=\"goal-{0}\"><td>{0}</td><td>{1}</td><td>{2}</td><td>{3}</td><td class=\"{4}\">{5}</td></tr>\n",
            number + 1,
            escape(&words::place(suite, &goal.span)),
            escape(&goal.criterion),
            quoted(&words::goal_text(goal)),
            goal.state.word(),
            state(suite, goal)
        ));
    }
    html.push_str("</tbody>\n</table>\n");
}

fn state(suite: &TraceSuite, goal: &TraceGoal) -> String {
    let text = escape(&words::state(suite, goal));
    match goal.state {
        lydian_verdict::GoalState::Covered { case, .. } => {
            format!("<a href=\"#case-{}\">{text}</a>", case + 1)
        }
        _ => text,
    }
}

/// Text with what stands in backquotes as code.
fn quoted(text: &str) -> String {
    let mut html = String::new();
    for (number, part) in text.split('`').enumerate() {
        match number % 2 {
            0 => html.push_str(&escape(part)),
            _ => html.push_str(&format!("<code>{}</code>", escape(part))),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::sample::suite;

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = suite_to_html(&suite());
        for outside in ["http:", "https:", "src=", "<link", "@import", "url(", "<script"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn text_of_a_user_cannot_become_markup() {
        let mut suite = suite();
        suite.subject = "<script>\u{7}\".tessla".into();
        suite.goals[0].text = "`<i>` is true".into();
        let page = suite_to_html(&suite);
        assert!(page.contains("&lt;script&gt;\u{fffd}&quot;.tessla"));
        assert!(page.contains("<code>&lt;i&gt;</code> is true"));
        assert!(!page.contains("<i>"));
    }

    #[test]
    fn every_goal_can_be_pointed_at() {
        let page = suite_to_html(&suite());
        for goal in 1..=4 {
            assert!(page.contains(&format!("<tr id=\"goal-{goal}\">")), "{goal}");
        }
        assert!(page.contains("Dead state:"));
    }

    #[test]
    fn every_shade_has_a_colour() {
        for (shade, _) in Shade::ALL {
            assert!(STREAM_STYLE.contains(&format!(".{}", shade.class())), "{shade:?}");
        }
    }
}

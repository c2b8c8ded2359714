//! A run of a specification on a trace for people with a browser: a row for each input and output, time to scale.
//! The page needs nothing else: the events stand in it as data, a script draws those that are in view and zooms. Without
//! the script they are a table.

use crate::html::{STYLE, escape};

const RUN_STYLE: &str = include_str!("run_page.css");
const SCRIPT: &str = include_str!("run_page.js");

/// How a stream is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// A mark with the value beside it.
    Events,
    /// A mark.
    UnitEvents,
    /// The value in a bubble.
    Bubbles,
    /// A dot, at the height of its number.
    Dots,
    /// Lines from number to number.
    Graph,
    /// The same in a low row.
    SlimGraph,
    /// Numbers that stay until the next one.
    Plot,
    /// The same in a low row.
    SlimPlot,
    /// Values that stay until the next one.
    Signal,
    /// Truth values that stay until the next one, high and low.
    Bool,
}

impl Drawn {
    /// What an annotation says, by its name; nothing if it says something else.
    pub fn of(name: &str) -> Option<Drawn> {
        Some(match name {
            "VisEvents" => Drawn::Events,
            "VisUnitEvents" => Drawn::UnitEvents,
            "VisBubbles" => Drawn::Bubbles,
            "VisDots" => Drawn::Dots,
            "VisGraph" => Drawn::Graph,
            "VisSlimGraph" => Drawn::SlimGraph,
            "VisPlot" => Drawn::Plot,
            "VisSlimPlot" => Drawn::SlimPlot,
            "VisSignal" => Drawn::Signal,
            "VisBool" => Drawn::Bool,
            _ => return None,
        })
    }

    fn word(self) -> &'static str {
        match self {
            Drawn::Events => "events",
            Drawn::UnitEvents => "units",
            Drawn::Bubbles => "bubbles",
            Drawn::Dots => "dots",
            Drawn::Graph | Drawn::SlimGraph => "graph",
            Drawn::Plot | Drawn::SlimPlot => "plot",
            Drawn::Signal => "signal",
            Drawn::Bool => "bool",
        }
    }

    fn is_slim(self) -> bool {
        matches!(self, Drawn::SlimGraph | Drawn::SlimPlot)
    }
}

/// An event.
#[derive(Debug, Clone, PartialEq)]
pub struct RunEvent {
    /// When, for the eye: as far from the first time of the page as the time is, in any unit.
    pub at: f64,
    /// When, as it is written.
    pub time: String,
    /// The value as it is written; the error where there is none.
    pub text: Result<String, String>,
    /// The value if it is a number.
    pub number: Option<f64>,
}

/// A stream.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRow {
    /// Its name.
    pub name: String,
    /// The type of its values.
    pub ty: String,
    /// Whether it is an output.
    pub is_output: bool,
    /// How it is drawn.
    pub drawn: Drawn,
    /// Its events, in the order of time.
    pub events: Vec<RunEvent>,
}

/// A run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunPage {
    /// The specification.
    pub subject: String,
    /// What one unit of time is, if that is known: `1 ms`.
    pub unit: Option<String>,
    /// The time at which the page begins, and how many units of `at` are one of time as it is written.
    pub origin: (f64, f64),
    /// The streams, from top to bottom.
    pub rows: Vec<RunRow>,
    /// What else is to be said.
    pub remarks: Vec<String>,
}

/// The table has at most so many events.
const MOST_IN_TABLE: usize = 1_000;

impl RunPage {
    /// The page.
    pub fn html(&self) -> String {
        let subject = escape(&self.subject);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"generator\" content=\"lydian stream run\">\n\
             <title>A run of {subject}</title>\n<style>\n{STYLE}{RUN_STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>A run of {subject}</h1>\n"
        );
        let unit = self
            .unit
            .as_ref()
            .map_or_else(String::new, |unit| format!("; one unit of time is {}", escape(unit)));
        let count: usize = self.rows.iter().map(|row| row.events.len()).sum();
        html.push_str(&format!("<p class=\"summary\">{count} events, time to scale{unit}</p>\n"));
        for remark in &self.remarks {
            html.push_str(&format!("<p class=\"warning\">{}</p>\n", escape(remark)));
        }
        html.push_str(
            "<nav id=\"zoom\" hidden><button id=\"in\">closer</button><button id=\"out\">further away</button>\
             <button id=\"all\">all</button><span id=\"under\"></span></nav>\n\
             <div id=\"picture\" tabindex=\"0\" aria-label=\"the events over time\"></div>\n\
             <p class=\"summary\">Drag to move; the wheel, + and - zoom, 0 shows all, the arrows move.</p>\n",
        );
        self.table(&mut html);
        html.push_str(&format!(
            "<script type=\"application/json\" id=\"events\">{}</script>\n<script>\n{SCRIPT}</script>\n</main>\n</body>\n</html>\n",
            self.data()
        ));
        html
    }

    fn table(&self, html: &mut String) {
        let mut all: Vec<(&RunRow, &RunEvent)> =
            self.rows.iter().flat_map(|row| row.events.iter().map(move |event| (row, event))).collect();
        all.sort_by(|(_, a), (_, b)| a.at.total_cmp(&b.at));
        html.push_str("<details><summary>as a table</summary>\n<table>\n<tr><th>time</th><th>stream</th><th>value</th></tr>\n");
        for (row, event) in all.iter().take(MOST_IN_TABLE) {
            let (class, text) = match &event.text {
                Ok(text) => ("", text),
                Err(text) => (" class=\"error\"", text),
            };
            html.push_str(&format!(
                "<tr><td>{}</td><td>{}</td><td{class}>{}</td></tr>\n",
                escape(&event.time),
                escape(&row.name),
                escape(text)
            ));
        }
        html.push_str("</table>\n");
        if all.len() > MOST_IN_TABLE {
            html.push_str(&format!("<p>and {} more</p>\n", all.len() - MOST_IN_TABLE));
        }
        html.push_str("</details>\n");
    }

    /// The rows as JSON that can stand in a page.
    fn data(&self) -> String {
        let number = |number: f64| if number.is_finite() { number.to_string() } else { "null".to_owned() };
        let rows: Vec<String> = self
            .rows
            .iter()
            .map(|row| {
                let events: Vec<String> = row
                    .events
                    .iter()
                    .map(|event| {
                        let (text, failed) = match &event.text {
                            Ok(text) => (text, ""),
                            Err(text) => (text, ",1"),
                        };
                        let value = event.number.map_or_else(|| "null".to_owned(), number);
                        format!(
                            "[{},{},{},{value}{failed}]",
                            number(event.at),
                            quoted(&event.time),
                            quoted(text)
                        )
                    })
                    .collect();
                format!(
                    "{{\"name\":{},\"type\":{},\"out\":{},\"drawn\":\"{}\",\"slim\":{},\"events\":[{}]}}",
                    quoted(&row.name),
                    quoted(&row.ty),
                    row.is_output,
                    row.drawn.word(),
                    row.drawn.is_slim(),
                    events.join(",\n")
                )
            })
            .collect();
        let (origin, scale) = self.origin;
        format!(
            "{{\"origin\":{},\"scale\":{},\"rows\":[\n{}]}}",
            number(origin),
            number(scale),
            rows.join(",\n")
        )
    }
}

/// A text in JSON. What could end the element in the page is escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                out.push_str(&format!("\\u{:04x}", char as u32));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_events_carry_cannot_end_the_page() {
        let text = Ok("</script><b>\n\"\\".to_owned());
        let events = vec![RunEvent { at: 1.0, time: "1".into(), text, number: None }];
        let row =
            RunRow { name: "x".into(), ty: "String".into(), is_output: true, drawn: Drawn::Signal, events };
        let page = RunPage {
            subject: "a<b".into(),
            unit: None,
            origin: (0.0, 1.0),
            rows: vec![row],
            remarks: Vec::new(),
        };
        let html = page.html();
        assert_eq!(html.matches("</script>").count(), 2);
        assert!(html.contains(r#""\u003c/script\u003e\u003cb\u003e\u000a\"\\""#), "{html}");
        assert!(html.contains("a&lt;b"));
    }

    #[test]
    fn annotations_of_the_library_are_ways_to_draw() {
        assert_eq!(Drawn::of("VisSignal"), Some(Drawn::Signal));
        assert_eq!(Drawn::of("raw"), None);
    }
}

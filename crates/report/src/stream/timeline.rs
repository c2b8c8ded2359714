//! A case as a picture: a row for each stream, a column for each moment, a dot for each event.
//! Moments have equal shares of the axis whatever lies between them, as in the slots of a solver; the labels say when they
//! are. Colours come from the style sheet of the page, so that the picture is readable on light and on dark paper.

use lydian_verdict::{DeadState, StreamRole, TraceCase, TraceEvent, TraceSuite, TraceValue};

use super::words;
use crate::html::escape;

/// The width of a character of the font in the picture.
const CHARACTER: f64 = 7.3;
/// The height of a row, and of what stands above the first.
const ROW: f64 = 36.0;
const TOP: f64 = 42.0;
/// A column is at least this wide.
const NARROWEST: f64 = 34.0;
/// Longer values are cut; the whole one is in the tooltip.
const LONGEST: usize = 24;
/// The room for what is said about a dead end.
const DEAD: f64 = 100.0;

/// Which streams a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Inputs and outputs.
    Ends,
    /// The other streams with names.
    Between,
}

/// A row of the picture: streams that are one stream under one name.
struct Row<'s> {
    name: &'s str,
    ty: &'s str,
    role: String,
    streams: Vec<usize>,
}

/// The picture of a case; nothing if it would have no rows.
pub(super) fn timeline(suite: &TraceSuite, number: usize, shown: Shown) -> Option<String> {
    let rows = rows(suite, shown);
    if rows.is_empty() {
        return None;
    }
    let picture = Picture::new(suite, number, rows);
    Some(format!(
        "<div class=\"timeline\">\n{}<div class=\"scroll\">\n{}</div>\n</div>\n",
        picture.names(),
        picture.events()
    ))
}

/// The streams that are shown, each once.
fn rows(suite: &TraceSuite, shown: Shown) -> Vec<Row<'_>> {
    let mut rows: Vec<(usize, Row<'_>, bool)> = Vec::new();
    for (number, stream) in suite.streams.iter().enumerate() {
        if stream.role == StreamRole::Part {
            continue;
        }
        let known = rows.iter_mut().find(|(id, row, _)| *id == stream.id && row.name == stream.name);
        let word = match stream.role {
            StreamRole::Input => "in",
            StreamRole::Output { .. } => "out",
            StreamRole::Named | StreamRole::Part => "",
        };
        if let Some((_, row, _)) = known {
            row.streams.push(number);
            if !word.is_empty() && !row.role.split(", ").any(|role| role == word) {
                row.role = format!("{}, {word}", row.role);
            }
            continue;
        }
        let row = Row { name: &stream.name, ty: &stream.ty, role: word.to_owned(), streams: vec![number] };
        rows.push((stream.id, row, !word.is_empty()));
    }
    let wanted = rows.into_iter().filter(|(_, _, is_end)| *is_end == (shown == Shown::Ends));
    wanted.map(|(_, row, _)| row).collect()
}

struct Picture<'s> {
    suite: &'s TraceSuite,
    number: usize,
    case: &'s TraceCase,
    rows: Vec<Row<'s>>,
    /// The middle of each column.
    middles: Vec<f64>,
    width: f64,
    dead: Option<&'s DeadState>,
}

impl<'s> Picture<'s> {
    fn new(suite: &'s TraceSuite, number: usize, rows: Vec<Row<'s>>) -> Picture<'s> {
        let case = &suite.cases[number];
        let dead = suite.dead.iter().find(|dead| dead.case == number);
        let mut columns: Vec<f64> =
            case.times.iter().map(|time| NARROWEST.max(width_of(time) + 14.0)).collect();
        for event in &case.events {
            if rows.iter().any(|row| row.streams.contains(&event.stream)) {
                let label = label(event).map_or(0.0, |label| width_of(&label) + 12.0);
                columns[event.moment] = columns[event.moment].max(label);
            }
        }
        let mut reached = 6.0;
        let mut middles = Vec::with_capacity(columns.len());
        for column in &columns {
            middles.push(reached + column / 2.0);
            reached += column;
        }
        let width = reached + if dead.is_some() { DEAD } else { 10.0 };
        Picture { suite, number, case, rows, middles, width, dead }
    }

    fn height(&self) -> f64 {
        TOP + ROW * self.rows.len() as f64 + 8.0
    }

    fn y(&self, row: usize) -> f64 {
        TOP + ROW * row as f64 + ROW * 0.68
    }

    /// The names of the rows: beside the picture, so that they stay when it is scrolled.
    fn names(&self) -> String {
        let widest = self.rows.iter().map(|row| width_of(row.name) + width_of(&row.role) + 30.0);
        let width = widest.fold(70.0, f64::max);
        let mut svg = open(width, self.height(), "names", "");
        svg.push_str(&text(width - 8.0, 16.0, "end faint", "time"));
        for (number, row) in self.rows.iter().enumerate() {
            svg.push_str(&format!(
                "<text class=\"end\" x=\"{:.1}\" y=\"{:.1}\"><title>{}: Events[{}]</title>\
                 <tspan class=\"faint\">{}</tspan> {}</text>\n",
                width - 8.0,
                self.y(number) + 4.0,
                escape(row.name),
                escape(row.ty),
                escape(&row.role),
                escape(row.name)
            ));
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn events(&self) -> String {
        let told = format!("Timeline of case {}: {} moments", self.number + 1, self.case.times.len());
        let mut svg = open(self.width, self.height(), "events", &told);
        self.dead_end(&mut svg);
        self.axis(&mut svg);
        for (number, row) in self.rows.iter().enumerate() {
            let y = self.y(number);
            let class = if row.role.starts_with("in") { "in" } else { "out" };
            svg.push_str(&format!(
                "<line class=\"rail\" x1=\"0\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/>\n",
                self.width
            ));
            let mut shown: Vec<usize> = Vec::new();
            for event in self.case.events.iter().filter(|event| row.streams.contains(&event.stream)) {
                // The same event is listed for each role of its stream.
                if !shown.contains(&event.moment) {
                    shown.push(event.moment);
                    self.event(&mut svg, event, y, class);
                }
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn axis(&self, svg: &mut String) {
        let bottom = self.height() - 6.0;
        for (moment, (time, x)) in self.case.times.iter().zip(&self.middles).enumerate() {
            svg.push_str(&format!(
                "<line class=\"tick\" x1=\"{x:.1}\" y1=\"22\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>\n"
            ));
            svg.push_str(&text(*x, 16.0, "middle", time));
            let goals: Vec<usize> = self
                .suite
                .new_goals(self.number)
                .filter(|(_, met)| *met == moment)
                .map(|(goal, _)| goal)
                .collect();
            if let Some(first) = goals.first() {
                let told: Vec<String> = goals
                    .iter()
                    .map(|goal| format!("{}. {}", goal + 1, words::goal_text(&self.suite.goals[*goal])))
                    .collect();
                svg.push_str(&format!(
                    "<a href=\"#goal-{}\"><path class=\"goal\" d=\"M{x:.1} 24l6 6l-6 6l-6 -6z\">\
                     <title>first met here:\n{}</title></path></a>\n",
                    first + 1,
                    escape(&told.join("\n"))
                ));
            }
        }
    }

    fn event(&self, svg: &mut String, event: &TraceEvent, y: f64, class: &str) {
        let x = self.middles[event.moment];
        let time = &self.case.times[event.moment];
        let told = escape(&format!("{time}: {}", self.suite.event_text(event)));
        if matches!(event.value, TraceValue::Error(_)) {
            svg.push_str(&format!(
                "<path class=\"error\" d=\"M{:.1} {:.1}l10 10m0 -10l-10 10\"><title>{told}</title></path>\n",
                x - 5.0,
                y - 5.0
            ));
        } else {
            svg.push_str(&format!(
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"><title>{told}</title></circle>\n"
            ));
        }
        if let Some(label) = label(event) {
            svg.push_str(&text(x, y - 8.0, "middle", &label));
        }
    }

    /// The part of the axis in which nothing new can happen.
    fn dead_end(&self, svg: &mut String) {
        let Some(dead) = self.dead else { return };
        let x = self.middles[dead.moment] + 9.0;
        svg.push_str(&format!(
            "<rect class=\"dead\" x=\"{x:.1}\" y=\"20\" width=\"{:.1}\" height=\"{:.1}\"><title>{}</title></rect>\n",
            self.width - x,
            self.height() - 26.0,
            escape(&words::dead_state(self.suite, dead))
        ));
        svg.push_str(&text(self.width - 8.0, 34.0, "end deadword", "dead"));
    }
}

/// What stands above an event.
fn label(event: &TraceEvent) -> Option<String> {
    let label = match &event.value {
        TraceValue::Unit => return None,
        TraceValue::Value { literal, .. } => literal.replace(['\n', '\t'], " "),
        TraceValue::Error(_) => "error".to_owned(),
    };
    if label.chars().count() <= LONGEST {
        return Some(label);
    }
    Some(label.chars().take(LONGEST - 1).chain(['…']).collect())
}

fn width_of(text: &str) -> f64 {
    text.chars().count() as f64 * CHARACTER
}

fn open(width: f64, height: f64, class: &str, told: &str) -> String {
    let role = match told {
        "" => "aria-hidden=\"true\"".to_owned(),
        told => format!("role=\"img\" aria-label=\"{}\"", escape(told)),
    };
    format!(
        "<svg class=\"{class}\" {role} width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n"
    )
}

fn text(x: f64, y: f64, class: &str, content: &str) -> String {
    format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n", escape(content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::sample::suite;

    #[test]
    fn a_picture_has_a_dot_for_each_event_of_its_rows() {
        let suite = suite();
        let svg = timeline(&suite, 0, Shown::Ends).expect("there are inputs");
        assert_eq!(svg.matches("<circle").count(), 4, "{svg}");
        assert_eq!(svg.matches("class=\"tick\"").count(), 2);
        assert_eq!(svg.matches("class=\"goal\"").count(), 2);
        assert_eq!(svg.matches("class=\"dead\"").count(), 1);
        let svg = timeline(&suite, 0, Shown::Between).expect("there is a stream between");
        assert_eq!(svg.matches("<circle").count(), 1, "{svg}");
    }

    #[test]
    fn an_input_that_is_an_output_has_one_row() {
        let mut suite = suite();
        suite.streams[1] = suite.streams[0].clone();
        suite.streams[1].role = StreamRole::Output { raw: false };
        let shown = rows(&suite, Shown::Ends);
        assert_eq!(shown[0].role, "in, out");
        assert_eq!(shown[0].streams, [0, 1, 3]);
    }

    #[test]
    fn values_cannot_become_markup() {
        let suite = suite();
        let svg = timeline(&suite, 0, Shown::Ends).expect("there are inputs");
        assert!(svg.contains("&quot;&lt;b&gt;&quot;") && !svg.contains("<b>"), "{svg}");
    }

    #[test]
    fn long_values_are_cut() {
        let value = TraceValue::Value { literal: "9".repeat(100), printed: String::new() };
        let label = label(&TraceEvent { moment: 0, stream: 0, value }).expect("a label");
        assert_eq!(label.chars().count(), LONGEST);
    }
}

//! The source of a specification with its goals: each place in the colour of what became of the goals there.
//! Places may lie in each other; the innermost one gives the colour. All text goes through `escape`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use lydian_diagnostic::Source;
use lydian_verdict::{GoalState, TraceSuite};

use super::words;
use crate::html::escape;

/// What became of all goals at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shade {
    /// All are met.
    Covered,
    /// Some are met, the others proved out of reach.
    Partly,
    /// None can be met.
    Unreachable,
    /// Some are met, some are undecided.
    Open,
    /// None is met, some are undecided.
    Unknown,
}

impl Shade {
    /// All shades with what they mean.
    pub(super) const ALL: [(Shade, &'static str); 5] = [
        (Shade::Covered, "all goals here are covered"),
        (Shade::Partly, "some covered, the others proved unreachable"),
        (Shade::Unreachable, "all proved unreachable"),
        (Shade::Open, "some covered, some undecided"),
        (Shade::Unknown, "undecided"),
    ];

    /// The class in the style sheet.
    pub(super) fn class(self) -> &'static str {
        match self {
            Shade::Covered => "g-covered",
            Shade::Partly => "g-partly",
            Shade::Unreachable => "g-unreachable",
            Shade::Open => "g-open",
            Shade::Unknown => "g-unknown",
        }
    }

    fn of<'g>(states: impl Iterator<Item = &'g GoalState>) -> Shade {
        let (mut covered, mut unreachable, mut unknown) = (false, false, false);
        for state in states {
            match state {
                GoalState::Covered { .. } => covered = true,
                GoalState::Unreachable { .. } => unreachable = true,
                GoalState::Unknown { .. } => unknown = true,
            }
        }
        match (covered, unreachable, unknown) {
            (true, _, true) => Shade::Open,
            (false, _, true) => Shade::Unknown,
            (true, true, false) => Shade::Partly,
            (false, true, false) => Shade::Unreachable,
            _ => Shade::Covered,
        }
    }
}

/// A place with goals.
struct Place {
    range: Range<usize>,
    goals: Vec<usize>,
}

/// One file as HTML.
pub(super) fn listing(suite: &TraceSuite, source: &Arc<Source>) -> String {
    let places = places(suite, source);
    let mut html = String::from("<pre class=\"listing\"><code>");
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        html.push_str("<span class=\"line\">");
        for piece in pieces(&places, start..end) {
            let text = escape(source.text.get(piece.range.clone()).unwrap_or(""));
            match piece.place {
                None => html.push_str(&text),
                Some(place) => html.push_str(&marked(suite, &places[place], &text)),
            }
        }
        html.push_str("</span>\n");
        start += line.len();
    }
    html.push_str("</code></pre>\n");
    html
}

/// The places of one file that have goals.
fn places(suite: &TraceSuite, source: &Arc<Source>) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for (number, goal) in suite.goals.iter().enumerate() {
        let range = goal.span.range.clone();
        if !Arc::ptr_eq(&goal.span.source, source) || range.is_empty() {
            continue;
        }
        match places.iter_mut().find(|place| place.range == range) {
            Some(place) => place.goals.push(number),
            None => places.push(Place { range, goals: vec![number] }),
        }
    }
    places
}

struct Piece {
    range: Range<usize>,
    place: Option<usize>,
}

/// A line in pieces, each with the innermost place that it lies in.
fn pieces(places: &[Place], line: Range<usize>) -> Vec<Piece> {
    let touching: Vec<usize> = (0..places.len())
        .filter(|place| places[*place].range.start < line.end && places[*place].range.end > line.start)
        .collect();
    let mut borders: BTreeSet<usize> = [line.start, line.end].into();
    for place in &touching {
        let range = &places[*place].range;
        borders.extend([range.start, range.end].into_iter().filter(|border| line.contains(border)));
    }
    let borders: Vec<usize> = borders.into_iter().collect();
    let piece = |pair: &[usize]| {
        let inside = touching.iter().copied().filter(|place| {
            let range = &places[*place].range;
            range.start <= pair[0] && pair[1] <= range.end
        });
        Piece { range: pair[0]..pair[1], place: inside.min_by_key(|place| places[*place].range.len()) }
    };
    borders.windows(2).map(piece).collect()
}

fn marked(suite: &TraceSuite, place: &Place, text: &str) -> String {
    let shade = Shade::of(place.goals.iter().map(|goal| &suite.goals[*goal].state));
    let told: Vec<String> = place
        .goals
        .iter()
        .map(|number| {
            let goal = &suite.goals[*number];
            format!("{}. {}: {}", number + 1, words::goal_text(goal), words::state(suite, goal))
        })
        .collect();
    format!(
        "<a class=\"mark {}\" href=\"#goal-{}\" title=\"{}\">{text}</a>",
        shade.class(),
        place.goals[0] + 1,
        escape(&told.join("\n"))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::sample::suite;

    #[test]
    fn the_innermost_place_gives_the_colour() {
        let suite = suite();
        let html = listing(&suite, &suite.files[0]);
        let inner = html.find("g-unknown").expect("the operand is undecided");
        let outer = html.find("g-covered").expect("the condition is covered");
        assert!(inner < outer, "{html}");
        assert!(html.contains(">x &lt; 3</a>"), "{html}");
        assert!(html.contains("> &amp;&amp; x &gt; 9</a>"), "{html}");
    }

    #[test]
    fn every_line_of_the_source_is_there() {
        let suite = suite();
        assert_eq!(listing(&suite, &suite.files[0]).matches("<span class=\"line\">").count(), 2);
    }

    #[test]
    fn a_place_over_several_lines_is_marked_on_each() {
        let mut suite = suite();
        for goal in &mut suite.goals {
            goal.span.range = 3..42;
        }
        let html = listing(&suite, &suite.files[0]);
        assert_eq!(html.matches("<a class").count(), 2, "{html}");
    }

    #[test]
    fn colours_tell_what_became_of_all_goals_at_a_place() {
        let covered = GoalState::Covered { case: 0, moment: 0 };
        let unreachable = GoalState::Unreachable { slots: 1 };
        let unknown = GoalState::Unknown { why: String::new() };
        let shade = |states: &[&GoalState]| Shade::of(states.iter().copied());
        assert_eq!(shade(&[&covered, &covered]), Shade::Covered);
        assert_eq!(shade(&[&covered, &unreachable]), Shade::Partly);
        assert_eq!(shade(&[&unreachable]), Shade::Unreachable);
        assert_eq!(shade(&[&covered, &unknown, &unreachable]), Shade::Open);
        assert_eq!(shade(&[&unreachable, &unknown]), Shade::Unknown);
    }
}

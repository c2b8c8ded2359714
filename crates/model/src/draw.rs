//! Pictures of state machines: DOT for Graphviz, and SVG by a layout of our own.
//! In: states and transitions as texts. Out: the same bytes for the same graph. Text of users is escaped and cut where it is
//! too long for a picture; the SVG keeps the whole text as a tooltip.

mod dot;
mod layers;
mod place;
mod svg;

use lydian_words::is_steering;

pub use dot::to_dot;
pub use svg::to_svg;

/// What is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// What stands above the picture; may be empty.
    pub title: String,
    /// The states.
    pub states: Vec<GraphState>,
    /// The transitions. One from or to a state that is not listed is left out.
    pub edges: Vec<GraphEdge>,
    /// Whether there are more states than listed.
    pub cut: bool,
}

/// A state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GraphState {
    /// What stands in it.
    pub label: String,
    /// Whether the machine can start there.
    pub initial: bool,
    /// A remark below the label.
    pub note: Option<String>,
}

/// Transitions from one state to another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GraphEdge {
    /// Where they start.
    pub from: usize,
    /// Where they end.
    pub to: usize,
    /// What stands beside them, each on a line.
    pub labels: Vec<String>,
}

/// What is told below a picture that does not show all states.
const CUT: &str = "there are more states than the picture shows";

/// All edges between the same two states as one, in the order of their first.
fn merged_edges(graph: &Graph) -> Vec<GraphEdge> {
    let mut places = rustc_hash::FxHashMap::default();
    let mut merged: Vec<GraphEdge> = Vec::new();
    for edge in &graph.edges {
        if edge.from >= graph.states.len() || edge.to >= graph.states.len() {
            continue;
        }
        let place = *places.entry((edge.from, edge.to)).or_insert_with(|| {
            merged.push(GraphEdge { labels: Vec::new(), ..*edge });
            merged.len() - 1
        });
        merged[place].labels.extend(edge.labels.iter().cloned());
    }
    merged
}

/// A text on one line, cut where it is longer than so many characters.
fn cut_text(text: &str, longest: usize) -> String {
    let line: String =
        text.chars().map(|character| if is_steering(character) { ' ' } else { character }).collect();
    if line.chars().count() <= longest {
        return line;
    }
    line.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coffee machine with all its transitions.
    pub(super) fn coffee() -> Graph {
        let state = |label: &str, initial| GraphState { label: label.into(), initial, note: None };
        let edge = |from, to, label: &str| GraphEdge { from, to, labels: vec![label.into()] };
        Graph {
            title: "coffee.ml".into(),
            states: vec![state("S0", true), state("S5", false), state("S10", false)],
            edges: vec![
                edge(0, 1, "Nickel / []"),
                edge(0, 2, "Dime / []"),
                edge(0, 0, "Button / []"),
                edge(1, 2, "Nickel / []"),
                edge(1, 1, "Dime / []"),
                edge(1, 1, "Button / []"),
                edge(2, 2, "Nickel / []"),
                edge(2, 2, "Dime / []"),
                edge(2, 0, "Button / [Coffee]"),
            ],
            cut: false,
        }
    }

    #[test]
    fn edges_between_the_same_states_become_one() {
        let mut graph = coffee();
        graph.edges.push(GraphEdge { from: 0, to: 7, labels: Vec::new() });
        let merged = merged_edges(&graph);
        assert_eq!(merged.len(), 7);
        assert_eq!(merged[4].labels, ["Dime / []", "Button / []"]);
    }

    #[test]
    fn long_texts_are_cut_and_stay_on_a_line() {
        assert_eq!(cut_text("a\nb", 9), "a b");
        assert_eq!(cut_text("abcdef", 4), "abc…");
    }
}

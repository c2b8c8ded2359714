//! A graph in the language of Graphviz.

use std::fmt::Write as _;

use lydian_words::is_steering;

use super::{CUT, Graph, merged_edges};

/// The graph as DOT text: `dot -Tsvg` draws it.
pub fn to_dot(graph: &Graph) -> String {
    let mut dot = String::from(
        "digraph {\n  node [shape=box, style=rounded, fontname=monospace];\n  edge [fontname=monospace];\n",
    );
    let mut line =
        |text: std::fmt::Arguments<'_>| writeln!(dot, "  {text}").expect("memory can be written to");
    let below = if graph.cut { format!("{}\n({CUT})", graph.title) } else { graph.title.clone() };
    if !below.is_empty() {
        line(format_args!("label={}; labelloc=t;", quoted([below.as_str()], "\\n")));
    }
    for (number, state) in graph.states.iter().enumerate() {
        let lines = [state.label.as_str()].into_iter().chain(state.note.as_deref());
        line(format_args!("s{number} [label={}];", quoted(lines, "\\n")));
        if state.initial {
            line(format_args!("start{number} [shape=point, label=\"\"];"));
            line(format_args!("start{number} -> s{number};"));
        }
    }
    for edge in merged_edges(graph) {
        // Lines end in `\l`: aligned to the left.
        let mut label = quoted(edge.labels.iter().map(String::as_str), "\\l");
        if edge.labels.len() > 1 {
            label.insert_str(label.len() - 1, "\\l");
        }
        line(format_args!("s{} -> s{} [label={label}];", edge.from, edge.to));
    }
    dot.push_str("}\n");
    dot
}

/// Lines as a quoted text of DOT. A backslash would start an escape, other control characters would upset readers.
fn quoted<'t>(lines: impl IntoIterator<Item = &'t str>, end: &str) -> String {
    let mut text = String::from("\"");
    for (number, line) in lines.into_iter().enumerate() {
        if number > 0 {
            text.push_str(end);
        }
        for character in line.chars() {
            match character {
                '"' => text.push_str("\\\""),
                '\\' => text.push_str("\\\\"),
                '\n' => text.push_str(end),
                steering if is_steering(steering) => text.push(' '),
                other => text.push(other),
            }
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::coffee;
    use super::*;

    #[test]
    fn every_state_and_transition_is_written() {
        let dot = to_dot(&coffee());
        assert_eq!(dot.matches(" [label=").count(), 3 + 7);
        assert!(dot.contains("  start0 -> s0;\n"));
        assert!(dot.contains("  s1 -> s1 [label=\"Dime / []\\lButton / []\\l\"];\n"));
        assert!(dot.contains("  s2 -> s0 [label=\"Button / [Coffee]\"];\n"));
        assert!(dot.contains("label=\"coffee.ml\""));
    }

    #[test]
    fn text_of_a_user_cannot_leave_its_quotes() {
        let mut graph = coffee();
        graph.states[0].label = "\"; x -> y; \"\\".into();
        graph.states[1].note = Some("a\nb\u{202e}".into());
        let dot = to_dot(&graph);
        assert!(dot.contains(r#"s0 [label="\"; x -> y; \"\\"];"#), "{dot}");
        assert!(dot.contains(r#"s1 [label="S5\na\nb "];"#), "{dot}");
    }

    #[test]
    fn a_cut_graph_says_so() {
        let graph = Graph { cut: true, ..coffee() };
        assert!(to_dot(&graph).contains(CUT));
        assert!(!to_dot(&coffee()).contains(CUT));
    }
}

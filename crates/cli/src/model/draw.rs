//! `lydian model draw`: the states and transitions of a model as a picture.

use std::io::Write;

use lydian_diagnostic::Diagnostic;
use lydian_model::draw::{Graph, GraphEdge, GraphState, to_dot, to_svg};
use lydian_model::{Checking, Concrete, Explored};
use lydian_report::{Color, stdout};

use super::load;
use crate::arguments::ModelDrawArguments;
use crate::output::OutputFile;
use crate::{INVALID, output};

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &ModelDrawArguments) -> u8 {
    match draw(arguments) {
        Ok(()) => 0,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            INVALID
        }
    }
}

fn draw(arguments: &ModelDrawArguments) -> Result<(), Vec<Diagnostic>> {
    let model = load::model(&arguments.model, Color::Auto)?;
    let inputs = [arguments.model.model.as_path()];
    let file = match &arguments.output {
        Some(path) => Some(OutputFile::at(path, &inputs, is_drawing).map_err(|fault| vec![*fault])?),
        None => None,
    };
    let checking = Checking { most_states: arguments.states, depth: 0, work: 0, deadline: None };
    let graph = load::with_model(&model, |spec| {
        let explored = spec.explore(&checking)?;
        let title = arguments.model.model.to_string_lossy();
        Ok(graph(spec, &explored, &lydian_words::visible(&title)))
    })?;
    // The name of a file says what is in it.
    let named = arguments.output.as_deref().and_then(|path| path.extension());
    let is_dot = arguments.dot || named.is_some_and(|end| end == "dot" || end == "gv");
    let text = if is_dot { to_dot(&graph) } else { to_svg(&graph) };
    match file {
        Some(mut file) => {
            output::or_quit(file.write_all(text.as_bytes()));
            file.finish().map_err(|fault| vec![*fault])
        }
        None => {
            output::or_quit(stdout(Color::Never).write_all(text.as_bytes()));
            Ok(())
        }
    }
}

fn is_drawing(present: &[u8]) -> bool {
    present.starts_with(b"<svg") || present.starts_with(b"<?xml") || present.starts_with(b"digraph")
}

/// What was reached, as a graph; transitions between the same states are one edge.
fn graph(spec: &mut Concrete<'_, '_, '_>, explored: &Explored, title: &str) -> Graph {
    let reached = &explored.reached;
    let states = reached
        .states
        .iter()
        .enumerate()
        .map(|(place, state)| GraphState {
            label: spec.show_state(*state),
            initial: place < reached.initial,
            note: None,
        })
        .collect();
    let mut edges: Vec<GraphEdge> = Vec::new();
    for transition in &reached.transitions {
        let label =
            format!("{} / {}", spec.show_input(transition.input), spec.show_answer(transition.answer));
        let (from, to) = (transition.from, transition.to);
        match edges.iter_mut().find(|edge| edge.from == from && edge.to == to) {
            Some(edge) => edge.labels.push(label),
            None => edges.push(GraphEdge { from, to, labels: vec![label] }),
        }
    }
    Graph { title: title.to_owned(), states, edges, cut: !reached.complete }
}

//! `lydian console paths`: how many paths a specification has, and which.

use std::collections::BTreeMap;
use std::io::{self, Write};

use lydian_budget::{Deadline, under};
use lydian_console::{PathBounds, PathCounts, Paths, Spec, Strategy};
use lydian_diagnostic::Diagnostic;
use lydian_report::Color;
use lydian_verdict::grouped;
use serde_json::{Value, json};

use super::{parameters, spec};
use crate::arguments::{PathsArguments, PathsFormat};
use crate::output;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &PathsArguments) -> u8 {
    match show(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            output::code_of(diagnostics)
        }
    }
}

/// What is told about the paths of one instance.
struct Found {
    parameters: String,
    counts: PathCounts,
    /// For each number of inputs, the number of paths.
    by_inputs: BTreeMap<usize, u64>,
    listed: Vec<Listed>,
}

struct Listed {
    inputs: usize,
    rounds: u32,
    ending: &'static str,
    decisions: Vec<lydian_console::Decisions>,
}

fn show(arguments: &PathsArguments) -> Result<u8, Vec<Diagnostic>> {
    let deadline = Deadline::after(arguments.budget);
    let (specs, warnings) =
        under(Some(deadline), || parameters::load(&arguments.spec.spec, &arguments.parameters))?;
    output::complain(&warnings, Color::Auto);
    let bounds = spec::bounds(&arguments.spec, Some(deadline));
    let bounds = PathBounds { strategy: Strategy::EveryPath, ..bounds };
    let found: Vec<Found> = specs.iter().map(|spec| find(spec, &bounds, arguments.list)).collect();
    let text = match arguments.format {
        PathsFormat::Text => {
            found.iter().map(|found| text(found, bounds.rounds)).collect::<Vec<_>>().join("\n")
        }
        PathsFormat::Json => json_text(&found, arguments),
    };
    output::or_quit(io::stdout().write_all(text.as_bytes()));
    if found.iter().any(|found| found.counts.out_of_time) {
        return Ok(super::complain_out_of_time("paths were looked for"));
    }
    Ok(super::complain_without_solver(found.iter().map(|found| found.counts.undecided).sum()))
}

fn find(spec: &Spec, bounds: &PathBounds, list: usize) -> Found {
    let mut paths = Paths::new(spec, bounds.clone());
    let mut by_inputs = BTreeMap::new();
    let mut listed = Vec::new();
    while let Some(path) = paths.next_path() {
        *by_inputs.entry(path.inputs()).or_insert(0) += 1;
        if listed.len() < list {
            listed.push(Listed {
                inputs: path.inputs(),
                rounds: path.rounds,
                ending: path.ending(),
                decisions: spec.decisions(&path),
            });
        }
    }
    Found { parameters: spec.instance(), counts: paths.counts(), by_inputs, listed }
}

fn text(found: &Found, rounds: u32) -> String {
    let mut text = String::new();
    if !found.parameters.is_empty() {
        text.push_str(&format!("with {}\n", found.parameters));
    }
    text.push_str("inputs  paths\n");
    for (inputs, paths) in &found.by_inputs {
        text.push_str(&format!("{inputs:>6}  {:>5}\n", grouped(*paths)));
    }
    let counts = &found.counts;
    let total: u64 = found.by_inputs.values().sum();
    text.push_str(&format!(
        "{} within {rounds} rounds; {} that no input takes, {} undecided, {} that go on beyond\n",
        count(total, "path"),
        count(counts.infeasible, "branch"),
        grouped(counts.undecided),
        grouped(counts.beyond)
    ));
    if counts.out_of_work {
        text.push_str("the search ended early: there are more paths; look further with --effort 10\n");
    }
    text.push('\n');
    for path in &found.listed {
        let mut parts: Vec<String> = path.decisions.iter().map(ToString::to_string).collect();
        if path.ending != "ends" {
            parts.push(path.ending.to_owned());
        }
        let way = if parts.is_empty() { "straight on".to_owned() } else { parts.join("; ") };
        text.push_str(&format!("{}: {way}\n", count(path.inputs as u64, "input")));
    }
    let more = total - found.listed.len() as u64;
    if more > 0 {
        text.push_str(&format!("... and {} more\n", grouped(more)));
    }
    text
}

fn count(number: u64, noun: &str) -> String {
    let ending = match (number, noun) {
        (1, _) => "",
        (_, "branch") => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", grouped(number))
}

fn json_text(found: &[Found], arguments: &PathsArguments) -> String {
    let instances: Vec<Value> = found.iter().map(instance).collect();
    let document = json!({
        "version": 1,
        "specification": arguments.spec.spec.display().to_string(),
        "rounds": arguments.spec.rounds,
        "instances": instances,
    });
    format!("{document:#}\n")
}

fn instance(found: &Found) -> Value {
    let by_inputs: Vec<Value> =
        found.by_inputs.iter().map(|(inputs, paths)| json!({ "inputs": inputs, "paths": paths })).collect();
    let path = |path: &Listed| {
        let decisions: Vec<Value> = path
            .decisions
            .iter()
            .map(|one| json!({ "line": one.line, "statement": one.statement, "taken": one.taken }))
            .collect();
        json!({ "inputs": path.inputs, "rounds": path.rounds, "end": path.ending, "decisions": decisions })
    };
    json!({
        "parameters": found.parameters,
        "satisfiable": found.by_inputs.values().sum::<u64>(),
        "infeasible": found.counts.infeasible,
        "undecided": found.counts.undecided,
        "beyond": found.counts.beyond,
        "complete": !found.counts.out_of_work,
        "by_inputs": by_inputs,
        "paths": found.listed.iter().map(path).collect::<Vec<_>>(),
    })
}

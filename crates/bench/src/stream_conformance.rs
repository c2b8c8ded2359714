//! Runs the cases of a TeSSLa test-suite and compares outputs and errors.
//! In: a folder with `tessla-conformance.jsonl`, a case in each line (`name`, `spec`, `input`, `expectedOutput`, `expectedErrors`,
//! `expectedWarnings`, `expectedRuntimeErrors`, `baseTime`, `abortAt`). Out: a line for each case. Outputs are compared as sets of
//! lines; of errors and warnings only whether there are any. Cases that cannot be run are listed in `out-of-scope.txt`, and the
//! list is checked: a listed case that passes is a failure too.

mod same;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source};
use lydian_stream::run::Prepared;
use lydian_stream::trace::{Options, Played, Reader, Style, Writer, play};
use lydian_tessla::spec::Spec;
use lydian_tessla::syntax::ast::TimeUnit;
use serde_json::Value;

/// Which cases to run.
#[derive(Debug, clap::Args)]
pub(crate) struct ConformanceArguments {
    /// A folder with `tessla-conformance.jsonl`.
    folder: PathBuf,
    /// Only cases whose name has this in it.
    #[arg(long)]
    case: Option<String>,
    /// Show what the cases that fail gave.
    #[arg(long)]
    show: bool,
}

/// The cases that cannot be run, with the reason: `name: reason`.
const OUT_OF_SCOPE: &str = include_str!("stream_conformance/out-of-scope.txt");

/// Runs all cases; whether all are as they should be.
pub(crate) fn run(arguments: &ConformanceArguments) -> Result<bool, String> {
    let cases = read(&arguments.folder.join("tessla-conformance.jsonl"))?;
    let listed: Vec<(&str, &str)> = OUT_OF_SCOPE.lines().filter_map(|line| line.split_once(": ")).collect();
    let (mut passed, mut failed, mut left_out) = (0, 0, 0);
    for case in &cases {
        let name = case["name"].as_str().unwrap_or("?");
        if arguments.case.as_ref().is_some_and(|wanted| !name.contains(wanted)) {
            continue;
        }
        let reason = listed.iter().find(|(listed, _)| *listed == name).map(|(_, reason)| reason);
        match (judge(case), reason) {
            (Ok(()), None) => {
                passed += 1;
                println!("passed        {name}");
            }
            (Err(_), Some(reason)) => {
                left_out += 1;
                println!("out of scope  {name}: {reason}");
            }
            (Ok(()), Some(_)) => {
                failed += 1;
                println!("FAILED        {name}: it passes, and is listed as out of scope");
            }
            (Err(why), None) => {
                failed += 1;
                println!("FAILED        {name}: {}", why.lines().next().unwrap_or_default());
                if arguments.show {
                    println!("{why}");
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed, {left_out} out of scope");
    Ok(failed == 0)
}

fn read(path: &Path) -> Result<Vec<Value>, String> {
    let content = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = content.lines().filter(|line| !line.trim().is_empty()).enumerate();
    lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| format!("{}:{}: {error}", path.display(), index + 1))
        })
        .collect()
}

/// Whether a case gives what it should.
fn judge(case: &Value) -> Result<(), String> {
    let text = |key: &str| case[key].as_str();
    let name = text("name").unwrap_or("case");
    let source = Source::new(format!("{name}.tessla"), text("spec").ok_or("the case has no specification")?);
    let (spec, diagnostics) = load(&source, text("baseTime"))?;
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let warnings = diagnostics.len() - errors;
    match (text("expectedErrors"), &spec) {
        (Some(_), None) if errors > 0 => return Ok(()),
        (Some(expected), _) => return Err(format!("it is accepted, and should give: {expected}")),
        (None, None) => return Err(shown("it is not accepted", &diagnostics)),
        (None, Some(_)) => {}
    }
    if text("expectedWarnings").is_some() && warnings == 0 {
        return Err("it gives no warning".into());
    }
    let Some(spec) = spec else { return Ok(()) };
    let (output, played) =
        output_of(&spec, text("input").unwrap_or_default(), name, case["abortAt"].as_u64())?;
    same::compare(text("expectedOutput").unwrap_or_default(), &output)?;
    match (played, text("expectedRuntimeErrors")) {
        (Played::Complete | Played::Stopped, None) => Ok(()),
        (Played::Failed(_) | Played::Faulty(_), Some(_)) => Ok(()),
        (Played::Complete | Played::Stopped, Some(expected)) => {
            Err(format!("the run ends well, and should give: {expected}"))
        }
        (Played::Failed(error) | Played::Faulty(error), None) => Err(shown("the run fails", &[*error])),
    }
}

fn load(source: &Arc<Source>, base_time: Option<&str>) -> Result<(Option<Spec>, Vec<Diagnostic>), String> {
    let mut options = lydian_tessla::spec::Options::default();
    if let Some(text) = base_time {
        let (number, unit) = text.split_once(' ').ok_or_else(|| format!("`{text}` is not a base time"))?;
        let number = number.parse().map_err(|_| format!("`{text}` is not a base time"))?;
        options.base_time = Some((number, unit_of(unit).ok_or_else(|| format!("`{unit}` is not a unit"))?));
    }
    Ok(lydian_tessla::load(
        source,
        &|_: &str, name: &str| Err(format!("`{name}` is not in the corpus")),
        &options,
    ))
}

fn unit_of(name: &str) -> Option<TimeUnit> {
    Some(match name {
        "fs" => TimeUnit::Fs,
        "ps" => TimeUnit::Ps,
        "ns" => TimeUnit::Ns,
        "us" | "µs" => TimeUnit::Us,
        "ms" => TimeUnit::Ms,
        "s" => TimeUnit::S,
        "min" => TimeUnit::Min,
        "h" => TimeUnit::H,
        "d" => TimeUnit::D,
        _ => return None,
    })
}

fn output_of(spec: &Spec, input: &str, name: &str, most: Option<u64>) -> Result<(String, Played), String> {
    let prepared = Prepared::new(spec).map_err(|fault| shown("it cannot be run", &[fault]))?;
    let mut out = Vec::new();
    let mut reader = Reader::new(spec, input.as_bytes(), &format!("{name}.input"), Options::default());
    let mut writer = Writer::new(spec, &mut out, Style { most, ..Style::default() });
    let played = play(spec, &prepared, &mut reader, &mut writer).map_err(|error| error.to_string())?;
    drop(writer);
    Ok((String::from_utf8_lossy(&out).into_owned(), played))
}

fn shown(what: &str, diagnostics: &[Diagnostic]) -> String {
    let messages: Vec<String> = diagnostics
        .iter()
        .map(|diagnostic| format!("{:?} {}: {}", diagnostic.span, diagnostic.code, diagnostic.message))
        .collect();
    format!("{what}: {}", messages.join("\n"))
}

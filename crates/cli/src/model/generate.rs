//! `lydian model generate`: test sequences with what a system may answer.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_model::{Covering, Given, Model, Reachable, Reaching};
use lydian_report::{
    Color, Format, Verbosity, diagnostics_to_json, sequence_suite_to_html, sequence_suite_to_json,
    sequence_suite_to_junit, sequence_suite_to_text, stdout,
};
use lydian_verdict::{Detail, SequenceSuite, VerdictKind, exit_code_of_batch};

use super::{load, suite};
use crate::arguments::ModelGenerateArguments;
use crate::output;
use crate::output::OutputFile;

/// The time that it may take unless the user says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(60);

/// Cases that a text shows.
const MOST_SHOWN: usize = 12;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &ModelGenerateArguments) -> u8 {
    match generate(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json && arguments.common.output.is_none() {
                let document = diagnostics_to_json(&diagnostics);
                output::or_quit(stdout(Color::Never).write_all(document.as_bytes()));
            }
            output::code_of(diagnostics)
        }
    }
}

fn generate(arguments: &ModelGenerateArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    let budget = arguments.budget.or(USUAL_BUDGET);
    let deadline = Deadline::after(budget);
    let model = under(Some(deadline), || {
        load::model_for(&arguments.model, &arguments.sequences, arguments.common.color())
    })?;
    let path: &Path = &arguments.model.model;
    let file = match &arguments.common.output {
        Some(place) => Some(OutputFile::at(place, &[path], is_suite).map_err(|fault| vec![*fault])?),
        None => None,
    };
    let method = suite::method(&arguments.sequences)?;
    let request = suite::request(&arguments.sequences, &model, method, arguments.seed.seed, budget)?;
    let (mut told, given) = load::with_model(&model, |spec| {
        let suite = spec.suite(&request)?;
        let mut told = spec.tell_suite(&suite, &path.display().to_string());
        told.effort.time("time", started.elapsed());
        let given: Vec<Given> = suite.cases.iter().map(Given::from).collect();
        Ok((told, given))
    })?;
    let after = load::after(arguments.model.init.as_deref());
    told.coverage.extend(branches(&model, &after, &given, *request.lengths.end(), deadline));
    let text = render(arguments, &told);
    match file {
        Some(mut file) => {
            output::or_quit(file.write_all(text.as_bytes()));
            file.finish().map_err(|fault| vec![*fault])?;
        }
        None => {
            let color = if arguments.common.format() == Format::Text {
                arguments.common.color()
            } else {
                Color::Never
            };
            output::or_quit(stdout(color).write_all(text.as_bytes()));
        }
    }
    let kind: VerdictKind = told.verdict.kind();
    Ok(exit_code_of_batch([kind]))
}

/// Which branches of the model's reaction the suite takes, and whether the others can be taken at all.
fn branches(
    model: &Model,
    after: &[Arc<Source>],
    given: &[Given],
    longest: usize,
    deadline: Deadline,
) -> Vec<Detail> {
    // A model whose branches cannot be noted is told nothing about them.
    let Ok(covering) = Covering::new(model, after) else { return Vec::new() };
    let Ok(mut coverage) = covering.measure(given) else { return Vec::new() };
    let reaching = Reaching {
        length: longest.max(SEARCHED),
        work: BRANCH_WORK,
        most_states: BRANCH_STATES,
        deadline: Some(deadline.within(BRANCH_TIME)),
    };
    let _ = covering.reach(&mut coverage, &reaching);
    let all = coverage.branches.len();
    let mut details = vec![Detail::new("branches", format!("{} of {all} taken", coverage.hits()))];
    for missed in coverage.missed() {
        let line = suite::line_of(&model.source, missed.span.start);
        let what = match &missed.reachable {
            Some(Reachable::By(way)) => {
                let shown: Vec<String> =
                    way.inputs.iter().map(|input| lydian_ocaml::show(input, &model.program.types)).collect();
                format!("can be, by {}", shown.join("; "))
            }
            Some(Reachable::Never) => "can never be".into(),
            Some(Reachable::NotUpTo(length)) => format!("cannot be by sequences up to length {length}"),
            Some(Reachable::OnlyRejecting) => "only by an answer that is then not allowed".into(),
            Some(Reachable::Undecided) | None => "not known whether it can be".into(),
        };
        details.push(Detail::new("not taken", format!("line {line}: `{}`: {what}", missed.text)));
    }
    details
}

/// How far, how long and how hard is searched for a way to a branch.
const SEARCHED: usize = 4;
const BRANCH_WORK: u64 = 1_000_000;
const BRANCH_STATES: usize = 1_000;
const BRANCH_TIME: Duration = Duration::from_secs(5);

fn render(arguments: &ModelGenerateArguments, told: &SequenceSuite) -> String {
    match arguments.common.format() {
        Format::Json => sequence_suite_to_json(told),
        Format::Junit => sequence_suite_to_junit(told),
        Format::Html => sequence_suite_to_html(told),
        Format::Text => {
            let verbosity = arguments.common.verbosity();
            let most = if verbosity == Verbosity::Verbose { usize::MAX } else { MOST_SHOWN };
            sequence_suite_to_text(told, verbosity, most)
        }
    }
}

/// Whether a file holds a suite, in any of the forms.
fn is_suite(present: &[u8]) -> bool {
    output::is_report(present)
}

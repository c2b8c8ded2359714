//! `lydian model driver`: writes a test driver that needs no Lydian.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use lydian_budget::{Deadline, under};
use lydian_diagnostic::Diagnostic;
use lydian_model::{Init, Suite};
use lydian_report::{Color, stdout};
use lydian_verdict::Verdict;
use lydian_write::driver::{DriverCase, DriverLanguage as Language, DriverStep, DriverSuite, write_driver};

use super::{load, suite};
use crate::arguments::{DriverLanguage, ModelDriverArguments};
use crate::output;
use crate::output::OutputFile;

/// The time that it may take unless the user says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(60);

/// The exit code when there is no sequence to write.
const NOTHING: u8 = 3;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &ModelDriverArguments) -> u8 {
    match driver(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            output::code_of(diagnostics)
        }
    }
}

fn driver(arguments: &ModelDriverArguments) -> Result<u8, Vec<Diagnostic>> {
    let model = under(Some(Deadline::after(arguments.budget.or(USUAL_BUDGET))), || {
        load::model_for(&arguments.model, &arguments.sequences, Color::Auto)
    })?;
    let path: &Path = &arguments.model.model;
    let file = match &arguments.output {
        Some(place) => Some(OutputFile::at(place, &[path], is_driver).map_err(|fault| vec![*fault])?),
        None => None,
    };
    let method = suite::method(&arguments.sequences)?;
    let budget = arguments.budget.or(USUAL_BUDGET);
    let request = suite::request(&arguments.sequences, &model, method, arguments.seed.seed, budget)?;
    let (made, verdict): (Suite, Verdict) = load::with_model(&model, |spec| {
        let suite = spec.suite(&request)?;
        let verdict = spec.tell_suite(&suite, &path.display().to_string()).verdict;
        Ok((suite, verdict))
    })?;
    if made.cases.is_empty() {
        let message = "there is no sequence to write";
        output::complain(&[Diagnostic::without_place("no-sequences", message)], Color::Auto);
        return Ok(NOTHING);
    }
    let several = model.init != Init::One;
    let cases = made.cases.iter().enumerate().map(|(number, case)| DriverCase {
        name: format!("case {}", number + 1),
        initial: several.then(|| case.initial.clone()),
        steps: case
            .steps
            .iter()
            .map(|step| DriverStep { input: step.input.clone(), allowed: step.allowed.clone() })
            .collect(),
    });
    let driver = DriverSuite {
        model: lydian_words::visible(&path.to_string_lossy()).into_owned(),
        cases: cases.collect(),
        input: model.input.clone(),
        output: model.output.clone(),
        state: model.state.clone(),
        types: model.program.types.clone(),
    };
    let language = match arguments.lang {
        DriverLanguage::C => Language::C,
        DriverLanguage::Rust => Language::Rust,
        DriverLanguage::Python => Language::Python,
    };
    let text = write_driver(&driver, language)
        .map_err(|why| vec![Diagnostic::without_place("not-translatable", why)])?;
    match file {
        Some(mut file) => {
            output::or_quit(file.write_all(text.as_bytes()));
            file.finish().map_err(|fault| vec![*fault])?;
        }
        None => output::or_quit(stdout(Color::Never).write_all(text.as_bytes())),
    }
    if let Verdict::Unknown(undecided) = &verdict {
        let why: Vec<&str> = undecided.reasons.iter().map(|reason| reason.text.as_str()).collect();
        let message = format!("the driver has only a part of the suite: {}", why.join("; "));
        let hint = "give it more time with --budget, or ask for less with --length";
        output::complain(&[Diagnostic::without_place("incomplete-suite", message).hint(hint)], Color::Auto);
    }
    Ok(verdict.exit_code())
}

/// Whether a file is a driver of ours: its first lines say so.
fn is_driver(present: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&present[..present.len().min(400)]).to_lowercase();
    start.contains("test driver for the model")
}

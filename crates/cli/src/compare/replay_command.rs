//! The command that runs a counterexample again, and the call that such a command names.

use std::io::Read;
use std::path::{Path, PathBuf};

use lydian_compare::Floats;
use lydian_diagnostic::Diagnostic;
use lydian_verdict::{Case, Judgement, Verdict, label};

use crate::arguments::{
    CompareArguments, ExceptionsArgument, IntegersArgument, PrintingArgument, SpecialFloatsArgument,
};
use crate::inputs;
use crate::shell::quoted;

/// A longer call is not worth a command line; the report has it in full.
const LONGEST_CALL: usize = 4_000;

/// So much of a file with cases is read.
const MOST_BYTES: u64 = 64 << 20;

const MACHINE_INTEGERS: &str = " --integers machine";
const COMPARED_PRINTING: &str = " --printing compare";

/// What all replay commands of a run have in common.
pub(crate) struct ReplayCommand {
    reference: String,
    options: String,
    /// A replay needs no command that replays it.
    wanted: bool,
}

impl ReplayCommand {
    pub(crate) fn new(arguments: &CompareArguments) -> ReplayCommand {
        let mut options = String::new();
        if let Some(observer) = &arguments.observe {
            options.push_str(&format!(" --observe {}", quoted(&observer.to_string_lossy())));
        }
        if let Some(condition) = &arguments.condition {
            options.push_str(&format!(" --where {}", quoted(condition)));
        }
        match arguments.exceptions {
            ExceptionsArgument::Ignore => {}
            ExceptionsArgument::Compare => options.push_str(" --exceptions compare"),
            ExceptionsArgument::Any => options.push_str(" --exceptions any"),
        }
        match arguments.floats {
            Floats::Exact => options.push_str(" --floats exact"),
            given if given == Floats::default() => {}
            Floats::Within(part) => options.push_str(&format!(" --floats {part:e}")),
        }
        if arguments.special_floats == SpecialFloatsArgument::Compare {
            options.push_str(" --special-floats compare");
        }
        if arguments.integers == IntegersArgument::Machine {
            options.push_str(MACHINE_INTEGERS);
        }
        match arguments.printing {
            PrintingArgument::Expected => {}
            PrintingArgument::Compare => options.push_str(COMPARED_PRINTING),
            PrintingArgument::Ignore => options.push_str(" --printing ignore"),
        }
        let reference = quoted(&arguments.reference.to_string_lossy());
        ReplayCommand { reference, options, wanted: arguments.replay.is_none() }
    }

    /// Adds the command to a refutation, and to those of its entries.
    pub(crate) fn add_to(&self, judgement: &mut Judgement) {
        judgement.entries.iter_mut().for_each(|entry| self.add_to(entry));
        let subject = quoted(&judgement.subject);
        let Verdict::Refuted(refutation) = &mut judgement.verdict else { return };
        let call = refutation.case.call();
        if !self.wanted || call.len() > LONGEST_CALL {
            return;
        }
        // What counts because of other inputs must count in a run of this one alone.
        let mut options = self.options.clone();
        for (label, option) in
            [(lydian_compare::WRAPS, MACHINE_INTEGERS), (lydian_compare::PRINTS_ELSEWHERE, COMPARED_PRINTING)]
        {
            if refutation.text_of(label).is_some() && !options.contains(option) {
                options.push_str(option);
            }
        }
        let command =
            format!("lydian compare {} {subject}{options} --replay {}", self.reference, quoted(&call));
        **refutation = (**refutation).clone().detail(label::REPLAY, command);
    }
}

/// The cases of files that runs have saved.
pub(crate) fn read_cases(paths: &[PathBuf]) -> Result<Vec<Case>, Vec<Diagnostic>> {
    let mut cases = Vec::new();
    for path in paths {
        let name = path.display();
        let fault = |why: String| {
            let hint = "save cases with `lydian compare --emit cases --output PATH`";
            vec![Diagnostic::without_place("not-a-case", format!("`{name}`: {why}")).hint(hint)]
        };
        let mut text = String::new();
        inputs::open(path)
            .and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text))
            .map_err(|error| fault(format!("cannot be read: {error}")))?;
        cases.extend(lydian_report::cases_from_json(&text).map_err(fault)?);
    }
    Ok(cases)
}

/// The calls to replay: the one that is given, or those of saved cases if a file is named, each once.
pub(crate) fn read_calls(given: &str) -> Result<Vec<String>, Vec<Diagnostic>> {
    let path = Path::new(given);
    let has_form_of_file = path.extension().is_some_and(|extension| extension == "json")
        && (path.is_file() || !given.contains(char::is_whitespace));
    if !has_form_of_file {
        return Ok(vec![given.to_owned()]);
    }
    let mut calls = Vec::new();
    for case in read_cases(&[path.to_owned()])? {
        let call = case.call();
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    Ok(calls)
}

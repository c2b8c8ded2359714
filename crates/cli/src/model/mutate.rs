//! `lydian model mutate`: whether a suite would notice small mistakes in a model.

use std::path::Path;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_model::{Difference, Fate, Given, ScoreCounts, ScoredMutant, Scoring, score};
use lydian_report::{Format, Reporter};
use lydian_verdict::{
    Bounds, Case, Cause, Detail, Door, Event, Judgement, Outcome, Refutation, Verdict, label,
};
use lydian_words::plural;

use super::{load, suite};
use crate::arguments::ModelMutateArguments;
use crate::mutants::{self, Counts};
use crate::output;
use crate::report::{self, Contents, Report};

/// The time that it may take unless the user says otherwise: there are many mutants.
const USUAL_BUDGET: Duration = Duration::from_secs(120);

/// What may be spent on a mutant that the suite misses.
const MOST_PLACES: usize = 20_000;
const DEPTH: usize = 4;
const WORK: u64 = 1_000_000;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &ModelMutateArguments) -> u8 {
    match mutate(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json {
                report::write_faults(&arguments.common, &read_files(arguments), &diagnostics);
            }
            output::code_of(diagnostics)
        }
    }
}

fn read_files(arguments: &ModelMutateArguments) -> Vec<&Path> {
    std::iter::once(arguments.model.model.as_path()).chain(arguments.of.as_deref()).collect()
}

fn mutate(arguments: &ModelMutateArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    let budget = arguments.budget.or(USUAL_BUDGET);
    let deadline = Deadline::after(budget);
    let model = under(Some(deadline), || {
        load::model_for(&arguments.model, &arguments.sequences, arguments.common.color())
    })?;
    let other = match &arguments.of {
        Some(path) => Some(load::file(path, None, arguments.common.color())?),
        None => None,
    };
    if let Some(fault) = other.as_ref().and_then(|other| model.differs_in_types(other)) {
        return Err(vec![*fault]);
    }
    let mut report = Report::open(&arguments.common, Contents::Report, &read_files(arguments))?;
    let method = suite::method(&arguments.sequences)?;
    let request = suite::request(&arguments.sequences, &model, method, arguments.seed.seed, budget / 4)?;
    let cases = load::with_model(&model, |spec| spec.suite(&request))?.cases;
    let given: Vec<Given> = cases.iter().map(Given::from).collect();
    let after = match &other {
        Some(_) => Vec::new(),
        None => load::after(arguments.model.init.as_deref()),
    };
    let scoring = Scoring {
        conformance: arguments.sequences.conformance(),
        suite: &given,
        implementation: other.as_ref(),
        after: &after,
        most_places: MOST_PLACES,
        depth: DEPTH,
        work: WORK,
        deadline: Some(deadline),
    };
    let scored = score(&model, &scoring).map_err(|fault| vec![*fault])?;
    if let Some(difference) = &scored.unchanged {
        let message = format!(
            "the implementation is wrong before anything is changed: {} gives {}",
            difference.shown, difference.seen
        );
        let hint = "compare it with `lydian model test MODEL.ml --model IMPLEMENTATION.ml` first";
        return Err(vec![Diagnostic::without_place("implementation-wrong", message).hint(hint)]);
    }
    let changed = &other.as_ref().unwrap_or(&model).source;
    let total = scored.mutants.len() as u64;
    let what = format!("changing {}", changed.name);
    output::or_quit(report.event(&Event::Started { what, total }));
    let ScoreCounts { killed, missed, equivalent, undecided, invalid } = scored.counts();
    let [killed, missed, equivalent, undecided, invalid] =
        [killed, missed, equivalent, undecided, invalid].map(|count| count as u64);
    let counts = Counts { killed, missed, equivalent, undecided, invalid };
    let judgements = scored.mutants.iter().filter_map(|one| judgement(changed, one, arguments.seed.seed));
    let suite = plural(given.len() as u64, "sequence");
    let code = mutants::tell(&mut report, &arguments.common, judgements, &counts, &suite, started);
    report.finish()?;
    Ok(code)
}

fn judgement(source: &Source, scored: &ScoredMutant, seed: u64) -> Option<Judgement> {
    let line = suite::line_of(source, scored.mutant.span.start);
    let subject = format!("{}:{line}: {}", source.name, scored.mutant.description);
    let verdict = match &scored.fate {
        Fate::Invalid(_) => return None,
        Fate::Killed { difference, .. } => {
            Verdict::Passed(Bounds::new(format!("killed by {}", difference.shown)))
        }
        Fate::Equivalent => Verdict::Proved(Bounds::new("equivalent: no sequence tells it from the model")),
        Fate::Undecided(why) => Verdict::unknown(Cause::Budget, why.clone()),
        Fate::Missed(difference) => Verdict::Refuted(Box::new(missed(difference, seed))),
    };
    Some(Judgement::new(subject, verdict))
}

fn missed(difference: &Difference, seed: u64) -> Refutation {
    let allowed =
        if difference.allowed.is_empty() { "refused".to_owned() } else { difference.allowed.join(" or ") };
    let case = Case {
        door: Door::Model,
        written: None,
        entry: "inputs".into(),
        inputs: vec![difference.shown.clone()],
        expected: Outcome::Value(allowed.clone()),
        actual: Outcome::Value(difference.seen.clone()),
        size: difference.inputs.len() as u64,
        seed,
    };
    let details = vec![
        Detail::new("missed", "the suite does not notice it; this would:"),
        Detail::new("inputs", difference.shown.clone()),
        Detail::new(label::EXPECTED, allowed),
        Detail::new(label::GOT, difference.seen.clone()),
    ];
    Refutation { case, details }
}

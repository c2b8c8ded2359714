//! Another model in the place of a system: walked through beside the first, or held to given sequences.

use std::path::Path;

use lydian_budget::Deadline;
use lydian_conform::{InputId, Trouble, walk_along};
use lydian_diagnostic::Diagnostic;
use lydian_model::{Comparing, Concrete, Init, Model, Prepared, SharedBook, Versus, concretely};
use lydian_verdict::{Bounds, Cause, Detail, Judgement, Verdict, label};
use lydian_words::plural;

use super::test::{USUAL_BUDGET, replay, saved};
use super::{load, suite};
use crate::arguments::{MethodArgument, ModelTestArguments};

/// Work that solving for a difference between models may take, for each length.
const WORK: u64 = 3_000_000;

/// Compares another model.
pub(super) fn versus(
    arguments: &ModelTestArguments,
    model: &Model,
    path: &Path,
) -> Result<Judgement, Vec<Diagnostic>> {
    fitting(arguments, model)?;
    let other = load::file(path, None, arguments.common.color())?;
    if let Some(fault) = model.differs_in_types(&other) {
        return Err(vec![*fault]);
    }
    let conformance = arguments.sequences.conformance();
    let deadline = Some(Deadline::after(arguments.budget.or(USUAL_BUDGET)));
    let comparing =
        Comparing { conformance, most_places: arguments.pairs, depth: arguments.depth, work: WORK, deadline };
    let [first, second] = Prepared::pair(model, &other).map_err(|fault| vec![*fault])?;
    let book = SharedBook::default();
    let seed = arguments.seed.seed;
    let broken = |trouble: Trouble| vec![load::cannot_run(model, &trouble)];
    let verdict = concretely(&first, &book, |spec| {
        concretely(&second, &book, |implementation| {
            let sequences = sequences(arguments, model, spec)?;
            let along = along(spec, implementation, &sequences, arguments, deadline).map_err(broken)?;
            // Given sequences come before the walk through both; whoever names a method wants only that.
            match along {
                Some(verdict) if only_sequences(arguments) => Ok(verdict),
                Some(verdict @ (Verdict::Refuted(_) | Verdict::Unknown(_))) => Ok(verdict),
                _ => {
                    let versus: Versus = spec.versus(implementation, &comparing).map_err(broken)?;
                    Ok(spec.versus_verdict(&versus, conformance, seed))
                }
            }
        })
    });
    let mut verdict: Verdict = verdict.map_err(|faults: Vec<Diagnostic>| faults)?;
    if let Verdict::Refuted(refutation) = &mut verdict {
        let inputs = refutation.case.inputs.join("; ");
        let mut words = vec!["--model".to_owned(), path.display().to_string()];
        words.extend(["--replay".into(), inputs]);
        refutation.details.push(Detail::new(label::REPLAY, replay(arguments, &words, &[])));
    }
    Ok(Judgement::new(path.display().to_string(), verdict))
}

/// Refuses options that would have no effect on a comparison of models.
fn fitting(arguments: &ModelTestArguments, model: &Model) -> Result<(), Vec<Diagnostic>> {
    let refuse = |option: &str, hint: &str| {
        let message = format!("{option} has no effect with --model as it stands here");
        Err(vec![Diagnostic::without_place("option-does-not-fit", message).hint(hint.to_owned())])
    };
    let sequences = &arguments.sequences;
    let of_models = "two models are walked through side by side: --depth bounds sequences of unknown inputs, --pairs the walk";
    let method = sequences.method;
    let known = arguments.replay.is_none() && arguments.sequences.suite.is_none();
    match method {
        _ if method.is_some() && !known => {
            refuse("--method", "leave it out: --replay and --suite say which sequences are run")
        }
        None | Some(MethodArgument::Given) if sequences.length.is_some() => refuse("--length", of_models),
        Some(MethodArgument::Tour | MethodArgument::W | MethodArgument::Wp | MethodArgument::Hsi)
            if sequences.length.is_some() =>
        {
            refuse("--length", "this method decides by itself how long sequences are")
        }
        _ if sequences.sequences.is_some() && method != Some(MethodArgument::Walk) => {
            refuse("--sequences", "add --method walk to compare walks")
        }
        _ if sequences.exact && method != Some(MethodArgument::Paths) => {
            refuse("--exact", "add --method paths to compare the paths of one length")
        }
        _ if sequences.data.is_some() && method != Some(MethodArgument::Paths) => {
            refuse("--data", "add --method paths to compare sequences with several data for each path")
        }
        _ if sequences.reduce && method != Some(MethodArgument::Paths) => {
            refuse("--reduce", "add --method paths to compare paths without other orders of the same inputs")
        }
        _ if sequences.extra > 0
            && !matches!(method, Some(MethodArgument::W | MethodArgument::Wp | MethodArgument::Hsi)) =>
        {
            refuse("--extra", "add --method w, wp or hsi")
        }
        _ if sequences.purpose.is_some() && method != Some(MethodArgument::Paths) => {
            refuse("--purpose", "add --method paths to compare the sequences that meet it")
        }
        Some(_) if model.init == Init::Where => {
            refuse("--method", "`init` is a predicate; choose a state with --init")
        }
        _ => Ok(()),
    }
}

/// Whether sequences are all that is compared.
fn only_sequences(arguments: &ModelTestArguments) -> bool {
    arguments.replay.is_some() || arguments.sequences.suite.is_some() || arguments.sequences.method.is_some()
}

/// The sequences that the command line asks for.
fn sequences(
    arguments: &ModelTestArguments,
    model: &Model,
    spec: &mut Concrete<'_, '_, '_>,
) -> Result<Vec<Vec<InputId>>, Vec<Diagnostic>> {
    let broken = |trouble: Trouble| vec![load::cannot_run(model, &trouble)];
    let mut sequences = Vec::new();
    for text in arguments.replay.iter().chain(&arguments.sequences.given) {
        let mut ids: Vec<InputId> = Vec::new();
        for datum in suite::sequence(model, text)? {
            let value = spec.value(&datum);
            ids.push(spec.intern_input(&value).map_err(broken)?);
        }
        sequences.push(ids);
    }
    if let Some(path) = &arguments.sequences.suite {
        sequences.extend(saved(spec, model, path)?.into_iter().map(|start| start.inputs));
    }
    if let Some(method) = arguments.sequences.method.filter(|method| *method != MethodArgument::Given) {
        let budget = arguments.budget.or(USUAL_BUDGET) / 2;
        let request = suite::request(&arguments.sequences, model, method, arguments.seed.seed, budget)?;
        let suite = spec.suite(&request).map_err(broken)?;
        sequences
            .extend(spec.sequences_of(&suite.cases).map_err(broken)?.into_iter().map(|(_, inputs)| inputs));
    }
    Ok(sequences)
}

/// The verdict of sequences on both models; nothing if there are none and none were asked for.
fn along(
    spec: &mut Concrete<'_, '_, '_>,
    implementation: &mut Concrete<'_, '_, '_>,
    sequences: &[Vec<InputId>],
    arguments: &ModelTestArguments,
    deadline: Option<Deadline>,
) -> Result<Option<Verdict>, Trouble> {
    if sequences.is_empty() && !only_sequences(arguments) {
        return Ok(None);
    }
    let silence = spec.silence()?;
    let conformance = arguments.sequences.conformance();
    let (mut judged, mut inputs, mut done) = (0, 0, 0);
    let mut whole = true;
    for sequence in sequences {
        if deadline.is_some_and(Deadline::passed) {
            break;
        }
        let compared = walk_along(spec, implementation, sequence, conformance, silence)?;
        if let Some(failure) = &compared.failure {
            let refutation = spec.refutation(failure, None, arguments.seed.seed);
            return Ok(Some(Verdict::Refuted(Box::new(refutation))));
        }
        judged += compared.judged;
        whole &= compared.complete;
        inputs += sequence.len() as u64;
        done += 1;
    }
    let text = format!(
        "{done} of {} with {}: {} judged, all answered as the model allows ({})",
        plural(sequences.len() as u64, "sequence"),
        plural(inputs, "input"),
        plural(judged, "observation"),
        conformance.word()
    );
    let bounds = Bounds::new(text).number("sequences", done).number("observations", judged);
    let unknown = |cause, why: &str| Ok(Some(Verdict::unknown(cause, why).covering(bounds.clone())));
    match judged {
        _ if done < sequences.len() as u64 => {
            unknown(Cause::Budget, "the time was used up before all sequences were compared")
        }
        0 => Ok(Some(Verdict::Vacuous("nothing is specified for the first input of any sequence".into()))),
        _ if !whole => {
            unknown(Cause::Unsupported, "not all ways in which the other model can answer were followed")
        }
        _ => Ok(Some(Verdict::Passed(bounds))),
    }
}

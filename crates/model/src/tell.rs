//! What was found, in words: verdicts with the sequence, what was allowed and what came.

mod sessions;
mod tested;

use lydian_conform::{Conformance, Failure, Observed, Wrong};
use lydian_verdict::{Bounds, Case, Cause, Detail, Door, Outcome, Refutation, Verdict, grouped, label};
use lydian_words::plural;

use crate::concrete::Concrete;
use crate::live::UNASKED;
use crate::properties::{Answered, Explored, Question};
use crate::versus::Versus;

/// Answers that are listed at most.
const MOST_ALLOWED: usize = 8;

impl Concrete<'_, '_, '_> {
    /// A sequence of inputs as it is given to `--replay`.
    pub fn show_inputs(&self, inputs: &[lydian_conform::InputId]) -> String {
        inputs.iter().map(|input| self.show_input(*input)).collect::<Vec<_>>().join("; ")
    }

    /// What was seen, in words.
    pub fn show_observed(&self, observed: &Observed) -> String {
        match observed {
            Observed::Answer(answer) => self.show_answer(*answer),
            Observed::Refused => "refused".into(),
            Observed::Broken(why) => format!("the system {why}"),
        }
    }

    /// What the specification allows after the last input of a failure.
    fn show_allowed(&mut self, failure: &Failure) -> String {
        let Some((input, seen)) = failure.steps.last() else { return "nothing".into() };
        if matches!(seen, Observed::Broken(why) if why.ends_with(UNASKED)) {
            return "silence until the first input".into();
        }
        if failure.wrong == Wrong::Accepted {
            return "refused".into();
        }
        let Ok((allowed, all)) = failure.states.clone().allowed(self, *input) else {
            return "something else".into();
        };
        if allowed.is_empty() {
            // Broken on an input that must be refused.
            return "refused".into();
        }
        let mut shown: Vec<String> =
            allowed.iter().take(MOST_ALLOWED).map(|answer| self.show_answer(*answer)).collect();
        if !all || allowed.len() > MOST_ALLOWED {
            shown.push("...".into());
        }
        shown.join(" or ")
    }

    /// A failure with what a reader is told about it.
    pub fn refutation(&mut self, failure: &Failure, initial: Option<String>, seed: u64) -> Refutation {
        let expected = self.show_allowed(failure);
        let got = failure.steps.last().map_or_else(String::new, |(_, seen)| self.show_observed(seen));
        let inputs = failure.inputs();
        let shown: Vec<String> = inputs.iter().map(|input| self.show_input(*input)).collect();
        let size = inputs.iter().map(|input| self.datum(&self.input_value(*input)).size()).sum();
        let case = Case {
            door: Door::Model,
            written: None,
            entry: "inputs".into(),
            inputs: shown.clone(),
            expected: Outcome::Value(expected.clone()),
            actual: Outcome::Value(got.clone()),
            size,
            seed,
        };
        let mut details = Vec::new();
        if let Some(initial) = initial {
            details.push(Detail::new("start", initial));
        }
        details.push(Detail::new("inputs", shown.join("; ")));
        if failure.steps.len() > 1 {
            details.push(Detail::new("run", self.show_run(&failure.steps)));
        }
        details.push(Detail::new(label::EXPECTED, expected));
        details.push(Detail::new(label::GOT, got));
        let states: Vec<String> =
            failure.states.states().iter().take(4).map(|state| self.show_state(*state)).collect();
        let more = if failure.states.states().len() > 4 { " or ..." } else { "" };
        details.push(Detail::new("model in", format!("{}{more}", states.join(" or "))));
        Refutation { case, details }
    }

    /// Inputs with what came of them, one after the other.
    pub fn show_steps(&self, steps: &[(lydian_conform::InputId, Observed)]) -> String {
        let shown =
            |(input, seen): &(_, _)| format!("{} -> {}", self.show_input(*input), self.show_observed(seen));
        steps.iter().map(shown).collect::<Vec<_>>().join("; ")
    }

    /// Inputs with what came of them, one on each line; the answers stand below each other.
    pub fn show_run(&self, steps: &[(lydian_conform::InputId, Observed)]) -> String {
        let mut shown: Vec<(String, String)> = Vec::new();
        let mut times: Vec<usize> = Vec::new();
        for (input, seen) in steps {
            let line = (self.show_input(*input), self.show_observed(seen));
            match (shown.last(), times.last_mut()) {
                (Some(last), Some(count)) if *last == line => *count += 1,
                _ => {
                    shown.push(line);
                    times.push(1);
                }
            }
        }
        for ((_, seen), count) in shown.iter_mut().zip(times).filter(|(_, count)| *count > 1) {
            *seen += &format!("   ({count} times)");
        }
        aligned(&shown)
    }

    /// The verdict on a model that was compared with this one.
    pub fn versus_verdict(&mut self, versus: &Versus, conformance: Conformance, seed: u64) -> Verdict {
        if let Some(failure) = &versus.failure {
            return Verdict::Refuted(Box::new(self.refutation(failure, None, seed)));
        }
        let compared = &versus.compared;
        let inputs = versus.alphabet.inputs.len();
        if compared.judged == 0 && versus.paths == 0 {
            if let Some(trouble) = &compared.trouble {
                return Verdict::unknown(Cause::Unsupported, trouble.0.clone());
            }
            return Verdict::Vacuous(vacuous(conformance));
        }
        if conformance == Conformance::Deadlock && compared.refusals == 0 {
            return Verdict::Vacuous("the model refuses no input: there is nothing to demand".into());
        }
        let proved = compared.complete && versus.alphabet.complete;
        let mut text = match proved {
            true => format!("conforms ({}): both models were walked through completely", conformance.word()),
            false => format!("no difference was found ({})", conformance.word()),
        };
        text += &format!(
            "\n{} of states, {} judged{}, with {} {}",
            plural(compared.places as u64, "pair"),
            plural(compared.judged, "observation"),
            refusals(compared.refusals),
            if versus.alphabet.complete { "all" } else { "the first" },
            plural(inputs as u64, "input"),
        );
        if !proved && !compared.complete {
            text += &format!("\nall sequences of these inputs up to length {}", compared.depth);
        }
        if let Some(depth) = versus.depth {
            text += &format!(
                "\nall sequences of any inputs up to length {depth}, by solving ({})",
                plural(versus.paths, "path")
            );
        }
        if let Some(way) = &compared.not_enabled {
            text += &format!("\nthe implementation does not take every input: {}", self.show_inputs(way));
        }
        let bounds = Bounds::new(text)
            .number("pairs", compared.places as u64)
            .number("observations", compared.judged)
            .number("refusals", compared.refusals)
            .number("paths", versus.paths);
        if let Some(trouble) = &compared.trouble {
            return Verdict::unknown(Cause::Unsupported, trouble.0.clone()).covering(bounds);
        }
        if versus.interrupted {
            return Verdict::unknown(Cause::Budget, "the time was used up").covering(bounds);
        }
        if proved { Verdict::Proved(bounds) } else { Verdict::Passed(bounds) }
    }

    /// The verdict on a question about this model.
    pub fn answered_verdict(
        &mut self,
        question: &Question,
        answered: &Answered,
        explored: &Explored,
    ) -> Verdict {
        let states = explored.reached.states.len() as u64;
        match answered {
            Answered::Proved { looked_at } if matches!(question, Question::Property(property) if matches!(property.scope, crate::load::Scope::All(_))) => {
                Verdict::Proved(
                    Bounds::new(format!("for all arguments ({})", plural(*looked_at, "path")))
                        .number("paths", *looked_at),
                )
            }
            Answered::Proved { looked_at } => Verdict::Proved(
                Bounds::new(format!(
                    "in all {}: {} looked at",
                    plural(states, "state"),
                    plural(*looked_at, "case")
                ))
                .number("states", states)
                .number("cases", *looked_at),
            ),
            Answered::Passed { looked_at, depth } => {
                let mut text = format!("{} looked at", plural(*looked_at, "case"));
                if let Some(depth) = depth {
                    text += &format!("; all sequences of inputs up to length {depth}");
                }
                Verdict::Passed(Bounds::new(text).number("cases", *looked_at))
            }
            Answered::Vacuous => Verdict::Vacuous("there is no state and input to look at".into()),
            Answered::Unknown { why, looked_at } => {
                let covered = Bounds::new(format!("it holds in {}", plural(*looked_at, "case")));
                let verdict = Verdict::unknown(Cause::Unsupported, why.clone());
                if *looked_at == 0 { verdict } else { verdict.covering(covered.number("cases", *looked_at)) }
            }
            Answered::Refuted(found) => {
                let mut details = Vec::new();
                details.extend(found.initial.as_ref().map(|state| Detail::new("start", state.clone())));
                let mut inputs: Vec<String> = found.way.iter().map(|(input, _)| input.clone()).collect();
                if !found.way.is_empty() {
                    details.push(Detail::new("inputs", inputs.join("; ")));
                }
                details.extend(found.state.as_ref().map(|state| Detail::new("state", state.clone())));
                details.extend(found.input.as_ref().map(|input| Detail::new("input", input.clone())));
                if !found.arguments.is_empty() {
                    details.push(Detail::new(
                        label::CALL,
                        format!("{} {}", question.name(), found.arguments.join(" ")),
                    ));
                    inputs.clone_from(&found.arguments);
                }
                details.push(Detail::new(label::GOT, found.what.clone()));
                if let Some(count) = found.in_all.filter(|count| *count > 1) {
                    details.push(Detail::new("in all", format!("{} counterexamples", grouped(count))));
                }
                inputs.extend(found.input.clone());
                let case = Case {
                    door: Door::Model,
                    written: None,
                    entry: question.name().to_owned(),
                    inputs,
                    expected: Outcome::Value("true".into()),
                    actual: Outcome::Value(found.what.clone()),
                    size: found.way.len() as u64,
                    seed: 0,
                };
                Verdict::Refuted(Box::new(Refutation { case, details }))
            }
        }
    }
}

/// Two columns of text.
pub(crate) fn aligned(lines: &[(String, String)]) -> String {
    let width = lines.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0).min(40);
    lines
        .iter()
        .map(|(left, right)| {
            let blanks = " ".repeat(width.saturating_sub(left.chars().count()));
            format!("{left}{blanks}  ->  {right}")
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn vacuous(conformance: Conformance) -> String {
    match conformance {
        Conformance::Deadlock => "no sequence came to an input that must be refused".into(),
        _ => "nothing was judged: no input is enabled in the initial states".into(),
    }
}

fn refusals(count: u64) -> String {
    if count == 0 { String::new() } else { format!(" ({} demanded and seen)", plural(count, "refusal")) }
}

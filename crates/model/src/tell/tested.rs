//! The verdict on a live system, in words.
//!
//! Wrong twice is refuted. A pass needs every planned sequence run and every planned observation judged; whatever was not judged makes
//! the verdict unknown, with what was covered until then.

use std::time::Duration;

use lydian_budget::Deadline;
use lydian_conform::{Conformance, Specification, reach};
use lydian_verdict::{Bounds, Cause, Detail, Refutation, Verdict, grouped};
use lydian_words::plural;

use super::{refusals, vacuous};
use crate::campaign::{Again, Found, Tested, Testing};
use crate::concrete::Concrete;
use crate::load::Shape;

/// How long the states of a model are counted once the time is used up.
const MOMENT: Duration = Duration::from_secs(1);

/// A model with more states is not counted.
const MOST_REACHED: usize = 1_000;

impl Concrete<'_, '_, '_> {
    /// The verdict on a live system.
    pub fn tested_verdict(&mut self, tested: &Tested, testing: &Testing) -> Verdict {
        let confirmed: Vec<&Found> = tested.found.iter().filter(|found| found.is_confirmed()).collect();
        if let Some(found) = confirmed.first() {
            let refutation = self.told(found, &confirmed[1..], tested, testing);
            return Verdict::Refuted(Box::new(refutation));
        }
        let unknown = |cause, text: String| Verdict::unknown(cause, text);
        let verdict = if let Some(found) = tested.found.first() {
            unknown(Cause::Unsupported, self.once(found))
        } else if let Some(why) = &tested.not_started {
            unknown(Cause::Unsupported, format!("the system could not be brought to its start: {why}"))
        } else if let Some(why) = &tested.undecided {
            unknown(Cause::Fuel, why.clone())
        } else if let Some((input, why)) = &tested.unsendable {
            let input = input.map_or("an input".into(), |input| format!("`{}`", self.show_input(input)));
            unknown(Cause::Unsupported, format!("{input} cannot be sent: {why}"))
        } else if tested.interrupted {
            let text = "the time was used up before all sequences were run; nothing is wrong so far";
            unknown(Cause::Budget, text.into())
        } else if tested.judged == 0 && tested.unspecified > 0 {
            return Verdict::Vacuous("nothing is specified for the first input of any sequence".into());
        } else if tested.judged == 0 {
            return Verdict::Vacuous(vacuous(testing.conformance));
        } else if testing.conformance == Conformance::Deadlock && tested.refusals == 0 {
            return Verdict::Vacuous("no sequence came to an input that must be refused".into());
        } else if tested.judged < tested.planned {
            let left = plural(tested.planned - tested.judged, "planned observation");
            unknown(Cause::Unsupported, format!("{left} could not be judged"))
        } else {
            let mut bounds = self.covered(tested, testing);
            if let Some(promise) = &testing.promise {
                bounds.text += &format!("\n{promise}");
            }
            return Verdict::Passed(bounds);
        };
        match tested.judged {
            0 => verdict,
            _ => verdict.covering(self.covered(tested, testing)),
        }
    }

    /// A failure that came twice, with the others that did.
    fn told(&mut self, found: &Found, others: &[&Found], tested: &Tested, testing: &Testing) -> Refutation {
        let initial = found.state.map(|state| self.show_state(state));
        let mut refutation = self.refutation(&found.failure, initial, testing.seed);
        let mut add = |name: &str, text: String| refutation.details.push(Detail::new(name, text));
        if let Again::Differently(run) = &found.again {
            add("again", format!("{}\nwrong, too, and not the same", self.show_run(&run.steps)));
        }
        if let Some((wrong, tries)) = found.seen {
            add("seen", format!("{wrong} of {tries} times"));
        }
        if found.first_length > found.failure.steps.len() {
            add("shrunk", format!("first seen after {}", plural(found.first_length as u64, "input")));
        }
        if tested.cut_short {
            add("time", "used up while this was made smaller: a longer --budget may show less".into());
        }
        for (name, text) in &found.witness {
            add(name, text.clone());
        }
        let (failed, sequences) = (grouped(tested.failed), plural(tested.sequences, "sequence"));
        let judged = plural(tested.judged, "observation");
        add("tests", format!("{failed} of {sequences} failed, {judged} judged"));
        for other in others {
            let expected = self.show_allowed(&other.failure);
            let last = other.failure.steps.last();
            let got = last.map_or_else(String::new, |(_, seen)| self.show_observed(seen));
            let inputs = self.show_inputs(&other.failure.inputs());
            add("also", format!("{inputs}\nexpected {expected}\ngot {got}"));
        }
        refutation
    }

    /// What the tests covered.
    fn covered(&mut self, tested: &Tested, testing: &Testing) -> Bounds {
        let mut text = format!(
            "{} of {} with {}: {} of {} judged{} ({})",
            grouped(tested.sequences),
            plural(tested.planned_sequences, "sequence"),
            plural(tested.sequence_inputs, "input"),
            grouped(tested.judged),
            plural(tested.planned, "observation"),
            refusals(tested.refusals),
            testing.conformance.word()
        );
        let states: std::collections::BTreeSet<_> = tested.visited.iter().map(|(state, _)| *state).collect();
        text += &self.visited_text(states.len() as u64, tested);
        if tested.unspecified > 0 {
            text += &format!(
                "\n{} ended at an input for which nothing is specified",
                plural(tested.unspecified, "sequence")
            );
        }
        if tested.waited_longer {
            text += "\nanswers came late: silence was waited for longer than asked for";
        }
        if tested.probes > 0 && tested.found.is_empty() {
            text +=
                &format!("\nthe reset works: {} began at the start again", plural(tested.probes, "sequence"));
        }
        Bounds::new(text)
            .number("sequences", tested.sequences)
            .number("inputs", tested.sequence_inputs)
            .number("observations", tested.judged)
            .number("planned", tested.planned)
            .number("refusals", tested.refusals)
            .number("states", states.len() as u64)
            .number("transitions", tested.visited.len() as u64)
    }

    /// How much of the model was visited: of how much, if that is known.
    fn visited_text(&mut self, states: u64, tested: &Tested) -> String {
        // Reactions that are computed for the first time give numbers to states: in an order that is always the same.
        let mut visited: Vec<_> = tested.visited.iter().copied().collect();
        visited.sort_unstable();
        let mut pairs = 0;
        for (state, input) in visited {
            pairs += u64::from(self.reactions(state, input).is_ok_and(|reactions| reactions.is_enabled()));
        }
        let plain = format!(
            "\n{} of the model visited, {} of a state and an input",
            plural(states, "state"),
            plural(pairs, "pair")
        );
        let Ok(alphabet) = self.alphabet() else { return plain };
        // Of a model with more inputs than are used, and of one that is solved for, the whole is not known.
        let listed = alphabet.complete || self.model().extras.inputs;
        let beyond = tested.visited.iter().any(|(_, input)| !alphabet.inputs.contains(input));
        if beyond || !listed || !matches!(self.model().shape, Shape::Partial | Shape::Choices) {
            return plain;
        }
        // Where the time is used up, no more than a moment is spent on this.
        let soon = tested.interrupted.then(|| Deadline::after(MOMENT));
        self.until(soon);
        let reached =
            reach(self, &alphabet.inputs, MOST_REACHED, &mut || !soon.is_some_and(Deadline::passed));
        self.until(None);
        match reached {
            Ok(reached) if reached.complete => {
                let mut enabled: Vec<_> = reached
                    .transitions
                    .iter()
                    .map(|transition| (transition.from, transition.input))
                    .collect();
                enabled.dedup();
                format!(
                    "\n{} of {} of the model visited, {pairs} of {} of a state and an input that it enables",
                    grouped(states),
                    plural(reached.states.len() as u64, "state"),
                    plural(enabled.len() as u64, "pair")
                )
            }
            _ => plain,
        }
    }

    /// A failure that was seen once, and what came then.
    fn once(&mut self, found: &Found) -> String {
        let first = self.show_run(&found.failure.steps);
        match &found.again {
            Again::Right(run) | Again::Differently(run) => {
                let often = match found.seen {
                    Some((_, tries)) => format!("\nit went wrong in 0 of {tries} further runs"),
                    None => String::new(),
                };
                format!(
                    "the system does not always do the same. Once:\n{first}\nwhich is not allowed; and then:\n{}{often}",
                    self.show_run(&run.steps)
                )
            }
            Again::RightAfresh(run) => format!(
                "the system does after a reset what it does not do when it is started. After the reset, twice:\n{first}\nwhich is not allowed; started and not reset:\n{}\neither the reset does not bring it to its start, or it goes wrong only after what was done before the reset",
                self.show_run(&run.steps)
            ),
            Again::RightFrom(state) => format!(
                "a system that started in {} would answer like this:\n{first}\nnothing shows that the reset reaches this: either it does not, or the system is wrong",
                self.show_state(*state)
            ),
            Again::Untried(why) => format!("once the system did what is not allowed:\n{first}\n{why}"),
            Again::Same => first,
        }
    }
}

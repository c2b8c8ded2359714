//! The verdict on a system that several sessions talk to, in words.

use lydian_conform::{Call, Consistency};
use lydian_verdict::{
    Bounds, Case, Cause, Detail, Door, Outcome, Refutation, Timeline, TimelineCall, TimelineSession, Verdict,
    grouped, label,
};
use lydian_words::plural;

use crate::concrete::Concrete;
use crate::sessions::{Overlap, Overlapped, Overlapping, Plan};

impl Concrete<'_, '_, '_> {
    /// The verdict on a system that several sessions talk to.
    pub fn together_verdict(&mut self, tested: &Overlapped, overlapping: &Overlapping) -> Verdict {
        let word = match overlapping.consistency {
            Consistency::Linearizable => "linearizable",
            Consistency::Sequential => "sequential",
        };
        if let Some(found) = &tested.found {
            if found.wrong > 0 {
                return Verdict::Refuted(Box::new(self.overlap(found, tested, overlapping, word)));
            }
            let timeline = self.timeline(&found.seen);
            let text = format!(
                "once no order explained what the sessions saw ({word}):\n{timeline}\n{}",
                match found.tries {
                    0 => "there was no time to run it again".to_owned(),
                    tries => format!("it went wrong in 0 of {tries} further runs with the same schedule"),
                }
            );
            return Verdict::unknown(Cause::Unsupported, text).covering(covered(tested, word));
        }
        let unknown = |cause, text: String| match tested.calls {
            0 => Verdict::unknown(cause, text),
            _ => Verdict::unknown(cause, text).covering(covered(tested, word)),
        };
        if let Some(why) = &tested.not_started {
            unknown(Cause::Unsupported, format!("the system could not be brought to its start: {why}"))
        } else if let Some(why) = &tested.undecided {
            unknown(Cause::Fuel, why.clone())
        } else if tested.interrupted {
            unknown(Cause::Budget, "the time was used up before all was run; nothing is wrong so far".into())
        } else if tested.calls == 0 || overlapping.given.is_empty() && tested.overlaps == 0 {
            Verdict::Vacuous("no two sessions gave an input at the same time".into())
        } else {
            Verdict::Passed(covered(tested, word))
        }
    }

    fn overlap(
        &mut self,
        found: &Overlap,
        tested: &Overlapped,
        overlapping: &Overlapping,
        word: &str,
    ) -> Refutation {
        let plan = self.show_plan(&found.plan);
        let expected = format!("an order of these calls that the model allows ({word})");
        let got = "none".to_owned();
        let inputs: Vec<_> = found.plan.iter().flatten().flatten().copied().collect();
        let case = Case {
            door: Door::Model,
            written: Some(plan.clone()),
            entry: "inputs".into(),
            inputs: inputs.iter().map(|input| self.show_input(*input)).collect(),
            expected: Outcome::Value(expected.clone()),
            actual: Outcome::Value(got.clone()),
            size: inputs.iter().map(|input| self.datum(&self.input_value(*input)).size()).sum(),
            seed: overlapping.seed,
        };
        let details = vec![
            Detail::new("inputs", plan),
            Detail::new("run", self.timeline(&found.seen)).drawn(self.drawn_timeline(&found.seen)),
            Detail::new(label::EXPECTED, expected),
            Detail::new(label::GOT, got),
            Detail::new("seen", format!("{} of {} times", found.wrong, found.tries)),
            Detail::new("tests", format!("{} run", plural(tested.plans, "plan"))),
        ];
        Refutation { case, details }
    }

    /// A plan as it is written behind `--replay`: `||` between sessions, `;` between rounds, `-` for a session that gives nothing.
    pub fn show_plan(&self, plan: &Plan) -> String {
        let sessions = |round: &Vec<Option<_>>| {
            let last = round.iter().rposition(Option::is_some).unwrap_or(0);
            let shown = round[..=last].iter().map(|input| match input {
                Some(input) => self.show_input(*input),
                None => "-".to_owned(),
            });
            shown.collect::<Vec<_>>().join(" || ")
        };
        plan.iter().map(sessions).collect::<Vec<_>>().join("; ")
    }

    /// The same as calls in time.
    fn drawn_timeline(&self, seen: &[Vec<Call>]) -> Timeline {
        let call =
            |call: &Call| TimelineCall { from: call.called, to: call.returned, text: self.told_call(call) };
        let sessions = seen.iter().enumerate().filter(|(_, calls)| !calls.is_empty());
        let sessions = sessions.map(|(number, calls)| TimelineSession {
            name: format!("session {}", number + 1),
            calls: calls.iter().map(call).collect(),
        });
        Timeline { sessions: sessions.collect() }
    }

    /// A call and what came of it.
    fn told_call(&self, call: &Call) -> String {
        let observed = call.observed.as_ref().map_or("...".to_owned(), |seen| self.show_observed(seen));
        format!("{} -> {observed}", self.show_input(self.plain_input(call.input)))
    }

    /// What the sessions saw, one beside the other; what stands on one line overlapped.
    fn timeline(&self, seen: &[Vec<Call>]) -> String {
        let mut times: Vec<u64> = seen.iter().flatten().map(|call| call.called).collect();
        times.sort_unstable();
        times.dedup();
        let cell = |session: &Vec<Call>, time: u64| {
            let call = session.iter().find(|call| call.called == time);
            call.map_or(String::new(), |call| self.told_call(call))
        };
        let mut columns: Vec<Vec<String>> = Vec::new();
        for (number, session) in seen.iter().enumerate().filter(|(_, session)| !session.is_empty()) {
            let mut column = vec![format!("session {}", number + 1)];
            column.extend(times.iter().map(|time| cell(session, *time)));
            let width = column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
            columns.push(column.iter().map(|cell| format!("{cell:width$}")).collect());
        }
        let rows = (0..=times.len()).map(|row| {
            let cells: Vec<&str> = columns.iter().map(|column| column[row].as_str()).collect();
            cells.join(" | ").trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

fn covered(tested: &Overlapped, word: &str) -> Bounds {
    let mut text = format!(
        "{} of {}: an order explains all of {}, of which some overlapped in {} ({word})",
        grouped(tested.plans),
        plural(tested.planned, "plan"),
        plural(tested.calls, "call"),
        plural(tested.overlaps, "round"),
    );
    if tested.unspecified > 0 {
        text += &format!("\n{} ended where nothing is specified", plural(tested.unspecified, "plan"));
    }
    if tested.probes > 0 {
        text += &format!("\nthe reset works: {} began at the start again", plural(tested.probes, "sequence"));
    }
    text += "\nwhat goes wrong at rare moments only may not have been seen";
    Bounds::new(text)
        .number("plans", tested.plans)
        .number("calls", tested.calls)
        .number("overlaps", tested.overlaps)
}

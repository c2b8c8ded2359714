//! `lydian model test --sessions`: several connections to one server.

use lydian_budget::Deadline;
use lydian_conform::{Consistency, InputId, Trouble};
use lydian_diagnostic::Diagnostic;
use lydian_model::codec::Reply;
use lydian_model::{
    Concrete, Framed, Live, LiveSessions, Manners, Model, Overlapping, Plan, Prepared, Reach, SharedBook,
    concretely,
};
use lydian_sut::link::{Link, LinkOptions, TcpLink};
use lydian_verdict::{Detail, Judgement, Verdict, label};

use super::test::{USUAL_BUDGET, not_testable, replay, unsendable};
use super::{load, suite, system};
use crate::arguments::{ConsistencyArgument, ModelTestArguments};

/// How many inputs a plan has for each session, and how many plans there are, unless the user says otherwise.
const USUAL_ROUNDS: usize = 12;
const USUAL_PLANS: usize = 100;

/// Tests a server by several sessions.
pub(super) fn together(
    arguments: &ModelTestArguments,
    model: &Model,
    count: u32,
) -> Result<Judgement, Vec<Diagnostic>> {
    let wire = system::read_wire(arguments, model)?;
    let own = (model.extras.encode || model.extras.decode)
        && wire.as_ref().is_none_or(|wire| !wire.has_templates());
    if own {
        let message = "`encode` and `decode` of a model are for one session";
        let hint = "say in a wire file what messages look like";
        return Err(vec![Diagnostic::without_place("option-does-not-fit", message).hint(hint)]);
    }
    let prepared = Prepared::new(model).map_err(|fault| vec![*fault])?;
    let book = SharedBook::default();
    let manners = system::manners(arguments, model, &prepared, wire.as_ref())?;
    if manners.reply != Reply::Line {
        let message = "with --sessions, each input is answered with one message; the wire file says `quiet`";
        return Err(vec![Diagnostic::without_place("option-does-not-fit", message)]);
    }
    let framing = wire.as_ref().and_then(|wire| wire.framing()).cloned();
    let mut links = links(arguments, count, framing.is_some())?;
    let mut framed: Vec<Box<dyn Link>> = links
        .drain(..)
        .map(|link| match &framing {
            Some(framing) => Box::new(Framed::new(Box::new(link), framing.clone())) as Box<dyn Link>,
            None => Box::new(link),
        })
        .collect();
    let codec = system::codec(arguments, model, wire);
    let deadline = Deadline::after(arguments.budget.or(USUAL_BUDGET));
    let sessions = framed.iter_mut().enumerate().map(|(number, link)| {
        let manners = if number == 0 { manners.clone() } else { beside(&manners) };
        let mut live = Live::new(Reach::Lines(&mut **link, &*codec), manners, &book);
        live.until(deadline);
        live
    });
    let mut sessions = LiveSessions::new(sessions.collect());
    let verdict = concretely(&prepared, &book, |spec| {
        let broken = |trouble: Trouble| vec![load::cannot_run(model, &trouble)];
        let mut overlapping = overlapping(arguments, model, spec, count as usize, deadline)?;
        let mut probes = 0;
        if let Some(live) = sessions.first() {
            let relation = overlapping.conformance;
            let (probed, wrong) = spec.probe_reset(live, relation, Some(deadline)).map_err(broken)?;
            if let Some(fault) = not_testable(spec, &probed, live) {
                return Err(vec![fault]);
            }
            overlapping.suspected = wrong.iter().map(|inputs| alone(inputs, count as usize)).collect();
            probes = probed.probes;
        }
        let mut tested = spec.test_together(&mut sessions, &overlapping).map_err(broken)?;
        tested.probes = probes;
        if let Some((input, why)) = &tested.unsendable {
            return Err(vec![unsendable(spec, *input, why)]);
        }
        if tested.plans == 0
            && let Some(fault) = sessions.first().and_then(|live| live.fault().cloned())
        {
            return Err(vec![fault]);
        }
        if let Some(Err(why)) = sessions.first().map(Live::take_leave) {
            crate::output::complain(
                &[Diagnostic::without_place("setup-fails", why)],
                arguments.common.color(),
            );
        }
        Ok(spec.together_verdict(&tested, &overlapping))
    });
    let mut verdict: Verdict = verdict?;
    if let Verdict::Refuted(refutation) = &mut verdict {
        let mut options = vec!["--sessions".to_owned(), count.to_string()];
        if arguments.consistency == ConsistencyArgument::Sequential {
            options.extend(["--consistency".to_owned(), "sequential".to_owned()]);
        }
        options.extend(["--replay".to_owned(), refutation.case.call()]);
        let system: Vec<String> =
            arguments.system.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        refutation.details.push(Detail::new(label::REPLAY, replay(arguments, &options, &system)));
    }
    Ok(Judgement::new(arguments.tcp.clone().unwrap_or_default(), verdict))
}

/// How a session that does not own the system talks to it.
fn beside(manners: &Manners) -> Manners {
    Manners { reset: None, then: Vec::new(), teardown: Vec::new(), is_ours: false, ..manners.clone() }
}

/// A connection that starts the server, and others to it.
fn links(arguments: &ModelTestArguments, count: u32, uncut: bool) -> Result<Vec<TcpLink>, Vec<Diagnostic>> {
    let address = arguments.tcp.clone().unwrap_or_default();
    let options = LinkOptions { uncut, ..system::options(arguments)? };
    let first = TcpLink::new(&address, options);
    let first = match system::server(arguments)? {
        Some((launcher, program)) => first.serve(launcher, program),
        None => first,
    };
    let mut links = Vec::new();
    for _ in 1..count {
        links.push(first.beside().map_err(|error| vec![error.diagnostic()])?);
    }
    links.insert(0, first);
    Ok(links)
}

fn overlapping(
    arguments: &ModelTestArguments,
    model: &Model,
    spec: &mut Concrete<'_, '_, '_>,
    sessions: usize,
    deadline: Deadline,
) -> Result<Overlapping, Vec<Diagnostic>> {
    // What is replayed depends on the moment, and is given several times.
    let (given, plans) = match &arguments.replay {
        Some(text) => (vec![plan(spec, model, text, sessions)?; REPLAYS], 0),
        None => (Vec::new(), arguments.sequences.sequences.unwrap_or(USUAL_PLANS)),
    };
    Ok(Overlapping {
        conformance: arguments.sequences.conformance(),
        consistency: match arguments.consistency {
            ConsistencyArgument::Linearizable => Consistency::Linearizable,
            ConsistencyArgument::Sequential => Consistency::Sequential,
        },
        suspected: Vec::new(),
        given,
        plans,
        rounds: arguments.sequences.length.map_or(USUAL_ROUNDS, |length| length as usize),
        seed: arguments.seed.seed,
        deadline: Some(deadline),
    })
}

/// A sequence as a plan in which one session gives all of it.
fn alone(inputs: &[InputId], sessions: usize) -> Plan {
    let round = |input: &InputId| {
        let mut round = vec![None; sessions];
        round[0] = Some(*input);
        round
    };
    inputs.iter().map(round).collect()
}

/// How often a plan is run that is given again.
const REPLAYS: usize = 20;

/// A plan as it is written: `;` between rounds, `||` between sessions, `-` for a session that gives nothing.
fn plan(
    spec: &mut Concrete<'_, '_, '_>,
    model: &Model,
    text: &str,
    sessions: usize,
) -> Result<Plan, Vec<Diagnostic>> {
    let broken = |trouble: Trouble| vec![load::cannot_run(model, &trouble)];
    let mut plan = Vec::new();
    for round in split(text, ";") {
        let mut inputs: Vec<Option<InputId>> = Vec::new();
        for part in split(round, "||") {
            let part = part.trim();
            if part == "-" {
                inputs.push(None);
                continue;
            }
            let data = suite::sequence(model, part)?;
            let [datum] = &data[..] else {
                let message = format!("`{part}` is not one input");
                return Err(vec![Diagnostic::without_place("inputs-do-not-fit", message)]);
            };
            let value = spec.value(datum);
            inputs.push(Some(spec.intern_input(&value).map_err(broken)?));
        }
        if inputs.len() > sessions {
            let message = format!("`{}` has inputs for more than {sessions} sessions", round.trim());
            return Err(vec![Diagnostic::without_place("inputs-do-not-fit", message)]);
        }
        inputs.resize(sessions, None);
        plan.push(inputs);
    }
    Ok(plan)
}

/// The parts of a text between separators that stand outside of quotes and brackets.
fn split<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let (mut parts, mut start, mut depth, mut quoted, mut at) = (Vec::new(), 0, 0usize, false, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'(' | b'[' | b'{' if !quoted => depth += 1,
            b')' | b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ if !quoted && depth == 0 && bytes[at..].starts_with(separator.as_bytes()) => {
                parts.push(&text[start..at]);
                at += separator.len() - 1;
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn separators_inside_of_values_do_not_count() {
        assert_eq!(split("A [1; 2] || B \"x;||\"; C", ";"), ["A [1; 2] || B \"x;||\"", " C"]);
        assert_eq!(split("A [1; 2] || B \"x;||\"", "||"), ["A [1; 2] ", " B \"x;||\""]);
        assert_eq!(split("A", "||"), ["A"]);
    }
}

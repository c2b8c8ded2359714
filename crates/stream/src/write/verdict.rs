//! What a suite comes to: whether every goal is met or proved out of reach, and why not.

use lydian_diagnostic::Diagnostic;
use lydian_tessla::spec::Spec;
use lydian_tessla::syntax::ast::PragmaKind;
use lydian_verdict::{
    Bounds, Cause, GoalCounts, GoalState, Reason, TraceAssertion, TraceGoal, Undecided, Verdict,
};

use crate::generate::{Constraints, Criterion, Goals, Request, Strategy, Suite};

/// The verdict of a suite whose goals are told.
pub(super) fn verdict(
    spec: &Spec,
    suite: &Suite,
    request: &Request,
    goals: &[TraceGoal],
    assertions: &[TraceAssertion],
) -> Verdict {
    let slots = request.slots;
    match suite.constraints {
        Constraints::Contradictory => return Verdict::Invalid(vec![contradictory(spec)]),
        Constraints::NotWithinBounds => {
            let what = if assertions.is_empty() { "is without errors" } else { "satisfies the assertions" };
            let left_out = match suite.left_out.as_str() {
                "" => String::new(),
                left_out => format!("{left_out},"),
            };
            let text = format!("no trace of up to {slots} slots{left_out} {what}; others are not ruled out");
            return Verdict::unknown(Cause::Budget, text);
        }
        Constraints::NeverQuiet => {
            let text = format!("no case of {slots} slots ends without a running timer, as --quiet-end asks");
            return Verdict::unknown(Cause::Budget, text);
        }
        Constraints::Undecided => {
            let text = match assertions {
                [] => "whether any trace is without errors was not decided",
                _ => "whether some trace satisfies the assertions was not decided",
            };
            let undecided = Verdict::unknown(Cause::Solver, text);
            let count = suite.ruled_out;
            if count == 0 {
                return undecided;
            }
            let slots = if count == 1 { "1 slot".to_owned() } else { format!("{count} slots") };
            let text = format!("no trace of up to {slots}{} does", suite.left_out);
            return undecided.covering(Bounds::new(text).number("slots", count as u64));
        }
        Constraints::Met => {}
    }
    let cases = suite.cases.len();
    let restless = restless(suite, request);
    if request.strategy == Strategy::Simple || goals.is_empty() && !assertions.is_empty() {
        return match (cases, assertions.len()) {
            (0, _) => Verdict::unknown(Cause::Solver, format!("no case was found within {slots} slots")),
            _ if restless.is_some() => {
                let made = Bounds::new("1 case").number("cases", 1);
                Verdict::Unknown(Undecided::new(restless.into_iter().collect())).covering(made)
            }
            (_, 0) => Verdict::Passed(Bounds::new("1 case; goals were not looked for").number("cases", 1)),
            (_, 1) => Verdict::Passed(Bounds::new("1 case satisfies the assertion").number("cases", 1)),
            _ => Verdict::Passed(Bounds::new("1 case satisfies the assertions").number("cases", 1)),
        };
    }
    if goals.is_empty() {
        let criteria: Vec<String> =
            request.criteria.iter().map(|wanted| format!("`{}`", super::tell::word(*wanted))).collect();
        let text = format!(
            "there is nothing to cover by {}, and the specification has no `# goal` and no `# assert`{}",
            criteria.join(", "),
            serving(spec)
        );
        return Verdict::Vacuous(text);
    }
    let mut unknown = unknown(goals);
    unknown.extend(restless);
    if !unknown.is_empty() {
        return Verdict::Unknown(Undecided::new(unknown)).covering(bounds(cases, goals));
    }
    Verdict::Passed(bounds(cases, goals))
}

/// The criteria that have goals in a specification, as the end of a sentence.
fn serving(spec: &Spec) -> String {
    let serving: Vec<String> = Criterion::ALL
        .into_iter()
        .filter_map(|(criterion, word)| match Goals::of(spec, &[criterion]).all.len() {
            0 => None,
            count => Some(format!("--criteria {word} ({})", lydian_words::plural(count as u64, "goal"))),
        })
        .collect();
    match serving.as_slice() {
        [] => "; no criterion has a goal here".to_owned(),
        _ => format!(": try {}", serving.join(" or ")),
    }
}

/// Why a suite is not what `--quiet-end` asks for, if it is not.
fn restless(suite: &Suite, request: &Request) -> Option<Reason> {
    let count = suite.cases.iter().filter(|case| case.pending).count();
    if !request.quiet_end || count == 0 {
        return None;
    }
    let which = match (count, suite.cases.len()) {
        (1, 1) => "the case ends".to_owned(),
        (1, all) => format!("1 of {all} cases ends"),
        (count, all) => format!("{count} of {all} cases end"),
    };
    let slots = request.slots;
    let text = format!("{which} with a running timer: no quiet end was found within {slots} slots");
    Some(Reason::new(Cause::Budget, text))
}

/// What the suite shows, in a sentence and in numbers.
fn bounds(cases: usize, goals: &[TraceGoal]) -> Bounds {
    let counts = counts(goals);
    let text = match (counts.covered, counts.unreachable) {
        _ if counts.unknown > 0 => {
            let unreachable = match counts.unreachable {
                0 => String::new(),
                count => format!(", {count} proved unreachable"),
            };
            let cases = match (counts.covered, cases) {
                (0, _) => String::new(),
                (_, 1) => "1 case: ".to_owned(),
                (_, cases) => format!("{cases} cases: "),
            };
            format!("{cases}{} of {} goals covered{unreachable}", counts.covered, goals.len())
        }
        (_, 0) => format!("{} {}", meets(cases), all(goals.len())),
        (0, _) => format!("no case is needed: {} proved unreachable", all_are(goals.len())),
        (covered, unreachable) => format!(
            "{} {covered} of {} goals; {} proved unreachable",
            meets(cases),
            goals.len(),
            if unreachable == 1 { "1 is".to_owned() } else { format!("{unreachable} are") },
        ),
    };
    Bounds::new(text)
        .number("cases", cases as u64)
        .number("goals", goals.len() as u64)
        .number("covered", counts.covered as u64)
        .number("unreachable", counts.unreachable as u64)
}

fn counts(goals: &[TraceGoal]) -> GoalCounts {
    let mut counts = GoalCounts::default();
    for goal in goals {
        match goal.state {
            GoalState::Covered { .. } => counts.covered += 1,
            GoalState::Unreachable { .. } => counts.unreachable += 1,
            GoalState::Unknown { .. } => counts.unknown += 1,
        }
    }
    counts
}

fn meets(cases: usize) -> String {
    if cases == 1 { "1 case meets".to_owned() } else { format!("{cases} cases meet") }
}

fn all(goals: usize) -> String {
    match goals {
        1 => "the only goal".to_owned(),
        2 => "both goals".to_owned(),
        _ => format!("all {goals} goals"),
    }
}

fn all_are(goals: usize) -> String {
    format!("{} {}", all(goals), if goals == 1 { "is" } else { "are" })
}

/// A reason for each way in which goals were left open.
fn unknown(goals: &[TraceGoal]) -> Vec<Reason> {
    let mut by_why: Vec<(&str, usize)> = Vec::new();
    for goal in goals {
        if let GoalState::Unknown { why } = &goal.state {
            match by_why.iter_mut().find(|(known, _)| known == why) {
                Some((_, count)) => *count += 1,
                None => by_why.push((why, 1)),
            }
        }
    }
    let reason = |(why, count): (&str, usize)| {
        let cause = if why.contains("solver") { Cause::Solver } else { Cause::Budget };
        let are = if count == 1 { "is" } else { "are" };
        Reason::new(cause, format!("{count} of {} goals {are} undecided: {why}", goals.len()))
    };
    by_why.into_iter().map(reason).collect()
}

/// The assertions that no trace satisfies, as one fault.
fn contradictory(spec: &Spec) -> Diagnostic {
    let mut asserted = spec.constraints.iter().filter(|wanted| wanted.kind == PragmaKind::Assert);
    let Some(first) = asserted.next() else {
        let message = "every trace ends with an error at once: no case can be made";
        return Diagnostic::without_place("contradictory-constraints", message)
            .hint("run the specification on an empty trace to see the error");
    };
    let count = asserted.clone().count() + 1;
    let message = match count {
        1 => format!("no trace satisfies the assertion `{}`", super::tell::assertion(first)),
        2 => "no trace satisfies both assertions".to_owned(),
        _ => format!("no trace satisfies all {count} assertions"),
    };
    let mut fault = Diagnostic::error("contradictory-constraints", spec.files.span(first.at), message);
    for other in asserted {
        fault = fault.label(spec.files.span(other.at), "this must hold as well");
    }
    fault.hint(match count {
        1 => "change the assertion, or remove it",
        _ => "change or remove one of them",
    })
}

//! `lydian console accept`: judges a recorded trace.

use std::path::Path;

use lydian_console::{Found, Spec, Speech, TraceJudgement, judge_trace, read_trace, show};
use lydian_diagnostic::Diagnostic;
use lydian_report::{Format, Reporter};
use lydian_verdict::{Bounds, Case, Cause, Door, Event, Judgement, Outcome, Refutation, Summary, Verdict};

use super::parameters;
use crate::arguments::AcceptArguments;
use crate::report::{self, Contents, Report};
use crate::{INVALID, inputs, output};

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &AcceptArguments) -> u8 {
    match accept(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json {
                report::write_faults(&arguments.common, &[&arguments.spec, &arguments.trace], &diagnostics);
            }
            INVALID
        }
    }
}

fn accept(arguments: &AcceptArguments) -> Result<u8, Vec<Diagnostic>> {
    let (specs, warnings) = parameters::load(&arguments.spec, &arguments.parameters)?;
    let trace = inputs::read(&arguments.trace, "the trace").map_err(|fault| vec![fault])?;
    let actions = read_trace(&trace).map_err(|fault| vec![fault])?;
    let paths: [&Path; 2] = [&arguments.spec, &arguments.trace];
    let mut report = Report::open(&arguments.common, Contents::Report, &paths)?;
    output::complain(&warnings, arguments.common.color());
    let mut remarks = Vec::new();
    let verdict = match judge_trace(&specs, &actions, arguments.flush.flushing()) {
        TraceJudgement::Accepted { instance, remark } => {
            remarks.extend(remark);
            let parameters = specs[instance].instance();
            let with = if parameters.is_empty() { parameters } else { format!(" with {parameters}") };
            Verdict::Passed(Bounds::new(format!("the specification{with} allows this trace")))
        }
        TraceJudgement::Rejected { instance, found, words } => {
            Verdict::Refuted(Box::new(refutation(&specs[instance], &found, words, arguments.alternatives)))
        }
        TraceJudgement::Unknown(why) => Verdict::unknown(Cause::Budget, why),
        TraceJudgement::Fails(fault) => Verdict::Invalid(vec![*fault]),
    };
    let mut judgement = Judgement::new(arguments.trace.display().to_string(), verdict);
    judgement.remarks = remarks;
    let mut summary = Summary::default();
    summary.record(&judgement);
    let mut tell = |event: Event| output::or_quit(report.event(&event));
    tell(Event::Started { what: format!("judging by {}", arguments.spec.display()), total: 1 });
    tell(Event::Judged(Box::new(judgement)));
    let code = summary.exit_code();
    tell(Event::Finished(summary));
    report.finish()?;
    Ok(code)
}

fn refutation(spec: &Spec, found: &Found, words: String, alternatives: bool) -> Refutation {
    let expected = show::expected_run(found.difference.expected(&found.test.expected), alternatives);
    let actual = show::actual_run(&found.run);
    let case = Case {
        door: Door::Console,
        written: None,
        entry: spec.script.source.name.clone(),
        inputs: found.test.lines.iter().map(|line| show::line(line)).collect(),
        expected: Outcome::Value(expected.join("\n")),
        actual: Outcome::Value(actual.join("\n")),
        size: found.test.lines.len() as u64,
        seed: 0,
    };
    let mut refutation = Refutation::new(case);
    refutation.details.clear();
    if !spec.parameters.is_empty() {
        refutation = refutation.detail("with", spec.instance());
    }
    refutation
        .detail("mismatch", words)
        .detail("runs", show::side_by_side(found, alternatives, Speech::English))
}

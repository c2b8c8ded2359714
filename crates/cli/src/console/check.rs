//! `lydian console check`: tests programs against a specification.

use std::path::Path;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_console::{
    END_OF_INPUT, ExitCodes, Judging, ProcessSubject, Spec, Speech, Strictness, Tests, judge,
    load_with_mistakes,
};
use lydian_diagnostic::Diagnostic;
use lydian_report::{Format, Reporter};
use lydian_sut::{Limits, Runner, Terminal};
use lydian_verdict::{Event, Judgement, Summary, Verdict, label};

use super::programs::{self, Named};
use super::{closed, launch, parameters, spec, suite};
use crate::arguments::{CheckArguments, ExitCodeArgument, FlushArgument, SpeechArgument, TerminalArgument};
use crate::output;
use crate::report::{self, Contents, Report};
use crate::shell::quoted;
use crate::unconfined;

/// The time that one program may take unless the user says otherwise: much of it is its own.
const USUAL_BUDGET: Duration = Duration::from_secs(120);

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &CheckArguments) -> u8 {
    match check(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json {
                report::write_faults(&arguments.common, &[&arguments.spec.spec], &diagnostics);
            }
            output::code_of(diagnostics)
        }
    }
}

fn check(arguments: &CheckArguments) -> Result<u8, Vec<Diagnostic>> {
    let budget = arguments.common.budget(USUAL_BUDGET);
    let (specs, warnings) = under(Some(Deadline::after(budget)), || {
        parameters::load_by(&arguments.spec.spec, &arguments.parameters, load_with_mistakes)
    })?;
    unconfined::warn(&arguments.surroundings, arguments.common.color());
    let programs = programs::find(arguments, &limits(arguments))?;
    let inputs: Vec<&Path> = vec![&arguments.spec.spec];
    let mut report = Report::open(&arguments.common, Contents::Report, &inputs)?;
    report.expect(programs.iter().map(|program| program.name.clone()));
    output::complain(&warnings, arguments.common.color());
    let started = Instant::now();
    let mut summary = Summary::default();
    let mut tell = |event: Event| output::or_quit(report.event(&event));
    let total = programs.len() as u64;
    tell(Event::Started { what: format!("checking against {}", arguments.spec.spec.display()), total });
    // All programs share the search for paths, so that it has the time of all of them.
    let bounds = spec::bounds(
        &arguments.spec,
        Some(Deadline::after(budget.saturating_mul(programs.len().max(1) as u32))),
    );
    let sampling = spec::sampling(&arguments.tried, arguments.common.seed());
    let mut tests = Tests::new(&specs, &bounds, &sampling);
    if !arguments.inputs.is_empty() || arguments.end_of_input {
        let lines = arguments.inputs.iter().map(|line| line.clone().into_bytes());
        let end = arguments.end_of_input.then(|| END_OF_INPUT.to_vec());
        let lines: Vec<Vec<u8>> = lines.chain(end).collect();
        tests.only(&lines).map_err(|fault| vec![*fault])?;
    }
    if let Some(file) = &arguments.suite {
        let most = arguments.tried.tests.map(|most| most as usize);
        suite::use_suite(file, &arguments.spec.spec, &specs, &mut tests, most)?;
    }
    for (done, program) in programs.iter().enumerate() {
        let runner = program.reading.runner(limits(arguments)).map_err(|fault| vec![fault])?;
        let mut judgement = judge_one(program, &mut tests, &runner, arguments);
        unconfined::record(&mut judgement, &arguments.surroundings);
        summary.record(&judgement);
        tell(Event::Judged(Box::new(judgement)));
        tell(Event::Progress { done: done as u64 + 1, total, detail: String::new() });
    }
    summary.seconds = started.elapsed().as_secs_f64();
    let code = summary.exit_code();
    tell(Event::Finished(summary));
    report.finish()?;
    Ok(code)
}

/// What one run may use.
fn limits(arguments: &CheckArguments) -> Limits {
    Limits {
        wall: arguments.wall,
        cpu: arguments.cpu,
        memory: arguments.memory << 20,
        output: arguments.output_limit,
        ..Limits::default()
    }
}

fn judge_one(
    program: &Named,
    tests: &mut Tests<'_>,
    runner: &Runner,
    arguments: &CheckArguments,
) -> Judgement {
    let command = match &program.command {
        Ok(command) => command.clone(),
        Err(fault) => return Judgement::new(&program.name, Verdict::Invalid(vec![fault.clone()])),
    };
    let jobs = arguments.common.jobs();
    let subject = ProcessSubject {
        runner,
        command,
        directory: None,
        terminal: match arguments.terminal {
            TerminalArgument::Auto => Terminal::Auto,
            TerminalArgument::Pipe => Terminal::Pipe,
            TerminalArgument::Pty => Terminal::Pty,
        },
        jobs,
    };
    let judging = Judging {
        strictness: Strictness {
            flushing: arguments.flush.flushing(),
            exit_codes: match arguments.exit_code {
                ExitCodeArgument::Remark => ExitCodes::Remark,
                ExitCodeArgument::Strict => ExitCodes::Strict,
            },
        },
        // The same whatever the number of jobs is: the first failure in order is the one that is told.
        batch: 8,
        alternatives: arguments.alternatives,
        speech: arguments.language.map_or_else(Speech::default, SpeechArgument::speech),
        deadline: Some(Deadline::after(arguments.common.budget(USUAL_BUDGET))),
        seed: arguments.common.seed(),
        ..Judging::default()
    };
    let mut judged = judge(&program.name, tests, &subject, &judging);
    if let (Verdict::Refuted(refutation), Some(found)) = (&mut judged.judgement.verdict, &judged.found) {
        let replay = replay(arguments, program, tests.spec(&found.test), &found.test.lines);
        refutation.details.push(lydian_verdict::Detail::new(label::REPLAY, replay));
    }
    closed::reconsider(&mut judged.judgement, &program.reading);
    if let (Verdict::Refuted(_), Some(found)) = (&judged.judgement.verdict, &judged.found) {
        launch::reconsider(&mut judged.judgement, found, judging.speech);
    }
    judged.judgement
}

/// The command that runs a test again.
fn replay(arguments: &CheckArguments, program: &Named, spec: &Spec, lines: &[Vec<u8>]) -> String {
    let mut words = vec!["lydian".to_owned(), "console".into(), "check".into()];
    words.push(arguments.spec.spec.display().to_string());
    if let Some(task) = &arguments.parameters.task {
        words.extend(["--task".into(), task.clone()]);
    }
    for (name, value) in &spec.parameters {
        words.extend(["--param".into(), format!("{name}={value}")]);
    }
    for line in lines {
        if line == END_OF_INPUT {
            words.push("--end-of-input".into());
            continue;
        }
        words.push("--input".into());
        words.push(String::from_utf8_lossy(line).into_owned());
    }
    match arguments.flush {
        FlushArgument::Remark => {}
        FlushArgument::Strict => words.extend(["--flush".into(), "strict".into()]),
        FlushArgument::Lenient => words.extend(["--flush".into(), "lenient".into()]),
    }
    if arguments.exit_code == ExitCodeArgument::Strict {
        words.extend(["--exit-code".into(), "strict".into()]);
    }
    if let Some(language) = arguments.language {
        words.extend(["--language".into(), language.word().into()]);
    }
    if let Some(terminal) = arguments.terminal.repeated() {
        words.extend(["--terminal".into(), terminal]);
    }
    words.extend(arguments.limits().words());
    words.extend(arguments.surroundings.words());
    if arguments.command.is_empty() {
        for (option, value) in [("--build", &arguments.build), ("--run", &arguments.run)] {
            if let Some(value) = value {
                words.extend([option.to_owned(), value.clone()]);
            }
        }
        for (option, values) in [("--build-as", &arguments.build_as), ("--run-as", &arguments.run_as)] {
            for (ending, command) in values {
                words.extend([option.to_owned(), format!("{ending}={command}")]);
            }
        }
        words.push(program.name.clone());
    } else {
        words.push("--".into());
        words.extend(arguments.command.iter().map(|word| word.to_string_lossy().into_owned()));
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

//! `lydian stream check`: tests a monitor against a specification.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_diagnostic::Diagnostic;
use lydian_report::{Format, Reporter};
use lydian_stream::check::{Checking, Comparing, Found, Judged, Origin, ProcessMonitor, Test, Trace, judge};
use lydian_stream::run::Prepared;
use lydian_sut::Limits;
use lydian_verdict::{Detail, Event, Summary, Verdict, label};

use super::cases::{self, Loaded};
use super::telling::Looking;
use crate::arguments::StreamCheckArguments;
use crate::console::closed;
use crate::console::programs::{self, How, Named};
use crate::output;
use crate::output::OutputFile;
use crate::report::{self, Contents, Report};
use crate::shell::quoted;
use crate::unconfined;

/// The time that it may take unless the user says otherwise: much of it is the monitor's own.
const USUAL_BUDGET: Duration = Duration::from_secs(120);

/// The first line of a trace that was saved.
const SAVED: &str = "# A trace on which a monitor is wrong, found by lydian stream check.\n";

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &StreamCheckArguments) -> u8 {
    match check(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json {
                report::write_faults(&arguments.common, &inputs(arguments), &diagnostics);
            }
            output::code_of(diagnostics)
        }
    }
}

fn inputs(arguments: &StreamCheckArguments) -> Vec<&Path> {
    let traces = arguments.suite.traces.iter().map(|path| path.as_path());
    std::iter::once(arguments.spec.spec.as_path()).chain(traces).collect()
}

fn check(arguments: &StreamCheckArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    let budget = arguments.common.budget(USUAL_BUDGET);
    let whole = Deadline::after(budget);
    let loaded = under(Some(whole), || cases::load(&arguments.spec))?;
    output::complain(&loaded.warnings, arguments.common.color());
    let save = saved_file(arguments)?;
    let mut report = Report::open(&arguments.common, Contents::Report, &inputs(arguments))?;
    let name = monitor_name(arguments);
    report.expect([name.clone()]);
    let mut tell = |event: Event| output::or_quit(report.event(&event));
    tell(Event::Started { what: format!("checking against {}", arguments.spec.spec.display()), total: 1 });
    let prepared = Prepared::new(&loaded.plain).map_err(|fault| vec![fault])?;
    let Made { tests, origin, suite } = make_tests(arguments, &loaded, &prepared, budget / 2)?;
    // The monitor gets its turn even if it was hard to make tests.
    let deadline = Some(whole.or_at_least(budget / 4));
    unconfined::warn(&arguments.surroundings, arguments.common.color());
    let program = program(arguments)?;
    let size = tests.iter().map(|test| test.expected.size()).max().unwrap_or(0);
    let runner = program.reading.runner(limits(arguments, size)).map_err(|fault| vec![fault])?;
    let monitor = ProcessMonitor {
        runner: &runner,
        command: program.command.clone().map_err(|fault| vec![fault])?,
        jobs: arguments.common.jobs(),
    };
    let checking = Checking {
        comparing: Comparing {
            ignore_other_lines: arguments.ignore_other_lines,
            tolerance: arguments.tolerance,
        },
        // The same whatever the number of jobs is: the first difference in order is the one that is told.
        batch: 8,
        deadline,
        seed: arguments.common.seed(),
        ..Checking::default()
    };
    let kept = tests.clone();
    let mut judged = judge(&name, &loaded.plain, &prepared, tests, &origin, &monitor, &checking);
    if let (Verdict::Passed(_), Some(suite)) = (&judged.judgement.verdict, suite) {
        let looking = Looking {
            arguments: &arguments.spec,
            spec: &loaded.plain,
            prepared: &prepared,
            suite,
            slots: usize::from(arguments.suite.slots),
            deadline: whole.or_at_least(budget / 8).within(budget / 4),
            jobs: arguments.common.jobs(),
        };
        let telling = looking.telling()?;
        let checking = Checking { deadline: Some(whole.or_at_least(budget / 8)), ..checking.clone() };
        let line = telling.line();
        let further =
            judge(&name, &loaded.plain, &prepared, telling.tests, &Origin::Given, &monitor, &checking);
        judged = with_telling(judged, further, line);
    }
    if let Verdict::Passed(_) = &judged.judgement.verdict {
        let share = whole.or_at_least(budget / 8).within(budget / 4);
        let seed = arguments.common.seed();
        let drawing = Some(Deadline::after(budget / 16));
        let tests = match arguments.goes_deep() {
            true => Test::in_depth(&loaded.plain, &prepared, &kept, seed, drawing),
            false => Vec::new(),
        };
        let number = tests.len();
        if number > 0 {
            let checking = Checking { deadline: Some(share), ..checking };
            let further = judge(&name, &loaded.plain, &prepared, tests, &Origin::Given, &monitor, &checking);
            judged = in_depth(judged, further, number);
        }
    }
    if let (Verdict::Refuted(refutation), Some(found)) = (&mut judged.judgement.verdict, &judged.found) {
        if let Some(mut file) = save {
            output::or_quit(file.write_all(SAVED.as_bytes()));
            output::or_quit(file.write_all(&found.test.text));
            file.finish().map_err(|fault| vec![*fault])?;
        }
        refutation.details.push(Detail::new(label::REPLAY, replay(arguments, found)));
    }
    closed::reconsider(&mut judged.judgement, &program.reading);
    unconfined::record(&mut judged.judgement, &arguments.surroundings);
    judged.judgement.seconds = started.elapsed().as_secs_f64();
    let mut summary = Summary::default();
    summary.record(&judged.judgement);
    summary.seconds = judged.judgement.seconds;
    let code = summary.exit_code();
    tell(Event::Judged(Box::new(judged.judgement)));
    tell(Event::Finished(summary));
    report.finish()?;
    Ok(code)
}

/// What is known after further tests: what they found, or what was known before, with what they are.
fn with_telling(mut judged: Judged, mut further: Judged, line: Option<String>) -> Judged {
    let Verdict::Passed(bounds) = &mut judged.judgement.verdict else { return judged };
    // There may be no further test, or none with an event to compare; whatever else is no pass is the verdict.
    if !matches!(further.judgement.verdict, Verdict::Passed(_) | Verdict::Vacuous(_)) {
        further.judgement.verdict = further.judgement.verdict.covering(bounds.clone());
        return further;
    }
    if let Some(line) = line {
        bounds.text.push_str(&format!("\n{line}"));
    }
    judged.judgement.statistics.absorb(&further.judgement.statistics);
    judged
}

/// What is known after the tests in depth, which are as many as fit into their time: the verdict says how many those were.
fn in_depth(mut judged: Judged, mut further: Judged, number: usize) -> Judged {
    let Verdict::Passed(bounds) = &mut judged.judgement.verdict else { return judged };
    let text = match (&further.judgement.verdict, further.cut) {
        (_, Some(run)) => format!("{run} of {number} further tests in depth, in the time for them"),
        (Verdict::Passed(further), None) => format!("in depth: {}", further.text),
        (Verdict::Vacuous(_), None) => {
            format!("in depth: {number} further tests without an event of an output")
        }
        _ => {
            further.judgement.verdict = further.judgement.verdict.covering(bounds.clone());
            return further;
        }
    };
    bounds.text.push_str(&format!("\n{text}"));
    judged.judgement.statistics.absorb(&further.judgement.statistics);
    judged
}

/// The monitor as the user typed it.
fn monitor_name(arguments: &StreamCheckArguments) -> String {
    let words: Vec<_> = arguments.monitor.iter().map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// The first tests.
struct Made {
    /// In their order.
    tests: Vec<Test>,
    /// Where they come from.
    origin: Origin,
    /// The traces of the cases, if a suite was made.
    suite: Option<Vec<String>>,
}

fn make_tests(
    arguments: &StreamCheckArguments,
    loaded: &Loaded,
    prepared: &Prepared,
    budget: Duration,
) -> Result<Made, Vec<Diagnostic>> {
    let spec = &loaded.plain;
    let mut tests: Vec<Test> = cases::given(spec, &arguments.suite.traces)?
        .into_iter()
        .map(|given| Test::new(spec, prepared, given.name, given.trace).written(given.text))
        .collect();
    let deadline = Some(Deadline::after(budget / 4));
    tests.extend(Test::at_random(spec, prepared, arguments.random(), arguments.common.seed(), deadline));
    if arguments.suite.criteria().is_empty() {
        return Ok(Made { tests, origin: Origin::Given, suite: None });
    }
    let made = cases::suites(&loaded.instrumented, &arguments.suite, &arguments.spec.spec, budget)?;
    Ok(match made {
        Err(why) => Made { tests, origin: Origin::Unavailable(why), suite: None },
        Ok(suites) => {
            tests.extend(Test::of_suites(spec, prepared, &suites));
            let cases = suites.cases().into_iter().map(|case| Trace::of_case(case).text(spec)).collect();
            Made { tests, origin: Origin::Suites(suites.coverage()), suite: Some(cases) }
        }
    })
}

/// The file for the trace of a refutation.
fn saved_file(arguments: &StreamCheckArguments) -> Result<Option<OutputFile>, Vec<Diagnostic>> {
    let Some(path) = &arguments.save else { return Ok(None) };
    let is_ours = |present: &[u8]| present.starts_with(SAVED.as_bytes());
    OutputFile::at(path, &inputs(arguments), is_ours).map(Some).map_err(|fault| vec![*fault])
}

/// The monitor, built if that is wanted.
fn program(arguments: &StreamCheckArguments) -> Result<Named, Vec<Diagnostic>> {
    let (file, rest) = arguments.monitor.split_first().ok_or_else(|| {
        let hint = "put the command behind `--`: lydian stream check spec.tessla -- ./monitor";
        vec![Diagnostic::without_place("no-program", "no monitor is named").hint(hint)]
    })?;
    if arguments.build.is_none() {
        return Named::command(&arguments.monitor, &arguments.surroundings).map_err(|fault| vec![fault]);
    }
    let limits = limits(arguments, 0);
    let how = How::new(arguments.build.as_deref(), None, &[file.into()], &arguments.surroundings, &limits)?;
    let mut built = programs::submission(Path::new(file), &how);
    if let Ok(command) = &mut built.command {
        command.extend_from_slice(rest);
    }
    Ok(built)
}

/// What one run may use: it may write all that is expected.
fn limits(arguments: &StreamCheckArguments, expected: u64) -> Limits {
    Limits {
        wall: arguments.wall,
        cpu: arguments.cpu,
        memory: arguments.memory << 20,
        output: arguments.output_limit.max(expected.saturating_mul(4)),
        ..Limits::default()
    }
}

/// A command that runs a test again: with the saved trace, or with its lines.
fn replay(arguments: &StreamCheckArguments, found: &Found) -> String {
    let mut words = vec!["lydian".to_owned(), "stream".into(), "check".into()];
    words.push(arguments.spec.spec.display().to_string());
    if let Some(base_time) = arguments.spec.base_time_text() {
        words.extend(["--base-time".into(), base_time]);
    }
    if arguments.spec.decimals > 0 {
        words.extend(["--decimals".into(), arguments.spec.decimals.to_string()]);
    }
    if let Some(build) = &arguments.build {
        words.extend(["--build".into(), build.clone()]);
    }
    words.extend(arguments.limits().words());
    words.extend(arguments.surroundings.words());
    if arguments.ignore_other_lines {
        words.push("--ignore-other-lines".into());
    }
    if arguments.tolerance != 0.0 {
        words.extend(["--tolerance".into(), arguments.tolerance.to_string()]);
    }
    let file = arguments.save.as_ref().map_or_else(|| "-".to_owned(), |path| path.display().to_string());
    words.extend(["--trace".into(), file, "--".into()]);
    words.extend(arguments.monitor.iter().map(|word| word.to_string_lossy().into_owned()));
    let command = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    if arguments.save.is_some() {
        return command;
    }
    let text = String::from_utf8_lossy(&found.test.text);
    let lines: Vec<&str> = text.lines().collect();
    match lines.len() {
        0 => format!("printf '' | {command}"),
        1..=MOST_LINES => {
            let lines: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
            format!("printf '%s\\n' {} | {command}", lines.join(" "))
        }
        _ => format!(
            "{} (the trace is long: run with --save FILE and replay that)",
            command.replace(" - -- ", " FILE -- ")
        ),
    }
}

/// A replay command has at most this many lines of a trace.
const MOST_LINES: usize = 30;

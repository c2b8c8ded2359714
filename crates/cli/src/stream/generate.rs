//! `lydian stream generate`: traces that together show what a specification can do, with what must come out.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use lydian_budget::{Deadline, under};
use lydian_diagnostic::Diagnostic;
use lydian_report::{
    CaseTables, ProgressReporter, Reporter, Verbosity, diagnostics_to_json, stdout, suite_to_html,
    suite_to_json, suite_to_junit, suite_to_text, trace_case_to_text,
};
use lydian_stream::generate::{GoalStatus, Maker, Request, Suite};
use lydian_stream::write::{Rows, grid, tell, trace};
use lydian_tessla::spec::{Collections, Options, Spec};
use lydian_verdict::{Event, TraceSuite, Verdict};

use super::folder::Folder;
use super::spec;
use crate::arguments::{FormatArgument, StreamGenerateArguments};
use crate::output;

/// The time that it may take unless the user says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(60);

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &StreamGenerateArguments) -> u8 {
    match generate(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.format() == FormatArgument::Json {
                write(arguments, &diagnostics_to_json(&diagnostics));
            }
            output::code_of(diagnostics)
        }
    }
}

fn generate(arguments: &StreamGenerateArguments) -> Result<u8, Vec<Diagnostic>> {
    let folder = Folder::of(arguments.common.output.as_deref()).map_err(|fault| vec![*fault])?;
    let base_time = arguments.spec.base_time().map(|(number, unit)| (i128::from(number).into(), unit));
    let options = Options {
        instrument: true,
        collections: Collections::Lists,
        base_time,
        decimals: arguments.spec.decimals,
    };
    let deadline = Deadline::after(arguments.budget.or(USUAL_BUDGET));
    let (spec, warnings) = under(Some(deadline), || spec::load_with(&arguments.spec.spec, &options))?;
    output::complain(&warnings, arguments.common.color());
    let request = request(arguments, deadline);
    let door = Door { arguments, spec: &spec, request: &request };
    let suite = if arguments.interactive { door.one_by_one()? } else { door.all_at_once()? };
    let told = door.tell(&suite);
    if let Verdict::Invalid(faults) = &told.verdict {
        return Err(faults.clone());
    }
    door.report(&told);
    if let Some(folder) = &folder {
        let written = folder.write(&told).map_err(|fault| vec![*fault])?;
        match arguments.format() {
            FormatArgument::Text => write(arguments, &format!("\n{written}\n")),
            // Standard output is one document.
            _ => eprintln!("{written}"),
        }
    }
    Ok(told.verdict.exit_code())
}

fn request(arguments: &StreamGenerateArguments, deadline: Deadline) -> Request {
    Request {
        strategy: arguments.strategy(),
        criteria: arguments.criteria(),
        slots: usize::from(arguments.slots),
        cases: arguments.cases as usize,
        quiet_end: arguments.quiet_end,
        deadline: Some(deadline),
    }
}

/// What is asked for, and of what.
struct Door<'a> {
    arguments: &'a StreamGenerateArguments,
    spec: &'a Spec,
    request: &'a Request,
}

impl<'a> Door<'a> {
    fn maker(&self) -> Result<Maker<'a>, Vec<Diagnostic>> {
        Maker::new(self.spec, self.request).map_err(|why| {
            let message = format!("no cases can be made for this specification: {why}");
            vec![Diagnostic::without_place("cannot-generate", message)]
        })
    }

    fn tell(&self, suite: &Suite) -> TraceSuite {
        tell(self.spec, suite, self.request, &self.arguments.spec.spec.display().to_string())
    }

    /// The whole suite, with a line of progress on a terminal.
    fn all_at_once(&self) -> Result<Suite, Vec<Diagnostic>> {
        let mut progress = ProgressReporter::stderr();
        let mut maker = self.maker()?;
        let total = maker.suite().goals.all.len() as u64;
        let what = "generating cases".to_owned();
        let mut show = |event: Event| output::or_quit(progress.event(&event));
        show(Event::Started { what, total });
        while maker.next_case().is_some() {
            let suite = maker.suite();
            let open = |status: &&GoalStatus| matches!(status, GoalStatus::Unknown(_));
            let done = total - suite.status.iter().filter(open).count() as u64;
            show(Event::Progress { done, total, detail: format!("goals; {} cases", suite.cases.len()) });
        }
        let suite = maker.finish();
        show(Event::Finished(lydian_verdict::Summary::default()));
        Ok(suite)
    }

    /// One case for each line on standard input, as tessla-testgen does.
    fn one_by_one(&self) -> Result<Suite, Vec<Diagnostic>> {
        let mut maker = self.maker()?;
        let mut lines = io::stdin().lock();
        let mut all = false;
        while !all && output::or_quit(lines.skip_until(b'\n')) > 0 {
            all = maker.next_case().is_none();
            if !all {
                let told = self.tell(maker.suite());
                if let Some(last) = told.cases.len().checked_sub(1) {
                    self.show_case(&told, last);
                }
            }
        }
        let mut suite = maker.finish();
        if !all {
            for status in suite.status.iter_mut().filter(|status| matches!(status, GoalStatus::Unknown(_))) {
                *status = GoalStatus::Unknown("no further case was asked for".into());
            }
        }
        Ok(suite)
    }

    /// Shows one case; the forms that are one document show nothing yet.
    fn show_case(&self, told: &TraceSuite, number: usize) {
        let text = match self.arguments.format() {
            FormatArgument::Text => format!("{}\n", trace_case_to_text(told, number)),
            FormatArgument::Trace => format!("# case {}\n{}\n", number + 1, trace(told, &told.cases[number])),
            FormatArgument::Grid => {
                format!("# case {}\n{}\n", number + 1, grid(told, &told.cases[number], self.rows()))
            }
            FormatArgument::Json | FormatArgument::Junit | FormatArgument::Html => return,
        };
        write(self.arguments, &text);
    }

    fn rows(&self) -> Rows {
        match self.arguments.common.verbosity() {
            Verbosity::Verbose => Rows::All,
            Verbosity::Quiet | Verbosity::Normal => Rows::Named,
        }
    }

    /// Writes the report: of cases that were shown one by one, only what is left to say.
    fn report(&self, told: &TraceSuite) {
        let shown = self.arguments.interactive;
        let text = match self.arguments.format() {
            FormatArgument::Text => {
                let cases = if shown { CaseTables::Omitted } else { CaseTables::Shown };
                suite_to_text(told, self.arguments.common.verbosity(), cases)
            }
            FormatArgument::Json => suite_to_json(told),
            FormatArgument::Junit => suite_to_junit(told),
            FormatArgument::Html => suite_to_html(told),
            FormatArgument::Trace | FormatArgument::Grid if shown => String::new(),
            FormatArgument::Trace => several(told, |number| trace(told, &told.cases[number])),
            FormatArgument::Grid => several(told, |number| grid(told, &told.cases[number], self.rows())),
        };
        write(self.arguments, &text);
        if matches!(self.arguments.format(), FormatArgument::Trace | FormatArgument::Grid) {
            // What was found must not be taken for a trace.
            let said = suite_to_text(told, Verbosity::Quiet, CaseTables::Omitted);
            let _ = lydian_report::stderr(self.arguments.common.color()).write_all(said.as_bytes());
        }
    }
}

/// The texts of all cases, each with its number if there are several.
fn several(told: &TraceSuite, text: impl Fn(usize) -> String) -> String {
    let count = told.cases.len();
    if count == 1 {
        return text(0);
    }
    let texts = (0..count).map(|number| format!("# case {} of {count}\n{}", number + 1, text(number)));
    texts.collect::<Vec<_>>().join("\n")
}

fn write(arguments: &StreamGenerateArguments, text: &str) {
    let mut out = stdout(arguments.common.color());
    output::or_quit(out.write_all(text.as_bytes()));
    output::or_quit(out.flush());
}

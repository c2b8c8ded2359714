//! `lydian console lint`: tells what is wrong with a specification, without any program.

use std::io::{self, Write};

use lydian_budget::{Deadline, under};
use lydian_console::{
    LintOptions, Linted, PathBounds, Sampling, Score, Spec, Tests, failed, load_with_mistakes,
};
use lydian_diagnostic::Diagnostic;
use lydian_report::{Color, render_diagnostics, stdout};
use lydian_words::plural;

use super::spec;
use crate::arguments::LintArguments;
use crate::{INVALID, output};

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &LintArguments) -> u8 {
    match lint(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            output::code_of(diagnostics)
        }
    }
}

fn lint(arguments: &LintArguments) -> Result<u8, Vec<Diagnostic>> {
    let tasks = spec::tasks(&arguments.spec);
    if arguments.task.is_some() || tasks.len() < 2 {
        return lint_task(arguments, arguments.task.as_deref());
    }
    // The worst of all.
    let mut worst = 0;
    for task in &tasks {
        output::or_quit(writeln!(stdout(Color::Auto), "task {task}"));
        worst = worst.max(lint_task(arguments, Some(task))?);
    }
    Ok(worst)
}

fn lint_task(arguments: &LintArguments, task: Option<&str>) -> Result<u8, Vec<Diagnostic>> {
    let deadline = Deadline::after(arguments.budget);
    let (specs, mut diagnostics) =
        under(Some(deadline), || spec::load_by(&arguments.spec, task, load_with_mistakes))?;
    let linted = lydian_console::lint(&specs, &options(arguments, deadline));
    diagnostics.extend(linted.diagnostics.iter().cloned());
    diagnostics.sort_by_key(|found| found.span.as_ref().map_or(0, |span| span.range.start));
    let mut tried = None;
    if !diagnostics.iter().any(Diagnostic::is_error) {
        match score(&specs, deadline) {
            Ok(found) => tried = Some(found),
            Err(failure) => diagnostics.push(*failure),
        }
    }
    let mut text = format!("{}{}\n", render_diagnostics(&diagnostics), summary(&diagnostics, &linted));
    if let Some((score, ties)) = tried {
        score.iter().for_each(|score| {
            text.push_str(&match arguments.mistakes {
                true => format!("{}\n{}", score.in_short(), score.all_missed()),
                false => format!("{}\n", score.in_words()),
            });
        });
        ties.iter().for_each(|tie| text.push_str(&format!("{tie}\n")));
    }
    output::or_quit(stdout(Color::Auto).write_all(text.as_bytes()).and_then(|()| io::stdout().flush()));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Ok(INVALID);
    }
    if !linted.whole && deadline.passed() {
        return Ok(super::complain_out_of_time("paths were looked for"));
    }
    Ok(super::complain_without_solver(linted.undecided))
}

/// What the usual tests notice, and where programs that are right may differ; or inputs on which the specification itself fails.
fn score(specs: &[Spec], deadline: Deadline) -> Result<(Option<Score>, Vec<String>), Box<Diagnostic>> {
    let bounds = PathBounds { deadline: Some(deadline), ..PathBounds::default() };
    let mut tests = Tests::new(specs, &bounds, &Sampling::default());
    tests.get(usize::MAX);
    if let (Some((failure, lines)), Some(spec)) = (&tests.failure, specs.first()) {
        return Err(Box::new(failed(spec, failure, lines)));
    }
    let whole = !tests.total().out_of_time;
    Ok((tests.score().filter(|_| whole), tests.ties()))
}

fn options(arguments: &LintArguments, deadline: Deadline) -> LintOptions {
    let usual = LintOptions::default();
    LintOptions {
        rounds: arguments.rounds,
        work: usual.work.saturating_mul(arguments.effort),
        deadline: Some(deadline),
        ..usual
    }
}

fn summary(diagnostics: &[Diagnostic], linted: &Linted) -> String {
    let errors = diagnostics.iter().filter(|found| found.is_error()).count() as u64;
    let found = match (errors, diagnostics.len() as u64 - errors) {
        (0, 0) => "no problems found".to_owned(),
        (0, warnings) => plural(warnings, "warning"),
        (errors, 0) => plural(errors, "error"),
        (errors, warnings) => format!("{} and {}", plural(errors, "error"), plural(warnings, "warning")),
    };
    let rounds = plural(u64::from(linted.rounds), "round");
    let bounds = match (linted.exhausted, linted.whole) {
        (true, _) => "all there are".to_owned(),
        (false, true) => format!("all with up to {rounds}"),
        (false, false) => format!("but not all with up to {rounds}"),
    };
    format!("{found}; {} examined, {bounds}", plural(linted.paths, "path"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::time::Duration;

    #[derive(Debug, Parser)]
    struct Only {
        #[command(flatten)]
        arguments: LintArguments,
    }

    #[test]
    fn effort_multiplies_the_work_of_lint() {
        let work = |words: &[&str]| {
            let words = ["lint", "x.console"].into_iter().chain(words.iter().copied());
            options(&Only::parse_from(words).arguments, Deadline::after(Duration::ZERO)).work
        };
        assert_eq!(work(&["--effort", "3"]), 3 * work(&[]));
    }
}

//! The tests of `lydian stream check` and `mutate`: a suite that is made, traces that are read.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use lydian_diagnostic::Diagnostic;
use lydian_stream::check::{Suites, Trace};
use lydian_stream::trace::LONGEST_LINE;
use lydian_tessla::spec::{Collections, Options, Spec};
use lydian_verdict::Verdict;

use super::spec;
use crate::arguments::{StreamSpecArguments, StreamSuiteArguments};

/// A specification as tests need it.
pub(crate) struct Loaded {
    /// For making suites.
    pub(crate) instrumented: Spec,
    /// For running.
    pub(crate) plain: Spec,
    /// Warnings about it.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// How specifications are made flat for tests.
pub(crate) fn options(arguments: &StreamSpecArguments, instrument: bool) -> Options {
    let base_time = arguments.base_time().map(|(number, unit)| (i128::from(number).into(), unit));
    Options { instrument, collections: Collections::Lists, base_time, decimals: arguments.decimals }
}

/// Loads the specification of a command line.
pub(crate) fn load(arguments: &StreamSpecArguments) -> Result<Loaded, Vec<Diagnostic>> {
    let (instrumented, warnings) = spec::load_with(&arguments.spec, &options(arguments, true))?;
    let (plain, _) = spec::load_with(&arguments.spec, &options(arguments, false))?;
    Ok(Loaded { instrumented, plain, warnings })
}

/// A trace that was read.
pub(crate) struct Given {
    /// What the user calls it.
    pub(crate) name: String,
    /// What it says.
    pub(crate) trace: Trace,
    /// How it says it.
    pub(crate) text: Vec<u8>,
}

/// A trace is kept in memory, so it is no larger than this.
const LARGEST: usize = 4 * LONGEST_LINE;

/// Reads the traces that a command line names.
pub(crate) fn given(spec: &Spec, named: &[PathBuf]) -> Result<Vec<Given>, Vec<Diagnostic>> {
    let mut given = Vec::new();
    for path in named {
        if path.is_dir() {
            for file in files_in(path).map_err(|fault| vec![fault])? {
                given.push(read(spec, &file)?);
            }
        } else {
            given.push(read(spec, path)?);
        }
    }
    Ok(given)
}

fn read(spec: &Spec, path: &Path) -> Result<Given, Vec<Diagnostic>> {
    let is_input = path == Path::new("-");
    let name = if is_input { "standard input".to_owned() } else { path.display().to_string() };
    let mut text = Vec::new();
    let most = LARGEST as u64 + 1;
    let taken = if is_input {
        io::stdin().lock().take(most).read_to_end(&mut text)
    } else {
        super::spec::open(path).map_err(|fault| vec![fault])?.take(most).read_to_end(&mut text)
    };
    taken.map_err(|error| {
        let message = format!("`{name}` cannot be read: {error}");
        vec![Diagnostic::without_place("file-unreadable", message).hint("check the path and the disk")]
    })?;
    if text.len() > LARGEST {
        let message = format!("`{name}` is larger than {} MiB, the most that a test has", LARGEST >> 20);
        return Err(vec![
            Diagnostic::without_place("file-too-large", message).hint("test with a part of it"),
        ]);
    }
    let trace = Trace::read(spec, &text[..], &name).map_err(|fault| vec![*fault])?;
    Ok(Given { name, trace, text })
}

/// The traces directly in a directory, sorted; what is no file is refused later, not left out in silence.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let shown = folder.display();
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(|error| {
        Diagnostic::without_place(
            "file-unreadable",
            format!("the directory `{shown}` cannot be read: {error}"),
        )
        .hint("check its permissions")
    })?;
    let paths = entries.into_iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "trace")).collect();
    files.sort();
    if files.is_empty() {
        let message = format!("there is no `.trace` file in `{shown}`");
        return Err(Diagnostic::without_place("no-traces", message)
            .hint("make a suite with `lydian stream generate SPEC --output DIR`"));
    }
    Ok(files)
}

/// Makes the suites that a command line asks for. The inner error says why there are none, the outer one what is wrong.
pub(crate) fn suites(
    spec: &Spec,
    arguments: &StreamSuiteArguments,
    subject: &Path,
    budget: Duration,
) -> Result<Result<Suites, String>, Vec<Diagnostic>> {
    let criteria = arguments.criteria();
    let made = match Suites::make(spec, &criteria, usize::from(arguments.slots), budget) {
        Ok(made) => made,
        Err(why) => return Ok(Err(why)),
    };
    match made.tell(spec, &subject.display().to_string()).map(|told| told.verdict) {
        Some(Verdict::Invalid(faults)) => Err(faults),
        _ => Ok(Ok(made)),
    }
}

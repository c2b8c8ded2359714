//! The programs that a command line names: one command, or several files with a way to build and run them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lydian_diagnostic::Diagnostic;
use lydian_sut::{Limits, Place};

use super::build;
use super::java;
use super::profiles::{Profiles, Way};
use super::reading::Reading;
use super::words::{fill, located, split};
use crate::arguments::{CheckArguments, SurroundingsArguments};
use crate::submitted::{self, Wanted};

/// A program to test.
pub(crate) struct Named {
    /// What the user calls it.
    pub(crate) name: String,
    /// How it is run, or why it cannot be.
    pub(crate) command: Result<Vec<OsString>, Diagnostic>,
    /// What it can read.
    pub(crate) reading: Reading,
    /// Where a built program is, to be removed at the end.
    _built: Option<Place>,
}

impl Named {
    /// What cannot be run.
    fn unusable(path: &Path, fault: Diagnostic) -> Named {
        let name = path.display().to_string();
        Named { name, command: Err(fault), reading: Reading::default(), _built: None }
    }

    /// A command that is run as it is.
    pub(crate) fn command(command: &[OsString], given: &SurroundingsArguments) -> Result<Named, Diagnostic> {
        let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
        let reading = Reading::of_user(given)?.of_command(command)?;
        Ok(Named { name: words.join(" "), command: Ok(command.to_vec()), reading, _built: None })
    }
}

/// The programs of a command line.
pub(crate) fn find(arguments: &CheckArguments, limits: &Limits) -> Result<Vec<Named>, Vec<Diagnostic>> {
    if !arguments.command.is_empty() {
        if !arguments.submissions.is_empty() || arguments.run.is_some() {
            let message = "a command after `--` and submissions cannot be tested in one run";
            let hint = "name the submissions, and say how they are run with --run 'python3 {}'";
            return Err(vec![Diagnostic::without_place("two-kinds-of-programs", message).hint(hint)]);
        }
        let named = Named::command(&arguments.command, &arguments.surroundings);
        return Ok(vec![named.map_err(|fault| vec![fault])?]);
    }
    if arguments.submissions.is_empty() {
        let message = "no program is named";
        let hint = "put the command behind `--`: lydian console check spec.console -- python3 program.py";
        return Err(vec![Diagnostic::without_place("no-program", message).hint(hint)]);
    }
    let (build, run) = (arguments.build.as_deref(), arguments.run.as_deref());
    let profiles = Profiles::new(&arguments.build_as, &arguments.run_as);
    let submissions = expanded(arguments, &profiles);
    let files: Vec<PathBuf> = submissions.iter().filter_map(|found| found.clone().ok()).collect();
    let mut how = How::new(build, run, &files, &arguments.surroundings, limits)?;
    how.profiles = Some(profiles);
    let named = submissions.into_iter().map(|found| match found {
        Ok(path) => submission(&path, &how),
        Err((path, fault)) => Named::unusable(&path, fault),
    });
    Ok(named.collect())
}

/// The submissions, with the programs below a directory in its place. Where a command looks into directories or builds them, they
/// are submissions themselves.
fn expanded(arguments: &CheckArguments, profiles: &Profiles) -> Vec<Result<PathBuf, (PathBuf, Diagnostic)>> {
    let mut found = Vec::new();
    for path in &arguments.submissions {
        let is_directory = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
            || path.is_dir() && path.as_os_str().as_encoded_bytes().ends_with(b"/");
        match is_directory && arguments.build.is_none() && !looks_inside(arguments.run.as_deref()) {
            true => match profiles.below(path) {
                Ok(files) => found.extend(files.into_iter().map(Ok)),
                Err(fault) => found.push(Err((path.clone(), fault))),
            },
            false => found.push(Ok(path.clone())),
        }
    }
    found
}

/// Whether a command names something inside of a submission.
fn looks_inside(run: Option<&str>) -> bool {
    run.is_some_and(|run| run.contains("{}/"))
}

/// How files become programs.
pub(crate) struct How<'a> {
    /// The command that builds one: `{}` is its file, `{out}` the file to make.
    pub(crate) build: Option<&'a str>,
    /// The command that runs one.
    pub(crate) run: Option<&'a str>,
    /// All of them, by their real paths.
    pub(crate) all: Vec<PathBuf>,
    /// The directory that they have in common.
    given: PathBuf,
    /// What each of them can read beside itself, as the user named it.
    pub(crate) extra: &'a [PathBuf],
    /// The same, looked up.
    pub(crate) reading: Reading,
    /// What a run may use.
    pub(crate) limits: &'a Limits,
    /// How they become programs where neither command is given, if that is wanted.
    pub(crate) profiles: Option<Profiles>,
}

impl<'a> How<'a> {
    /// How these submissions become programs.
    pub(crate) fn new(
        build: Option<&'a str>,
        run: Option<&'a str>,
        submissions: &[PathBuf],
        surroundings: &'a SurroundingsArguments,
        limits: &'a Limits,
    ) -> Result<How<'a>, Vec<Diagnostic>> {
        let all = submissions.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let given = submitted::given_directory(submissions.iter().map(PathBuf::as_path));
        let reading = Reading::of_user(surroundings).map_err(|fault| vec![fault])?;
        let extra = &surroundings.readable;
        Ok(How { build, run, all, given, extra, reading, limits, profiles: None })
    }

    /// How one of them becomes a program.
    fn way(&self, path: &Path) -> Way {
        let given = Way { build: self.build.map(str::to_owned), run: self.run.map(str::to_owned) };
        match (&self.profiles, given == Way::default()) {
            (Some(profiles), true) => profiles.way(path).unwrap_or_default(),
            _ => given,
        }
    }
}

/// The program of a file.
pub(crate) fn submission(path: &Path, how: &How<'_>) -> Named {
    match made(path, how) {
        Ok(named) => named,
        Err(fault) => Named::unusable(path, fault),
    }
}

/// A program that is built and then not run would be judged by its source.
fn uses_what_is_built(way: &Way) -> Result<(), Diagnostic> {
    match (way.build.as_deref(), way.run.as_deref()) {
        (Some(build), Some(run)) if build.contains("{out}") && !run.contains("{out}") => {
            let message = format!("the build makes {{out}}, and `{run}` does not run it");
            let hint =
                "write {out} for what was built, as in --run '{out}'; without --run it is run as it is";
            Err(Diagnostic::without_place("option-does-not-fit", message).hint(hint))
        }
        _ => Ok(()),
    }
}

fn made(path: &Path, how: &How<'_>) -> Result<Named, Diagnostic> {
    let name = path.display().to_string();
    // A directory is a submission where the command looks into it, or a compiler says whether it can.
    let directory = how.build.is_some() || looks_inside(how.run);
    let wanted = if directory { Wanted::FileOrDirectory } else { Wanted::File };
    submitted::check(path, &how.given, wanted)?;
    if !path.exists() {
        let message = format!("`{name}` does not exist");
        return Err(Diagnostic::without_place("file-not-found", message).hint("check the path"));
    }
    let fixed = submitted::fixed(path, &how.given)?;
    let way = how.way(path);
    uses_what_is_built(&way)?;
    let built = way.build.as_deref().map(|build| build::run(build, path, &fixed, how)).transpose()?;
    let shown = fixed.path.clone();
    let out = built.as_ref().map(|built| built.path().join(build::PROGRAM)).unwrap_or_default();
    let (mut words, mut typed) = (split(way.run.as_deref().unwrap_or_default()), Vec::new());
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let class = java::outline(path).and_then(|outline| outline.class(&stem));
    let class = class.as_deref().unwrap_or(&stem);
    for (place, word) in words.iter_mut().enumerate() {
        *word = word.replace("{stem}", &stem).replace("{class}", class);
        if place > 0 || word.contains('/') {
            let (absolute, found) = located(word);
            *word = absolute;
            typed.extend(found);
        }
    }
    let command = match (way.run.as_deref(), &built) {
        (Some(_), _) => fill(&words, shown.as_os_str(), out.as_os_str()),
        (None, Some(_)) if !out.is_file() => {
            let message = format!("the build of `{name}` makes no program");
            let hint = "say where it goes with {out}: gcc {} -o {out}";
            return Err(Diagnostic::without_place("build-fails", message).hint(hint));
        }
        (None, Some(_)) => vec![out.into_os_string()],
        (None, None) => vec![shown.into_os_string()],
    };
    let mut reading = how.reading.clone().of_submission(&fixed, &how.all, &typed);
    if let Some(built) = &built {
        reading = reading.and(built.path().to_owned());
    }
    Ok(Named { name, command: Ok(command), reading, _built: built })
}

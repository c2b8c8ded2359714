//! What a program under test can read beside the system: itself, the directory that its command names, and what the user opens
//! with `--readable` or gives it with `--with`; never what Lydian judges it by, nor what others handed in. Everything, if the user
//! wants no confinement.
//! In: the words of its command, or its file among the submissions. Out: what is opened, what stays closed in there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lydian_diagnostic::Diagnostic;
use lydian_sut::link::LinkOptions;
use lydian_sut::{Fixed, Launcher, Limits, Runner, SYSTEM_DIRECTORIES};

use super::given::{Given, GivenFile};
use crate::arguments::SurroundingsArguments;
use crate::{inputs, submitted};

/// What a program can read of the user's files.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// Files, and directories with all below them.
    readable: Vec<PathBuf>,
    /// The submission, as it was when it was looked at.
    own: Option<Fixed>,
    /// Directories whose entries can be listed.
    listed: Vec<PathBuf>,
    /// What stays closed in there.
    hidden: Vec<PathBuf>,
    /// What it is judged by, and what others handed in.
    secret: Vec<PathBuf>,
    /// Where its own files may lie.
    near: Vec<PathBuf>,
    /// Files of its working directory.
    files: Vec<GivenFile>,
    /// All this is of no account.
    unconfined: bool,
}

impl Reading {
    /// A runner whose programs can read this.
    pub(crate) fn runner(&self, limits: Limits) -> Result<Runner, Diagnostic> {
        let runner = self.builder(limits)?;
        Ok(self.files.iter().cloned().fold(runner, |runner, (name, bytes)| runner.with_file(name, bytes)))
    }

    /// A runner of builds, which get the files of the task beside their source.
    pub(super) fn builder(&self, limits: Limits) -> Result<Runner, Diagnostic> {
        let mut runner = Runner::new(self.launcher()?, limits);
        runner = self.readable.iter().cloned().fold(runner, Runner::allow_reading);
        runner = self.own.iter().cloned().fold(runner, Runner::allow_reading_only);
        runner = self.listed.iter().cloned().fold(runner, Runner::allow_listing);
        Ok(self.hidden.iter().cloned().fold(runner, Runner::hide))
    }

    /// Who starts programs that can read this.
    pub(crate) fn launcher(&self) -> Result<Launcher, Diagnostic> {
        let launcher = super::launcher()?;
        Ok(if self.unconfined { launcher.unconfined() } else { launcher })
    }

    /// Options of a link whose system can read this.
    pub(crate) fn options(self, options: LinkOptions) -> LinkOptions {
        let Reading { readable, listed, hidden, files, .. } = self;
        LinkOptions { readable, listed, hidden, files, ..options }
    }

    /// Whether nothing is closed.
    pub(super) fn is_unconfined(&self) -> bool {
        self.unconfined
    }

    /// Files of the working directory.
    pub(super) fn files(&self) -> &[GivenFile] {
        &self.files
    }

    /// What the user gives every program.
    pub(crate) fn of_user(arguments: &SurroundingsArguments) -> Result<Reading, Diagnostic> {
        let files = Given::read(&arguments.with)?.files;
        let mut reading = Reading { files, unconfined: arguments.unconfined, ..Reading::default() };
        for path in &arguments.readable {
            let Ok(real) = path.canonicalize() else {
                let message = format!("there is no file or directory `{}` to be read", path.display());
                return Err(Diagnostic::without_place("file-not-found", message).hint("check the path"));
            };
            refuse_pipes(path)?;
            if real.is_file() {
                // Languages list a directory to find a module in it.
                reading.listed.extend(real.parent().map(Path::to_owned));
            }
            reading.readable.push(real);
        }
        Ok(reading)
    }

    /// The same for a command that the user wrote behind `--`: the directories of the files that it names, with the modules beside
    /// them; the current one, if it names none.
    pub(crate) fn of_command(mut self, words: &[OsString]) -> Result<Reading, Diagnostic> {
        let named = named_files(words)?;
        let judged_by = inputs::taken();
        // Whoever hands the specification to the program means it.
        if !named.iter().any(|path| judged_by.contains(path)) {
            self.keep_secret(judged_by);
        }
        let mut folders: Vec<PathBuf> = named.iter().filter_map(|path| folder_of(path)).collect();
        if folders.is_empty() {
            folders.extend(std::env::current_dir().ok());
        }
        self.near.clone_from(&folders);
        self.near.extend(std::env::current_dir());
        self.open_folders(folders);
        Ok(self)
    }

    /// The same for one of several submissions: it alone, and the directories of what the user wrote into the command that
    /// runs or builds it.
    pub(super) fn of_submission(mut self, fixed: &Fixed, all: &[PathBuf], typed: &[PathBuf]) -> Reading {
        self.keep_secret(inputs::taken());
        self.near.extend(std::env::current_dir());
        let own = fixed.path.clone();
        let mut folders: Vec<&Path> = all.iter().filter_map(|path| path.parent()).collect();
        folders.sort();
        folders.dedup();
        let typed: Vec<PathBuf> = typed.iter().filter_map(|path| path.canonicalize().ok()).collect();
        // No directory is opened that has submissions in it, named or not, unless the user asks for that.
        let holds_others = |folder: &PathBuf| folders.iter().any(|theirs| theirs.starts_with(folder));
        let to_open = typed.iter().filter_map(|path| folder_of(path)).filter(|folder| !holds_others(folder));
        let to_open: Vec<PathBuf> = to_open.collect();
        self.readable.push(own.clone());
        self.own = Some(fixed.clone());
        let opened =
            || self.readable.iter().map(PathBuf::as_path).chain(SYSTEM_DIRECTORIES.iter().map(Path::new));
        let is_below_opened = |path: &&Path| opened().any(|open| *path != open && path.starts_with(open));
        let mut hidden: Vec<PathBuf> =
            folders.iter().copied().filter(is_below_opened).map(Path::to_owned).collect();
        let is_beside = |path: &&PathBuf| opened().any(|open| path.parent() == Some(open));
        hidden.extend(all.iter().filter(is_beside).filter(|path| **path != own).cloned());
        self.hidden.extend(hidden);
        self.near.extend(own.parent().map(Path::to_owned));
        self.secret.extend(all.iter().filter(|path| **path != own).cloned());
        self.open_folders(to_open);
        self.readable.extend(typed.into_iter().filter(|path| path.is_file()));
        self
    }

    fn keep_secret(&mut self, paths: Vec<PathBuf>) {
        self.hidden.extend_from_slice(&paths);
        self.secret.extend(paths);
    }

    /// Where its own files may lie.
    pub(super) fn near(&self) -> &[PathBuf] {
        &self.near
    }

    /// Whether this lies near the program, is closed to it, and is nothing that must be.
    pub(super) fn is_closed(&self, path: &Path) -> bool {
        let Ok(path) = path.canonicalize() else { return false };
        let is_open = self.readable.iter().any(|open| {
            let closed = self
                .hidden
                .iter()
                .any(|hidden| hidden != open && hidden.starts_with(open) && path.starts_with(hidden));
            path == *open || path.starts_with(open) && !closed
        });
        let is_near = self.near.iter().any(|folder| path != *folder && path.starts_with(folder));
        is_near && !is_open && !self.secret.iter().any(|secret| path.starts_with(secret))
    }

    /// Whether this is a file near the program that it is not judged by, and of which it has no copy.
    pub(super) fn may_be_given(&self, path: &Path) -> bool {
        let Ok(path) = path.canonicalize() else { return false };
        let has_copy = |(name, _): &GivenFile| path.file_name().is_some_and(|own| own == name.as_str());
        let is_secret = self.secret.iter().any(|secret| path.starts_with(secret));
        path.is_file() && !is_secret && !self.files.iter().any(has_copy)
    }

    /// The same with one more file or directory.
    pub(crate) fn and(mut self, path: PathBuf) -> Reading {
        self.readable.push(path);
        self
    }

    /// Opens directories that nobody named as such: what begins with a dot stays closed. Of a home only the files directly in it
    /// are opened, and nothing of what is above it.
    fn open_folders(&mut self, folders: Vec<PathBuf>) {
        let home = std::env::var_os("HOME").and_then(|home| PathBuf::from(home).canonicalize().ok());
        for folder in folders {
            let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            let (dotted, others): (Vec<_>, Vec<_>) =
                entries.partition(|entry| entry.file_name().as_encoded_bytes().starts_with(b"."));
            if home.as_ref() == Some(&folder) {
                let files = others.iter().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
                let paths = files.map(|entry| entry.path()).filter(|path| !self.secret.contains(path));
                self.readable.extend(paths);
            } else if home.as_ref().is_none_or(|home| !home.starts_with(&folder)) {
                self.hidden.extend(dotted.iter().map(|entry| entry.path()));
                self.readable.push(folder);
            }
        }
    }
}

/// The directory of a file, or a directory itself; none for what belongs to the system.
fn folder_of(path: &Path) -> Option<PathBuf> {
    let folder = if path.is_dir() { path } else { path.parent()? };
    let of_system = SYSTEM_DIRECTORIES.iter().any(|place| folder.starts_with(place));
    // A word such as `/` is an operator more often than a directory.
    (!of_system && folder.parent().is_some()).then(|| folder.to_owned())
}

/// The files and directories that a command names, links followed as far as they may be.
fn named_files(words: &[OsString]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut named = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let path = Path::new(word);
        let is_looked_up = place == 0 && !word.as_encoded_bytes().contains(&b'/');
        let Ok(real) = path.canonicalize() else { continue };
        if !is_looked_up {
            refuse_pipes(path)?;
        }
        if is_looked_up || !path.is_file() && !path.is_dir() {
            continue;
        }
        let link = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
        if link && real.is_file() {
            let Some(folder) = path.parent().map(|folder| folder.join(".")) else { continue };
            let folder = folder.canonicalize().unwrap_or(folder);
            // A virtual environment has links to the interpreter that it was made of.
            let is_interpreter = place == 0 && folder.ends_with("bin");
            if !is_interpreter && !real.starts_with(&folder) && folder_of(&real).is_some() {
                return Err(leads_out(path));
            }
            named.push(folder.join(path.file_name().unwrap_or_default()));
        } else {
            named.push(real);
        }
    }
    Ok(named)
}

/// Refuses what would keep whoever opens it waiting until somebody else writes to it: the program would seem not to end.
fn refuse_pipes(path: &Path) -> Result<(), Diagnostic> {
    match submitted::special_at(path) {
        Some(what) if what != submitted::DEVICE => {
            let message = format!("`{}` is {what}, not a file", path.display());
            Err(Diagnostic::without_place("not-a-file", message).hint("name a regular file"))
        }
        _ => Ok(()),
    }
}

fn leads_out(path: &Path) -> Diagnostic {
    let message = format!("`{}` is a symbolic link that leads out of its directory", path.display());
    let hint = "name the file that is meant: what a link of somebody else leads to is not opened";
    Diagnostic::without_place("not-a-file", message).hint(hint)
}

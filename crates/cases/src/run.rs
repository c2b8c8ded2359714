//! Runs the commands of a case in a folder of its own.
//! In: a case, the program, a treatment. Out: what each command gave, normalised. A command that hangs is killed and the
//! case fails.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::case::{Case, Expected, Step};
use crate::normalise::normalise;

/// A command of a case takes milliseconds; one that takes this long hangs, whatever else the machine does.
const LIMIT: Duration = Duration::from_secs(600);

/// One way to run all cases: further arguments or environment that must not change any output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Treatment {
    name: String,
    subcommand_words: usize,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    possible: bool,
}

impl Treatment {
    /// A treatment that changes nothing yet.
    pub fn new(name: &str) -> Treatment {
        Treatment {
            name: name.to_owned(),
            subcommand_words: 1,
            arguments: Vec::new(),
            environment: Vec::new(),
            possible: true,
        }
    }

    /// The same for subcommands of so many words: `compare` is one, `console check` are two.
    #[must_use]
    pub fn behind(mut self, subcommand_words: usize) -> Treatment {
        self.subcommand_words = subcommand_words;
        self
    }

    /// The same with one more argument, given right behind the subcommand.
    #[must_use]
    pub fn argument(mut self, argument: &str) -> Treatment {
        self.arguments.push(argument.to_owned());
        self
    }

    /// The same with one more variable of the environment.
    #[must_use]
    pub fn variable(mut self, name: &str, value: &str) -> Treatment {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same, but not possible on this machine: a name that `not-in:` may give, and no run.
    #[must_use]
    pub fn impossible(mut self) -> Treatment {
        self.possible = false;
        self
    }

    /// Whether cases can be run in it on this machine.
    pub(crate) fn is_possible(&self) -> bool {
        self.possible
    }

    /// The name, as `not-in:` gives it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// What the commands of a case give in a treatment, in order. `beside` is a folder whose files the case needs as well.
pub(crate) fn run(
    case: &Case,
    beside: Option<&Path>,
    binary: &Path,
    treatment: &Treatment,
) -> io::Result<Vec<Expected>> {
    let folder = Folder::create()?;
    if let Some(beside) = beside {
        copy_beside(beside, &folder.path)?;
    }
    for (name, text) in &case.files {
        let path = folder.path.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&folder.path))?;
        fs::write(path, text)?;
    }
    case.steps.iter().map(|step| run_step(step, binary, treatment, &folder.path)).collect()
}

/// What one command gives in a folder.
pub(crate) fn run_step(
    step: &Step,
    binary: &Path,
    treatment: &Treatment,
    folder: &Path,
) -> io::Result<Expected> {
    let (subcommand, arguments) =
        step.arguments.split_at(step.arguments.len().min(treatment.subcommand_words));
    let mut child = Command::new(binary)
        .args(subcommand)
        .args(&treatment.arguments)
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("PATH", search_path())
        .envs(treatment.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let output = read_aside(child.stdout.take());
    let errors = read_aside(child.stderr.take());
    if let Some(mut stdin) = child.stdin.take() {
        // A command that does not read its input closes the pipe early; that is its right.
        let _ = stdin.write_all(step.stdin.as_bytes());
    }
    let exit = wait(&mut child)?;
    let folder = folder.to_string_lossy();
    let text = |bytes: thread::JoinHandle<Vec<u8>>| {
        let bytes = bytes.join().unwrap_or_default();
        let mut text = normalise(&String::from_utf8_lossy(&bytes), &folder);
        // A fence always ends with a line end, so an output that does not is held to one that does.
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    };
    Ok(Expected { output: text(output), errors: text(errors), exit })
}

/// Where programs under test are looked for. The system's own come first: what a version manager puts in front of them
/// takes longer to start than a case to run.
fn search_path() -> OsString {
    let mut path = OsString::from("/usr/bin:/bin");
    if let Some(rest) = std::env::var_os("PATH") {
        path.push(":");
        path.push(rest);
    }
    path
}

fn read_aside(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What was read before an error is still worth comparing.
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// The exit code; a signal counts as -1.
fn wait(child: &mut Child) -> io::Result<i32> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code().unwrap_or(-1));
        }
        if started.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Err(io::Error::other(format!("a command did not end within {} s", LIMIT.as_secs())));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

pub(crate) fn copy_beside(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy_beside(&entry.path(), &target)?;
        } else if entry.file_name() != "case.md" {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// A folder that is gone when the case is over.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
}

impl Folder {
    pub(crate) fn create() -> io::Result<Folder> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("lydian-case-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path)?;
        Ok(Folder { path: path.canonicalize()? })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed is litter in the temporary folder, not a wrong result.
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shell stands in for the command: `lydian -c SCRIPT` runs a script.
    fn run_script(script: &str, treatment: &Treatment) -> Expected {
        let step = Step {
            arguments: vec!["-c".into(), script.into()],
            stdin: "given\n".into(),
            expected: Expected::default(),
        };
        let case = Case {
            not_in: Vec::new(),
            files: vec![("a/b.ml".into(), "let x = 1\n".into())],
            steps: vec![step],
        };
        run(&case, None, Path::new("/bin/sh"), treatment).expect("the shell runs").remove(0)
    }

    #[test]
    fn a_command_sees_its_files_and_its_input() {
        let given =
            run_script("cat a/b.ml; cat; pwd; echo 'took 12 ms' >&2; exit 3", &Treatment::new("plain"));
        assert_eq!(given.output, "let x = 1\ngiven\n[dir]\n");
        assert_eq!(given.errors, "took [time]\n");
        assert_eq!(given.exit, 3);
    }

    #[test]
    fn a_treatment_reaches_the_command() {
        let treatment = Treatment::new("loud").variable("LOUD", "yes");
        assert_eq!(run_script("echo $LOUD", &treatment).output, "yes\n");
    }

    #[test]
    fn a_treatment_is_given_behind_all_words_of_the_subcommand() {
        let treatment = Treatment::new("loud").behind(2).argument("loud");
        assert_eq!(run_script("echo $0", &treatment).output, "loud\n");
    }

    #[test]
    fn the_folder_is_gone_afterwards() {
        let folder = Folder::create().expect("a folder");
        let path = folder.path.clone();
        assert!(path.is_dir());
        drop(folder);
        assert!(!path.exists());
    }
}

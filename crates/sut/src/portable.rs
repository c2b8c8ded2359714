//! Running programs where there is no tracing: all input is given at once, and nothing is confined but time.
//! `turn` gives everything that was written, then the end; it cannot tell what was written before which input.
//! `live` and `talk` are for programs that stay up and are talked to in lines.

mod live;
mod talk;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::command::resolve;
use crate::{
    End, Finished, Launcher, Layer, Limits, Pause, Program, StartError, StartErrorKind, Tracing, Turn,
    WORK_DIRECTORY,
};

pub(crate) use live::{Gate, Live, LiveStreams, Network, abort_on_close};
pub(crate) use talk::Talk;

/// Starts programs.
pub struct Runner {
    limits: Limits,
    files: Vec<(String, Vec<u8>)>,
}

impl Runner {
    /// A runner whose programs get these limits; only those on time and output are kept here.
    pub fn new(_launcher: Launcher, limits: Limits) -> Runner {
        Runner { limits, files: Vec::new() }
    }

    /// The same: there is one way only.
    #[must_use]
    pub fn tracing(self, _tracing: Tracing) -> Runner {
        self
    }

    /// The same: everything can be read.
    #[must_use]
    pub fn allow_reading(self, _path: std::path::PathBuf) -> Runner {
        self
    }

    /// The same: everything can be listed.
    #[must_use]
    pub fn allow_listing(self, _directory: PathBuf) -> Runner {
        self
    }

    /// The same: everything can be read.
    #[must_use]
    pub fn allow_reading_only(self, _fixed: crate::Fixed) -> Runner {
        self
    }

    /// The same: nothing is hidden.
    #[must_use]
    pub fn hide(self, _path: std::path::PathBuf) -> Runner {
        self
    }

    /// The same with one more file that programs find in their working directory.
    #[must_use]
    pub fn with_file(mut self, name: String, bytes: Vec<u8>) -> Runner {
        self.files.push((name, bytes));
        self
    }

    /// The same: the network is always there.
    #[must_use]
    pub(crate) fn network(self, _network: Network) -> Runner {
        self
    }

    /// Programs are reached over the machine's network.
    pub(crate) fn gate(&self) -> Result<Option<Gate>, StartError> {
        Ok(None)
    }

    /// Starts a program with pipes, in the directory of its command.
    pub fn start(&self, program: &Program) -> Result<Run, StartError> {
        if self.files.is_empty() {
            return self.start_in(program, None);
        }
        let failed = |error: std::io::Error| StartError::new(StartErrorKind::System, error.to_string());
        let place = Work::new(&self.files).map_err(failed)?;
        self.start_in(program, Some((place, "")))
    }

    /// Starts a program that builds something in a new directory with its files. Its input is at its end.
    pub(crate) fn start_build(&self, program: &Program, builds_in: &str) -> Result<Run, StartError> {
        let failed = |error: std::io::Error| StartError::new(StartErrorKind::System, error.to_string());
        let place = Work::new(&program.files).map_err(failed)?;
        let mut run = self.start_in(program, Some((place, builds_in)))?;
        run.close_input();
        Ok(run)
    }

    fn start_in(&self, program: &Program, work: Option<(Work, &str)>) -> Result<Run, StartError> {
        let resolved = resolve(program, &self.limits, &[])?;
        let place = work.as_ref().map(|(work, _)| work.0.to_string_lossy().into_owned()).unwrap_or_default();
        let arguments = resolved.arguments[1..].iter().map(|word| match word.to_str() {
            Some(text) => OsString::from(text.replace(WORK_DIRECTORY, &place)),
            None => word.clone(),
        });
        let mut command = Command::new(&resolved.path);
        if let Some((work, builds_in)) = &work {
            command.current_dir(work.0.join(builds_in));
        }
        let child = command
            .args(arguments)
            .envs(resolved.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| StartError::new(StartErrorKind::System, error.to_string()))?;
        Ok(Run {
            child,
            input: Vec::new(),
            closed: false,
            ended: None,
            limits: self.limits.clone(),
            used: Duration::ZERO,
            work: work.map(|(work, _)| work),
        })
    }
}

/// A directory for files of a run, removed with the value.
struct Work(PathBuf);

impl Work {
    fn new(files: &[(String, Vec<u8>)]) -> std::io::Result<Work> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let place = std::env::temp_dir().join(format!("lydian-work-{}-{number}", std::process::id()));
        std::fs::create_dir(&place)?;
        let work = Work(place);
        for (name, bytes) in files {
            let path = work.0.join(name);
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::write(path, bytes)?;
        }
        Ok(work)
    }

    fn list(folder: &Path, prefix: &Path, but: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = prefix.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && name != Path::new(but) => {
                    Work::list(&entry.path(), &name, but, found)
                }
                Ok(kind) if !kind.is_dir() => found.push(name.to_string_lossy().into_owned()),
                _ => {}
            }
        }
    }

    fn copy(folder: &Path, target: &Path, but: &str) -> std::io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let (entry, to) = entry.map(|entry| (entry.path(), target.join(entry.file_name())))?;
            let kind = entry.symlink_metadata()?;
            if kind.is_dir() {
                std::fs::create_dir(&to)?;
                Work::copy(&entry, &to, but)?;
            } else if kind.is_file() && entry.file_name().is_some_and(|name| name != but) {
                std::fs::copy(&entry, &to)?;
            }
        }
        Ok(())
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A program that runs.
pub struct Run {
    child: Child,
    input: Vec<u8>,
    closed: bool,
    ended: Option<End>,
    limits: Limits,
    used: Duration,
    work: Option<Work>,
}

impl Run {
    /// Asks for input until it is closed, then runs the program to its end.
    pub fn turn(&mut self) -> Turn {
        let empty =
            |pause| Turn { output: Vec::new(), errors: Vec::new(), pause, unsettled: false, looked: false };
        if let Some(end) = self.ended {
            return empty(Pause::Ended(end));
        }
        if !self.closed {
            return empty(Pause::WaitsForInput);
        }
        let started = Instant::now();
        if let Some(mut input) = self.child.stdin.take() {
            let bytes = std::mem::take(&mut self.input);
            std::thread::spawn(move || input.write_all(&bytes));
        }
        let output = self.child.stdout.take().map(|stream| reader(stream, self.limits.output));
        let errors = self.child.stderr.take().map(|stream| reader(stream, self.limits.output));
        let end = self.wait(started);
        self.ended = Some(end);
        self.used = started.elapsed();
        let take = |stream: Option<Receiver<Vec<u8>>>| {
            stream.and_then(|stream| stream.recv_timeout(Duration::from_secs(1)).ok()).unwrap_or_default()
        };
        Turn {
            output: take(output),
            errors: take(errors),
            pause: Pause::Ended(end),
            unsettled: false,
            looked: false,
        }
    }

    /// The working directory, if it has one of its own.
    pub(crate) fn directory(&self) -> PathBuf {
        self.work.as_ref().map(|work| work.0.clone()).unwrap_or_default()
    }

    /// Copies what a directory of its working directory holds to `target`, but for one name.
    pub(crate) fn copy_out(&mut self, name: &str, target: &Path, but: &str) -> std::io::Result<()> {
        match &self.work {
            Some(work) => Work::copy(&work.0.join(name), target, but),
            None => Ok(()),
        }
    }

    /// Names the files of its working directory that lie outside of `but`.
    pub(crate) fn list(&mut self, but: &str) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(work) = &self.work {
            Work::list(&work.0, Path::new(""), but, &mut found);
        }
        found.sort();
        found
    }

    fn wait(&mut self, started: Instant) -> End {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.code().map_or(End::Lost, End::Exited),
                Ok(None) if started.elapsed() < self.limits.wall => {
                    std::thread::sleep(Duration::from_millis(5))
                }
                Ok(None) => {
                    let _ = self.child.kill();
                    return End::TimedOut { idle: false };
                }
                Err(_) => return End::Lost,
            }
        }
    }

    /// Adds a line to the input.
    pub fn feed(&mut self, line: &[u8]) {
        self.input.extend_from_slice(line);
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.closed = true;
    }

    /// Gives the program at most this much more time on the clock.
    pub fn hurry(&mut self, most: Duration) {
        self.limits.wall = self.limits.wall.min(self.used.saturating_add(most));
    }

    /// Kills the program; no file is collected here.
    pub fn finish(mut self) -> Finished {
        let _ = self.child.kill();
        let _ = self.child.wait();
        Finished { files: Vec::new(), cpu: Duration::ZERO, wall: self.used, peak_memory: 0 }
    }
}

fn reader(mut stream: impl Read + Send + 'static, limit: u64) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = (&mut stream).take(limit).read_to_end(&mut bytes);
        let _ = send.send(bytes);
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    receive
}

/// There is no launcher here.
pub fn launcher_main(_arguments: impl Iterator<Item = OsString>) -> ! {
    std::process::exit(2)
}

/// Nothing is in force here.
pub fn layers(_launcher: &Launcher) -> Vec<Layer> {
    let note = "only Linux has it; all input is given at once and programs are not confined";
    vec![Layer { name: "tracing and confinement", active: false, note: note.to_owned() }]
}

//! What the tests of this crate share: a place to build programs, runners, and traces as text.

#![allow(dead_code, reason = "each test program uses a part")]
#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use lydian_sut::{End, Launcher, Limits, Pause, Program, Run, Runner, Tracing};

/// A directory that is removed with the value.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lydian-sut-test-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Runs a compiler here; it must be installed (`scripts/setup.sh` sees to that) and succeed.
    pub fn build(&self, command: &[&str]) {
        let output = Command::new(command[0])
            .args(&command[1..])
            .current_dir(&self.0)
            .output()
            .unwrap_or_else(|error| panic!("{} cannot be run: {error}", command[0]));
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Compiles a C program and gives its command.
    pub fn c(&self, name: &str, source: &str) -> Vec<OsString> {
        let file = format!("{name}.c");
        self.write(&file, source);
        self.build(&["gcc", "-O1", "-w", "-pthread", "-o", name, &file]);
        vec![self.0.join(name).into()]
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn launcher() -> Launcher {
    Launcher { command: PathBuf::from(env!("CARGO_BIN_EXE_lydian-launch")), arguments: Vec::new() }
}

pub fn runner(tracing: Tracing, limits: Limits) -> Runner {
    Runner::new(launcher(), limits).tracing(tracing)
}

/// As on a machine without namespaces.
pub fn runner_without_namespaces(tracing: Tracing, limits: Limits) -> Runner {
    let launcher = Launcher { arguments: words(&["--without-namespaces"]), ..launcher() };
    Runner::new(launcher, limits).tracing(tracing)
}

pub fn generous() -> Limits {
    Limits { wall: Duration::from_secs(30), cpu: Duration::from_secs(20), ..Limits::default() }
}

pub fn program(directory: &Path, command: &[OsString]) -> Program {
    Program { command: command.to_vec(), directory: Some(directory.to_owned()), ..Program::default() }
}

/// Whether the kernel restricts files. Without it they are open, as the book says.
pub fn has_landlock() -> bool {
    lydian_sut::layers(&launcher()).iter().any(|layer| layer.name == "landlock" && layer.active)
}

pub fn words(command: &[&str]) -> Vec<OsString> {
    command.iter().map(OsString::from).collect()
}

/// Feeds the lines one by one and writes down what happens: output as it is, `<line>` for an input, `<end>` for
/// the end of input, and how it ended.
pub fn trace(run: &mut Run, lines: &[&str]) -> String {
    let mut text = String::new();
    let mut lines = lines.iter();
    let mut closed = 0;
    loop {
        let turn = run.turn();
        text.push_str(&String::from_utf8_lossy(&turn.output));
        match turn.pause {
            Pause::WaitsForInput => match lines.next() {
                Some(line) => {
                    text.push_str(&format!("<{line}>"));
                    run.feed(format!("{line}\n").as_bytes());
                }
                None => {
                    closed += 1;
                    assert!(closed < 3, "it keeps waiting after the end of input; so far {text:?}");
                    text.push_str("<end>");
                    run.close_input();
                }
            },
            Pause::Ended(End::Exited(0)) => return text,
            Pause::Ended(end) => {
                return format!("{text}[{end}] {}", String::from_utf8_lossy(&turn.errors));
            }
        }
    }
}

/// A mark in the environment of programs, by which they are found wherever they went.
pub struct Marked(String);

impl Marked {
    pub fn new(name: &str) -> Marked {
        Marked(format!("{name}-{}", std::process::id()))
    }

    pub fn variable(&self) -> (OsString, OsString) {
        ("LYDIAN_MARK".into(), (&self.0).into())
    }

    /// Fails if a process with the mark lives.
    pub fn assert_gone(&self) {
        let mark = format!("LYDIAN_MARK={}", self.0);
        let carries = |path: &Path| {
            let environment = std::fs::read(path.join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
        };
        let entries = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        let found: Vec<PathBuf> = entries.filter(|path| carries(path)).collect();
        assert_eq!(found, Vec::<PathBuf>::new(), "processes were left behind");
    }
}

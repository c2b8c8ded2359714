//! A run that a signal ends: its report holds what was judged until then, and names what was not.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

const REFERENCE: &str = "let rec f l = match l with [] -> 0 | x :: t -> (x * x * x + f t) mod 1000003\n";
const WRONG: &str = "let rec f l = match l with [] -> 1 | x :: t -> (x * x * x + f t) mod 1000003\n";
/// Right, and with the effort below no machine is through with it soon.
const RIGHT: &str = "let rec f l = match l with [] -> 0 | x :: t -> (x * (x * x) + f t) mod 1000003\n";

/// A comparison of a wrong and of a right submission that would take very long, in a folder of its own.
struct Run {
    folder: PathBuf,
    child: Child,
}

impl Run {
    fn start(name: &str, arguments: &[&str]) -> Run {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in [("reference.ml", REFERENCE), ("wrong.ml", WRONG), ("right.ml", RIGHT)] {
            fs::write(folder.join(name), text).expect("a file can be written");
        }
        let long =
            ["compare", "--effort", "1000000", "--budget", "1h", "reference.ml", "wrong.ml", "right.ml"];
        Run::of(folder, &[&long[..], arguments].concat())
    }

    /// The command with these arguments.
    fn of(folder: PathBuf, arguments: &[&str]) -> Run {
        let child = Command::new(env!("CARGO_BIN_EXE_lydian"))
            .args(arguments)
            .current_dir(&folder)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command can be started");
        Run { folder, child }
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(status.expect("kill can be run").success());
    }

    /// Returns when the command has begun to judge: beside the main thread and the one for signals, others work then.
    fn wait_for_work(&self) {
        let threads = format!("/proc/{}/task", self.child.id());
        while fs::read_dir(&threads).map_or(0, Iterator::count) < 3 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    /// The exit code, and what was written to standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let mut errors = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        (self.child.wait().expect("it ends").code(), errors)
    }
}

#[test]
fn ctrl_c_leaves_a_report_of_what_was_judged() {
    let mut run = Run::start("interrupted-text", &[]);
    let mut output = BufReader::new(run.child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    // The wrong submission is judged first; then the signal comes in the middle of the right one.
    while !text.contains("replay") {
        assert!(output.read_line(&mut text).expect("text") > 0, "{text}");
    }
    run.signal("INT");
    output.read_to_string(&mut text).expect("text");
    let (code, errors) = run.end();
    assert!(text.starts_with("wrong.ml: refuted\n"), "{text}");
    let rest =
        "\nright.ml: unknown\n  the run was ended before this was judged\n\n2 in all: 1 refuted, 1 unknown\n";
    assert!(text.ends_with(rest), "{text}");
    assert!(errors.contains("error[interrupted]: the run was ended by a signal: 1 of 2 judged"), "{errors}");
    assert_eq!(code, Some(130));
}

#[test]
fn a_report_in_a_file_is_put_in_its_place_when_a_scheduler_ends_the_run() {
    let run = Run::start("interrupted-file", &["--format", "json", "--output", "report.json"]);
    run.wait_for_work();
    // Whatever was judged by now, the report is whole and has a row for each submission.
    run.signal("TERM");
    let report = run.folder.join("report.json");
    let (code, errors) = run.end();
    assert_eq!(code, Some(143), "{errors}");
    let text = fs::read_to_string(report).expect("the report is there");
    let document: serde_json::Value = serde_json::from_str(&text).expect("the report is JSON");
    assert_eq!(document["summary"]["total"], 2, "{text}");
    assert_eq!(document["judgements"][1]["subject"], "right.ml");
    assert_eq!(document["judgements"][1]["reasons"][0]["cause"], "interrupted");
}

#[test]
fn ctrl_c_is_not_taken_by_a_solver_at_work() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let arguments = ["stream", "check", "examples/decoder/decoder.tessla", "--", "sleep", "60"];
    let mut run = Run::of(root, &arguments);
    let threads = format!("/proc/{}/task", run.child.id());
    let solver_works = || {
        let names = fs::read_dir(&threads).into_iter().flatten().flatten();
        let names = names.filter_map(|thread| fs::read_to_string(thread.path().join("comm")).ok());
        names.into_iter().any(|name| name.starts_with("solver"))
    };
    while !solver_works() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // Somewhere among the questions that are asked for the tests.
    std::thread::sleep(std::time::Duration::from_millis(200));
    run.signal("INT");
    let mut text = String::new();
    run.child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    assert_eq!(text, "sleep 60: unknown\n  the run was ended before this was judged\n");
    assert_eq!(run.end().0, Some(130));
}

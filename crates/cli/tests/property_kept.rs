//! Counterexamples of properties across several runs in one folder: what is kept, tried, forgotten, and left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder with a file of properties, gone when the test is over.
struct Folder(PathBuf);

/// What a run gave.
struct Given {
    output: String,
    errors: String,
    exit: Option<i32>,
}

impl Folder {
    fn new(text: impl AsRef<[u8]>) -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("lydian-kept-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = Folder(std::env::temp_dir().join(name));
        fs::create_dir_all(&folder.0).expect("a folder");
        folder.write("file.ml", text);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        fs::write(path, text).expect("a file can be written");
    }

    fn kept(&self) -> Option<String> {
        fs::read_to_string(self.path(".lydian/file.ml.failures")).ok()
    }

    fn check(&self, arguments: &[&str]) -> Given {
        self.check_with(arguments, None)
    }

    fn check_with(&self, arguments: &[&str], failures: Option<&str>) -> Given {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lydian"));
        command.args(["property", "check", "file.ml"]).args(arguments).current_dir(&self.0);
        command.env("NO_COLOR", "1").env_remove("LYDIAN_FAILURES");
        command.envs(failures.map(|folder| ("LYDIAN_FAILURES", folder)));
        let output = command.output().expect("the command runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Given { output: text(output.stdout), errors: text(output.stderr), exit: output.status.code() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const WRONG: &str = "let prop_short (l : bool list) = List.length l < 2\nlet prop_fine b = b || not b\n";
const RIGHT: &str = "let prop_short (l : bool list) = List.length l >= 0\nlet prop_fine b = b || not b\n";

#[test]
fn a_counterexample_is_kept_and_forgotten_when_it_passes() {
    let folder = Folder::new(WRONG);
    let first = folder.check(&[]);
    assert_eq!(first.exit, Some(1), "{}", first.errors);
    let kept = folder.kept().expect("something is kept");
    assert!(kept.starts_with("# ") && kept.ends_with("\nprop_short [false; false]\n"), "{kept}");
    let second = folder.check(&[]);
    assert_eq!((second.output, second.errors, folder.kept()), (first.output, first.errors, Some(kept)));
    folder.write("file.ml", RIGHT);
    let mended = folder.check(&[]);
    let note = "note[kept-counterexample]: a kept counterexample passes now: `prop_short [false; false]`";
    assert!(mended.output.contains(note), "{}", mended.output);
    assert_eq!(mended.exit, Some(0));
    assert!(!folder.path(".lydian").exists());
    assert!(!folder.check(&[]).output.contains("kept"));
}

#[test]
fn a_kept_counterexample_fails_whatever_is_tried_otherwise() {
    let folder = Folder::new("let prop_near x = x <> 123456. /. 64.");
    assert_eq!(folder.check(&[]).exit, Some(0));
    folder.write(".lydian/file.ml.failures", "prop_near 1929.\n");
    let again = folder.check(&["--tests", "1"]);
    assert_eq!(again.exit, Some(1));
    assert!(again.output.contains("call    prop_near 1929.\n"), "{}", again.output);
    assert!(again.output.contains("tests   kept from an earlier run"), "{}", again.output);
    assert_eq!(folder.kept().as_deref(), Some("prop_near 1929.\n"));
    assert_eq!(folder.check(&["--no-keep"]).exit, Some(0));
}

#[test]
fn nothing_is_written_without_a_reason() {
    let folder = Folder::new(WRONG);
    for arguments in [
        &["--no-keep"][..],
        &["--replay", "prop_short [true; true]"],
        &["--replay", "prop_short:5:0"],
        &["--property", "prop_fine"],
    ] {
        folder.check(arguments);
        assert!(!folder.path(".lydian").exists(), "{arguments:?}");
    }
    folder.check_with(&[], Some(""));
    assert!(!folder.path(".lydian").exists());
}

#[test]
fn the_variable_names_another_folder() {
    let folder = Folder::new(WRONG);
    folder.check_with(&[], Some("kept/here"));
    assert!(!folder.path(".lydian").exists());
    assert!(folder.path("kept/here/file.ml.failures").is_file());
}

#[test]
fn kept_calls_of_properties_that_are_not_asked_for_stay() {
    let folder = Folder::new(WRONG);
    folder.write(".lydian/file.ml.failures", "prop_gone 1\nprop_short [true; true; true]\n");
    folder.check(&["--property", "prop_fine"]);
    assert_eq!(folder.kept().as_deref(), Some("prop_gone 1\nprop_short [true; true; true]\n"));
    let all = folder.check(&[]);
    assert!(all.errors.contains("belongs to no property any more: `prop_gone 1`"), "{}", all.errors);
    let kept = folder.kept().expect("something is kept");
    assert!(kept.ends_with("\nprop_short [false; false]\nprop_short [true; true; true]\n"), "{kept}");
}

#[test]
fn what_cannot_be_kept_is_a_warning() {
    let folder = Folder::new(WRONG);
    folder.write(".lydian", "something else");
    let given = folder.check(&[]);
    assert_eq!(given.exit, Some(1));
    assert!(given.output.starts_with("prop_short: refuted\n"), "{}", given.output);
    assert!(given.errors.starts_with("warning[cannot-keep]: "), "{}", given.errors);
    assert_eq!(fs::read_to_string(folder.path(".lydian")).expect("left alone"), "something else");
}

#[test]
fn a_file_of_kept_calls_that_is_no_text_is_left_alone() {
    for bytes in [&b"\xff\xfe\x00"[..], &[b'x'; 5 << 20]] {
        let folder = Folder::new(WRONG);
        folder.write(".lydian/file.ml.failures", bytes);
        let given = folder.check(&[]);
        assert_eq!(given.exit, Some(1));
        assert!(given.errors.starts_with("warning[cannot-keep]: "), "{}", given.errors);
        assert_eq!(fs::read(folder.path(".lydian/file.ml.failures")).expect("a file"), bytes);
    }
}

#[test]
fn kept_lines_of_any_kind_are_no_error() {
    let folder = Folder::new(RIGHT);
    let deep = format!("prop_short {}", "[".repeat(3_000));
    let lines =
        ["prop_short (", "prop_short true", "prop_short [] let prop_short = 1", "prop_fine \u{1F600}", &deep];
    folder.write(".lydian/file.ml.failures", lines.join("\n"));
    let given = folder.check(&[]);
    assert_eq!(given.exit, Some(0), "{}{}", given.output, given.errors);
    assert!(given.output.matches("note[kept-counterexample]").count() >= 4, "{}", given.output);
    assert_eq!(folder.kept(), None);
}

#[test]
fn bytes_that_are_no_text_are_shown_as_escapes() {
    let folder = Folder::new(b"let prop_other s = s <> \"\xff\xfe\" && s <> \"\\200\"");
    let given = folder.check(&["--seed", "1"]);
    assert!(given.output.contains("call    prop_other \"\\255\\254\"\n"), "{}", given.output);
    assert!(folder.kept().is_some_and(|kept| kept.ends_with("\nprop_other \"\\255\\254\"\n")));
    assert_eq!(folder.check(&["--replay", "prop_other \"\\255\\254\""]).exit, Some(1));
    assert_eq!(folder.check(&["--replay", "prop_other \"??\""]).exit, Some(0));
}

#[test]
fn saved_cases_lead_back_to_their_calls() {
    let folder = Folder::new("let prop_a ~x ~y = x = y || x > 5\nlet prop_b s = String.length s < 1");
    assert_eq!(folder.check(&["--emit", "cases", "--output", "case.json"]).exit, Some(1));
    let again = folder.check(&["--replay", "case.json"]);
    assert_eq!(again.exit, Some(1), "{}", again.errors);
    assert!(again.output.ends_with("2 in all: 2 refuted\n"), "{}", again.output);
    folder
        .write("file.ml", "let prop_a ~x ~y = x = y || x <= 5 || x > 5\nlet prop_b s = String.length s >= 0");
    assert_eq!(folder.check(&["--replay", "case.json"]).exit, Some(0));
}

#[test]
fn a_place_is_shown_when_asked_for_and_leads_back() {
    let folder = Folder::new(WRONG);
    let verbose = folder.check(&["--verbose", "--property", "prop_short"]);
    let place = verbose.output.lines().find_map(|line| line.trim().strip_prefix("place ")).map(str::trim);
    let again = folder.check(&["--replay", place.expect("a place")]);
    assert_eq!(again.output, "the call: refuted\n  call  prop_short [false; false]\n  got   false\n");
}

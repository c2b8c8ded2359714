//! Files that are none, and names that would steer a terminal, in the place of every input of every command.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

const MODEL: &str = "type state = int\ntype input = Up\ntype output = Now of int\nlet init = 0\n\
                     let step n Up = Some (Now (n + 1), n + 1)\n";
const STREAM: &str = "in x: Events[Int]\nout x\n";

/// A name with a line end, an escape sequence and a character that turns the direction of text.
const ODD: &str = "a\nb\u{1b}[31m\u{202e}lm";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("odd-files-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [
        ("spec.console", "read x : int\nwrite x\n"),
        ("imports.console", "import \"pipe.ml\"\nread x : int\nwrite x\n"),
        ("spec.tessla", STREAM),
        ("includes.tessla", "include \"pipe.ml\"\nin x: Events[Int]\nout x\n"),
        ("model.ml", MODEL),
        ("f.ml", "let f x = x + 1\n"),
        ("prop.ml", "let prop_small (n : int) = n < 3\n"),
    ] {
        fs::write(folder.join(name), text).expect("a file can be written");
    }
    folder
}

/// The exit code and all that was said; a command that waits is ended.
fn lydian(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new("timeout");
    command.args(["20", env!("CARGO_BIN_EXE_lydian")]).args(arguments).current_dir(folder);
    let done = command.env("NO_COLOR", "1").env_remove("LYDIAN_FAILURES").output().expect("it runs");
    let said = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (done.status.code(), said.concat())
}

#[test]
fn a_named_pipe_is_refused_at_once_wherever_a_file_is_named() {
    let folder = folder("pipes");
    for name in ["pipe.ml", "pipe.json", "dir/pipe.trace"] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo can be run").success());
    }
    for arguments in [
        &["compare", "pipe.ml", "f.ml"][..],
        &["compare", "f.ml", "pipe.ml"],
        &["compare", "f.ml", "model.ml", "--observe", "pipe.ml"],
        &["compare", "f.ml", "model.ml", "--interface", "pipe.ml"],
        &["compare", "f.ml", "model.ml", "--replay", "pipe.json"],
        &["compare", "f.ml", "model.ml", "--also", "pipe.json"],
        &["console", "check", "pipe.ml", "--", "cat"],
        &["console", "check", "imports.console", "--", "cat"],
        &["console", "check", "spec.console", "--", "cat", "pipe.ml"],
        &["console", "check", "spec.console", "--readable", "pipe.ml", "--", "cat"],
        &["stream", "check", "spec.tessla", "--", "cat", "pipe.ml"],
        &["model", "test", "model.ml", "--", "cat", "pipe.ml"],
        &["console", "check", "spec.console", "--suite", "pipe.json", "--", "cat"],
        &["console", "run", "pipe.ml"],
        &["console", "samples", "pipe.ml"],
        &["console", "paths", "pipe.ml"],
        &["console", "suite", "pipe.ml", "--output", "new.json"],
        &["console", "lint", "pipe.ml"],
        &["console", "accept", "spec.console", "pipe.ml"],
        &["console", "translate", "pipe.ml", "--to", "python"],
        &["stream", "run", "pipe.ml", "-"],
        &["stream", "run", "includes.tessla", "-"],
        &["stream", "run", "spec.tessla", "pipe.ml"],
        &["stream", "generate", "pipe.ml"],
        &["stream", "check", "spec.tessla", "--trace", "pipe.ml", "--", "cat"],
        &["stream", "check", "spec.tessla", "--trace", "dir", "--", "cat"],
        &["stream", "mutate", "pipe.ml"],
        &["stream", "core", "pipe.ml"],
        &["model", "check", "pipe.ml"],
        &["model", "generate", "pipe.ml"],
        &["model", "draw", "pipe.ml"],
        &["model", "test", "model.ml", "--model", "pipe.ml"],
        &["model", "test", "model.ml", "--wire", "pipe.ml", "--", "cat"],
        &["model", "test", "model.ml", "--suite", "pipe.json", "--", "cat"],
        &["model", "mutate", "model.ml", "--of", "pipe.ml"],
        &["property", "check", "pipe.ml"],
        &["property", "check", "prop.ml", "--replay", "pipe.json"],
    ] {
        let (code, said) = lydian(&folder, arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert!(said.contains("a named pipe, not a file"), "{arguments:?}: {said}");
    }
    let (code, said) = lydian(&folder, &["compare", "/dev/zero", "f.ml"]);
    assert_eq!((code, said.contains("a device, not a file")), (Some(2), true), "{said}");
}

#[test]
fn a_report_goes_to_a_pipe_that_is_read_and_does_not_wait_for_one_that_is_not() {
    let folder = folder("pipes-out");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo can be run").success());
    fs::write(folder.join("g.ml"), "let f x = x + 2\n").expect("a file can be written");
    for command in [
        &["compare", "f.ml", "g.ml", "--format", "json", "--output", "pipe"][..],
        &["model", "draw", "model.ml", "--output", "pipe"],
        &["stream", "check", "spec.tessla", "--output", "pipe", "--", "cat"],
    ] {
        let (code, said) = lydian(&folder, command);
        assert_eq!(code, Some(2), "{command:?}: {said}");
        assert!(said.contains("`pipe` cannot be written: nobody reads it"), "{command:?}: {said}");
    }
    let reader =
        Command::new("cat").arg(&pipe).stdout(std::process::Stdio::piped()).spawn().expect("cat runs");
    // The reader opens the pipe in its own time.
    let begun = std::time::Instant::now();
    let code = loop {
        let (code, _) = lydian(&folder, &["compare", "f.ml", "g.ml", "--format", "json", "--output", "pipe"]);
        if code != Some(2) || begun.elapsed().as_secs() > 60 {
            break code;
        }
    };
    assert_eq!(code, Some(1));
    let read = reader.wait_with_output().expect("cat ends").stdout;
    let report: serde_json::Value = serde_json::from_slice(&read).expect("a whole report");
    assert_eq!(report["judgements"][0]["verdict"], "refuted");
}

#[test]
fn names_of_files_are_shown_without_what_steers() {
    let folder = folder("names");
    let odd = |ending: &str| format!("{ODD}{ending}");
    fs::write(folder.join(odd(".ml")), "let f x = x + 2\n").expect("a file can be written");
    fs::write(folder.join(odd("wrong.ml")), "let f x = x +\n").expect("a file can be written");
    fs::write(folder.join(odd("model.ml")), MODEL).expect("a file can be written");
    let commands: [&[&str]; 12] = [
        &["compare", "f.ml", &odd(".ml")],
        &["compare", "f.ml", &odd(".ml"), "--format", "json"],
        &["compare", "f.ml", &odd(".ml"), "--format", "html"],
        &["compare", "f.ml", &odd(".ml"), "--format", "junit"],
        &["compare", "f.ml", &odd("wrong.ml")],
        &["compare", &odd("wrong.ml"), "f.ml"],
        &["compare", &odd("nowhere.ml"), "f.ml"],
        &["model", "check", &odd(".ml")],
        &["model", "draw", &odd("model.ml")],
        &["model", "draw", &odd("model.ml"), "--dot"],
        &["property", "check", &odd(".ml")],
        &["stream", "run", &odd(".ml")],
    ];
    for arguments in commands {
        let (_, said) = lydian(&folder, arguments);
        assert!(!said.is_empty(), "{arguments:?}");
        assert!(!said.contains(['\u{1b}', '\u{202e}']), "{arguments:?}: {said:?}");
    }
    let (code, picture) = lydian(&folder, &["model", "draw", &odd("model.ml")]);
    assert!(
        code == Some(0) && picture.contains("<title>a\\nb\\u{1b}[31m\\u{202e}lmmodel.ml</title>"),
        "{picture}"
    );
    let (_, json) = lydian(&folder, &["compare", "f.ml", &odd(".ml"), "--format", "json"]);
    let subject =
        &serde_json::from_str::<serde_json::Value>(&json).expect("it is JSON")["judgements"][0]["subject"];
    assert_eq!(subject, &odd(".ml"), "readers of JSON have the true name");
    let (_, said) = lydian(&folder, &["compare", "f.ml", &odd(".ml")]);
    assert!(said.starts_with("a\\nb\\u{1b}[31m\\u{202e}lm.ml: refuted\n"), "{said}");
    // The command that replays it is one that a shell reads back, and finds the file by.
    let replay = said.lines().find_map(|line| line.trim().strip_prefix("replay")).expect("a command");
    let program = env!("CARGO_BIN_EXE_lydian").to_owned() + replay.trim().trim_start_matches("lydian");
    let again = Command::new("sh").args(["-c", &program]).current_dir(&folder).output().expect("it runs");
    assert_eq!(again.status.code(), Some(1), "{replay}: {}", String::from_utf8_lossy(&again.stderr));
}

#[test]
fn a_folder_for_counterexamples_that_is_a_link_is_refused() {
    let folder = folder("links");
    fs::create_dir(folder.join("elsewhere")).expect("a folder");
    symlink("elsewhere", folder.join(".lydian")).expect("a link can be made");
    let (code, said) = lydian(&folder, &["property", "check", "prop.ml"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("its folder is a symbolic link"), "{said}");
    assert_eq!(fs::read_dir(folder.join("elsewhere")).expect("a folder").count(), 0);
    fs::remove_file(folder.join(".lydian")).expect("the link is removed");
    fs::create_dir(folder.join(".lydian")).expect("a folder");
    fs::write(folder.join("kept"), "prop_small 77\n").expect("a file can be written");
    symlink("../kept", folder.join(".lydian/prop.ml.failures")).expect("a link can be made");
    let (code, said) = lydian(&folder, &["property", "check", "prop.ml"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("it is a symbolic link") && !said.contains("77"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("kept")).expect("a file"), "prop_small 77\n");
}

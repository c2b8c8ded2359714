//! What a program under test can read: itself, what its command names and what it was given; not the directory it lies in.
//! Each is tried by programs that really look, by notification and without namespaces. All this needs Landlock.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod support;

use lydian_sut::{Fixed, Program, Runner, StartErrorKind, Tracing, open_regular};
use support::{Folder, generous, has_landlock, runner, runner_without_namespaces, trace, words};

/// Prints which of the files that its arguments name can be opened.
const LOOK: &str = "#include <fcntl.h>\n#include <stdio.h>\n#include <dirent.h>\n#include <string.h>\n
    int main(int n, char **a) { for (int i = 1; i < n; i++) { char *name = strrchr(a[i], '=') + 1;
        if (open(name, O_RDONLY) >= 0) printf(\"%s \", strrchr(name, '/') + 1); } puts(\"end\"); }";

fn look(runner: Runner, folder: &Folder, files: &[&str]) -> String {
    let name = std::path::Path::new("look");
    if !folder.0.join(name).exists() {
        folder.c("look", LOOK);
    }
    // Written so, no word of the command is the name of a file.
    let arguments = files.iter().map(|file| format!("x={}", folder.0.join(file).display()).into());
    let command = std::iter::once(folder.0.join(name).into()).chain(arguments).collect();
    let mut run = runner.start(&Program { command, ..Program::default() }).unwrap();
    trace(&mut run, &[])
}

fn both_ways(check: impl Fn(Runner)) {
    if !has_landlock() {
        return;
    }
    check(runner(Tracing::Auto, generous()));
    check(runner_without_namespaces(Tracing::Auto, generous()));
}

fn sample(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir_all(folder.0.join("below/deep")).unwrap();
    for file in ["spec", "other", "helper", "below/spec", "below/other", "below/deep/other"] {
        folder.write(file, "text");
    }
    folder
}

#[test]
fn a_program_reads_itself_and_not_its_neighbours() {
    let folder = sample("alone");
    both_ways(|runner| assert_eq!(look(runner, &folder, &["look", "spec", "below/other"]), "look end\n"));
}

#[test]
fn a_file_that_the_command_names_can_be_read() {
    let folder = sample("named");
    both_ways(|runner| {
        let command = [words(&["cat"]), vec![folder.0.join("helper").into()]].concat();
        let mut run = runner.start(&Program { command, ..Program::default() }).unwrap();
        assert_eq!(trace(&mut run, &[]), "text");
    });
}

#[test]
fn a_directory_is_opened_but_for_what_is_hidden_in_it() {
    let folder = sample("hidden");
    let files = ["spec", "other", "helper", "below/spec", "below/other", "below/deep/other"];
    both_ways(|runner| {
        let runner = runner.allow_reading(folder.0.clone());
        let runner = runner.hide(folder.0.join("spec")).hide(folder.0.join("below/spec"));
        assert_eq!(look(runner, &folder, &files), "other helper other other end\n");
    });
    both_ways(|runner| {
        let runner = runner.allow_reading(folder.0.clone()).hide(folder.0.join("below"));
        assert_eq!(look(runner, &folder, &files), "spec other helper end\n");
    });
}

#[test]
fn another_name_of_a_hidden_file_is_hidden_too() {
    let folder = sample("names");
    std::fs::hard_link(folder.0.join("spec"), folder.0.join("hard")).unwrap();
    std::os::unix::fs::symlink("spec", folder.0.join("soft")).unwrap();
    std::os::unix::fs::symlink("/etc/shadow", folder.0.join("out")).unwrap();
    both_ways(|runner| {
        let runner = runner.allow_reading(folder.0.clone()).hide(folder.0.join("spec"));
        assert_eq!(look(runner, &folder, &["hard", "soft", "out", "helper"]), "helper end\n");
    });
}

#[test]
fn a_listed_directory_gives_names_and_no_content() {
    let folder = sample("listed");
    let look = |runner: Runner| {
        look(runner.allow_listing(folder.0.clone()), &folder, &["below", "spec", "below/other"])
    };
    if has_landlock() {
        assert_eq!(look(runner_without_namespaces(Tracing::Auto, generous())), "below end\n");
    }
    // In a root of its own not even the names are there.
    assert_eq!(look(runner(Tracing::Auto, generous())), "end\n");
}

#[test]
fn a_script_cannot_choose_somebody_elses_program_as_its_interpreter() {
    use std::os::unix::fs::PermissionsExt;
    let folder = sample("interpreter");
    folder.c("look", LOOK);
    let script = folder.write("script", &format!("#!{} x=/\n", folder.0.join("look").display()));
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    both_ways(|runner| {
        let program = Program { command: vec![script.clone().into()], ..Program::default() };
        let error = runner.start(&program).err().map(|error| error.kind);
        assert_eq!(error, Some(StartErrorKind::NotExecutable));
        // In the directory of the program it may be.
        let with_directory = Program { directory: Some(folder.0.clone()), ..program };
        assert!(runner.start(&with_directory).is_ok());
    });
}

#[test]
fn a_module_beside_a_script_needs_its_directory() {
    let folder = Folder::new("module");
    folder.write("helper.py", "word = 'helped'\n");
    let main = folder
        .write("main.py", "try:\n  import helper; print(helper.word)\nexcept ImportError: print('alone')\n");
    both_ways(|runner| {
        let command = [words(&["python3"]), vec![main.clone().into()]].concat();
        let alone = Program { command, ..Program::default() };
        assert_eq!(trace(&mut runner.start(&alone).unwrap(), &[]), "alone\n");
        let with_directory = Program { directory: Some(folder.0.clone()), ..alone };
        assert_eq!(trace(&mut runner.start(&with_directory).unwrap(), &[]), "helped\n");
    });
}

#[test]
fn a_shell_script_reads_itself_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = sample("shell");
    let script =
        folder.write("script", &format!("#!/bin/sh\ncat {}/spec || echo nothing\n", folder.0.display()));
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    both_ways(|runner| {
        let program = Program { command: vec![script.clone().into()], ..Program::default() };
        assert_eq!(trace(&mut runner.start(&program).unwrap(), &[]), "nothing\n");
    });
}

#[test]
fn whoever_opens_everything_gets_it() {
    let folder = sample("everything");
    for place in ["/", "/etc", "/tmp"] {
        let program = Program { command: words(&["cat", "/etc/hostname", "-"]), ..Program::default() };
        let runner = runner(Tracing::Auto, generous()).allow_reading(place.into());
        assert!(trace(&mut runner.start(&program).unwrap(), &[]).contains("<end>"), "{place}");
        let hidden = runner.hide(folder.0.join("spec"));
        assert_eq!(look(hidden, &folder, &["spec"]), "end\n", "{place}");
    }
}

#[test]
fn what_takes_the_place_of_a_submission_is_not_opened() {
    let folder = sample("replaced");
    folder.c("work", "int main() { return 7; }");
    let submission = folder.0.join("below/work");
    let put = |from: &str| std::fs::copy(folder.0.join(from), &submission).unwrap();
    let start = |runner: Runner| {
        let command = vec![submission.clone().into_os_string()];
        runner.start(&Program { command, ..Program::default() })
    };
    both_ways(|runner| {
        put("work");
        let fixed = Fixed::at(&submission, &folder.0).unwrap();
        let runner = runner.allow_reading_only(fixed);
        std::fs::remove_file(&submission).unwrap();
        std::os::unix::fs::symlink(folder.0.join("work"), &submission).unwrap();
        let error = start(runner).err().unwrap();
        assert!(error.message.contains("has been replaced"), "{error:?}");
        std::fs::remove_file(&submission).unwrap();
    });
    both_ways(|runner| {
        put("work");
        let runner = runner.allow_reading_only(Fixed::at(&submission, &folder.0).unwrap());
        std::fs::rename(&submission, folder.0.join("kept")).unwrap();
        put("work");
        let error = start(runner).err().unwrap();
        assert!(error.message.contains("has been replaced"), "{error:?}");
    });
    both_ways(|runner| {
        put("work");
        let runner = runner.allow_reading_only(Fixed::at(&submission, &folder.0).unwrap());
        let mut run = start(runner).unwrap();
        assert_eq!(run.turn().pause, lydian_sut::Pause::Ended(lydian_sut::End::Exited(7)));
    });
}

#[test]
fn a_link_on_the_way_to_a_submission_is_no_submission() {
    let folder = sample("on-the-way");
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(folder.0.join(to), folder.0.join(at)).unwrap();
    link("below", "other-name");
    link("helper", "below/link");
    for path in ["other-name/other", "below/link"] {
        assert!(Fixed::at(&folder.0.join(path), &folder.0).is_err(), "{path}");
    }
    // What lies above was given by the user.
    assert!(Fixed::at(&folder.0.join("other-name/other"), &folder.0.join("other-name")).is_ok());
    assert!(open_regular(&folder.0.join("below/link")).is_err());
    assert!(open_regular(&folder.0.join("below")).is_err());
    let pipe = folder.0.join("pipe");
    folder.build(&["mkfifo", pipe.to_str().unwrap()]);
    assert!(open_regular(&pipe).is_err(), "it does not wait either");
    assert!(open_regular(&folder.0.join("helper")).is_ok());
}

#[test]
fn each_run_has_its_own_copy_of_the_files_that_are_given() {
    both_ways(|runner| {
        let runner = runner.with_file("table.txt".to_owned(), b"1\n".to_vec());
        let command = words(&["sh", "-c", "cat table.txt; echo 2 > table.txt; cat table.txt"]);
        for _ in 0..2 {
            let mut run = runner.start(&Program { command: command.clone(), ..Program::default() }).unwrap();
            assert_eq!(trace(&mut run, &[]), "1\n2\n");
        }
    });
    let runner = runner(Tracing::Auto, generous()).with_file("../table.txt".to_owned(), Vec::new());
    let error = runner.start(&Program { command: words(&["true"]), ..Program::default() }).err().unwrap();
    assert_eq!(error.kind, StartErrorKind::BadProgram);
}

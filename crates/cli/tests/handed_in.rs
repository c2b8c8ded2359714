//! What students hand in, through the real command: links and things that are no files are refused, and programs and builds find
//! neither what they are judged by, nor what others handed in, nor what the caller has open.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

const SPEC: &str = "read x : int\nwrite x + 1\n";
const RIGHT: &str = "print(int(input()) + 1)\n";

/// A folder of its own for one test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("handed-in-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let place = Place(folder.canonicalize().expect("a path"));
        place.write("next.console", SPEC);
        place.write("secret", "let password = \"swordfish\" in in\n");
        place
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file can be written");
        path
    }

    fn link(&self, name: &str, to: &str) {
        symlink(to, self.0.join(name)).expect("a link can be made");
    }

    fn pipe(&self, name: &str) {
        let made = Command::new("mkfifo").arg(self.0.join(name)).status();
        assert!(made.expect("mkfifo can be run").success());
    }

    /// Runs the command; gives its exit code and all that it said.
    fn lydian(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lydian"));
        self.said(command.args(arguments))
    }

    /// Runs the command, which must end with this code; gives all that it said.
    fn ends_with(&self, expected: i32, arguments: &[&str]) -> String {
        let (code, said) = self.lydian(arguments);
        assert_eq!(code, Some(expected), "{said}");
        said
    }

    fn said(&self, command: &mut Command) -> (Option<i32>, String) {
        let done = command.current_dir(&self.0).env("NO_COLOR", "1").env("MY_SECRET", "swordfish").output();
        let done = done.expect("the command can be started");
        let said =
            [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        assert!(!said.contains("swordfish"), "a secret is told: {said}");
        (done.status.code(), said)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Without it all files are open, as the book says.
fn has_landlock() -> bool {
    has_layer("landlock")
}

fn has_layer(name: &str) -> bool {
    let launcher = lydian_sut::Launcher {
        command: env!("CARGO_BIN_EXE_lydian").into(),
        arguments: vec!["__launch".into()],
    };
    lydian_sut::layers(&launcher).iter().any(|layer| layer.name == name && layer.active)
}

fn assert_refused(said: &str, names: &[(&str, &str)]) {
    for (name, what) in names {
        let line = format!("error[not-a-file]: the submission `{name}` is {what}, not a file");
        assert!(said.contains(&line), "`{line}` is not in:\n{said}");
    }
}

#[test]
fn ocaml_submissions_are_regular_files() {
    let place = Place::new("ocaml");
    place.write("reference.ml", "let f x = x + 1\n");
    place.write("subs/good.ml", "let f x = 1 + x\n");
    place.link("subs/leak.ml", "../secret");
    place.link("subs/copy.ml", "../reference.ml");
    place.pipe("subs/pipe.ml");
    fs::create_dir(place.0.join("subs/folder.ml")).expect("a folder");
    let kinds = [
        ("subs/leak.ml", "a symbolic link"),
        ("subs/copy.ml", "a symbolic link"),
        ("subs/pipe.ml", "a named pipe"),
        ("subs/folder.ml", "a directory"),
    ];
    let said = place.ends_with(2, &["compare", "reference.ml", "subs"]);
    assert_refused(&said, &kinds);
    assert!(said.contains("subs/good.ml: p"), "the others are judged: {said}");
    let said = place.ends_with(
        2,
        &["compare", "reference.ml", "subs/leak.ml", "subs/copy.ml", "subs/pipe.ml", "/dev/null"],
    );
    assert_refused(&said, &kinds[..3]);
    assert_refused(&said, &[("/dev/null", "a device")]);
    // The reference, and the one directory that is named, are the user's own.
    place.link("reference", "reference.ml");
    place.link("handed-in", "subs");
    let (_, said) = place.lydian(&["compare", "reference", "handed-in"]);
    assert!(said.contains("handed-in/good.ml: p"), "{said}");
    // Among several names it comes from a student.
    place.link("subs/all", "..");
    let (_, said) = place.lydian(&["compare", "reference.ml", "subs/good.ml", "subs/all"]);
    assert_refused(&said, &[("subs/all", "a symbolic link")]);
}

#[test]
fn a_link_to_somebody_elses_folder_is_seen() {
    let place = Place::new("folders");
    place.write("subs/bob/main.py", RIGHT);
    place.link("subs/alice", "bob");
    let run = ["console", "check", "next.console", "--run", "python3 {}"];
    let said = place.ends_with(2, &[&run[..], &["subs/alice/main.py", "subs/bob/main.py"]].concat());
    assert!(said.contains("`subs/alice/main.py` lies behind the symbolic link `subs/alice`"), "{said}");
    assert!(said.contains("subs/bob/main.py: passed"), "{said}");
    // What all have in common was given by the user.
    place.link("week", "subs");
    place.ends_with(0, &[&run[..], &["week/bob/main.py"]].concat());
}

#[test]
fn console_stream_and_model_submissions_are_regular_files() {
    let place = Place::new("doors");
    place.write("good.py", RIGHT);
    place.link("leak.py", "secret");
    place.link("same.py", "good.py");
    place.pipe("pipe.py");
    fs::create_dir(place.0.join("folder")).expect("a folder");
    let said = place.ends_with(
        2,
        &[
            "console",
            "check",
            "next.console",
            "--run",
            "python3 {}",
            "leak.py",
            "same.py",
            "pipe.py",
            "folder",
            "good.py",
        ],
    );
    let links = [("leak.py", "a symbolic link"), ("same.py", "a symbolic link"), ("pipe.py", "a named pipe")];
    assert_refused(&said, &links);
    assert!(said.contains("error[no-program]: there is no program below `folder`"), "{said}");
    assert!(said.contains("good.py: passed"), "{said}");
    let (_, said) =
        place.lydian(&["console", "check", "next.console", "--build", "cp {} {out}", "leak.py", "pipe.py"]);
    assert_refused(&said, &[links[0], links[2]]);
    place.write("double.tessla", "in x: Events[Int]\ndef y = x * 2\nout y\n");
    let said = place
        .ends_with(2, &["stream", "check", "double.tessla", "--build", "gcc {} -o {out}", "--", "leak.py"]);
    assert_refused(&said, &links[..1]);
    let model = "type state = int type input = Up type output = Done\nlet init = 0\nlet step s Up = Some (Done, s + 1)\n";
    place.write("model.ml", model);
    let said = place.ends_with(2, &["model", "test", "model.ml", "--model", "leak.py"]);
    assert_refused(&said, &links[..1]);
}

#[test]
fn a_link_in_a_command_may_not_lead_out_of_its_directory() {
    let place = Place::new("command");
    place.write("good.py", RIGHT);
    place.write("solution/main.py", RIGHT);
    place.write("subs/own.py", RIGHT);
    place.link("subs/out.py", "../solution/main.py");
    place.link("subs/in.py", "own.py");
    let check = |file: &str| place.lydian(&["console", "check", "next.console", "--", "python3", file]);
    let (code, said) = check("subs/out.py");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("`subs/out.py` is a symbolic link that leads out of its directory"), "{said}");
    assert_eq!(check("subs/in.py").0, Some(0));
}

/// Prints the specification, or whatever else it can find, instead of an answer; if it finds nothing, the answer.
fn spy(files: &[&Path]) -> String {
    let names: Vec<String> = files.iter().map(|path| format!("{:?}", path.display().to_string())).collect();
    format!(
        "import os\nx = int(input())\nfound = [k for k in os.environ if 'SECRET' in k]\nfor n in [{}]:\n  try: found.append(open(n).read())\n  except OSError: pass\nfor fd in range(3, 300):\n  try: found.append(os.pread(fd, 20, 0))\n  except OSError: pass\nprint(found or x + 1)\n",
        names.join(", ")
    )
}

#[test]
fn a_program_finds_neither_the_specification_nor_other_submissions() {
    if !has_landlock() {
        return;
    }
    let place = Place::new("spy");
    let spec = place.write("tasks/next.console", "import \"more.ml\"\nread x : int\nwrite more(x)\n");
    let imported = place.write("tasks/more.ml", "let more x = x + 1\n");
    let other = place.write("subs/other.py", RIGHT);
    let unnamed = place.write("subs/unnamed.py", RIGHT);
    let key = place.write("subs/.key", "swordfish");
    let outside = place.write("notes.txt", "swordfish");
    let alone = [&*spec, &imported, &other, &unnamed, &key, &outside];
    place.write("subs/spy.py", &spy(&alone));
    let run = ["console", "check", "tasks/next.console", "--run", "python3 {}"];
    place.ends_with(0, &[&run[..], &["subs/spy.py", "subs/other.py"]].concat());
    // What runs them may lie among them, and opens nothing.
    place.write("subs/run.py", "import runpy, sys\nrunpy.run_path(sys.argv[1])\n");
    place.ends_with(
        0,
        &[
            "console",
            "check",
            "tasks/next.console",
            "--run",
            "python3 subs/run.py {}",
            "subs/spy.py",
            "subs/other.py",
        ],
    );
    // An opened directory keeps what was handed in closed.
    place.write("around/spy.py", &spy(&[&spec, &imported, &other]));
    place.write("helpers/plus.py", "");
    place.ends_with(
        0,
        &[
            "console",
            "check",
            "tasks/next.console",
            "--readable",
            ".",
            "--run",
            "python3 {}",
            "around/spy.py",
            "subs/other.py",
        ],
    );
    // A command behind `--` has the modules beside it, but not what it is judged by, even in the same directory.
    place.write("tasks/spy.py", &spy(&[&spec, &imported, &key, &outside]));
    let check = ["console", "check", "tasks/next.console", "--", "python3"];
    place.ends_with(0, &[&check[..], &["tasks/spy.py"]].concat());
    // One that fails because it looks there is wrong.
    let looks = format!("x = int(input())\nopen({:?})\nprint(x + 1)\n", spec.display().to_string());
    place.write("subs/looks.py", &looks);
    place.ends_with(1, &[&run[..], &["subs/looks.py"]].concat());
}

#[test]
fn a_program_that_misses_a_closed_file_is_not_refuted() {
    if !has_landlock() {
        return;
    }
    let place = Place::new("closed");
    let reads =
        "import os\nx = int(input())\nprint(x + len(open(os.path.dirname(__file__) + '/../one').read()))\n";
    place.write("subs/reads.py", reads);
    place.write("one", "1");
    let run = ["console", "check", "next.console", "--run", "python3 {}"];
    let said = place.ends_with(2, &[&run[..], &["subs/reads.py"]].concat());
    assert!(
        said.contains("error[closed-file]: `subs/reads.py` ends because `one` is closed to it"),
        "{said}"
    );
    assert!(said.contains("--readable one"), "{said}");
    place.ends_with(0, &[&run[..], &["--readable", "one", "subs/reads.py"]].concat());
    // Behind `--` the directory is open, but not what is elsewhere.
    let said = place.ends_with(2, &["console", "check", "next.console", "--", "python3", "subs/reads.py"]);
    assert!(said.contains("--readable one"), "{said}");
    // Python does not even see a module that it may not read.
    place.write("subs/helper.py", "def more(x): return x + 1\n");
    place.write("subs/imports.py", "import helper\nprint(helper.more(int(input())))\n");
    let said = place.ends_with(2, &[&run[..], &["subs/imports.py"]].concat());
    assert!(said.contains("--readable subs/helper.py"), "{said}");
    place.ends_with(0, &[&run[..], &["--readable", "subs/helper.py", "subs/imports.py"]].concat());
    place.ends_with(0, &["console", "check", "next.console", "--", "python3", "subs/imports.py"]);
    // What is nowhere is the program's own mistake; a remark tells how programs read.
    place.write("subs/wrong.py", "import nowhere\n");
    let said = place.ends_with(1, &[&run[..], &["subs/wrong.py"]].concat());
    assert!(said.contains("--readable PATH opens more"), "{said}");
    let said = place.ends_with(2, &[&run[..], &["--readable", "nothing", "subs/reads.py"]].concat());
    assert!(said.contains("there is no file or directory `nothing` to be read"), "{said}");
}

#[test]
fn neither_a_monitor_nor_a_live_system_finds_what_it_is_judged_by() {
    if !has_landlock() {
        return;
    }
    let place = Place::new("live");
    let spec = place
        .write("double.tessla", "include \"twice.tessla\"\nin x: Events[Int]\ndef y = twice(x)\nout y\n");
    let included = place.write("twice.tessla", "def twice(x: Events[Int]): Events[Int] = x * 2\n");
    let looks = |files: &[&Path]| {
        let names: Vec<String> =
            files.iter().map(|path| format!("{:?}", path.display().to_string())).collect();
        let can = "import sys\ndef can(n):\n  try: return bool(open(n))\n  except OSError: return False\n";
        format!("{can}found = [n for n in [{}] if can(n)]\n", names.join(", "))
    };
    let monitor = "for line in sys.stdin:\n  if ' x = ' in line:\n    t, v = line.split(': x = ')\n    print(f'{t}: y = {0 if found else 2 * int(v)}')\n";
    place.write("monitor.py", &(looks(&[&spec, &included]) + monitor));
    place.write("one.trace", "1: x = 4\n5: x = -3\n");
    place.ends_with(
        0,
        &["stream", "check", "double.tessla", "--trace", "one.trace", "--", "python3", "monitor.py"],
    );
    // Whoever hands the specification to the monitor means it.
    place.ends_with(
        1,
        &[
            "stream",
            "check",
            "double.tessla",
            "--trace",
            "one.trace",
            "--",
            "python3",
            "monitor.py",
            "double.tessla",
        ],
    );
    let model = "type state = int type input = Up type output = Done\nlet init = 0\nlet step s Up = Some (Done, s + 1)\n";
    let model = place.write("model.ml", model);
    let system = "for line in sys.stdin: print('Found' if found else 'Done', flush=True)\n";
    place.write("system.py", &(looks(&[&model]) + system));
    place.ends_with(
        0,
        &[
            "model",
            "test",
            "model.ml",
            "--timeout",
            "20s",
            "--replay",
            "Up; Up",
            "--",
            "python3",
            "system.py",
        ],
    );
}

#[test]
fn descriptors_of_the_caller_do_not_reach_programs() {
    let place = Place::new("descriptors");
    place.write("spy.py", &spy(&[]));
    let binary = env!("CARGO_BIN_EXE_lydian");
    let script = format!("exec 9<secret; exec {binary} console check next.console -- python3 spy.py");
    let (code, said) = place.said(Command::new("sh").args(["-c", &script]));
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_build_finds_only_the_submission() {
    if !has_landlock() {
        return;
    }
    let place = Place::new("build");
    let main = "#include <stdio.h>\nextern char s[]; int main() { int x; scanf(\"%d\", &x); puts(s); }\n";
    for (name, target) in [("secret.c", "secret"), ("spec.c", "next.console"), ("other.c", "right.c")] {
        let target = place.0.join(target).display().to_string();
        let text =
            format!("__asm__(\".data\\n.globl s\\ns: .incbin \\\"{target}\\\"\\n.byte 0\\n\");\n{main}");
        place.write(name, &text);
    }
    place.write("right.c", "#include <stdio.h>\n#include \"more.h\"\nint main() { int x; scanf(\"%d\", &x); printf(\"%d\\n\", x + MORE); }\n");
    place.write("more.h", "#define MORE 1\n");
    let build = ["console", "check", "next.console", "--build", "gcc {} -o {out}"];
    let said = place.ends_with(2, &[&build[..], &["secret.c", "spec.c", "other.c", "right.c"]].concat());
    assert!(said.contains("4 invalid"), "{said}");
    assert!(said.contains("right.c:2:10: fatal error: more.h: No such file"), "{said}");
    assert!(said.contains("what --readable PATH names"), "{said}");
    place.ends_with(0, &[&build[..], &["--readable", "more.h", "right.c"]].concat());
    // Compilers that write beside their sources find helpers that the command names, or that are opened.
    place.write("lib/helper.ml", "let more x = x + 1\n");
    place.write("uses.ml", "let () = print_int (Helper.more (int_of_string (read_line ())))\n");
    let ocaml =
        ["console", "check", "next.console", "--build", "ocamlfind ocamlopt lib/helper.ml {} -o {out}"];
    place.ends_with(0, &[&ocaml[..], &["uses.ml"]].concat());
    place.ends_with(0, &[&ocaml[..], &["--readable", "lib/helper.ml", "uses.ml"]].concat());
    assert_eq!(fs::read_dir(place.0.join("lib")).expect("a folder").count(), 1, "nothing is written there");
    place.write("include/more.h", "#define MORE 1\n");
    place.ends_with(
        0,
        &["console", "check", "next.console", "--build", "gcc -Iinclude {} -o {out}", "right.c"],
    );
}

#[test]
fn what_a_build_leaves_beside_the_source_is_not_lost_in_silence() {
    let place = Place::new("beside");
    place.write("right.sh", "read x; echo $((x + 1))\n");
    let build = |command: &str| {
        place.lydian(&["console", "check", "next.console", "--build", command, "--run", "sh {}", "right.sh"])
    };
    let (code, said) = build("cp {} {}.made");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("makes `right.sh.made` beside its source, which is not kept"), "{said}");
    assert_eq!(build("sh -n {}").0, Some(0), "a command that only looks makes nothing");
    assert_eq!(fs::read_dir(&place.0).expect("a folder").count(), 3, "nothing is left");
}

#[test]
fn a_program_that_may_not_write_beside_itself_is_not_refuted() {
    // What lies below the temporary directory could be written to in memory.
    if !has_layer("root of its own") || Path::new(env!("CARGO_TARGET_TMPDIR")).starts_with("/tmp") {
        return;
    }
    let place = Place::new("beside");
    place.write("subs/notes.py", "open(__file__ + '.notes', 'w').write('x')\nprint(int(input()) + 1)\n");
    let said =
        place.ends_with(2, &["console", "check", "next.console", "--run", "python3 {}", "subs/notes.py"]);
    assert!(said.contains("error[closed-file]: `subs/notes.py` ends because it may not write `/"), "{said}");
    assert!(!place.0.join("subs/notes.py.notes").exists());
}

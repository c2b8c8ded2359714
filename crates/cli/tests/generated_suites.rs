//! Holds suites to the interpreter: every case that is written to a file runs, as text and as CSV, and gives what its
//! file of expected outputs says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn lydian(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lydian")).args(arguments).output().expect("the command runs")
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lydian-suites-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The lines in an order that does not depend on that of outputs at one time, without comments.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    lines.sort_unstable();
    lines
}

/// Makes a suite and runs all its cases; gives how many there are.
fn run_all(spec: &Path, arguments: &[&str], folder: &Folder) -> usize {
    let spec = spec.to_str().expect("a path in UTF-8");
    let tests = folder.0.join("tests");
    let mut words = vec!["stream", "generate", spec, "--output", tests.to_str().expect("a path in UTF-8")];
    words.extend(arguments);
    let made = lydian(&words);
    assert!(matches!(made.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&made.stderr));
    let mut count = 0;
    for entry in fs::read_dir(&tests).expect("the suite") {
        let trace = entry.expect("an entry").path();
        if trace.extension().is_none_or(|extension| extension != "trace") {
            continue;
        }
        count += 1;
        let expected = fs::read_to_string(trace.with_extension("expected")).expect("expected outputs");
        let fails = expected.contains("# The run ends with an error: ");
        let csv = trace.with_extension("csv");
        for (file, form) in [(&trace, None), (&csv, Some("--csv"))] {
            let mut words = vec!["stream", "run", spec, file.to_str().expect("a path in UTF-8")];
            words.extend(form);
            let ran = lydian(&words);
            let errors = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status.code(), Some(i32::from(fails)), "{}: {errors}", file.display());
            let output = String::from_utf8_lossy(&ran.stdout);
            let (output, expected) = (sorted(&output), sorted(&expected));
            if fails {
                // What is written at the very time of an error depends on the order of outputs.
                assert!(expected.iter().all(|line| output.contains(line)), "{}: {output:?}", file.display());
            } else {
                assert_eq!(output, expected, "{}", file.display());
            }
        }
    }
    count
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

#[test]
fn the_decoder_runs_as_its_cases_say_by_every_strategy() {
    let folder = Folder::new("decoder");
    let spec = example("decoder/decoder.tessla");
    assert_eq!(run_all(&spec, &[], &folder), 1);
    assert!(run_all(&spec, &["--strategy", "iterative", "--slots", "12"], &folder) > 1);
    assert!(run_all(&spec, &["--strategy", "soft", "--slots", "10"], &folder) > 1);
    assert_eq!(run_all(&spec, &["--strategy", "simple", "--slots", "10"], &folder), 1);
    assert_eq!(run_all(&spec, &["--strategy", "hard", "--slots", "10"], &folder), 0);
}

#[test]
fn a_traffic_light_runs_as_its_cases_say() {
    let folder = Folder::new("light");
    let spec = example("traffic-light/traffic-light.tessla");
    assert_eq!(run_all(&spec, &[], &folder), 1);
    assert!(run_all(&spec, &["--criteria", "all", "--quiet-end"], &folder) > 0);
}

#[test]
fn values_of_every_type_are_written_so_that_they_are_read_again() {
    let folder = Folder::new("types");
    let spec = folder.0.join("types.tessla");
    let text = "\
in s: Events[String]
in f: Events[Float]
in n: Events[Int]
in o: Events[Option[Int]]
in l: Events[List[Int]]
in t: Events[(Int, Bool)]
in r: Events[{name: String, size: Int}]
def g = slift(s, n, (a: String, b: Int) => if a == \"stop <now> & \\\"then\\\"\" then b else 0)
def h = if f >. 2.5 then \"big\" else \"small\"
def k = if List.size(l) > 2 then List.head(l) else 0
def m = getSome(o) + 1
def p = if t._2 then t._1 else 0 - t._1
def q = if r.name == \"a, b\" then r.size else 0
out g
out h
out k
out m
out p
out q
out s
out f
out o
out l
out t
out r
";
    fs::write(&spec, text).expect("a file can be written");
    assert!(run_all(&spec, &["--criteria", "all"], &folder) > 1);
}

//! Compiled monitors for the specifications of `examples/stream`: they pass, and monitors with a mistake are refuted.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use lydian_budget::Deadline;
use lydian_diagnostic::Source;
use lydian_stream::check::{Answer, Checking, Monitor, Origin, Suites, Test, Trace, USUAL, judge};
use lydian_stream::compile::{Language, compile};
use lydian_stream::generate::Request;
use lydian_stream::mutate::{Fate, Scorer, mutants};
use lydian_stream::run::Prepared;
use lydian_sut::{End, StartError};
use lydian_tessla::spec::{Collections, Options, Spec};
use lydian_verdict::Verdict;

/// A program, run as it is.
struct Plain(PathBuf);

impl Monitor for Plain {
    fn run_all(&self, traces: &[&[u8]]) -> Result<Vec<Answer>, StartError> {
        let run = |trace: &&[u8]| {
            let mut command = Command::new(&self.0);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().expect("a program that starts");
            child.stdin.take().expect("its input").write_all(trace).expect("a trace that is read");
            let output = child.wait_with_output().expect("an end");
            let end = End::Exited(output.status.code().expect("an exit code"));
            Answer { output: output.stdout, errors: output.stderr, end }
        };
        Ok(traces.iter().map(run).collect())
    }
}

fn load(text: &str, instrument: bool, collections: Collections) -> Spec {
    let source = Source::new("example.tessla", text);
    let options = Options { instrument, collections, ..Options::default() };
    let (spec, found) = lydian_tessla::load(&source, &|_, _| Err("nothing is included".into()), &options);
    spec.unwrap_or_else(|| panic!("{text}\n{found:?}"))
}

/// Builds the monitor of a specification; nothing if the language does not have it.
fn built(text: &str, language: Language, folder: &Path) -> Option<Plain> {
    let made = compile(&load(text, false, Collections::Trees), language, "monitor").ok()?;
    for file in &made.files {
        let path = folder.join(&file.path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, &file.text).expect("a file");
    }
    let commands: &[&[&str]] = match language {
        Language::Rust => &[
            &["rustc", "--edition", "2021", "--crate-type", "lib", "--crate-name", "monitor", "src/lib.rs"],
            &[
                "rustc",
                "--edition",
                "2021",
                "--extern",
                "monitor=libmonitor.rlib",
                "src/main.rs",
                "-o",
                "rust",
            ],
        ],
        Language::C => &[&[
            "cc",
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-pedantic",
            "-Werror",
            "monitor.c",
            "main.c",
            "-o",
            "c",
            "-lm",
        ]],
    };
    for words in commands {
        let output =
            Command::new(words[0]).args(&words[1..]).current_dir(folder).output().expect("a compiler");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let program = folder.join(if language == Language::C { "c" } else { "rust" });
    let size = Command::new(&program).arg("--size").output().expect("its size");
    let size: u64 = String::from_utf8_lossy(&size.stdout).trim().parse().expect("a number");
    assert_eq!(size, made.measured.bytes, "the bytes of the state that are told");
    Some(Plain(program))
}

/// The cases of a specification's suites, and traces that tell its mutants where these do not: what `lydian stream compile`
/// tests with. It takes minutes for all examples, so that they are kept; `SAVE=1` makes them anew.
fn traces(text: &str, spec: &Spec, prepared: &Prepared) -> Vec<String> {
    let instrumented = load(text, true, Collections::Lists);
    let suites = Suites::make(&instrumented, &USUAL, 40, Duration::from_secs(8)).expect("suites");
    let suite: Vec<Trace> = suites.cases().into_iter().map(Trace::of_case).collect();
    let mut found: Vec<String> = suite.iter().map(|trace| trace.text(spec)).collect();
    let scorer = Scorer::new(spec, prepared, suite, None);
    for mutant in mutants(&Source::new("example.tessla", text)) {
        let options = Options { collections: Collections::Lists, ..Options::default() };
        let (changed, _) = lydian_tessla::load(&mutant.source, &|_, _| Err(String::new()), &options);
        let Some(changed) = changed else { continue };
        let deadline = Some(Deadline::after(Duration::from_secs(3)));
        if let Fate::Missed(missed) = scorer.fate(&changed, &Request { deadline, ..Request::default() }) {
            found.push(missed.trace.text(spec));
        }
    }
    found.sort();
    found.dedup();
    found
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn compiled_examples_pass_and_wrong_ones_are_refuted() {
    if !has("rustc") || !has("cc") {
        eprintln!("not checked: there is no rustc or no cc");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let changes = fs::read_to_string(root.join("tests/compile/mutants.txt")).expect("the changes");
    let changes: Vec<[&str; 3]> = changes
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.splitn(3, " | ").collect::<Vec<_>>().try_into().expect("three parts"))
        .collect();
    let folder = env::temp_dir().join(format!("lydian-compiled-examples-{}", std::process::id()));
    let mut names: Vec<&str> = changes.iter().map(|[name, ..]| *name).collect();
    names.dedup();
    let (mut in_c, mut refuted, mut missed) = (0, 0, Vec::new());
    for name in &names {
        let path = root.join(format!("../../examples/stream/{name}.tessla"));
        let text = fs::read_to_string(path).expect("an example");
        let spec = load(&text, false, Collections::Lists);
        let prepared = Prepared::new(&spec).expect("a program");
        let saved = root.join(format!("tests/compile/{name}.traces"));
        if env::var_os("SAVE").is_some() {
            fs::write(&saved, traces(&text, &spec, &prepared).join("\n")).expect("a file");
        }
        let saved = fs::read_to_string(saved).expect("traces");
        let read = |(number, trace): (usize, &str)| {
            let trace = Trace::read(&spec, trace.as_bytes(), "a trace").expect("a trace");
            Test::new(&spec, &prepared, format!("trace {}", number + 1), trace)
        };
        let mut tests: Vec<Test> = saved.split("\n\n").enumerate().map(read).collect();
        tests.extend(Test::at_random(&spec, &prepared, 100, 1, None));
        let verdict = |monitor: &Plain| {
            let (origin, checking) = (Origin::Given, Checking { shrinking: 0, ..Checking::default() });
            judge(name, &spec, &prepared, tests.clone(), &origin, monitor, &checking).judgement.verdict
        };
        for language in [Language::Rust, Language::C] {
            if let Some(monitor) = built(&text, language, &folder.join(name)) {
                assert!(
                    matches!(verdict(&monitor), Verdict::Passed(_)),
                    "{name} {language:?}: {:?}",
                    verdict(&monitor)
                );
                in_c += usize::from(language == Language::C);
            }
        }
        for (number, [_, from, to]) in changes.iter().filter(|[of, ..]| of == name).enumerate() {
            assert!(text.contains(from), "{name} has no `{from}`");
            let changed = text.replacen(from, to, 1);
            let place = folder.join(format!("{name}-{number}"));
            let monitor =
                built(&changed, Language::C, &place).or_else(|| built(&changed, Language::Rust, &place));
            let found = verdict(&monitor.expect("a monitor"));
            match found {
                Verdict::Refuted(_) => refuted += 1,
                other => missed.push(format!("{name} with `{to}` for `{from}`: {other:?}")),
            }
        }
    }
    let _ = fs::remove_dir_all(&folder);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert_eq!((names.len(), in_c, refuted), (10, 7, 40));
}

#[test]
fn an_integer_that_leaves_64_bits_stops_the_monitor() {
    if !has("rustc") || !has("cc") {
        eprintln!("not checked: there is no rustc or no cc");
        return;
    }
    let folder = env::temp_dir().join(format!("lydian-compiled-limits-{}", std::process::id()));
    let text = "in x: Events[Int]\ndef down(n: Int): Int = if n <= 0 then 0 else 1 + down(n - 1)\n\
                liftable def depth(n: Int): Int = if n > 100000 then n * n else down(n)\nout depth(x) as y\n";
    for language in [Language::Rust, Language::C] {
        let monitor = built(text, language, &folder).expect("a monitor");
        let run = |trace: &str| monitor.run_all(&[trace.as_bytes()]).expect("a run").remove(0);
        let large = run("1: x = 7\n2: x = 3037000500\n3: x = 1\n");
        assert_eq!((&large.output[..], large.end), (&b"1: y = 7\n"[..], End::Exited(3)));
        assert_eq!(large.errors, b"at 2 the monitor stops: an integer leaves 64 bits\n");
        let deep = run("1: x = 4000\n2: x = 20000\n");
        assert_eq!((&deep.output[..], deep.end), (&b"1: y = 4000\n"[..], End::Exited(3)));
        assert_eq!(deep.errors, b"at 2 the monitor stops: calls are nested too deeply\n");
        let wide = run("1: x = 9223372036854775808\n");
        assert_eq!((&wide.output[..], wide.end), (&b""[..], End::Exited(2)));
    }
    let _ = fs::remove_dir_all(&folder);
}

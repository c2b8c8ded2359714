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
use lydian_stream::trace::{self, Played, Reader, Style, Writer, play};
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
    let spec = load(text, false, Collections::Trees);
    let monitor = built_of(&spec, language, folder)?;
    let size = Command::new(&monitor.0).arg("--size").output().expect("its size");
    let size: u64 = String::from_utf8_lossy(&size.stdout).trim().parse().expect("a number");
    let told = compile(&spec, language, "monitor").expect("a monitor").measured.bytes;
    assert_eq!(size, told, "the bytes of the state that are told");
    Some(monitor)
}

/// The same of one that is loaded.
fn built_of(spec: &Spec, language: Language, folder: &Path) -> Option<Plain> {
    let made = compile(spec, language, "monitor").ok()?;
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
        assert_eq!((&wide.output[..], wide.end), (&b""[..], End::Exited(3)));
    }
    let _ = fs::remove_dir_all(&folder);
}

/// What the interpreter writes for a trace as it is, and its exit code.
fn interpreted(spec: &Spec, trace: &[u8]) -> (String, i32) {
    let prepared = Prepared::new(spec).expect("a program");
    let mut reader = Reader::new(spec, trace, "a trace", trace::Options::default());
    let mut out = Vec::new();
    let mut writer = Writer::new(spec, &mut out, Style::default());
    let played = play(spec, &prepared, &mut reader, &mut writer).expect("a run");
    drop(writer);
    let code = match played {
        Played::Complete | Played::Stopped => 0,
        Played::Failed(_) => 1,
        Played::Faulty(_) => 2,
    };
    (String::from_utf8(out).expect("text"), code)
}

const FORMS: &str = "\
in i: Events[Int]
in f: Events[Float]
in b: Events[Bool]
in u: Events[Unit]
in o: Events[Option[Int]]
in p: Events[(Int, Bool)]
in r: Events[{x: Int, y: Option[Float]}]
in n: Events[((Int, Int), {d: Int})]
out i\nout f\nout b\nout u\nout o\nout p\nout r\nout n
out delay(const(3, u), u) as late
";

/// Inputs that need the heap.
const LARGE: &str = "\
in s: Events[String]
in l: Events[List[Int]]
in t: Events[Set[(Int, String)]]
in m: Events[Map[String, List[Float]]]
out s\nout l\nout t\nout m
";

/// Lines whose values stand in traces of [`FORMS`], and of [`LARGE`]; some are faults.
const VALUES: &[&str] = &[
    "i = 5",
    "i = -5",
    "i = 0x1f",
    "i = -0X1F",
    "i = (7)",
    "i = ((-7))",
    "i = 5.0",
    "i = 007",
    "i = - 5 x",
    "i = 5s x",
    "i = 0x",
    "i = 0xg",
    "i = _1",
    "i",
    "i =",
    "i 5",
    "i = 5 6",
    "i = 5 # six",
    "i=5--six",
    "i = true",
    "i = ()",
    "f = 1.5",
    "f = -0.0",
    "f = 1e3",
    "f = 1.25E-7",
    "f = 2.5e+10",
    "f = NaN",
    "f = Infinity",
    "f = -Infinity",
    "f = 5",
    "f = .5",
    "f = 5.",
    "f = 1e999",
    "f = inf",
    "f = nan",
    "f = 0x1p3",
    "f = (2.5)",
    "f = 123456789.0",
    "f = 0.0001",
    "b = true",
    "b = (false)",
    "b = trueish",
    "b = 1",
    "u",
    "u = ()",
    "u = {}",
    "u = (())",
    "u = 1",
    "u = ${}",
    "u =",
    "o = None",
    "o = Some(3)",
    "o = Some( 3 )",
    "o = Some (3)",
    "o = (Some((3)))",
    "o = Some(None)",
    "o = None(3)",
    "o = 3",
    "p = (1, true)",
    "p = (1,true,)",
    "p = ((1, true))",
    "p = {_1 = 1, _2 = false}",
    "p = {_2 = true, _1 = 4}",
    "p = (1)",
    "p = (1, true, 2)",
    "p = (1 true)",
    "p = ((1), (true))",
    "r = {x = 1, y = None}",
    "r = {y = Some(1.5), x = 2}",
    "r = ${x = 1, y = None}",
    "r = {x: 1, y: None,}",
    "r = {x = 1}",
    "r = {x = 1, x = 2}",
    "r = {x = 1, y = None, z = 1}",
    "r = {,}",
    "r = (1, None)",
    "r = ({x = 1, y = None})",
    "n = ((1, 2), {d = 3})",
    "n = (((1, 2)), ({d = 3}))",
    "n = ((1, 2, 3), {d = 3})",
    "z = whatever",
    "z",
    "z =",
    "z whatever",
    "end_of_trace",
    "i.b = 5",
    "i\u{a0}= 5",
    "i = 5\u{2003}",
    "\"i\" = 5",
    "(i) = 5",
    ": i = 5",
];
const LARGE_VALUES: &[&str] = &[
    "s = \"a b\"",
    "s = \"\"",
    "s = \"\\n\\t\\\"\\$\\%\\a\\\\\"",
    "s = \"\\q\"",
    "s = \"open",
    "s = (\"ä→\")",
    "s = plain",
    "l = List()",
    "l = List(1, 2)",
    "l = List(1,)",
    "l = List (1)",
    "l = [1]",
    "l = List((1), -2)",
    "l = Set(1)",
    "t = Set((2, \"b\"), (1, \"a\"), (2, \"b\"))",
    "t = HashSet()",
    "t = Set(1)",
    "m = Map(\"k\" -> List(1.5))",
    "m = HashMap(\"k\"->List(1.0), \"k\" -> List())",
    "m = Map(\"k\")",
    "m = Map()",
    "m = Map(\"k\" -> List(1))",
];

/// Traces whose lines are something.
fn lines_of_all_kinds() -> Vec<Vec<u8>> {
    let mut traces: Vec<Vec<u8>> = [
        "",
        "\n\n# nothing\n-- nothing\n",
        "5: i = 1\n5: i = 2\n",
        "5: i = 1\n4: i = 2\n",
        "5: i = 1\n4: z\n",
        "5 : i = 1\r\n6:i=2",
        "i = 1\n",
        "5 i = 1\n",
        "-1: i = 1\n",
        "$timeunit = \"ms\"\n",
        "1 <= t <= 5: i = 1\n",
        "1..5: i\n",
        "1,5: i\n",
        "5:\n",
        "5: u\n6: i = x\n",
        "5: u\n20: z\n",
        "5: u\n8: i = 1\n8: u\n11: z\n12: i =\n",
        "\u{feff}5: i = 1\n",
        "1.5: i = 1\n",
        "1.25: i = 1\n",
        "1.255: i = 1\n",
        "1.: i = 1\n",
        ".5: i = 1\n",
        "1.2.3: i = 1\n",
        "007: u\n7: i = 1\n",
        "  5: i = 1  \n\t6: u\n",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    traces.push(b"5: i = 1\n6: z = \xff\n7: i = 3\n".to_vec());
    traces.push(b"5: i = 1\n6: z = \0 \n7: i = \0\n".to_vec());
    traces.push([b"5: i = 1 #".to_vec(), vec![b'x'; 300_000], b"\n6: i = 2\n".to_vec()].concat());
    traces.push(
        [b"5: i = ".to_vec(), vec![b'('; 250], b"1".to_vec(), vec![b')'; 250], b"\n".to_vec()].concat(),
    );
    traces
}

#[test]
fn compiled_monitors_read_and_write_traces_as_the_interpreter_does() {
    if !has("rustc") || !has("cc") {
        eprintln!("not checked: there is no rustc or no cc");
        return;
    }
    let folder = env::temp_dir().join(format!("lydian-compiled-forms-{}", std::process::id()));
    let given = |values: &[&str]| -> Vec<Vec<u8>> {
        values.iter().map(|value| format!("1: u\n3: {value}\n9: z\n").into_bytes()).collect()
    };
    let both = format!("{FORMS}{LARGE}");
    for (text, decimals, languages, values) in [
        (FORMS, 0, &[Language::Rust, Language::C][..], VALUES),
        (FORMS, 2, &[Language::Rust, Language::C][..], &[][..]),
        (&*both, 0, &[Language::Rust][..], LARGE_VALUES),
    ] {
        let source = Source::new("example.tessla", text);
        let options = Options { decimals, collections: Collections::Trees, ..Options::default() };
        let (spec, found) = lydian_tessla::load(&source, &|_, _| Err(String::new()), &options);
        let spec = spec.unwrap_or_else(|| panic!("{found:?}"));
        let traces = [given(values), lines_of_all_kinds()].concat();
        for language in languages {
            let place = folder.join(format!("{decimals}-{}", text.len()));
            let monitor = built_of(&spec, *language, &place).expect("a monitor");
            for trace in &traces {
                let (expected, code) = interpreted(&spec, trace);
                let answer = monitor.run_all(&[trace]).expect("a run").remove(0);
                let shown = String::from_utf8_lossy(&trace[..trace.len().min(300)]).into_owned();
                let errors = String::from_utf8_lossy(&answer.errors).into_owned();
                let found = (String::from_utf8_lossy(&answer.output).into_owned(), answer.end);
                let expected = (expected, End::Exited(code));
                assert_eq!(found, expected, "{language:?} {decimals} {shown:?}: {errors}");
            }
        }
    }
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn numbers_and_times_beyond_64_bits_stop_the_monitor_after_all_that_comes_before() {
    if !has("rustc") || !has("cc") {
        eprintln!("not checked: there is no rustc or no cc");
        return;
    }
    let folder = env::temp_dir().join(format!("lydian-compiled-wide-{}", std::process::id()));
    for language in [Language::Rust, Language::C] {
        let monitor = built("in i: Events[Int]\nout i\n", language, &folder).expect("a monitor");
        let run = |trace: &str| monitor.run_all(&[trace.as_bytes()]).expect("a run").remove(0);
        let wide = run("1: i = 4\n2: i = -9223372036854775809\n3: i = 5\n");
        assert_eq!((&wide.output[..], wide.end), (&b"1: i = 4\n"[..], End::Exited(3)));
        assert_eq!(wide.errors, b"at 2 the monitor stops: an integer leaves 64 bits\n");
        let late = run("1: i = -9223372036854775808\n9223372036854775808: i = 5\n");
        assert_eq!((&late.output[..], late.end), (&b"1: i = -9223372036854775808\n"[..], End::Exited(3)));
        // A faulty line is one, whatever the numbers in it.
        let faulty = run("1: i = 9223372036854775808 6\n");
        assert_eq!((&faulty.output[..], faulty.end), (&b""[..], End::Exited(2)));
    }
    let _ = fs::remove_dir_all(&folder);
}

//! Every refutation of `lydian compare` shows a command that refutes again, and lines that the real OCaml takes.
//! The refutations are those of all cases under `cases/compare` and of the pairs of programs in `replays/pairs.txt`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// Programs with a command that compares them.
struct Comparison {
    name: String,
    files: Vec<(String, String)>,
    arguments: String,
}

/// One refutation of a comparison.
struct Shown {
    replay: String,
    paste: Option<String>,
    /// The arguments that are left in another state.
    changed: usize,
    is_endless: bool,
    /// Whether nothing in the results is covered up: what is inside of a module is nobody's business.
    has_plain_result: bool,
    /// The reference and the submission.
    programs: [String; 2],
}

/// A comparison that was run, with its files and its refutations.
struct Ran {
    name: String,
    folder: Folder,
    refutations: Vec<Shown>,
}

#[test]
fn the_replay_of_a_refutation_refutes_again() {
    let faults = for_all(|ran| {
        let failed = ran.refutations.iter().filter_map(|shown| {
            let code = ran.folder.sh(&shown.replay).status.code();
            (code != Some(1)).then(|| format!("{}: exit {code:?}: {}", ran.name, shown.replay))
        });
        failed.collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let refutations: usize = comparisons().iter().map(|ran| ran.refutations.len()).sum();
    assert!(refutations > 80, "only {refutations} refutations were found");
}

#[test]
fn the_real_toplevel_takes_what_is_shown_for_it() {
    if Command::new("ocaml").arg("-version").stdin(Stdio::null()).output().is_err() {
        println!("there is no ocaml here: nothing was pasted");
        return;
    }
    let faults = for_all(|ran| {
        // A submission that never ends never answers.
        let pasted = ran.refutations.iter().filter(|shown| !shown.is_endless);
        let failed = pasted.filter_map(|shown| {
            let paste = shown.paste.as_ref()?;
            let answer = ran.folder.ocaml(paste);
            // The answer to the last line stands before the last prompt, behind what the call prints.
            let last = answer.rsplit("\n# ").nth(1).unwrap_or_default();
            let is_answer = last.contains("- : ") || last.contains("Exception: ");
            // The result of the call and each argument that is left in another state.
            let answers = answer.matches("- : ").count() + answer.matches("Exception: ").count();
            let shows_arguments = shown.changed == 0 || answers > shown.changed;
            (!is_answer || !shows_arguments || answer.contains("Error: "))
                .then(|| format!("{}: {paste}\n{answer}", ran.name))
        });
        failed.collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn the_real_toplevel_shows_the_difference() {
    if Command::new("ocaml").arg("-version").stdin(Stdio::null()).output().is_err() {
        println!("there is no ocaml here: nothing was pasted");
        return;
    }
    let faults = for_all(|ran| {
        let pasted = ran.refutations.iter().filter(|shown| !shown.is_endless && shown.has_plain_result);
        let failed = pasted.filter_map(|shown| {
            let (paste, [reference, submission]) = (shown.paste.as_ref()?, &shown.programs);
            let used = |name: &str| format!("#use \"{name}\"");
            let other = paste.replace(&used(submission), &used(reference));
            // What stands in front of the first prompt and what reading the files shows is no answer.
            let before = 1 + paste.matches("#use ").count();
            let answers = |lines: &str| {
                let answer = ran.folder.ocaml(lines);
                answer.split("\n# ").skip(before).map(str::to_owned).collect::<Vec<String>>()
            };
            let (expected, actual) = (answers(&other), answers(paste));
            (expected == actual).then(|| format!("{}: {paste}\n{}", ran.name, actual.join("\n# ")))
        });
        failed.collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Everything that is compared, once for all tests.
fn comparisons() -> &'static [Ran] {
    static RAN: OnceLock<Vec<Ran>> = OnceLock::new();
    RAN.get_or_init(|| {
        let all: Vec<Comparison> = pairs().into_iter().chain(cases()).collect();
        in_parallel(&all, |comparison| {
            let folder = Folder::of(comparison);
            let refutations = folder.refutations(comparison);
            Ran { name: comparison.name.clone(), folder, refutations }
        })
    })
}

fn for_all(check: impl Fn(&Ran) -> Vec<String> + Sync) -> Vec<String> {
    in_parallel(comparisons(), check).into_iter().flatten().collect()
}

/// The results in the order of the items, made by a few threads.
fn in_parallel<T: Sync, R: Send>(items: &[T], body: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let size = items.len().div_ceil(4).max(1);
    std::thread::scope(|scope| {
        let body = &body;
        let threads: Vec<_> = items
            .chunks(size)
            .map(|part| scope.spawn(move || part.iter().map(body).collect::<Vec<R>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a result")).collect()
    })
}

/// The pairs of programs: a heading, the reference, a line of dashes, the submission.
fn pairs() -> Vec<Comparison> {
    let text = include_str!("replays/pairs.txt");
    let blocks = text.split("\n=== ").skip(1);
    blocks
        .map(|block| {
            let (heading, programs) = block.split_once('\n').expect("programs behind the heading");
            let (name, options) = heading.split_once(" | ").unwrap_or((heading, ""));
            let (reference, submission) = programs.split_once("\n---\n").expect("two programs");
            Comparison {
                name: name.to_owned(),
                files: vec![
                    ("reference.ml".to_owned(), reference.to_owned()),
                    ("submission.ml".to_owned(), submission.to_owned()),
                ],
                arguments: format!("compare reference.ml submission.ml {options}"),
            }
        })
        .collect()
}

/// The comparisons of the cases, but for those that ask for another output.
fn cases() -> Vec<Comparison> {
    let mut found = Vec::new();
    let folder = lydian_cases::cases_root().join("compare");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("the cases").map(|entry| entry.expect("a case").path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        let text = fs::read_to_string(path).expect("a case");
        let (mut files, mut commands) = (Vec::new(), Vec::new());
        for (heading, body) in fences(&text) {
            if let Some(name) = heading.strip_prefix("ocaml ") {
                let name = if name.ends_with(".ml") { name.to_owned() } else { format!("{name}.ml") };
                files.push((name, body));
            } else if heading == "command" {
                commands.push(body.trim().to_owned());
            }
        }
        let other = ["--replay", "--emit", "--suite", "--format", "--output"];
        for command in commands {
            let Some(arguments) = command.strip_prefix("lydian ") else { continue };
            if arguments.starts_with("compare ") && !other.iter().any(|option| arguments.contains(option)) {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                found.push(Comparison { name, files: files.clone(), arguments: arguments.to_owned() });
            }
        }
    }
    found
}

/// The fences of a Markdown text: what stands behind the backticks, and the content.
fn fences(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(heading) = line.strip_prefix("```").filter(|heading| !heading.is_empty()) else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        found.push((heading.to_owned(), body.join("\n") + "\n"));
    }
    found
}

/// A folder with the files of a comparison, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn of(comparison: &Comparison) -> Folder {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("lydian-replays-{}-{number}", std::process::id()));
        for (name, text) in &comparison.files {
            let file = path.join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        Folder(path)
    }

    /// Runs a line in a shell that knows the command `lydian`.
    fn sh(&self, line: &str) -> std::process::Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_lydian"));
        let mut path = binary.parent().expect("a folder").as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        Command::new("sh")
            .args(["-c", line])
            .current_dir(&self.0)
            .env("PATH", path)
            .output()
            .expect("a shell")
    }

    fn refutations(&self, comparison: &Comparison) -> Vec<Shown> {
        let output = self.sh(&format!("lydian {} --format json", comparison.arguments));
        let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else { return Vec::new() };
        let judgements = report["judgements"].as_array().cloned().unwrap_or_default();
        let refuted = judgements.iter().filter(|judgement| judgement["verdict"] == "refuted");
        refuted
            .map(|judgement| {
                let details = judgement["details"].as_array().cloned().unwrap_or_default();
                let text = |label: &str| {
                    let detail = details.iter().find(|detail| detail["label"] == label)?;
                    detail["text"].as_str().map(str::to_owned)
                };
                let replay = text("replay").unwrap_or_else(|| panic!("{}: no replay", comparison.name));
                let mut words = replay.split(' ').skip(2).map(str::to_owned);
                let programs = [(); 2].map(|()| words.next().expect("a program"));
                let is_covered = |label: &str| text(label).is_some_and(|text| text.contains("<abstr>"));
                Shown {
                    programs,
                    has_plain_result: !is_covered("expected") && !is_covered("got"),
                    replay,
                    paste: text("paste"),
                    changed: text("argument afterwards")
                        .map_or(0, |_| 1)
                        .max(text("arguments afterwards").map_or(0, |text| text.lines().count())),
                    is_endless: text("got").is_some_and(|got| got.starts_with("no result")),
                }
            })
            .collect()
    }

    /// What the toplevel answers to lines.
    fn ocaml(&self, lines: &str) -> String {
        let mut toplevel = Command::new("ocaml")
            .args(["-noinit", "-color", "never"])
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("ocaml");
        let mut input = toplevel.stdin.take().expect("its input");
        writeln!(input, "{lines}").expect("lines");
        drop(input);
        let output = toplevel.wait_with_output().expect("its answer");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

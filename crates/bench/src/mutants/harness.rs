//! Random tests of real OCaml: one program that holds the reference and several mutants, and runs them side by side.
//! In: a reference, the texts of mutants, a number of tests. Out: for each mutant the first input on which it differs, or how many
//! inputs were tried. Each program is a functor, applied once for each test, so that what it keeps starts anew.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lydian_core::{ArgLabel, Type};
use lydian_diagnostic::Source;
use lydian_ocaml::{ModuleKind, Observations, Options, load_typed, load_with};

use super::draw::Drawn;

const PRELUDE: &str = include_str!("prelude.ml");

/// How long one mutant may take by the clock; a loop without allocation hears no alarm and is ended from outside.
const LONGEST: Duration = Duration::from_secs(90);

/// The module that stands for an application of a functor.
const APPLIED: &str = "Lydian_applied";

/// What random tests say about a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tested {
    /// The first difference: how many tests it took, the calls, what is expected, what comes.
    Differs { tests: u64, call: String, expected: String, actual: String },
    /// No difference in so many tests, of which so many are outside of the reference's domain.
    Same { tests: u64, outside: u64 },
    /// It could not be tested.
    Failed(String),
}

/// What has to stand behind a program so that it can be tested.
#[derive(Debug, Clone)]
pub(crate) struct Harness {
    reference: String,
    behind: String,
    before: String,
}

impl Harness {
    /// For what `lydian compare` compares by itself: the last function or module of the reference.
    pub(crate) fn new(reference: &Arc<Source>, entry: &str) -> Result<Harness, String> {
        let (typed, faults) = load_typed(reference, &Options::default());
        let typed = typed.ok_or_else(|| format!("{}: {faults:?}", reference.name))?;
        let mut after: Vec<Arc<Source>> = Vec::new();
        let mut called = entry.to_owned();
        match typed.module_kind(entry) {
            Some(kind) => {
                let mut path = entry;
                let mut typed = typed;
                if kind == ModuleKind::Functor {
                    after.push(Source::new("applied", format!("module {APPLIED} = {entry} (Int)")));
                    let (applied, faults) = load_typed(reference, &Options { after: after.clone() });
                    typed = applied.ok_or_else(|| format!("{}: {faults:?}", reference.name))?;
                    path = APPLIED;
                }
                let observations = typed.observations(path, None);
                let observations = observations.ok_or_else(|| format!("{entry} shows nothing"))?;
                after.push(observations.builders.source.clone());
                called = Observations::ENTRY.to_owned();
            }
            None => {
                if let Some(builders) = typed.argument_builders(entry) {
                    called = builders.entries.get(entry).cloned().unwrap_or(called);
                    after.push(builders.source.clone());
                }
            }
        }
        let (program, faults) = load_with(reference, &Options { after: after.clone() });
        let program = program.ok_or_else(|| format!("{}: {faults:?}", reference.name))?;
        let export = program.export(&called).ok_or_else(|| format!("{called} is not defined"))?;
        let ty = export.ty.instantiate(&vec![Type::Int; export.ty.param_count() as usize]);
        let mut behind = String::new();
        after.iter().for_each(|text| {
            let _ = writeln!(behind, "{}\n;;", text.text);
        });
        behind += &one_call(&called, &ty, &program.types)?;
        let before = format!("{PRELUDE}\n{}", constants(&reference.text));
        Ok(Harness { reference: reference.text.clone(), behind, before })
    }

    fn module(&self, number: usize, text: &str) -> String {
        format!("module Lydian_{number} () = struct\n{text}\n;;\n{}\nend\n", self.behind)
    }

    /// Tests some mutants; they are compiled together.
    pub(crate) fn test(&self, mutants: &[String], tests: u64) -> Vec<Tested> {
        let mut text = format!("{}\n{}", self.before, self.module(0, &self.reference));
        mutants.iter().enumerate().for_each(|(place, mutant)| text += &self.module(place + 1, mutant));
        text += "let () =\n  let reference () = let module M = Lydian_0 () in M.lydian_one in\n  match int_of_string Sys.argv.(1) with\n";
        for number in 1..=mutants.len() {
            let _ = writeln!(
                text,
                "  | {number} -> lydian_compare reference (fun () -> let module M = Lydian_{number} () in M.lydian_one) {tests}"
            );
        }
        text += "  | _ -> ()\n";
        let folder = match Folder::new() {
            Ok(folder) => folder,
            Err(error) => return vec![Tested::Failed(error); mutants.len()],
        };
        match folder.compile(&text) {
            Ok(program) => (1..=mutants.len()).map(|number| folder.run(&program, number)).collect(),
            // One that real OCaml refuses must not hide the others.
            Err(_) if mutants.len() > 1 => {
                mutants.iter().flat_map(|mutant| self.test(std::slice::from_ref(mutant), tests)).collect()
            }
            Err(error) => vec![Tested::Failed(error); mutants.len()],
        }
    }
}

/// The function that draws the arguments of one call and gives what makes the call.
fn one_call(called: &str, ty: &Type, types: &lydian_core::TypeTable) -> Result<String, String> {
    let (arguments, result) = types.expand(ty).uncurry();
    let mut drawn = Drawn::new(types);
    let (mut bindings, mut applied, mut after, mut shown) =
        (String::new(), String::new(), Vec::new(), Vec::new());
    for (place, (label, ty)) in arguments.iter().enumerate() {
        let one = drawn.of(ty)?;
        let name = format!("lydian_argument_{place}");
        let _ = writeln!(bindings, "  let {name} = {} in", one.draw);
        let label = match label {
            ArgLabel::Positional => String::new(),
            ArgLabel::Labelled(label) => format!("~{label}:"),
            ArgLabel::Optional(label) => format!("?{label}:"),
        };
        let _ = write!(applied, " {label}{name}");
        after.push(format!("Obj.repr {name}"));
        shown.push(format!("\"{label}\" ^ {} {name}", one.show));
    }
    let result = drawn.of(&result).map_or("(fun _ -> \"...\")".to_owned(), |one| one.show);
    // What an argument was is told before the call can change it.
    Ok(format!(
        "{}let lydian_one size =\n{bindings}  fun () ->\n    let words = if !lydian_telling then String.concat \" \" (\"{called}\" :: [{}]) else \"\" in\n    \
         let result = {called}{applied} in\n    \
         lydian_saw (Obj.repr result) [{}] words (lazy ({result} result))\n",
        drawn.definitions(),
        shown.join("; "),
        after.join("; ")
    ))
}

/// The numbers and texts of a program, from which some values are drawn.
fn constants(text: &str) -> String {
    let mut numbers: Vec<i64> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter_map(|word| word.parse().ok())
        .filter(|number| (0..100_000).contains(number))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    // Texts and characters are taken as they are written; what stands between two quotation marks by chance fails to be short.
    let is_text = |text: &&str| !text.is_empty() && text.len() <= 12 && !text.contains(['\\', '\n', '"']);
    let mut texts: Vec<&str> = text.split('"').skip(1).step_by(2).filter(is_text).collect();
    texts.extend(text.split('\'').filter(|part| part.len() == 1).filter(is_text));
    texts.sort_unstable();
    texts.dedup();
    let texts: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    format!(
        "let lydian_numbers = [| {} |]\nlet lydian_texts = [| {} |]\n",
        numbers.join("; "),
        texts.join("; ")
    )
}

/// A folder of its own for one compilation, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("lydian-mutants-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| error.to_string())?;
        Ok(Folder(path))
    }

    fn compile(&self, text: &str) -> Result<PathBuf, String> {
        let source = self.0.join("tests.ml");
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        let program = self.0.join("tests");
        let output = Command::new("ocamlfind")
            .args(["ocamlopt", "-package", "unix", "-linkpkg", "-w", "-a", "-o"])
            .arg(&program)
            .arg(&source)
            .current_dir(&self.0)
            .output()
            .map_err(|error| format!("ocamlfind: {error}"))?;
        match output.status.success() {
            true => Ok(program),
            false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        }
    }

    fn run(&self, program: &Path, number: usize) -> Tested {
        match self.output(program, number) {
            Ok(Some(text)) => read(&text),
            Ok(None) => Tested::Differs {
                tests: 0,
                call: "a call that hears no alarm".into(),
                expected: "a result".into(),
                actual: "no end".into(),
            },
            Err(error) => Tested::Failed(error),
        }
    }

    /// What a program writes; nothing if it does not end.
    fn output(&self, program: &Path, number: usize) -> Result<Option<String>, String> {
        let written = self.0.join(format!("output-{number}"));
        let file = std::fs::File::create(&written).map_err(|error| error.to_string())?;
        let mut child = Command::new(program)
            .arg(number.to_string())
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let deadline = Instant::now() + LONGEST;
        loop {
            match child.try_wait().map_err(|error| error.to_string())? {
                Some(_) => break,
                None if Instant::now() >= deadline => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Ok(None);
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
        let bytes = std::fs::read(&written).map_err(|error| error.to_string())?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Reads the last line that a program of tests writes.
fn read(text: &str) -> Tested {
    let words: Vec<&str> = text.trim_end().lines().last().unwrap_or("").split('\t').collect();
    let number = |word: &str| word.parse().unwrap_or(0);
    match &words[..] {
        ["difference", tests, call, expected, actual] => Tested::Differs {
            tests: number(tests),
            call: (*call).into(),
            expected: (*expected).into(),
            actual: (*actual).into(),
        },
        ["same", tests, outside, _] => Tested::Same { tests: number(tests), outside: number(outside) },
        _ => Tested::Failed("the program of tests ended without a word".into()),
    }
}

//! The properties under `examples/properties` are OCaml, for this front end and for the installed compiler, which gets the
//! module `Lydian` from `ocaml/lydian.ml`. Where there is no OCaml of version 4, only the first half is held, and the tests
//! say so.

use std::path::{Path, PathBuf};
use std::process::Command;

use lydian_diagnostic::Source;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files with properties, in order.
fn examples() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("examples/properties")).expect("the folder of properties");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "ml")).collect();
    paths.sort();
    assert!(paths.len() >= 6, "{paths:?}");
    paths
}

/// A folder with the compiled module `Lydian`, if there is a compiler.
fn with_module(name: &str) -> Option<PathBuf> {
    let version = Command::new("ocamlc").arg("-version").output();
    if !version.is_ok_and(|version| version.stdout.starts_with(b"4.")) {
        println!("no OCaml 4 to compare with");
        return None;
    }
    let folder = std::env::temp_dir().join(format!("lydian-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    std::fs::copy(root().join("ocaml/lydian.ml"), folder.join("lydian.ml")).expect("a copy of the module");
    assert_eq!(run(&folder, "ocamlc", &["-w", "+a-4-9-40..42-44-45-70", "-c", "lydian.ml"]), "");
    Some(folder)
}

/// Everything that a command says.
fn run(folder: &Path, command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).current_dir(folder).args(arguments).output().expect("a command");
    let said =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{command} {arguments:?}: {said}");
    said
}

#[test]
fn every_file_of_properties_is_accepted() {
    for path in examples() {
        let name = path.display().to_string();
        let source = Source::from_bytes(name.as_str(), &std::fs::read(&path).expect("a file"));
        let (program, diagnostics) = lydian_ocaml::load(&source);
        assert!(program.is_some() && diagnostics.is_empty(), "{name}: {diagnostics:#?}");
    }
}

#[test]
fn every_file_of_properties_is_accepted_by_the_compiler() {
    let Some(folder) = with_module("properties") else { return };
    for path in examples() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        std::fs::copy(&path, folder.join(&name)).expect("a copy");
        let said = run(&folder, "ocamlc", &["-w", "+a-4-9-40..42-44-45-70", "-c", &name]);
        assert_eq!(said, "", "{name}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// The values and types that a file defines, by `ocamlc -i`: one line for each.
fn signature(folder: &Path, file: &str) -> Vec<String> {
    let said = run(folder, "ocamlc", &["-w", "-a", "-i", file]);
    let mut lines: Vec<String> = Vec::new();
    for line in said.lines() {
        match lines.last_mut() {
            Some(last) if line.starts_with(' ') => *last += line,
            _ => lines.push(line.to_owned()),
        }
    }
    let words = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    // A primitive of ours is a function for others.
    let as_value = |line: String| match line.strip_prefix("external ").and_then(|rest| rest.split_once(" = "))
    {
        Some((value, _)) => format!("val {value}"),
        None => line,
    };
    lines.iter().map(words).map(as_value).collect()
}

#[test]
fn the_module_for_real_ocaml_has_every_name_with_its_type() {
    let Some(folder) = with_module("module") else { return };
    let ours = folder.join("ours.ml");
    std::fs::copy(root().join("crates/ocaml/stdlib/lydian.ml"), ours).expect("a copy of the library");
    let theirs = signature(&folder, "lydian.ml");
    let ours = signature(&folder, "ours.ml");
    assert!(ours.len() > 20, "{ours:?}");
    // What is noted for a report has no meaning elsewhere.
    let noting = ["val note :", "val noted :", "val forget :", "val forget_labels :"];
    for line in ours.iter().filter(|line| !noting.iter().any(|noting| line.starts_with(noting))) {
        let name = line.split(" :").next().expect("a name");
        let has_name = theirs.iter().any(|other| other == line || other.starts_with(&format!("{name} :")));
        assert!(has_name, "`{name}` is not in {theirs:#?}");
        assert!(theirs.contains(line), "`{line}` is not in {theirs:#?}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn cases_of_properties_run_in_real_ocaml() {
    let Some(folder) = with_module("cases") else { return };
    std::fs::copy(root().join("examples/properties/sorted.ml"), folder.join("sorted.ml")).expect("a copy");
    let cases = r#"
open Lydian
let wrong x = classify (x > 0) "positive" (cover 50 (x > 1) "large" (x <? 2))
let () =
  assert (run "sorted" (fun () -> Sorted.prop_insert_sorted 2 [ 1; 3 ]));
  assert (run "not sorted" (fun () -> Sorted.prop_insert_sorted 2 [ 3; 1 ]));
  assert (run "small" (fun () -> wrong 1));
  assert (not (run "large" (fun () -> wrong 2)));
  assert (not (run "failing" (fun () -> failwith "no")));
  assert (not (run "one element" (fun () -> forall [ 0; 7 ] (fun x -> (x > 0) ==> (x < 5)))));
  assert (not (run "no witness" (fun () -> exists [ 0; 7 ] (fun x -> (x > 0) ==> (x < 5)))));
  assert (run "demanded" labels)
"#;
    std::fs::write(folder.join("cases.ml"), cases).expect("a program");
    run(&folder, "ocamlc", &["-w", "+a-70", "lydian.cmo", "sorted.ml", "cases.ml", "-o", "cases"]);
    let said = run(&folder, "./cases", &[]);
    let expected = "sorted: holds\nnot sorted: rejected\nsmall: holds\nlarge: does not hold\n\
        failing: raises Failure(\"no\")\none element: does not hold\nno witness: does not hold\n     2 positive\n     1 of 2 large (50 % demanded)\ndemanded: holds\n";
    assert_eq!(said, expected);
    let _ = std::fs::remove_dir_all(&folder);
}

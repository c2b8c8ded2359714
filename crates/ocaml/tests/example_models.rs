//! The models under `examples/models` are OCaml, for this front end and for the installed compiler.
//! Where there is no `ocamlc` of version 4, only the first half is held, and the test says so.

use std::path::{Path, PathBuf};
use std::process::Command;

use lydian_diagnostic::Source;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files with OCaml text below a folder, in order.
fn models(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of models");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut models = Vec::new();
    for path in paths {
        if path.is_dir() {
            models.extend(self::models(&path));
        } else if path.extension().is_some_and(|extension| extension == "ml") {
            models.push(path);
        }
    }
    models
}

#[test]
fn every_model_is_accepted() {
    let models = models(&root().join("examples/models"));
    assert!(models.len() >= 30, "{} models", models.len());
    for path in models {
        let name = path.display().to_string();
        let (program, diagnostics) =
            lydian_ocaml::load(&Source::from_bytes(name.as_str(), &std::fs::read(&path).expect("a model")));
        assert!(program.is_some() && diagnostics.is_empty(), "{name}: {diagnostics:#?}");
    }
}

#[test]
fn every_model_is_accepted_by_the_compiler() {
    let version = Command::new("ocamlc").arg("-version").output();
    if !version.is_ok_and(|version| version.stdout.starts_with(b"4.")) {
        eprintln!("no OCaml 4 to compare with");
        return;
    }
    let folder = std::env::temp_dir().join(format!("lydian-models-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let compile = |file: &Path, options: &[&str]| {
        let mut command = Command::new("ocamlc");
        let output = command.current_dir(&folder).args(options).arg(file).output().expect("ocamlc");
        assert!(output.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
    };
    let machine = folder.join("machine.ml");
    std::fs::copy(root().join("crates/ocaml/stdlib/machine.ml"), &machine).expect("a copy of the library");
    compile(&machine, &["-c"]);
    for path in models(&root().join("examples/models")) {
        compile(&path.canonicalize().expect("a model"), &["-i", "-I", "."]);
    }
    let _ = std::fs::remove_dir_all(&folder);
}

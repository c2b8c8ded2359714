//! The library against the installed compiler: the same names with the same types, or a reason in `missing.txt`.
//! A module that only this library has is given to the compiler as it is, and must mean the same there. Where there is no `ocamlc`, there is nothing to compare with, and the tests say so.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use lydian_diagnostic::Source;
use lydian_ocaml::{Options, load_typed};

/// The modules that OCaml does not have, each after those that it uses.
const OWN: &[&str] = &[
    "Lydian",
    "Machine",
    "QCheck_lydian",
    "QCheck",
    "QCheck2",
    "QCheck_base_runner",
    "QCheck_runner",
    "Alcotest",
    "QCheck_alcotest",
    "OUnit2",
    "QCheck_ounit",
];

#[test]
fn every_value_fits_the_type_that_the_compiler_gives_it() {
    let Some(compiler) = Compiler::new("fits") else { return };
    let mut faults = Vec::new();
    for module in lydian_ocaml::library_modules() {
        for (name, ty) in compiler.values(module) {
            let text = format!(
                "open {module}\nmodule X : sig val {name} : {ty} end = struct let {name} = {module}.{name} end"
            );
            let (program, diagnostics) =
                lydian_ocaml::load(&Source::new(format!("{module}.{name}"), text.as_str()));
            if program.is_none() && !is_missing(&diagnostics) {
                faults.push(format!("{module}.{name} : {ty}: {}", diagnostics[0].message));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn no_value_is_more_general_than_the_compiler_says() {
    let Some(compiler) = Compiler::new("general") else { return };
    let mut faults = Vec::new();
    for module in lydian_ocaml::library_modules() {
        let official = compiler.values(module);
        let own: Vec<String> = own_values(module)
            .into_iter()
            .filter(|(name, _)| official.contains_key(name))
            .map(|(name, ty)| format!("val {name} : {ty}"))
            .collect();
        let text = format!("open {module}\nmodule X : sig\n{}\nend = {module}\n", own.join("\n"));
        if let Err(message) = compiler.signature(&format!("general_{module}"), &text) {
            faults.push(format!("{module}: {message}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_compiler_finds_everything_in_modules_of_our_own() {
    let Some(compiler) = Compiler::new("own") else { return };
    for module in OWN {
        // Operators are written with and without space.
        let names = |values: BTreeMap<String, String>| -> Vec<String> {
            let mut names: Vec<String> = values.into_keys().map(|name| name.replace(' ', "")).collect();
            names.sort();
            names
        };
        let (theirs, ours) = (names(compiler.values(module)), names(own_values(module)));
        assert!(!ours.is_empty(), "{module}");
        assert_eq!(theirs, ours, "{module}");
    }
}

fn is_missing(diagnostics: &[lydian_diagnostic::Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.code == "missing-library-name")
}

fn own_values(module: &str) -> BTreeMap<String, String> {
    let (typed, diagnostics) =
        load_typed(&Source::new("own.ml", format!("include {module}")), &Options::default());
    match typed {
        Some(typed) => values_of(&typed.signature()),
        None => panic!("{module}: {diagnostics:#?}"),
    }
}

struct Compiler {
    folder: PathBuf,
}

impl Compiler {
    fn new(purpose: &str) -> Option<Compiler> {
        let version = Command::new("ocamlc").arg("-version").output().ok()?;
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        if !version.starts_with("4.13") {
            eprintln!("no OCaml 4.13 to compare with");
            return None;
        }
        let folder = std::env::temp_dir().join(format!("lydian-library-{purpose}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).ok()?;
        let compiler = Compiler { folder };
        for module in OWN {
            compiler.compile(module);
        }
        Some(compiler)
    }

    /// Compiles a module of this library, so that other texts can mention it.
    fn compile(&self, module: &str) {
        let file = format!("{}{}.ml", module[..1].to_lowercase(), &module[1..]);
        let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib").join(&file);
        std::fs::copy(text, self.folder.join(&file)).expect("a copy of the module");
        let mut command = Command::new("ocamlc");
        let output = command.current_dir(&self.folder).args(["-c", &file]).output().expect("ocamlc");
        assert!(output.status.success(), "{module}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn signature(&self, name: &str, text: &str) -> Result<String, String> {
        let path = self.folder.join(format!("{}.ml", name.to_lowercase()));
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        let output = Command::new("ocamlc")
            .args(["-w", "-a", "-I"])
            .arg(&self.folder)
            .arg("-i")
            .arg(&path)
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    fn values(&self, module: &str) -> BTreeMap<String, String> {
        let text = format!("include {module}\n");
        match self.signature(&format!("official_{module}"), &text) {
            Ok(signature) => values_of(&signature),
            // A module that is newer than the compiler.
            Err(_) => BTreeMap::new(),
        }
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The values at the top of a signature with their types; what is inside of modules is left out.
fn values_of(signature: &str) -> BTreeMap<String, String> {
    let mut items: Vec<String> = Vec::new();
    for line in signature.lines() {
        if line.starts_with(' ') || line.starts_with("end") {
            if let Some(item) = items.last_mut() {
                item.push(' ');
                item.push_str(line.trim());
            }
        } else {
            items.push(line.to_owned());
        }
    }
    let mut values = BTreeMap::new();
    for item in items {
        let Some(rest) = item.strip_prefix("val ").or_else(|| item.strip_prefix("external ")) else {
            continue;
        };
        let Some((name, ty)) = rest.split_once(" : ") else { continue };
        let ty = ty.split(" = \"").next().unwrap_or(ty);
        values.insert(name.trim().to_owned(), ty.trim().to_owned());
    }
    values
}

//! Runs programs with the `ocaml` of this machine, if it has one of version 4.
//! Version 5 is left out because its random numbers and a few texts of its library are different ones.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ours::in_parallel;

/// Whether there is an `ocaml` to compare with.
pub fn is_there() -> bool {
    let output = Command::new("ocaml").arg("-version").stdin(Stdio::null()).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("version 4."))
}

/// What the named programs print, with the uncaught exception as a last line.
pub fn run_all(directory: &Path, names: &[String]) -> Vec<String> {
    let scratch = Scratch::new("own");
    compile_own_module(&scratch.0);
    in_parallel(names, |name| {
        let mut command = Command::new("ocaml");
        command.arg("-I").arg(&scratch.0).arg("machine.cmo");
        command.current_dir(directory).arg(format!("./{name}.ml")).stdin(Stdio::null());
        let output = command.output().expect("ocaml");
        let mut printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            let exception = errors.split_once("Exception: ").unwrap_or_else(|| panic!("{name}: {errors}")).1;
            // A long payload is printed over several lines, and the library's own exceptions with its name.
            let words: Vec<&str> = exception.split_whitespace().collect();
            let words = words.join(" ");
            printed.push_str(&format!("Exception: {}\n", words.strip_prefix("Stdlib.").unwrap_or(&words)));
        }
        printed
    })
}

/// Compiles `Machine`, which OCaml does not have, from the text that our own library has.
fn compile_own_module(folder: &Path) {
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ocaml/stdlib/machine.ml");
    std::fs::copy(text, folder.join("machine.ml")).expect("a copy of the module");
    let mut command = Command::new("ocamlc");
    let output = command.current_dir(folder).args(["-c", "machine.ml"]).output().expect("ocamlc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Line and column (from 1) at which each program is rejected; `None` if it is accepted.
pub fn places_of_mistakes(sources: &[&str]) -> Vec<Option<(usize, usize)>> {
    let scratch = Scratch::new("mistakes");
    let numbered: Vec<(usize, &str)> = sources.iter().copied().enumerate().collect();
    in_parallel(&numbered, |(number, source)| {
        let file = scratch.0.join(format!("mistake{number}.ml"));
        std::fs::write(&file, source).expect("a temporary file");
        let output = Command::new("ocaml").arg("-w").arg("-a").arg(&file).stdin(Stdio::null()).output();
        let message = String::from_utf8_lossy(&output.expect("ocaml").stderr).into_owned();
        message.contains("Error").then(|| place(&message)).flatten()
    })
}

/// The first place that a message names.
fn place(message: &str) -> Option<(usize, usize)> {
    let line = message.split_once("line ").or_else(|| message.split_once("lines "))?.1;
    let column = message.split_once("characters ")?.1;
    let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next()?.parse::<usize>().ok();
    Some((number(line)?, number(column)? + 1))
}

/// A directory that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(purpose: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("lydian-{purpose}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary directory");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

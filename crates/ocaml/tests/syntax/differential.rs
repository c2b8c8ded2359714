//! Our reader against the real one: the same sources are accepted, and the others are rejected on the same line.
//! Without an OCaml compiler on the machine there is nothing to compare with, and the test says so.

use crate::constructs::SAMPLES;
use crate::mistakes::MISTAKES;
use lydian_diagnostic::Source;
use lydian_ocaml::syntax::parse;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory for one test that goes away with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("lydian-syntax-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary directory");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What the real OCaml says of a source; `None` without one.
fn real(directory: &Path, fact: &str, source: &str) -> Option<Output> {
    let file = directory.join(format!("{fact}.ml"));
    std::fs::write(&file, source).expect("a temporary file");
    Command::new("ocamlc").args(["-w", "-a", "-stop-after", "parsing", "-c"]).arg(&file).output().ok()
}

/// The line of the first place that OCaml names.
fn line_of(message: &str) -> Option<usize> {
    let after = message.split_once("line ").or_else(|| message.split_once("lines "))?.1;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn what_we_read_is_ocaml() {
    let scratch = Scratch::new("accepted");
    for sample in SAMPLES {
        let Some(output) = real(&scratch.0, sample.fact, sample.source) else {
            println!("no `ocamlc` on this machine: nothing to compare with");
            return;
        };
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{}: {}\n{message}", sample.fact, sample.source);
    }
}

#[test]
fn mistakes_are_reported_on_the_line_of_ocaml() {
    let scratch = Scratch::new("rejected");
    for mistake in MISTAKES {
        let Some(output) = real(&scratch.0, mistake.fact, mistake.source) else {
            println!("no `ocamlc` on this machine: nothing to compare with");
            return;
        };
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{}: OCaml accepts {}", mistake.fact, mistake.source);
        let (_, diagnostics) = parse(&Source::new("test.ml", mistake.source));
        let span = diagnostics[0].span.as_ref().expect("a place");
        let ours = span.source.position(span.range.start).0;
        assert_eq!(Some(ours), line_of(&message), "{}: {}\n{message}", mistake.fact, mistake.source);
    }
}

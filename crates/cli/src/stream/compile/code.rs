//! The code of a monitor: written to a directory, and built where a compiler is found.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use lydian_diagnostic::Diagnostic;
use lydian_stream::compile::{File, Language, MARK};
use lydian_sut::Place;

use crate::output::OutputFile;

/// Writes code into a directory and says so.
pub(super) fn write(folder: &Path, files: &[File], spec: &Path) -> Result<String, Box<Diagnostic>> {
    // Nothing is written if something must not be.
    let mut open = Vec::new();
    for file in files {
        let path = folder.join(&file.path);
        make_folder(path.parent().unwrap_or(folder))?;
        let is_ours =
            |present: &[u8]| present.windows(MARK.len()).take(8).any(|part| part == MARK.as_bytes());
        open.push((OutputFile::at(&path, &[spec], is_ours)?, &file.text));
    }
    for (mut file, text) in open {
        crate::output::or_quit(file.write_all(text.as_bytes()));
        file.finish()?;
    }
    let names: Vec<&str> = files.iter().map(|file| &*file.path).collect();
    Ok(format!("wrote {} to {}", names.join(", "), folder.display()))
}

fn make_folder(path: &Path) -> Result<(), Box<Diagnostic>> {
    fs::create_dir_all(path).map_err(|error| {
        let message = format!("the directory `{}` cannot be made: {error}", path.display());
        Box::new(Diagnostic::without_place("cannot-write", message))
    })
}

/// A program that was built.
pub(super) struct Built {
    place: Place,
}

/// Why there is no program.
pub(super) enum Unbuilt {
    /// No compiler was found.
    NoCompiler(String),
    /// A compiler does not take the code.
    Refused(Box<Diagnostic>),
}

/// What the program is called.
const PROGRAM: &str = "monitor";

impl Built {
    pub(super) fn folder(&self) -> &Path {
        self.place.path()
    }

    pub(super) fn program(&self) -> PathBuf {
        self.place.path().join(PROGRAM)
    }

    /// The bytes of a monitor's state, as the program says.
    pub(super) fn size(&self) -> Option<u64> {
        let output = Command::new(self.program()).arg("--size").output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    }
}

/// Builds code in a directory of its own.
pub(super) fn build(files: &[File], language: Language, name: &str) -> Result<Built, Unbuilt> {
    let refused =
        |message: String| Unbuilt::Refused(Box::new(Diagnostic::without_place("build-fails", message)));
    let place =
        Place::new().map_err(|error| refused(format!("there is no directory to build in: {error}")))?;
    for file in files {
        let path = place.path().join(&file.path);
        let made =
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, &file.text));
        made.map_err(|error| refused(format!("`{}` cannot be written: {error}", path.display())))?;
    }
    let (source, library) = (format!("{name}.c"), format!("lib{name}.rlib"));
    let link = format!("{name}={library}");
    let commands: Vec<Vec<&str>> = match language {
        Language::Rust => vec![
            vec![
                "rustc",
                "--edition",
                "2021",
                "-O",
                "--crate-type",
                "lib",
                "--crate-name",
                name,
                "src/lib.rs",
                "-o",
                &library,
            ],
            vec!["rustc", "--edition", "2021", "-O", "--extern", &link, "src/main.rs", "-o", PROGRAM],
        ],
        Language::C => vec![vec!["cc", "-std=c99", "-O2", &source, "main.c", "-o", PROGRAM, "-lm"]],
    };
    for words in commands {
        match Command::new(words[0]).args(&words[1..]).current_dir(place.path()).output() {
            Ok(output) if output.status.success() => {}
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                let said: String = said.chars().take(2_000).collect();
                return Err(refused(format!("`{}` does not take the code:\n{said}", words[0])));
            }
            Err(_) => {
                let why = format!(
                    "there is no `{}` on this machine: the monitor was compiled, and not tested",
                    words[0]
                );
                return Err(Unbuilt::NoCompiler(why));
            }
        }
    }
    Ok(Built { place })
}

//! Programs of many kinds: our signature is the one that OCaml 4.13's `ocamlc -i` prints.
//! Each `signatures/NAME.ml` has `NAME.expected` beside it, which is the compiler's own output.

use std::path::Path;

use lydian_diagnostic::Source;
use lydian_ocaml::{Options, load_typed};

#[test]
fn signatures_are_those_of_the_compiler() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signatures");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ml"))
        .collect();
    names.sort();
    assert!(names.len() >= 50, "only {} programs", names.len());
    let mut different = Vec::new();
    for path in names {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a program");
        let expected = std::fs::read_to_string(path.with_extension("expected")).expect("its signature");
        let source = Source::new(format!("{name}.ml"), text);
        let (typed, diagnostics) = load_typed(&source, &Options::default());
        match typed {
            Some(typed) => {
                let own = typed.signature();
                if words(&own) != words(&expected) {
                    different.push(format!("{name}: expected\n{expected}\nfound\n{own}"));
                }
            }
            None => different.push(format!("{name}: {diagnostics:#?}")),
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// The words of a signature; the compiler breaks lines by width, and begins long variants with a bar.
fn words(signature: &str) -> Vec<String> {
    let mut spaced = String::new();
    for character in signature.chars() {
        if "()[]{};:,".contains(character) {
            spaced.push(' ');
            spaced.push(character);
            spaced.push(' ');
        } else {
            spaced.push(character);
        }
    }
    let mut words: Vec<String> = Vec::new();
    for word in spaced.split_whitespace() {
        if word == "|" && words.last().is_some_and(|last| last == "=") {
            continue;
        }
        words.push(word.to_owned());
    }
    words
}

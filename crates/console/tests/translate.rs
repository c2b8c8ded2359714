//! Translations by their text: what is refused, and Haskell, for which no compiler is at hand. That the others satisfy their
//! specifications is tested with the real command (`crates/cli/tests/translate.rs`).

mod support;

use std::path::PathBuf;

use lydian_console::{Language, Spec};
use lydian_diagnostic::{Diagnostic, Source};

const LANGUAGES: [Language; 4] = [Language::Python, Language::C, Language::OCaml, Language::Haskell];

fn translate(spec: &Spec, language: Language) -> Result<String, Box<Diagnostic>> {
    let import = |name: &str| Ok(Source::new(name, "let twice n = 2 * n\n"));
    lydian_console::translate(spec, language, &import)
}

fn refusal(text: &str, language: Language) -> String {
    let specs = support::spec("refused", text);
    translate(&specs[0], language).map_or_else(|fault| fault.message, |program| panic!("{program}"))
}

#[test]
fn haskell_looks_as_it_did() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/haskell");
    for name in ["high-low", "merge", "several-values"] {
        let program =
            translate(&support::spec(name, &support::script(name))[0], Language::Haskell).expect("a program");
        let path = folder.join(format!("{name}.hs"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &program).expect("a file");
        }
        assert_eq!(std::fs::read_to_string(&path).expect("the program"), program, "{name}");
    }
}

#[test]
fn every_example_is_translated_to_haskell() {
    for (name, text) in support::scripts().into_iter().filter(|(name, _)| name != "own-functions") {
        for spec in support::spec(&name, &text) {
            let program = translate(&spec, Language::Haskell)
                .unwrap_or_else(|fault| panic!("{name}: {}", fault.message));
            assert!(program.contains("\nmain = do\n"), "{name}");
        }
    }
}

#[test]
fn functions_in_ocaml_are_copied_for_ocaml_and_refused_elsewhere() {
    let text =
        "ocaml {{{\n  let is_small n = n < 10\n}}}\nread n : int where is_small(n) else retry\nwrite n";
    let program = translate(&support::spec("own", text)[0], Language::OCaml).expect("a program");
    assert!(program.contains("let is_small n = n < 10"), "{program}");
    assert!(program.contains("Functions.is_small new_n"), "{program}");
    for language in [Language::Python, Language::C, Language::Haskell] {
        let message = format!("`is_small` is a function in OCaml and not translated to {}", language.name());
        assert_eq!(refusal(text, language), message);
    }
}

#[test]
fn what_would_be_wrong_is_refused() {
    let large = "read n : int write n + 99999999999999999999";
    assert_eq!(refusal(large, Language::C), "99999999999999999999 is too large for C");
    assert_eq!(refusal(large, Language::OCaml), "99999999999999999999 is too large for OCaml");
    assert!(translate(&support::spec("large", large)[0], Language::Python).is_ok());
    let regex = "read s : string in /[a-z]+/ else retry write s";
    assert!(translate(&support::spec("regex", regex)[0], Language::Python).is_ok());
    assert_eq!(refusal(regex, Language::C), "regular expressions are not translated to C");
    let file = "result \"out.txt\" : \"done\"\nwrite \"done\"";
    for language in LANGUAGES {
        assert_eq!(refusal(file, language), "files that a program leaves are not translated");
    }
    let texts = "read s : string write reverse(s.all)";
    assert_eq!(refusal(texts, Language::C), "lists of texts or lists are not translated to C");
    let places = "read a : decimal(1) write text(sum(a.all))";
    for language in LANGUAGES {
        assert_eq!(refusal(places, language), "the places of this decimal depend on the run");
    }
}

#[test]
fn names_that_a_language_reserves_are_changed() {
    let text = "read lambda : int read class : int read index : int read let_ : int write lambda + class + index + let_";
    let specs = support::spec("names", text);
    let python = translate(&specs[0], Language::Python).expect("a program");
    assert!(python.contains("lambda_ = int(input())\nclass_ = int(input())\n"), "{python}");
    let c = translate(&specs[0], Language::C).expect("a program");
    assert!(c.contains("static long long index_;"), "{c}");
}

#[test]
fn only_what_is_used_is_remembered() {
    let text = "read n : int\nread x : int\nread y : int\nwrite n + sum(x.all) + y.ago(0)";
    let program = translate(&support::spec("memory", text)[0], Language::Python).expect("a program");
    assert!(
        program.contains("all_x = []") && !program.contains("all_n") && !program.contains("all_y"),
        "{program}"
    );
}

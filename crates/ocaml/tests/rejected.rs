//! Programs with one fault each: rejected at the line and column at which OCaml 4.13 rejects them.
//! The last line of each `rejected/NAME.ml` holds the place that the compiler gives, and our code of the fault.

use std::path::Path;

use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::load;

#[test]
fn faults_are_reported_where_the_compiler_reports_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rejected");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 60, "only {} programs", paths.len());
    let mut different = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a program");
        let expected = text
            .lines()
            .last()
            .and_then(|line| line.strip_prefix("(* expect: ")?.strip_suffix(" *)"))
            .expect("an expectation");
        let source = Source::new(name.clone(), text.clone());
        let (program, diagnostics) = load(&source);
        let found = diagnostics.iter().find(|diagnostic| diagnostic.is_error()).map(place);
        if program.is_some() || found.as_deref() != Some(expected) {
            different.push(format!("{name}: expected {expected}, found {found:?}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn messages_name_both_types_and_a_similar_name() {
    let (_, diagnostics) = load(&Source::new("a.ml", "let f x = x ^ 1"));
    assert_eq!(diagnostics[0].message, "this expression has type `int`, but `string` is needed here");
    let (_, diagnostics) = load(&Source::new("b.ml", "let f l = List.fiter l"));
    assert_eq!(diagnostics[0].hints, ["did you mean `List.filter`?"]);
    let (_, diagnostics) = load(&Source::new("c.ml", "let () = Arg.usage"));
    assert_eq!(diagnostics[0].code, "missing-library-name");
}

fn place(diagnostic: &Diagnostic) -> String {
    let Some(span) = &diagnostic.span else { return diagnostic.code.to_owned() };
    let (line, column) = span.source.position(span.range.start);
    format!("{line}:{} {}", column - 1, diagnostic.code)
}

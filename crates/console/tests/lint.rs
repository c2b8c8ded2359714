//! Mistakes in specifications that are found without any program: by their text, and by the search for paths.

#[path = "lint/loops.rs"]
mod loops;
#[path = "lint/outputs.rs"]
mod outputs;
#[path = "lint/paths.rs"]
mod paths;
#[path = "lint/reads.rs"]
mod reads;
#[path = "lint/sets.rs"]
mod sets;

use lydian_console::syntax::parse;
use lydian_console::{LintOptions, lint, load, well_formed};
use lydian_diagnostic::{Diagnostic, Source};

/// What is found in the text of a specification.
fn found(text: &str) -> Vec<Diagnostic> {
    let (script, diagnostics) = parse(&Source::new("test.console", text));
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    well_formed(&script)
}

/// The same as codes, with what they point at; warnings in brackets.
fn faults(text: &str) -> Vec<String> {
    let shown = |fault: &Diagnostic| {
        let place = fault.span.as_ref().map_or("", |span| span.text());
        match fault.is_error() {
            true => format!("{}: {place}", fault.code),
            false => format!("({}): {place}", fault.code),
        }
    };
    found(text).iter().map(shown).collect()
}

/// That nothing is found.
fn is_fine(text: &str) {
    assert_eq!(faults(text), Vec::<String>::new(), "{text}");
}

#[test]
fn every_code_has_a_page() {
    let codes = [
        "ambiguous-output",
        "constant-condition",
        "dormant-loop",
        "duplicate-definition",
        "duplicate-spelling",
        "empty-set",
        "endless-loop",
        "exit-in-derived-loop",
        "exit-outside-loop",
        "loop-ignores-condition",
        "loop-without-exit",
        "possible-overflow",
        "specification-fails",
        "unreachable-branch",
        "unreachable-statement",
        "used-before-read",
    ];
    for code in codes {
        assert!(lydian_diagnostic::explain(code).is_some(), "{code}");
    }
}

/// Codes of this door whose pages show a specification that has them.
const SHOWN: &[&str] = &[
    "ambiguous-division",
    "ambiguous-output",
    "constant-condition",
    "decimal-division",
    "dormant-loop",
    "duplicate-spelling",
    "empty-set",
    "endless-loop",
    "exit-in-derived-loop",
    "exit-outside-loop",
    "import-not-found",
    "loop-ignores-condition",
    "loop-without-exit",
    "parameter-not-constant",
    "possible-overflow",
    "specification-fails",
    "unknown-function",
    "unknown-name",
    "unknown-type",
    "unreachable-branch",
    "unreachable-statement",
    "used-before-read",
    "wrong-arguments",
];

#[test]
fn the_example_of_each_page_has_its_fault() {
    for code in SHOWN {
        let page = lydian_diagnostic::explain(code).unwrap_or_default();
        let text = page.split("```console\n").nth(1).and_then(|rest| rest.split("```").next());
        let source = Source::new("page.console", text.unwrap_or_else(|| panic!("`{code}` shows nothing")));
        let (script, mut found) = parse(&source);
        found.extend(well_formed(&script));
        if !found.iter().any(Diagnostic::is_error) {
            let (specs, faults) = load(script, &|_| Err("there is no such file".into()));
            found.extend(faults);
            found.extend(lint(&specs, &LintOptions::default()).diagnostics);
        }
        let codes: Vec<&str> = found.iter().map(|fault| fault.code).collect();
        assert_eq!(codes, [*code], "the example of `{code}`");
    }
}

#[test]
fn deep_and_long_scripts_are_checked_in_no_time() {
    let started = std::time::Instant::now();
    let (open, close) = ("loop { may write any ", " if x = 0 { exit } }");
    let nested = format!("{}read x : int{}", open.repeat(150), close.repeat(150));
    assert!(found(&nested).iter().all(|fault| fault.code == "ambiguous-output"), "{:?}", faults(&nested));
    let long = "may write any ".repeat(20_000);
    assert!(found(&long).len() <= 50);
    let many: String = (0..5_000).map(|number| format!("read x{number} : int write x{number} ")).collect();
    is_fine(&many);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

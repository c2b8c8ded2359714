//! Random edits of valid specifications: whatever they make, reading ends quickly and without a panic.

use std::time::{Duration, Instant};

use lydian_console::syntax::print;
use lydian_diagnostic::Source;

use super::erase::erased;
use super::generate::Random;
use super::read;
use super::round_trip::SCRIPTS;

const SNIPPETS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "{{{",
    "}}}",
    "/",
    "..",
    ".",
    ",",
    ":",
    ";",
    "#",
    "\\",
    "\n",
    " ",
    "=",
    "-",
    "not ",
    " in ",
    " or ",
    " if ",
    " else ",
    "read ",
    "write ",
    "while ",
    "any",
    "repeat ",
    "count ",
    "merge(",
    "x",
    "1",
    "“",
    "é",
    "\u{feff}",
    "\0",
    "99999999999999999999",
    "1,000",
    "\"{",
    "}\"",
    "exit",
    "param ",
    "ocaml ",
];

fn edited(random: &mut Random) -> String {
    let mut text: Vec<char> = random.pick(SCRIPTS).chars().collect();
    for _ in 0..1 + random.below(6) {
        let start = random.below(text.len() + 1);
        let end = (start + random.below(8)).min(text.len());
        match random.below(4) {
            0 => drop(text.drain(start..end)),
            1 => {
                let copy: Vec<char> = text[start..end].to_vec();
                let place = random.below(text.len() + 1);
                text.splice(place..place, copy);
            }
            _ => drop(text.splice(start..start, random.pick(SNIPPETS).chars()).collect::<Vec<_>>()),
        }
    }
    text.into_iter().collect()
}

#[test]
fn edited_scripts_never_panic_and_what_is_accepted_reads_back() {
    let mut random = Random::new(7);
    let start = Instant::now();
    let mut accepted = 0;
    for _ in 0..30_000 {
        let text = edited(&mut random);
        let (script, diagnostics) = read(&text);
        let printed = print(&script);
        if !diagnostics.is_empty() {
            for diagnostic in &diagnostics {
                let span = diagnostic.span.as_ref().expect("a place");
                assert!(text.get(span.range.clone()).is_some(), "{text}\n{diagnostic:?}");
                assert!(!diagnostic.message.contains('\n') && diagnostic.hints.len() == 1, "{diagnostic:?}");
            }
            continue;
        }
        accepted += 1;
        let (again, mistakes) = read(&printed);
        assert!(mistakes.is_empty(), "{text}\n---\n{printed}\n{mistakes:#?}");
        assert_eq!(erased(&script), erased(&again), "{text}\n---\n{printed}");
    }
    assert!(accepted > 1_000, "only {accepted} edits were accepted");
    assert!(start.elapsed() < Duration::from_secs(120));
}

#[test]
fn random_bytes_never_panic() {
    let mut random = Random::new(11);
    for _ in 0..5_000 {
        let length = random.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        let (script, _) = lydian_console::syntax::parse(&Source::from_bytes("bytes.console", &bytes));
        print(&script);
    }
}

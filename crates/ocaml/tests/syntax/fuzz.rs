//! Broken programs by the thousand: the reader gives a structure or a diagnostic, and never panics or hangs.
//! The mutations are drawn from a fixed seed, so a failure repeats itself.

use crate::constructs::SAMPLES;
use crate::mistakes::MISTAKES;
use lydian_diagnostic::Source;
use lydian_ocaml::syntax::{parse, print};
use std::time::{Duration, Instant};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

const PIECES: &[&str] = &[
    "let ",
    " in ",
    "(",
    ")",
    "begin ",
    " end",
    "->",
    "|",
    ";",
    ";;",
    "match ",
    " with ",
    "'",
    "\"",
    "(*",
    "*)",
    "{|",
    "|}",
    "`",
    "#",
    "[@",
    "[%",
    "~",
    "?",
    "!",
    "_",
    "1e",
    "0x",
    "'\\",
    "\\",
    "\u{e9}",
    "\u{0}",
    "struct ",
    "sig ",
    "'a'",
    "..",
    "{<",
    ">}",
    "[|",
    "|]",
    "if ",
    "then ",
    "else ",
    "fun ",
    "function ",
    "type ",
    "of ",
    "module ",
    "val ",
    ":=",
    "<-",
    "::",
    "- ",
    "let* ",
    "and ",
    "rec ",
    "lazy ",
    "assert ",
    "\r\n",
    "# 1 \"a\"\n",
    "#use ",
];

fn mutate(random: &mut Random, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len() + 1);
    let to = (at + random.below(12)).min(bytes.len());
    match random.below(6) {
        0 => drop(bytes.drain(at..to)),
        1 => {
            let copy = bytes[at..to].to_vec();
            bytes.splice(at..at, copy);
        }
        2 => {
            let piece = PIECES[random.below(PIECES.len())];
            bytes.splice(at..at, piece.bytes());
        }
        3 if !bytes.is_empty() => {
            let other = random.below(bytes.len());
            bytes.swap(at.min(other), other);
        }
        4 if !bytes.is_empty() => {
            let index = at.min(bytes.len() - 1);
            bytes[index] = random.below(256) as u8;
        }
        _ => bytes.truncate(at.max(bytes.len() / 2)),
    }
}

#[test]
fn no_mutation_makes_the_reader_panic() {
    let samples: Vec<&str> = SAMPLES
        .iter()
        .map(|sample| sample.source)
        .chain(MISTAKES.iter().map(|mistake| mistake.source))
        .collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let end = Instant::now() + Duration::from_secs(5);
    for _ in 0..6_000 {
        if Instant::now() > end {
            break;
        }
        let mut bytes = samples[random.below(samples.len())].as_bytes().to_vec();
        for _ in 0..1 + random.below(4) {
            mutate(&mut random, &mut bytes);
        }
        let source = Source::from_bytes("fuzz.ml", &bytes);
        let (structure, diagnostics) = parse(&source);
        let shown = print::structure(&structure);
        let has_error = diagnostics.iter().any(|diagnostic| diagnostic.is_error());
        assert!(
            has_error || !shown.contains("<error>"),
            "an error node without a diagnostic: {:?}",
            source.text
        );
        for span in diagnostics.iter().filter_map(|diagnostic| diagnostic.span.as_ref()) {
            assert!(source.text.get(span.range.clone()).is_some(), "a place outside of {:?}", source.text);
        }
    }
}

//! Runs the tree-sitter grammar over the plain text.
//! Out: a tree without errors, or the place of the first token that no program can have there. Tree-sitter repairs
//! errors and does not say where it noticed them first, so that place is read from its log: the parser is stopped at
//! the first error, run again to a little before it, and only from there on listened to. No repair is ever waited for.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use tree_sitter::{ParseOptions, Parser, Tree};

/// What the grammar says of a text.
pub(super) enum Parsed {
    /// It is a program; the tree has no errors.
    Tree(Tree),
    /// The first token at or after this offset cannot stand there.
    ErrorAt(usize),
    /// The grammar could not be loaded or gave no answer.
    Unavailable,
}

/// Parses a text of the same length as the source.
pub(super) fn parse(plain: &[u8]) -> Parsed {
    let mut parser = Parser::new();
    if parser.set_language(&tree_sitter_ocaml::LANGUAGE_OCAML.into()).is_err() {
        return Parsed::Unavailable;
    }
    let mut steps = 0u64;
    let tree = run(&mut parser, plain, |has_error| {
        steps += 1;
        has_error
    });
    match tree {
        Some(tree) if !tree.root_node().has_error() => Parsed::Tree(tree),
        _ => locate(plain, steps),
    }
}

/// Parses until `stop` says so; it is asked at regular steps, with whether an error has been seen.
fn run(parser: &mut Parser, plain: &[u8], mut stop: impl FnMut(bool) -> bool) -> Option<Tree> {
    let mut progress = |state: &tree_sitter::ParseState| match stop(state.has_error()) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut |offset, _| plain.get(offset..).unwrap_or(&[]), None, Some(options))
}

/// Where the parser stood (line, column) when it first found no way on.
#[derive(Default)]
struct Log {
    furthest: (usize, usize),
    stuck: bool,
}

impl Log {
    fn hear(&mut self, line: &str) {
        if self.stuck {
            return;
        }
        if line.starts_with("resume version:") {
            self.stuck = true;
        } else if line.starts_with("process version:") {
            self.furthest = self.furthest.max((number_after(line, "row:"), number_after(line, "col:")));
        }
    }
}

fn number_after(line: &str, key: &str) -> usize {
    let Some(at) = line.find(key) else { return 0 };
    let digits = line[at + key.len()..].bytes().take_while(u8::is_ascii_digit);
    digits.fold(0usize, |number, digit| number.saturating_mul(10).saturating_add(usize::from(digit - b'0')))
}

/// The offset of the first error, which lies after step `steps - 1`.
fn locate(plain: &[u8], steps: u64) -> Parsed {
    let mut parser = Parser::new();
    if parser.set_language(&tree_sitter_ocaml::LANGUAGE_OCAML.into()).is_err() {
        return Parsed::Unavailable;
    }
    if steps > 2 {
        let mut step = 0u64;
        // A stopped parser goes on from where it stopped when it is run again.
        run(&mut parser, plain, |_| {
            step += 1;
            step + 2 > steps
        });
    }
    let log = Arc::new(Mutex::new(Log::default()));
    let heard = log.clone();
    parser.set_logger(Some(Box::new(move |_, line| {
        if let Ok(mut log) = heard.lock() {
            log.hear(line);
        }
    })));
    run(&mut parser, plain, |_| log.lock().map_or(true, |log| log.stuck));
    match log.lock() {
        Ok(log) if log.stuck => Parsed::ErrorAt(offset(plain, log.furthest)),
        _ => Parsed::Unavailable,
    }
}

/// The offset of a line and a column, both from 0 and in bytes.
fn offset(plain: &[u8], (row, column): (usize, usize)) -> usize {
    let line_starts = plain.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let start = match row {
        0 => 0,
        _ => line_starts.skip(row - 1).next().unwrap_or(plain.len()),
    };
    (start + column).min(plain.len())
}

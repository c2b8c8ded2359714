//! Runs the tree-sitter grammar over the plain text.
//! Out: a tree without errors, or the place of the first token that no program can have there. Tree-sitter repairs
//! errors and does not say where it noticed them first, so that place is read from its log: the parser is stopped soon
//! after the first error, run again, and listened to until it is stuck. No repair is ever waited for.

use super::lex::{Token, token_cut_at};
use lydian_budget::is_over;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use tree_sitter::{ParseOptions, Parser, Tree};

/// The steps between two looks at the clock, which cost more than a step.
const BETWEEN_LOOKS: u32 = 64;

/// What the grammar says of a text.
pub(super) enum Parsed {
    /// It is a program; the tree has no errors.
    Tree(Tree),
    /// The first token at or after this offset cannot stand there.
    ErrorAt(usize),
    /// The deadline of the work has passed.
    OutOfTime,
    /// The grammar could not be loaded or gave no answer.
    Unavailable,
}

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A program, as in `.ml` files.
    Implementation,
    /// A signature, as in `.mli` files.
    Interface,
}

/// Parses a text of the same length as the source.
pub(super) fn parse(form: Form, plain: &[u8], tokens: &[Token]) -> Parsed {
    // Programs take a few steps for a hundred bytes; only the search for a repair takes more.
    let limit = 1_000 + plain.len() as u64;
    let mut steps = 0u64;
    let tree = run(&mut parser(form), plain, |has_error| {
        steps += 1;
        has_error || steps > limit
    });
    match tree {
        Some(tree) if !tree.root_node().has_error() => Parsed::Tree(tree),
        _ if is_over() => Parsed::OutOfTime,
        _ => locate(form, plain, tokens),
    }
}

/// A parser of our grammar. If the grammar cannot be loaded, the parser gives no tree.
fn parser(form: Form) -> Parser {
    let mut parser = Parser::new();
    let language = match form {
        Form::Implementation => tree_sitter_ocaml::LANGUAGE_OCAML,
        Form::Interface => tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE,
    };
    let _ = parser.set_language(&language.into());
    parser
}

/// Parses until `stop` says so or there is no more time; it is asked at regular steps, with whether an error has been seen.
fn run(parser: &mut Parser, plain: &[u8], mut stop: impl FnMut(bool) -> bool) -> Option<Tree> {
    let mut asked = 0u32;
    let mut has_no_time = || {
        asked = asked.wrapping_add(1);
        asked.is_multiple_of(BETWEEN_LOOKS) && is_over()
    };
    let mut progress = |state: &tree_sitter::ParseState| match stop(state.has_error()) || has_no_time() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut |offset, _| plain.get(offset..).unwrap_or(&[]), None, Some(options))
}

/// Where the parser stood (line, column) when it first found no way on.
#[derive(Default)]
struct Log {
    positions: Vec<(usize, usize)>,
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
            let position = (number_after(line, "row:"), number_after(line, "col:"));
            if self.positions.last() < Some(&position) {
                self.positions.push(position);
            }
        }
    }
}

fn number_after(line: &str, key: &str) -> usize {
    let Some(at) = line.find(key) else { return 0 };
    let digits = line[at + key.len()..].bytes().take_while(u8::is_ascii_digit);
    digits.fold(0usize, |number, digit| number.saturating_mul(10).saturating_add(usize::from(digit - b'0')))
}

/// The place of the first error. It is known before any repair is tried, so this ends soon.
fn locate(form: Form, plain: &[u8], tokens: &[Token]) -> Parsed {
    let mut parser = parser(form);
    let log = Arc::new(Mutex::new(Log::default()));
    let heard = log.clone();
    parser.set_logger(Some(Box::new(move |_, line| {
        if let Ok(mut log) = heard.lock() {
            log.hear(line);
        }
    })));
    run(&mut parser, plain, |_| log.lock().map_or(true, |log| log.stuck));
    let Ok(log) = log.lock() else { return Parsed::Unavailable };
    if !log.stuck {
        return if is_over() { Parsed::OutOfTime } else { Parsed::Unavailable };
    }
    let line_starts: Vec<usize> = std::iter::once(0)
        .chain(plain.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1))
        .collect();
    let mut last = 0;
    for (row, column) in &log.positions {
        last = (line_starts.get(*row).unwrap_or(&plain.len()) + column).min(plain.len());
        if let Some(token) = token_cut_at(tokens, last)
            .filter(|token| !matches!(&plain[token.range()], b"!+" | b"!-" | b"+!" | b"-!"))
        {
            return Parsed::ErrorAt(token.start as usize);
        }
    }
    Parsed::ErrorAt(last)
}

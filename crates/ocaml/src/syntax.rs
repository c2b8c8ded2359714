//! Reading OCaml: source text to our own abstract syntax.
//! In: one source. Out: its structure and the diagnostics found on the way; an error diagnostic means that the
//! structure is incomplete. Leaves all questions of names and types to later phases. Never panics, whatever the bytes.
//!
//! The phases: `lex` decides everything about characters, `grammar` runs tree-sitter over what is left, `convert`
//! builds the abstract syntax, `explain` finds words for what could not be read.

pub mod ast;
mod build;
mod convert;
mod dialect;
mod explain;
mod grammar;
mod lex;
mod literal;
pub mod print;

use ast::{Signature, Structure};
pub use build::Build;
use convert::Converter;
use grammar::{Form, Parsed};
pub use lex::KEYWORDS;
use lex::Lexed;
use lydian_diagnostic::{Diagnostic, Source, Span};
use std::sync::Arc;
use tree_sitter::Node;

/// How deep the nodes of a structure can be nested; what is deeper gets the diagnostic `too-deep`.
pub const MAX_DEPTH: usize = 1_000;

/// The largest source that is read, in bytes; a larger one gets the diagnostic `file-too-large`.
pub const MAX_BYTES: usize = 2 << 20;

/// Stack for the conversion: a generous number of bytes for each of `MAX_DEPTH` levels.
const STACK_BYTES: usize = 64 << 20;

/// Reads a source.
///
/// A source with a syntax error gives the first one, as OCaml does, and an empty structure.
///
/// ```
/// use lydian_diagnostic::Source;
/// use lydian_ocaml::syntax::{parse, print};
///
/// let (structure, diagnostics) = parse(&Source::new("a.ml", "let double x = x * 2"));
/// assert!(diagnostics.is_empty());
/// assert_eq!(print::structure(&structure), "(let double (fun x (* x 2)))");
///
/// let (_, diagnostics) = parse(&Source::new("b.ml", "let double x = (x * 2"));
/// assert_eq!(diagnostics[0].code, "syntax-error");
/// ```
pub fn parse(source: &Arc<Source>) -> (Structure, Vec<Diagnostic>) {
    parse_as(source, Form::Implementation, |converter, root| converter.structure(root))
}

/// Reads the source of an interface.
///
/// ```
/// use lydian_diagnostic::Source;
/// use lydian_ocaml::syntax::parse_interface;
///
/// let (signature, diagnostics) = parse_interface(&Source::new("a.mli", "val double : int -> int"));
/// assert!(diagnostics.is_empty());
/// assert_eq!(signature.len(), 1);
/// ```
pub fn parse_interface(source: &Arc<Source>) -> (Signature, Vec<Diagnostic>) {
    parse_as(source, Form::Interface, |converter, root| converter.signature(root))
}

fn parse_as<T: Send>(
    source: &Arc<Source>,
    form: Form,
    convert: impl Fn(&mut Converter<'_>, Node<'_>) -> Vec<T> + Send,
) -> (Vec<T>, Vec<Diagnostic>) {
    if source.text.len() > MAX_BYTES {
        let message = format!("`{}` has {} bytes; the limit is {MAX_BYTES}", source.name, source.text.len());
        let diagnostic = Diagnostic::error("file-too-large", Span::new(source, 0..0), message);
        return (Vec::new(), vec![diagnostic]);
    }
    lydian_core::on_deep_stack(STACK_BYTES, || read(source, form, convert)).unwrap_or_else(|error| {
        let message = format!("cannot start a thread to read `{}`: {error}", source.name);
        (Vec::new(), vec![Diagnostic::without_place("out-of-resources", message)])
    })
}

fn read<T>(
    source: &Arc<Source>,
    form: Form,
    convert: impl Fn(&mut Converter<'_>, Node<'_>) -> Vec<T>,
) -> (Vec<T>, Vec<Diagnostic>) {
    let Lexed { tokens, plain, error, warnings } = lex::lex(source);
    let mut diagnostics = warnings;
    match (grammar::parse(form, &plain, &tokens), error) {
        (Parsed::Tree(tree), None) => {
            diagnostics.extend(dialect::refuse_foreign(source, &tokens, &tree));
            let mut converter = Converter::new(source, &tokens);
            let items = convert(&mut converter, tree.root_node());
            diagnostics.append(&mut converter.diagnostics);
            sort(&mut diagnostics);
            (items, diagnostics)
        }
        // A syntax error before the place where lexing had to stop is what OCaml notices first.
        (Parsed::ErrorAt(offset), Some((_, lexical))) => {
            let token = tokens.iter().find(|token| token.end as usize > offset);
            diagnostics.push(match token {
                Some(_) => explain::syntax_error(source, &tokens, offset),
                None => lexical,
            });
            (Vec::new(), diagnostics)
        }
        (_, Some((_, lexical))) => {
            diagnostics.push(lexical);
            (Vec::new(), diagnostics)
        }
        (Parsed::ErrorAt(offset), None) => {
            diagnostics.push(explain::syntax_error(source, &tokens, offset));
            (Vec::new(), diagnostics)
        }
        (Parsed::OutOfTime, None) => {
            diagnostics.push(Diagnostic::out_of_time("the program was read"));
            (Vec::new(), diagnostics)
        }
        (Parsed::Unavailable, None) => {
            let message = format!("`{}` cannot be read: the parser gave no answer", source.name);
            diagnostics.push(Diagnostic::without_place("out-of-resources", message));
            (Vec::new(), diagnostics)
        }
    }
}

/// Source order; what was found twice at one place is said once.
fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let start = |diagnostic: &Diagnostic| diagnostic.span.as_ref().map_or(0, |span| span.range.start);
    diagnostics.sort_by_key(start);
    diagnostics.dedup_by(|second, first| second.code == first.code && second.span == first.span);
}

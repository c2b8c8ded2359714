//! Reads tokens into the tree: descends recursively with the partners of brackets as its only lookahead.
//! A mistake ends its statement, and reading goes on with the next one (see `recovery`). Both the nesting and the height of
//! trees are bounded, so neither this nor a later phase runs out of stack. Line ends are tokens: each rule says itself where
//! it goes past them.

mod annotation;
mod braces;
mod call;
mod definition;
mod docs;
mod expression;
mod literal;
mod mistakes;
mod pragma;
mod recovery;
mod statement;
mod string;
mod types;

use std::ops::Range;
use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source, Span};

use super::ast::{At, Expr, ExprKind, Name, Unit};
use super::lexer::{Doc, Kind, Lexed, Token, tokens};

/// Trees are at most so high, and their parts nested at most so deep.
const LEVELS: usize = 500;

/// The words that are never names.
const KEYWORDS: &[&str] =
    &["def", "where", "include", "type", "in", "out", "as", "if", "then", "else", "return", "__root__"];

/// Reads a file.
pub(super) fn unit(file: u32, source: &Arc<Source>) -> (Unit, Vec<Diagnostic>) {
    let mut parser = Parser::new(file, source, 0..source.text.len());
    let statements = parser.file();
    let pragmas = parser.pragmas();
    parser.warn_of_lonely_docs();
    (Unit { statements, pragmas }, parser.finish())
}

/// What could not be read; the diagnostic has been recorded.
#[derive(Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

/// Whether a list may end with a comma.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trailing {
    Allowed,
    Refused,
}

/// Reads one range of one source.
pub(super) struct Parser<'a> {
    file: u32,
    source: &'a Arc<Source>,
    tokens: Vec<Token>,
    /// The index of the current token.
    index: usize,
    /// The end of the last token that was gone past, line ends aside.
    last_end: usize,
    depth: usize,
    /// The height of the highest tree that was finished in the rule that is being read.
    height: usize,
    diagnostics: Vec<Diagnostic>,
    docs: Vec<Doc>,
    /// The tokens where something starts that can be documented.
    documented: Vec<usize>,
    comments: Vec<Range<usize>>,
    /// Whether the rest was given up, so that what is missing at its end is no mistake.
    gave_up: bool,
    /// Whether `k -> v` may be an argument, as it is in the data of traces.
    entries: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn new(file: u32, source: &'a Arc<Source>, range: Range<usize>) -> Parser<'a> {
        let Lexed { tokens, docs, comments, unclosed } = tokens(&source.text, range.clone());
        let mut parser = Parser {
            file,
            source,
            tokens,
            index: 0,
            last_end: range.start,
            depth: 0,
            height: 0,
            diagnostics: Vec::new(),
            docs,
            documented: Vec::new(),
            comments,
            gave_up: false,
            entries: false,
        };
        unclosed.into_iter().for_each(|quote| parser.unclosed_string(quote));
        parser
    }

    /// The diagnostics in the order of their places.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span.as_ref().map(|span| span.range.start));
        self.diagnostics
    }

    /// One expression up to the end of what is read.
    pub(super) fn only_expression(&mut self) -> Expr {
        let start = self.last_end;
        self.entries = true;
        self.skip_newlines();
        let read = self.expression().and_then(|expr| {
            self.skip_newlines();
            match self.kind() {
                Kind::End => Ok(expr),
                _ => {
                    Err(self.unexpected("the end of the expression", "remove it, or join it by an operator"))
                }
            }
        });
        read.unwrap_or_else(|Failed| Expr { kind: ExprKind::Error, at: self.since(start) })
    }

    fn current(&self) -> Token {
        self.tokens[self.index]
    }

    fn kind(&self) -> Kind {
        self.current().kind
    }

    /// The token after the current one; at the end, the end.
    fn next(&self) -> Token {
        self.tokens[(self.index + 1).min(self.tokens.len() - 1)]
    }

    /// The current token, or the one after it if that is the end of a line.
    fn past_newline(&self) -> Token {
        if self.kind() == Kind::Newline { self.next() } else { self.current() }
    }

    fn text(&self, token: Token) -> &'a str {
        &self.source.text[token.range()]
    }

    /// Goes past the current token, unless it is the end.
    fn advance(&mut self) -> Token {
        let token = self.current();
        if token.kind != Kind::Newline {
            self.last_end = token.end as usize;
        }
        if token.kind != Kind::End {
            self.index += 1;
        }
        token
    }

    fn skip_newlines(&mut self) {
        while self.kind() == Kind::Newline {
            self.advance();
        }
    }

    fn at_symbol(&self, symbol: &str) -> bool {
        is_symbol(self.current(), symbol)
    }

    fn at_word(&self, word: &str) -> bool {
        self.is_word(self.current(), word)
    }

    fn is_word(&self, token: Token, word: &str) -> bool {
        token.kind == Kind::Word && self.text(token) == word
    }

    /// Whether a token can be a name.
    fn is_name(&self, token: Token) -> bool {
        token.kind == Kind::Word && !KEYWORDS.contains(&self.text(token))
    }

    fn accept_symbol(&mut self, symbol: &str) -> bool {
        let found = self.at_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Goes past a symbol that must stand here.
    fn expect_symbol(&mut self, symbol: &str, hint: &str) -> Parsed<()> {
        if self.accept_symbol(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"), hint)) }
    }

    /// Goes past `=` or `:=`, which mean the same, and the line end after it.
    fn expect_equals(&mut self, hint: &str) -> Parsed<()> {
        if !self.accept_symbol("=") && !self.accept_symbol(":=") {
            return Err(self.unexpected("`=`", hint));
        }
        self.skip_newlines();
        Ok(())
    }

    /// Goes past line ends and the symbol that closes the bracket at `open`.
    fn close(&mut self, symbol: &str, open: Token) -> Parsed<()> {
        if is_symbol(self.past_newline(), symbol) {
            self.skip_newlines();
            self.advance();
            return Ok(());
        }
        Err(self.unclosed(symbol, open))
    }

    /// What a pair of brackets holds after its opening one: items with commas between them.
    fn listed<T>(
        &mut self,
        closing: &str,
        open: Token,
        trailing: Trailing,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        self.skip_newlines();
        while !self.at_symbol(closing) {
            items.push(item(self)?);
            self.refuse_newline_before(|token| is_symbol(token, ","));
            if !self.accept_symbol(",") {
                break;
            }
            self.skip_newlines();
            if trailing == Trailing::Refused && self.at_symbol(closing) {
                let hint = "remove the comma before it";
                return Err(self.unexpected("something after the comma", hint));
            }
        }
        self.close(closing, open)?;
        Ok(items)
    }

    /// Runs `inner` one level deeper, if the levels suffice. Heights are counted from zero in it.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= LEVELS {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let beside = std::mem::take(&mut self.height);
        let result = inner(self);
        self.depth -= 1;
        self.height = self.height.max(beside);
        result
    }

    /// A tree whose parts are all that was finished so far.
    fn over(&mut self, kind: ExprKind, start: usize) -> Parsed<Expr> {
        self.grow(self.height)?;
        Ok(Expr { kind, at: self.since(start) })
    }

    /// Says that a tree was finished over parts of at most this height.
    fn grow(&mut self, parts: usize) -> Parsed<()> {
        self.height = parts + 1;
        if self.height > LEVELS { Err(self.too_deep()) } else { Ok(()) }
    }

    /// A name that is declared or used here; `what` says for what.
    fn name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.current();
        if token.kind != Kind::Word {
            return Err(self.unexpected(what, "names consist of letters, digits and `_`"));
        }
        if !self.is_name(token) {
            return Err(self.reserved(what));
        }
        self.advance();
        Ok(self.name_at(token))
    }

    fn name_at(&self, token: Token) -> Name {
        Name { text: self.text(token).into(), at: self.at(token.range()) }
    }

    fn at(&self, range: Range<usize>) -> At {
        At { file: self.file, start: range.start as u32, end: range.end as u32 }
    }

    /// The place from `start` to the end of what was read last.
    fn since(&self, start: usize) -> At {
        self.at(start..self.last_end.max(start))
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }
}

fn is_symbol(token: Token, symbol: &str) -> bool {
    matches!(token.kind, Kind::Symbol(found) if found == symbol)
}

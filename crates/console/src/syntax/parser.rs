//! Reads a specification: source text to a tree and diagnostics.
//! Descends recursively with one token of lookahead and never goes back; what cannot be decided by one token is decided
//! by a scan that is made once (see `group`). A mistake ends its statement, and reading goes on with the next one, so that
//! several mistakes are reported in one go. Depth is bounded, so neither this nor a later phase runs out of stack.

mod declaration;
mod group;
mod mistakes;
mod named;
mod pattern;
mod read;
mod set;
mod statement;
mod task;
mod term;
mod text;
mod trouble;

use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source, Span};
use rustc_hash::FxHashMap;

use self::group::Group;
use super::ast::{At, Declaration, Name, Script, Task};
use super::lexer::{Kind, Lexer, Token};

/// Larger files are refused.
const FILE_BYTES: usize = 1_000_000;
/// Statements, terms, patterns and sets together are nested at most so deep.
const LEVELS: usize = 200;
/// More mistakes than these help nobody.
const DIAGNOSTICS: usize = 50;

/// Reads a specification. What was understood comes back beside the diagnostics; it is to be used only if there are none.
///
/// ```
/// use lydian_console::syntax::parse;
/// use lydian_diagnostic::Source;
///
/// let (script, diagnostics) = parse(&Source::new("sum.console", "read n : int in 1..\nwrite any, n + 1"));
/// assert!(diagnostics.is_empty());
/// assert_eq!(script.body.len(), 2);
/// ```
pub fn parse(source: &Arc<Source>) -> (Script, Vec<Diagnostic>) {
    if source.text.len() > FILE_BYTES {
        let message = format!("`{}` is larger than {FILE_BYTES} bytes", source.name);
        let refused = Diagnostic::without_place("file-too-large", message)
            .hint("check that this is the specification; put data into a file of its own");
        let empty =
            Script { source: source.clone(), declarations: Vec::new(), body: Vec::new(), tasks: Vec::new() };
        return (empty, vec![refused]);
    }
    let mut parser = Parser::new(source);
    let body = parser.statements(None);
    parser.refuse_beside_tasks(&body);
    let declarations = std::mem::take(&mut parser.declarations);
    let tasks = std::mem::take(&mut parser.tasks);
    let script = Script { source: source.clone(), declarations, body, tasks };
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.as_ref().map(|span| span.range.start));
    (script, diagnostics)
}

/// What could not be read; the diagnostic has been recorded.
#[derive(Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    source: &'a Arc<Source>,
    lexer: Lexer<'a>,
    current: Token,
    /// The token before the current one.
    last: Token,
    depth: usize,
    /// Whether `if` and quantifiers can be operands here without parentheses.
    loose: bool,
    /// What is known about parentheses, by their place.
    groups: FxHashMap<usize, Group>,
    declarations: Vec<Declaration>,
    tasks: Vec<Task>,
    /// The brace of the task around.
    task: Option<usize>,
    diagnostics: Vec<Diagnostic>,
    /// The first brace whose `}` stands at another indentation than its line.
    crooked: Option<At>,
    /// Whether the rest was given up, so that what is missing at its end is no mistake.
    gave_up: bool,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Arc<Source>) -> Parser<'a> {
        let lexer = Lexer { text: &source.text, limit: source.text.len(), in_text: false };
        let current = lexer.token(0);
        Parser {
            source,
            lexer,
            last: current.clone(),
            current,
            depth: 0,
            loose: false,
            groups: FxHashMap::default(),
            declarations: Vec::new(),
            tasks: Vec::new(),
            task: None,
            diagnostics: Vec::new(),
            crooked: None,
            gave_up: false,
        }
    }

    /// Goes past the current token and reports what is wrong inside of it.
    fn advance(&mut self) -> Token {
        let next = self.lexer.token(self.current.at.end);
        self.last = std::mem::replace(&mut self.current, next);
        let token = self.last.clone();
        self.report_trouble(&token);
        token
    }

    /// The sort of the token after the current one.
    fn next_kind(&self) -> Kind {
        self.lexer.token(self.current.at.end).kind
    }

    fn at_symbol(&self, symbol: &str) -> bool {
        matches!(self.current.kind, Kind::Symbol(found) if found == symbol)
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.current.kind, Kind::Word(found) if found == word)
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

    /// Goes past a word that must stand here.
    fn expect_word(&mut self, word: &str, hint: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"), hint)) }
    }

    /// Goes past the symbol that closes the bracket at `open`.
    fn close(&mut self, symbol: &str, open: &At) -> Parsed<()> {
        if self.accept_symbol(symbol) {
            return Ok(());
        }
        let found = self.found();
        let opening = &self.source.text[open.clone()];
        let diagnostic = self
            .error("console-syntax", self.here(), format!("{found} stands where `{symbol}` is expected"))
            .label(self.span(open.clone()), format!("closes this `{opening}`"))
            .hint(format!("add `{symbol}` before {found}"));
        Err(self.record(diagnostic))
    }

    /// The items up to the closing symbol, with commas between and perhaps after them.
    fn listed<T>(
        &mut self,
        closing: &str,
        open: &At,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.at_symbol(closing) {
            items.push(item(self)?);
            if !self.accept_symbol(",") {
                break;
            }
        }
        self.close(closing, open)?;
        Ok(items)
    }

    /// Runs `inner` one level deeper, if the levels suffice.
    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= LEVELS {
            return Err(self.too_deep(self.current.at.clone()));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// A name that is declared or bound here; `what` says for what.
    fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.current.kind {
            Kind::Name => {
                let at = self.advance().at;
                Ok(self.name_at(at))
            }
            Kind::Word(word) if !self.starts_statement() => {
                self.reserved(word, what);
                let at = self.advance().at;
                Ok(self.name_at(at))
            }
            _ => Err(self.unexpected(what, "names consist of letters, digits and `_`")),
        }
    }

    /// The same, for variables: capital letters are for members of enumerations and modules.
    fn variable(&mut self, what: &str) -> Parsed<Name> {
        let name = self.name(what)?;
        if name.text.starts_with(char::is_uppercase) {
            let lower = name.text.to_lowercase();
            let message =
                format!("`{}` starts with a capital letter, which is for members of enumerations", name.text);
            self.report("console-syntax", name.at.clone(), message, format!("call it `{lower}`"));
        }
        Ok(name)
    }

    fn name_at(&self, at: At) -> Name {
        Name { text: self.source.text[at.clone()].into(), at }
    }

    /// The place from `start` to the end of what was read last.
    fn since(&self, start: usize) -> At {
        start..self.last.at.end.max(start)
    }

    /// The current token; at the end of the file, the place after the last one.
    fn here(&self) -> At {
        match self.current.kind {
            Kind::End => self.last.at.end..self.last.at.end,
            _ => self.current.at.clone(),
        }
    }

    fn span(&self, at: At) -> Span {
        Span::new(self.source, at)
    }
}

//! Words for a syntax error.
//! In: the tokens and the offset of the first one that cannot stand there. Out: one diagnostic at that token, which is
//! where OCaml reports it, with the construct that was left open as a label and the likely repair as a hint.
//! The tokens before the error are the start of some program, so a simple stack of open constructs is exact enough.

mod open;

use super::lex::{Token, TokenKind};
use lydian_diagnostic::{Diagnostic, Source, Span};
use open::{Open, What, closer, ends_operand, is_item_keyword, second_argument, step, word};
use std::sync::Arc;

/// Of more open constructs the outermost are forgotten: every token may look through all of them.
const MOST_OPEN: usize = 1_000;

/// The diagnostic for the first token at or after `offset`.
pub(super) fn syntax_error(source: &Arc<Source>, tokens: &[Token], offset: usize) -> Diagnostic {
    let mut index = tokens.partition_point(|token| token.end as usize <= offset);
    if is_lone_quote(source, tokens, index) {
        index -= 1;
    }
    let mut open = Vec::new();
    let mut at = 0;
    while at < index.min(tokens.len()) {
        let in_module = matches!(open.last(), Some(Open { what: What::Item, .. }));
        if !in_module && let Some(second) = second_argument(source, &tokens[..index], at) {
            if tokens[at].kind == TokenKind::Upper {
                return applied_twice(source, &tokens[at], &tokens[second]);
            }
            index = second;
        }
        step(source, tokens, at, &mut open);
        if open.len() > MOST_OPEN {
            open.drain(..MOST_OPEN / 2);
        }
        at += 1;
    }
    let fault = Fault { source, tokens, index, open };
    fault.explain()
}

/// Whether the token before `index` is a quote that starts neither a character nor a type variable.
fn is_lone_quote(source: &Source, tokens: &[Token], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|at| tokens.get(at));
    let names =
        tokens.get(index).is_some_and(|token| matches!(token.kind, TokenKind::Lower | TokenKind::Upper));
    names && before.is_some_and(|token| word(source, token) == "'")
}

/// A constructor with two arguments: the grammar goes on after the second one, OCaml does not.
fn applied_twice(source: &Arc<Source>, constructor: &Token, second: &Token) -> Diagnostic {
    let name = word(source, constructor);
    let message = format!("the constructor `{name}` is applied to a second argument");
    Diagnostic::error("syntax-error", Span::new(source, second.range()), message)
        .label(Span::new(source, constructor.range()), "the constructor")
        .hint("several arguments stand in one pair of parentheses, with commas")
}

struct Fault<'s> {
    source: &'s Arc<Source>,
    tokens: &'s [Token],
    index: usize,
    open: Vec<Open>,
}

impl Fault<'_> {
    fn token(&self) -> Option<&Token> {
        self.tokens.get(self.index)
    }

    /// The offending token's text; empty at the end of the file.
    fn text(&self) -> &str {
        self.token().map_or("", |token| word(self.source, token))
    }

    fn is(&self, kind: TokenKind) -> bool {
        self.token().is_some_and(|token| token.kind == kind)
    }

    fn before(&self, back: usize) -> &str {
        match self.index.checked_sub(back) {
            Some(at) => self.tokens.get(at).map_or("", |token| word(self.source, token)),
            None => "",
        }
    }

    fn shown(&self) -> String {
        match self.token() {
            Some(_) => format!("`{}`", self.text()),
            None => "the end of the file".to_string(),
        }
    }

    fn span(&self, token: &Token) -> Span {
        Span::new(self.source, token.range())
    }

    fn error(&self, message: impl Into<String>) -> Diagnostic {
        let end = self.source.text.len();
        let span = self.token().map_or_else(|| Span::new(self.source, end..end), |token| self.span(token));
        Diagnostic::error("syntax-error", span, message)
    }

    /// The innermost bracket that is open.
    fn bracket(&self) -> Option<(&Open, &'static str)> {
        self.open.iter().rev().find_map(|open| match open.what {
            What::Bracket(closing) => Some((open, closing)),
            _ => None,
        })
    }

    /// The innermost open construct of a kind inside the innermost bracket.
    fn innermost(&self, what: What) -> Option<&Open> {
        self.open
            .iter()
            .rev()
            .take_while(|open| !matches!(open.what, What::Bracket(_)))
            .find(|open| open.what == what)
    }

    fn after_operand(&self) -> bool {
        self.index
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .is_some_and(|token| ends_operand(self.source, token))
    }

    fn explain(&self) -> Diagnostic {
        self.foreign_habit()
            .or_else(|| self.stray_else())
            .or_else(|| self.keyword_as_name())
            .or_else(|| self.missing_in())
            .or_else(|| self.waiting())
            .or_else(|| self.brackets())
            .or_else(|| self.missing_operand())
            .or_else(|| self.case_trouble())
            .unwrap_or_else(|| self.plain())
    }

    /// Mistakes that come from other languages.
    fn foreign_habit(&self) -> Option<Diagnostic> {
        let elif = self.tokens[..self.index.min(self.tokens.len())]
            .iter()
            .rev()
            .take(40)
            .find(|token| matches!(word(self.source, token), "elif" | "elsif" | "elseif" | "elsIf"));
        if self.text() == "then"
            && let Some(token) = elif
        {
            let name = word(self.source, token);
            return Some(
                self.error("this `then` belongs to no `if`")
                    .label(self.span(token), format!("`{name}` is an ordinary name in OCaml"))
                    .hint(format!("write `else if` instead of `{name}`")),
            );
        }
        if self.text() == "'" {
            let hint =
                "a character is one sign in single quotes ('a'); a string stands in double quotes (\"abc\")";
            return Some(self.error("this quote starts no character").hint(hint));
        }
        let in_definition =
            self.open.last().is_some_and(|open| matches!(open.what, What::TopLet | What::LocalLet));
        let hint = match self.text() {
            "==" if in_definition => "a definition has a single `=`",
            "+=" | "-=" | "*=" | "/=" => "to change a reference, write `x := !x + ...`",
            ":=" if in_definition => "a definition has `=`; `:=` changes a reference",
            _ => return None,
        };
        Some(self.error(format!("{} cannot stand here", self.shown())).hint(hint))
    }

    fn stray_else(&self) -> Option<Diagnostic> {
        if self.text() != "else" {
            return None;
        }
        if let Some(open) = self.innermost(What::If) {
            let label = "this `if` has no `then` yet";
            return Some(self.error("`then` is expected before `else`").label(self.span(&open.token), label));
        }
        let error = self.error("this `else` belongs to no `if`");
        if self.before(1) == ";" {
            return Some(error.hint("remove the `;` before `else`"));
        }
        let mut depth = 0usize;
        for token in self.tokens[..self.index].iter().rev().take(400) {
            match word(self.source, token) {
                ")" | "end" | "]" | "}" | "done" => depth += 1,
                text if closer(text).is_some() => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => break,
                },
                ";" if depth == 0 => {
                    return Some(
                        error
                            .label(self.span(token), "this `;` ends the `if`")
                            .hint("put the part after `then` between `begin` and `end`, or in parentheses"),
                    );
                }
                "then" if depth == 0 => break,
                _ => {}
            }
        }
        Some(error.hint("each `else` needs an `if ... then` before it"))
    }

    fn keyword_as_name(&self) -> Option<Diagnostic> {
        let token = self.token()?;
        if token.kind != TokenKind::Keyword || self.text().starts_with("let") {
            return None;
        }
        let after_binder =
            matches!(self.before(1), "let" | "rec" | "fun" | "val" | "external" | "and" | "for" | "as");
        let starts_something = matches!(
            self.text(),
            "in" | "rec" | "open" | "module" | "exception" | "type" | "and" | "with" | "end"
        );
        let wants_name = (after_binder || self.unfinished_let().is_some()) && !starts_something;
        if !wants_name {
            return None;
        }
        let text = self.text();
        let error = self.error(format!("`{text}` is a keyword of OCaml and cannot be a name"));
        Some(error.hint(format!("choose another name, such as `{text}_` or `my_{text}`")))
    }

    fn missing_in(&self) -> Option<Diagnostic> {
        let text = self.text();
        let at_end = self.token().is_none()
            || is_item_keyword(text)
            || matches!(text, ")" | "end" | "done" | "]" | "}");
        let open = self.innermost(What::LocalLet)?;
        if !at_end || !(self.after_operand() || self.before(1) == ";") {
            return None;
        }
        let error = self.error(format!("`in` is expected before {}", self.shown()));
        Some(self.why_local(error, open))
    }

    /// Says why a `let` is taken for a local one, and what to do about it.
    fn why_local(&self, error: Diagnostic, open: &Open) -> Diagnostic {
        let label = "this `let` is inside an expression and has no `in`";
        let error = error.label(self.span(&open.token), label);
        let at = self.tokens.partition_point(|token| token.start < open.token.start);
        let before = at.checked_sub(1).map(|at| &self.tokens[at]);
        let line_start = self.source.position(open.token.start as usize).1 == 1;
        match before.map(|token| (token, word(self.source, token))) {
            Some((token, text @ (";" | "in"))) if line_start => error
                .label(self.span(token), format!("this `{text}` makes it part of the definition above"))
                .hint(format!("if the `let` starts a new definition, remove the `{text}` before it")),
            Some((token, text)) if line_start && !ends_operand(self.source, token) => error
                .label(self.span(token), format!("an expression is missing after this `{text}`"))
                .hint("finish the definition before this `let`"),
            _ => error.hint("a local definition is `let name = value in expression`"),
        }
    }

    /// The innermost `let` that has no `=` yet.
    fn unfinished_let(&self) -> Option<&Open> {
        let open = self.open.last().filter(|open| matches!(open.what, What::TopLet | What::LocalLet))?;
        let from = self.tokens.partition_point(|token| token.start <= open.token.start);
        let after_and =
            self.tokens[from..self.index].iter().rposition(|token| word(self.source, token) == "and");
        let from = from + after_and.map_or(0, |at| at + 1);
        let mut depth = 0usize;
        for token in &self.tokens[from..self.index] {
            match word(self.source, token) {
                "=" if depth == 0 => return None,
                ")" | "]" | "|]" | "}" => depth = depth.saturating_sub(1),
                text => depth += usize::from(closer(text).is_some()),
            }
        }
        Some(open)
    }

    /// A construct that waits for its next keyword.
    fn waiting(&self) -> Option<Diagnostic> {
        let open = self.open.last()?;
        let ends = self.after_operand();
        let opener = word(self.source, &open.token);
        let (expected, hint) = match open.what {
            What::If if ends => ("then", "a conditional is `if condition then value else value`"),
            What::Match if ends && opener == "try" => {
                ("with", "the form is `try value with | exception -> result`")
            }
            What::Match if ends => ("with", "the form is `match value with | pattern -> result`"),
            What::Fun => ("->", "a function is `fun parameter -> result`"),
            What::Loop if ends => {
                ("do", "a loop is `while condition do ... done` or `for i = a to b do ... done`")
            }
            What::TopLet | What::LocalLet if ends && self.unfinished_let().is_some() => {
                ("=", "a definition is `let name = value`")
            }
            _ => return None,
        };
        let place = open.token;
        Some(
            self.error(format!("`{expected}` is expected before {}", self.shown()))
                .label(self.span(&place), format!("this `{opener}` waits for it"))
                .hint(hint),
        )
    }

    fn brackets(&self) -> Option<Diagnostic> {
        let text = self.text();
        let is_closer = matches!(text, ")" | "]" | "|]" | "}" | "end" | "done");
        if !is_closer && self.token().is_some() && !(is_item_keyword(text) && self.after_operand()) {
            return None;
        }
        match self.bracket() {
            Some((open, closing)) if closing != text => {
                let opener = word(self.source, &open.token);
                let message = format!("`{closing}` is expected before {}", self.shown());
                let label = format!("this `{opener}` is never closed");
                Some(
                    self.error(message).label(self.span(&open.token), label).hint(format!("add `{closing}`")),
                )
            }
            None if is_closer => {
                let opener = match text {
                    "end" => "begin",
                    "done" => "do",
                    ")" => "(",
                    "}" => "{",
                    "|]" => "[|",
                    _ => "[",
                };
                Some(
                    self.error(format!("this `{text}` closes nothing"))
                        .hint(format!("remove it, or add the `{opener}` that it closes")),
                )
            }
            _ => None,
        }
    }

    /// Something is missing after an operator or a keyword.
    fn missing_operand(&self) -> Option<Diagnostic> {
        if self.index == 0 || self.after_operand() {
            return None;
        }
        let before = self.before(1);
        let what = match before {
            "=" | "->" | "in" | "then" | "else" | "if" | "when" | "while" | "do" | "begin" | "match"
            | "try" | ":=" | "<-" | "lazy" | "assert" | "to" | "downto" => "an expression",
            "with" | "|" | "function" => "a pattern",
            "let" | "rec" | "and" => "a name",
            "fun" => "a parameter",
            ":" | "of" | ":>" => "a type",
            "type" => "the name of a type",
            "open" | "include" | "module" => "a module",
            "exception" => "the name of an exception",
            ";" | "," | "(" | "[" | "{" => return None,
            _ if self.tokens[self.index - 1].kind == TokenKind::Symbol => "an expression",
            _ => return None,
        };
        let error = self.error(format!("{what} is expected after `{before}`, not {}", self.shown()));
        Some(match (before, self.text()) {
            ("|", "|") | ("with", "->") => error.hint("a case is `| pattern -> result`"),
            (_, ";;") => error.hint("remove the `;;`"),
            ("in", _) if self.token().is_none() || is_item_keyword(self.text()) => {
                error.hint("a definition at the top of a file has no `in`")
            }
            ("type", _) if self.is(TokenKind::Upper) => {
                error.hint("the name of a type starts with a small letter")
            }
            ("module", _) if self.is(TokenKind::Lower) => {
                error.hint("the name of a module starts with a capital")
            }
            _ => error,
        })
    }

    fn case_trouble(&self) -> Option<Diagnostic> {
        match self.text() {
            "|" if self.innermost(What::Cases).is_none() => {
                let hint = "a case belongs to a `match`, a `function` or a type definition";
                Some(self.error("no cases are open here that this `|` could go on").hint(hint))
            }
            "->" => {
                let hint = "a function is `fun x -> ...`, a case is `| pattern -> ...`";
                Some(self.error("this `->` follows neither parameters of `fun` nor a pattern").hint(hint))
            }
            "=" if self.before(2) == "type" => {
                let hint = "the name of a type starts with a small letter";
                Some(self.error(format!("`{}` is not the name of a type", self.before(1))).hint(hint))
            }
            "=" => {
                let hint = "a definition starts with `let`, and a comparison stands between two expressions";
                Some(self.error("this `=` cannot stand here").hint(hint))
            }
            "in" => {
                let hint = "remove it, or begin a local definition with `let`";
                Some(self.error("this `in` belongs to no `let`").hint(hint))
            }
            "then" => Some(self.error("this `then` belongs to no `if`")),
            "with" => Some(self.error("this `with` belongs to no `match` or `try`")),
            _ => None,
        }
    }

    fn plain(&self) -> Diagnostic {
        if let Some(_open) = self.innermost(What::Cases)
            && self.in_pattern()
        {
            return self
                .error(format!("`->` is expected after the pattern, not {}", self.shown()))
                .hint("a case is `| pattern -> result`");
        }
        let error = match (self.index, self.token()) {
            (0, _) | (_, None) => self.error(format!("{} cannot stand here", self.shown())),
            _ => self.error(format!("{} cannot follow `{}`", self.shown(), self.before(1))),
        };
        match self.token() {
            Some(token) if token.kind == TokenKind::Keyword => error,
            _ => error.hint("an operator, a `;` or a parenthesis may be missing before it"),
        }
    }

    /// Whether the last `|` or `with` has no `->` after it.
    fn in_pattern(&self) -> bool {
        for token in self.tokens[..self.index].iter().rev() {
            match word(self.source, token) {
                "->" | "when" => return false,
                "|" | "with" | "function" => return true,
                _ => {}
            }
        }
        false
    }
}

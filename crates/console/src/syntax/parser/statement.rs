//! Statements and blocks, and how reading goes on after a mistake in one.
//! A block ends at its `}`; a mistake skips to the next word that starts a statement, or to the end of the block.

use super::super::ast::{Assignment, LoopKind, Statement, StatementKind, Term, TermKind};
use super::super::lexer::Kind;
use super::mistakes::{DECLARATIONS, foreign, quoted};
use super::{At, Parsed, Parser};

impl Parser<'_> {
    /// The statements of a block whose brace is at `open`, up to its `}`; without one, of the whole file.
    pub(super) fn statements(&mut self, open: Option<&At>) -> Vec<Statement> {
        let mut body: Vec<Statement> = Vec::new();
        loop {
            let start = self.current.at.start;
            let result = match self.current.kind {
                Kind::End => return body,
                Kind::Symbol("}") if open.is_some() => return body,
                Kind::Symbol(";") => {
                    self.advance();
                    Ok(())
                }
                Kind::Word(word) if DECLARATIONS.contains(&word) => {
                    self.declaration(self.no_place_to_declare(open))
                }
                Kind::Name if self.at_tolerance().is_some() => self.tolerance(self.no_place_to_declare(open)),
                Kind::Name if self.at_task() => self.task(open),
                _ => self.statement(&body).map(|statement| body.push(statement)),
            };
            if result.is_err() {
                self.recover(start, &mut body);
            }
        }
    }

    fn statement(&mut self, before: &[Statement]) -> Parsed<Statement> {
        let start = self.current.at.start;
        if self.current.kind == Kind::Name && self.next_kind() == Kind::Symbol(":=") {
            let kind = self.assignment(false)?;
            return Ok(Statement { kind, at: self.since(start) });
        }
        if self.at_choose() {
            self.advance();
            let kind = StatementKind::Choose(Box::new(self.field()?));
            return Ok(Statement { kind, at: self.since(start) });
        }
        let Kind::Word(word) = self.current.kind else { return Err(self.no_statement(before)) };
        let kind = match word {
            "var" => {
                self.advance();
                self.assignment(true)?
            }
            "if" => return self.if_statement(),
            "while" | "until" | "loop" | "repeat" => return self.loop_statement(word),
            "read" => {
                self.advance();
                self.read()?
            }
            "write" | "may" => {
                let optional = self.accept_word("may");
                self.expect_word("write", "write `may write P`")?;
                StatementKind::Write { optional, pattern: self.pattern()? }
            }
            "exit" => {
                self.advance();
                StatementKind::Exit
            }
            "nothing" => {
                self.advance();
                StatementKind::Nothing
            }
            _ => return Err(self.no_statement(before)),
        };
        Ok(Statement { kind, at: self.since(start) })
    }

    /// Whether a value is chosen here. The word is no reserved one.
    pub(super) fn at_choose(&self) -> bool {
        self.current.kind == Kind::Name
            && &self.source.text[self.current.at.clone()] == "choose"
            && self.next_kind() == Kind::Name
    }

    /// The name, the type if there is one, and the value.
    fn assignment(&mut self, declares: bool) -> Parsed<StatementKind> {
        let hint = "write `var x := 0`, or `var x : int := 0`, and later `x := x + 1`";
        let name = self.variable("a variable")?;
        let ty = match declares && self.accept_symbol(":") {
            true => Some(self.type_name()?),
            false => None,
        };
        self.expect_symbol(":=", hint)?;
        Ok(StatementKind::Assign(Assignment { declares, name, ty, value: self.term()? }))
    }

    fn if_statement(&mut self) -> Parsed<Statement> {
        let (condition, at) = self.head("if");
        let then = self.block("after the condition")?;
        let otherwise = if self.at_foreign_else_if() {
            let word = self.found();
            let message = format!("{word} does not start a statement");
            self.report("unknown-word", self.current.at.clone(), message, "write `else if`");
            vec![self.deeper(Self::if_statement)?]
        } else if !self.accept_word("else") {
            Vec::new()
        } else if self.at_word("if") {
            vec![self.deeper(Self::if_statement)?]
        } else {
            self.block("after `else`")?
        };
        Ok(Statement { kind: StatementKind::If { condition, then, otherwise }, at })
    }

    fn at_foreign_else_if(&self) -> bool {
        self.current.kind == Kind::Name
            && foreign(&self.source.text[self.current.at.clone()]) == Some("else if")
    }

    fn loop_statement(&mut self, word: &'static str) -> Parsed<Statement> {
        let (kind, body, at) = match word {
            "until" if self.at_end_of_input() => {
                let start = self.advance().at.start;
                for _ in 0..3 {
                    self.advance();
                }
                let at = self.since(start);
                (LoopKind::UntilEnd, self.block("after `until end of input`")?, at)
            }
            "while" | "until" => {
                let (condition, at) = self.head(word);
                let kind =
                    if word == "while" { LoopKind::While(condition) } else { LoopKind::Until(condition) };
                (kind, self.block("after the condition")?, at)
            }
            "loop" => {
                let at = self.advance().at;
                (LoopKind::TillExit, self.block("after `loop`")?, at)
            }
            _ => {
                let at = self.advance().at;
                let body = self.block("after `repeat`")?;
                (self.repeat_end()?, body, at)
            }
        };
        Ok(Statement { kind: StatementKind::Loop { kind, body }, at })
    }

    /// Whether `end of input` comes next, which is no term.
    fn at_end_of_input(&self) -> bool {
        let mut at = self.current.at.end;
        ["end", "of", "input"].iter().all(|word| {
            let token = self.lexer.token(at);
            at = token.at.end;
            &self.source.text[token.at] == *word
        })
    }

    /// What follows the block of a `repeat`.
    fn repeat_end(&mut self) -> Parsed<LoopKind> {
        if self.accept_word("until") {
            return Ok(LoopKind::RepeatUntil(self.term()?));
        }
        if self.accept_word("while") {
            return Ok(LoopKind::RepeatWhile(self.term()?));
        }
        let hint = "say when it ends: `repeat { ... } until C`; without an end it is `loop { ... }`";
        Err(self.unexpected("`until` or `while`", hint))
    }

    /// A word with its condition, and their place. A condition that cannot be read is skipped, so that its block is read.
    fn head(&mut self, word: &str) -> (Term, At) {
        let start = self.advance().at.start;
        let condition = self.term();
        let at = self.since(start);
        let separator = match self.current.kind {
            Kind::Word("then") | Kind::Symbol(":") => true,
            Kind::Name => matches!(&self.source.text[self.current.at.clone()], "do" | "then"),
            _ => false,
        };
        if separator && condition.is_ok() {
            let message = format!("{} stands where `{{` is expected", self.found());
            let hint = format!("the block of `{word}` stands in braces: `{word} C {{ ... }}`");
            self.report("console-syntax", self.current.at.clone(), message, hint);
            self.advance();
        }
        match condition {
            Ok(condition) => (condition, at),
            Err(_) => {
                self.skip();
                (Term { kind: TermKind::Bool(true), at: at.clone() }, at)
            }
        }
    }

    /// Statements in braces. Without a brace, it is one statement, or the next block that comes.
    fn block(&mut self, place: &str) -> Parsed<Vec<Statement>> {
        if !self.at_symbol("{") {
            let told = self.diagnostics.last().and_then(|last| last.span.as_ref());
            if told.is_none_or(|span| span.range != self.last.at) {
                self.unexpected(&format!("`{{` {place}"), "put the statements into braces: `{ ... }`");
            }
            if !self.starts_statement() {
                self.skip();
            }
        }
        if self.at_symbol("{") {
            return self.deeper(|parser| Ok(parser.braces()));
        }
        match self.starts_statement() {
            true => Ok(vec![self.deeper(|parser| parser.statement(&[]))?]),
            false => Ok(Vec::new()),
        }
    }

    pub(super) fn braces(&mut self) -> Vec<Statement> {
        let open = self.advance().at;
        let body = self.statements(Some(&open));
        let close = self.current.at.clone();
        if self.accept_symbol("}") {
            if self.crooked.is_none() && !self.is_straight(open.start, close.start) {
                self.crooked = Some(open);
            }
            return body;
        }
        let mut diagnostic = self
            .error("unclosed-brace", open, "this `{` is not closed")
            .label(self.span(close), "the file ends before a `}`")
            .hint("add `}` where its block ends");
        if let Some(crooked) = self.crooked.take() {
            diagnostic = diagnostic.label(self.span(crooked), "its `}` is not below it: is it this one?");
        }
        self.record(diagnostic);
        body
    }

    /// Whether a `}` that is first on its line is indented as the line of its `{`.
    fn is_straight(&self, open: usize, close: usize) -> bool {
        let bytes = self.source.text.as_bytes();
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let own = bytes[..close].iter().rev().take_while(blank).count();
        if own < close && bytes[close - own - 1] != b'\n' {
            return true;
        }
        let line = bytes[..open].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        bytes[line..open].iter().take_while(blank).count() == own
    }

    /// Whether a statement starts here. (`nothing` also stands in the middle of patterns.)
    pub(super) fn starts_statement(&self) -> bool {
        match self.current.kind {
            Kind::Word("read" | "write" | "may" | "if" | "loop" | "while" | "until" | "exit" | "var") => true,
            Kind::Name => self.next_kind() == Kind::Symbol(":=") || self.at_choose(),
            Kind::Word("repeat") => self.next_kind() == Kind::Symbol("{"),
            _ => false,
        }
    }

    /// Goes on after a mistake in what starts at `start`. A block that comes on the way is read.
    fn recover(&mut self, start: usize, body: &mut Vec<Statement>) {
        if self.current.at.start == start && self.current.kind != Kind::End {
            self.advance();
        }
        self.skip();
        if self.at_symbol("{") {
            body.extend(self.block("here").unwrap_or_default());
        }
    }

    /// Skips to the next statement, declaration, block or end of a block.
    fn skip(&mut self) {
        let mut braces = 0_usize;
        loop {
            match self.current.kind {
                Kind::End => return,
                Kind::Word(word) if DECLARATIONS.contains(&word) => return,
                _ if self.starts_statement() => return,
                Kind::Symbol("{") if braces == 0 && self.opens_block() => return,
                Kind::Symbol("{") => braces += 1,
                Kind::Symbol("}") if braces == 0 => return,
                Kind::Symbol("}") => braces -= 1,
                _ => {}
            }
            self.advance();
        }
    }

    /// Whether the brace here starts a block rather than a set.
    fn opens_block(&self) -> bool {
        let starts =
            ["read", "write", "may", "if", "loop", "while", "until", "repeat", "exit", "nothing", "var"];
        match self.next_kind() {
            Kind::Word(word) => starts.contains(&word),
            kind => kind == Kind::Symbol("}"),
        }
    }

    /// Says what is wrong with a token that starts no statement.
    fn no_statement(&mut self, before: &[Statement]) -> super::Failed {
        let after_write = matches!(before.last(), Some(Statement { kind: StatementKind::Write { .. }, .. }));
        let (message, hint) = match self.current.kind {
            Kind::Name => return self.unknown_statement(after_write),
            Kind::Symbol("}") => ("this `}` closes nothing", "remove it, or add the `{` that it closes"),
            Kind::Word("else") => ("this `else` belongs to no `if`", "write `if C { ... } else { ... }`"),
            Kind::Word("for") => ("there is no `for` statement", "write `while C { ... }` or `loop { ... }`"),
            Kind::Word("in" | "where" | "by" | "malformed") => {
                let message = format!("{} stands after no `read` that it belongs to", self.found());
                let hint =
                    "write `read x : int in 1..9 where C by \";\" malformed else retry`, in this order";
                return self.report("console-syntax", self.current.at.clone(), message, hint);
            }
            Kind::Text | Kind::Number | Kind::Decimal | Kind::Char | Kind::Word("any" | "some" | "maybe")
                if after_write =>
            {
                return self.unexpected("a statement", "join the parts of an output with a comma");
            }
            _ => {
                let hint = format!("statements start with {}", quoted(super::mistakes::STATEMENTS));
                return self.unexpected("a statement", &hint);
            }
        };
        self.report("console-syntax", self.current.at.clone(), message, hint)
    }
}

//! Where reading goes on after a mistake: at the next line that starts like a statement.

use super::super::lexer::{Kind, Token};
use super::Parser;

impl Parser<'_> {
    /// Goes to the next statement after the one that started at the token `start`, or to the token `limit`.
    /// What is in brackets is skipped as a whole.
    pub(super) fn recover(&mut self, start: usize, limit: usize) {
        if self.index == start && self.index < limit {
            self.advance();
        }
        while self.index < limit && self.kind() != Kind::End {
            let ends_before = matches!(self.tokens[self.index - 1].kind, Kind::Newline | Kind::Symbol(";"));
            if self.index > start && ends_before && self.starts_statement() {
                return;
            }
            match self.current().partner() {
                Some(partner) if partner > self.index && partner < limit => self.go_to(partner),
                _ => {}
            }
            self.advance();
        }
    }

    /// Makes a token the current one, without reading what is before it.
    pub(super) fn go_to(&mut self, index: usize) {
        self.index = index;
        self.last_end = self.current().start as usize;
    }

    /// Whether the current token starts a statement, as far as one can tell without reading it.
    pub(super) fn starts_statement(&self) -> bool {
        match self.current().kind {
            Kind::Symbol("@" | "@@") => true,
            Kind::Word => match self.text(self.current()) {
                "def" | "in" | "out" | "type" | "include" => true,
                "module" | "import" | "liftable" => self.next().kind == Kind::Word,
                "print" => starts_operand(self.next()),
                _ => false,
            },
            _ => false,
        }
    }
}

fn starts_operand(token: Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Int | Kind::Float | Kind::Quote | Kind::FormatQuote)
}

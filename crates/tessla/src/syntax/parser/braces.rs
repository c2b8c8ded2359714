//! Braces: blocks with definitions, and records.
//! `{x}` is a block and `{}` the empty record; a comma, `=` or `:` after a first name makes a record.

use super::super::ast::{Expr, ExprKind, Name};
use super::super::lexer::{Kind, Token};
use super::{Failed, Parsed, Parser, Trailing, is_symbol};

impl Parser<'_> {
    pub(super) fn braces(&mut self) -> Parsed<Expr> {
        if self.is_record() { self.nested(Self::record_value) } else { self.nested(Self::block) }
    }

    fn is_record(&self) -> bool {
        let newline = usize::from(self.next().kind == Kind::Newline);
        let inner = |index: usize| self.tokens.get(self.index + newline + index).copied();
        let (Some(first), Some(second)) = (inner(1), inner(2)) else {
            return self.at_symbol("${");
        };
        let named =
            self.is_name(first) && [",", "=", ":=", ":"].into_iter().any(|symbol| is_symbol(second, symbol));
        self.at_symbol("${") || is_symbol(first, "}") || named
    }

    /// `{a = e, b: e, c}`.
    fn record_value(&mut self) -> Parsed<Expr> {
        let open = self.open_record();
        let members = self.listed("}", open, Trailing::Allowed, Self::member_value)?;
        self.over(ExprKind::Record(members), open.start as usize)
    }

    fn member_value(&mut self) -> Parsed<(Name, Expr)> {
        let name = self.name("the name of a member")?;
        let given = [":", "=", ":="].into_iter().any(|symbol| self.accept_symbol(symbol));
        if !given {
            let value = Expr { kind: ExprKind::Name(name.text.clone()), at: name.at };
            return Ok((name, value));
        }
        self.skip_newlines();
        Ok((name, self.expression()?))
    }

    /// `{ defs e }`. A mistake in it does not reach what is around it, if it is known where it ends.
    fn block(&mut self) -> Parsed<Expr> {
        let open = self.advance();
        let start = open.start as usize;
        let limit = open.partner().unwrap_or(self.tokens.len() - 1);
        let definitions = self.local_definitions(limit);
        let kind = match self.block_result(open) {
            Ok(result) => ExprKind::Block(definitions, Box::new(result)),
            Err(Failed) => {
                self.leave_braces(open)?;
                ExprKind::Error
            }
        };
        self.over(kind, start)
    }

    fn block_result(&mut self, open: Token) -> Parsed<Expr> {
        let word = self.current();
        if self.accept_word("return") {
            let message = "the word `return` is deprecated";
            self.warning("deprecated-syntax", word.range(), message, "remove it");
        }
        if self.at_symbol("}") {
            return Err(self.unexpected("the value of the block", "a block ends with an expression"));
        }
        if self.starts_statement() && self.kind() == Kind::Word {
            return Err(self.statement_in_block(open));
        }
        let result = self.expression()?;
        self.close("}", open)?;
        Ok(result)
    }

    fn statement_in_block(&mut self, open: Token) -> Failed {
        if open.partner().is_none() {
            return self.unclosed("}", open);
        }
        let word = self.text(self.current());
        let message = format!("`{word}` cannot stand in a block");
        let hint = "a block holds definitions (`def`) and ends with an expression";
        self.error("misplaced-statement", self.current().range(), message, hint)
    }
}

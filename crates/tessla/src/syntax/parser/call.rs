//! What follows an operand and binds tightest: calls, type arguments, members.

use super::super::ast::{Argument, Expr, ExprKind, TypeExpr};
use super::super::lexer::Kind;
use super::{Parsed, Parser, Trailing, is_symbol};

impl Parser<'_> {
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let mut base = self.primary()?;
        loop {
            base = match self.kind() {
                Kind::Symbol("(") => self.call(base, Vec::new())?,
                Kind::Symbol("[") => self.type_application(base)?,
                Kind::Symbol(".") => self.member(base)?,
                _ => return Ok(base),
            };
        }
    }

    fn call(&mut self, function: Expr, types: Vec<TypeExpr>) -> Parsed<Expr> {
        let start = function.at.start as usize;
        let arguments = self.arguments()?;
        self.over(ExprKind::Call(Box::new(function), types, arguments), start)
    }

    fn type_application(&mut self, base: Expr) -> Parsed<Expr> {
        let start = base.at.start as usize;
        let types = self.type_arguments()?;
        if self.at_symbol("(") {
            return self.call(base, types);
        }
        self.over(ExprKind::TypeApply(Box::new(base), types), start)
    }

    fn member(&mut self, base: Expr) -> Parsed<Expr> {
        let start = base.at.start as usize;
        self.advance();
        self.skip_newlines();
        if self.kind() == Kind::Int {
            let number = self.text(self.current());
            let hint = format!("the elements of a tuple are its members `_1`, `_2`: write `._{number}`");
            return Err(self.unexpected("the name of a member", &hint));
        }
        let name = self.name("the name of a member")?;
        self.over(ExprKind::Member(Box::new(base), name), start)
    }

    /// `(a, n = b)`.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        let open = self.advance();
        self.listed(")", open, Trailing::Refused, Self::argument)
    }

    fn argument(&mut self) -> Parsed<Argument> {
        let token = self.current();
        if !self.is_name(token) || !is_symbol(self.next(), "=") {
            return Ok(Argument { name: None, value: self.entry()? });
        }
        let name = self.name("the name of a parameter")?;
        self.advance();
        self.skip_newlines();
        Ok(Argument { name: Some(name), value: self.expression()? })
    }

    /// An expression, or in data `k -> v`, which is a pair.
    fn entry(&mut self) -> Parsed<Expr> {
        let first = self.expression()?;
        if !self.entries || !self.accept_symbol("->") {
            return Ok(first);
        }
        let start = first.at.start as usize;
        let second = self.expression()?;
        self.over(ExprKind::Tuple(vec![first, second]), start)
    }
}

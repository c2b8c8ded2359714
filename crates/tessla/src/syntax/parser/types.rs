//! Types as they are written.

use super::super::ast::{Name, TypeExpr, TypeKind};
use super::super::lexer::{Kind, Token};
use super::{Parsed, Parser, Trailing, is_symbol};

impl Parser<'_> {
    pub(super) fn type_expr(&mut self) -> Parsed<TypeExpr> {
        self.nested(|parser| {
            let start = parser.current().start as usize;
            let kind = match parser.kind() {
                Kind::Symbol("(") => parser.parenthesized_type()?,
                Kind::Symbol("{" | "${") => parser.record_type()?,
                Kind::Word => parser.named_type()?,
                _ => {
                    return Err(
                        parser.unexpected("a type", "types are `Int`, `Events[Int]`, `(A, B)`, `{a: T}`")
                    );
                }
            };
            parser.grow(parser.height)?;
            Ok(TypeExpr { kind, at: parser.since(start) })
        })
    }

    /// `[T, U]`.
    pub(super) fn type_arguments(&mut self) -> Parsed<Vec<TypeExpr>> {
        let open = self.advance();
        let types = self.listed("]", open, Trailing::Refused, Self::type_expr)?;
        if types.is_empty() {
            let at = open.start as usize..self.last_end;
            return Err(self.error("syntax-error", at, "these brackets hold no type", "remove them"));
        }
        Ok(types)
    }

    fn named_type(&mut self) -> Parsed<TypeKind> {
        let mut path = vec![self.name("a type")?];
        while self.accept_symbol(".") {
            self.skip_newlines();
            path.push(self.name("the name of a type")?);
        }
        let arguments = if self.at_symbol("[") { self.type_arguments()? } else { Vec::new() };
        Ok(TypeKind::Named(path, arguments))
    }

    /// `()`, `(A)`, `(A, B)`, `(A, strict B) => R`.
    fn parenthesized_type(&mut self) -> Parsed<TypeKind> {
        let open = self.advance();
        let parts = self.listed(")", open, Trailing::Refused, |parser| {
            let token = parser.current();
            Ok((token, parser.evaluated_type()?))
        })?;
        if self.accept_symbol("=>") {
            self.skip_newlines();
            let result = Box::new(self.type_expr()?);
            let params = parts.into_iter().map(|(_, part)| part).collect();
            return Ok(TypeKind::Function(params, result));
        }
        if let Some((token, _)) = parts.iter().find(|(_, (strictness, _))| strictness.is_some()) {
            return Err(self.strict_element(*token));
        }
        let mut types: Vec<TypeExpr> = parts.into_iter().map(|(_, (_, ty))| ty).collect();
        match types.len() {
            1 => Ok(types.remove(0).kind),
            _ => Ok(TypeKind::Tuple(types)),
        }
    }

    fn strict_element(&mut self, token: Token) -> super::Failed {
        let word = self.text(token);
        let message = format!("`{word}` stands in a tuple: only parameters of functions are evaluated");
        self.error(
            "syntax-error",
            token.range(),
            message,
            format!("remove `{word}`, or add `=>` and a result"),
        )
    }

    /// `{a: T, b: U}`; older specifications have `${` and `..` too.
    fn record_type(&mut self) -> Parsed<TypeKind> {
        let open = self.open_record();
        let members = self.listed("}", open, Trailing::Allowed, Self::member_type)?;
        Ok(TypeKind::Record(members.into_iter().flatten().collect()))
    }

    fn member_type(&mut self) -> Parsed<Option<(Name, TypeExpr)>> {
        if self.at_symbol("..") {
            let at = self.advance().range();
            let message = "open records are not known any more: `..` is ignored";
            self.warning("deprecated-syntax", at, message, "list all members, or use a type parameter");
            return Ok(None);
        }
        let name = self.name("the name of a member")?;
        if !is_symbol(self.current(), ":") {
            return Err(self.unexpected("`:`", "a record type is `{a: Int, b: Bool}`"));
        }
        self.advance();
        self.skip_newlines();
        Ok(Some((name, self.type_expr()?)))
    }

    /// Goes past the `{` or the old `${` of a record.
    pub(super) fn open_record(&mut self) -> Token {
        let open = self.advance();
        if is_symbol(open, "${") {
            let message = "records start with `{`: `${` is deprecated";
            self.warning("deprecated-syntax", open.range(), message, "write `{` instead");
        }
        open
    }
}

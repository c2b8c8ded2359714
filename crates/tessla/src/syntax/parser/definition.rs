//! Definitions: their heads, bodies, and what they are made of.

use std::sync::Arc;

use super::super::ast::{
    Annotation, At, Body, Definition, Expr, Name, Param, Statement, StatementKind, Strictness, TypeExpr,
};
use super::super::lexer::{Kind, Token};
use super::{Failed, Parsed, Parser, Trailing, is_symbol};

impl Parser<'_> {
    /// A definition of a value or of an annotation. The old annotation `@liftable` is taken out of the annotations.
    pub(super) fn definition(&mut self, annotations: &mut Vec<Annotation>) -> Parsed<StatementKind> {
        let start = self.current().start as usize;
        let before = annotations.len();
        annotations.retain(|annotation| &*annotation.name.text != "liftable" || !annotation.args.is_empty());
        let mut liftable = annotations.len() < before;
        if self.accept_word("liftable") {
            liftable = true;
            self.skip_newlines();
        }
        if !self.accept_word("def") {
            return Err(self.unexpected("`def`", "a liftable function is `liftable def f(x: Int) = ...`"));
        }
        self.skip_newlines();
        if self.at_symbol("@") || self.at_symbol("@@") {
            return self.annotation_definition();
        }
        let name = self.name("the name of a definition")?;
        let type_params = self.type_params()?;
        let params = self.optional_params()?;
        let result = self.result_type()?;
        self.expect_equals("a definition is `def x = ...` or `def f(x: Int) = ...`")?;
        let body = self.body()?;
        let at = self.since(start);
        Ok(StatementKind::Def(Arc::new(Definition { name, type_params, params, result, liftable, body, at })))
    }

    /// `[A, B]`, or nothing.
    pub(super) fn type_params(&mut self) -> Parsed<Vec<Name>> {
        let open = self.current();
        match self.accept_symbol("[") {
            true => self.listed("]", open, Trailing::Refused, |parser| parser.name("the name of a type")),
            false => Ok(Vec::new()),
        }
    }

    fn optional_params(&mut self) -> Parsed<Option<Vec<Param>>> {
        if self.at_symbol("(") { Ok(Some(self.params()?)) } else { Ok(None) }
    }

    /// `(x: T, y)`.
    pub(super) fn params(&mut self) -> Parsed<Vec<Param>> {
        let open = self.advance();
        self.listed(")", open, Trailing::Refused, Self::param)
    }

    pub(super) fn param(&mut self) -> Parsed<Param> {
        let name = self.name("the name of a parameter")?;
        if !self.accept_symbol(":") {
            return Ok(Param { name, strictness: None, ty: None });
        }
        self.skip_newlines();
        let (strictness, ty) = self.evaluated_type()?;
        Ok(Param { name, strictness, ty: Some(ty) })
    }

    /// A type with how its argument is evaluated in front of it.
    pub(super) fn evaluated_type(&mut self) -> Parsed<(Option<Strictness>, TypeExpr)> {
        let strictness = match self.text(self.current()) {
            "strict" => Some(Strictness::Strict),
            "lazy" => Some(Strictness::Lazy),
            _ => None,
        };
        // Both are also names of types where no type follows.
        let strictness = strictness.filter(|_| {
            let next = self.next();
            self.is_name(next) || ["(", "{", "${"].into_iter().any(|symbol| is_symbol(next, symbol))
        });
        if strictness.is_some() {
            self.advance();
        }
        Ok((strictness, self.type_expr()?))
    }

    /// `: T`, or nothing. Older specifications put it on the line after the parameters.
    fn result_type(&mut self) -> Parsed<Option<TypeExpr>> {
        if !is_symbol(self.past_newline(), ":") {
            return Ok(None);
        }
        self.skip_newlines();
        self.advance();
        self.skip_newlines();
        Ok(Some(self.type_expr()?))
    }

    fn body(&mut self) -> Parsed<Body> {
        if self.at_external() {
            let (name, fallback, at) = self.external()?;
            return Ok(Body::Extern(name, fallback, at));
        }
        let expr = self.expression()?;
        let at_where = self.is_word(self.past_newline(), "where");
        self.refuse_newline_before(|_| at_where);
        let definitions = match at_where {
            true => self.nested(Self::where_block)?,
            false => Vec::new(),
        };
        Ok(Body::Expr(expr, definitions))
    }

    fn where_block(&mut self) -> Parsed<Vec<Statement>> {
        self.advance();
        let open = self.current();
        self.expect_symbol("{", "write `where { def ... }`")?;
        let limit = open.partner().unwrap_or(self.tokens.len() - 1);
        let definitions = self.local_definitions(limit);
        if self.index == limit && open.partner().is_some() {
            self.advance();
            return Ok(definitions);
        }
        match open.partner() {
            Some(_) => self.unexpected("a definition", "only definitions stand after `where`"),
            None => self.unclosed("}", open),
        };
        self.leave_braces(open)?;
        Ok(definitions)
    }

    /// The definitions at the start of a block, up to something else or the token `limit`.
    pub(super) fn local_definitions(&mut self, limit: usize) -> Vec<Statement> {
        let mut definitions = Vec::new();
        loop {
            while self.kind() == Kind::Newline || self.at_symbol(";") {
                self.advance();
            }
            if self.index >= limit || !self.at_definition() {
                return definitions;
            }
            let start = self.index;
            let read = self.local_definition().and_then(|definition| {
                definitions.push(definition);
                self.end_of_statement()
            });
            if let Err(Failed) = read {
                self.recover(start, limit);
            }
        }
    }

    fn local_definition(&mut self) -> Parsed<Statement> {
        self.documentable(self.index);
        let mut annotations = self.annotations()?;
        let start = self.current().start as usize;
        let kind = self.definition(&mut annotations)?;
        let statement = Statement { annotations, kind, at: self.since(start) };
        if let StatementKind::AnnotationDef { name, .. } = &statement.kind {
            let at = name.at.start as usize..name.at.end as usize;
            let hint = "define annotations outside of all braces";
            self.error("misplaced-statement", at, "an annotation cannot be defined in a block", hint);
        }
        Ok(statement)
    }

    /// Whether `extern("name")` or `__builtin__(name)` stands here.
    pub(super) fn at_external(&self) -> bool {
        if !is_symbol(self.next(), "(") {
            return false;
        }
        // `extern` is also a name: only a string makes it the keyword.
        let inner = |index: usize| self.tokens.get(self.index + index).map(|token| token.kind);
        let named = match inner(2) {
            Some(Kind::Newline) => inner(3),
            other => other,
        };
        self.at_word("__builtin__") || self.at_word("extern") && named == Some(Kind::Quote)
    }

    /// `extern("name", replacement)`.
    pub(super) fn external(&mut self) -> Parsed<(Arc<str>, Option<Expr>, At)> {
        let start = self.advance().start as usize;
        let open = self.advance();
        self.skip_newlines();
        let name = match self.kind() {
            Kind::Word => {
                let word = self.advance();
                Arc::from(self.text(word))
            }
            _ => self.plain_string("the name of something external, as in `extern(\"name\")`")?.0,
        };
        let fallback = match self.accept_symbol(",") {
            true => {
                self.skip_newlines();
                Some(self.expression()?)
            }
            false => None,
        };
        self.close(")", open)?;
        Ok((name, fallback, self.since(start)))
    }

    /// The braces and what is in them were read up to a mistake: goes on behind them, if it is known where they end.
    pub(super) fn leave_braces(&mut self, open: Token) -> Parsed<()> {
        match open.partner() {
            Some(partner) if !self.gave_up && partner >= self.index => {
                self.go_to(partner);
                self.advance();
                Ok(())
            }
            _ => Err(Failed),
        }
    }
}

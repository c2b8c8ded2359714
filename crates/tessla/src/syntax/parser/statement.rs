//! Statements: of a file, and of a module.

use super::super::ast::{Annotation, Name, Statement, StatementKind};
use super::super::lexer::{Kind, Token};
use super::{Failed, Parsed, Parser, is_symbol};

/// The words that start statements, for hints.
const STARTS: &str = "statements start with `in`, `out`, `def`, `type`, `module`, `import` or `include`";

/// What became of the definitions of the first TeSSLa.
const OLD_DEFINITION: &str =
    "this is the syntax of TeSSLa 1, which is not read: write `def changed: Events[Int] = ...`";

impl Parser<'_> {
    /// All statements of a file.
    pub(super) fn file(&mut self) -> Vec<Statement> {
        let end = self.tokens.len() - 1;
        let mut statements = Vec::new();
        let mut includes = true;
        self.statements(end, &mut statements);
        for statement in &statements {
            includes &=
                matches!(statement.kind, StatementKind::Include(..) | StatementKind::GlobalAnnotation(_));
            if let (false, StatementKind::Include(..)) = (includes, &statement.kind) {
                let at = statement.at.start as usize..statement.at.end as usize;
                let hint = "move it to the start of the file";
                self.error("misplaced-statement", at, "`include` stands after other statements", hint);
            }
        }
        statements
    }

    /// Statements up to the token `limit`.
    fn statements(&mut self, limit: usize, statements: &mut Vec<Statement>) {
        loop {
            while self.kind() == Kind::Newline || self.at_symbol(";") {
                self.advance();
            }
            if self.index >= limit {
                return;
            }
            if self.at_symbol("}") {
                self.stray_brace();
                continue;
            }
            let start = self.index;
            let read = self.statement().and_then(|statement| {
                statements.push(statement);
                self.end_of_statement()
            });
            if let Err(Failed) = read {
                self.recover(start, limit);
            }
        }
    }

    /// A brace that closes something is left over from a statement with a mistake.
    fn stray_brace(&mut self) {
        let brace = self.advance();
        if brace.partner().is_none() {
            let hint = "remove it, or add the `{` that it closes";
            self.error("syntax-error", brace.range(), "this `}` closes nothing", hint);
        }
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let first = self.index;
        let mut annotations = self.annotations()?;
        let start = self.current().start as usize;
        if self.can_be_documented() {
            self.documentable(first);
        }
        let kind = self.statement_kind(&mut annotations)?;
        Ok(Statement { annotations, kind, at: self.since(start) })
    }

    fn can_be_documented(&self) -> bool {
        ["def", "liftable", "type", "module", "in"].into_iter().any(|word| self.at_word(word))
    }

    fn statement_kind(&mut self, annotations: &mut Vec<Annotation>) -> Parsed<StatementKind> {
        let token = self.current();
        if token.kind != Kind::Word {
            return self.other_statement();
        }
        match self.text(token) {
            "include" => self.include(),
            "in" => self.input(),
            "out" | "print" => self.output(),
            "def" | "liftable" => self.definition(annotations),
            "type" => self.type_definition(),
            "module" => self.nested(Self::module),
            "import" => self.import(),
            _ => self.other_statement(),
        }
    }

    fn other_statement(&mut self) -> Parsed<StatementKind> {
        if self.accept_symbol("@@") {
            return Ok(StatementKind::GlobalAnnotation(self.annotation()?));
        }
        let goes_on = self.is_infix(self.current())
            || self.at_word("where")
            || ["=", ":=", ":", "=>", "."].into_iter().any(|symbol| self.at_symbol(symbol));
        if goes_on && self.index > 0 {
            let text = self.text(self.current());
            let message = format!("a line cannot start with `{text}`: the line before it is complete");
            let hint = format!("put `{text}` at the end of the line before, or end that line with `\\`");
            return Err(self.error("syntax-error", self.current().range(), message, hint));
        }
        let hint = if self.at_word("define") { OLD_DEFINITION } else { STARTS };
        Err(self.unexpected("a statement", hint))
    }

    /// Whether the token before names a type of streams, now or in the first TeSSLa.
    fn is_behind_a_stream(&self) -> bool {
        let before = self.index.checked_sub(1).map(|index| self.text(self.tokens[index]));
        matches!(before, Some("Events" | "Signal"))
    }

    /// A statement ends with its line, with `;`, with the text, or with the braces around it.
    pub(super) fn end_of_statement(&mut self) -> Parsed<()> {
        match self.kind() {
            Kind::Newline | Kind::End | Kind::Symbol(";" | "}") => Ok(()),
            Kind::Symbol("<") if self.is_behind_a_stream() => {
                let hint = "this is the syntax of TeSSLa 1, which is not read: types stand in brackets, as in `Events[Int]`";
                Err(self.unexpected("the end of the statement", hint))
            }
            _ => Err(self.unexpected("the end of the statement", "start a new line, or write `;` before it")),
        }
    }

    fn include(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let (path, at) = self.plain_string("the path of a file, as in `include \"other.tessla\"`")?;
        Ok(StatementKind::Include(path, at))
    }

    fn input(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.skip_newlines();
        let name = self.name("the name of an input")?;
        if !self.accept_symbol(":") {
            let text = &name.text;
            let at = name.at.start as usize..name.at.end as usize;
            let message = format!("the input `{text}` has no type");
            let hint = format!("write `in {text}: Events[Int]`, with the type of its events");
            self.error("missing-input-type", at, message, hint);
            return Ok(StatementKind::In { name, ty: None });
        }
        self.skip_newlines();
        let ty = self.type_expr()?;
        Ok(StatementKind::In { name, ty: Some(ty) })
    }

    /// `out *`, `out e`, `out e as n`; `print e`.
    fn output(&mut self) -> Parsed<StatementKind> {
        let word = self.advance();
        let raw = self.text(word) == "print";
        self.skip_newlines();
        if !raw && self.accept_symbol("*") {
            return Ok(StatementKind::OutAll);
        }
        let start = self.current().start as usize;
        let expr = self.expression()?;
        let text = self.source.text[start..self.last_end].into();
        let alias = match self.accept_word("as") {
            true => {
                self.skip_newlines();
                Some(self.name("the name of the output")?)
            }
            false => None,
        };
        Ok(StatementKind::Out { expr, text, alias, raw })
    }

    fn type_definition(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.skip_newlines();
        let name = self.name("the name of a type")?;
        let params = self.type_params()?;
        self.expect_equals("a type is defined by `type N = T`")?;
        if self.at_external() {
            let (external, fallback, _) = self.external()?;
            if let Some(fallback) = fallback {
                let at = fallback.at.start as usize..fallback.at.end as usize;
                self.error("syntax-error", at, "an external type has no replacement", "remove it");
            }
            return Ok(StatementKind::Type { name, params, body: None, external: Some(external) });
        }
        let body = self.type_expr()?;
        Ok(StatementKind::Type { name, params, body: Some(body), external: None })
    }

    fn module(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.skip_newlines();
        let name = self.name("the name of a module")?;
        self.skip_newlines();
        let open = self.current();
        self.expect_symbol("{", "a module is `module M { ... }`")?;
        let limit = open.partner().unwrap_or(self.tokens.len() - 1);
        let mut statements = Vec::new();
        self.statements(limit, &mut statements);
        self.close("}", open)?;
        statements.iter().for_each(|statement| self.check_in_module(statement));
        Ok(StatementKind::Module(name, statements))
    }

    /// Modules hold definitions only: what the whole specification reads and writes stands outside.
    fn check_in_module(&mut self, statement: &Statement) {
        let what = match &statement.kind {
            StatementKind::In { .. } => "an input",
            StatementKind::Out { .. } | StatementKind::OutAll => "an output",
            StatementKind::Include(..) => "`include`",
            StatementKind::AnnotationDef { .. } => "the definition of an annotation",
            StatementKind::GlobalAnnotation(_) => "an annotation of the whole specification",
            _ => return,
        };
        let at = statement.at.start as usize..statement.at.end as usize;
        let message = format!("{what} cannot stand in a module");
        self.error("misplaced-statement", at, message, "move it out of the braces");
    }

    fn import(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let mut path: Vec<Name> = vec![self.name("the name of a module")?];
        while self.accept_symbol(".") {
            path.push(self.name("the name of a module")?);
        }
        Ok(StatementKind::Import(path))
    }

    /// Whether a definition starts here: `def`, `liftable def`, or either after annotations.
    pub(super) fn at_definition(&self) -> bool {
        let defines = |token: Token| self.is_word(token, "def");
        let after = self.index + 1;
        let second = self.tokens.get(after).copied().filter(|token| token.kind != Kind::Newline);
        let second = second.or_else(|| self.tokens.get(after + 1).copied());
        defines(self.current())
            || is_symbol(self.current(), "@")
            || self.at_word("liftable") && second.is_some_and(defines)
    }
}

//! Declarations: parameters, enumerations, OCaml code, and the world that the program runs in.
//! They may stand anywhere outside of braces; the script keeps them apart from the statements.

use super::super::ast::{Declaration, DeclarationKind, Name, Term, TypeName};
use super::super::lexer::Kind;
use super::{At, Parsed, Parser};

impl Parser<'_> {
    /// A declaration, which is added to those of the script. It is a mistake inside of the block at `block`.
    pub(super) fn declaration(&mut self, block: Option<&At>) -> Parsed<()> {
        let word = self.advance();
        if let Some(open) = block {
            let name = self.source.text[word.at.clone()].to_owned();
            let diagnostic = self
                .error("console-syntax", word.at.clone(), format!("`{name}` stands inside of braces"))
                .label(self.span(open.clone()), "the block starts here")
                .hint(format!("move `{name}` to the start of the file, or close the block before it"));
            self.record(diagnostic);
        }
        let kind = match word.kind {
            Kind::Word("enum") => self.enumeration()?,
            Kind::Word("param") => self.parameter()?,
            Kind::Word("ocaml") => self.ocaml()?,
            Kind::Word("import") => DeclarationKind::Import(self.plain_text("the name of a file")?),
            Kind::Word("arguments") => DeclarationKind::Arguments(self.terms()?),
            Kind::Word("environment") => {
                let name = self.name("the name of an environment variable")?;
                self.expect_equal("write `environment NAME = \"value\"`")?;
                DeclarationKind::Environment(name, self.term()?)
            }
            Kind::Word("file") => {
                let file = self.plain_text("the name of a file")?;
                self.expect_equal("write `file \"words.txt\" = \"content\"`")?;
                DeclarationKind::FileBefore(file, self.term()?)
            }
            _ => {
                let file = self.plain_text("the name of a file")?;
                self.expect_symbol(":", "write `result \"out.txt\" : P`")?;
                DeclarationKind::FileAfter(file, self.pattern()?)
            }
        };
        let at = self.since(word.at.start);
        self.declarations.push(Declaration { kind, at });
        Ok(())
    }

    /// What `layout loose` and `case ignored` declare. Their words are no reserved ones.
    pub(super) fn at_tolerance(&self) -> Option<DeclarationKind> {
        let next = self.lexer.token(self.current.at.end);
        match (&self.source.text[self.current.at.clone()], &self.source.text[next.at]) {
            ("layout", "loose") => Some(DeclarationKind::LooseLayout),
            ("case", "ignored") => Some(DeclarationKind::CaseIgnored),
            _ => None,
        }
    }

    /// One of them, which stands outside of braces.
    pub(super) fn tolerance(&mut self, block: Option<&At>) -> Parsed<()> {
        let Some(kind) = self.at_tolerance() else { return Ok(()) };
        let start = self.advance().at.start;
        self.advance();
        let at = self.since(start);
        if block.is_some() {
            let message = "this holds for the whole specification and stands inside of braces";
            return Err(self.report("console-syntax", at, message, "move it to the start of the file"));
        }
        self.declarations.push(Declaration { kind, at });
        Ok(())
    }

    fn expect_equal(&mut self, hint: &str) -> Parsed<()> {
        if self.accept_symbol("==") { Ok(()) } else { self.expect_symbol("=", hint) }
    }

    /// Terms with commas between, at least one.
    fn terms(&mut self) -> Parsed<Vec<Term>> {
        let mut terms = vec![self.term()?];
        while self.accept_symbol(",") {
            terms.push(self.term()?);
        }
        Ok(terms)
    }

    fn parameter(&mut self) -> Parsed<DeclarationKind> {
        let hint = "write `param name : int = 1, 2`";
        let name = self.variable("a parameter")?;
        self.expect_symbol(":", hint)?;
        let ty: TypeName = self.type_name()?;
        self.expect_equal(hint)?;
        Ok(DeclarationKind::Parameter { name, ty, values: self.terms()? })
    }

    fn enumeration(&mut self) -> Parsed<DeclarationKind> {
        let name = self.name("the name of an enumeration")?;
        let open = self.current.at.clone();
        self.expect_symbol("{", "write `enum Move { Rock, Paper, Scissors }`")?;
        let members = self.listed("}", &open, Self::member)?;
        Ok(DeclarationKind::Enumeration { name, members })
    }

    fn member(&mut self) -> Parsed<(Name, Option<String>)> {
        let name = self.name("a member of the enumeration")?;
        if !name.text.starts_with(char::is_uppercase) {
            let mut letters = name.text.chars();
            let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
            let hint = format!("write `{first}{} \"{}\"`", letters.as_str(), name.text);
            let message = format!("the member `{}` does not start with a capital letter", name.text);
            self.report("console-syntax", name.at.clone(), message, hint);
        }
        let spelling = match self.current.kind {
            Kind::Text => Some(self.plain_text("a spelling")?),
            _ => None,
        };
        Ok((name, spelling))
    }

    /// The block after the word `ocaml`, which is not read as tokens.
    fn ocaml(&mut self) -> Parsed<DeclarationKind> {
        let start = self.current.at.start;
        let rest = &self.source.text[start..];
        if !rest.starts_with("{{{") {
            let hint = "write the code between three braces: `ocaml {{{ ... }}}`";
            return Err(self.unexpected("`{{{`", hint));
        }
        let Some(length) = rest[3..].find("}}}") else {
            let hint = "add `}}}` after the code";
            self.report("unclosed-brace", start..start + 3, "this `{{{` is not closed", hint);
            self.current.at = start..self.source.text.len();
            self.advance();
            return Err(super::Failed);
        };
        let inner = start + 3..start + 3 + length;
        self.current.at = start..inner.end + 3;
        self.advance();
        Ok(DeclarationKind::OCaml(inner))
    }
}

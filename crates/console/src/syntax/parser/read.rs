//! `read`: the values of one line, their types and sets, and what wrong values do.

use super::super::ast::{Field, Mode, Reaction, Read, StatementKind, TypeKind, TypeName};
use super::super::lexer::Kind;
use super::{Parsed, Parser};

/// More places than these are a mistake rather than money.
const DECIMAL_PLACES: u32 = 100;

impl Parser<'_> {
    /// What follows the word `read`.
    pub(super) fn read(&mut self) -> Parsed<StatementKind> {
        let mut fields = vec![self.field()?];
        while self.at_symbol(",") {
            self.advance();
            if self.current.kind == Kind::Number && self.last.at.end == self.current.at.start {
                let message = "a number has no comma in it";
                let hint = "write thousands without a separator: 1000";
                return Err(self.report("console-syntax", self.last.at.clone(), message, hint));
            }
            fields.push(self.field()?);
        }
        let (mut separator, mut malformed) = (None, None);
        loop {
            if self.at_word("by") && separator.is_none() {
                self.advance();
                separator = Some(self.plain_text("a text between the values")?);
            } else if self.at_word("malformed") && malformed.is_none() {
                malformed = Some(self.advance().at);
            } else {
                break;
            }
        }
        let mode = self.mode()?;
        if let (Some(at), Mode::AssumeValid) = (&malformed, &mode) {
            let message = "`malformed` does not say what a malformed line does";
            self.report("console-syntax", at.clone(), message, "add `else retry` or `else stop` after it");
        }
        Ok(StatementKind::Read(Read { fields, separator, malformed: malformed.is_some(), mode }))
    }

    /// A variable with its type, its set and its condition.
    pub(super) fn field(&mut self) -> Parsed<Field> {
        let name = self.variable("a variable")?;
        self.expect_symbol(":", &format!("say what is read: `{} : int`", name.text))?;
        let ty = self.type_name()?;
        if let TypeKind::List(_) = ty.kind {
            let hint = "a `read` reads one value; only a `param` can be a list";
            self.report("console-syntax", ty.at.clone(), "a list cannot be read", hint);
        }
        let (mut set, mut filter) = (None, None);
        loop {
            if self.at_word("in") && set.is_none() {
                self.advance();
                set = Some(self.set()?);
            } else if self.at_word("where") && filter.is_none() {
                self.advance();
                filter = Some(self.term()?);
            } else {
                return Ok(Field { name, ty, set, filter });
            }
        }
    }

    fn mode(&mut self) -> Parsed<Mode> {
        if !self.accept_word("else") {
            return Ok(Mode::AssumeValid);
        }
        if self.accept_word("retry") {
            return Ok(Mode::Retry(self.reaction()?));
        }
        if self.accept_word("stop") {
            return Ok(Mode::Stop(self.reaction()?));
        }
        Err(self.unexpected("`retry` or `stop`", "write `else retry` or `else stop`"))
    }

    fn reaction(&mut self) -> Parsed<Reaction> {
        if self.accept_word("silently") {
            return Ok(Reaction::Silent);
        }
        if self.accept_word("saying") {
            return Ok(Reaction::Says(self.pattern()?));
        }
        Ok(Reaction::Free)
    }

    /// A type as it is written.
    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        let start = self.current.at.start;
        let kind = self.type_kind()?;
        Ok(TypeName { kind, at: self.since(start) })
    }

    fn type_kind(&mut self) -> Parsed<TypeKind> {
        let hint = "types are `int`, `bool`, `string`, `char`, `decimal(2)` and names of enumerations";
        if self.at_symbol("[") {
            let open = self.advance().at;
            let element = self.deeper(Self::type_kind)?;
            self.close("]", &open)?;
            return Ok(TypeKind::List(Box::new(element)));
        }
        if self.current.kind != Kind::Name {
            return Err(self.unexpected("a type", hint));
        }
        let at = self.advance().at;
        Ok(match &self.source.text[at] {
            "int" => TypeKind::Int,
            "bool" => TypeKind::Bool,
            "string" => TypeKind::String,
            "char" => TypeKind::Char,
            "decimal" => TypeKind::Decimal(self.decimal_places()?),
            name => TypeKind::Enumeration(name.into()),
        })
    }

    fn decimal_places(&mut self) -> Parsed<u32> {
        let hint = "say how many decimal places there are at most: `decimal(2)`";
        let open = self.current.at.clone();
        self.expect_symbol("(", hint)?;
        let at = self.current.at.clone();
        let places = self.small_number(hint)?;
        if places > DECIMAL_PLACES {
            let message = format!("a decimal has at most {DECIMAL_PLACES} places");
            return Err(self.report(
                "console-syntax",
                at,
                message,
                "write a smaller number, such as `decimal(2)`",
            ));
        }
        self.close(")", &open)?;
        Ok(places)
    }
}

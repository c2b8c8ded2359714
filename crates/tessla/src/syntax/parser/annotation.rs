//! Annotations: `@a`, `@a(1, x = 2)` and their definitions.

use super::super::ast::{Annotation, StatementKind};
use super::{Parsed, Parser, Trailing, is_symbol};

impl Parser<'_> {
    /// The annotations at the current token, each with the line ends after it.
    pub(super) fn annotations(&mut self) -> Parsed<Vec<Annotation>> {
        let mut annotations = Vec::new();
        while self.accept_symbol("@") {
            annotations.push(self.annotation()?);
            self.skip_newlines();
        }
        Ok(annotations)
    }

    /// What follows `@` or `@@`.
    pub(super) fn annotation(&mut self) -> Parsed<Annotation> {
        let name = self.name("the name of an annotation")?;
        let args = if self.at_symbol("(") { self.arguments()? } else { Vec::new() };
        Ok(Annotation { name, args })
    }

    /// What follows `def` if it is `@` or `@@`.
    pub(super) fn annotation_definition(&mut self) -> Parsed<StatementKind> {
        let global = is_symbol(self.advance(), "@@");
        let name = self.name("the name of an annotation")?;
        let open = self.current();
        let params = match self.accept_symbol("(") {
            true => self.listed(")", open, Trailing::Refused, Self::param)?,
            false => Vec::new(),
        };
        Ok(StatementKind::AnnotationDef { name, global, params })
    }
}

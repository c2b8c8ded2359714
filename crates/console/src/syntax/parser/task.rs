//! Tasks: several specifications in one file.

use super::super::ast::{Statement, Task};
use super::super::lexer::Kind;
use super::{At, Parsed, Parser};

impl Parser<'_> {
    /// Whether a task begins here. The word is no reserved one.
    pub(super) fn at_task(&self) -> bool {
        self.current.kind == Kind::Name
            && &self.source.text[self.current.at.clone()] == "task"
            && self.next_kind() == Kind::Text
    }

    /// A task, which stands outside of braces.
    pub(super) fn task(&mut self, block: Option<&At>) -> Parsed<()> {
        let word = self.advance().at;
        if let Some(open) = block {
            let diagnostic = self
                .error("console-syntax", word.clone(), "a task stands inside of braces")
                .label(self.span(open.clone()), "the block starts here")
                .hint("close the block before it");
            self.record(diagnostic);
        }
        let at = self.current.at.clone();
        let name = self.plain_text("the name of the task")?;
        if self.tasks.iter().any(|other| other.name == name) {
            let message = format!("there are two tasks `{name}`");
            self.report("duplicate-definition", at.clone(), message, "give one of them another name");
        }
        if !self.at_symbol("{") {
            return Err(self.unexpected("`{` after the name of the task", "write `task \"sum\" { ... }`"));
        }
        let shared = std::mem::take(&mut self.declarations);
        self.task = Some(self.current.at.start);
        let body = self.deeper(|parser| Ok(parser.braces()));
        self.task = None;
        let declarations = std::mem::replace(&mut self.declarations, shared);
        self.tasks.push(Task { name, at, declarations, body: body? });
        Ok(())
    }

    /// The block that a declaration must not stand in: none directly inside of a task.
    pub(super) fn no_place_to_declare<'o>(&self, open: Option<&'o At>) -> Option<&'o At> {
        open.filter(|open| self.task != Some(open.start))
    }

    /// Reports statements beside tasks: it would not be clear which task they belong to.
    pub(super) fn refuse_beside_tasks(&mut self, body: &[Statement]) {
        if let (Some(first), false) = (body.first(), self.tasks.is_empty()) {
            let message = "this stands outside of the tasks of the file, and belongs to none of them";
            self.report("console-syntax", first.at.clone(), message, "put it into a task, or all into one");
        }
    }
}

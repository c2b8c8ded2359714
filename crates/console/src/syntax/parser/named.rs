//! Terms that start with a name: variables and their views, calls, names in modules.

use super::super::ast::{At, Name, TermKind, View};
use super::super::lexer::Kind;
use super::term::Tall;
use super::{Parsed, Parser};

impl Parser<'_> {
    /// A name alone, with a view, or of a function that is called.
    pub(super) fn named(&mut self) -> Parsed<Tall> {
        let token = self.advance();
        if self.source.text[token.at.clone()].starts_with(char::is_uppercase) && self.at_symbol(".") {
            while self.accept_symbol(".") {
                self.name("a name in a module")?;
            }
            let at = self.since(token.at.start);
            if !self.at_symbol("(") {
                return Err(self.unexpected("`(`", "functions of a module are called: `List.length(l)`"));
            }
            return self.call(at);
        }
        if self.at_symbol("(") {
            return self.call(token.at);
        }
        let name = self.name_at(token.at.clone());
        if !self.at_symbol(".") {
            return self.tall(TermKind::Name(name.text), token.at, 0);
        }
        let view = self.view()?;
        self.tall(TermKind::View(vec![name], view), self.since(token.at.start), 0)
    }

    /// A call of the function whose name is at this place, with blanks left out.
    pub(super) fn call(&mut self, at: At) -> Parsed<Tall> {
        let text: String = self.source.text[at.clone()].to_owned();
        let text = if text.contains('.') { self.dotted(&at) } else { text };
        let open = self.advance().at;
        let (arguments, height) = self.tall_list(")", &open)?;
        let name = Name { text: text.into(), at: at.clone() };
        self.tall(TermKind::Call(name, arguments), self.since(at.start), height)
    }

    /// A name with modules before it, without the blanks and comments in it.
    fn dotted(&self, at: &At) -> String {
        let mut name = String::new();
        let mut from = at.start;
        while from < at.end {
            let token = self.lexer.token(from);
            name.push_str(&self.source.text[token.at.clone()]);
            from = token.at.end;
        }
        name
    }

    /// `merge(x, y).all`; without a view it is the newest value.
    pub(super) fn merged(&mut self) -> Parsed<Tall> {
        let start = self.advance().at.start;
        let open = self.current.at.clone();
        self.expect_symbol("(", "write `merge(x, y).all`")?;
        let names = self.listed(")", &open, |parser| parser.variable("a variable"))?;
        if names.is_empty() {
            let hint = "name the variables: `merge(x, y).all`";
            return Err(self.report("console-syntax", self.since(start), "`merge` of no variables", hint));
        }
        let view = if self.at_symbol(".") { self.view()? } else { View::Ago(0) };
        self.tall(TermKind::View(names, view), self.since(start), 0)
    }

    /// `.all` and the like.
    fn view(&mut self) -> Parsed<View> {
        self.advance();
        let at = self.current.at.clone();
        let word = self.source.text[at.clone()].to_owned();
        if !matches!(self.current.kind, Kind::Name | Kind::Word(_)) {
            return Err(self.unexpected("a view", "views are `.all`, `.ago(1)`, `.earlier` and `.current`"));
        }
        self.advance();
        match word.as_str() {
            "all" => Ok(View::All),
            "current" => Ok(View::Ago(0)),
            "ago" => Ok(View::Ago(self.view_index()?)),
            "earlier" if self.at_symbol("(") => Ok(View::Earlier(self.view_index()?)),
            "earlier" => Ok(View::Earlier(1)),
            _ => {
                let message = format!("`.{}` is not a view of a variable", self.excerpt(&at));
                let hint = "views are `.all`, `.ago(1)`, `.earlier` and `.current`; functions come first: `length(x.all)`";
                Err(self.report("console-syntax", at, message, hint))
            }
        }
    }

    fn view_index(&mut self) -> Parsed<u32> {
        let open = self.current.at.clone();
        self.expect_symbol("(", "say how many values back: `x.ago(1)`")?;
        let count = self.small_number("write a number such as 1; an index that is computed is `x.all[i]`")?;
        self.close(")", &open)?;
        Ok(count)
    }

    /// A whole number that is written out.
    pub(super) fn small_number(&mut self, hint: &str) -> Parsed<u32> {
        if self.current.kind != Kind::Number {
            return Err(self.unexpected("a whole number", hint));
        }
        let token = self.advance();
        self.source.text[token.at.clone()]
            .parse()
            .map_err(|_| self.report("console-syntax", token.at, "this number is too large here", hint))
    }
}

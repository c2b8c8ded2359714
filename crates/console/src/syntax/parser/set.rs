//! Sets of values, as they stand after the `in` of a `read`.
//! `not` binds tightest, then `and`, `except`, `or`; a slash opens a regular expression only here.

use super::super::ast::{Set, SetKind};
use super::super::lexer::Kind;
use super::{LEVELS, Parsed, Parser};

type Join = fn(Box<Set>, Box<Set>) -> SetKind;

/// From loose to tight, with what each joins to.
const JOINS: [(&str, Join); 3] =
    [("or", SetKind::Union), ("except", SetKind::Difference), ("and", SetKind::Intersection)];

impl Parser<'_> {
    /// A set of any kind.
    pub(super) fn set(&mut self) -> Parsed<Set> {
        Ok(self.joined_sets(0)?.0)
    }

    /// Sets joined by words from this level on, with the height of the tree.
    fn joined_sets(&mut self, level: usize) -> Parsed<(Set, usize)> {
        let Some((word, join)) = JOINS.get(level) else { return self.single_set() };
        let start = self.current.at.start;
        let (mut left, mut height) = self.joined_sets(level + 1)?;
        while self.at_join(word) {
            self.advance();
            let (right, right_height) = self.joined_sets(level + 1)?;
            height = height.max(right_height) + 1;
            if height > LEVELS {
                return Err(self.too_deep(self.since(start)));
            }
            left = Set { kind: join(Box::new(left), Box::new(right)), at: self.since(start) };
        }
        Ok((left, height))
    }

    fn at_join(&self, word: &str) -> bool {
        match self.current.kind {
            Kind::Word(found) => found == word,
            Kind::Symbol("||") => word == "or",
            Kind::Symbol("&&") => word == "and",
            _ => false,
        }
    }

    fn single_set(&mut self) -> Parsed<(Set, usize)> {
        let start = self.current.at.start;
        let mut height = 1;
        let first = self.current.kind;
        let kind = match first {
            Kind::Word("not") | Kind::Symbol("!") => {
                self.advance();
                let (inner, inner_height) = self.deeper(Self::single_set)?;
                height = inner_height + 1;
                SetKind::Complement(Box::new(inner))
            }
            Kind::Word("all") => {
                self.advance();
                SetKind::All
            }
            Kind::Symbol("{") => {
                let open = self.advance().at;
                SetKind::Finite(self.listed("}", &open, Self::term)?)
            }
            Kind::Symbol("/") => self.regex()?,
            Kind::Symbol("(") if !self.group().term => {
                let open = self.advance().at;
                let (inner, inner_height) = self.deeper(|parser| parser.joined_sets(0))?;
                self.close(")", &open)?;
                return Ok((Set { at: self.since(start), ..inner }, inner_height));
            }
            _ => self.range_or_list()?,
        };
        if height > LEVELS {
            return Err(self.too_deep(self.since(start)));
        }
        Ok((Set { kind, at: self.since(start) }, height))
    }

    /// `a..b`, `a..`, `..b`, or a list.
    fn range_or_list(&mut self) -> Parsed<SetKind> {
        let hint = "sets are `1..9`, `{2, 3}`, `x.all`, `/[a-z]+/` and `all`";
        if !self.at_symbol("..") && !self.starts_arithmetic() {
            return Err(self.unexpected("a set", hint));
        }
        let from = if self.at_symbol("..") { None } else { Some(self.arithmetic()?) };
        let dots = self.current.at.clone();
        match (from, self.accept_symbol("..")) {
            (Some(list), false) => Ok(SetKind::Elements(list)),
            (from, _) => {
                let to = if self.starts_arithmetic() { Some(self.arithmetic()?) } else { None };
                if from.is_none() && to.is_none() {
                    let message = "this range has neither a first nor a last number";
                    let hint = "write `1..9`, `1..` or `..9`; every value is `all`";
                    return Err(self.report("console-syntax", dots, message, hint));
                }
                Ok(SetKind::Range(from, to))
            }
        }
    }

    fn regex(&mut self) -> Parsed<SetKind> {
        let start = self.current.at.start;
        let Some(inner) = self.lexer.regex(start) else {
            let message = "this regular expression is not closed on its line";
            let hint = "add `/` at its end; a slash inside of it is `\\/`";
            return Err(self.report("unclosed-text", start..start + 1, message, hint));
        };
        let mut text = String::new();
        let mut chars = self.source.text[inner.clone()].chars();
        while let Some(c) = chars.next() {
            match (c, c == '\\') {
                (_, true) => match chars.next() {
                    Some('/') => text.push('/'),
                    escaped => text.extend([Some('\\'), escaped].into_iter().flatten()),
                },
                (c, false) => text.push(c),
            }
        }
        self.current.at = start..inner.end + 1;
        self.advance();
        Ok(SetKind::Regex(text))
    }
}

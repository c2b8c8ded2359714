//! Patterns of output: items, sequences of them, alternatives of these.
//! A term in a pattern is of arithmetic level, because `or` joins alternatives; a condition needs parentheses.

use super::super::ast::{Pattern, PatternKind};
use super::super::lexer::Kind;
use super::group::is_operator;
use super::{Parsed, Parser};

impl Parser<'_> {
    /// A pattern of any kind.
    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        let start = self.current.at.start;
        let mut alternatives = vec![self.sequence()?];
        while self.accept_word("or") || self.accept_symbol("||") {
            alternatives.push(self.sequence()?);
        }
        self.refuse_comparison()?;
        Ok(self.joined_patterns(alternatives, PatternKind::Either, start))
    }

    fn sequence(&mut self) -> Parsed<Pattern> {
        let start = self.current.at.start;
        let mut items = vec![self.item()?];
        while self.accept_symbol(",") {
            items.push(self.item()?);
        }
        Ok(self.joined_patterns(items, PatternKind::Sequence, start))
    }

    /// One pattern as it is, several joined.
    fn joined_patterns(
        &self,
        mut patterns: Vec<Pattern>,
        join: impl FnOnce(Vec<Pattern>) -> PatternKind,
        start: usize,
    ) -> Pattern {
        match patterns.pop() {
            Some(only) if patterns.is_empty() => only,
            last => {
                patterns.extend(last);
                Pattern { kind: join(patterns), at: self.since(start) }
            }
        }
    }

    fn item(&mut self) -> Parsed<Pattern> {
        let start = self.current.at.start;
        let first = self.current.kind;
        let kind = match first {
            Kind::Text if !is_term_operator(self.next_kind()) => {
                let token = self.advance();
                return self.text_pattern(&token);
            }
            Kind::Word("any") => {
                self.advance();
                let mut texts = Vec::new();
                while self.current.kind == Kind::Name
                    && &self.source.text[self.current.at.clone()] == "without"
                {
                    self.advance();
                    texts.push(self.forbidden_text()?);
                }
                if texts.is_empty() { PatternKind::Any } else { PatternKind::AnyWithout(texts) }
            }
            Kind::Word("some") => self.word_pattern(PatternKind::Some),
            Kind::Word("nothing") => self.word_pattern(PatternKind::Nothing),
            Kind::Word("maybe") => {
                self.advance();
                PatternKind::Maybe(Box::new(self.deeper(Self::item)?))
            }
            Kind::Word("decorated") => {
                self.advance();
                PatternKind::Decorated(self.arithmetic()?)
            }
            Kind::Word("glued") => {
                self.advance();
                PatternKind::Glued(self.arithmetic()?)
            }
            Kind::Symbol("(") if self.group().pattern => {
                let open = self.advance().at;
                let inner = self.deeper(Self::pattern)?;
                self.close(")", &open)?;
                return Ok(Pattern { at: self.since(start), ..inner });
            }
            Kind::Word("not" | "if" | "forall" | "exists" | "count") => {
                PatternKind::Value(self.arithmetic()?)
            }
            _ if self.starts_arithmetic() => PatternKind::Value(self.arithmetic()?),
            _ => {
                let hint = "write a text such as `\"Hello\"`, a term, `any`, `some` or `nothing`";
                return Err(self.unexpected("a pattern", hint));
            }
        };
        Ok(Pattern { kind, at: self.since(start) })
    }

    /// The text after `without`.
    fn forbidden_text(&mut self) -> Parsed<String> {
        let at = self.current.at.clone();
        let text = self.plain_text("the text that must not occur")?;
        if text.is_empty() {
            let message = "every text contains the empty one, so that nothing would match";
            return Err(self.report("console-syntax", at, message, "write the text that must not occur"));
        }
        Ok(text)
    }

    fn word_pattern(&mut self, kind: PatternKind) -> PatternKind {
        self.advance();
        kind
    }

    /// Says what to do about `write a = b`.
    fn refuse_comparison(&mut self) -> Parsed<()> {
        let joins = match self.current.kind {
            Kind::Word("and") | Kind::Symbol("&&") => true,
            Kind::Word("not") => self.next_kind() == Kind::Word("in"),
            kind => is_operator(kind) && !is_term_operator(kind) && kind != Kind::Symbol(".."),
        };
        if !joins {
            return Ok(());
        }
        let found = self.found();
        let message = format!("{found} needs parentheses in a pattern");
        let hint = format!("write `(a {} b)` with the parentheses", found.trim_matches('`'));
        Err(self.report("console-syntax", self.current.at.clone(), message, hint))
    }
}

/// Whether a text before this token is a part of a term.
fn is_term_operator(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Symbol("++" | "+" | "-" | "*" | "/" | "[") | Kind::Word("div" | "mod" | "quot" | "rem")
    )
}

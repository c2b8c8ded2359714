//! Patterns.

use crate::read::lexer::Tok;
use crate::read::parser::{Parsed, Parser, Tall};
use crate::{ConId, Literal, Pattern};

impl Parser {
    /// Any pattern.
    pub(super) fn pattern(&mut self) -> Parsed<Tall<Pattern>> {
        self.nested(Parser::one_pattern)
    }

    fn one_pattern(&mut self) -> Parsed<Tall<Pattern>> {
        if let Some(literal) = self.literal() {
            if let Literal::Char(from) = literal
                && self.eat("..")
            {
                return match self.literal() {
                    Some(Literal::Char(to)) => Ok(Tall::flat(Pattern::Range(from, to))),
                    _ => self.fail("a character is missing here"),
                };
            }
            return Ok(Tall::flat(Pattern::Literal(literal)));
        }
        match self.peek().clone() {
            Tok::Var(..) => Ok(Tall::flat(Pattern::Var(self.var()?))),
            Tok::Con(con) => {
                self.next();
                let (parts, height) = if self.eat("(") {
                    Tall::split(self.until(",", ")", Parser::pattern)?)
                } else {
                    (Vec::new(), 0)
                };
                self.tall(Pattern::Construct(con, parts), height)
            }
            Tok::Word(word) if word == "_" => {
                self.next();
                Ok(Tall::flat(Pattern::Any))
            }
            Tok::Word(word) if word == "lazy" => {
                self.next();
                self.expect("(")?;
                let inner = self.pattern()?;
                self.expect(")")?;
                self.tall(Pattern::Lazy(Box::new(inner.it)), inner.height)
            }
            Tok::Mark("(") => {
                self.next();
                self.parenthesised_pattern()
            }
            Tok::Mark("[") => {
                self.next();
                let elements = self.until(";", "]", Parser::pattern)?;
                self.cons_pattern(elements, Tall::flat(Pattern::Construct(ConId::NIL, Vec::new())))
            }
            Tok::Mark("[|") => {
                self.next();
                let (elements, height) = Tall::split(self.until(";", "|]", Parser::pattern)?);
                self.tall(Pattern::Array(elements), height)
            }
            _ => self.fail("a pattern is missing here"),
        }
    }

    /// After `(`: an alias, a tuple, alternatives, or a list without end.
    fn parenthesised_pattern(&mut self) -> Parsed<Tall<Pattern>> {
        if self.eat("|") {
            let (parts, height) = Tall::split(self.until("|", ")", Parser::pattern)?);
            return self.tall(Pattern::Or(parts), height);
        }
        let first = self.pattern()?;
        if self.eat_word("as") {
            let var = self.var()?;
            self.expect(")")?;
            return self.tall(Pattern::Alias(Box::new(first.it), var), first.height);
        }
        if self.eat(")") {
            return Ok(first);
        }
        let Some(separator) = [",", "|", "::"].into_iter().find(|separator| self.eat(separator)) else {
            return self.fail("`)` is missing here");
        };
        let mut parts = vec![first];
        parts.extend(self.until(separator, ")", Parser::pattern)?);
        if separator == "::" {
            return match parts.pop().filter(|_| !parts.is_empty()) {
                Some(last) => self.cons_pattern(parts, last),
                None => self.fail("a pattern is missing here"),
            };
        }
        let (parts, height) = Tall::split(parts);
        let whole =
            if separator == "," { Pattern::Construct(ConId::TUPLE, parts) } else { Pattern::Or(parts) };
        self.tall(whole, height)
    }

    fn cons_pattern(&self, elements: Vec<Tall<Pattern>>, last: Tall<Pattern>) -> Parsed<Tall<Pattern>> {
        let mut list = last;
        for element in elements.into_iter().rev() {
            let height = element.height.max(list.height);
            list = self.tall(Pattern::Construct(ConId::CONS, vec![element.it, list.it]), height)?;
        }
        Ok(list)
    }
}

//! Terms, by precedence climbing.
//! In: the token where a term starts. Out: the term, which ends before the first token that cannot go on. A term's height
//! is bounded like its nesting, because a long chain of operators is as deep a tree as many parentheses.

use super::super::ast::{At, Name, Operator, Quantifier, Term, TermKind};
use super::super::lexer::{Kind, Token};
use super::{LEVELS, Parsed, Parser};

/// From loose to tight.
mod level {
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const NOT: u8 = 3;
    pub const COMPARISON: u8 = 4;
    pub const APPEND: u8 = 5;
    pub const SUM: u8 = 6;
    pub const PRODUCT: u8 = 7;
    pub const MINUS: u8 = 8;
}

/// What is asked whether it lies in a range is read twice; it must not grow by that without bound.
const REPEATED_NODES: usize = 500;

/// A term with its height.
pub(super) struct Tall {
    term: Term,
    height: usize,
}

impl Parser<'_> {
    /// A term of any kind.
    pub(super) fn term(&mut self) -> Parsed<Term> {
        Ok(self.any_term()?.term)
    }

    /// A term without comparisons and Boolean operators outside of brackets.
    pub(super) fn arithmetic(&mut self) -> Parsed<Term> {
        Ok(self.in_mode(false, |parser| parser.binary(level::APPEND))?.term)
    }

    /// Whether an arithmetic term starts at the current token.
    pub(super) fn starts_arithmetic(&self) -> bool {
        match self.current.kind {
            // What follows an open range may be the next statement.
            Kind::Name => {
                self.next_kind() != Kind::Symbol(":=")
                    && self.at_tolerance().is_none()
                    && !self.at_choose()
                    && !self.at_task()
            }
            Kind::Number | Kind::Decimal | Kind::Text | Kind::Char => true,
            Kind::Symbol("(" | "[" | "-") | Kind::Word("true" | "false" | "merge") => true,
            Kind::Word("count" | "repeat") => self.next_kind() == Kind::Symbol("("),
            _ => false,
        }
    }

    fn any_term(&mut self) -> Parsed<Tall> {
        self.in_mode(true, |parser| parser.binary(level::OR))
    }

    fn in_mode(&mut self, loose: bool, inner: impl FnOnce(&mut Self) -> Parsed<Tall>) -> Parsed<Tall> {
        let outer = std::mem::replace(&mut self.loose, loose);
        let result = self.deeper(inner);
        self.loose = outer;
        result
    }

    fn binary(&mut self, minimum: u8) -> Parsed<Tall> {
        let mut left = self.prefix(minimum)?;
        while let Some((operator, level)) = self.operator()
            && level >= minimum
        {
            if operator == Operator::NotIn {
                self.advance();
            }
            self.advance();
            left = match operator {
                Operator::In | Operator::NotIn => self.membership(operator, left)?,
                _ => {
                    let right = self.deeper(|parser| parser.binary(level + 1))?;
                    self.joined(operator, left, right)?
                }
            };
            if level == level::COMPARISON && self.operator().is_some_and(|(_, next)| next == level) {
                let message = "comparisons cannot be chained";
                let hint = "join two comparisons: `a < b and b < c`";
                return Err(self.report("console-syntax", self.current.at.clone(), message, hint));
            }
        }
        Ok(left)
    }

    /// The two-place operator at the current token, with its level.
    fn operator(&self) -> Option<(Operator, u8)> {
        Some(match self.current.kind {
            Kind::Word("or") | Kind::Symbol("||") => (Operator::Or, level::OR),
            Kind::Word("and") | Kind::Symbol("&&") => (Operator::And, level::AND),
            Kind::Symbol("=" | "==") => (Operator::Equal, level::COMPARISON),
            Kind::Symbol("!=" | "<>") => (Operator::NotEqual, level::COMPARISON),
            Kind::Symbol("<") => (Operator::Less, level::COMPARISON),
            Kind::Symbol("<=") => (Operator::LessOrEqual, level::COMPARISON),
            Kind::Symbol(">") => (Operator::Greater, level::COMPARISON),
            Kind::Symbol(">=") => (Operator::GreaterOrEqual, level::COMPARISON),
            Kind::Word("in") => (Operator::In, level::COMPARISON),
            Kind::Word("not") | Kind::Symbol("!") if self.next_kind() == Kind::Word("in") => {
                (Operator::NotIn, level::COMPARISON)
            }
            Kind::Symbol("++") => (Operator::Append, level::APPEND),
            Kind::Symbol("+") => (Operator::Add, level::SUM),
            Kind::Symbol("-") => (Operator::Subtract, level::SUM),
            Kind::Symbol("*") => (Operator::Multiply, level::PRODUCT),
            Kind::Symbol("/") => (Operator::Divide, level::PRODUCT),
            Kind::Word("div") => (Operator::Div, level::PRODUCT),
            Kind::Word("mod") => (Operator::Mod, level::PRODUCT),
            Kind::Word("quot") => (Operator::Quot, level::PRODUCT),
            Kind::Word("rem") => (Operator::Rem, level::PRODUCT),
            _ => return None,
        })
    }

    fn joined(&mut self, operator: Operator, left: Tall, right: Tall) -> Parsed<Tall> {
        let at = left.term.at.start..right.term.at.end.max(left.term.at.end);
        let height = left.height.max(right.height);
        self.tall(TermKind::Binary(operator, Box::new(left.term), Box::new(right.term)), at, height)
    }

    /// A term over parts of at most this height.
    pub(super) fn tall(&mut self, kind: TermKind, at: At, parts: usize) -> Parsed<Tall> {
        let height = parts + 1;
        if height > LEVELS {
            return Err(self.too_deep(at));
        }
        Ok(Tall { term: Term { kind, at }, height })
    }

    /// What follows `in`: a list, a set in braces (a list too), or a range (two comparisons).
    fn membership(&mut self, operator: Operator, left: Tall) -> Parsed<Tall> {
        if self.at_symbol("{") {
            let open = self.advance().at;
            let (items, height) = self.tall_list("}", &open)?;
            let list = self.tall(TermKind::List(items), self.since(open.start), height)?;
            return self.joined(operator, left, list);
        }
        let from = match self.at_symbol("..") {
            true => None,
            false => Some(self.deeper(|parser| parser.binary(level::APPEND))?),
        };
        if !self.accept_symbol("..") {
            return match from {
                Some(list) => self.joined(operator, left, list),
                None => Err(self.unexpected("a list or range", "write `x in l` or `x in 1..9`")),
            };
        }
        let dots = self.last.at.clone();
        let to = match self.starts_arithmetic() {
            true => Some(self.deeper(|parser| parser.binary(level::APPEND))?),
            false => None,
        };
        self.within(operator, left, from, to, dots)
    }

    /// `x >= from and x <= to`, or the contrary of it.
    fn within(
        &mut self,
        operator: Operator,
        left: Tall,
        from: Option<Tall>,
        to: Option<Tall>,
        dots: At,
    ) -> Parsed<Tall> {
        let (lower, upper, both) = match operator {
            Operator::In => (Operator::GreaterOrEqual, Operator::LessOrEqual, Operator::And),
            _ => (Operator::Less, Operator::Greater, Operator::Or),
        };
        match (from, to) {
            (None, None) => {
                let message = "this range has neither a first nor a last number";
                Err(self.report("console-syntax", dots, message, "write `1..9`, `1..` or `..9`"))
            }
            (Some(from), None) => self.joined(lower, left, from),
            (None, Some(to)) => self.joined(upper, left, to),
            (Some(from), Some(to)) => {
                if !is_small(&left.term) {
                    let message = "this term is too large to be compared with both ends of a range";
                    let hint = "write it as `contains_it(...)` with a function in an `ocaml` block";
                    return Err(self.report("console-too-deep", left.term.at.clone(), message, hint));
                }
                let again = Tall { term: left.term.clone(), height: left.height };
                let above = self.joined(lower, left, from)?;
                let below = self.joined(upper, again, to)?;
                self.joined(both, above, below)
            }
        }
    }

    fn prefix(&mut self, minimum: u8) -> Parsed<Tall> {
        let start = self.current.at.start;
        match self.current.kind {
            Kind::Word("not") | Kind::Symbol("!") => {
                if minimum > level::NOT {
                    return self.loosely(|parser| parser.prefix(level::NOT));
                }
                self.advance();
                let operand = self.deeper(|parser| parser.binary(level::NOT))?;
                self.tall(TermKind::Not(Box::new(operand.term)), self.since(start), operand.height)
            }
            Kind::Symbol("-") => {
                self.advance();
                let operand = self.deeper(|parser| parser.binary(level::MINUS))?;
                self.tall(TermKind::Negate(Box::new(operand.term)), self.since(start), operand.height)
            }
            Kind::Word("if") => self.loose_term(Self::conditional),
            Kind::Word("forall") => self.loose_term(|parser| parser.quantified(Quantifier::ForAll)),
            Kind::Word("exists") => self.loose_term(|parser| parser.quantified(Quantifier::Exists)),
            Kind::Word("count") if self.next_kind() != Kind::Symbol("(") => {
                self.loose_term(|parser| parser.quantified(Quantifier::Count))
            }
            _ => self.postfix(),
        }
    }

    /// A term that goes on as far as it can, where that is wanted.
    fn loose_term(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<Tall>) -> Parsed<Tall> {
        if self.loose { inner(self) } else { self.loosely(inner) }
    }

    /// A term that needs parentheses here. It is read all the same, so that nothing in it is taken for a statement.
    fn loosely(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<Tall>) -> Parsed<Tall> {
        let (at, found) = (self.current.at.clone(), self.found());
        let known = self.diagnostics.len();
        let result = inner(self);
        if result.is_ok() {
            let hint = format!("write `({} ...)`", found.trim_matches('`'));
            self.report("console-syntax", at, format!("{found} needs parentheses here"), hint);
        } else if !self.gave_up {
            self.diagnostics.truncate(known);
            let message = format!("{found} stands where a term is expected");
            self.report(
                "console-syntax",
                at,
                message,
                "remove the comma or operator before it, or write a term",
            );
        }
        result
    }

    fn conditional(&mut self) -> Parsed<Tall> {
        let hint = "a term with two cases is `if c then a else b`";
        let start = self.advance().at.start;
        let condition = self.any_term()?;
        self.expect_word("then", hint)?;
        let yes = self.any_term()?;
        self.expect_word("else", hint)?;
        let no = self.any_term()?;
        let height = condition.height.max(yes.height).max(no.height);
        let kind = TermKind::If(Box::new(condition.term), Box::new(yes.term), Box::new(no.term));
        self.tall(kind, self.since(start), height)
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Parsed<Tall> {
        let start = self.advance().at.start;
        let (name, list) = self.binding()?;
        self.expect_symbol(":", "a quantifier is `forall a in l : C`")?;
        let body = self.any_term()?;
        let height = list.height.max(body.height);
        let kind = TermKind::Quantified(quantifier, name, Box::new(list.term), Box::new(body.term));
        self.tall(kind, self.since(start), height)
    }

    /// `a in l`.
    fn binding(&mut self) -> Parsed<(Name, Tall)> {
        let name = self.variable("a name for the elements")?;
        self.expect_word("in", "say which list the elements come from: `a in l`")?;
        let list = self.in_mode(false, |parser| parser.binary(level::APPEND))?;
        if self.at_symbol("..") {
            let message = "the elements of a quantifier come from a list";
            return Err(self.report(
                "console-syntax",
                self.current.at.clone(),
                message,
                "write `range(1, 9)`",
            ));
        }
        Ok((name, list))
    }

    fn postfix(&mut self) -> Parsed<Tall> {
        let mut base = self.primary()?;
        loop {
            if self.at_symbol("[") {
                let open = self.advance().at;
                let index = self.any_term()?;
                self.close("]", &open)?;
                let at = self.since(base.term.at.start);
                let height = base.height.max(index.height);
                base = self.tall(TermKind::Index(Box::new(base.term), Box::new(index.term)), at, height)?;
            } else if self.at_symbol(".") {
                let message = "only a variable has views such as `.all`";
                let hint = "functions come first: `length(x.all)`";
                return Err(self.report("console-syntax", self.current.at.clone(), message, hint));
            } else {
                return Ok(base);
            }
        }
    }

    fn primary(&mut self) -> Parsed<Tall> {
        match self.current.kind {
            Kind::Number | Kind::Decimal | Kind::Text | Kind::Char | Kind::Word("true" | "false") => {
                let token = self.advance();
                let kind = self.constant(&token)?;
                self.tall(kind, token.at, 0)
            }
            Kind::Name => self.named(),
            Kind::Word("merge") => self.merged(),
            Kind::Word("count" | "repeat") if self.next_kind() == Kind::Symbol("(") => {
                let at = self.advance().at;
                self.call(at)
            }
            Kind::Symbol("[") => self.list(),
            Kind::Symbol("(") => {
                let open = self.advance().at;
                let mut inner = self.any_term()?;
                self.close(")", &open)?;
                inner.term.at = self.since(open.start);
                Ok(inner)
            }
            Kind::Word("any" | "some" | "maybe" | "decorated" | "glued" | "nothing") => {
                let hint = "patterns stand after `write`, `saying` and `result`";
                let message = format!("{} is a pattern and stands where a term is expected", self.found());
                Err(self.report("console-syntax", self.current.at.clone(), message, hint))
            }
            _ => {
                Err(self.unexpected("a term", "write a number, a text, a variable or a call such as `f(x)`"))
            }
        }
    }

    fn constant(&mut self, token: &Token) -> Parsed<TermKind> {
        // What is wrong has been reported, and may be too long to be read.
        let text = if token.trouble.is_some() { "" } else { &self.source.text[token.at.clone()] };
        Ok(match token.kind {
            Kind::Number => TermKind::Int(text.parse().unwrap_or_default()),
            Kind::Decimal => {
                let places = text.split_once('.').map_or(0, |(_, places)| places.len());
                let digits = text.replace('.', "").parse().unwrap_or_default();
                TermKind::Decimal(digits, u32::try_from(places).unwrap_or(0))
            }
            Kind::Char => TermKind::Char(self.character(token)),
            Kind::Text => TermKind::Text(self.literal(token)?),
            kind => TermKind::Bool(kind == Kind::Word("true")),
        })
    }

    pub(super) fn tall_list(&mut self, closing: &str, open: &At) -> Parsed<(Vec<Term>, usize)> {
        let mut height = 0;
        let items = self.listed(closing, open, |parser| {
            let item = parser.any_term()?;
            height = height.max(item.height);
            Ok(item.term)
        })?;
        Ok((items, height))
    }

    /// `[a, b]`, `[e for a in l if C]`.
    fn list(&mut self) -> Parsed<Tall> {
        let open = self.advance().at;
        if self.accept_symbol("]") {
            return self.tall(TermKind::List(Vec::new()), self.since(open.start), 0);
        }
        let first = self.any_term()?;
        if self.accept_word("for") {
            return self.comprehension(first, &open);
        }
        let (mut items, mut height) = (vec![first.term], first.height);
        if self.accept_symbol(",") {
            let (rest, rest_height) = self.tall_list("]", &open)?;
            items.extend(rest);
            height = height.max(rest_height);
        } else {
            self.close("]", &open)?;
        }
        self.tall(TermKind::List(items), self.since(open.start), height)
    }

    fn comprehension(&mut self, element: Tall, open: &At) -> Parsed<Tall> {
        let (name, list) = self.binding()?;
        let mut height = element.height.max(list.height);
        let mut filter = None;
        if self.accept_word("if") {
            let condition = self.any_term()?;
            height = height.max(condition.height);
            filter = Some(Box::new(condition.term));
        }
        self.close("]", open)?;
        let (element, list) = (Box::new(element.term), Box::new(list.term));
        self.tall(TermKind::Comprehension { element, name, list, filter }, self.since(open.start), height)
    }
}

/// Whether a term has so few nodes that it can be written twice.
fn is_small(term: &Term) -> bool {
    fn spend(term: &Term, left: &mut usize) -> bool {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        match &term.kind {
            TermKind::Int(_) | TermKind::Decimal(..) | TermKind::Bool(_) | TermKind::Text(_) => true,
            TermKind::Char(_) | TermKind::Name(_) | TermKind::View(..) => true,
            TermKind::List(terms) | TermKind::Call(_, terms) => terms.iter().all(|term| spend(term, left)),
            TermKind::Negate(a) | TermKind::Not(a) => spend(a, left),
            TermKind::Binary(_, a, b) | TermKind::Index(a, b) | TermKind::Quantified(_, _, a, b) => {
                spend(a, left) && spend(b, left)
            }
            TermKind::If(a, b, c) => spend(a, left) && spend(b, left) && spend(c, left),
            TermKind::Comprehension { element, list, filter, .. } => {
                spend(element, left)
                    && spend(list, left)
                    && filter.as_ref().is_none_or(|filter| spend(filter, left))
            }
        }
    }
    spend(term, &mut { REPEATED_NODES })
}

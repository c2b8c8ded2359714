//! Expressions. A form that extends to the right as far as possible is read in a loop, so that long sequences do not
//! nest; brackets and keywords do, up to a bound.

use std::sync::Arc;

use crate::expr::Place;
use crate::read::lexer::Tok;
use crate::read::parser::{Parsed, Parser, Tall};
use crate::{Arm, ConId, Expr, Lambda, Literal, Mutability, Var};

/// The beginning of a form whose last part is still to be read.
enum Begun {
    Let(Var, Expr),
    LetRec(Vec<(Var, Expr)>),
    Fun(Option<Arc<str>>, Vec<Var>),
    If(Expr, Expr),
    Sequence(Expr),
}

impl Parser {
    /// Any expression.
    pub(super) fn expr(&mut self) -> Parsed<Tall<Expr>> {
        self.nested(Parser::open_expr)
    }

    fn open_expr(&mut self) -> Parsed<Tall<Expr>> {
        let mut begun: Vec<(Begun, u32)> = Vec::new();
        let last = loop {
            if self.eat_word("let") {
                if self.eat_word("rec") {
                    let (group, height) = self.group()?;
                    begun.push((Begun::LetRec(group), height));
                } else {
                    let (var, value) = self.definition()?;
                    begun.push((Begun::Let(var, value.it), value.height));
                }
                self.expect_word("in")?;
            } else if self.eat_word("fun") {
                let name = match self.peek().clone() {
                    Tok::Word(word) => {
                        self.next();
                        Some(Arc::from(word))
                    }
                    Tok::Str(_) => Some(Arc::from(self.name()?)),
                    _ => None,
                };
                self.expect("(")?;
                let params = self.until(",", ")", Parser::var)?;
                self.expect("->")?;
                begun.push((Begun::Fun(name, params), 0));
            } else if self.eat_word("if") {
                let condition = self.expr()?;
                self.expect_word("then")?;
                let then = self.expr()?;
                self.expect_word("else")?;
                let height = condition.height.max(then.height);
                begun.push((Begun::If(condition.it, then.it), height));
            } else {
                let simple = self.simple()?;
                if !self.eat(";") {
                    break simple;
                }
                begun.push((Begun::Sequence(simple.it), simple.height));
            }
        };
        let mut expr = last;
        while let Some((begun, height)) = begun.pop() {
            let height = height.max(expr.height);
            let body = expr.it;
            expr = self.tall(
                match begun {
                    Begun::Let(var, value) => Expr::Let(var, Box::new(value), Box::new(body)),
                    Begun::LetRec(group) => Expr::LetRec(group, Box::new(body)),
                    Begun::Fun(name, params) => Expr::Lambda(Arc::new(Lambda { name, params, body })),
                    Begun::If(condition, then) => {
                        Expr::If(Box::new(condition), Box::new(then), Box::new(body))
                    }
                    Begun::Sequence(first) => Expr::Sequence(Box::new(first), Box::new(body)),
                },
                height,
            )?;
        }
        Ok(expr)
    }

    /// An expression that ends by itself, or an assignment.
    fn simple(&mut self) -> Parsed<Tall<Expr>> {
        let target = self.postfix()?;
        if !self.is("<-") {
            return Ok(target);
        }
        let Expr::Field(block, index) = target.it else {
            return self.fail("only a field can be assigned");
        };
        self.expect("<-")?;
        let value = self.postfix()?;
        let height = target.height.max(value.height);
        self.tall(Expr::SetField(block, index, Box::new(value.it)), height)
    }

    /// Something with arguments or fields after it.
    fn postfix(&mut self) -> Parsed<Tall<Expr>> {
        let mut expr = self.primary()?;
        loop {
            if self.eat("(") {
                let (args, height) = self.exprs(",", ")")?;
                let below = height.max(expr.height);
                expr = self.tall(Expr::Apply(Box::new(expr.it), args), below)?;
            } else if self.eat("[") {
                let index = self.number()?;
                self.expect("]")?;
                expr = self.tall(Expr::Field(Box::new(expr.it), index), expr.height)?;
            } else {
                return Ok(expr);
            }
        }
    }

    fn exprs(&mut self, separator: &str, close: &str) -> Parsed<(Vec<Expr>, u32)> {
        self.until(separator, close, Parser::expr).map(Tall::split)
    }

    fn simples(&mut self, close: &str) -> Parsed<Vec<Tall<Expr>>> {
        self.until(";", close, |parser| parser.nested(Parser::simple))
    }

    fn primary(&mut self) -> Parsed<Tall<Expr>> {
        if let Some(literal) = self.literal() {
            return Ok(Tall::flat(Expr::Literal(literal)));
        }
        match self.peek().clone() {
            Tok::Var(..) => Ok(Tall::flat(Expr::Var(self.var()?))),
            Tok::Con(con) => {
                self.next();
                self.construct(con, Mutability::Immutable)
            }
            Tok::Prim(name) => {
                self.next();
                self.expect("(")?;
                let (args, height) = self.exprs(",", ")")?;
                self.tall(Expr::Primitive(name.into(), args), height)
            }
            Tok::Mark("(") => {
                self.next();
                self.parenthesised()
            }
            Tok::Mark("[") => {
                self.next();
                let elements = self.simples("]")?;
                let nil = Tall::flat(Expr::Construct(ConId::NIL, Mutability::Immutable, Vec::new()));
                self.cons(elements, nil)
            }
            Tok::Mark("[|") => {
                self.next();
                let (elements, height) = Tall::split(self.simples("|]")?);
                self.tall(Expr::Array(elements), height)
            }
            Tok::Word(word) => self.keyword(&word),
            _ => self.fail("an expression is missing here"),
        }
    }

    fn keyword(&mut self, word: &str) -> Parsed<Tall<Expr>> {
        self.next();
        match word {
            "mut" => match self.next() {
                Tok::Con(con) => self.construct(con, Mutability::Mutable),
                _ => {
                    self.back();
                    self.fail("a constructor is missing here")
                }
            },
            "lazy" => {
                self.expect("(")?;
                let body = self.expr()?;
                self.expect(")")?;
                self.tall(Expr::Lazy(Box::new(body.it)), body.height)
            }
            "match" => {
                let scrutinee = self.expr()?;
                self.expect_word("at")?;
                let place = self.place()?;
                let (arms, height) = self.arms()?;
                let height = height.max(scrutinee.height);
                self.tall(Expr::Match { scrutinee: Box::new(scrutinee.it), arms, place }, height)
            }
            "try" => {
                let body = self.expr()?;
                let (arms, height) = self.arms()?;
                let height = height.max(body.height);
                self.tall(Expr::Try(Box::new(body.it), arms), height)
            }
            "while" => {
                let condition = self.expr()?;
                let body = self.loop_body()?;
                let height = condition.height.max(body.height);
                self.tall(Expr::While(Box::new(condition.it), Box::new(body.it)), height)
            }
            "for" => {
                let var = self.var()?;
                self.expect("=")?;
                let from = self.expr()?;
                let down = self.eat_word("downto");
                if !down {
                    self.expect_word("to")?;
                }
                let to = self.expr()?;
                let body = self.loop_body()?;
                let height = from.height.max(to.height).max(body.height);
                let (from, to, body) = (Box::new(from.it), Box::new(to.it), Box::new(body.it));
                self.tall(Expr::For { var, from, to, down, body }, height)
            }
            _ => {
                self.back();
                self.fail("an expression is missing here")
            }
        }
    }

    fn place(&mut self) -> Parsed<Place> {
        let Tok::Str(bytes) = self.next() else {
            self.back();
            return self.fail("the name of a file is missing here");
        };
        let file: Arc<str> = String::from_utf8_lossy(&bytes).into();
        self.expect(":")?;
        let line = self.number()?;
        self.expect(":")?;
        let column = self.number()?;
        Ok(Place { file, line, column })
    }

    fn construct(&mut self, con: ConId, mutability: Mutability) -> Parsed<Tall<Expr>> {
        let (args, height) = if self.eat("(") { self.exprs(",", ")")? } else { (Vec::new(), 0) };
        self.tall(Expr::Construct(con, mutability, args), height)
    }

    fn cons(&self, elements: Vec<Tall<Expr>>, last: Tall<Expr>) -> Parsed<Tall<Expr>> {
        let mut list = last;
        for element in elements.into_iter().rev() {
            let height = element.height.max(list.height);
            let parts = vec![element.it, list.it];
            list = self.tall(Expr::Construct(ConId::CONS, Mutability::Immutable, parts), height)?;
        }
        Ok(list)
    }

    /// After `(`: a group, a tuple, a list without end, or a chain of `&&` or `||`.
    fn parenthesised(&mut self) -> Parsed<Tall<Expr>> {
        let first = self.expr()?;
        if self.eat(")") {
            return Ok(first);
        }
        if self.eat(",") {
            let mut parts = vec![first];
            parts.extend(self.until(",", ")", Parser::expr)?);
            let (parts, height) = Tall::split(parts);
            return self.tall(Expr::Construct(ConId::TUPLE, Mutability::Immutable, parts), height);
        }
        let Some(operator) = ["&&", "||", "::"].into_iter().find(|operator| self.eat(operator)) else {
            return self.fail("`)` is missing here");
        };
        let rest = self.until(operator, ")", |parser| parser.nested(Parser::simple))?;
        let mut parts = vec![first];
        parts.extend(rest);
        let Some(mut whole) = parts.pop().filter(|_| !parts.is_empty()) else {
            return self.fail("an expression is missing here");
        };
        if operator == "::" {
            return self.cons(parts, whole);
        }
        for part in parts.into_iter().rev() {
            let height = part.height.max(whole.height);
            let (first, second) = (Box::new(part.it), Box::new(whole.it));
            let joined = if operator == "&&" { Expr::And(first, second) } else { Expr::Or(first, second) };
            whole = self.tall(joined, height)?;
        }
        Ok(whole)
    }

    fn loop_body(&mut self) -> Parsed<Tall<Expr>> {
        self.expect_word("do")?;
        let body = self.expr()?;
        self.expect_word("done")?;
        Ok(body)
    }

    fn arms(&mut self) -> Parsed<(Vec<Arm>, u32)> {
        self.expect_word("with")?;
        let mut arms = Vec::new();
        let mut tallest = 0;
        while self.eat("|") {
            let pattern = self.pattern()?;
            let guard = if self.eat_word("when") { Some(self.expr()?) } else { None };
            self.expect("->")?;
            let body = self.expr()?;
            let guard_height = guard.as_ref().map_or(0, |guard| guard.height);
            tallest = tallest.max(pattern.height).max(body.height).max(guard_height);
            arms.push(Arm { pattern: pattern.it, guard: guard.map(|guard| guard.it), body: body.it });
        }
        self.expect_word("end")?;
        Ok((arms, tallest))
    }

    /// A constant, if there is one.
    pub(super) fn literal(&mut self) -> Option<Literal> {
        let literal = match self.peek() {
            Tok::Int(int) => Literal::Int(int.clone()),
            Tok::Float(float) => Literal::Float(*float),
            Tok::Char(char) => Literal::Char(*char),
            Tok::Str(bytes) => Literal::String(bytes.as_slice().into()),
            Tok::Word(word) => match &**word {
                "true" => Literal::Bool(true),
                "false" => Literal::Bool(false),
                "nan" => Literal::Float(f64::NAN),
                "inf" => Literal::Float(f64::INFINITY),
                _ => return None,
            },
            Tok::Mark("(") => {
                self.next();
                if self.eat(")") {
                    return Some(Literal::Unit);
                }
                self.back();
                return None;
            }
            _ => return None,
        };
        self.next();
        Some(literal)
    }
}

//! Expressions: operators by precedence, with a stack instead of recursion, and what stands between them.
//! In: the token where an expression starts. Out: the expression, which ends before the first token that cannot go on.

use super::super::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use super::super::lexer::{Kind, Token};
use super::{Parsed, Parser, is_symbol};

/// Operands and operators that wait for their right side.
struct Waiting {
    operands: Vec<(Expr, usize)>,
    operators: Vec<(BinaryOp, u8)>,
}

impl Parser<'_> {
    /// An expression of any kind.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.nested(Self::operation)
    }

    /// Whether a token is an operator between two operands.
    pub(super) fn is_infix(&self, token: Token) -> bool {
        infix(token).is_some()
    }

    fn operation(&mut self) -> Parsed<Expr> {
        let first = self.operand()?;
        self.refuse_newline_before(only_infix);
        if infix(self.current()).is_none() {
            return Ok(first);
        }
        let mut waiting = Waiting { operands: vec![(first, self.height)], operators: Vec::new() };
        while let Some((operator, level)) = infix(self.current()) {
            self.reduce(&mut waiting, level)?;
            waiting.operators.push((operator, level));
            self.advance();
            self.skip_newlines();
            self.height = 0;
            let operand = self.operand()?;
            waiting.operands.push((operand, self.height));
            self.refuse_newline_before(only_infix);
        }
        self.reduce(&mut waiting, 0)?;
        let (result, height) = waiting.operands.remove(0);
        self.height = height;
        Ok(result)
    }

    /// Joins operands while the operator between them binds at least as tight as `level`.
    fn reduce(&mut self, waiting: &mut Waiting, level: u8) -> Parsed<()> {
        while let Some((operator, _)) = waiting.operators.pop_if(|(_, waiting)| *waiting >= level) {
            let (Some((right, right_height)), Some((left, left_height))) =
                (waiting.operands.pop(), waiting.operands.pop())
            else {
                break;
            };
            self.grow(left_height.max(right_height))?;
            let at = self.at(left.at.start as usize..right.at.end as usize);
            let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
            waiting.operands.push((Expr { kind, at }, self.height));
        }
        Ok(())
    }

    /// What stands beside infix operators: prefix operators and what binds tighter.
    fn operand(&mut self) -> Parsed<Expr> {
        if let Some(alone) = self.operator_alone() {
            return Ok(alone);
        }
        match prefix(self.current()) {
            Some(operator) => self.nested(|parser| parser.prefixed(operator)),
            None => self.postfix(),
        }
    }

    /// An infix operator that nothing follows but the end of an argument: the function that it stands for.
    fn operator_alone(&mut self) -> Option<Expr> {
        let token = self.current();
        let (operator, _) = infix(token)?;
        if !matches!(self.next().kind, Kind::Symbol(")" | ",")) {
            return None;
        }
        self.advance();
        Some(Expr { kind: ExprKind::Operator(operator), at: self.at(token.range()) })
    }

    fn prefixed(&mut self, operator: UnaryOp) -> Parsed<Expr> {
        let start = self.advance().start as usize;
        self.skip_newlines();
        let operand = self.operand()?;
        self.over(ExprKind::Unary(operator, Box::new(operand)), start)
    }

    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        match self.kind() {
            Kind::Int | Kind::Float => self.number(),
            Kind::Quote | Kind::FormatQuote => self.string(),
            Kind::Symbol("(") => self.parenthesized(),
            Kind::Symbol("{" | "${") => self.braces(),
            Kind::Word => self.word(),
            _ => Err(self.no_expression()),
        }
    }

    fn word(&mut self) -> Parsed<Expr> {
        let token = self.current();
        match self.text(token) {
            "if" => self.conditional(),
            "static" if self.is_word(self.next(), "if") => self.conditional(),
            "__root__" => self.root_member(),
            "fun" if is_symbol(self.next(), "(") && self.is_lambda(self.index + 1) => {
                self.advance();
                self.lambda()
            }
            text if self.is_name(token) => {
                self.advance();
                Ok(Expr { kind: ExprKind::Name(text.into()), at: self.at(token.range()) })
            }
            _ if self.index > 0 && self.tokens[self.index - 1].kind == Kind::Newline => {
                Err(self.unexpected("an expression", "complete the line before it"))
            }
            _ => Err(self.reserved("an expression")),
        }
    }

    fn no_expression(&mut self) -> super::Failed {
        let hint = match self.is_infix(self.current()) {
            true => {
                "operators stand between two operands; as a function one is put into parentheses, as in `(+)`"
            }
            false => "write a name, a number, a string or a call such as `f(x)`",
        };
        self.unexpected("an expression", hint)
    }

    fn root_member(&mut self) -> Parsed<Expr> {
        let start = self.advance().start as usize;
        self.expect_symbol(".", "`__root__` is followed by `.` and a name")?;
        self.skip_newlines();
        let name = self.name("the name of a global definition")?;
        Ok(Expr { kind: ExprKind::Root(name), at: self.since(start) })
    }

    /// `if c then a else b`, perhaps with `static` in front.
    fn conditional(&mut self) -> Parsed<Expr> {
        let start = self.current().start as usize;
        let fixed = self.accept_word("static");
        let word = self.advance();
        let condition = Box::new(self.expression()?);
        self.branch_word("then")?;
        let yes = Box::new(self.expression()?);
        let no = match self.is_word(self.past_newline(), "else") {
            true => {
                self.branch_word("else")?;
                self.expression()?
            }
            false => self.missing_else(word),
        };
        let no = Box::new(no);
        let kind = match fixed {
            true => ExprKind::StaticIf(condition, yes, no),
            false => ExprKind::If(condition, yes, no),
        };
        self.over(kind, start)
    }

    /// Goes past `then` or `else` and the line ends around it.
    fn branch_word(&mut self, word: &str) -> Parsed<()> {
        if !self.is_word(self.past_newline(), word) {
            return Err(self.unexpected(&format!("`{word}`"), "a choice is `if c then a else b`"));
        }
        self.skip_newlines();
        self.advance();
        self.skip_newlines();
        Ok(())
    }

    fn missing_else(&mut self, word: Token) -> Expr {
        let hint = "add `else` with a value for the other case; `filter(s, c)` drops events";
        self.error("missing-else", word.range(), "this `if` has no `else`", hint);
        Expr { kind: ExprKind::Error, at: self.at(self.last_end..self.last_end) }
    }

    /// Whether the parenthesis at an index holds the parameters of a function.
    fn is_lambda(&self, open: usize) -> bool {
        let after = self.tokens[open].partner().and_then(|close| self.tokens.get(close + 1));
        after.is_some_and(|token| is_symbol(*token, "=>"))
    }

    /// `(x: T, y) => e`.
    fn lambda(&mut self) -> Parsed<Expr> {
        let start = self.current().start as usize;
        let params = self.params()?;
        self.expect_symbol("=>", "a function is `(x: Int) => ...`")?;
        self.skip_newlines();
        let body = Box::new(self.expression()?);
        self.over(ExprKind::Lambda(params, body), start)
    }

    /// `()`, `(e)`, `(a,)`, `(a, b)`, or a function.
    fn parenthesized(&mut self) -> Parsed<Expr> {
        if self.is_lambda(self.index) {
            return self.lambda();
        }
        let open = self.advance();
        let start = open.start as usize;
        let mut commas = false;
        let mut items = self.listed(")", open, super::Trailing::Allowed, |parser| {
            let item = parser.expression()?;
            commas |= is_symbol(parser.current(), ",");
            Ok(item)
        })?;
        match items.pop_if(|_| !commas) {
            Some(only) => Ok(Expr { kind: only.kind, at: self.since(start) }),
            None => self.over(ExprKind::Tuple(items), start),
        }
    }
}

fn prefix(token: Token) -> Option<UnaryOp> {
    match token.kind {
        Kind::Symbol("!") => Some(UnaryOp::Not),
        Kind::Symbol("~") => Some(UnaryOp::BitFlip),
        Kind::Symbol("-") => Some(UnaryOp::Negate),
        Kind::Symbol("-.") => Some(UnaryOp::FNegate),
        _ => None,
    }
}

/// Whether a token is an operator that can only stand between two operands.
fn only_infix(token: Token) -> bool {
    infix(token).is_some() && prefix(token).is_none()
}

/// The infix operator that a token is, with how tight it binds.
fn infix(token: Token) -> Option<(BinaryOp, u8)> {
    let Kind::Symbol(symbol) = token.kind else { return None };
    Some(match symbol {
        "*" => (BinaryOp::Mul, 8),
        "/" => (BinaryOp::Div, 8),
        "%" => (BinaryOp::Mod, 8),
        "*." => (BinaryOp::FMul, 8),
        "/." => (BinaryOp::FDiv, 8),
        "+" => (BinaryOp::Add, 7),
        "-" => (BinaryOp::Sub, 7),
        "+." => (BinaryOp::FAdd, 7),
        "-." => (BinaryOp::FSub, 7),
        "<<" => (BinaryOp::ShiftLeft, 6),
        ">>" => (BinaryOp::ShiftRight, 6),
        "&" => (BinaryOp::BitAnd, 5),
        "|" => (BinaryOp::BitOr, 4),
        "^" => (BinaryOp::BitXor, 4),
        "==" => (BinaryOp::Eq, 3),
        "!=" => (BinaryOp::Ne, 3),
        "<" => (BinaryOp::Lt, 3),
        ">" => (BinaryOp::Gt, 3),
        "<=" => (BinaryOp::Le, 3),
        ">=" => (BinaryOp::Ge, 3),
        "<." => (BinaryOp::FLt, 3),
        ">." => (BinaryOp::FGt, 3),
        "<=." => (BinaryOp::FLe, 3),
        ">=." => (BinaryOp::FGe, 3),
        "&&" => (BinaryOp::And, 2),
        "||" => (BinaryOp::Or, 1),
        _ => return None,
    })
}

//! Constants that occur in programs: sentinels and magic strings are where programs differ.

use lydian_core::{Arm, Expr, Item, Literal, Pattern, Program};
use lydian_term::Int;

/// The constants of programs, in order of occurrence.
#[derive(Debug, Clone, Default)]
pub(crate) struct Constants {
    pub(crate) ints: Vec<Int>,
    pub(crate) strings: Vec<Vec<u8>>,
    pub(crate) chars: Vec<u8>,
    pub(crate) floats: Vec<f64>,
}

impl Constants {
    /// Adds the constants of a program's own definitions.
    pub(crate) fn add_program(&mut self, program: &Program) {
        for item in &program.items {
            match item {
                Item::Define(_, expr) | Item::Run(expr) => self.expr(expr),
                Item::DefineRec(bindings) => bindings.iter().for_each(|(_, expr)| self.expr(expr)),
            }
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Int(int) => push_new(&mut self.ints, int.clone()),
            Literal::String(bytes) => push_new(&mut self.strings, bytes.to_vec()),
            Literal::Char(code) => push_new(&mut self.chars, *code),
            Literal::Float(float) => push_new(&mut self.floats, *float),
            Literal::Unit | Literal::Bool(_) => {}
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Any | Pattern::Var(_) => {}
            Pattern::Literal(literal) => self.literal(literal),
            Pattern::Range(from, to) => {
                push_new(&mut self.chars, *from);
                push_new(&mut self.chars, *to);
            }
            Pattern::Alias(inner, _) | Pattern::Lazy(inner) => self.pattern(inner),
            Pattern::Construct(_, parts) | Pattern::Array(parts) | Pattern::Or(parts) => {
                parts.iter().for_each(|part| self.pattern(part));
            }
        }
    }

    fn arms(&mut self, arms: &[Arm]) {
        for arm in arms {
            self.pattern(&arm.pattern);
            if let Some(guard) = &arm.guard {
                self.expr(guard);
            }
            self.expr(&arm.body);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Literal(literal) => self.literal(literal),
            Expr::Var(_) => {}
            Expr::Lambda(lambda) => self.expr(&lambda.body),
            Expr::Apply(function, args) => {
                self.expr(function);
                args.iter().for_each(|arg| self.expr(arg));
            }
            Expr::Let(_, left, right)
            | Expr::And(left, right)
            | Expr::Or(left, right)
            | Expr::Sequence(left, right)
            | Expr::While(left, right)
            | Expr::SetField(left, _, right) => {
                self.expr(left);
                self.expr(right);
            }
            Expr::LetRec(bindings, rest) => {
                bindings.iter().for_each(|(_, bound)| self.expr(bound));
                self.expr(rest);
            }
            Expr::If(condition, yes, no) => {
                self.expr(condition);
                self.expr(yes);
                self.expr(no);
            }
            Expr::Match { scrutinee, arms, .. } => {
                self.expr(scrutinee);
                self.arms(arms);
            }
            Expr::Try(body, arms) => {
                self.expr(body);
                self.arms(arms);
            }
            // The message of an exception tells nothing about inputs.
            Expr::Construct(con, _, _) if con.is_exception() => {}
            Expr::Construct(_, _, args) | Expr::Array(args) | Expr::Primitive(_, args) => {
                args.iter().for_each(|arg| self.expr(arg));
            }
            Expr::Field(inner, _) | Expr::Lazy(inner) => self.expr(inner),
            Expr::For { from, to, body, .. } => {
                self.expr(from);
                self.expr(to);
                self.expr(body);
            }
        }
    }
}

fn push_new<T: PartialEq>(values: &mut Vec<T>, value: T) {
    // A program with thousands of constants shall not make a search of thousands of values.
    if values.len() < 64 && !values.contains(&value) {
        values.push(value);
    }
}

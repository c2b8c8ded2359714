//! Renumbers the variables of a program that has just been checked, once it is known how many there are.

use std::sync::Arc;

use lydian_core::{Arm, Expr, Item, Pattern, Program, Var};

/// Moves the variables from `from` on to `to` on.
pub fn relocate(program: &mut Program, from: u32, to: u32) {
    let shift = Shift { from, to };
    program.first_var = to;
    for item in &mut program.items {
        match item {
            Item::Define(var, value) => {
                shift.var(var);
                shift.expr(value);
            }
            Item::DefineRec(group) => shift.group(group),
            Item::Run(value) => shift.expr(value),
        }
    }
    for export in &mut program.exports {
        shift.var(&mut export.var);
    }
}

#[derive(Clone, Copy)]
struct Shift {
    from: u32,
    to: u32,
}

impl Shift {
    fn var(self, var: &mut Var) {
        if let Some(offset) = var.0.checked_sub(self.from) {
            var.0 = self.to.wrapping_add(offset);
        }
    }

    fn group(self, group: &mut [(Var, Expr)]) {
        for (var, value) in group {
            self.var(var);
            self.expr(value);
        }
    }

    fn all(self, parts: &mut [Expr]) {
        parts.iter_mut().for_each(|part| self.expr(part));
    }

    fn arms(self, arms: &mut [Arm]) {
        for arm in arms {
            self.pattern(&mut arm.pattern);
            if let Some(guard) = &mut arm.guard {
                self.expr(guard);
            }
            self.expr(&mut arm.body);
        }
    }

    fn expr(self, expr: &mut Expr) {
        match expr {
            Expr::Literal(_) => {}
            Expr::Var(var) => self.var(var),
            Expr::Lambda(lambda) => {
                // Each function was made once, so nobody else holds it and nothing is copied.
                let lambda = Arc::make_mut(lambda);
                lambda.params.iter_mut().for_each(|var| self.var(var));
                self.expr(&mut lambda.body);
            }
            Expr::Apply(function, args) => {
                self.expr(function);
                self.all(args);
            }
            Expr::Let(var, value, body) => {
                self.var(var);
                self.expr(value);
                self.expr(body);
            }
            Expr::LetRec(group, body) => {
                self.group(group);
                self.expr(body);
            }
            Expr::If(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            Expr::And(a, b)
            | Expr::Or(a, b)
            | Expr::Sequence(a, b)
            | Expr::While(a, b)
            | Expr::SetField(a, _, b) => {
                self.expr(a);
                self.expr(b);
            }
            Expr::Match { scrutinee, arms, .. } | Expr::Try(scrutinee, arms) => {
                self.expr(scrutinee);
                self.arms(arms);
            }
            Expr::Construct(_, _, parts) | Expr::Array(parts) | Expr::Primitive(_, parts) => self.all(parts),
            Expr::Field(block, _) | Expr::Lazy(block) => self.expr(block),
            Expr::For { var, from, to, body, .. } => {
                self.var(var);
                self.expr(from);
                self.expr(to);
                self.expr(body);
            }
        }
    }

    fn pattern(self, pattern: &mut Pattern) {
        match pattern {
            Pattern::Any | Pattern::Literal(_) | Pattern::Range(..) => {}
            Pattern::Var(var) => self.var(var),
            Pattern::Alias(inner, var) => {
                self.var(var);
                self.pattern(inner);
            }
            Pattern::Construct(_, parts) | Pattern::Array(parts) | Pattern::Or(parts) => {
                parts.iter_mut().for_each(|part| self.pattern(part));
            }
            Pattern::Lazy(inner) => self.pattern(inner),
        }
    }
}

//! Free variables of functions, in order of first occurrence.

use lydian_core::{Arm, Expr, Lambda, Var};

/// Adds the variables that a function uses and does not bind itself; each once.
pub(super) fn free_variables(lambda: &Lambda, into: &mut Vec<Var>) {
    // Binders are unique in a program, so it is enough to collect the used ones; the caller keeps those that its own
    // frame knows, and a variable bound inside is not known there.
    visit(&lambda.body, &mut |var| {
        if !into.contains(&var) {
            into.push(var);
        }
    });
}

/// Calls back for each variable that occurs.
pub(super) fn visit(expr: &Expr, found: &mut impl FnMut(Var)) {
    match expr {
        Expr::Literal(_) => {}
        Expr::Var(var) => found(*var),
        Expr::Lambda(lambda) => visit(&lambda.body, found),
        Expr::Apply(function, args) => {
            visit(function, found);
            args.iter().for_each(|arg| visit(arg, found));
        }
        Expr::Let(_, bound, rest) => {
            visit(bound, found);
            visit(rest, found);
        }
        Expr::LetRec(bindings, rest) => {
            bindings.iter().for_each(|(_, bound)| visit(bound, found));
            visit(rest, found);
        }
        Expr::If(condition, yes, no) => {
            visit(condition, found);
            visit(yes, found);
            visit(no, found);
        }
        Expr::And(left, right)
        | Expr::Or(left, right)
        | Expr::Sequence(left, right)
        | Expr::While(left, right)
        | Expr::SetField(left, _, right) => {
            visit(left, found);
            visit(right, found);
        }
        Expr::Match { scrutinee, arms, .. } => {
            visit(scrutinee, found);
            visit_arms(arms, found);
        }
        Expr::Try(body, arms) => {
            visit(body, found);
            visit_arms(arms, found);
        }
        Expr::Construct(_, _, args) | Expr::Array(args) | Expr::Primitive(_, args) => {
            args.iter().for_each(|arg| visit(arg, found));
        }
        Expr::Field(block, _) => visit(block, found),
        Expr::For { from, to, body, .. } => {
            visit(from, found);
            visit(to, found);
            visit(body, found);
        }
        Expr::Lazy(inner) => visit(inner, found),
    }
}

fn visit_arms(arms: &[Arm], found: &mut impl FnMut(Var)) {
    for arm in arms {
        if let Some(guard) = &arm.guard {
            visit(guard, found);
        }
        visit(&arm.body, found);
    }
}

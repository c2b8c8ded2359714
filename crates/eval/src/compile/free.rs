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

/// Whether evaluating an expression looks at one of these variables: not inside a function or suspension, whose body
/// runs later.
pub(super) fn looks_at(expr: &Expr, group: &[Var]) -> bool {
    let mut found = false;
    visit_parts(expr, Deferred::Skipped, &mut |var| found |= group.contains(&var));
    found
}

/// Calls back for each variable that occurs.
pub(super) fn visit(expr: &Expr, found: &mut impl FnMut(Var)) {
    visit_parts(expr, Deferred::Visited, found);
}

/// What happens to the bodies of functions and suspensions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deferred {
    Visited,
    Skipped,
}

fn visit_parts(expr: &Expr, deferred: Deferred, found: &mut impl FnMut(Var)) {
    let mut visit = |expr: &Expr| visit_parts(expr, deferred, found);
    match expr {
        Expr::Literal(_) => {}
        Expr::Var(var) => found(*var),
        Expr::Lambda(lambda) if deferred == Deferred::Visited => visit(&lambda.body),
        Expr::Lazy(inner) if deferred == Deferred::Visited => visit(inner),
        Expr::Lambda(_) | Expr::Lazy(_) => {}
        Expr::Apply(function, args) => {
            visit(function);
            args.iter().for_each(&mut visit);
        }
        Expr::Let(_, bound, rest) => {
            visit(bound);
            visit(rest);
        }
        Expr::LetRec(bindings, rest) => {
            bindings.iter().for_each(|(_, bound)| visit(bound));
            visit(rest);
        }
        Expr::If(condition, yes, no) => {
            visit(condition);
            visit(yes);
            visit(no);
        }
        Expr::And(left, right)
        | Expr::Or(left, right)
        | Expr::Sequence(left, right)
        | Expr::While(left, right)
        | Expr::SetField(left, _, right) => {
            visit(left);
            visit(right);
        }
        Expr::Match { scrutinee, arms, .. } => {
            visit(scrutinee);
            visit_arms(arms, &mut visit);
        }
        Expr::Try(body, arms) => {
            visit(body);
            visit_arms(arms, &mut visit);
        }
        Expr::Construct(_, _, args) | Expr::Array(args) | Expr::Primitive(_, args) => {
            args.iter().for_each(&mut visit);
        }
        Expr::Field(block, _) => visit(block),
        Expr::For { from, to, body, .. } => {
            visit(from);
            visit(to);
            visit(body);
        }
    }
}

fn visit_arms(arms: &[Arm], visit: &mut impl FnMut(&Expr)) {
    for arm in arms {
        if let Some(guard) = &arm.guard {
            visit(guard);
        }
        visit(&arm.body);
    }
}

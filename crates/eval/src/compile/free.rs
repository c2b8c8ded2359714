//! Free variables of functions, in order of first occurrence.

use lydian_core::{Expr, Lambda, Var};

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
    match expr {
        Expr::Var(var) => found(*var),
        Expr::Lambda(_) | Expr::Lazy(_) if deferred == Deferred::Skipped => {}
        other => other.for_each_child(&mut |child| visit_parts(child, deferred, found)),
    }
}

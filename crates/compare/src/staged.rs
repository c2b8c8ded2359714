//! Entries that work in stages: a call with some of the arguments already makes or prints something, and what it returns is called later,
//! perhaps often (`let counter () = let n = ref 0 in fun () -> incr n; !n`). Each input of a comparison is one call with all arguments, so
//! what such a function keeps is not seen, and nothing is proved about it.

use lydian_core::{Expr, Mutability, Program};

/// Whether a function of so many arguments may do something before it has all of them.
pub(crate) fn works_in_stages(program: &Program, entry: &str, arity: usize) -> bool {
    let Some(export) = program.export(entry) else { return false };
    let reachable = program.reachable(export.var);
    let takes_all_at_once = reachable.first().is_some_and(|(_, definition)| parameters(definition) >= arity);
    !takes_all_at_once && reachable.iter().any(|(_, definition)| leaves_a_trace(definition))
}

/// The parameters that a definition names before it does anything.
fn parameters(expr: &Expr) -> usize {
    match expr {
        Expr::Lambda(lambda) => lambda.params.len() + parameters(&lambda.body),
        _ => 0,
    }
}

/// Whether an expression makes or changes what can be changed, or prints.
fn leaves_a_trace(expr: &Expr) -> bool {
    const PRIMITIVES: [&str; 6] =
        ["array_make", "array_set", "bytes_make", "bytes_of_string", "bytes_set", "channel_write"];
    let mut found = match expr {
        Expr::Construct(_, mutability, _) => *mutability == Mutability::Mutable,
        Expr::Primitive(name, _) => PRIMITIVES.contains(&&**name),
        Expr::SetField(..) | Expr::Array(_) => true,
        _ => false,
    };
    expr.for_each_child(&mut |child| found = found || leaves_a_trace(child));
    found
}

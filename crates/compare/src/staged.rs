//! Entries that work in stages: a call with some of the arguments already makes or prints something, and what it returns is called later,
//! perhaps often (`let counter () = let n = ref 0 in fun () -> incr n; !n`). A call with all arguments does not show what such a function
//! keeps, so nothing is proved about it, and what it returns for its first arguments is called several times.

use lydian_core::{Expr, Mutability, Program};

/// After how many of its arguments a function of so many may do something; nothing if it takes all of them at once.
pub(crate) fn stage(program: &Program, entry: &str, arity: usize) -> Option<usize> {
    let reachable = program.reachable([program.export(entry)?.var]);
    let at_once = reachable.first().map_or(0, |(_, definition)| parameters(definition));
    let leaves_a_trace = || reachable.iter().any(|(_, definition)| leaves_a_trace(definition));
    (at_once < arity && leaves_a_trace()).then_some(at_once)
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

//! Collections as data are written, which the language itself has no notation for: `List(1, 2)`, `Map(1 -> 2)`.
//! In: a call. Out: the expression of the language that it stands for; nothing if it is an ordinary call.

use crate::syntax::ast::{Argument, At, Expr, ExprKind, Name};

/// What `List(...)`, `Set(...)` or `Map(...)` stands for: elements are added to an empty one.
pub(super) fn written(callee: &Expr, args: &[Argument], at: At) -> Option<Expr> {
    let ExprKind::Name(name) = &callee.kind else { return None };
    let (module, add) = match &**name {
        "List" => ("List", "append"),
        "Set" | "HashSet" => ("Set", "add"),
        "Map" | "HashMap" => ("Map", "add"),
        _ => return None,
    };
    let mut found = member(module, "empty", at);
    for arg in args {
        let mut parts = vec![found];
        match &arg.value.kind {
            _ if arg.name.is_some() => return None,
            ExprKind::Tuple(pair) if module == "Map" && pair.len() == 2 => parts.extend(pair.iter().cloned()),
            _ if module == "Map" => return None,
            _ => parts.push(arg.value.clone()),
        }
        let args = parts.into_iter().map(|value| Argument { name: None, value }).collect();
        found = Expr { kind: ExprKind::Call(Box::new(member(module, add, at)), Vec::new(), args), at };
    }
    Some(found)
}

fn member(module: &str, name: &str, at: At) -> Expr {
    let module = Expr { kind: ExprKind::Name(module.into()), at };
    Expr { kind: ExprKind::Member(Box::new(module), Name { text: name.into(), at }), at }
}

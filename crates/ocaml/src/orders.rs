//! Whether the sets and maps of a file have the order of `compare`.
//! In: a file. Out: true only if every application of `Set.Make` and `Map.Make` in it is to a module of the library or to one whose
//! `compare` is plainly the library's. What is not understood counts as another order.

use std::collections::HashMap;
use std::sync::Arc;

use lydian_diagnostic::Source;

use crate::syntax;
use crate::syntax::ast::{
    ArgLabel, Binding, Expr, ExprKind, ItemKind, ModuleExpr, ModuleExprKind, ParamKind, PatternKind,
    Structure,
};

/// The modules of the library whose `compare` orders as the general one does.
const PLAIN: [&str; 8] = ["Int", "String", "Char", "Bool", "Float", "Int32", "Int64", "Nativeint"];

/// Whether all sets and maps of a file are ordered as `compare` orders their elements and keys.
///
/// ```
/// use lydian_diagnostic::Source;
/// use lydian_ocaml::has_plain_orders;
///
/// assert!(has_plain_orders(&Source::new("a.ml", "module S = Set.Make (Int)")));
/// let descending = "module S = Set.Make (struct type t = int let compare a b = compare b a end)";
/// assert!(!has_plain_orders(&Source::new("a.ml", descending)));
/// ```
pub fn has_plain_orders(source: &Arc<Source>) -> bool {
    let made = source.text.matches("Make").count();
    if made == 0 {
        return true;
    }
    let (structure, _) = syntax::parse(source);
    let mut look = Look::default();
    look.structure(&structure);
    // Whatever is applied, opened or defined elsewhere under one of these names was not looked at.
    look.applied == made && source.text.matches("let compare").count() == look.comparisons
}

#[derive(Default)]
struct Look<'s> {
    /// The modules seen so far, and whether they order as `compare` does.
    modules: HashMap<&'s str, bool>,
    /// Applications to modules that do.
    applied: usize,
    /// Definitions of `compare` that are plain.
    comparisons: usize,
}

impl<'s> Look<'s> {
    fn structure(&mut self, structure: &'s Structure) {
        for item in structure {
            let ItemKind::Module(binding) = &item.kind else { continue };
            match &binding.module.kind {
                ModuleExprKind::Apply { functor, argument: Some(argument) } => {
                    let is_functor = |path: &str| ["Set.Make", "Map.Make"].contains(&path);
                    let applies = matches!(&functor.kind, ModuleExprKind::Path(path) if is_functor(&path.node.to_string()));
                    if applies && self.is_plain(argument) {
                        self.applied += 1;
                    }
                }
                ModuleExprKind::Structure(inner) => self.structure(inner),
                _ => {}
            }
            if let Some(name) = &binding.name {
                let is_plain = self.is_plain_structure(&binding.module);
                self.comparisons += usize::from(is_plain);
                self.modules.insert(&name.node, is_plain);
            }
        }
    }

    /// Whether an argument of a functor orders as `compare` does.
    fn is_plain(&mut self, module: &'s ModuleExpr) -> bool {
        match &module.kind {
            ModuleExprKind::Path(path) => {
                let name = path.node.to_string();
                let is_library = || PLAIN.contains(&&*name);
                self.modules.get(&*name).copied().unwrap_or_else(is_library)
            }
            _ => {
                let is_plain = self.is_plain_structure(module);
                self.comparisons += usize::from(is_plain);
                is_plain
            }
        }
    }

    fn is_plain_structure(&self, module: &ModuleExpr) -> bool {
        match &module.kind {
            ModuleExprKind::Structure(items) => items.iter().any(|item| match &item.kind {
                ItemKind::Let { recursive: false, bindings } => bindings.iter().any(is_plain_comparison),
                _ => false,
            }),
            ModuleExprKind::Constraint { module, .. } => self.is_plain_structure(module),
            _ => false,
        }
    }
}

/// `let compare = compare`, `let compare a b = Int.compare a b`.
fn is_plain_comparison(binding: &Binding) -> bool {
    let is_compare = matches!(&binding.pattern.kind, PatternKind::Var(name) if &**name == "compare");
    is_compare
        && match &binding.value.kind {
            ExprKind::Fun { params, body, .. } => {
                let names: Option<Vec<&str>> = params
                    .iter()
                    .map(|param| match &param.kind {
                        ParamKind::Value { label: ArgLabel::Nolabel, default: None, pattern } => {
                            match &pattern.kind {
                                PatternKind::Var(name) => Some(&**name),
                                _ => None,
                            }
                        }
                        _ => None,
                    })
                    .collect();
                let ExprKind::Apply { function, args } = &body.kind else { return false };
                let given: Option<Vec<&str>> = args.iter().map(|arg| name_of(&arg.value)).collect();
                is_library_compare(function) && names.is_some() && names == given
            }
            _ => is_library_compare(&binding.value),
        }
}

fn name_of(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Ident(path) => path.node.as_name().map(|name| &**name),
        _ => None,
    }
}

fn is_library_compare(expr: &Expr) -> bool {
    let ExprKind::Ident(path) = &expr.kind else { return false };
    let path = path.node.to_string();
    match path.rsplit_once('.') {
        None => path == "compare",
        Some((module, name)) => {
            let module = module.strip_prefix("Stdlib.").unwrap_or(module);
            name == "compare" && (module == "Stdlib" || PLAIN.contains(&module))
        }
    }
}

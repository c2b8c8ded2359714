//! The definitions of a file that some of them need: those with the given names, and all that these use.
//! In: a structure. Out: the values of definitions, in the order of the file. A name that could mean several definitions
//! means all of them; a local variable means none.

use std::collections::{BTreeSet, HashMap};

use super::walk;
use crate::syntax::ast::{
    Binding, Expr, ExprKind, ItemKind, Longident, ModuleExpr, ModuleExprKind, Name, Pattern, Structure,
    TypeDecl,
};

/// A definition of the file or of one of its modules.
struct Definition<'s> {
    /// The modules around it, the outermost first.
    modules: Vec<Name>,
    /// The names that it binds.
    names: Vec<Name>,
    value: &'s Expr,
}

/// The values of the definitions with these names at top level, and of all that they use. The name of a module means all that
/// is defined in it.
pub(crate) fn needed<'s>(structure: &'s Structure, within: &[&str]) -> Vec<&'s Expr> {
    let mut definitions = Vec::new();
    collect(structure, &mut Vec::new(), &mut definitions);
    let mut index = Index::default();
    for (place, definition) in definitions.iter().enumerate() {
        definition.names.iter().for_each(|name| index.by_name.entry(name).or_default().push(place));
        definition.modules.iter().for_each(|name| index.by_module.entry(name).or_default().push(place));
    }
    // Of several definitions of one name the last one is meant from outside.
    let last = |name: &&str| {
        let binds = |definition: &Definition<'_>| {
            definition.modules.is_empty() && definition.names.iter().any(|bound| &**bound == *name)
        };
        definitions.iter().rposition(binds)
    };
    let mut work: Vec<usize> = within.iter().filter_map(last).collect();
    let is_inside = |definition: &Definition<'_>| {
        definition.modules.first().is_some_and(|module| within.contains(&&**module))
    };
    work.extend((0..definitions.len()).filter(|place| is_inside(&definitions[*place])));
    let mut needed = BTreeSet::new();
    while let Some(place) = work.pop() {
        if needed.insert(place) {
            walk::free_names(definitions[place].value).iter().for_each(|name| index.take(name, &mut work));
        }
    }
    needed.into_iter().map(|place| definitions[place].value).collect()
}

/// Definitions by what can mean them; what was taken once is gone.
#[derive(Default)]
struct Index<'d> {
    by_name: HashMap<&'d Name, Vec<usize>>,
    by_module: HashMap<&'d Name, Vec<usize>>,
}

impl Index<'_> {
    /// The definitions that a name can mean.
    fn take(&mut self, used: &Longident, into: &mut Vec<usize>) {
        let found = match used {
            Longident::Name(name) => self.by_name.remove(name),
            // What a module offers may come from one inside of it, or from the argument of a functor.
            Longident::Dot(module, _) => head(module).and_then(|head| self.by_module.remove(head)),
            Longident::Apply(..) => None,
        };
        into.extend(found.into_iter().flatten());
    }
}

/// All type declarations, those of modules too.
pub(crate) fn type_declarations<'s>(structure: &'s Structure, into: &mut Vec<&'s TypeDecl>) {
    for item in structure {
        match &item.kind {
            ItemKind::Type { decls, .. } => into.extend(decls),
            ItemKind::Module(binding) => types_of_module(&binding.module, into),
            ItemKind::RecModules(bindings) => {
                bindings.iter().for_each(|binding| types_of_module(&binding.module, into));
            }
            _ => {}
        }
    }
}

fn types_of_module<'s>(module: &'s ModuleExpr, into: &mut Vec<&'s TypeDecl>) {
    match &module.kind {
        ModuleExprKind::Structure(inner) => type_declarations(inner, into),
        ModuleExprKind::Functor { body, .. } => types_of_module(body, into),
        ModuleExprKind::Constraint { module, .. } => types_of_module(module, into),
        ModuleExprKind::Apply { functor, argument } => {
            types_of_module(functor, into);
            argument.iter().for_each(|argument| types_of_module(argument, into));
        }
        _ => {}
    }
}

/// The first name of a path.
fn head(path: &Longident) -> Option<&Name> {
    match path {
        Longident::Name(name) => Some(name),
        Longident::Dot(module, _) => head(module),
        Longident::Apply(..) => None,
    }
}

fn collect<'s>(structure: &'s Structure, modules: &mut Vec<Name>, into: &mut Vec<Definition<'s>>) {
    for item in structure {
        match &item.kind {
            ItemKind::Let { bindings, .. } => into.extend(bindings.iter().map(|one| define(one, modules))),
            ItemKind::Module(binding) => {
                modules.push(binding.name.as_ref().map_or("_".into(), |name| name.node.clone()));
                collect_module(&binding.module, modules, into);
                modules.pop();
            }
            ItemKind::RecModules(bindings) => {
                for binding in bindings {
                    modules.push(binding.name.as_ref().map_or("_".into(), |name| name.node.clone()));
                    collect_module(&binding.module, modules, into);
                    modules.pop();
                }
            }
            ItemKind::Include(module) => collect_module(module, modules, into),
            _ => {}
        }
    }
}

fn collect_module<'s>(module: &'s ModuleExpr, modules: &mut Vec<Name>, into: &mut Vec<Definition<'s>>) {
    match &module.kind {
        ModuleExprKind::Structure(inner) => collect(inner, modules, into),
        ModuleExprKind::Functor { body, .. } => collect_module(body, modules, into),
        ModuleExprKind::Constraint { module, .. } => collect_module(module, modules, into),
        ModuleExprKind::Apply { functor, argument } => {
            collect_module(functor, modules, into);
            argument.iter().for_each(|argument| collect_module(argument, modules, into));
        }
        ModuleExprKind::Path(_) | ModuleExprKind::Error => {}
    }
}

fn define<'s>(binding: &'s Binding, modules: &[Name]) -> Definition<'s> {
    let mut names = Vec::new();
    walk::variables(&binding.pattern, &mut names);
    Definition { modules: modules.to_vec(), names, value: &binding.value }
}

/// Whether an expression uses one of the variables that a pattern binds, beyond those of another pattern.
pub(crate) fn uses_more_than(expr: &Expr, own: &Pattern, other: &Pattern) -> bool {
    let (mut bound, mut known) = (Vec::new(), Vec::new());
    walk::variables(own, &mut bound);
    walk::variables(other, &mut known);
    let free = walk::free_names(expr);
    bound.iter().any(|name| !known.contains(name) && free.contains(&Longident::Name(name.clone())))
}

/// The expressions whose values are results of a function or of a whole expression.
pub(crate) fn results<'e>(expr: &'e Expr, into: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Fun { body, .. }
        | ExprKind::Let { body, .. }
        | ExprKind::Open { body, .. }
        | ExprKind::LetModule { body, .. }
        | ExprKind::LetException { body, .. } => results(body, into),
        ExprKind::Function(cases) | ExprKind::Match { cases, .. } => {
            cases.iter().for_each(|case| results(&case.body, into));
        }
        ExprKind::Try { body, cases } => {
            results(body, into);
            cases.iter().for_each(|case| results(&case.body, into));
        }
        ExprKind::If { then, otherwise: Some(otherwise), .. } => {
            results(then, into);
            results(otherwise, into);
        }
        ExprKind::Sequence(items) => items.last().into_iter().for_each(|last| results(last, into)),
        ExprKind::Constraint { expr, .. } => results(expr, into),
        _ => into.push(expr),
    }
}

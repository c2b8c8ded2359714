//! Where a file defines a name: the place that a diagnostic about a property points at.
//! In: a file that was loaded before, and the name of an export, such as `prop_a` or `Tree.prop_a`. Out: the name in its last
//! definition; the first character of the file if the name comes from elsewhere, such as an `include`.

use std::sync::Arc;

use lydian_diagnostic::{Source, Span};
use lydian_ocaml::syntax::ast::{
    ItemKind, Loc, ModuleBinding, ModuleExpr, ModuleExprKind, Pattern, PatternKind, Structure,
};

/// The last definition of a name in a file.
pub(crate) fn definition_of(source: &Arc<Source>, name: &str) -> Span {
    let (structure, _) = lydian_ocaml::syntax::parse(source);
    let path: Vec<&str> = name.split('.').collect();
    match in_structure(&structure, &path) {
        Some(loc) => loc.span(source),
        None => Span::new(source, 0..source.text.chars().next().map_or(0, char::len_utf8)),
    }
}

fn in_structure(structure: &Structure, path: &[&str]) -> Option<Loc> {
    structure.iter().rev().find_map(|item| match (&item.kind, path) {
        (ItemKind::Let { bindings, .. }, [name]) => {
            bindings.iter().rev().find_map(|binding| in_pattern(&binding.pattern, name))
        }
        (ItemKind::External(external), [name]) if &*external.name.node == *name => Some(external.name.loc),
        (ItemKind::Module(binding), [module, inside @ ..]) if !inside.is_empty() => {
            in_binding(binding, module, inside)
        }
        (ItemKind::RecModules(bindings), [module, inside @ ..]) if !inside.is_empty() => {
            bindings.iter().find_map(|binding| in_binding(binding, module, inside))
        }
        _ => None,
    })
}

fn in_binding(binding: &ModuleBinding, module: &str, inside: &[&str]) -> Option<Loc> {
    let named = binding.name.as_ref().is_some_and(|name| &*name.node == module);
    if named { in_module(&binding.module, inside) } else { None }
}

fn in_module(module: &ModuleExpr, path: &[&str]) -> Option<Loc> {
    match &module.kind {
        ModuleExprKind::Structure(structure) => in_structure(structure, path),
        ModuleExprKind::Constraint { module, .. } => in_module(module, path),
        _ => None,
    }
}

/// Where a pattern binds a name, for the patterns by which functions are defined.
fn in_pattern(pattern: &Pattern, name: &str) -> Option<Loc> {
    match &pattern.kind {
        PatternKind::Var(own) if &**own == name => Some(pattern.loc),
        PatternKind::Alias { name: own, .. } if &*own.node == name => Some(own.loc),
        PatternKind::Constraint { pattern, .. } => in_pattern(pattern, name),
        PatternKind::Tuple(parts) => parts.iter().find_map(|part| match &part.kind {
            PatternKind::Var(own) if &**own == name => Some(part.loc),
            _ => None,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, name: &str) -> (usize, usize) {
        let source = Source::new("file.ml", text);
        source.position(definition_of(&source, name).range.start)
    }

    #[test]
    fn the_last_definition_of_a_name_counts() {
        assert_eq!(place("let prop_a = 1\nlet prop_b = 2\nlet rec x = 1 and prop_a = 3", "prop_a"), (3, 19));
        assert_eq!(place("let (prop_a : int), prop_b = (1, 2)", "prop_b"), (1, 21));
    }

    #[test]
    fn definitions_inside_of_modules_are_found_by_their_paths() {
        let text = "let prop_a = 1\nmodule M : sig val prop_a : int end = struct\n  let prop_a = 2\nend";
        assert_eq!(place(text, "M.prop_a"), (3, 7));
        assert_eq!(place(text, "prop_a"), (1, 5));
    }

    #[test]
    fn a_name_that_comes_from_elsewhere_has_the_start_of_the_file() {
        assert_eq!(place("include List", "map"), (1, 1));
        assert_eq!(place("", "map"), (1, 1));
    }
}

//! An interface (`.mli`): the values that it declares, at its types.
//! In: one source. Out: a program that declares types and names and defines nothing, with the place of each name.

use std::sync::Arc;

use lydian_core::{Export, Program, Type, TypeBody};
use lydian_diagnostic::{Diagnostic, Source, Span};
use rustc_hash::FxHashSet;

use crate::infer::checker::Checker;
use crate::infer::env::{Entry, Module, Structure};
use crate::infer::lower::TypeLowerer;
use crate::infer::unify::Types;
use crate::library;
use crate::load::type_table;
use crate::syntax;
use crate::syntax::ast::{Loc, ModuleType, ModuleTypeKind, SigItem, SigItemKind};

/// How deep modules of an interface are looked into.
const MOST_MODULES: u32 = 50;

/// What an interface declares.
#[derive(Debug, Clone)]
pub struct Interface {
    /// Its source.
    pub source: Arc<Source>,
    /// Its types, and the declared values as what it offers. It has no definitions: nothing in it can be run.
    pub program: Program,
    /// The places of the values that it declares itself, by name; not of those in its modules.
    places: Vec<(Arc<str>, Loc)>,
}

impl Interface {
    /// Where a value is declared, as far as that is known.
    pub fn place(&self, name: &str) -> Option<Span> {
        let (_, loc) = self.places.iter().rev().find(|(declared, _)| **declared == *name)?;
        Some(loc.span(&self.source))
    }

    /// The names of the values, each once, in the order in which they are declared.
    pub fn names(&self) -> Vec<Arc<str>> {
        let mut seen = FxHashSet::default();
        let names = self.program.exports.iter().map(|export| export.name.clone());
        names.filter(|name| seen.insert(name.clone())).collect()
    }

    /// The same with one of its values only.
    pub fn only(&self, name: &str) -> Interface {
        let mut only = self.clone();
        only.program.exports.retain(|export| &*export.name == name);
        only
    }

    /// A type in a value's type of which neither the interface nor anybody else says what it is.
    pub fn abstract_type_in(&self, ty: &Type, is_known: &dyn Fn(&str) -> bool) -> Option<Arc<str>> {
        let types = &self.program.types;
        let within = |ty: &Type| self.abstract_type_in(ty, is_known);
        let first = |parts: &[Type]| parts.iter().find_map(within);
        match ty {
            Type::Named(path, args) => match types.get(path).map(|decl| &decl.body) {
                Some(TypeBody::Abstract) if self.declares(path) && !is_known(path) => Some(path.clone()),
                Some(TypeBody::Alias(_)) => within(&types.expand(ty)),
                _ => first(args),
            },
            Type::Tuple(parts) => first(parts),
            Type::Arrow(_, from, to) => within(from).or_else(|| within(to)),
            Type::List(part) | Type::Array(part) | Type::Lazy(part) => within(part),
            Type::PolyVariant(tags) => tags.iter().filter_map(|(_, part)| part.as_ref()).find_map(within),
            _ => None,
        }
    }

    /// Whether a type is the interface's own, and not one of the library.
    pub fn declares(&self, path: &str) -> bool {
        !self.program.libraries.iter().any(|library| library.types.get(path).is_some())
    }
}

/// Loads an interface.
///
/// ```
/// let source = lydian_diagnostic::Source::new("a.mli", "type tree = Leaf | Node of tree * tree\nval size : tree -> int");
/// let (interface, diagnostics) = lydian_ocaml::load_interface(&source);
/// assert!(diagnostics.is_empty());
/// let program = interface.expect("an interface").program;
/// let size = program.export("size").expect("the declaration");
/// assert_eq!(lydian_ocaml::show_type(&size.ty, &program.types), "tree -> int");
/// ```
pub fn load_interface(source: &Arc<Source>) -> (Option<Interface>, Vec<Diagnostic>) {
    let (items, mut diagnostics) = syntax::parse_interface(source);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, diagnostics);
    }
    let places = items.iter().filter_map(place_of).collect();
    let mut checker = Checker::new(source, None);
    if let Some(stdlib) = library::stdlib() {
        checker.use_library(&stdlib);
    }
    let loc = Loc { start: 0, end: source.text.len() as u32 };
    let whole = ModuleType { kind: ModuleTypeKind::Signature(items), loc };
    let structure = match checker.abstract_module(&library::env_for_users(), &whole) {
        Ok(Module::Structure(structure)) => structure,
        Ok(Module::Functor(_)) => Arc::default(),
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            return (None, diagnostics);
        }
    };
    diagnostics.append(&mut checker.warnings);
    for con in checker.types.declared.clone() {
        checker.lower_decl(&con);
    }
    let Checker { mut program, types, decls, exceptions, used, .. } = checker;
    program.libraries = used.iter().map(|library| library.program.clone()).collect();
    program.types = type_table(&used, decls, exceptions);
    declare(&structure, &types, "", &mut program, 0);
    (Some(Interface { source: source.clone(), program, places }), diagnostics)
}

fn place_of(item: &SigItem) -> Option<(Arc<str>, Loc)> {
    match &item.kind {
        SigItemKind::Value { name, .. } => Some((name.node.clone(), item.loc)),
        SigItemKind::External(external) => Some((external.name.node.clone(), item.loc)),
        _ => None,
    }
}

/// Offers the values of a structure and of its modules.
fn declare(structure: &Structure, types: &Types, prefix: &str, program: &mut Program, depth: u32) {
    for entry in &structure.entries {
        match entry {
            Entry::Value(name, value) => {
                let ty = TypeLowerer::new(types, value.scheme.vars).lower(&value.scheme.body);
                let name: Arc<str> = format!("{prefix}{name}").into();
                let var = program.fresh_var(&name);
                program.exports.push(Export { name, var, ty });
            }
            Entry::Module(name, Module::Structure(inner), _) if depth < MOST_MODULES => {
                declare(inner, types, &format!("{prefix}{name}."), program, depth + 1);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interface(text: &str) -> Interface {
        let (interface, diagnostics) = load_interface(&Source::new("a.mli", text));
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        interface.expect("an interface")
    }

    #[test]
    fn values_are_declared_in_order_with_their_places() {
        let interface = interface("(** Twice. *)\nval double : int -> int\nval primes : int list\n");
        let names = interface.names();
        assert_eq!(names.iter().map(|name| &**name).collect::<Vec<_>>(), ["double", "primes"]);
        assert_eq!(interface.place("primes").expect("a place").text(), "val primes : int list");
    }

    #[test]
    fn values_of_modules_have_their_paths() {
        let interface = interface("module Pile : sig type 'a t val empty : 'a t end");
        let empty = interface.program.export("Pile.empty").expect("the declaration");
        let hidden = interface.abstract_type_in(&empty.ty, &|_| false).expect("an abstract type");
        assert_eq!(&*hidden, "Pile.t");
    }

    #[test]
    fn types_of_the_library_and_abbreviations_are_not_abstract() {
        let interface = interface("type n = int\nval f : n -> (string, n) Hashtbl.t -> n option");
        let ty = &interface.program.export("f").expect("the declaration").ty;
        assert_eq!(interface.abstract_type_in(ty, &|_| false), None);
    }

    #[test]
    fn a_definition_in_an_interface_is_a_syntax_error() {
        let (interface, diagnostics) = load_interface(&Source::new("a.mli", "let double x = 2 * x"));
        assert!(interface.is_none());
        assert_eq!(diagnostics[0].code, "syntax-error");
    }
}

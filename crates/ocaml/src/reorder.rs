//! Declares the fields of records in another order.
//! In: a file, and for types of it the names of the fields in the order that is wanted. Out: the same text with the declarations of these fields
//! exchanged; everything behind a declaration stays at its place.

use std::sync::Arc;

use lydian_diagnostic::Source;

use crate::syntax;
use crate::syntax::ast::{
    ConstructorArgs, FieldDecl, ItemKind, ModuleExpr, ModuleExprKind, Structure, TypeDeclKind,
};

/// The order that is wanted of a record's fields.
#[derive(Debug, Clone)]
pub struct FieldOrder {
    /// The type: `point`, `Shape.t`.
    pub path: String,
    /// The constructor that an inline record belongs to.
    pub constructor: Option<String>,
    /// The names of all its fields.
    pub names: Vec<Arc<str>>,
}

/// The text of a file with fields in the order that is wanted; nothing where one of the types is not declared at its place.
///
/// ```
/// use lydian_ocaml::{FieldOrder, with_fields_in_order};
///
/// let source = lydian_diagnostic::Source::new("a.ml", "type p = { y : int; mutable x : bool }");
/// let order = FieldOrder { path: "p".into(), constructor: None, names: vec!["x".into(), "y".into()] };
/// assert_eq!(with_fields_in_order(&source, &[order]).unwrap(), "type p = { mutable x : bool; y : int }");
/// ```
pub fn with_fields_in_order(source: &Arc<Source>, orders: &[FieldOrder]) -> Option<String> {
    let (structure, _) = syntax::parse(source);
    let mut text = source.text.clone();
    for order in orders {
        let fields = declared(&structure, &order.path, order.constructor.as_deref())?;
        let place = |field: &FieldDecl| field.loc.start as usize..field.loc.end as usize;
        let (first, last) = (place(fields.first()?).start, place(fields.last()?).end);
        let mut written = String::new();
        let mut end = first;
        for (field, name) in fields.iter().zip(&order.names) {
            let wanted = fields.iter().find(|field| *field.name.node == **name)?;
            written += source.text.get(end..place(field).start)?;
            written += source.text.get(place(wanted))?;
            end = place(field).end;
        }
        text.replace_range(first..last, &written);
    }
    Some(text)
}

/// The fields of the first type with this path, which is the one that is known by it.
fn declared<'s>(structure: &'s Structure, path: &str, constructor: Option<&str>) -> Option<&'s [FieldDecl]> {
    if let Some((module, rest)) = path.split_once('.') {
        return structure.iter().find_map(|item| match &item.kind {
            ItemKind::Module(binding) if binding.name.as_ref().is_some_and(|name| &*name.node == module) => {
                declared(inside(&binding.module)?, rest, constructor)
            }
            _ => None,
        });
    }
    let mut decls = structure.iter().flat_map(|item| match &item.kind {
        ItemKind::Type { decls, .. } => &decls[..],
        _ => &[],
    });
    let decl = decls.find(|decl| &*decl.name.node == path)?;
    match (&decl.kind, constructor) {
        (TypeDeclKind::Record(fields), None) => Some(fields),
        (TypeDeclKind::Variant(constructors), Some(name)) => {
            let found = constructors.iter().find(|constructor| &*constructor.name.node == name)?;
            match &found.args {
                ConstructorArgs::Record(fields) => Some(fields),
                ConstructorArgs::Tuple(_) => None,
            }
        }
        _ => None,
    }
}

fn inside(module: &ModuleExpr) -> Option<&Structure> {
    match &module.kind {
        ModuleExprKind::Structure(structure) => Some(structure),
        ModuleExprKind::Constraint { module, .. } => inside(module),
        _ => None,
    }
}

//! Machines over a type variable: `type 'a state` is tried at one type.
//!
//! In: the types of the definitions. Out: the arguments of a parametrised type: those at which the model itself uses it, or a small type
//! of three values. A model that does nothing with such values but pass them on cannot tell one type from another.

use std::sync::Arc;

use lydian_core::{Program, Type};

/// The values of the small type; without their backtick they are what JSON says.
const VALUES: [&str; 3] = ["A", "B", "C"];

/// Definitions that say at which type a model is meant, the first that does.
const TELLING: &[&str] =
    &["init", "inputs", "step", "pre", "post", "encode", "decode", "install", "show", "equal", "enabled"];

/// The small type: [`A | `B | `C].
pub(super) fn small() -> Type {
    Type::PolyVariant(VALUES.iter().map(|name| (Arc::from(*name), None)).collect())
}

/// At which types a parametrised type of a model is tried, and whether the model leaves one of them open.
pub(super) fn arguments(program: &Program, name: &str, count: usize) -> (Vec<Type>, bool) {
    let mut found: Vec<Option<Type>> = vec![None; count];
    for telling in TELLING {
        let Some(export) = program.export(telling) else { continue };
        uses(&export.ty, name, &mut |args| {
            for (place, arg) in found.iter_mut().zip(args) {
                let mut is_open = false;
                arg.for_each_param(&mut |_| is_open = true);
                if place.is_none() && !is_open {
                    *place = Some(arg.clone());
                }
            }
        });
    }
    let is_open = found.iter().any(Option::is_none);
    (found.into_iter().map(|place| place.unwrap_or_else(small)).collect(), is_open)
}

/// The arguments of a type wherever it occurs in another one.
fn uses(ty: &Type, name: &str, visit: &mut dyn FnMut(&[Type])) {
    match ty {
        Type::Named(path, parts) => {
            if &**path == name {
                visit(parts);
            }
            parts.iter().for_each(|part| uses(part, name, visit));
        }
        Type::Tuple(parts) => parts.iter().for_each(|part| uses(part, name, visit)),
        Type::List(part) | Type::Array(part) | Type::Lazy(part) => uses(part, name, visit),
        Type::Arrow(_, from, to) => {
            uses(from, name, visit);
            uses(to, name, visit);
        }
        Type::PolyVariant(tags) => {
            tags.iter().filter_map(|(_, part)| part.as_ref()).for_each(|part| uses(part, name, visit));
        }
        _ => {}
    }
}

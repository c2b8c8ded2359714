//! Core's types in OCaml's notation.

use lydian_core::{ArgLabel, Type, TypeTable};

use crate::infer::show::letter;

/// A type as OCaml writes it: `int list -> 'a option`.
///
/// ```
/// use lydian_core::{Type, TypeTable};
/// let ty = Type::arrow(Type::List(Type::Int.into()), Type::Param(0));
/// assert_eq!(lydian_ocaml::show_type(&ty, &TypeTable::default()), "int list -> 'a");
/// ```
pub fn show_type(ty: &Type, table: &TypeTable) -> String {
    let mut names = Vec::new();
    show(ty, table, &mut names, 0)
}

/// The name that the type variable at this position, counted from 0, has in a type that is shown: `'a`, `'b`.
pub fn type_variable(position: usize) -> String {
    letter(position)
}

/// `level` is 0 anywhere, 1 left of an arrow, 2 in a tuple or as an argument.
fn show(ty: &Type, table: &TypeTable, names: &mut Vec<u32>, level: u32) -> String {
    match ty {
        Type::Int => "int".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Char => "char".to_owned(),
        Type::String => "string".to_owned(),
        Type::Bytes => "bytes".to_owned(),
        Type::Float => "float".to_owned(),
        Type::Unit => "unit".to_owned(),
        Type::Exn => "exn".to_owned(),
        Type::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| show(part, table, names, 2)).collect();
            parenthesize(parts.join(" * "), level > 1)
        }
        Type::Arrow(label, from, to) => {
            let from = match label {
                ArgLabel::Positional => show(from, table, names, 1),
                ArgLabel::Labelled(name) => format!("{name}:{}", show(from, table, names, 1)),
                ArgLabel::Optional(name) => match &**from {
                    Type::Named(path, args) if &**path == "option" && args.len() == 1 => {
                        format!("?{name}:{}", show(&args[0], table, names, 1))
                    }
                    other => format!("?{name}:{}", show(other, table, names, 1)),
                },
            };
            let text = format!("{from} -> {}", show(to, table, names, 0));
            parenthesize(text, level > 0)
        }
        Type::List(element) => format!("{} list", show(element, table, names, 2)),
        Type::Array(element) => format!("{} array", show(element, table, names, 2)),
        Type::Lazy(element) => format!("{} lazy_t", show(element, table, names, 2)),
        Type::Named(path, args) => {
            // `tree/2` is the user's second `tree`.
            let name = match table.get(path) {
                Some(decl) => decl.path.split('/').next().unwrap_or(path),
                None => path,
            };
            match &**args {
                [] => name.to_owned(),
                [arg] => format!("{} {name}", show(arg, table, names, 2)),
                args => {
                    let args: Vec<String> = args.iter().map(|arg| show(arg, table, names, 0)).collect();
                    format!("({}) {name}", args.join(", "))
                }
            }
        }
        Type::PolyVariant(tags) => {
            let tags: Vec<String> = tags
                .iter()
                .map(|(tag, arg)| match arg {
                    Some(arg) => format!("`{tag} of {}", show(arg, table, names, 1)),
                    None => format!("`{tag}"),
                })
                .collect();
            format!("[ {} ]", tags.join(" | "))
        }
        Type::Param(index) => {
            let position = names.iter().position(|name| name == index).unwrap_or_else(|| {
                names.push(*index);
                names.len() - 1
            });
            letter(position)
        }
    }
}

fn parenthesize(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

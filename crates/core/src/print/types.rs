//! How types and their declarations are written, in a style close to OCaml's.
//! Iterative, as types can be deep: what is still to be written waits on a stack.

use crate::print::literal::{constructor, marked_name, name};
use crate::{ArgLabel, FieldDecl, Type, TypeBody, TypeDecl};

enum Part<'a> {
    Text(String),
    /// A type; the flag says that it stands where an arrow needs parentheses.
    Type(&'a Type, bool),
}

/// The text of a type.
pub(crate) fn print_type(ty: &Type) -> String {
    let mut out = String::new();
    let mut work = vec![Part::Type(ty, false)];
    while let Some(part) = work.pop() {
        match part {
            Part::Text(text) => out.push_str(&text),
            Part::Type(ty, closed) => {
                let parts = expand(ty, closed);
                work.extend(parts.into_iter().rev());
            }
        }
    }
    out
}

/// A type variable; beyond the alphabet, its number.
pub(crate) fn type_variable(index: u32) -> String {
    match u8::try_from(index) {
        Ok(small) if small < 26 => format!("'{}", char::from(b'a' + small)),
        _ => format!("'{index}"),
    }
}

fn expand(ty: &Type, closed: bool) -> Vec<Part<'_>> {
    let text = |text: &str| Part::Text(text.to_owned());
    let simple = match ty {
        Type::Int => "int",
        Type::Bool => "bool",
        Type::Char => "char",
        Type::String => "string",
        Type::Bytes => "bytes",
        Type::Float => "float",
        Type::Unit => "unit",
        Type::Exn => "exn",
        Type::Param(index) => return vec![Part::Text(type_variable(*index))],
        Type::Tuple(parts) if parts.len() < 2 => {
            let mut all = vec![text("tuple(")];
            all.extend(parts.iter().map(|part| Part::Type(part, false)));
            all.push(text(")"));
            return all;
        }
        Type::Tuple(parts) => return between("(", " * ", parts, ")"),
        Type::List(part) => return vec![Part::Type(part, true), text(" list")],
        Type::Array(part) => return vec![Part::Type(part, true), text(" array")],
        Type::Lazy(part) => return vec![Part::Type(part, true), text(" lazy")],
        Type::Named(path, arguments) => {
            let path = name(path);
            return match &arguments[..] {
                [] => vec![Part::Text(path)],
                [argument] => vec![Part::Type(argument, true), Part::Text(format!(" {path}"))],
                several => between("(", ", ", several, &format!(") {path}")),
            };
        }
        Type::Arrow(label, from, to) => {
            let label = match label {
                ArgLabel::Positional => String::new(),
                ArgLabel::Labelled(label) => format!("~{}:", marked_name(label)),
                ArgLabel::Optional(label) => format!("?{}:", marked_name(label)),
            };
            let mut all =
                vec![Part::Text(label), Part::Type(from, true), text(" -> "), Part::Type(to, false)];
            if closed {
                all.insert(0, text("("));
                all.push(text(")"));
            }
            return all;
        }
        Type::PolyVariant(tags) => {
            let mut all = vec![text("[")];
            for (position, (tag, part)) in tags.iter().enumerate() {
                let bar = if position == 0 { "" } else { " |" };
                all.push(Part::Text(format!("{bar} `{}", marked_name(tag))));
                if let Some(part) = part {
                    all.push(text(" of "));
                    all.push(Part::Type(part, true));
                }
            }
            all.push(text(" ]"));
            return all;
        }
    };
    vec![text(simple)]
}

fn between<'a>(before: &str, separator: &str, types: &'a [Type], after: &str) -> Vec<Part<'a>> {
    let mut all = vec![Part::Text(before.to_owned())];
    for (position, ty) in types.iter().enumerate() {
        if position > 0 {
            all.push(Part::Text(separator.to_owned()));
        }
        all.push(Part::Type(ty, true));
    }
    all.push(Part::Text(after.to_owned()));
    all
}

/// The text of a declaration, a line for each constructor.
pub(crate) fn print_declaration(decl: &TypeDecl) -> String {
    let variables: Vec<String> = (0..decl.params).map(type_variable).collect();
    let params = match &variables[..] {
        [] => String::new(),
        [one] => format!("{one} "),
        several => format!("({}) ", several.join(", ")),
    };
    let head = format!("type {params}{}", name(&decl.path));
    match &decl.body {
        TypeBody::Abstract => head,
        TypeBody::Alias(ty) => format!("{head} = {}", print_type(ty)),
        TypeBody::Record(con, fields) => format!("{head} = {} {}", constructor(*con), print_fields(fields)),
        TypeBody::Variant(constructors) if constructors.is_empty() => format!("{head} = |"),
        TypeBody::Variant(constructors) => {
            let mut text = format!("{head} =");
            for decl_of in constructors {
                text.push_str("\n  | ");
                // The usual constructor belongs to the type it is declared in.
                if decl_of.con.type_path() == &*decl.path {
                    text.push_str(&name(decl_of.con.name()));
                } else {
                    text.push_str(&constructor(decl_of.con));
                }
                let fields = decl_of.fields.as_deref();
                let implied =
                    fields.is_some_and(|fields| fields.iter().map(|field| &field.ty).eq(&decl_of.args));
                if !implied && !decl_of.args.is_empty() {
                    let args: Vec<String> = decl_of.args.iter().map(closed_type).collect();
                    text.push_str(" of ");
                    text.push_str(&args.join(" * "));
                }
                if let Some(fields) = fields {
                    text.push_str(if implied { " of " } else { " with " });
                    text.push_str(&print_fields(fields));
                }
            }
            text
        }
    }
}

fn closed_type(ty: &Type) -> String {
    match ty {
        Type::Arrow(..) => format!("({})", print_type(ty)),
        _ => print_type(ty),
    }
}

fn print_fields(fields: &[FieldDecl]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|field| {
            let mutable = if field.mutable { "mutable " } else { "" };
            format!("{mutable}{} : {}", name(&field.name), print_type(&field.ty))
        })
        .collect();
    if fields.is_empty() { "{ }".to_owned() } else { format!("{{ {} }}", fields.join("; ")) }
}

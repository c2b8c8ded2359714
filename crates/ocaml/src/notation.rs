//! Data in OCaml's notation, ready to be pasted into a toplevel.
//! In: closed data and the declarations they belong to. Out: an expression that evaluates to the datum.

mod list;
mod read;
mod syntax;
mod table;
mod template;

use lydian_core::shape::Body;
use lydian_core::{ConId, Datum, FunctionDatum, Int, Mutability, TypeBody, TypeTable};

use crate::infer::extension::is_added;

pub use read::{ValueReader, read_value, read_values};
pub use table::BINDINGS;
pub(crate) use table::{TableModules, show_table};
pub use template::ValueTemplate;

/// How tightly the surroundings bind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    /// Anything may stand here.
    Loose,
    /// An argument of a function or constructor: anything but an atom needs parentheses.
    Argument,
}

/// A datum as an expression.
///
/// ```
/// use lydian_core::{Datum, TypeTable};
/// let list = Datum::list([Datum::Int(1.into()), Datum::Int((-2).into())]);
/// assert_eq!(lydian_ocaml::show(&list, &TypeTable::default()), "[1; -2]");
/// ```
pub fn show(datum: &Datum, types: &TypeTable) -> String {
    let mut out = String::new();
    write(&mut out, datum, types, Binding::Loose);
    out
}

/// A datum as an argument: in parentheses unless it is an atom.
pub fn show_argument(datum: &Datum, types: &TypeTable) -> String {
    let mut out = String::new();
    write(&mut out, datum, types, Binding::Argument);
    out
}

/// The name of a constructor as a user writes it: with its module, without what tells redefinitions apart.
pub fn constructor_name(con: ConId) -> String {
    let name = con.name();
    if con.is_exception() || is_added(con) {
        let name = name.split('/').next().unwrap_or(name);
        return name.strip_prefix("Stdlib.").unwrap_or(name).to_owned();
    }
    let name = if name == "::" { "(::)" } else { name };
    match con.type_path().rsplit_once('.') {
        Some((module, _)) if con.type_path() != "`" => format!("{module}.{name}"),
        _ if con.type_path() == "`" => format!("`{name}"),
        _ => name.to_owned(),
    }
}

fn write(out: &mut String, datum: &Datum, types: &TypeTable, binding: Binding) {
    match datum {
        Datum::Unit => out.push_str("()"),
        Datum::Bool(known) => out.push_str(if *known { "true" } else { "false" }),
        Datum::Char(code) => {
            out.push('\'');
            write_byte(out, *code, b'\'');
            out.push('\'');
        }
        Datum::Int(int) => {
            let text = show_int(int);
            write_number(out, &text, text.starts_with('-'), binding);
        }
        Datum::Float(float) => {
            let text = show_float(*float);
            write_number(out, &text, text.starts_with('-'), binding);
        }
        Datum::Str(bytes) => write_string(out, bytes),
        Datum::Bytes(bytes) => parenthesised(out, binding, |out| {
            out.push_str("Bytes.of_string ");
            write_string(out, bytes);
        }),
        Datum::Construct(con, mutability, parts) => {
            write_construct(out, *con, *mutability, parts, types, binding);
        }
        Datum::Array(parts) => write_sequence(out, "[|", parts, "; ", "|]", types),
        Datum::Lazy(part) => parenthesised(out, binding, |out| {
            out.push_str("lazy ");
            write(out, part, types, Binding::Argument);
        }),
        Datum::Function(function) => {
            // A function is always in parentheses unless nothing stands around it.
            parenthesised(out, binding, |out| write_function(out, function, types));
        }
        Datum::Opaque(text)
            if text.starts_with('-')
                || text.contains(' ') && !text.starts_with(['(', '[', '{', '"', '<']) =>
        {
            parenthesised(out, binding, |out| out.push_str(text));
        }
        Datum::Opaque(text) => out.push_str(text),
    }
}

fn parenthesised(out: &mut String, binding: Binding, inner: impl FnOnce(&mut String)) {
    if binding == Binding::Loose {
        return inner(out);
    }
    out.push('(');
    inner(out);
    out.push(')');
}

fn write_number(out: &mut String, text: &str, negative: bool, binding: Binding) {
    if negative && binding == Binding::Argument {
        out.push('(');
        out.push_str(text);
        out.push(')');
    } else {
        out.push_str(text);
    }
}

fn show_int(int: &Int) -> String {
    match int.as_i64() {
        Some(value) if value == i64::MIN >> 1 => "min_int".to_owned(),
        Some(value) if value == i64::MAX >> 1 => "max_int".to_owned(),
        _ => int.to_string(),
    }
}

/// An integer of a type whose numbers have a letter behind them: `l` for `int32`, `L` for `int64`, `n` for `nativeint`. What has more bits
/// than the type loses them, as in `Int32.of_int`.
///
/// ```
/// assert_eq!(lydian_ocaml::show_sized(&(-2).into(), 'L'), "-2L");
/// assert_eq!(lydian_ocaml::show_sized(&i64::MAX.into(), 'L'), "Int64.max_int");
/// ```
pub fn show_sized(int: &Int, letter: char) -> String {
    let value = match (letter, int.as_i64()) {
        // Whoever loses bits keeps the lowest ones.
        ('l', Some(value)) => i64::from(value as i32),
        (_, Some(value)) => value,
        (_, None) => return format!("{int}{letter}"),
    };
    let (module, least, most) = match letter {
        'l' => ("Int32", i64::from(i32::MIN), i64::from(i32::MAX)),
        'L' => ("Int64", i64::MIN, i64::MAX),
        _ => ("Nativeint", i64::MIN, i64::MAX),
    };
    match value {
        _ if value == least => format!("{module}.min_int"),
        _ if value == most => format!("{module}.max_int"),
        _ => format!("{value}{letter}"),
    }
}

/// A floating-point number as OCaml prints it back and reads it.
pub fn show_float(float: f64) -> String {
    if float.is_nan() {
        return "nan".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "infinity".to_owned() } else { "neg_infinity".to_owned() };
    }
    let mut text = format!("{float:?}");
    if let Some(stripped) = text.strip_suffix(".0") {
        text = format!("{stripped}.");
    }
    text
}

/// A string as an OCaml literal.
///
/// ```
/// assert_eq!(lydian_ocaml::quoted(b"caf\xc3\xa9\n"), r#""caf\195\169\n""#);
/// ```
pub fn quoted(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    write_string(&mut out, bytes);
    out
}

fn write_string(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for byte in bytes {
        write_byte(out, *byte, b'"');
    }
    out.push('"');
}

fn write_byte(out: &mut String, byte: u8, quote: u8) {
    match byte {
        b'\n' => out.push_str("\\n"),
        b'\t' => out.push_str("\\t"),
        b'\r' => out.push_str("\\r"),
        b'\\' => out.push_str("\\\\"),
        _ if byte == quote => {
            out.push('\\');
            out.push(char::from(quote));
        }
        b' '..=b'~' => out.push(char::from(byte)),
        _ => out.push_str(&format!("\\{byte:03}")),
    }
}

fn write_sequence(
    out: &mut String,
    open: &str,
    parts: &[Datum],
    between: &str,
    close: &str,
    types: &TypeTable,
) {
    out.push_str(open);
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        // A function among other things would swallow what follows.
        let binding = if matches!(part, Datum::Function(_)) { Binding::Argument } else { Binding::Loose };
        write(out, part, types, binding);
    }
    out.push_str(close);
}

fn write_construct(
    out: &mut String,
    con: ConId,
    mutability: Mutability,
    parts: &[Datum],
    types: &TypeTable,
    binding: Binding,
) {
    match con {
        ConId::TUPLE => return write_sequence(out, "(", parts, ", ", ")", types),
        ConId::NIL => return out.push_str("[]"),
        _ if con.name() == "::" && con.type_path() != "`" && parts.len() == 2 => {
            return list::write(out, con, parts, types, binding);
        }
        ConId::REF if mutability == Mutability::Mutable && parts.len() == 1 => {
            return parenthesised(out, binding, |out| {
                out.push_str("ref ");
                write(out, &parts[0], types, Binding::Argument);
            });
        }
        _ if con.name() == BINDINGS && parts.len() == 1 => {
            let table = con.type_path().strip_suffix(".t").unwrap_or(con.type_path());
            let is_of_library = con.type_path() == "Hashtbl.t";
            let modules = TableModules { table: table.to_owned(), list: "List".to_owned(), is_of_library };
            return write(out, &Datum::Opaque(show_table(&modules, &parts[0], types).into()), types, binding);
        }
        _ => {}
    }
    let decl = types.of_constructor(con);
    if let Some((decl, _)) = decl
        && let TypeBody::Record(_, fields) = &decl.body
    {
        let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
        let module = decl.path.rsplit_once('.').map(|(module, _)| module);
        return write_record(out, module, &names, parts, types);
    }
    let inline = decl.and_then(|(decl, position)| match &decl.body {
        TypeBody::Variant(constructors) => constructors[position].fields.as_ref(),
        _ => None,
    });
    if parts.is_empty() {
        return out.push_str(&constructor_name(con));
    }
    parenthesised(out, binding, |out| {
        out.push_str(&constructor_name(con));
        out.push(' ');
        match (inline, parts) {
            (Some(fields), _) => {
                let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
                write_record(out, None, &names, parts, types);
            }
            (None, [part]) => write(out, part, types, Binding::Argument),
            (None, parts) => write_sequence(out, "(", parts, ", ", ")", types),
        }
    });
}

fn write_record(out: &mut String, module: Option<&str>, names: &[&str], parts: &[Datum], types: &TypeTable) {
    out.push('{');
    for (index, (name, part)) in names.iter().zip(parts).enumerate() {
        if index > 0 {
            out.push_str("; ");
        }
        if let Some(module) = module.filter(|_| index == 0) {
            out.push_str(module);
            out.push('.');
        }
        out.push_str(name);
        out.push_str(" = ");
        let binding = if matches!(part, Datum::Function(_)) { Binding::Argument } else { Binding::Loose };
        write(out, part, types, binding);
    }
    out.push('}');
}

fn write_function(out: &mut String, function: &FunctionDatum, types: &TypeTable) {
    let names = ["x", "y", "z", "u", "v", "w", "s", "t"];
    let name = |index: u8| names[index as usize % names.len()];
    let constant = || match &function.constant {
        Some(constant) => show_argument(constant, types),
        None => "()".to_owned(),
    };
    let (used, body): (Vec<u8>, String) = match function.body {
        Body::Argument(x) => (vec![x], name(x).to_owned()),
        Body::Component(x, field) => {
            // The width of the tuple is not kept; a projection by pattern needs it, a pair is by far the most common.
            let component = if field == 0 { "fst" } else { "snd" };
            (vec![x], format!("{component} {}", name(x)))
        }
        Body::Constant => {
            let text = function.constant.as_ref().map_or_else(|| "()".to_owned(), |datum| show(datum, types));
            (vec![], text)
        }
        Body::Plus(x) => (vec![x], format!("{} + {}", name(x), constant())),
        Body::MinusFrom(x) => (vec![x], format!("{} - {}", constant(), name(x))),
        Body::Double(x) => (vec![x], format!("{} * 2", name(x))),
        Body::Reciprocal(x) => (vec![x], format!("1 / {}", name(x))),
        Body::Modulo(x) => (vec![x], format!("1 mod {}", name(x))),
        Body::Sum(x, y) => (vec![x, y], format!("{} + {}", name(x), name(y))),
        Body::Difference(x, y) => (vec![x, y], format!("{} - {}", name(x), name(y))),
        Body::Product(x, y) => (vec![x, y], format!("{} * {}", name(x), name(y))),
        Body::Equals(x) => (vec![x], format!("{} = {}", name(x), constant())),
        Body::Below(x) => (vec![x], format!("{} < {}", name(x), constant())),
        Body::Above(x) => (vec![x], format!("{} > {}", name(x), constant())),
        Body::Same(x, y) => (vec![x, y], format!("{} = {}", name(x), name(y))),
        Body::Ordered(x, y) => (vec![x, y], format!("{} < {}", name(x), name(y))),
        Body::Not(x) => (vec![x], format!("not {}", name(x))),
        Body::Append(x) => (vec![x], format!("{} ^ {}", name(x), constant())),
        Body::Applied(x) => (vec![x], format!("{} {}", name(x), constant())),
        Body::Table => ((0..function.arity as u8).collect(), table_body(function, types, &name)),
    };
    out.push_str("fun");
    for index in 0..function.arity as u8 {
        out.push(' ');
        out.push_str(if used.contains(&index) { name(index) } else { "_" });
    }
    out.push_str(" -> ");
    out.push_str(&body);
}

fn table_body<'n>(function: &FunctionDatum, types: &TypeTable, name: &impl Fn(u8) -> &'n str) -> String {
    let mut body = String::new();
    for (args, result) in &function.entries {
        if Some(result) == function.constant.as_ref() {
            continue;
        }
        let conditions: Vec<String> = args
            .iter()
            .enumerate()
            .map(|(index, arg)| format!("{} = {}", name(index as u8), show_argument(arg, types)))
            .collect();
        body.push_str(&format!("if {} then {} else ", conditions.join(" && "), show_argument(result, types)));
    }
    match &function.constant {
        Some(default) => body.push_str(&show_argument(default, types)),
        None => body.push_str("()"),
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i64) -> Datum {
        Datum::Int(value.into())
    }

    #[test]
    fn arguments_that_are_not_atoms_get_parentheses() {
        let types = TypeTable::default();
        let node = ConId::intern("tree", "Node");
        let datum = Datum::Construct(node, Mutability::Immutable, vec![int(-1), Datum::list([])]);
        assert_eq!(show(&datum, &types), "Node (-1, [])");
        assert_eq!(show_argument(&datum, &types), "(Node (-1, []))");
        assert_eq!(show_argument(&int(-3), &types), "(-3)");
    }

    #[test]
    fn strings_are_escaped_as_ocaml_reads_them() {
        assert_eq!(show(&Datum::Str(b"a\"\n\xff".to_vec()), &TypeTable::default()), r#""a\"\n\255""#);
        assert_eq!(show(&Datum::Char(b'\''), &TypeTable::default()), r"'\''");
    }

    #[test]
    fn functions_read_as_ocaml() {
        let function = |body, constant| {
            let datum = FunctionDatum { arity: 1, body, constant, entries: vec![] };
            show(&Datum::Function(Box::new(datum)), &TypeTable::default())
        };
        assert_eq!(function(Body::Modulo(0), None), "fun x -> 1 mod x");
        assert_eq!(function(Body::Plus(0), Some(int(-2))), "fun x -> x + (-2)");
        assert_eq!(function(Body::Constant, Some(int(-2))), "fun _ -> -2");
    }

    #[test]
    fn floats_keep_their_point() {
        assert_eq!(show_float(1.0), "1.");
        assert_eq!(show_float(-0.0), "-0.");
        assert_eq!(show_float(f64::NAN), "nan");
    }
}

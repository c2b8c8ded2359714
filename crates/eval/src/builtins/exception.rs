//! Exceptions as text, as `Printexc.to_string` gives it where no printer was registered.

use lydian_core::{ConId, Value};

use super::float_text::shown;
use super::string::Parts;
use super::{Builtin, exactly, hash};
use crate::world::{Stop, World, ill_typed};

pub(super) const TABLE: &[Builtin] = &[Builtin { name: "exn_to_string", arity: 1, run: to_string }];

fn to_string(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [exception] = exactly(args)?;
    let (con, fields) = match world.look(exception)? {
        Value::Constant(con) => (con, Vec::new()),
        Value::Block(block) => (block.con, block.fields.to_vec()),
        other => return Err(ill_typed("exn", &other)),
    };
    match con {
        ConId::STACK_OVERFLOW => return Ok(Value::str("Stack overflow")),
        ConId::OUT_OF_MEMORY => return Ok(Value::str("Out of memory")),
        _ => {}
    }
    if let Some((width, what)) = located(con)
        && let Some(text) = with_place(world, &fields, width, what)?
    {
        return Ok(Value::str(text));
    }
    let mut parts = Parts::default();
    parts.add_known(con.name().as_bytes());
    for (index, field) in fields.iter().enumerate() {
        parts.add_known(if index == 0 { b"(" } else { b", " });
        let field = world.look(field)?;
        match &field {
            Value::SymInt(term) => {
                let digits = world.terms.from_int(*term);
                parts.add_unknown(world, digits);
            }
            _ => {
                let text = argument(world, &field)?;
                parts.add_known(&text);
            }
        }
    }
    if !fields.is_empty() {
        parts.add_known(b")");
    }
    Ok(parts.finish(world))
}

/// How many characters OCaml says a failed match or assertion takes, and what it says happened.
fn located(con: ConId) -> Option<(i64, &'static str)> {
    match con {
        ConId::MATCH_FAILURE => Some((5, "Pattern matching failed")),
        ConId::ASSERT_FAILURE => Some((6, "Assertion failed")),
        _ if con.is_exception() && con.name() == "Undefined_recursive_module" => {
            Some((6, "Undefined recursive module"))
        }
        _ => None,
    }
}

fn with_place(
    world: &mut World<'_>,
    fields: &[Value],
    width: i64,
    what: &str,
) -> Result<Option<String>, Stop> {
    let place = match fields {
        [one] => match world.look(one)? {
            Value::Block(tuple) => tuple.fields.to_vec(),
            _ => return Ok(None),
        },
        several => several.to_vec(),
    };
    let [file, line, column] = &place[..] else { return Ok(None) };
    let file = world.known_str(file)?;
    let file = Value::Str(file);
    let (line, column) = (world.known_i64(line)?, world.known_i64(column)?);
    let file = String::from_utf8_lossy(file.as_known_str().unwrap_or_default()).into_owned();
    let end = column.saturating_add(width);
    Ok(Some(format!("File \"{file}\", line {line}, characters {column}-{end}: {what}")))
}

/// One argument: integers and all that OCaml stores like them in decimal, strings quoted, floats; `_` for the rest.
fn argument(world: &mut World<'_>, value: &Value) -> Result<Vec<u8>, Stop> {
    Ok(match value {
        Value::Unit => b"0".to_vec(),
        Value::Bool(_) | Value::SymBool(_) => i64::from(world.truth(value)?).to_string().into_bytes(),
        Value::Int(_) | Value::Big(_) | Value::Char(_) | Value::SymInt(_) | Value::SymChar(_) => {
            world.known_int(value)?.to_string().into_bytes()
        }
        Value::Float(x) => shown(*x).into_bytes(),
        Value::Constant(con) if !con.is_exception() => {
            hash::constant_number(world, *con).to_string().into_bytes()
        }
        Value::Str(_) => {
            let known = Value::Str(world.known_str(value)?);
            let bytes = known.as_known_str().unwrap_or_default();
            super::pay(world, bytes.len().saturating_mul(4))?;
            quoted(bytes)
        }
        Value::Bytes(bytes) => {
            let bytes = bytes.borrow();
            super::pay(world, bytes.len().saturating_mul(4))?;
            quoted(&bytes)
        }
        _ => b"_".to_vec(),
    })
}

/// A string as an OCaml literal.
fn quoted(bytes: &[u8]) -> Vec<u8> {
    let mut text = vec![b'"'];
    for byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend([b'\\', *byte]),
            b'\n' => text.extend(b"\\n"),
            b'\t' => text.extend(b"\\t"),
            b'\r' => text.extend(b"\\r"),
            8 => text.extend(b"\\b"),
            b' '..=b'~' => text.push(*byte),
            other => text.extend(format!("\\{other:03}").into_bytes()),
        }
    }
    text.push(b'"');
    text
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Script, in_world, run_in, text};
    use super::*;

    fn shown_exception(con: ConId, fields: Vec<Value>) -> String {
        text("exn_to_string", &[Value::construct(con, fields)])
    }

    /// The texts are what OCaml 4.13 printed.
    #[test]
    fn exceptions_print_as_in_ocaml() {
        let own = |name| ConId::intern("exn", name);
        let place = || vec![Value::tuple([Value::str("f.ml"), Value::Int(3), Value::Int(4)])];
        let rows = [
            (own("E"), vec![Value::Int(1), Value::str(b"a\"b\n\xc8".to_vec())], r#"E(1, "a\"b\n\200")"#),
            (own("F"), vec![], "F"),
            (own("G"), vec![Value::tuple([Value::Int(1), Value::Int(2)])], "G(_)"),
            (own("H"), vec![Value::Float(1.0)], "H(1.)"),
            (own("M.K"), vec![Value::Char(b'a'), Value::Bool(true), Value::list([])], "M.K(97, 1, 0)"),
            (own("M.K"), vec![Value::Char(b'b'), Value::list([Value::Int(1)])], "M.K(98, _)"),
            (ConId::FAILURE, vec![Value::str("x")], "Failure(\"x\")"),
            (ConId::EXIT, vec![], "Stdlib.Exit"),
            (ConId::NOT_FOUND, vec![], "Not_found"),
            (ConId::STACK_OVERFLOW, vec![], "Stack overflow"),
            (ConId::OUT_OF_MEMORY, vec![], "Out of memory"),
            (ConId::MATCH_FAILURE, place(), "File \"f.ml\", line 3, characters 4-9: Pattern matching failed"),
            (ConId::ASSERT_FAILURE, place(), "File \"f.ml\", line 3, characters 4-10: Assertion failed"),
        ];
        for (con, fields, expected) in rows {
            assert_eq!(shown_exception(con, fields), expected);
        }
    }

    #[test]
    fn an_unknown_argument_stays_unknown() {
        in_world(&mut Script::default(), |world| {
            let term = world.terms.fresh_int("x", None, None);
            let exception = Value::construct(ConId::intern("exn", "E"), [Value::SymInt(term)]);
            let shown = run_in(world, "exn_to_string", &[exception]).unwrap();
            assert!(shown.as_known_str().is_none());
        });
    }
}

//! Data as drivers tell and compare them: OCaml's notation, simplified so that each language can print it.
//! In: a datum and its form. Out: its text, the same that the printers of the drivers give. Names stand without modules,
//! arrays look like lists, integers are decimal, floats are written with all their digits and an exponent.

use lydian_core::{ConId, Datum, TypeTable};
use lydian_ocaml::{Form, FormId, Forms, quoted, show};

/// An answer: one output as itself, none or several in brackets.
pub(super) fn answer(forms: &Forms, output: FormId, outputs: &[Datum]) -> Result<String, String> {
    match outputs {
        [only] => datum(forms, output, only),
        outputs => {
            let texts: Result<Vec<String>, String> =
                outputs.iter().map(|one| datum(forms, output, one)).collect();
            Ok(format!("[{}]", texts?.join("; ")))
        }
    }
}

/// A datum.
pub(super) fn datum(forms: &Forms, form: FormId, datum: &Datum) -> Result<String, String> {
    let mut out = String::new();
    write(&mut out, forms, form, datum, false)?;
    Ok(out)
}

fn write(
    out: &mut String,
    forms: &Forms,
    form: FormId,
    datum: &Datum,
    is_argument: bool,
) -> Result<(), String> {
    match (forms.form(form), datum) {
        (Form::Int, Datum::Int(int)) => number(out, &int.to_string(), is_argument),
        (Form::Float, Datum::Float(value)) => number(out, &float(*value), is_argument),
        (Form::Bool, Datum::Bool(_))
        | (Form::Char, Datum::Char(_))
        | (Form::String, Datum::Str(_))
        | (Form::Unit, Datum::Unit) => out.push_str(&show(datum, &TypeTable::default())),
        (Form::Bytes, Datum::Bytes(bytes)) => out.push_str(&quoted(bytes)),
        (Form::Tuple(parts), Datum::Construct(_, _, data)) => {
            sequence(out, forms, ["(", ", ", ")"], parts.iter().copied().zip(data))?;
        }
        (Form::Record(record), Datum::Construct(_, _, data)) => {
            let names = record.fields.iter().map(|(name, form)| (&**name, *form));
            fields(out, forms, names.zip(data))?;
        }
        (Form::List(element), Datum::Construct(..)) => {
            let elements = list(datum).into_iter().map(|part| (*element, part));
            sequence(out, forms, ["[", "; ", "]"], elements)?;
        }
        (Form::Array(element), Datum::Array(parts)) => {
            sequence(out, forms, ["[", "; ", "]"], parts.iter().map(|part| (*element, part)))?;
        }
        (Form::Lazy(part), Datum::Lazy(inner)) => write(out, forms, *part, inner, is_argument)?,
        (Form::Variant(variant), Datum::Construct(con, _, data)) => {
            let Some(con) = variant.of(*con) else { return Err(misfit(forms, form)) };
            let is_compound = is_argument && !data.is_empty();
            out.push_str(if is_compound { "(" } else { "" });
            out.push_str(&con.name);
            out.push_str(if data.is_empty() { "" } else { " " });
            match (&con.fields, &**data) {
                (_, []) => {}
                (Some(names), data) => {
                    let names = names.iter().map(|name| &**name).zip(con.args.iter().copied());
                    fields(out, forms, names.zip(data))?;
                }
                (None, [only]) => write(out, forms, con.args[0], only, true)?,
                (None, data) => sequence(out, forms, ["(", ", ", ")"], con.args.iter().copied().zip(data))?,
            }
            out.push_str(if is_compound { ")" } else { "" });
        }
        _ => return Err(misfit(forms, form)),
    }
    Ok(())
}

fn misfit(forms: &Forms, form: FormId) -> String {
    format!("a value of the suite is not of its type {}", forms.name(form))
}

fn number(out: &mut String, text: &str, is_argument: bool) {
    if is_argument && text.starts_with('-') {
        out.push_str(&format!("({text})"));
    } else {
        out.push_str(text);
    }
}

fn sequence<'d>(
    out: &mut String,
    forms: &Forms,
    [open, between, close]: [&str; 3],
    parts: impl Iterator<Item = (FormId, &'d Datum)>,
) -> Result<(), String> {
    out.push_str(open);
    for (index, (form, part)) in parts.enumerate() {
        out.push_str(if index > 0 { between } else { "" });
        write(out, forms, form, part, false)?;
    }
    out.push_str(close);
    Ok(())
}

fn fields<'d>(
    out: &mut String,
    forms: &Forms,
    parts: impl Iterator<Item = ((&'d str, FormId), &'d Datum)>,
) -> Result<(), String> {
    out.push('{');
    for (index, ((name, form), part)) in parts.enumerate() {
        out.push_str(if index > 0 { "; " } else { "" });
        out.push_str(&format!("{name} = "));
        write(out, forms, form, part, false)?;
    }
    out.push('}');
    Ok(())
}

/// The elements of a list.
pub(super) fn list(datum: &Datum) -> Vec<&Datum> {
    let mut elements = Vec::new();
    let mut rest = datum;
    while let Datum::Construct(ConId::CONS, _, parts) = rest {
        let [head, tail] = &**parts else { break };
        elements.push(head);
        rest = tail;
    }
    elements
}

/// All digits of a float and its exponent: `1.5e0`.
pub(super) fn float(float: f64) -> String {
    if float.is_nan() {
        return "nan".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "infinity".to_owned() } else { "neg_infinity".to_owned() };
    }
    let text = format!("{float:.16e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_have_all_their_digits() {
        assert_eq!(float(0.1), "1.0000000000000001e-1");
        assert_eq!(float(100.0), "1e2");
        assert_eq!(float(-0.0), "-0e0");
        assert_eq!(float(f64::NEG_INFINITY), "neg_infinity");
    }
}

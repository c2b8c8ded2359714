//! Values and the lines they are written in.
//! Reading a line is strict about what a value of the type is and lenient about blanks around it.

use lydian_core::{ConId, Datum, Value};
use lydian_term::Int;

use crate::floats::{float_pattern, many_digits, not_finite};
use crate::flow::Reading;
use crate::lower::Ty;
use crate::pattern::Pattern;
use crate::rounding::roundings;
use crate::spec::Spec;
use crate::syntax::ast::TypeKind;

/// Stands in the place of a line where there is none left (Ctrl-D at a keyboard). No line that is typed is like it.
pub const END_OF_INPUT: &[u8] = b"\x04";

impl Spec {
    /// A value as a program writes it.
    pub(crate) fn written(&self, datum: &Datum, ty: &Ty) -> String {
        match (datum, ty) {
            (Datum::Int(int), Ty::Enumeration(index)) => self.spelling(*index, int),
            (Datum::Int(int), _) => int.to_string(),
            (Datum::Bool(known), _) => known.to_string(),
            (Datum::Char(code), _) => String::from_utf8_lossy(&[*code]).into_owned(),
            (Datum::Str(bytes), _) => String::from_utf8_lossy(bytes).into_owned(),
            (Datum::Float(float), _) if float.is_finite() => format!("{float}"),
            (Datum::Float(float), _) => not_finite(*float).to_owned(),
            (Datum::Construct(_, _, parts), Ty::Decimal) => match &parts[..] {
                [Datum::Int(mantissa), Datum::Int(places), ..] if places.is_negative() => {
                    not_finite(mantissa.as_i64().unwrap_or(0) as f64 * f64::INFINITY).to_owned()
                }
                [Datum::Int(mantissa), Datum::Int(places), ..] => {
                    decimal_text(mantissa, places.as_usize().unwrap_or(0))
                }
                _ => String::new(),
            },
            (list, Ty::List(of)) => {
                let elements: Vec<String> =
                    elements(list).into_iter().map(|element| self.written(element, of)).collect();
                format!("[{}]", elements.join(", "))
            }
            (other, _) => lydian_ocaml::show(other, &self.core.types),
        }
    }

    fn spelling(&self, enumeration: usize, member: &Int) -> String {
        let members = &self.enumerations[enumeration].members;
        let member = member.as_usize().and_then(|member| members.get(member));
        member.map_or_else(|| "?".to_owned(), |(_, spelling)| spelling.clone())
    }

    /// The pattern that a written value is.
    pub(crate) fn value_pattern(&self, datum: &Datum, ty: &Ty) -> Pattern {
        let text = self.written(datum, ty);
        if let Some(pattern) = float_pattern(datum, &text) {
            return pattern;
        }
        match (ty, datum) {
            (Ty::Int, _) | (Ty::Other, Datum::Int(_)) => Pattern::Number(text),
            (Ty::Decimal, Datum::Construct(..)) => match roundings(datum) {
                Some(texts) if texts.len() == 1 => Pattern::Rounded(text),
                Some(texts) => Pattern::Either(texts.into_iter().map(Pattern::Rounded).collect()),
                None => many_digits(datum).unwrap_or(Pattern::Decimal(text)),
            },
            (_, Datum::Str(bytes)) => Pattern::Text(bytes.clone()),
            (_, Datum::Char(code)) => Pattern::Text(vec![*code]),
            _ => Pattern::Text(text.into_bytes()),
        }
    }

    /// The line that raw values are sent in, without its line break.
    pub(crate) fn line(&self, reading: &Reading, values: &[Datum]) -> Vec<u8> {
        let separator = reading.separator.as_deref().unwrap_or(" ");
        let mut line = Vec::new();
        for (index, (value, field)) in values.iter().zip(&reading.fields).enumerate() {
            if index > 0 {
                line.extend_from_slice(separator.as_bytes());
            }
            match (value, &field.kind) {
                (Datum::Str(bytes), _) => line.extend_from_slice(bytes),
                (Datum::Char(code), _) => line.push(*code),
                (Datum::Int(mantissa), TypeKind::Decimal(places)) => {
                    line.extend_from_slice(decimal_text(mantissa, *places as usize).as_bytes());
                }
                (other, _) => {
                    let ty = &self.variables[field.variable].ty;
                    line.extend_from_slice(self.written(other, ty).as_bytes());
                }
            }
        }
        line
    }

    /// The raw values of a line, if it is well formed: a decimal as its mantissa, a member as its number.
    pub(crate) fn values(&self, reading: &Reading, line: &[u8]) -> Option<Vec<Datum>> {
        if let [field] = &reading.fields[..] {
            return Some(vec![self.value(&field.kind, line)?]);
        }
        let text = std::str::from_utf8(line).ok()?;
        let parts: Vec<&str> = match &reading.separator {
            Some(separator) => text.split(separator.as_str()).map(str::trim).collect(),
            None => text.split_whitespace().collect(),
        };
        if parts.len() != reading.fields.len() {
            return None;
        }
        let fields = parts.iter().zip(&reading.fields);
        fields.map(|(part, field)| self.value(&field.kind, part.as_bytes())).collect()
    }

    fn value(&self, kind: &TypeKind, line: &[u8]) -> Option<Datum> {
        let text = std::str::from_utf8(line).ok().map(str::trim);
        Some(match kind {
            TypeKind::Int => Datum::Int(whole_number(text?)?),
            TypeKind::Bool => Datum::Bool(text?.parse().ok()?),
            TypeKind::String => Datum::Str(line.to_vec()),
            TypeKind::Char => match line {
                [code] => Datum::Char(*code),
                _ => match text?.as_bytes() {
                    [code] => Datum::Char(*code),
                    _ => return None,
                },
            },
            TypeKind::Decimal(places) => decimal_value(text?, *places)?,
            TypeKind::Enumeration(name) => {
                let enumeration = self.enumerations.iter().find(|other| *other.name == **name)?;
                let text = text?;
                let member = enumeration.members.iter().position(|(_, spelling)| spelling == text)?;
                Datum::Int(Int::from(member as i64))
            }
            TypeKind::List(_) => return None,
        })
    }
}

/// The elements of a list.
pub(crate) fn elements(mut list: &Datum) -> Vec<&Datum> {
    let mut found = Vec::new();
    while let Datum::Construct(con, _, parts) = list
        && *con == ConId::CONS
        && let [first, rest] = &parts[..]
    {
        found.push(first);
        list = rest;
    }
    found
}

/// A value as the terms see it: a decimal is a record of the prelude.
pub(crate) fn enter(kind: &TypeKind, raw: Value) -> Value {
    match kind {
        TypeKind::Decimal(places) => {
            let con = ConId::intern("Lydian_console.decimal", "decimal");
            let nothing_rounded = [Value::Int(0), Value::Int(0), Value::Int(0)];
            let [above, below, kept] = nothing_rounded;
            Value::construct(con, [raw, Value::Int(i64::from(*places)), above, below, kept])
        }
        _ => raw,
    }
}

fn whole_number(text: &str) -> Option<Int> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || digits.len() > 10_000 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.strip_prefix('+').unwrap_or(text).parse().ok()
}

fn decimal_value(text: &str, places: u32) -> Option<Datum> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let sign_only = whole.is_empty() || whole == "-" || whole == "+";
    if !digits(fraction) || (sign_only && fraction.is_empty()) {
        return None;
    }
    if fraction.len() > places as usize && !fraction[places as usize..].bytes().all(|digit| digit == b'0') {
        return None;
    }
    let fraction = &fraction[..fraction.len().min(places as usize)];
    let digits = format!("{whole}{fraction:0<width$}", width = places as usize);
    Some(Datum::Int(whole_number(&digits)?))
}

/// A decimal number with its places.
pub(crate) fn decimal_text(mantissa: &Int, places: usize) -> String {
    let sign = if mantissa.is_negative() { "-" } else { "" };
    let digits = format!("{:0>width$}", mantissa.abs().to_string(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_has_a_digit_and_not_too_many_places() {
        for (text, mantissa) in
            [("3", 300), ("-3.5", -350), ("+3.50", 350), (".5", 50), ("7.", 700), ("1.200", 120)]
        {
            let Some(Datum::Int(found)) = decimal_value(text, 2) else { panic!("{text} is a decimal") };
            assert_eq!(found, Int::from(mantissa), "{text}");
        }
        for text in ["", ".", "-", "-.", "1.234", "1.2.3", "1.-2", "1,5", "1.é", "1.2é", "é.1", "1e2", "- 1"]
        {
            assert!(decimal_value(text, 2).is_none(), "{text} is no decimal");
            assert!(decimal_value(text, 1).is_none(), "{text} is no decimal");
        }
    }
}

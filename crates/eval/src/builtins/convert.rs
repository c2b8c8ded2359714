//! Conversions between integers and text.
//! An unknown integer becomes a term for its digits. An unknown string of digits, perhaps after a minus, becomes a term
//! for its number; one that starts like no number fails at once; only what is left is settled.

use lydian_core::{IntMode, Text, Value};
use lydian_term::{Int, TermId};

use super::{Builtin, exactly, pay};
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "string_of_int", arity: 1, run: string_of_int },
    Builtin { name: "int_of_string", arity: 1, run: int_of_string },
];

pub(super) fn string_of_int(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [int] = exactly(args)?;
    match world.look(int)? {
        Value::Int(known) => {
            world.meter.allocate(4)?;
            Ok(Value::str(known.to_string()))
        }
        Value::Big(known) => {
            // Converting takes time quadratic in the digits.
            let words = known.bit_length() / 64 + 1;
            world.meter.step(words.saturating_mul(words))?;
            pay(world, known.bit_length() as usize / 3 + 1)?;
            Ok(Value::str(known.to_string()))
        }
        other => {
            let term = world.int_term(&other)?;
            let digits = world.terms.from_int(term);
            Ok(world.str_value(digits))
        }
    }
}

fn int_of_string(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    read_as(world, args, world.int_mode, "int_of_string")
}

/// Reads an integer of a mode; a text that is none is a failure with this message.
pub(super) fn read_as(
    world: &mut World<'_>,
    args: &[Value],
    mode: IntMode,
    blame: &str,
) -> Result<Value, Stop> {
    let [string] = exactly(args)?;
    let failure = || World::failure(blame);
    let string = world.look(string)?;
    if string.as_known_str().is_none() {
        let term = world.str_term(&string)?;
        match number_of_digits(world, term, mode)? {
            Reading::Number(number) => return Ok(world.int_value(number)),
            Reading::Nothing => return Err(failure()),
            Reading::Unclear => {}
        }
    }
    let text = world.known_str(&string)?;
    let Text::Known(bytes) = &*text else { return Err(failure()) };
    world.meter.step(bytes.len() as u64 / 16)?;
    let bits = match mode {
        IntMode::Wrapping(bits) => Some(bits),
        IntMode::Unbounded => {
            let words = bytes.len() as u64 / 16;
            world.meter.step(words.saturating_mul(words))?;
            None
        }
    };
    read_int(bytes, bits).map(Value::int).ok_or_else(failure)
}

/// What an unknown text was found to be.
enum Reading {
    /// A number in plain digits, perhaps negative, and in range.
    Number(TermId),
    /// No number.
    Nothing,
    /// To be settled.
    Unclear,
}

fn number_of_digits(world: &mut World<'_>, text: TermId, mode: IntMode) -> Result<Reading, Stop> {
    let (zero, one) = (world.terms.int(0), world.terms.int(1));
    let number = world.terms.to_int(text);
    let all_digits = world.terms.le(zero, number);
    if world.ask(all_digits)? {
        let IntMode::Wrapping(bits) = mode else { return Ok(Reading::Number(number)) };
        let beyond = world.terms.int_const(Int::power_of_two(bits.saturating_sub(1)));
        let in_range = world.terms.lt(number, beyond);
        return Ok(if world.ask(in_range)? { Reading::Number(number) } else { Reading::Nothing });
    }
    // Every other number starts with a sign or a digit, which is not the whole text.
    let length = world.terms.str_len(text);
    let longer = world.terms.lt(one, length);
    let starts = starts_with(world, text, &[(b'0', b'9'), (b'-', b'-'), (b'+', b'+')]);
    let possible = world.terms.and(longer, starts);
    if !world.ask(possible)? {
        return Ok(Reading::Nothing);
    }
    let minus = starts_with(world, text, &[(b'-', b'-')]);
    let count = world.terms.sub(length, one);
    let rest = world.terms.substr(text, one, count);
    let magnitude = world.terms.to_int(rest);
    let digits = world.terms.le(zero, magnitude);
    let negative = world.terms.and(minus, digits);
    if !world.ask(negative)? {
        return Ok(Reading::Unclear);
    }
    let number = world.terms.neg(magnitude);
    let IntMode::Wrapping(bits) = mode else { return Ok(Reading::Number(number)) };
    let most = world.terms.int_const(Int::power_of_two(bits.saturating_sub(1)));
    let in_range = world.terms.le(magnitude, most);
    Ok(if world.ask(in_range)? { Reading::Number(number) } else { Reading::Nothing })
}

/// The condition that a text is not empty and its first character is in one of these ranges.
pub(super) fn starts_with(world: &mut World<'_>, text: TermId, ranges: &[(u8, u8)]) -> TermId {
    let zero = world.terms.int(0);
    let first = world.terms.code_at(text, zero);
    let mut inside = Vec::new();
    for (low, high) in ranges {
        let (low, high) = (world.terms.int((*low).into()), world.terms.int((*high).into()));
        let above = world.terms.le(low, first);
        let below = world.terms.le(first, high);
        inside.push(world.terms.and(above, below));
    }
    world.terms.or_all(&inside)
}

/// Reads an integer as OCaml does: sign, base prefix, digits with underscores between and behind them. In decimal the
/// signed range counts; with a prefix the unsigned one does, and what is above the signed range wraps.
pub(super) fn read_int(text: &[u8], bits: Option<u32>) -> Option<Int> {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (base, signed, digits) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (16, false, rest),
        [b'0', b'o' | b'O', rest @ ..] => (8, false, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, false, rest),
        [b'0', b'u' | b'U', rest @ ..] => (10, false, rest),
        _ => (10, true, text),
    };
    let magnitude = read_digits(digits, base, bits)?;
    let value = if negative { -magnitude.clone() } else { magnitude.clone() };
    let Some(bits) = bits else { return Some(value) };
    if signed {
        let half = Int::power_of_two(bits.saturating_sub(1));
        let in_range = if negative { magnitude <= half } else { magnitude < half };
        in_range.then_some(value)
    } else {
        (magnitude < Int::power_of_two(bits)).then(|| value.wrap(bits))
    }
}

fn read_digits(digits: &[u8], base: u32, bits: Option<u32>) -> Option<Int> {
    // The first must be a digit.
    if matches!(digits.first(), None | Some(b'_')) {
        return None;
    }
    let mut small: u64 = 0;
    let mut overflow = false;
    for digit in digits.iter().filter(|digit| **digit != b'_') {
        let digit = (*digit as char).to_digit(base)?;
        match small.checked_mul(base.into()).and_then(|shifted| shifted.checked_add(digit.into())) {
            Some(next) => small = next,
            None => overflow = true,
        }
    }
    if !overflow {
        return Some(Int::from(num_bigint::BigInt::from(small)));
    }
    // More than 64 bits are out of every bounded range.
    if bits.is_some() {
        return None;
    }
    let plain: Vec<u8> = digits.iter().copied().filter(|digit| *digit != b'_').collect();
    num_bigint::BigInt::parse_bytes(&plain, base).map(Int::from)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use lydian_term::{Constant, Model};

    use super::super::testing::{Script, in_world, int, raised, run_in, text};
    use super::*;

    #[test]
    fn integers_print_in_decimal() {
        for (value, expected) in [
            (0, "0"),
            (-7, "-7"),
            ((1 << 62) - 1, "4611686018427387903"),
            (-(1 << 62), "-4611686018427387904"),
        ] {
            assert_eq!(text("string_of_int", &[Value::Int(value)]), expected);
        }
    }

    /// The rows are what OCaml 4.13 printed.
    #[test]
    fn integers_are_read_as_ocaml_reads_them() {
        let accepted = [
            ("+5", 5),
            ("-5", -5),
            ("0xff", 255),
            ("0XFF", 255),
            ("-0xff", -255),
            ("0b101", 5),
            ("0o17", 15),
            ("0u123", 123),
            ("0u9223372036854775807", -1),
            ("4611686018427387903", 4611686018427387903),
            ("-4611686018427387904", -4611686018427387904),
            ("0x7fffffffffffffff", -1),
            ("1_000", 1000),
            ("1_", 1),
            ("1__0", 10),
            ("-0u5", -5),
            ("0B1", 1),
            ("0U7", 7),
            ("00012", 12),
            ("0_1", 1),
            ("-0b1", -1),
            ("+0x10", 16),
            ("0u4611686018427387904", -4611686018427387904),
            ("-0u9223372036854775807", 1),
        ];
        for (text, expected) in accepted {
            assert_eq!(int("int_of_string", &[Value::str(text)]), expected, "{text}");
        }
        let refused = [
            "",
            "-",
            "+",
            "0x",
            "0u9223372036854775808",
            "4611686018427387904",
            "-4611686018427387905",
            "0xffffffffffffffff",
            "0x8000000000000000",
            "_1",
            "0x_1",
            " 1",
            "1 ",
            "12a",
            "--1",
            "0u",
            "0xg",
            "99999999999999999999999999",
        ];
        for text in refused {
            assert_eq!(raised("int_of_string", &[Value::str(text)]).1, "int_of_string", "{text}");
        }
    }

    #[test]
    fn unknown_integers_become_digits_and_unknown_digits_integers() {
        let mut script = Script { answers: vec![true, true], ..Script::default() };
        in_world(&mut script, |world| {
            let term = world.terms.fresh_int("x", None, None);
            let digits = run_in(world, "string_of_int", &[Value::SymInt(term)]).unwrap();
            let digits = world.str_term(&digits).unwrap();
            let mut model = Model::new();
            model.insert(world.terms.var_id(term).unwrap(), Constant::Int((-42).into()));
            assert_eq!(world.terms.evaluate(digits, &model), Some(Constant::Str(b"-42".to_vec().into())));

            let string = world.terms.fresh_str("s");
            let unknown = Value::Str(Rc::new(Text::Unknown(string)));
            let number = run_in(world, "int_of_string", &[unknown]).unwrap();
            assert!(matches!(number, Value::SymInt(_)));
        });
    }

    #[test]
    fn an_unknown_text_of_a_minus_and_digits_is_a_negative_number() {
        let mut script = Script { answers: vec![false, true, true, true], ..Script::default() };
        in_world(&mut script, |world| {
            let string = world.terms.fresh_str("s");
            let unknown = Value::Str(Rc::new(Text::Unknown(string)));
            let number = run_in(world, "int_of_string", &[unknown]).unwrap();
            let number = world.int_term(&number).unwrap();
            let mut model = Model::new();
            model.insert(world.terms.var_id(string).unwrap(), Constant::Str(b"-42".to_vec().into()));
            assert_eq!(world.terms.evaluate(number, &model), Some(Constant::Int((-42).into())));
        });
    }

    #[test]
    fn an_unknown_text_that_starts_like_no_number_fails_without_being_settled() {
        let mut script = Script { answers: vec![false, false], ..Script::default() };
        in_world(&mut script, |world| {
            let string = world.terms.fresh_str("s");
            let unknown = Value::Str(Rc::new(Text::Unknown(string)));
            assert!(matches!(run_in(world, "int_of_string", &[unknown]), Err(Stop::Raise(_))));
        });
    }
}

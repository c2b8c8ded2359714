//! Primitives on immutable strings.
//! Known strings compute at once; unknown ones become terms, with bounds asked first so that terms never leave them.

use std::rc::Rc;

use lydian_core::{Text, Value};
use lydian_term::TermId;

use super::{Builtin, ask_index, exactly, list_elements, out_of_bounds, pay};
use crate::world::{Stop, World, ill_typed};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "string_append", arity: 2, run: append },
    Builtin { name: "string_length", arity: 1, run: length },
    Builtin { name: "string_get", arity: 2, run: get },
    Builtin { name: "string_sub", arity: 3, run: sub },
    Builtin { name: "string_of_chars", arity: 1, run: of_chars },
    Builtin { name: "string_of_parts", arity: 1, run: of_parts },
    Builtin { name: "string_matches", arity: 2, run: matches },
];

fn append(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [left, right] = exactly(args)?;
    // OCaml evaluates the right argument first, but both are values by now: the order of looking is ours.
    let (left, right) = (world.look(left)?, world.look(right)?);
    if let (Some(front), Some(back)) = (left.as_known_str(), right.as_known_str()) {
        pay(world, front.len() + back.len())?;
        let mut whole = Vec::with_capacity(front.len() + back.len());
        whole.extend_from_slice(front);
        whole.extend_from_slice(back);
        return Ok(Value::str(whole));
    }
    let (front, back) = (paid_term(world, &left)?, paid_term(world, &right)?);
    let whole = world.terms.concat(front, back);
    Ok(world.str_value(whole))
}

/// The term of a string; a known one is copied into it, which is paid for.
fn paid_term(world: &mut World<'_>, string: &Value) -> Result<TermId, Stop> {
    pay(world, string.as_known_str().map_or(0, <[u8]>::len))?;
    world.str_term(string)
}

/// Whether the whole string matches a regular expression, which is known or settled.
fn matches(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [string, source] = exactly(args)?;
    let (string, source) = (world.look(string)?, world.known_str(source)?);
    let Text::Known(source) = &*source else { return Err(ill_typed("string", &args[1])) };
    pay(world, source.len())?;
    let regex = world.terms.parse_regex(source).map_err(|(place, message)| {
        World::invalid_argument(&format!("regular expression, at {place}: {message}"))
    })?;
    let language = world.terms.view_regex(regex).clone();
    world.meter.allocate(language.size() as u64)?;
    if let Some(bytes) = string.as_known_str() {
        world.meter.step((bytes.len() as u64).saturating_mul(language.size() as u64) / 64)?;
        return Ok(Value::Bool(language.matches(bytes)));
    }
    let term = world.str_term(&string)?;
    let member = world.terms.in_regex(term, regex);
    Ok(world.bool_value(member))
}

fn length(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [string] = exactly(args)?;
    let string = world.look(string)?;
    if let Some(bytes) = string.as_known_str() {
        return Ok(Value::Int(bytes.len() as i64));
    }
    let term = world.str_term(&string)?;
    let length = world.terms.str_len(term);
    Ok(world.int_value(length))
}

fn get(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [string, position] = exactly(args)?;
    let (string, position) = (world.look(string)?, world.look(position)?);
    if let (Some(bytes), Value::Int(position)) = (string.as_known_str(), &position) {
        let found = usize::try_from(*position).ok().and_then(|position| bytes.get(position));
        return found.map(|code| Value::Char(*code)).ok_or_else(out_of_bounds);
    }
    let (string, position) = (paid_term(world, &string)?, world.int_term(&position)?);
    character_at(world, string, position)
}

/// The character at a position that is asked to be inside.
pub(super) fn character_at(world: &mut World<'_>, string: TermId, position: TermId) -> Result<Value, Stop> {
    let length = world.terms.str_len(string);
    ask_index(world, position, length)?;
    let code = world.terms.code_at(string, position);
    Ok(world.char_value(code))
}

fn sub(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [string, position, count] = exactly(args)?;
    let string = world.look(string)?;
    let (position, count) = (world.look(position)?, world.look(count)?);
    let outside = || World::invalid_argument("String.sub / Bytes.sub");
    if let (Some(bytes), Value::Int(position), Value::Int(count)) = (string.as_known_str(), &position, &count)
    {
        let part = slice(bytes, *position, *count).ok_or_else(outside)?;
        pay(world, part.len())?;
        return Ok(Value::str(part));
    }
    let string = paid_term(world, &string)?;
    let (position, count) = (world.int_term(&position)?, world.int_term(&count)?);
    let (zero, length) = (world.terms.int(0), world.terms.str_len(string));
    let end = world.terms.add(position, count);
    let conditions =
        [world.terms.le(zero, position), world.terms.le(zero, count), world.terms.le(end, length)];
    let inside = world.terms.and_all(&conditions);
    if !world.ask(inside)? {
        return Err(outside());
    }
    let part = world.terms.substr(string, position, count);
    Ok(world.str_value(part))
}

fn slice(bytes: &[u8], position: i64, count: i64) -> Option<&[u8]> {
    let position = usize::try_from(position).ok()?;
    let end = position.checked_add(usize::try_from(count).ok()?)?;
    bytes.get(position..end)
}

fn of_chars(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [list] = exactly(args)?;
    let elements = list_elements(world, list)?;
    let mut parts = Parts::default();
    for element in &elements {
        match world.look(element)? {
            Value::Char(code) => parts.known.push(code),
            other => {
                let code = world.int_term(&other)?;
                let character = world.terms.from_code(code);
                parts.add_unknown(world, character);
            }
        }
    }
    pay(world, elements.len())?;
    Ok(parts.finish(world))
}

fn of_parts(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [list] = exactly(args)?;
    let elements = list_elements(world, list)?;
    let mut parts = Parts::default();
    for element in &elements {
        match world.look(element)? {
            Value::Str(text) => match &*text {
                Text::Known(bytes) => {
                    pay(world, bytes.len())?;
                    parts.add_known(bytes);
                }
                Text::Unknown(term) => parts.add_unknown(world, *term),
            },
            other => return Err(ill_typed("string", &other)),
        }
    }
    Ok(parts.finish(world))
}

/// A string that is put together from left to right.
#[derive(Default)]
pub(super) struct Parts {
    terms: Vec<TermId>,
    /// The known bytes after the last term.
    known: Vec<u8>,
}

impl Parts {
    pub(super) fn add_known(&mut self, bytes: &[u8]) {
        self.known.extend_from_slice(bytes);
    }

    pub(super) fn add_unknown(&mut self, world: &mut World<'_>, term: TermId) {
        self.flush(world);
        self.terms.push(term);
    }

    fn flush(&mut self, world: &mut World<'_>) {
        if !self.known.is_empty() {
            let known = world.terms.str(&self.known);
            self.terms.push(known);
            self.known.clear();
        }
    }

    pub(super) fn finish(mut self, world: &mut World<'_>) -> Value {
        if self.terms.is_empty() {
            return Value::Str(Rc::new(Text::Known(self.known)));
        }
        self.flush(world);
        let whole = world.terms.concat_all(&self.terms);
        world.str_value(whole)
    }
}

#[cfg(test)]
mod tests {
    use lydian_core::ConId;
    use lydian_term::{Constant, Model};

    use super::super::testing::{Script, in_world, int, raised, run, run_in, text};
    use super::*;

    #[test]
    fn known_strings_compute() {
        assert_eq!(text("string_append", &[Value::str("ab"), Value::str("cd")]), "abcd");
        assert_eq!(int("string_length", &[Value::str("abc")]), 3);
        assert!(matches!(run("string_get", &[Value::str("abc"), Value::Int(2)]), Ok(Value::Char(b'c'))));
        assert_eq!(text("string_sub", &[Value::str("abcdef"), Value::Int(2), Value::Int(3)]), "cde");
        assert_eq!(text("string_sub", &[Value::str("abc"), Value::Int(3), Value::Int(0)]), "");
        let chars = Value::list([Value::Char(b'h'), Value::Char(b'i')]);
        assert_eq!(text("string_of_chars", &[chars]), "hi");
        let parts = Value::list([Value::str("a"), Value::str(""), Value::str("bc")]);
        assert_eq!(text("string_of_parts", &[parts]), "abc");
    }

    #[test]
    fn positions_outside_raise() {
        for position in [-1, 3, i64::MAX, i64::MIN] {
            let (con, message) = raised("string_get", &[Value::str("abc"), Value::Int(position)]);
            assert_eq!((con, &*message), (ConId::INVALID_ARGUMENT, "index out of bounds"));
        }
        for (position, count) in [(-1, 1), (0, -1), (2, 2), (4, 0), (1, i64::MAX), (i64::MAX, i64::MAX)] {
            let args = [Value::str("abc"), Value::Int(position), Value::Int(count)];
            assert_eq!(raised("string_sub", &args).1, "String.sub / Bytes.sub");
        }
    }

    #[test]
    fn an_unknown_string_stays_a_term() {
        let mut script = Script { answers: vec![true, true], ..Script::default() };
        in_world(&mut script, |world| {
            let term = world.terms.fresh_str("s");
            let unknown = Value::Str(Rc::new(Text::Unknown(term)));
            let whole = run_in(world, "string_append", &[unknown.clone(), Value::str("x")]).unwrap();
            let length = run_in(world, "string_length", &[whole]).unwrap();
            let first = run_in(world, "string_get", &[unknown.clone(), Value::Int(0)]).unwrap();
            assert!(matches!(first, Value::SymChar(_)));
            let part = run_in(world, "string_sub", &[unknown, Value::Int(1), Value::Int(2)]).unwrap();
            let mut model = lydian_term::Model::new();
            model.insert(world.terms.var_id(term).unwrap(), Constant::Str(b"abc".to_vec().into()));
            let value = |world: &mut World<'_>, value: &Value| {
                let term = match value {
                    Value::SymInt(term) | Value::SymChar(term) => *term,
                    other => world.str_term(other).unwrap(),
                };
                world.terms.evaluate(term, &model)
            };
            assert_eq!(value(world, &length), Some(Constant::Int(4.into())));
            assert_eq!(value(world, &first), Some(Constant::Int(97.into())));
            assert_eq!(value(world, &part), Some(Constant::Str(b"bc".to_vec().into())));
        });
        assert_eq!(script.asked.len(), 2);
    }

    #[test]
    fn a_position_that_is_answered_to_be_outside_raises() {
        let mut script = Script { answers: vec![false], ..Script::default() };
        in_world(&mut script, |world| {
            let position = world.terms.fresh_int("i", None, None);
            let result = run_in(world, "string_get", &[Value::str("abc"), Value::SymInt(position)]);
            assert!(matches!(result, Err(Stop::Raise(_))));
        });
    }

    #[test]
    fn characters_of_a_list_may_be_unknown() {
        in_world(&mut Script::default(), |world| {
            let term = world.terms.fresh_int("c", Some(0.into()), Some(255.into()));
            let list = Value::list([Value::Char(b'a'), Value::SymChar(term), Value::Char(b'b')]);
            let string = run_in(world, "string_of_chars", &[list]).unwrap();
            let length = run_in(world, "string_length", &[string]).unwrap();
            assert!(matches!(length, Value::Int(3)), "{length:?}");
        });
    }

    #[test]
    fn strings_match_regular_expressions_as_a_whole() {
        let matches =
            |text: &str, regex: &str| match run("string_matches", &[Value::str(text), Value::str(regex)]) {
                Ok(Value::Bool(matches)) => matches,
                other => panic!("{other:?}"),
            };
        assert!(matches("-12", "-?[0-9]+"));
        assert!(!matches("-12x", "-?[0-9]+"));
        let (con, message) = raised("string_matches", &[Value::str("a"), Value::str("a(")]);
        assert_eq!(con, ConId::INVALID_ARGUMENT);
        assert_eq!(message, "regular expression, at 1: `(` is not closed");
    }

    #[test]
    fn an_unknown_string_matches_under_a_condition() {
        let mut script = Script::default();
        in_world(&mut script, |world| {
            let s = world.terms.fresh_str("s");
            let unknown = world.str_value(s);
            let result = run_in(world, "string_matches", &[unknown, Value::str("[ab]+")]).unwrap();
            let term = world.bool_term(&result).unwrap();
            for (text, expected) in [("ab", true), ("", false), ("abc", false)] {
                let mut model = Model::new();
                model.insert(world.terms.var_id(s).unwrap(), text.as_bytes());
                assert_eq!(world.terms.evaluate(term, &model), Some(Constant::Bool(expected)));
            }
        });
        assert!(script.asked.is_empty());
    }
}

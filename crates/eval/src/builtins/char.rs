//! Primitives on characters.
//! An unknown character is the term of its code, so going between the two costs nothing.

use lydian_core::Value;
use lydian_term::{Int, Interval};

use super::{Builtin, exactly};
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "char_code", arity: 1, run: code },
    Builtin { name: "char_of_code", arity: 1, run: of_code },
];

fn code(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [character] = exactly(args)?;
    match world.look(character)? {
        Value::Char(code) => Ok(Value::Int(i64::from(code))),
        other => {
            let term = world.int_term(&other)?;
            Ok(world.int_value(term))
        }
    }
}

/// The lowest eight bits count: callers that must refuse other codes have done so.
fn of_code(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [code] = exactly(args)?;
    match world.look(code)? {
        Value::Int(code) => Ok(Value::Char(code as u8)),
        other => {
            let mut term = world.int_term(&other)?;
            let codes = Interval { lo: Some(Int::ZERO), hi: Some(Int::from(255)) };
            // A path condition can bound the code where the interval does not show it; the remainder is then the
            // code itself, and asking keeps the term small.
            if !world.terms.interval(term).is_within(&codes) {
                let (zero, last) = (world.terms.int(0), world.terms.int(255));
                let above = world.terms.le(zero, term);
                let below = world.terms.le(term, last);
                let inside = world.terms.and(above, below);
                if !world.ask(inside)? {
                    let count = world.terms.int(256);
                    term = world.terms.floor_mod(term, count);
                }
            }
            Ok(world.char_value(term))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Script, in_world, int, run, run_in};
    use super::*;

    #[test]
    fn codes_and_characters_are_inverse() {
        assert_eq!(int("char_code", &[Value::Char(b'a')]), 97);
        assert!(matches!(run("char_of_code", &[Value::Int(97)]), Ok(Value::Char(b'a'))));
        assert!(matches!(run("char_of_code", &[Value::Int(-1)]), Ok(Value::Char(255))));
    }

    #[test]
    fn an_unknown_character_shares_the_term_of_its_code() {
        in_world(&mut Script::default(), |world| {
            let term = world.terms.fresh_int("c", Some(Int::ZERO), Some(Int::from(255)));
            let code = run_in(world, "char_code", &[Value::SymChar(term)]).unwrap();
            assert!(matches!(code, Value::SymInt(same) if same == term));
            let back = run_in(world, "char_of_code", &[code]).unwrap();
            assert!(matches!(back, Value::SymChar(same) if same == term));
        });
    }
}

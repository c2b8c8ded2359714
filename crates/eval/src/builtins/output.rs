//! Primitives that write.
//! Standard output and standard error are captured, each by itself; text that depends on unknowns is kept as a term.

use lydian_core::{Text, Value};

use super::{Builtin, exactly};
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] = &[Builtin { name: "channel_write", arity: 2, run: write }];

const STANDARD_OUTPUT: i64 = 1;

fn write(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [channel, text] = exactly(args)?;
    let channel = world.known_i64(channel)?;
    let text = world.look(text)?;
    let known = match &text {
        Value::Str(text) => match &**text {
            Text::Known(bytes) => Some(bytes.clone()),
            Text::Unknown(_) => None,
        },
        _ => None,
    };
    // Every write costs, so that a program that only prints ends somewhere.
    world.meter.step(1)?;
    world.meter.allocate(known.as_ref().map_or(0, Vec::len) as u64 / 8 + 1)?;
    let term = if known.is_none() { Some(world.str_term(&text)?) } else { None };
    let written =
        if channel == STANDARD_OUTPUT { &mut world.output.standard } else { &mut world.output.error };
    match (known, term) {
        (Some(bytes), _) => written.known(&bytes),
        (None, Some(term)) => written.unknown(term),
        (None, None) => {}
    }
    Ok(Value::Unit)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Script, in_world, run_in};
    use super::*;

    #[test]
    fn each_channel_is_captured_by_itself() {
        in_world(&mut Script::default(), |world| {
            run_in(world, "channel_write", &[Value::Int(1), Value::str("ou")]).unwrap();
            run_in(world, "channel_write", &[Value::Int(2), Value::str("err")]).unwrap();
            run_in(world, "channel_write", &[Value::Int(1), Value::str("t")]).unwrap();
            assert_eq!(world.output.standard.text(), Some(&b"out"[..]));
            assert_eq!(world.output.error.text(), Some(&b"err"[..]));
        });
    }

    #[test]
    fn text_that_is_unknown_is_kept_and_not_settled() {
        in_world(&mut Script::default(), |world| {
            let name = world.terms.fresh_str("name");
            let unknown = world.str_value(name);
            run_in(world, "channel_write", &[Value::Int(1), Value::str("hello ")]).unwrap();
            run_in(world, "channel_write", &[Value::Int(1), unknown]).unwrap();
            assert_eq!(world.output.standard.text(), None);
            let (greeting, whole) = (world.terms.str(b"hello "), world.output.standard.term(world.terms));
            assert_eq!(whole, world.terms.concat(greeting, name));
        });
    }

    #[test]
    fn text_beyond_a_megabyte_is_dropped_and_that_is_told() {
        in_world(&mut Script::default(), |world| {
            let much = Value::str("x".repeat(1 << 19));
            for _ in 0..2 {
                run_in(world, "channel_write", &[Value::Int(1), much.clone()]).unwrap();
            }
            assert!(!world.output.standard.is_cut);
            run_in(world, "channel_write", &[Value::Int(1), Value::str("y")]).unwrap();
            assert!(world.output.standard.is_cut);
        });
    }
}

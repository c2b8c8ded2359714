//! Primitives that write.
//! Standard output is captured; what goes to other channels is paid for and dropped, as nobody compares it.

use lydian_core::Value;

use super::{Builtin, exactly};
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] = &[Builtin { name: "channel_write", arity: 2, run: write }];

const STANDARD_OUTPUT: i64 = 1;

fn write(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [channel, text] = exactly(args)?;
    if world.known_i64(channel)? == STANDARD_OUTPUT {
        let text = world.known_str(text)?;
        if let lydian_core::Text::Known(bytes) = &*text {
            world.print(bytes)?;
        }
    } else {
        world.meter.step(1)?;
    }
    Ok(Value::Unit)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Script, in_world, run_in};
    use super::*;

    #[test]
    fn only_standard_output_is_captured() {
        in_world(&mut Script::default(), |world| {
            run_in(world, "channel_write", &[Value::Int(1), Value::str("out")]).unwrap();
            run_in(world, "channel_write", &[Value::Int(2), Value::str("err")]).unwrap();
            assert_eq!(world.output, b"out");
        });
    }
}

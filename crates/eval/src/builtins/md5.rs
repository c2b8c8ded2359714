//! The MD5 digest (RFC 1321), which OCaml's generator of random numbers seeds itself with.

use std::sync::LazyLock;

use lydian_core::{Text, Value};

use super::{Builtin, exactly, pay};
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] = &[Builtin { name: "md5", arity: 1, run: md5 }];

fn md5(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [string] = exactly(args)?;
    let text = world.known_str(string)?;
    let Text::Known(bytes) = &*text else {
        return Err(Stop::Unsupported("a string that could not be settled".into()));
    };
    pay(world, bytes.len())?;
    world.meter.step(bytes.len() as u64 / 64 + 1)?;
    Ok(Value::str(digest(bytes)))
}

/// By how much each step of a round rotates.
const ROTATIONS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The standard defines the constants by the sine.
static SINES: LazyLock<[u32; 64]> =
    LazyLock::new(|| std::array::from_fn(|i| ((i as f64 + 1.0).sin().abs() * 4_294_967_296.0) as u32));

fn digest(message: &[u8]) -> [u8; 16] {
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    // The length takes the last eight bytes of a block.
    if padded.len() - message.len() < 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let end = padded.len() - 8;
    padded[end..].copy_from_slice(&(message.len() as u64).wrapping_mul(8).to_le_bytes());

    let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    for block in padded.chunks_exact(64) {
        mix(&mut state, block);
    }
    let mut result = [0; 16];
    for (place, word) in result.chunks_exact_mut(4).zip(state) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    result
}

fn mix(state: &mut [u32; 4], block: &[u8]) {
    let word =
        |i: usize| block[4 * i..4 * i + 4].iter().rev().fold(0u32, |word, byte| word << 8 | u32::from(*byte));
    let [mut a, mut b, mut c, mut d] = *state;
    for step in 0..64 {
        let (chosen, index) = match step / 16 {
            0 => ((b & c) | (!b & d), step),
            1 => ((d & b) | (!d & c), (5 * step + 1) % 16),
            2 => (b ^ c ^ d, (3 * step + 5) % 16),
            _ => (c ^ (b | !d), (7 * step) % 16),
        };
        let sum = a.wrapping_add(chosen).wrapping_add(SINES[step]).wrapping_add(word(index));
        let rotated = sum.rotate_left(ROTATIONS[step / 16][step % 4]);
        (a, d, c, b) = (d, c, b, b.wrapping_add(rotated));
    }
    for (total, part) in state.iter_mut().zip([a, b, c, d]) {
        *total = total.wrapping_add(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(message: &[u8]) -> String {
        digest(message).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(hex(b""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex(b"message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
        assert_eq!(hex(b"The quick brown fox jumps over the lazy dog"), "9e107d9d372bb6826bd81d3542a419d6");
        let long = b"12345678901234567890123456789012345678901234567890123456789012345678901234567890";
        assert_eq!(hex(long), "57edf4a22be3c955ac49da2e2107b67a");
    }

    #[test]
    fn every_length_around_a_block_is_padded() {
        for length in 0..200 {
            assert_eq!(digest(&vec![b'x'; length]).len(), 16);
        }
    }
}

//! Changes of bytes, whatever they mean: what is read need not be UTF-8.

use lydian_conform::Random;

/// Bytes that begin, go on or break off a character of UTF-8, and control characters.
const ODD: [u8; 12] = [0x00, 0x07, 0x0c, 0x1b, 0x7f, 0x80, 0xc0, 0xe2, 0xed, 0xf4, 0xfe, 0xff];

/// Changes a few bytes.
pub(super) fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, ODD[random.below(ODD.len())]),
            2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            3 if at < bytes.len() => drop(bytes.remove(at)),
            4 if at < bytes.len() => bytes[at] = ODD[random.below(ODD.len())],
            _ => {
                let end = (at + random.below(20)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
        }
    }
}

//! Which inputs are smaller than others, so that a failure is shown with data that are easy to read.

use lydian_conform::InputId;

use crate::concrete::Concrete;

impl Concrete<'_, '_, '_> {
    /// Inputs that can stand for one in a smaller sequence: of the alphabet, before it, with the same constructor.
    pub(crate) fn smaller_inputs(&self, input: InputId, alphabet: &[InputId]) -> Vec<InputId> {
        let constructor = |input: InputId| match self.input_value(input) {
            lydian_core::Value::Block(block) => Some(block.con),
            _ => None,
        };
        let own = constructor(input);
        if own.is_none() {
            return Vec::new();
        }
        let size = |input: InputId| weight(&self.datum(&self.input_value(input)));
        let mut smaller: Vec<InputId> = alphabet
            .iter()
            .copied()
            .filter(|other| *other != input && constructor(*other) == own && size(*other) < size(input))
            .collect();
        smaller.sort_by_key(|other| size(*other));
        smaller
    }
}

/// How large the data in an input are: small numbers and short texts are easy to read.
pub(super) fn weight(datum: &lydian_core::Datum) -> (u64, u128) {
    use lydian_core::Datum;
    match datum {
        Datum::Int(int) => {
            let size = int
                .as_i64()
                .map_or(u128::MAX / 2, |int| 2 * u128::from(int.unsigned_abs()) + u128::from(int < 0));
            (1, size)
        }
        Datum::Str(bytes) => (1 + bytes.len() as u64, bytes.iter().map(|byte| rank(*byte)).sum()),
        Datum::Char(code) => (1, rank(*code)),
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts
            .iter()
            .map(weight)
            .fold((1, 0), |(size, sum), (other, more)| (size + other, sum.saturating_add(more))),
        _ => (1, 0),
    }
}

/// Small letters are the easiest to read, then digits, large letters, and all the rest.
fn rank(byte: u8) -> u128 {
    let rank = match byte {
        b'a'..=b'z' => u16::from(byte - b'a'),
        b'0'..=b'9' => 26 + u16::from(byte - b'0'),
        b'A'..=b'Z' => 36 + u16::from(byte - b'A'),
        other => 62 + u16::from(other),
    };
    u128::from(rank)
}

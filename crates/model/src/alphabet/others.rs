//! Inputs outside of those that are listed: the same with other numbers and texts. A suite says something about listed inputs only; these
//! are tried beside it, so that a system that knows nothing but the listed ones is found.

use lydian_conform::{InputId, Random, Trouble};
use lydian_core::Datum;

use crate::concrete::Concrete;

/// How often it is tried to make an input that is not listed, for each that is wanted.
const TRIES: usize = 8;

/// Numbers are drawn up to this distance.
const FAR: usize = 1_000;

/// Texts get at most so many letters more.
const LONGER: usize = 6;

impl Concrete<'_, '_, '_> {
    /// So many inputs that are not listed, if they can be made of those that are.
    pub fn other_inputs(
        &mut self,
        listed: &[InputId],
        most: usize,
        seed: u64,
    ) -> Result<Vec<InputId>, Trouble> {
        let mut random = Random::new(seed);
        let mut others = Vec::new();
        for _ in 0..most * TRIES {
            if others.len() >= most || listed.is_empty() {
                break;
            }
            let model = listed[random.below(listed.len())];
            let datum = changed(&self.datum(&self.input_value(model)), &mut random);
            let value = self.value(&datum);
            let input = self.intern_input(&value)?;
            if !listed.contains(&input) && !others.contains(&input) {
                others.push(input);
            }
        }
        Ok(others)
    }
}

/// The same with other numbers and texts; a text keeps to letters and digits, so that whatever carries the old one carries the new one.
fn changed(datum: &Datum, random: &mut Random) -> Datum {
    match datum {
        Datum::Int(int) => {
            let away = random.below(FAR) as i64;
            // A number that was not negative stays so.
            let changed = match int.as_i64() {
                Some(number) if number < 0 => number.saturating_sub(away),
                Some(number) => number.saturating_add(away),
                None => away,
            };
            Datum::Int(changed.into())
        }
        Datum::Str(bytes) => {
            let plain = |byte: &u8| byte.is_ascii_alphanumeric();
            if !bytes.iter().all(plain) {
                return datum.clone();
            }
            let mut text = bytes.clone();
            for _ in 0..random.below(LONGER) {
                text.push(b"abcdefghijklmnopqrstuvwxyz0123456789"[random.below(36)]);
            }
            Datum::Str(text)
        }
        Datum::Construct(con, mutability, parts) => {
            let parts = parts.iter().map(|part| changed(part, random)).collect();
            Datum::Construct(*con, *mutability, parts)
        }
        other => other.clone(),
    }
}

//! What walks know about inputs: their constructor, and the values in them.

use lydian_conform::{InputId, Letter};
use lydian_core::{ConId, Datum};
use rustc_hash::FxHashMap;

use crate::concrete::Concrete;

impl Concrete<'_, '_, '_> {
    /// Inputs with their kinds and data.
    pub fn letters(&self, inputs: &[InputId]) -> Vec<Letter> {
        let mut kinds: FxHashMap<Option<ConId>, u32> = FxHashMap::default();
        let mut known: Vec<Datum> = Vec::new();
        let letter = |input: &InputId| {
            let datum = self.datum(&self.input_value(*input));
            let constructor = match &datum {
                Datum::Construct(con, _, _) => Some(*con),
                _ => None,
            };
            let next = kinds.len() as u32;
            let kind = *kinds.entry(constructor).or_insert(next);
            let mut values = Vec::new();
            match &datum {
                Datum::Construct(_, _, parts) => parts.iter().for_each(|part| leaves(part, &mut values)),
                other => leaves(other, &mut values),
            }
            let number = |value: Datum| {
                let place = known.iter().position(|other| *other == value).unwrap_or(known.len());
                if place == known.len() {
                    known.push(value);
                }
                place as u32
            };
            Letter { input: *input, kind, data: values.into_iter().map(number).collect() }
        };
        inputs.iter().map(letter).collect()
    }
}

/// The values at the ends of a value: numbers, texts, constructors without arguments.
fn leaves(datum: &Datum, values: &mut Vec<Datum>) {
    match datum {
        Datum::Construct(_, _, parts) | Datum::Array(parts) if !parts.is_empty() => {
            parts.iter().for_each(|part| leaves(part, values));
        }
        // The end of a list is in all of them.
        Datum::Construct(con, _, _) if *con == ConId::NIL => {}
        other => values.push(other.clone()),
    }
}

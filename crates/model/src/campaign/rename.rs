//! The same sequence with one value renamed wherever it occurs: a key that is written and read keeps its meaning under a simpler name.

use lydian_conform::InputId;
use lydian_core::Datum;
use rustc_hash::FxHashMap;

use super::smaller::weight;
use crate::concrete::{Concrete, SharedBook};
use crate::values::{datum_of, value_of};

/// Simpler names that are tried for a value.
const MOST_NAMES: usize = 6;

/// Renames the values of sequences.
pub(super) struct Renaming {
    book: SharedBook,
    /// The values that inputs of the alphabet and of the sequence have, the simplest first.
    names: Vec<Datum>,
    data: FxHashMap<InputId, Datum>,
}

impl Renaming {
    /// Renames values of a sequence to simpler ones of the same type that occur in it or in the alphabet.
    pub(super) fn new(spec: &Concrete<'_, '_, '_>, alphabet: &[InputId], inputs: &[InputId]) -> Renaming {
        let mut renaming =
            Renaming { book: spec.book().clone(), names: Vec::new(), data: FxHashMap::default() };
        for input in alphabet.iter().chain(inputs) {
            let datum = renaming.datum(*input);
            each_name(&datum, &mut |name| {
                if !renaming.names.contains(name) {
                    renaming.names.push(name.clone());
                }
            });
        }
        renaming.names.sort_by_key(weight);
        renaming
    }

    fn datum(&mut self, input: InputId) -> Datum {
        let book = &self.book;
        self.data.entry(input).or_insert_with(|| datum_of(book.borrow().inputs.value(input.0))).clone()
    }

    /// The sequence with each of its values renamed to a simpler one that it does not have yet, or does.
    pub(super) fn of(&mut self, inputs: &[InputId]) -> Vec<Vec<InputId>> {
        let data: Vec<Datum> = inputs.iter().map(|input| self.datum(*input)).collect();
        let mut used: Vec<Datum> = Vec::new();
        for datum in &data {
            each_name(datum, &mut |name| {
                if !used.contains(name) {
                    used.push(name.clone());
                }
            });
        }
        let mut sequences = Vec::new();
        for name in &used {
            let simpler: Vec<Datum> = self
                .names
                .iter()
                .filter(|other| same_type(name, other) && weight(other) < weight(name))
                .take(MOST_NAMES)
                .cloned()
                .collect();
            for other in simpler {
                let renamed = data.iter().map(|datum| renamed(datum, name, &other));
                let inputs: Option<Vec<InputId>> = renamed
                    .map(|datum| self.book.borrow_mut().inputs.intern(&value_of(&datum)).ok().map(InputId))
                    .collect();
                sequences.extend(inputs);
            }
        }
        sequences
    }
}

/// Calls something for each number and text in a value.
fn each_name(datum: &Datum, call: &mut dyn FnMut(&Datum)) {
    match datum {
        Datum::Int(_) | Datum::Str(_) | Datum::Char(_) => call(datum),
        Datum::Construct(_, _, parts) | Datum::Array(parts) => {
            parts.iter().for_each(|part| each_name(part, call));
        }
        _ => {}
    }
}

fn same_type(left: &Datum, right: &Datum) -> bool {
    std::mem::discriminant(left) == std::mem::discriminant(right)
}

fn renamed(datum: &Datum, name: &Datum, other: &Datum) -> Datum {
    let each = |parts: &[Datum]| parts.iter().map(|part| renamed(part, name, other)).collect();
    match datum {
        Datum::Construct(con, mutability, parts) => Datum::Construct(*con, *mutability, each(parts)),
        Datum::Array(parts) => Datum::Array(each(parts)),
        datum if datum == name => other.clone(),
        datum => datum.clone(),
    }
}

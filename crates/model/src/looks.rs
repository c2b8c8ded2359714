//! What states look like from afar: how long lists are, whether their elements are equal or all different, how large numbers are. Walks look
//! for states that look new: of the states of a queue there are more than anybody can try, of their lengths there are few.

use std::hash::{Hash, Hasher};

use lydian_conform::StateId;
use lydian_core::{ConId, Datum};
use rustc_hash::{FxHashMap, FxHasher};

/// Elements of a list that are compared with each other.
const MOST_COMPARED: usize = 16;

/// Numbers up to this one are told apart.
const SMALL: u64 = 2;

/// The looks of states, numbered.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    numbers: FxHashMap<u64, u32>,
    of: FxHashMap<StateId, u32>,
}

impl Looks {
    /// The look of a state that was looked at before.
    pub(crate) fn known(&self, state: StateId) -> Option<u32> {
        self.of.get(&state).copied()
    }

    /// The look of a state with this value.
    pub(crate) fn of(&mut self, state: StateId, value: &Datum) -> u32 {
        let mut hasher = FxHasher::default();
        look(value, &mut hasher);
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(hasher.finish()).or_insert(next);
        self.of.insert(state, number);
        number
    }
}

fn look(datum: &Datum, to: &mut FxHasher) {
    match datum {
        Datum::Int(int) => {
            let size = int.as_i64().map_or(u64::MAX, i64::unsigned_abs);
            let rough = if size <= SMALL { size } else { SMALL + u64::from(size.ilog2()) };
            (rough, int.as_i64().is_some_and(|int| int < 0)).hash(to);
        }
        Datum::Str(text) | Datum::Bytes(text) => text.len().hash(to),
        Datum::Bool(is) => is.hash(to),
        Datum::Construct(con, _, _) if *con == ConId::CONS => look_at_list(&elements(datum), to),
        Datum::Array(parts) => look_at_list(&parts.iter().collect::<Vec<_>>(), to),
        Datum::Construct(con, _, parts) => {
            con.hash(to);
            parts.iter().for_each(|part| look(part, to));
        }
        Datum::Lazy(inside) => look(inside, to),
        _ => {}
    }
}

/// The length, and whether elements, or what stands in the same place in all of them, are equal or all different.
fn look_at_list(elements: &[&Datum], to: &mut FxHasher) {
    elements.len().hash(to);
    let compared = &elements[..elements.len().min(MOST_COMPARED)];
    let parts = |datum: &&Datum| match datum {
        Datum::Construct(_, _, parts) => parts.len(),
        _ => 0,
    };
    let width = compared.iter().map(parts).min().unwrap_or(0);
    if width < 2 {
        return sameness(compared, to);
    }
    for place in 0..width {
        let column: Vec<&Datum> = compared
            .iter()
            .filter_map(|datum| match datum {
                Datum::Construct(_, _, parts) => parts.get(place),
                _ => None,
            })
            .collect();
        sameness(&column, to);
    }
}

fn sameness(data: &[&Datum], to: &mut FxHasher) {
    let alike = data.windows(2).all(|pair| pair[0] == pair[1]);
    let different = data.iter().enumerate().all(|(index, datum)| !data[..index].contains(datum));
    (alike, different).hash(to);
}

fn elements(list: &Datum) -> Vec<&Datum> {
    let mut elements = Vec::new();
    let mut rest = list;
    while let Datum::Construct(con, _, parts) = rest
        && *con == ConId::CONS
        && let [first, others] = &parts[..]
    {
        elements.push(first);
        rest = others;
    }
    elements
}

//! Entries of maps: sets of keys, each with a value. The keys of one size are chosen together, smaller sizes first, so that
//! no set comes twice.

use std::sync::OnceLock;

use num_bigint::BigUint;

use super::array::{Memo, Rows};
use super::{Amount, Extent, Known, Node};
use crate::Domain;

/// What an entry costs beside its key and value.
const ENTRY: usize = 1;
/// What the end costs, as with lists.
const END: usize = 1;

/// Maps as lists of entries.
pub(crate) struct Entries<K: 'static, V: 'static> {
    keys: Domain<K>,
    values: Rows<V>,
    /// By the least size of keys, and the size of all entries together.
    counts: Memo<(usize, usize)>,
    greatest: OnceLock<Option<usize>>,
}

/// One way to spend a size on keys of a size.
struct Way<N> {
    /// How many keys.
    keys: usize,
    /// The size of all their values.
    values: usize,
    choices: N,
    rows: N,
    rest: N,
}

impl<K: 'static, V: 'static> Entries<K, V> {
    /// Maps of these keys to these values.
    pub fn new(keys: Domain<K>, values: Domain<V>) -> Entries<K, V> {
        Entries { keys, values: Rows::new(values), counts: Memo::new(), greatest: OnceLock::new() }
    }

    /// The least size of keys, from this one on, of which there are some.
    fn next_size(&self, least: usize, size: usize) -> Option<usize> {
        let look = |known: &mut Known| self.keys.node().extent(known);
        let greatest = *self.greatest.get_or_init(|| match Known::settle(look) {
            Extent::Empty => Some(0),
            Extent::Sizes(_, greatest, _) => greatest,
        });
        let last = size.checked_sub(ENTRY)?;
        let last = greatest.map_or(last, |greatest| last.min(greatest));
        (least..=last).find(|size| self.keys.node().count(*size) > 0)
    }

    /// Maps whose keys are at least this large and whose entries have this size together.
    fn count_from<N: Amount>(&self, least: usize, size: usize) -> N {
        if size == 0 {
            return N::small(1);
        }
        let Some(key) = self.next_size(least, size) else { return N::small(0) };
        self.counts.get((key, size), || {
            self.ways(key, size).fold(N::small(0), |sum: N, way: Way<N>| {
                sum.plus(&way.choices.times(&way.rows).times(&way.rest))
            })
        })
    }

    fn ways<N: Amount>(&self, key: usize, size: usize) -> impl Iterator<Item = Way<N>> {
        let available = N::of(&self.keys, key);
        let few = available.word().and_then(|available| usize::try_from(available).ok());
        let most = (size / (key + ENTRY)).min(few.unwrap_or(usize::MAX));
        (0..=most).flat_map(move |keys| {
            let left = size - keys * (key + ENTRY);
            let choices = available.binomial(keys);
            let (low, high) = match self.values.sizes(keys) {
                Extent::Empty => (1, 0),
                Extent::Sizes(low, high, _) => (low, high.map_or(left, |high| high.min(left))),
            };
            (low..=high.min(left)).map(move |values| Way {
                keys,
                values,
                choices: choices.clone(),
                rows: self.values.count(keys, values),
                rest: self.count_from(key + 1, left - values),
            })
        })
    }

    fn pick<N: Amount>(&self, size: usize, index: &N) -> Vec<(K, V)> {
        let mut entries = Vec::new();
        let (mut least, mut size, mut index) = (0, size - END, index.clone());
        'sizes: while size > 0 {
            let Some(key) = self.next_size(least, size) else { break };
            for way in self.ways::<N>(key, size) {
                let each = way.rows.times(&way.rest);
                let block = way.choices.times(&each);
                if index >= block {
                    index = index.minus(&block);
                    continue;
                }
                let (choice, inner) = index.divide(&each);
                let (row, rest) = inner.divide(&way.rest);
                let mut values = Vec::with_capacity(way.keys);
                self.values.push(way.keys, way.values, &row, &mut values);
                let keys = combination(choice, way.keys, N::of(&self.keys, key));
                entries.extend(keys.into_iter().map(|place| place.pick(&self.keys, key)).zip(values));
                size -= way.keys * (key + ENTRY) + way.values;
                least = key + 1;
                index = rest;
                continue 'sizes;
            }
            unreachable!("the index is below the count");
        }
        entries
    }
}

impl<K: 'static, V: 'static> Node<Vec<(K, V)>> for Entries<K, V> {
    fn count(&self, size: usize) -> u128 {
        size.checked_sub(END).map_or(0, |size| self.count_from(0, size))
    }

    fn exact(&self, size: usize) -> BigUint {
        size.checked_sub(END).map_or_else(BigUint::default, |size| self.count_from(0, size))
    }

    fn nth(&self, size: usize, index: u128) -> Vec<(K, V)> {
        self.pick(size, &index)
    }

    fn nth_exact(&self, size: usize, index: &BigUint) -> Vec<(K, V)> {
        self.pick(size, index)
    }

    fn extent(&self, known: &mut Known) -> Extent {
        match (self.keys.node().extent(known), self.values.item_extent(known)) {
            (Extent::Empty, _) | (_, Extent::Empty) => Extent::exactly(END),
            (Extent::Sizes(_, Some(key), keys), Extent::Sizes(_, Some(value), values)) => {
                let entry = key.saturating_add(value).saturating_add(ENTRY);
                let largest =
                    usize::try_from(keys).ok().and_then(|keys| entry.checked_mul(keys)?.checked_add(END));
                let most = u32::try_from(keys).unwrap_or(u32::MAX);
                Extent::Sizes(END, largest, values.saturating_add(1).saturating_pow(most))
            }
            _ => Extent::from(END),
        }
    }
}

/// The choice of `choose` numbers below `from` at an index, in increasing order.
fn combination<N: Amount>(mut index: N, choose: usize, from: N) -> Vec<N> {
    let (one, two) = (N::small(1), N::small(2));
    let mut chosen = Vec::with_capacity(choose);
    let mut bound = from;
    for left in (1..=choose).rev() {
        // The greatest number below which the rest can be chosen in at most `index` ways.
        let (mut low, mut high) = (N::small(left as u128 - 1), bound);
        while high.minus(&low) > one {
            let middle = low.plus(&high.minus(&low).divide(&two).0);
            if middle.binomial(left) <= index { low = middle } else { high = middle }
        }
        index = index.minus(&low.binomial(left));
        chosen.push(low.clone());
        bound = low;
    }
    chosen.reverse();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_comes_once() {
        let mut all: Vec<Vec<u128>> = (0..7u128.binomial(3)).map(|index| combination(index, 3, 7)).collect();
        assert!(all.iter().all(|choice| choice.is_sorted() && choice.len() == 3 && choice[2] < 7));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 35);
    }
}

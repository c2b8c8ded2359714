//! Entries of maps: sets of keys, each with a value. The keys of one size are chosen together, smaller sizes first, so that
//! no set comes twice.

use std::sync::OnceLock;

use super::array::{Memo, Rows};
use super::{Extent, Known, Node, divide};
use crate::Domain;

/// What an entry costs beside its key and value.
const ENTRY: usize = 1;
/// What the end costs, as with lists.
const END: usize = 1;

/// Maps as lists of entries.
pub(crate) struct Entries<K, V> {
    keys: Domain<K>,
    values: Rows<V>,
    /// By the least size of keys, and the size of all entries together.
    counts: Memo<(usize, usize)>,
    greatest: OnceLock<Option<usize>>,
}

/// One way to spend a size on keys of a size.
struct Way {
    /// How many keys.
    keys: usize,
    /// The size of all their values.
    values: usize,
    choices: u128,
    rows: u128,
    rest: u128,
}

impl<K: 'static, V: 'static> Entries<K, V> {
    /// Maps of these keys to these values.
    pub fn new(keys: Domain<K>, values: Domain<V>) -> Entries<K, V> {
        Entries { keys, values: Rows::new(values), counts: Memo::new(), greatest: OnceLock::new() }
    }

    /// The least size of keys, from this one on, of which there are some.
    fn next_size(&self, least: usize, size: usize) -> Option<usize> {
        let greatest = *self.greatest.get_or_init(|| match Known::settle(self.keys.node()) {
            Extent::Empty => Some(0),
            Extent::Sizes(_, greatest, _) => greatest,
        });
        let last = size.checked_sub(ENTRY)?;
        let last = greatest.map_or(last, |greatest| last.min(greatest));
        (least..=last).find(|size| self.keys.node().count(*size) > 0)
    }

    /// Maps whose keys are at least this large and whose entries have this size together.
    fn count_from(&self, least: usize, size: usize) -> u128 {
        if size == 0 {
            return 1;
        }
        let Some(key) = self.next_size(least, size) else { return 0 };
        self.counts.get((key, size), || {
            self.ways(key, size).fold(0u128, |sum, way| {
                sum.saturating_add(way.choices.saturating_mul(way.rows).saturating_mul(way.rest))
            })
        })
    }

    fn ways(&self, key: usize, size: usize) -> impl Iterator<Item = Way> {
        let available = self.keys.node().count(key);
        let most = (size / (key + ENTRY)).min(usize::try_from(available).unwrap_or(usize::MAX));
        (0..=most).flat_map(move |keys| {
            let left = size - keys * (key + ENTRY);
            let choices = binomial(available, keys);
            let (low, high) = match self.values.sizes(keys) {
                Extent::Empty => (1, 0),
                Extent::Sizes(low, high, _) => (low, high.map_or(left, |high| high.min(left))),
            };
            (low..=high.min(left)).map(move |values| Way {
                keys,
                values,
                choices,
                rows: self.values.count(keys, values),
                rest: self.count_from(key + 1, left - values),
            })
        })
    }
}

impl<K: 'static, V: 'static> Node<Vec<(K, V)>> for Entries<K, V> {
    fn count(&self, size: usize) -> u128 {
        size.checked_sub(END).map_or(0, |size| self.count_from(0, size))
    }

    fn nth(&self, size: usize, mut index: u128) -> Vec<(K, V)> {
        let mut entries = Vec::new();
        let (mut least, mut size) = (0, size - END);
        'sizes: while size > 0 {
            let Some(key) = self.next_size(least, size) else { break };
            for way in self.ways(key, size) {
                let each = way.rows.saturating_mul(way.rest);
                let block = way.choices.saturating_mul(each);
                if index >= block {
                    index -= block;
                    continue;
                }
                let (choice, inner) = divide(index, each);
                let (row, rest) = divide(inner, way.rest);
                let mut values = Vec::with_capacity(way.keys);
                self.values.push(way.keys, way.values, row, &mut values);
                let keys = combination(choice, way.keys, self.keys.node().count(key));
                entries.extend(keys.into_iter().map(|place| self.keys.node().nth(key, place)).zip(values));
                size -= way.keys * (key + ENTRY) + way.values;
                least = key + 1;
                index = rest;
                continue 'sizes;
            }
            unreachable!("the index is below the count");
        }
        entries
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

/// The number of ways to choose so many of so many.
fn binomial(from: u128, choose: usize) -> u128 {
    let choose = choose as u128;
    if choose > from {
        return 0;
    }
    let mut ways = 1u128;
    for step in 0..choose.min(from - choose) {
        // The product is divisible; dividing first keeps it exact up to the last bit.
        let common = gcd(ways, step + 1);
        let factor = (from - step) / ((step + 1) / common);
        ways = match (ways / common).checked_mul(factor) {
            Some(ways) => ways,
            None => return u128::MAX,
        };
    }
    ways
}

fn gcd(mut left: u128, mut right: u128) -> u128 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// The choice of `choose` numbers below `from` at an index, in increasing order.
fn combination(mut index: u128, choose: usize, from: u128) -> Vec<u128> {
    let mut chosen = Vec::with_capacity(choose);
    let mut bound = from;
    for left in (1..=choose).rev() {
        // The greatest number below which the rest can be chosen in at most `index` ways.
        let (mut low, mut high) = (left as u128 - 1, bound);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if binomial(middle, left) <= index { low = middle } else { high = middle }
        }
        index -= binomial(low, left);
        chosen.push(low);
        bound = low;
    }
    chosen.reverse();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_exact_up_to_the_last_bit() {
        assert_eq!(binomial(5, 2), 10);
        assert_eq!(binomial(2, 3), 0);
        assert_eq!(binomial(128, 64), 23_951_146_041_928_082_866_135_587_776_380_551_750);
        assert_eq!(binomial(140, 70), u128::MAX);
    }

    #[test]
    fn every_choice_comes_once() {
        let mut all: Vec<Vec<u128>> = (0..binomial(7, 3)).map(|index| combination(index, 3, 7)).collect();
        assert!(all.iter().all(|choice| choice.is_sorted() && choice.len() == 3 && choice[2] < 7));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 35);
    }
}

//! Functions given by a finite table: one or two entries over small arguments, and a default.
//! An entry's result always differs from the default and the keys of a table are in order, so that no table is written
//! in two ways; a table that would cover its whole (finite) domain is left out, since its default says nothing.

use lydian_core::shape::Body;
use lydian_core::{Datum, FunctionDatum};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::class::ClassId;

/// How many different arguments tables mention.
pub(crate) const MOST_KEYS: usize = 8;

/// The tables of one function type.
#[derive(Debug)]
pub(crate) struct Table {
    arity: usize,
    pub(crate) args: ClassId,
    pub(crate) result: ClassId,
    /// The size of a table without its default, keys and results.
    pub(crate) base: u32,
    keys: Vec<Vec<Datum>>,
    pub(crate) key_sets: Vec<KeySet>,
}

/// The arguments that a table mentions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeySet {
    first: usize,
    second: Option<usize>,
    pub(crate) size: u32,
}

impl KeySet {
    pub(crate) fn entries(&self) -> usize {
        1 + usize::from(self.second.is_some())
    }
}

impl Table {
    pub(crate) fn new(arity: usize, args: ClassId, result: ClassId, base: u32) -> Table {
        Table { arity, args, result, base, keys: Vec::new(), key_sets: Vec::new() }
    }

    /// Sets the arguments to mention; `complete` says that there are no others.
    pub(crate) fn set_keys(&mut self, keys: Vec<Vec<Datum>>, complete: bool) {
        let sizes: Vec<u32> =
            keys.iter().map(|key| key.iter().map(Datum::size).sum::<u64>() as u32).collect();
        let fits = |entries: usize| !complete || entries < keys.len();
        let mut key_sets = Vec::new();
        if fits(1) {
            key_sets.extend((0..keys.len()).map(|first| KeySet { first, second: None, size: sizes[first] }));
        }
        if fits(2) {
            for first in 0..keys.len() {
                key_sets.extend((first + 1..keys.len()).map(|second| KeySet {
                    first,
                    second: Some(second),
                    size: sizes[first] + sizes[second],
                }));
            }
        }
        self.keys = keys;
        self.key_sets = key_sets;
    }

    /// Takes the default and the results from the end of `values` and puts the function there.
    pub(crate) fn build(&self, key_set: usize, values: &mut Vec<Datum>) {
        let set = self.key_sets[key_set];
        let results = values.split_off(values.len() - set.entries());
        let keys = std::iter::once(set.first).chain(set.second).map(|key| self.keys[key].clone());
        let entries = keys.zip(results).collect();
        let constant = values.pop();
        values.push(Datum::Function(Box::new(FunctionDatum {
            arity: self.arity,
            body: Body::Table,
            constant,
            entries,
        })));
    }
}

/// The numbers of ways to choose a default and one or two other results, by their total size.
#[derive(Debug, Default)]
pub(crate) struct TableCounts {
    /// Any two results.
    any_two: Vec<BigUint>,
    /// A default and a different result.
    one: Vec<BigUint>,
    /// A default and two results that differ from it.
    two: Vec<BigUint>,
}

impl TableCounts {
    /// Adds the next total size; `results` are the counts of the result class for all sizes below it.
    pub(crate) fn extend(&mut self, results: &[BigUint]) {
        let total = self.one.len();
        let at = |size: usize| results.get(size).cloned().unwrap_or_default();
        let mut any_two = BigUint::zero();
        for size in 1..total {
            any_two += at(size) * at(total - size);
        }
        let equal = if total.is_multiple_of(2) { at(total / 2) } else { BigUint::zero() };
        self.one.push(&any_two - equal);
        self.any_two.push(any_two);
        let mut two = BigUint::zero();
        for default in 1..total {
            if !at(default).is_zero() {
                two += at(default) * self.two_others(results, default, total - default);
            }
        }
        self.two.push(two);
    }

    /// How many total sizes are known.
    pub(crate) fn known(&self) -> usize {
        self.one.len()
    }

    /// The number of tables with `entries` entries whose default and results have this total size.
    pub(crate) fn count(&self, entries: usize, total: u32) -> BigUint {
        let counts = if entries == 1 { &self.one } else { &self.two };
        counts.get(total as usize).cloned().unwrap_or_default()
    }

    /// Pairs of results of total size `rest` in which none is one certain datum of size `default`.
    fn two_others(&self, results: &[BigUint], default: usize, rest: usize) -> BigUint {
        let any = self.any_two.get(rest).cloned().unwrap_or_default();
        let Some(other) = rest.checked_sub(default) else { return any };
        // The pairs with the default first, those with it second; those with both were taken away twice.
        let with_default = BigUint::from(2u32) * results.get(other).cloned().unwrap_or_default();
        let both = if other == default { BigUint::one() } else { BigUint::zero() };
        any + both - with_default
    }

    /// The sizes and indices of the default and the results, for the `index`-th choice.
    pub(crate) fn unrank(
        &self,
        results: &[BigUint],
        entries: usize,
        total: u32,
        mut index: BigUint,
    ) -> Option<Vec<(u32, BigUint)>> {
        let total = total as usize;
        for default in 1..total {
            let rest = total - default;
            let defaults = results.get(default).cloned().unwrap_or_default();
            let others = |size: usize| {
                let all = results.get(size).cloned().unwrap_or_default();
                if size == default && !all.is_zero() { all - BigUint::one() } else { all }
            };
            let choices = match entries {
                _ if defaults.is_zero() => continue,
                1 => others(rest),
                _ => self.two_others(results, default, rest),
            };
            let block = &defaults * &choices;
            if index >= block {
                index -= block;
                continue;
            }
            let (default_index, mut index) = index.div_rem(&choices);
            // The default itself is skipped among the results of its size.
            let skip = |size: usize, index: BigUint| {
                let index = if size == default && index >= default_index { index + 1u32 } else { index };
                (size as u32, index)
            };
            if entries == 1 {
                let result = skip(rest, index);
                return Some(vec![(default as u32, default_index), result]);
            }
            for first in 1..rest {
                let seconds = others(rest - first);
                let block = others(first) * &seconds;
                if index >= block {
                    index -= block;
                    continue;
                }
                let (first_index, second_index) = index.div_rem(&seconds);
                let (first, second) = (skip(first, first_index), skip(rest - first, second_index));
                return Some(vec![(default as u32, default_index), first, second]);
            }
            return None;
        }
        None
    }
}

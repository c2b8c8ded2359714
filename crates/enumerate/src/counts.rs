//! Exact counts of every class by size, computed from small sizes up.
//! Beside the exact numbers it keeps machine words where they suffice, and for every class and size the list of
//! decisions that lead to something, so that neither indexing nor iterating ever walks into an empty branch.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use crate::class::{Class, ClassId, Graph};
use crate::table::TableCounts;

/// The counts of all classes of a graph up to some size.
#[derive(Debug)]
pub(crate) struct Counts {
    /// By class, then by size.
    exact: Vec<Vec<BigUint>>,
    /// The same; `u64::MAX` where it does not fit.
    word: Vec<Vec<u64>>,
    /// The sizes that have members, in order: most sums of sizes need not be looked at.
    support: Vec<Vec<u32>>,
    /// The decisions that are possible: which alternative, or how large the first part is.
    decisions: Vec<Vec<Box<[u32]>>>,
    tables: Vec<TableCounts>,
    /// The classes in an order in which each needs, at the same size, only those before it.
    order: Vec<ClassId>,
    /// The number of sizes that are known.
    sizes: u32,
}

impl Counts {
    pub(crate) fn new(graph: &Graph) -> Counts {
        let mut order: Vec<ClassId> = graph.ids().collect();
        order.sort_by_key(|id| match graph.class(*id) {
            Class::Choice(_) => 1,
            Class::Pair(..) => 2,
            // All others add to the size of what they are made of.
            _ => 0,
        });
        let classes = graph.classes.len();
        Counts {
            exact: vec![Vec::new(); classes],
            word: vec![Vec::new(); classes],
            support: vec![Vec::new(); classes],
            decisions: vec![Vec::new(); classes],
            tables: (0..classes).map(|_| TableCounts::default()).collect(),
            order,
            sizes: 0,
        }
    }

    /// Makes all counts up to and including this size known.
    pub(crate) fn extend_to(&mut self, graph: &Graph, size: u32) {
        while self.sizes <= size {
            for position in 0..self.order.len() {
                let id = self.order[position];
                let (count, decisions) = self.compute(graph, id, self.sizes);
                let index = id.0 as usize;
                if !count.is_zero() {
                    self.support[index].push(self.sizes);
                }
                self.word[index].push(count.to_u64().unwrap_or(u64::MAX));
                self.exact[index].push(count);
                self.decisions[index].push(decisions);
            }
            self.sizes += 1;
        }
    }

    /// The exact number of members of this size.
    pub(crate) fn exact(&self, id: ClassId, size: u32) -> &BigUint {
        &self.exact[id.0 as usize][size as usize]
    }

    /// The number of members of this size, `u64::MAX` if it does not fit.
    pub(crate) fn word(&self, id: ClassId, size: u32) -> u64 {
        self.word[id.0 as usize][size as usize]
    }

    pub(crate) fn decisions(&self, id: ClassId, size: u32) -> &[u32] {
        &self.decisions[id.0 as usize][size as usize]
    }

    pub(crate) fn table(&self, id: ClassId) -> &TableCounts {
        &self.tables[id.0 as usize]
    }

    /// The counts of a class by size.
    pub(crate) fn by_size(&self, id: ClassId) -> &[BigUint] {
        &self.exact[id.0 as usize]
    }

    fn compute(&mut self, graph: &Graph, id: ClassId, size: u32) -> (BigUint, Box<[u32]>) {
        let none = Box::from([]);
        match graph.class(id) {
            Class::Empty => (BigUint::from(u32::from(size == 0)), none),
            Class::Atoms(atoms) => (BigUint::from(if size == 1 { atoms.len() } else { 0 }), none),
            Class::Build { extra, inner, .. } => {
                let count = size.checked_sub(*extra).map(|rest| self.exact(*inner, rest).clone());
                (count.unwrap_or_default(), none)
            }
            Class::Choice(classes) => {
                let alternatives = classes.iter().enumerate();
                self.decide(
                    alternatives.map(|(which, class)| (which as u32, self.exact(*class, size).clone())),
                )
            }
            Class::Pair(first, second) => self.split(*first, 0, *second, size),
            Class::Star(_) if size == 0 => (BigUint::one(), none),
            Class::Star(element) => self.split(*element, 1, id, size),
            Class::Table(table) => {
                let index = id.0 as usize;
                if let Some(total) = size.checked_sub(table.base) {
                    let results = &self.exact[table.result.0 as usize];
                    debug_assert_eq!(self.tables[index].known() as u32, total);
                    self.tables[index].extend(results);
                }
                let mut count = BigUint::zero();
                for set in &table.key_sets {
                    if let Some(total) = size.checked_sub(table.base + set.size) {
                        count += self.tables[index].count(set.entries(), total);
                    }
                }
                (count, none)
            }
        }
    }

    /// A first part, which costs `price` besides its own size, and the rest. The first part is never free, so the rest is
    /// smaller than the whole. The decision is what the first part costs.
    fn split(&self, first: ClassId, price: u32, second: ClassId, size: u32) -> (BigUint, Box<[u32]>) {
        let heads = &self.support[first.0 as usize];
        let tails = &self.support[second.0 as usize];
        let ways = |head: u32| {
            let tail = size.checked_sub(head + price).filter(|tail| *tail < size);
            let tails = tail.and_then(|tail| self.by_size(second).get(tail as usize));
            let heads = self.by_size(first).get(head as usize);
            let count = heads.zip(tails).map(|(heads, tails)| heads * tails);
            (head + price, count.unwrap_or_default())
        };
        if heads.len() <= tails.len() {
            self.decide(heads.iter().take_while(|head| **head + price <= size).map(|head| ways(*head)))
        } else {
            let fitting = tails.partition_point(|tail| tail + price <= size);
            self.decide(tails[..fitting].iter().rev().map(|tail| ways(size - price - tail)))
        }
    }

    fn decide(&self, options: impl Iterator<Item = (u32, BigUint)>) -> (BigUint, Box<[u32]>) {
        let mut total = BigUint::zero();
        let mut decisions = Vec::new();
        for (decision, count) in options {
            if !count.is_zero() {
                total += count;
                decisions.push(decision);
            }
        }
        (total, decisions.into())
    }
}

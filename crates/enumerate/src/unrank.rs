//! From an index to the data at it, without what comes before.
//! Iterative, because a list of a thousand elements is a thousand decisions deep. The same code runs on machine words and
//! on big numbers; words suffice exactly when the number of all members fits into one.

use lydian_core::Datum;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

use crate::class::{Class, ClassId, Graph};
use crate::counts::Counts;

/// A number that can be an index.
pub(crate) trait Index: Integer + ToPrimitive + Clone {
    /// The number of members of a class.
    fn count(counts: &Counts, id: ClassId, size: u32) -> Self;
    /// The index as a big number.
    fn to_big(&self) -> BigUint;
    /// The index from a big number that is known to fit.
    fn from_big(big: BigUint) -> Self;
}

impl Index for u64 {
    fn count(counts: &Counts, id: ClassId, size: u32) -> u64 {
        counts.word(id, size)
    }
    fn to_big(&self) -> BigUint {
        BigUint::from(*self)
    }
    fn from_big(big: BigUint) -> u64 {
        big.to_u64().unwrap_or(u64::MAX)
    }
}

impl Index for BigUint {
    fn count(counts: &Counts, id: ClassId, size: u32) -> BigUint {
        counts.exact(id, size).clone()
    }
    fn to_big(&self) -> BigUint {
        self.clone()
    }
    fn from_big(big: BigUint) -> BigUint {
        big
    }
}

/// The `index`-th member of a class among those of this size. The index is below the count.
pub(crate) fn member(graph: &Graph, counts: &Counts, id: ClassId, size: u32, index: &BigUint) -> Vec<Datum> {
    let mut values = Vec::new();
    match index.to_u64() {
        Some(small) if counts.word(id, size) != u64::MAX => {
            push_member(graph, counts, id, size, small, &mut values);
        }
        _ => push_member(graph, counts, id, size, index.clone(), &mut values),
    }
    values
}

enum Task<N> {
    Member(ClassId, u32, N),
    Build(ClassId),
    Table(ClassId, usize),
}

/// Puts the `index`-th member of a class at the end of `values`.
pub(crate) fn push_member<N: Index>(
    graph: &Graph,
    counts: &Counts,
    id: ClassId,
    size: u32,
    index: N,
    values: &mut Vec<Datum>,
) {
    let mut marks = Vec::new();
    let mut work = vec![Task::Member(id, size, index)];
    while let Some(task) = work.pop() {
        match task {
            Task::Member(id, size, index) => {
                if let Class::Build { builder: crate::class::Builder::Array, .. } = graph.class(id) {
                    marks.push(values.len());
                }
                descend(graph, counts, (id, size, index), &mut work, values);
            }
            Task::Build(id) => {
                if let Class::Build { builder, .. } = graph.class(id) {
                    builder.build(values, || marks.pop().unwrap_or(0));
                }
            }
            Task::Table(id, key_set) => {
                if let Class::Table(table) = graph.class(id) {
                    table.build(key_set, values);
                }
            }
        }
    }
}

fn descend<N: Index>(
    graph: &Graph,
    counts: &Counts,
    (id, size, mut index): (ClassId, u32, N),
    work: &mut Vec<Task<N>>,
    values: &mut Vec<Datum>,
) {
    match graph.class(id) {
        Class::Empty => {}
        Class::Atoms(atoms) => {
            let position = index.to_usize().unwrap_or(usize::MAX);
            values.extend(atoms.get(position).cloned());
        }
        Class::Build { extra, inner, .. } => {
            work.push(Task::Build(id));
            work.push(Task::Member(*inner, size - extra, index));
        }
        Class::Choice(classes) => {
            for which in counts.decisions(id, size) {
                let class = classes[*which as usize];
                let count = N::count(counts, class, size);
                if index < count {
                    work.push(Task::Member(class, size, index));
                    return;
                }
                index = index - count;
            }
        }
        Class::Pair(first, second) => split(counts, (id, size, index), (*first, 0), *second, work),
        Class::Star(element) => split(counts, (id, size, index), (*element, 1), id, work),
        Class::Table(table) => {
            let mut index = index.to_big();
            let table_counts = counts.table(id);
            for (key_set, set) in table.key_sets.iter().enumerate() {
                let Some(total) = size.checked_sub(table.base + set.size) else { continue };
                let count = table_counts.count(set.entries(), total);
                if index >= count {
                    index -= count;
                    continue;
                }
                let results = counts.by_size(table.result);
                let chosen = table_counts.unrank(results, set.entries(), total, index).unwrap_or_default();
                work.push(Task::Table(id, key_set));
                for (size, index) in chosen.into_iter().rev() {
                    work.push(Task::Member(table.result, size, N::from_big(index)));
                }
                return;
            }
        }
    }
}

/// A first part, which costs `price` besides its own size, and the rest.
fn split<N: Index>(
    counts: &Counts,
    (id, size, mut index): (ClassId, u32, N),
    (first, price): (ClassId, u32),
    second: ClassId,
    work: &mut Vec<Task<N>>,
) {
    for head in counts.decisions(id, size) {
        let tails = N::count(counts, second, size - head);
        let count = N::count(counts, first, head - price) * tails.clone();
        if index < count {
            let (head_index, tail_index) = index.div_rem(&tails);
            work.push(Task::Member(second, size - head, tail_index));
            work.push(Task::Member(first, head - price, head_index));
            return;
        }
        index = index - count;
    }
}

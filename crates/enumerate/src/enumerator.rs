//! The enumerator: counts, members by index, and iterators over input tuples.
//! It owns its classes and counts and grows the counts on demand; sizes add up over the arguments, so that no argument is
//! favoured: all tuples of one total size come before any of the next.

use lydian_core::{Datum, ShapeId, Shapes, Type};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use crate::class::{Class, ClassId, Graph};
use crate::counts::Counts;
use crate::cursor::Cursor;
use crate::table::MOST_KEYS;
use crate::unrank::{member, push_member};
use crate::{Permutation, Pool};

/// Up to what size keys of tables are looked for.
const LARGEST_KEY: u32 = 32;

/// All tuples of inputs for some argument types.
#[derive(Debug)]
pub struct Enumerator {
    graph: Graph,
    root: ClassId,
    counts: Counts,
    largest: Option<u32>,
}

impl Enumerator {
    /// Tuples with one datum for each root, which are shapes of `shapes`.
    pub fn new(shapes: &Shapes, roots: &[ShapeId], pool: &Pool) -> Enumerator {
        let (mut graph, root) = Graph::new(shapes, roots, pool);
        set_keys(&mut graph);
        let counts = Counts::new(&graph);
        let largest = largest_size(&graph, root);
        Enumerator { graph, root, counts, largest }
    }

    /// Tuples with one datum for each type.
    pub fn of_types(shapes: &mut Shapes, types: &[Type], pool: &Pool) -> Enumerator {
        let roots: Vec<ShapeId> = types.iter().map(|ty| shapes.intern(ty)).collect();
        Enumerator::new(shapes, &roots, pool)
    }

    /// The exact number of tuples of this total size. Takes time quadratic in the size, once.
    pub fn count(&mut self, size: u32) -> BigUint {
        self.know(size);
        if self.is_beyond(size) { BigUint::zero() } else { self.counts.exact(self.root, size).clone() }
    }

    /// The exact number of tuples up to and including this total size.
    pub fn count_up_to(&mut self, size: u32) -> BigUint {
        let last = self.largest.map_or(size, |largest| largest.min(size));
        (0..=last).map(|size| self.count(size)).sum()
    }

    /// A size that no tuple exceeds, if there are only finitely many tuples.
    pub fn largest_size(&self) -> Option<u32> {
        self.largest
    }

    /// The tuple at an index among those of this size.
    pub fn nth(&mut self, size: u32, index: &BigUint) -> Option<Vec<Datum>> {
        self.know(size);
        if self.is_beyond(size) || index >= self.counts.exact(self.root, size) {
            return None;
        }
        Some(member(&self.graph, &self.counts, self.root, size, index))
    }

    /// The tuple at an index that fits into a word.
    pub fn nth_small(&mut self, size: u32, index: u64) -> Option<Vec<Datum>> {
        self.know(size);
        if self.is_beyond(size) || index >= self.counts.word(self.root, size) {
            return None;
        }
        Some(small_member(&self.graph, &self.counts, self.root, size, index))
    }

    /// All tuples of this size in the order of their indices: cheap alternatives first, then the order of the pool.
    pub fn of_size(&mut self, size: u32) -> OfSize<'_> {
        self.know(size);
        let cursor = if self.is_beyond(size) {
            None
        } else {
            Cursor::first(&self.graph, &self.counts, self.root, size)
        };
        OfSize { enumerator: self, cursor }
    }

    /// All tuples of this size, each exactly once, in an order that depends on a seed.
    pub fn of_size_shuffled(&mut self, size: u32, seed: u64) -> Shuffled<'_> {
        let permutation = Permutation::new(&self.count(size), seed);
        Shuffled { enumerator: self, permutation, size, next: 0 }
    }

    /// All tuples, small ones first; endless if there are infinitely many.
    pub fn all(&mut self) -> All<'_> {
        let cursor = self.start(0);
        All { enumerator: self, size: 0, cursor }
    }

    fn start(&mut self, size: u32) -> Option<Cursor> {
        self.know(size);
        Cursor::first(&self.graph, &self.counts, self.root, size)
    }

    fn is_beyond(&self, size: u32) -> bool {
        self.largest.is_some_and(|largest| size > largest)
    }

    fn know(&mut self, size: u32) {
        if !self.is_beyond(size) {
            self.counts.extend_to(&self.graph, size);
        }
    }
}

/// The tuples of one size.
#[derive(Debug)]
pub struct OfSize<'a> {
    enumerator: &'a Enumerator,
    /// At the tuple to give next.
    cursor: Option<Cursor>,
}

impl Iterator for OfSize<'_> {
    type Item = Vec<Datum>;

    fn next(&mut self) -> Option<Vec<Datum>> {
        next_member(self.enumerator, &mut self.cursor)
    }
}

/// The tuples of one size in a shuffled order.
#[derive(Debug)]
pub struct Shuffled<'a> {
    enumerator: &'a Enumerator,
    permutation: Permutation,
    size: u32,
    next: u64,
}

impl Iterator for Shuffled<'_> {
    type Item = Vec<Datum>;

    fn next(&mut self) -> Option<Vec<Datum>> {
        let Enumerator { graph, counts, root, .. } = self.enumerator;
        let datum = match self.permutation.apply_small(self.next) {
            Some(index) => small_member(graph, counts, *root, self.size, index),
            None => {
                let index = self.permutation.apply(&BigUint::from(self.next))?;
                member(graph, counts, *root, self.size, &index)
            }
        };
        self.next += 1;
        Some(datum)
    }
}

/// All tuples by size.
#[derive(Debug)]
pub struct All<'a> {
    enumerator: &'a mut Enumerator,
    size: u32,
    cursor: Option<Cursor>,
}

impl All<'_> {
    /// The size of the tuple that came last.
    pub fn size(&self) -> u32 {
        self.size
    }
}

impl Iterator for All<'_> {
    type Item = Vec<Datum>;

    fn next(&mut self) -> Option<Vec<Datum>> {
        loop {
            if let Some(tuple) = next_member(self.enumerator, &mut self.cursor) {
                return Some(tuple);
            }
            if self.enumerator.largest.is_some_and(|largest| self.size >= largest) {
                return None;
            }
            self.size += 1;
            self.cursor = self.enumerator.start(self.size);
        }
    }
}

fn next_member(enumerator: &Enumerator, position: &mut Option<Cursor>) -> Option<Vec<Datum>> {
    let cursor = position.as_mut()?;
    let tuple = cursor.current(&enumerator.graph, &enumerator.counts);
    if !cursor.advance(&enumerator.graph, &enumerator.counts) {
        *position = None;
    }
    Some(tuple)
}

fn small_member(graph: &Graph, counts: &Counts, root: ClassId, size: u32, index: u64) -> Vec<Datum> {
    if counts.word(root, size) == u64::MAX {
        return member(graph, counts, root, size, &BigUint::from(index));
    }
    let mut values = Vec::new();
    push_member(graph, counts, root, size, index, &mut values);
    values
}

/// Gives every table the smallest arguments as keys. Arguments of tables contain no functions, so the counts that this
/// needs do not depend on the keys.
fn set_keys(graph: &mut Graph) {
    let tables: Vec<(ClassId, ClassId)> = graph
        .ids()
        .filter_map(|id| match graph.class(id) {
            Class::Table(table) => Some((id, table.args)),
            _ => None,
        })
        .collect();
    if tables.is_empty() {
        return;
    }
    let mut counts = Counts::new(graph);
    for (id, args) in tables {
        let mut keys = Vec::new();
        let largest = largest_size(graph, args);
        let last = largest.map_or(LARGEST_KEY, |largest| largest.min(LARGEST_KEY));
        for size in 0..=last {
            counts.extend_to(graph, size);
            let known = counts.word(args, size).to_usize().unwrap_or(usize::MAX);
            // One more than is wanted tells whether the keys are all that there are.
            for index in 0..known.min((MOST_KEYS + 1).saturating_sub(keys.len())) {
                keys.push(small_member(graph, &counts, args, size, index as u64));
            }
        }
        let complete = keys.len() <= MOST_KEYS && largest.is_some_and(|largest| largest <= last);
        keys.truncate(MOST_KEYS);
        if let Class::Table(table) = &mut graph.classes[id.0 as usize] {
            table.set_keys(keys, complete);
        }
    }
}

/// A size that no member exceeds, if the class is finite.
fn largest_size(graph: &Graph, root: ClassId) -> Option<u32> {
    let productive = productive(graph);
    let children = |id: ClassId| -> Vec<ClassId> {
        let mut children = match graph.class(id) {
            Class::Empty | Class::Atoms(_) => Vec::new(),
            Class::Pair(first, second) => vec![*first, *second],
            Class::Choice(classes) => classes.clone(),
            Class::Star(inner) | Class::Build { inner, .. } => vec![*inner],
            Class::Table(table) => vec![table.result],
        };
        children.retain(|child| productive[child.0 as usize]);
        children
    };
    if !productive[root.0 as usize] {
        return Some(0);
    }
    #[derive(Clone, Copy)]
    enum Mark {
        New,
        Open,
        Done(u32),
    }
    let mut marks = vec![Mark::New; graph.classes.len()];
    let mut work = vec![root];
    while let Some(id) = work.last().copied() {
        match marks[id.0 as usize] {
            Mark::Done(_) => {
                work.pop();
            }
            Mark::New => {
                marks[id.0 as usize] = Mark::Open;
                for child in children(id) {
                    match marks[child.0 as usize] {
                        // A member contains a member of its own class, so there is always a larger one.
                        Mark::Open => return None,
                        Mark::New => work.push(child),
                        Mark::Done(_) => {}
                    }
                }
            }
            Mark::Open => {
                let sizes = children(id).into_iter().map(|child| match marks[child.0 as usize] {
                    Mark::Done(size) => size,
                    _ => 0,
                });
                let size = match graph.class(id) {
                    Class::Empty => 0,
                    Class::Atoms(_) => 1,
                    Class::Pair(..) => sizes.fold(0, u32::saturating_add),
                    Class::Choice(_) => sizes.max().unwrap_or(0),
                    Class::Build { extra, .. } => sizes.fold(*extra, u32::saturating_add),
                    Class::Star(inner) if productive[inner.0 as usize] => return None,
                    Class::Star(_) => 0,
                    Class::Table(table) => {
                        let keys = table.key_sets.iter().map(|set| set.size).max().unwrap_or(0);
                        let result = sizes.max().unwrap_or(0);
                        result.saturating_mul(3).saturating_add(table.base + keys)
                    }
                };
                marks[id.0 as usize] = Mark::Done(size);
                work.pop();
            }
        }
    }
    match marks[root.0 as usize] {
        Mark::Done(size) => Some(size),
        _ => None,
    }
}

/// Which classes have a member at all.
fn productive(graph: &Graph) -> Vec<bool> {
    let mut productive = vec![false; graph.classes.len()];
    loop {
        let mut changed = false;
        for id in graph.ids() {
            let of = |id: &ClassId| productive[id.0 as usize];
            let now = match graph.class(id) {
                Class::Empty | Class::Star(_) => true,
                Class::Atoms(atoms) => !atoms.is_empty(),
                Class::Pair(first, second) => of(first) && of(second),
                Class::Choice(classes) => classes.iter().any(of),
                Class::Build { inner, .. } => of(inner),
                Class::Table(table) => !table.key_sets.is_empty() && of(&table.result),
            };
            changed |= now && !productive[id.0 as usize];
            productive[id.0 as usize] = now;
        }
        if !changed {
            return productive;
        }
    }
}

//! A table of counts by size, filled as needed and read without locks.
//! Two threads may compute the same count at the same time; they find the same.

use std::sync::OnceLock;

use num_bigint::BigUint;

use super::Amount;

const CHUNK: usize = 32;
const CHUNKS: usize = 128;

/// The greatest size that is counted: values of greater sizes are out of reach.
pub const LARGEST_SIZE: usize = CHUNK * CHUNKS - 1;

type Chunk<N> = Box<[OnceLock<N>; CHUNK]>;

/// Counts by size, in words and, where these do not suffice, exact.
#[derive(Debug)]
pub struct Table {
    /// Counts up to the greatest word, which means so many or more.
    pub words: Counts<u128>,
    /// Exact counts.
    pub exact: OnceLock<Counts<BigUint>>,
}

impl Table {
    /// No counts yet.
    pub fn new() -> Table {
        Table { words: Counts::new(), exact: OnceLock::new() }
    }

    /// The count at a size, computed if it is not known; nothing is beyond the largest size.
    #[inline]
    pub fn get<N: Amount>(&self, size: usize, compute: impl FnOnce() -> N) -> N {
        N::counts(self).get(size, compute).cloned().unwrap_or_else(|| N::small(0))
    }

    /// The count at a size, if it is known.
    #[inline]
    pub fn known<N: Amount>(&self, size: usize) -> Option<N> {
        N::counts(self).known(size).cloned()
    }
}

/// Counts by size, of one kind.
#[derive(Debug)]
pub struct Counts<N> {
    chunks: Box<[OnceLock<Chunk<N>>; CHUNKS]>,
}

impl<N> Counts<N> {
    /// No counts yet.
    pub fn new() -> Counts<N> {
        Counts { chunks: Box::new([const { OnceLock::new() }; CHUNKS]) }
    }

    /// The count at a size, if it is known.
    #[inline]
    pub fn known(&self, size: usize) -> Option<&N> {
        self.chunks.get(size / CHUNK)?.get()?[size % CHUNK].get()
    }

    /// The count at a size, computed if it is not known; nothing is beyond the largest size.
    #[inline]
    pub fn get(&self, size: usize, compute: impl FnOnce() -> N) -> Option<&N> {
        match self.known(size) {
            None => self.fill(size, compute),
            known => known,
        }
    }

    #[cold]
    fn fill(&self, size: usize, compute: impl FnOnce() -> N) -> Option<&N> {
        let chunk = self.chunks.get(size / CHUNK)?;
        let count = compute();
        let chunk = chunk.get_or_init(|| Box::new([const { OnceLock::new() }; CHUNK]));
        Some(chunk[size % CHUNK].get_or_init(|| count))
    }
}

//! A table of counts by size, filled as needed and read without locks.
//! Two threads may compute the same count at the same time; they find the same.

use std::sync::OnceLock;

const CHUNK: usize = 32;
const CHUNKS: usize = 128;

/// The greatest size that is counted: values of greater sizes are out of reach.
pub const LARGEST_SIZE: usize = CHUNK * CHUNKS - 1;

type Chunk = Box<[OnceLock<u128>; CHUNK]>;

/// Counts by size.
pub(crate) struct Counts {
    chunks: Box<[OnceLock<Chunk>; CHUNKS]>,
}

impl Counts {
    /// No counts yet.
    pub fn new() -> Counts {
        Counts { chunks: Box::new([const { OnceLock::new() }; CHUNKS]) }
    }

    /// The count at a size, if it is known.
    #[inline]
    pub fn known(&self, size: usize) -> Option<u128> {
        self.chunks.get(size / CHUNK)?.get()?[size % CHUNK].get().copied()
    }

    /// The count at a size, computed if it is not known; nothing is beyond the largest size.
    pub fn get(&self, size: usize, compute: impl FnOnce() -> u128) -> u128 {
        if let Some(count) = self.known(size) {
            return count;
        }
        let Some(chunk) = self.chunks.get(size / CHUNK) else { return 0 };
        let count = compute();
        let chunk = chunk.get_or_init(|| Box::new([const { OnceLock::new() }; CHUNK]));
        *chunk[size % CHUNK].get_or_init(|| count)
    }
}

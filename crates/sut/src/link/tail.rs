//! The end of what a system wrote to a stream that is only kept for reports.
//! In: any number of bytes. Out: the last of them. Invariant: never holds more than twice what it gives back.

/// Bytes that are given back.
const KEPT: usize = 2 << 10;

/// The last bytes of a stream.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    bytes: Vec<u8>,
}

impl Tail {
    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(KEPT)..];
        if self.bytes.len() + bytes.len() > 2 * KEPT {
            let surplus = self.bytes.len() - KEPT.min(self.bytes.len());
            self.bytes.drain(..surplus);
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The last 2 KiB.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes[self.bytes.len().saturating_sub(KEPT)..].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bytes_are_kept_whatever_came_before() {
        let all: Vec<u8> = (0..10_000u32).map(|at| at as u8).collect();
        for step in [1, 100, 2047, 2048, 2049, 10_000] {
            let mut tail = Tail::default();
            for piece in all.chunks(step) {
                tail.push(piece);
                assert!(tail.bytes.len() <= 2 * KEPT);
            }
            assert_eq!(tail.bytes(), all[all.len() - KEPT..], "step {step}");
        }
    }
}

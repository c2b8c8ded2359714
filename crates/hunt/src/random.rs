//! Numbers by chance, the same for the same seed on every machine.

/// A source of numbers.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        let mut random = Random(seed ^ 0x9E37_79B9_7F4A_7C15);
        // Neighbouring seeds begin alike; a few steps part them.
        for _ in 0..8 {
            random.below(2);
        }
        random
    }

    /// A number below a bound; 0 if there is none below it.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % (bound.max(1) as u64)) as usize
    }

    /// Whether something happens that does so once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of some elements.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}

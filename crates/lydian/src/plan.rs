//! The order in which the cases of a domain are tried: by size; within a size by index, or shuffled by a seed.
//! A size with more cases than there are tests left is always shuffled, so that the tests spread over it.

use std::ops::Range;
use std::sync::Arc;

use crate::permutation::Permutation;
use crate::{Count, Domain};

/// Cases still to come.
pub(crate) struct Plan<'d, A: 'static> {
    domain: &'d Domain<A>,
    seed: Option<u64>,
    /// The size of the next class, and the last one.
    next: usize,
    last: usize,
    class: Option<Class>,
}

/// The cases of one size.
struct Class {
    size: usize,
    count: Count,
    place: u128,
    order: Option<Arc<Permutation>>,
}

/// Some cases of one size.
#[derive(Clone)]
pub(crate) struct Batch {
    /// Their size.
    pub size: usize,
    /// Their indices, or their places in the order.
    pub places: Range<u128>,
    /// The order; by index, unless there is one.
    pub order: Option<Arc<Permutation>>,
}

impl<'d, A: 'static> Plan<'d, A> {
    /// All cases up to a number of sizes beyond the least one; whether these are all that there are.
    pub fn new(domain: &'d Domain<A>, seed: Option<u64>, sizes: usize) -> (Plan<'d, A>, bool) {
        let (next, last, all) = match domain.sizes() {
            None => (1, 0, true),
            Some((least, greatest)) => {
                let last = least.saturating_add(sizes).min(Domain::<A>::LARGEST);
                match greatest {
                    Some(greatest) if greatest <= last => (least, greatest, true),
                    _ => (least, last, false),
                }
            }
        };
        (Plan { domain, seed, next, last, class: None }, all)
    }

    /// Up to so many cases of one size, when so many tests are left; nothing if there are no more.
    pub fn batch(&mut self, most: usize, tests_left: u64) -> Option<Batch> {
        loop {
            if let Some(class) = &mut self.class {
                let until = class.place.saturating_add(most as u128);
                let until = class.count.word().map_or(until, |count| count.min(until));
                if class.place < until {
                    let places = class.place..until;
                    class.place = until;
                    return Some(Batch { size: class.size, places, order: class.order.clone() });
                }
            }
            if self.next > self.last {
                return None;
            }
            let (size, count) = (self.next, self.domain.exact_count(self.next));
            self.next += 1;
            let seed = self.seed.or((count > u128::from(tests_left)).then_some(0));
            let seed = seed.filter(|_| count > 1);
            let order = seed.map(|seed| Arc::new(Permutation::new(&count, seed)));
            self.class = Some(Class { size, count, place: 0, order });
        }
    }
}

//! The order in which the cases of a domain are tried: by size; within a size by index, or shuffled by a seed.
//! A size with more cases than there are tests left is always shuffled, so that the tests spread over it.

use crate::Domain;
use crate::permutation::Permutation;

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
    count: u128,
    place: u128,
    permutation: Option<Permutation>,
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

    /// Up to so many cases of one size, when so many tests are left.
    pub fn batch(&mut self, most: usize, tests_left: u64) -> Vec<(usize, u128)> {
        loop {
            if let Some(class) = &mut self.class {
                let until = class.count.min(class.place.saturating_add(most as u128));
                if class.place < until {
                    let places = class.place..until;
                    class.place = until;
                    let index = |place| class.permutation.as_ref().map_or(place, |order| order.apply(place));
                    return places.map(|place| (class.size, index(place))).collect();
                }
            }
            if self.next > self.last {
                return Vec::new();
            }
            let (size, count) = (self.next, self.domain.count(self.next));
            self.next += 1;
            let seed = self.seed.or((count > u128::from(tests_left)).then_some(0));
            let permutation = seed.filter(|_| count > 1).map(|seed| Permutation::new(count, seed));
            self.class = Some(Class { size, count, place: 0, permutation });
        }
    }
}

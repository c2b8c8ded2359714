//! Small inputs, one by one, in order of size: over few basic values first, over many where these make few inputs.
//! A size that fits into what is left is gone through in order; of a larger one a seeded order takes a part. The walk can be resumed
//! where it stopped, so that no input is tried twice.

use lydian_core::{Datum, ShapeId, Shapes};
use lydian_enumerate::{Constants, Enumerator, Permutation, Pool};
use num_bigint::BigUint;

use crate::values;

/// Sizes beyond this are not enumerated.
const LARGEST: u32 = 60;

/// Where the smallest inputs are larger than that, so many sizes are enumerated.
const BEYOND_SMALLEST: u32 = 10;

/// A finite domain is enumerated up to so many inputs.
const MOST_FINITE: u64 = 200_000;

/// The largest size that is enumerated.
pub fn largest_size(smallest: u32) -> u32 {
    LARGEST.max(smallest.saturating_add(BEYOND_SMALLEST))
}

/// Where an input stands in the enumeration over few basic values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The size of all inputs together.
    pub size: u32,
    /// The index among the inputs of this size.
    pub index: BigUint,
}

/// Which basic values the inputs are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Values {
    Few,
    Many,
}

/// The members of one size, in their order or in a seeded one.
#[derive(Debug)]
enum Order {
    Whole,
    Shuffled(Permutation),
}

/// A walk through small inputs.
#[derive(Debug)]
pub(crate) struct Small {
    shapes: Shapes,
    roots: Vec<ShapeId>,
    few: Pool,
    constants: Constants,
    enumerator: Enumerator,
    values: Values,
    size: u32,
    next: u64,
    order: Option<Order>,
    smallest: u32,
    /// Whether there are only so many inputs that all of them are tried.
    pub(crate) is_finite: bool,
    /// The size up to which all inputs over the few values were given.
    pub(crate) whole_up_to: Option<u32>,
    /// Whether there is no further input.
    pub(crate) is_through: bool,
}

impl Small {
    pub(crate) fn new(
        shapes: &Shapes,
        roots: &[ShapeId],
        (constants, few): (&Constants, &Pool),
        tries_all: bool,
    ) -> Small {
        let few = few.distinct();
        let smallest = roots.iter().map(|root| shapes.min_size(*root).unwrap_or(0)).sum::<u32>();
        let mut enumerator = Enumerator::new(shapes, roots, &few);
        let finite = tries_all && roots.iter().all(|root| shapes.is_finite(*root));
        let last = enumerator.largest_size();
        // A finite domain that is too large to be tried whole is like any other.
        let is_finite = finite
            && last.is_some_and(|last| {
                last <= largest_size(smallest) && enumerator.count_up_to(last) <= MOST_FINITE.into()
            });
        Small {
            shapes: shapes.clone(),
            roots: roots.to_vec(),
            few,
            constants: constants.clone(),
            enumerator,
            values: Values::Few,
            size: smallest,
            next: 0,
            order: None,
            smallest,
            is_finite,
            whole_up_to: None,
            is_through: false,
        }
    }

    /// The next inputs, if there are any; `left` is how many more are wanted, which decides whether a size is gone through as a whole.
    pub(crate) fn next(&mut self, left: u64, seed: u64) -> Option<(Vec<Datum>, Option<Position>)> {
        loop {
            if self.is_through {
                return None;
            }
            if self.size > self.last_size() {
                self.go_on_to_many_values();
                continue;
            }
            let count = self.enumerator.count(self.size);
            let order = self.order.get_or_insert_with(|| match self.is_finite || count <= left.into() {
                true => Order::Whole,
                false => Order::Shuffled(Permutation::new(&count, seed)),
            });
            let index = match order {
                Order::Whole => Some(BigUint::from(self.next)).filter(|index| *index < count),
                Order::Shuffled(permutation) => permutation.apply(&BigUint::from(self.next)),
            };
            let Some(index) = index else {
                if self.values == Values::Few {
                    self.whole_up_to = Some(self.size);
                }
                self.start(self.size + 1);
                continue;
            };
            self.next += 1;
            let Some(inputs) = self.enumerator.nth(self.size, &index) else { continue };
            match self.values {
                Values::Few => return Some((inputs, Some(Position { size: self.size, index }))),
                // What is made of the few values was given before.
                Values::Many if inputs.iter().all(|input| values::is_made_of(input, &self.few)) => {}
                Values::Many => return Some((inputs, None)),
            }
        }
    }

    fn last_size(&self) -> u32 {
        let largest = largest_size(self.smallest);
        self.enumerator.largest_size().unwrap_or(largest).min(largest)
    }

    fn start(&mut self, size: u32) {
        (self.size, self.next, self.order) = (size, 0, None);
    }

    /// All inputs over the few values were given: either these are all there are, or there are more over many values.
    fn go_on_to_many_values(&mut self) {
        if self.is_finite || self.values == Values::Many {
            self.is_through = true;
            return;
        }
        self.values = Values::Many;
        let many = values::many(&self.constants, &self.few);
        self.enumerator = Enumerator::new(&self.shapes, &self.roots, &many);
        self.start(self.smallest);
    }
}

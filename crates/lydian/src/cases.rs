//! One case after the other: the values of a batch, made or changed in place, and what a property says about each.

use crate::arguments::{Arguments, Checkable};
use crate::caught::quietly;
use crate::node::Spot;
use crate::plan::Batch;
use crate::property::Outcome;
use crate::{Count, Domain, IntoProperty, Property};

/// The result of one case.
pub(crate) struct Judged {
    /// Its size and index.
    pub place: (usize, Count),
    pub property: Property,
    pub panic: Option<String>,
}

/// What a property says about the case of a size at an index, made for this test.
pub(crate) fn judge<A: Arguments, P: Checkable<A>>(
    all: &Domain<A>,
    property: &P,
    place: (usize, Count),
) -> Judged {
    let tested = quietly(|| property.test(all.at(place.0, &place.1)));
    judged(place, tested)
}

fn judged(place: (usize, Count), tested: Result<Property, String>) -> Judged {
    match tested {
        Ok(property) => Judged { place, property, panic: None },
        Err(panic) => Judged { place, property: Property::new(Outcome::Fails), panic: Some(panic) },
    }
}

/// The results of the cases of a batch, in order. Behind a panic there may be none.
pub(crate) struct Cases<'c, A: 'static, P> {
    all: &'c Domain<A>,
    property: &'c P,
    batch: Batch,
    /// Where the walk through cases in turn stands, once it has begun.
    spot: Option<Spot>,
    /// The value that changes in place, and the index of its case.
    value: Option<A>,
    at: u128,
}

impl<A, P> Drop for Cases<'_, A, P> {
    /// Behind a failure nobody asks any more how the last value ends.
    fn drop(&mut self) {
        let _ = quietly(|| drop(self.value.take()));
    }
}

impl<'c, A: Arguments, P: Checkable<A>> Cases<'c, A, P> {
    /// The cases of a batch.
    pub fn new(all: &'c Domain<A>, property: &'c P, batch: Batch) -> Cases<'c, A, P> {
        Cases { all, property, batch, spot: None, value: None, at: 0 }
    }

    /// Whether there is no further case.
    pub fn is_empty(&self) -> bool {
        self.batch.places.is_empty()
    }

    /// Drops the value that changes in place; the failure of its case, if that panics.
    pub fn end(&mut self) -> Option<Judged> {
        self.spot = None;
        quietly(|| drop(self.value.take())).err()?;
        self.failing(self.at)
    }

    /// The failure of a case on arguments that are made for it, if it fails.
    fn failing(&self, index: u128) -> Option<Judged> {
        let again = judge(self.all, self.property, (self.batch.size, Count::from(index)));
        (again.property.outcome == Outcome::Fails).then_some(again)
    }

    /// The property of the next case, whose arguments are made for it.
    fn fresh(&mut self, index: u128) -> Judged {
        let (size, all, property) = (self.batch.size, self.all, self.property);
        match &mut self.spot {
            Some(spot) => {
                all.direct().step(size, spot, None);
            }
            none => all.direct().seek(size, index, none.insert(Spot::default())),
        }
        let spot = self.spot.get_or_insert_default();
        judged((size, Count::from(index)), quietly(|| property.test(all.make(size, spot))))
    }

    /// The property of the next case, whose arguments are those of the case before, changed.
    fn changed(&mut self, index: u128) -> Judged {
        let (size, all, property) = (self.batch.size, self.all, self.property);
        let place = (size, Count::from(index));
        let before = self.value.is_some().then_some(self.at);
        self.at = index;
        let (spot, value) = (&mut self.spot, &mut self.value);
        let tested = quietly(|| {
            match (&mut *spot, &mut *value) {
                (Some(spot), Some(value)) => {
                    all.direct().step(size, spot, Some(value));
                }
                _ => {
                    let spot = spot.insert(Spot::default());
                    all.direct().seek(size, index, spot);
                    *value = Some(all.make(size, spot));
                }
            }
            value.as_ref().map(|value| property.test_by_ref(value))
        });
        let seen = judged(place.clone(), tested.map(|tested| tested.unwrap_or_else(Property::rejected)));
        if seen.property.outcome != Outcome::Fails {
            // The last value of a batch ends with its test.
            return self.is_empty().then(|| self.end()).flatten().unwrap_or(seen);
        }
        let _ = self.end();
        // What panics when it is dropped does so when it becomes the next value: then the case before has failed.
        let earlier = before.filter(|_| seen.panic.is_some()).and_then(|before| self.failing(before));
        // A value that an earlier test changed behind its reference is no counterexample.
        earlier.or_else(|| self.failing(index)).unwrap_or_else(|| {
            let why =
                "a test failed and did not fail again on a fresh value: the property changes what it is lent";
            judged(place, Ok(Property::new(Outcome::Undecided).note(why)))
        })
    }
}

impl<A: Arguments, P: Checkable<A>> Iterator for Cases<'_, A, P> {
    type Item = Judged;

    fn next(&mut self) -> Option<Judged> {
        let place = self.batch.places.next()?;
        Some(match &self.batch.order {
            Some(order) => judge(self.all, self.property, (self.batch.size, order.apply(place))),
            None if self.property.is_by_ref() => self.changed(place),
            None => self.fresh(place),
        })
    }
}

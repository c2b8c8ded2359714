//! Walks through the values of a domain in order: fresh ones, or one that changes in place.
//! Both give exactly what indices give, in the order of size and index.

use std::fmt;

use crate::Domain;
use crate::node::Spot;

/// Where a walk through sizes stands.
#[derive(Debug, Clone)]
struct Walk {
    size: usize,
    last: usize,
    spot: Spot,
    stage: Stage,
}

/// How far the walk is within its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Before the first value.
    Before,
    /// At a value.
    Within,
    /// Behind the last value.
    Behind,
}

/// What a step of a walk came to.
enum Moved {
    /// To the next value of the size; a given value is that now.
    Stepped,
    /// To the first value of a size; it must be made.
    Began,
    /// There are no more.
    Ended,
}

impl Walk {
    fn new((size, last): (usize, usize)) -> Walk {
        Walk { size, last, spot: Spot::default(), stage: Stage::Before }
    }

    fn next<T: 'static>(&mut self, domain: &Domain<T>, value: Option<&mut T>) -> Moved {
        if self.stage == Stage::Within {
            // Where a value's own code panics half way, nothing more is known.
            self.stage = Stage::Behind;
            if domain.direct().step(self.size, &mut self.spot, value) {
                self.stage = Stage::Within;
                return Moved::Stepped;
            }
        }
        loop {
            if self.stage == Stage::Behind {
                self.size += 1;
                self.stage = Stage::Before;
            }
            if self.size > self.last {
                return Moved::Ended;
            }
            if domain.count(self.size) > 0 {
                domain.direct().seek(self.size, 0, &mut self.spot);
                self.stage = Stage::Within;
                return Moved::Began;
            }
            self.stage = Stage::Behind;
        }
    }
}

/// Values in order of size, from [`Domain::iter`].
#[derive(Debug, Clone)]
pub struct Values<T: 'static> {
    domain: Domain<T>,
    walk: Walk,
}

impl<T: 'static> Values<T> {
    pub(crate) fn new(domain: &Domain<T>, sizes: (usize, usize)) -> Values<T> {
        Values { domain: domain.clone(), walk: Walk::new(sizes) }
    }
}

impl<T: 'static> Iterator for Values<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self.walk.next(&self.domain, None) {
            Moved::Ended => None,
            _ => Some(self.domain.make(self.walk.size, &self.walk.spot)),
        }
    }
}

/// One value that changes into the next, in order of size, from [`Domain::cursor`].
///
/// From one value to the next, only the parts that differ are made anew, wherever the type lends its parts: derived types,
/// tuples, arrays, `Box`, `Option`, `Result` and `Vec` do. What [`Domain::map`] made is made anew as a whole.
///
/// ```
/// let mut pairs = lydian::domain::<(bool, bool)>().cursor();
/// let mut seen = Vec::new();
/// while let Some((left, right)) = pairs.advance() {
///     seen.push(*left == *right);
/// }
/// assert_eq!(seen, [true, false, false, true]);
/// ```
pub struct Cursor<T: 'static> {
    domain: Domain<T>,
    walk: Walk,
    value: Option<T>,
}

impl<T: 'static> Cursor<T> {
    pub(crate) fn new(domain: &Domain<T>, sizes: (usize, usize)) -> Cursor<T> {
        Cursor { domain: domain.clone(), walk: Walk::new(sizes), value: None }
    }

    /// Goes to the next value, or to the first one; nothing if there are no more.
    pub fn advance(&mut self) -> Option<&T> {
        match self.walk.next(&self.domain, self.value.as_mut()) {
            Moved::Stepped => {}
            Moved::Began => self.value = Some(self.domain.make(self.walk.size, &self.walk.spot)),
            Moved::Ended => self.value = None,
        }
        self.value.as_ref()
    }

    /// The value at which it stands, if there is one.
    pub fn value(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// The size of the value at which it stands.
    pub fn size(&self) -> Option<usize> {
        self.value.is_some().then_some(self.walk.size)
    }
}

impl<T: fmt::Debug> fmt::Debug for Cursor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor").field("size", &self.walk.size).field("value", &self.value).finish()
    }
}

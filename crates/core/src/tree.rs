//! Persistent ordered maps and sequences: weight-balanced trees whose updates copy one path.
//! Whoever updates or looks up a map gives the order, which may fail; a set is a map to `()`, and a sequence is a set whose
//! elements are in the order of their places.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::Value;

/// An ordered map.
#[derive(Debug, Clone, Default)]
pub struct Tree(Option<Rc<Node>>);

/// An entry and what is before and after it.
#[derive(Debug)]
struct Node {
    left: Tree,
    right: Tree,
    size: usize,
    key: Value,
    value: Value,
}

/// What is done with an entry that is already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Present {
    /// It gets the new key and value.
    Replace,
    /// It stays.
    Keep,
}

impl Tree {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.size)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether both are the same object; then they are equal.
    pub fn is_same(&self, other: &Tree) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// A map of entries that ascend by key.
    pub fn of_ascending(entries: Vec<(Value, Value)>) -> Tree {
        let count = entries.len();
        of_first(count, &mut entries.into_iter())
    }

    /// The value of a key, by where the key is seen from others.
    pub fn get<E>(&self, mut place: impl FnMut(&Value) -> Result<Ordering, E>) -> Result<Option<&Value>, E> {
        let mut tree = self;
        while let Some(node) = &tree.0 {
            tree = match place(&node.key)? {
                Ordering::Equal => return Ok(Some(&node.value)),
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
            };
        }
        Ok(None)
    }

    /// The map with an entry; nothing if that changes nothing.
    pub fn with<E>(
        &self,
        key: &Value,
        value: &Value,
        present: Present,
        place: &mut impl FnMut(&Value) -> Result<Ordering, E>,
    ) -> Result<Option<Tree>, E> {
        let Some(node) = &self.0 else {
            return Ok(Some(joined(Tree(None), (key.clone(), value.clone()), Tree(None))));
        };
        Ok(match place(&node.key)? {
            Ordering::Equal if present == Present::Keep => None,
            Ordering::Equal => {
                Some(joined(node.left.clone(), (key.clone(), value.clone()), node.right.clone()))
            }
            Ordering::Less => {
                let left = node.left.with(key, value, present, place)?;
                left.map(|left| balanced(left, node.entry(), node.right.clone()))
            }
            Ordering::Greater => {
                let right = node.right.with(key, value, present, place)?;
                right.map(|right| balanced(node.left.clone(), node.entry(), right))
            }
        })
    }

    /// The map without a key; nothing if it was not there.
    pub fn without<E>(
        &self,
        place: &mut impl FnMut(&Value) -> Result<Ordering, E>,
    ) -> Result<Option<Tree>, E> {
        let Some(node) = &self.0 else { return Ok(None) };
        Ok(match place(&node.key)? {
            Ordering::Equal => Some(match node.right.without_first() {
                None => node.left.clone(),
                Some((first, rest)) => balanced(node.left.clone(), first, rest),
            }),
            Ordering::Less => {
                let left = node.left.without(place)?;
                left.map(|left| balanced(left, node.entry(), node.right.clone()))
            }
            Ordering::Greater => {
                let right = node.right.without(place)?;
                right.map(|right| balanced(node.left.clone(), node.entry(), right))
            }
        })
    }

    /// The first entry and the others.
    pub fn without_first(&self) -> Option<((Value, Value), Tree)> {
        let node = self.0.as_ref()?;
        Some(match node.left.without_first() {
            None => (node.entry(), node.right.clone()),
            Some((first, rest)) => (first, balanced(rest, node.entry(), node.right.clone())),
        })
    }

    /// The last entry and the others.
    pub fn without_last(&self) -> Option<((Value, Value), Tree)> {
        let node = self.0.as_ref()?;
        Some(match node.right.without_last() {
            None => (node.entry(), node.left.clone()),
            Some((last, rest)) => (last, balanced(node.left.clone(), node.entry(), rest)),
        })
    }

    /// The sequence with an element before all others.
    pub fn with_first(&self, element: Value) -> Tree {
        match &self.0 {
            None => joined(Tree(None), (element, Value::Unit), Tree(None)),
            Some(node) => balanced(node.left.with_first(element), node.entry(), node.right.clone()),
        }
    }

    /// The sequence with an element after all others.
    pub fn with_last(&self, element: Value) -> Tree {
        match &self.0 {
            None => joined(Tree(None), (element, Value::Unit), Tree(None)),
            Some(node) => balanced(node.left.clone(), node.entry(), node.right.with_last(element)),
        }
    }

    /// The element at a place, counted from 0.
    pub fn at(&self, mut place: usize) -> Option<&Value> {
        let mut tree = self;
        loop {
            let node = tree.0.as_ref()?;
            let before = node.left.len();
            tree = match place.cmp(&before) {
                Ordering::Equal => return Some(&node.key),
                Ordering::Less => &node.left,
                Ordering::Greater => {
                    place -= before + 1;
                    &node.right
                }
            };
        }
    }

    /// The sequence with another element at a place.
    pub fn with_at(&self, place: usize, element: Value) -> Option<Tree> {
        let node = self.0.as_ref()?;
        let before = node.left.len();
        let (left, right) = (node.left.clone(), node.right.clone());
        Some(match place.cmp(&before) {
            Ordering::Equal => joined(left, (element, Value::Unit), right),
            Ordering::Less => joined(left.with_at(place, element)?, node.entry(), right),
            Ordering::Greater => joined(left, node.entry(), right.with_at(place - before - 1, element)?),
        })
    }

    /// The entries in order.
    pub fn entries(&self) -> Entries<'_> {
        let mut entries = Entries { above: Vec::new() };
        entries.go_left(self);
        entries
    }
}

impl Node {
    fn entry(&self) -> (Value, Value) {
        (self.key.clone(), self.value.clone())
    }
}

/// The entries of a map in order.
#[derive(Debug)]
pub struct Entries<'t> {
    above: Vec<&'t Node>,
}

impl<'t> Entries<'t> {
    fn go_left(&mut self, mut tree: &'t Tree) {
        while let Some(node) = &tree.0 {
            self.above.push(node);
            tree = &node.left;
        }
    }
}

impl<'t> Iterator for Entries<'t> {
    type Item = (&'t Value, &'t Value);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.above.pop()?;
        self.go_left(&node.right);
        Some((&node.key, &node.value))
    }
}

fn of_first(count: usize, entries: &mut impl Iterator<Item = (Value, Value)>) -> Tree {
    if count == 0 {
        return Tree(None);
    }
    let before = (count - 1) / 2;
    let left = of_first(before, entries);
    match entries.next() {
        None => left,
        Some(entry) => joined(left, entry, of_first(count - 1 - before, entries)),
    }
}

fn joined(left: Tree, (key, value): (Value, Value), right: Tree) -> Tree {
    let size = left.len() + right.len() + 1;
    Tree(Some(Rc::new(Node { left, right, size, key, value })))
}

// Neither side has more than three times as many entries as the other, unless both together have one at most; after one
// entry more or less, one or two rotations keep that.
fn balanced(left: Tree, entry: (Value, Value), right: Tree) -> Tree {
    let (l, r) = (left.len(), right.len());
    if l + r < 2 {
        return joined(left, entry, right);
    }
    if r > 3 * l
        && let Some(node) = &right.0
    {
        let Some(inner) = &node.left.0 else {
            return joined(joined(left, entry, Tree(None)), node.entry(), node.right.clone());
        };
        return if node.left.len() < 2 * node.right.len() {
            joined(joined(left, entry, node.left.clone()), node.entry(), node.right.clone())
        } else {
            let far = joined(inner.right.clone(), node.entry(), node.right.clone());
            joined(joined(left, entry, inner.left.clone()), inner.entry(), far)
        };
    }
    if l > 3 * r
        && let Some(node) = &left.0
    {
        let Some(inner) = &node.right.0 else {
            return joined(node.left.clone(), node.entry(), joined(Tree(None), entry, right));
        };
        return if node.right.len() < 2 * node.left.len() {
            joined(node.left.clone(), node.entry(), joined(node.right.clone(), entry, right))
        } else {
            let far = joined(node.left.clone(), node.entry(), inner.left.clone());
            joined(far, inner.entry(), joined(inner.right.clone(), entry, right))
        };
    }
    joined(left, entry, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::convert::Infallible;

    fn place(key: i64) -> impl FnMut(&Value) -> Result<Ordering, Infallible> {
        move |other| match other {
            Value::Int(other) => Ok(key.cmp(other)),
            _ => Ok(Ordering::Equal),
        }
    }

    fn is_balanced(tree: &Tree) -> bool {
        tree.0.as_ref().is_none_or(|node| {
            let (l, r) = (node.left.len(), node.right.len());
            node.size == l + r + 1
                && (l + r < 2 || (l <= 3 * r && r <= 3 * l))
                && is_balanced(&node.left)
                && is_balanced(&node.right)
        })
    }

    fn contents(tree: &Tree) -> Vec<(i64, i64)> {
        let int = |value: &Value| if let Value::Int(int) = value { *int } else { i64::MIN };
        tree.entries().map(|(key, value)| (int(key), int(value))).collect()
    }

    /// Numbers that look random, always the same.
    fn numbers(seed: u64) -> impl Iterator<Item = u64> {
        std::iter::successors(Some(seed), |x| {
            Some(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
        })
        .map(|x| x >> 33)
    }

    #[test]
    fn a_map_holds_what_a_map_of_the_library_holds_and_stays_balanced() -> Result<(), Infallible> {
        for range in [4, 30, 1000] {
            let (mut ours, mut theirs) = (Tree::default(), BTreeMap::new());
            for (step, number) in numbers(range).take(6000).enumerate() {
                let (key, value) = ((number % range) as i64, step as i64);
                let before = (ours.clone(), contents(&ours));
                match number / range % 4 {
                    0 => {
                        let removed = ours.without(&mut place(key))?;
                        assert_eq!(removed.is_some(), theirs.remove(&key).is_some());
                        ours = removed.unwrap_or(ours);
                    }
                    1 => {
                        let kept =
                            ours.with(&Value::Int(key), &Value::Int(value), Present::Keep, &mut place(key))?;
                        assert_eq!(kept.is_none(), theirs.contains_key(&key));
                        ours = kept.unwrap_or(ours);
                        theirs.entry(key).or_insert(value);
                    }
                    _ => {
                        let (k, v) = (Value::Int(key), Value::Int(value));
                        if let Some(new) = ours.with(&k, &v, Present::Replace, &mut place(key))? {
                            ours = new;
                        }
                        theirs.insert(key, value);
                    }
                }
                assert!(is_balanced(&ours));
                assert_eq!(ours.len(), theirs.len());
                let found = ours.get(place(key))?.is_some();
                assert_eq!(found, theirs.contains_key(&key));
                if step % 50 == 0 {
                    assert!(contents(&ours).into_iter().eq(theirs.iter().map(|(k, v)| (*k, *v))));
                    assert_eq!(contents(&before.0), before.1, "an update changes nothing that was there");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn a_sequence_holds_what_one_of_the_library_holds_and_stays_balanced() {
        let (mut ours, mut theirs) = (Tree::default(), std::collections::VecDeque::new());
        for (step, number) in numbers(7).take(6000).enumerate() {
            let element = step as i64;
            // Long ways up and down.
            let grows = (step / 500) % 2 == 0 || number % 3 == 0;
            match (grows, number / 3 % 3) {
                (true, 0) => {
                    ours = ours.with_first(Value::Int(element));
                    theirs.push_front(element);
                }
                (true, _) => {
                    ours = ours.with_last(Value::Int(element));
                    theirs.push_back(element);
                }
                (false, 0) => {
                    let rest = ours.without_last().map(|(_, rest)| rest);
                    assert_eq!(rest.is_some(), theirs.pop_back().is_some());
                    ours = rest.unwrap_or(ours);
                }
                (false, _) => {
                    let rest = ours.without_first().map(|(_, rest)| rest);
                    assert_eq!(rest.is_some(), theirs.pop_front().is_some());
                    ours = rest.unwrap_or(ours);
                }
            }
            let place = (number as usize / 9) % (theirs.len() + 2);
            assert_eq!(
                ours.at(place).map(|found| format!("{found:?}")),
                theirs.get(place).map(|n| format!("Int({n})"))
            );
            let changed = ours.with_at(place, Value::Int(-element));
            assert_eq!(changed.is_some(), theirs.get(place).is_some());
            if let (Some(changed), Some(old)) = (changed, theirs.get_mut(place)) {
                (ours, *old) = (changed, -element);
            }
            assert!(is_balanced(&ours));
            if step % 50 == 0 {
                assert!(contents(&ours).into_iter().map(|(element, _)| element).eq(theirs.iter().copied()));
            }
        }
    }

    #[test]
    fn ascending_entries_become_a_balanced_map() {
        for count in 0..100 {
            let entries = (0..count).map(|key| (Value::Int(key), Value::Int(-key))).collect();
            let tree = Tree::of_ascending(entries);
            assert!(is_balanced(&tree));
            assert!(contents(&tree).into_iter().eq((0..count).map(|key| (key, -key))));
        }
    }
}

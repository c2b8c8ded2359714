//! A persistent map from names, so that an environment is a value: copying it is cheap, and a binding made inside a
//! scope is gone outside of it. A binary trie over hashes; a node that nobody else holds is changed in place.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::types::Name;

/// A map from names to values.
#[derive(Debug)]
pub struct Map<T> {
    root: Option<Arc<Node<T>>>,
}

#[derive(Debug)]
enum Node<T> {
    /// Entries with this hash.
    Leaf(u32, Vec<(Name, T)>),
    /// Entries whose hashes agree below `bit`: those without it, and those with it.
    Branch(u32, Arc<Node<T>>, Arc<Node<T>>),
}

impl<T: Clone> Clone for Node<T> {
    fn clone(&self) -> Node<T> {
        match self {
            Node::Leaf(hash, entries) => Node::Leaf(*hash, entries.clone()),
            Node::Branch(bit, zero, one) => Node::Branch(*bit, zero.clone(), one.clone()),
        }
    }
}

impl<T> Clone for Map<T> {
    fn clone(&self) -> Map<T> {
        Map { root: self.root.clone() }
    }
}

impl<T> Default for Map<T> {
    fn default() -> Map<T> {
        Map { root: None }
    }
}

impl<T: Clone> Extend<(Name, T)> for Map<T> {
    fn extend<I: IntoIterator<Item = (Name, T)>>(&mut self, entries: I) {
        for (name, value) in entries {
            self.insert(name, value);
        }
    }
}

impl<T: Clone> Map<T> {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        let hash = hash(name);
        let mut node = self.root.as_ref()?;
        loop {
            match &**node {
                Node::Leaf(own, entries) => {
                    if *own != hash {
                        return None;
                    }
                    return entries.iter().find(|(key, _)| &**key == name).map(|(_, value)| value);
                }
                Node::Branch(bit, zero, one) => node = if hash & bit == 0 { zero } else { one },
            }
        }
    }

    /// Adds or replaces the value of a name.
    pub fn insert(&mut self, name: Name, value: T) {
        let hash = hash(&name);
        match &mut self.root {
            None => self.root = Some(Arc::new(Node::Leaf(hash, vec![(name, value)]))),
            Some(root) => insert(root, hash, name, value),
        }
    }

    /// All entries, in no meaningful order.
    pub fn for_each(&self, visit: &mut impl FnMut(&Name, &T)) {
        let mut work: Vec<&Arc<Node<T>>> = self.root.iter().collect();
        while let Some(node) = work.pop() {
            match &**node {
                Node::Leaf(_, entries) => entries.iter().for_each(|(name, value)| visit(name, value)),
                Node::Branch(_, zero, one) => work.extend([zero, one]),
            }
        }
    }
}

fn hash(name: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    let wide = hasher.finish();
    (wide ^ (wide >> 32)) as u32
}

/// Some hash below a node; all of them agree on the bits that the path to the node has tested.
fn sample<T>(node: &Arc<Node<T>>) -> u32 {
    let mut node = node;
    loop {
        match &**node {
            Node::Leaf(hash, _) => return *hash,
            Node::Branch(_, zero, _) => node = zero,
        }
    }
}

fn insert<T: Clone>(root: &mut Arc<Node<T>>, hash: u32, name: Name, value: T) {
    let mut at = root;
    loop {
        // A subtree whose hashes differ from the new one before its own first bit is split here.
        let split = match &**at {
            Node::Leaf(own, _) => (*own != hash).then(|| first_difference(*own, hash)),
            Node::Branch(bit, ..) => {
                let differs = first_difference(sample(at), hash);
                (differs != 0 && differs < *bit).then_some(differs)
            }
        };
        if let Some(bit) = split {
            let leaf = Arc::new(Node::Leaf(hash, vec![(name, value)]));
            let old = at.clone();
            let (zero, one) = if hash & bit == 0 { (leaf, old) } else { (old, leaf) };
            *at = Arc::new(Node::Branch(bit, zero, one));
            return;
        }
        match Arc::make_mut(at) {
            Node::Leaf(_, entries) => {
                match entries.iter_mut().find(|(key, _)| *key == name) {
                    Some(entry) => entry.1 = value,
                    None => entries.push((name, value)),
                }
                return;
            }
            Node::Branch(bit, zero, one) => at = if hash & *bit == 0 { zero } else { one },
        }
    }
}

/// The lowest bit in which two hashes differ; zero if they are equal.
fn first_difference(a: u32, b: u32) -> u32 {
    let differs = a ^ b;
    differs & differs.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_does_not_see_later_bindings() {
        let mut map = Map::default();
        for number in 0..500 {
            map.insert(format!("name{number}").into(), number);
        }
        let before = map.clone();
        for number in 0..500 {
            map.insert(format!("name{number}").into(), number + 1000);
        }
        for number in 0..500 {
            assert_eq!(before.get(&format!("name{number}")), Some(&number));
            assert_eq!(map.get(&format!("name{number}")), Some(&(number + 1000)));
        }
        assert_eq!(map.get("other"), None);
        let mut count = 0;
        map.for_each(&mut |_, _| count += 1);
        assert_eq!(count, 500);
    }
}

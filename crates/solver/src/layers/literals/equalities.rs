//! Strings that are only compared for equality: union-find, then the first short string that fits each class.
//! There are infinitely many strings, so a conjunction of equalities and disequalities fails only by congruence.

use std::sync::Arc;

use lydian_term::{Constant, Model, Node, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// Equalities and disequalities between string variables and constants.
#[derive(Default)]
pub(super) struct Equalities {
    places: FxHashMap<TermId, usize>,
    parent: Vec<usize>,
    variables: Vec<(usize, VarId)>,
    constants: Vec<(usize, Arc<[u8]>)>,
    distinct: Vec<(usize, usize)>,
}

impl Equalities {
    /// Notes that two strings are equal or different; false if one is neither a variable nor a constant.
    pub(super) fn relate(&mut self, terms: &Terms, a: TermId, b: TermId, equal: bool) -> bool {
        let (Some(a), Some(b)) = (self.place(terms, a), self.place(terms, b)) else { return false };
        if equal {
            let (a, b) = (self.root(a), self.root(b));
            self.parent[a.max(b)] = a.min(b);
        } else {
            self.distinct.push((a, b));
        }
        true
    }

    fn place(&mut self, terms: &Terms, term: TermId) -> Option<usize> {
        if let Some(place) = self.places.get(&term) {
            return Some(*place);
        }
        let place = self.parent.len();
        match terms.view(term) {
            Node::Var(variable) => self.variables.push((place, *variable)),
            Node::Str(value) => self.constants.push((place, value.clone())),
            _ => return None,
        }
        self.parent.push(place);
        self.places.insert(term, place);
        Some(place)
    }

    fn root(&mut self, mut place: usize) -> usize {
        while self.parent[place] != place {
            self.parent[place] = self.parent[self.parent[place]];
            place = self.parent[place];
        }
        place
    }

    /// Gives every variable a value; false if that is impossible.
    pub(super) fn solve(&mut self, model: &mut Model) -> bool {
        let mut values: FxHashMap<usize, Arc<[u8]>> = FxHashMap::default();
        for (place, value) in self.constants.clone() {
            let root = self.root(place);
            if values.insert(root, value.clone()).is_some_and(|other| other != value) {
                return false;
            }
        }
        let distinct: Vec<(usize, usize)> =
            self.distinct.clone().into_iter().map(|(a, b)| (self.root(a), self.root(b))).collect();
        if distinct.iter().any(|(a, b)| a == b) {
            return false;
        }
        for (place, variable) in self.variables.clone() {
            let root = self.root(place);
            if !values.contains_key(&root) {
                let forbidden: Vec<&Arc<[u8]>> = distinct
                    .iter()
                    .filter_map(|(a, b)| if *a == root { Some(b) } else { (*b == root).then_some(a) })
                    .filter_map(|other| values.get(other))
                    .collect();
                let value = short_strings()
                    .find(|candidate| !forbidden.iter().any(|known| known[..] == candidate[..]));
                values.insert(root, value.unwrap_or_default().into());
            }
            if let Some(value) = values.get(&root) {
                model.insert(variable, Constant::Str(value.clone()));
            }
        }
        true
    }
}

/// The empty string, `a` to `z`, `aa`, `ab` and so on without end.
pub(crate) fn short_strings() -> impl Iterator<Item = Vec<u8>> {
    (0u64..).map(|mut number| {
        let mut letters = Vec::new();
        while number > 0 {
            number -= 1;
            letters.push(b'a' + (number % 26) as u8);
            number /= 26;
        }
        letters.reverse();
        letters
    })
}

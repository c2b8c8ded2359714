//! Walks over terms: what lies below, which variables occur, substitution.
//! All walks keep their own stack, so the depth of a term is bounded by memory only.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Node, TermId, Terms, VarId};

impl Terms {
    /// All terms below the given ones and themselves, each once, children before parents.
    pub fn below(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|root| (*root, false)).collect();
        while let Some((term, children_done)) = stack.pop() {
            if children_done {
                order.push(term);
            } else if seen.insert(term) {
                stack.push((term, true));
                let first_child = stack.len();
                self.view(term).for_each_child(|child| {
                    if !seen.contains(&child) {
                        stack.push((child, false));
                    }
                });
                stack[first_child..].reverse();
            }
        }
        order
    }

    /// The variables that occur in a term, in the order of their creation. The answer is kept for the next time.
    pub fn vars_of(&mut self, term: TermId) -> Arc<[VarId]> {
        if let Some(known) = self.variables_below.get(&term) {
            return known.clone();
        }
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(current) = stack.pop() {
            if let Some(known) = self.variables_below.get(&current) {
                found.extend_from_slice(known);
                continue;
            }
            if let Node::Var(variable) = self.view(current) {
                found.push(*variable);
                continue;
            }
            self.view(current).for_each_child(|child| {
                if seen.insert(child) {
                    stack.push(child);
                }
            });
        }
        found.sort_unstable();
        found.dedup();
        let found: Arc<[VarId]> = found.into();
        self.variables_below.insert(term, found.clone());
        found
    }

    /// How many unknowns are multiplied with each other in a term, at most. `known` keeps what was found for the next one.
    pub fn degree(&self, term: TermId, known: &mut FxHashMap<TermId, u64>) -> u64 {
        let mut stack = vec![term];
        while let Some(current) = stack.last().copied() {
            if known.contains_key(&current) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let node = self.view(current);
            let (mut largest, mut sum) = (0, 0u64);
            node.for_each_child(|child| match known.get(&child) {
                Some(degree) => {
                    largest = largest.max(*degree);
                    sum = sum.saturating_add(*degree);
                }
                None => stack.push(child),
            });
            if stack.len() == waiting {
                stack.pop();
                let degree = match node {
                    Node::Var(_) => 1,
                    Node::Product(_) => sum,
                    _ => largest,
                };
                known.insert(current, degree);
            }
        }
        known.get(&term).copied().unwrap_or(0)
    }

    /// The term with variables replaced, simplified anew. What has been replaced is remembered in `done`, which the
    /// caller seeds with the replacements and may keep for further terms as long as these stay the same.
    pub fn substitute(&mut self, term: TermId, done: &mut FxHashMap<TermId, TermId>) -> TermId {
        let mut stack = vec![term];
        while let Some(current) = stack.last().copied() {
            if done.contains_key(&current) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            self.view(current).for_each_child(|child| {
                if !done.contains_key(&child) {
                    stack.push(child);
                }
            });
            if stack.len() == waiting {
                stack.pop();
                let rebuilt = self.rebuild(current, |child| done.get(&child).copied().unwrap_or(child));
                done.insert(current, rebuilt);
            }
        }
        done.get(&term).copied().unwrap_or(term)
    }

    /// The same operation on other operands.
    fn rebuild(&mut self, term: TermId, new: impl Fn(TermId) -> TermId) -> TermId {
        match self.view(term).clone() {
            Node::Var(_) | Node::Bool(_) | Node::Int(_) | Node::Str(_) => term,
            Node::Sum(parts, constant) => {
                let mut total = self.int_const(constant);
                for (coefficient, part) in parts {
                    let factor = self.int_const(coefficient);
                    let scaled = self.mul(factor, new(part));
                    total = self.add(total, scaled);
                }
                total
            }
            Node::Product(factors) => {
                let mut total = self.int(1);
                for factor in factors {
                    total = self.mul(total, new(factor));
                }
                total
            }
            Node::TDiv(a, b) => self.tdiv(new(a), new(b)),
            Node::TMod(a, b) => self.tmod(new(a), new(b)),
            Node::FloorDiv(a, b) => self.floor_div(new(a), new(b)),
            Node::FloorMod(a, b) => self.floor_mod(new(a), new(b)),
            Node::Wrap(bits, a) => self.wrap(bits, new(a)),
            Node::Ite(c, a, b) => self.ite(new(c), new(a), new(b)),
            Node::IntEq(a, constant) => {
                let constant = self.int_const(constant);
                self.eq(new(a), constant)
            }
            Node::IntLe(a, constant) => {
                let constant = self.int_const(constant);
                self.le(new(a), constant)
            }
            Node::Same(a, b) => self.eq(new(a), new(b)),
            Node::Not(a) => self.not(new(a)),
            Node::And(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| new(*part)).collect();
                self.and_all(&parts)
            }
            Node::StrLt(a, b) => self.str_lt(new(a), new(b)),
            Node::Concat(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| new(*part)).collect();
                self.concat_all(&parts)
            }
            Node::Len(a) => self.str_len(new(a)),
            Node::CodeAt(a, b) => self.code_at(new(a), new(b)),
            Node::Substr(a, b, c) => self.substr(new(a), new(b), new(c)),
            Node::IndexOf(a, b, c) => self.index_of(new(a), new(b), new(c)),
            Node::Contains(a, b) => self.contains(new(a), new(b)),
            Node::PrefixOf(a, b) => self.prefix_of(new(a), new(b)),
            Node::SuffixOf(a, b) => self.suffix_of(new(a), new(b)),
            Node::FromCode(a) => self.from_code(new(a)),
            Node::FromInt(a) => self.from_int(new(a)),
            Node::ToInt(a) => self.to_int(new(a)),
            Node::InRegex(a, regex) => self.in_regex(new(a), regex),
        }
    }
}

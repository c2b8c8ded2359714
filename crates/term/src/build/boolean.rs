//! Negation, conjunction, disjunction and the conditional.
//! Conjunction is flat and sorted, disjunction is a negated conjunction, so that negation is a constant-time change of
//! sign and De Morgan's laws hold by identity. Complements, repetitions and absorbed parts disappear.

use crate::{Int, Node, Sort, TermId, Terms};

/// A conjunction wider than this is nested instead of flattened.
const WIDEST_CONJUNCTION: usize = 64;

impl Terms {
    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        if let Some(known) = self.negations[a.index()] {
            return known;
        }
        let negated = match self.view(a) {
            Node::Bool(value) => self.bool(!value),
            Node::Not(inner) => *inner,
            Node::IntLe(sum, bound) => {
                let (sum, bound) = (*sum, -bound - Int::ONE);
                let sum = self.neg(sum);
                self.intern(Node::IntLe(sum, bound))
            }
            _ => self.intern(Node::Not(a)),
        };
        self.negations[a.index()] = Some(negated);
        self.negations[negated.index()] = Some(a);
        negated
    }

    /// Conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b || b == Terms::TRUE {
            return a;
        }
        if a == Terms::TRUE {
            return b;
        }
        if a == Terms::FALSE || b == Terms::FALSE {
            return Terms::FALSE;
        }
        self.and_all(&[a, b])
    }

    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// Whether the first implies the second.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// The disjunction of all; false if there is none.
    pub fn or_all(&mut self, parts: &[TermId]) -> TermId {
        let negated: Vec<TermId> = parts.iter().map(|part| self.not(*part)).collect();
        let none = self.and_all(&negated);
        self.not(none)
    }

    /// The conjunction of all; true if there is none.
    pub fn and_all(&mut self, parts: &[TermId]) -> TermId {
        let mut all = parts.to_vec();
        // Each round but the last drops at least one part of a disjunction, so this ends.
        loop {
            all = self.flattened(&all);
            if all.first() == Some(&Terms::FALSE) {
                return Terms::FALSE;
            }
            for part in &all {
                let negated = self.not(*part);
                if all.binary_search(&negated).is_ok() {
                    return Terms::FALSE;
                }
            }
            let simpler: Vec<TermId> = all.iter().map(|part| self.within_conjunction(*part, &all)).collect();
            if simpler == all {
                break;
            }
            all = simpler;
        }
        match all.as_slice() {
            [] => Terms::TRUE,
            [only] => *only,
            _ => self.intern(Node::And(all.into())),
        }
    }

    /// The conjuncts of all parts in ascending order, without repetition and without `true`.
    fn flattened(&self, parts: &[TermId]) -> Vec<TermId> {
        let mut all: Vec<TermId> = Vec::with_capacity(parts.len());
        let flat_width: usize = parts.iter().map(|part| self.conjuncts(*part).map_or(1, <[_]>::len)).sum();
        for part in parts {
            match self.conjuncts(*part) {
                Some(inner) if flat_width <= WIDEST_CONJUNCTION => all.extend_from_slice(inner),
                _ => all.push(*part),
            }
        }
        all.sort_unstable();
        all.dedup();
        all.retain(|part| *part != Terms::TRUE);
        all
    }

    /// A disjunction among conjuncts: true if one of them is among its parts, and without the parts that they refute.
    fn within_conjunction(&mut self, part: TermId, conjuncts: &[TermId]) -> TermId {
        let Node::Not(inner) = self.view(part) else { return part };
        let Node::And(refuted) = self.view(*inner) else { return part };
        if refuted.len() > WIDEST_CONJUNCTION {
            return part;
        }
        // The disjunction is "not all of `refuted`".
        let refuted = refuted.clone();
        let mut remaining = Vec::with_capacity(refuted.len());
        for alternative in &refuted {
            if conjuncts.binary_search(alternative).is_ok() {
                continue;
            }
            let negated = self.not(*alternative);
            if conjuncts.binary_search(&negated).is_ok() {
                return Terms::TRUE;
            }
            remaining.push(*alternative);
        }
        if remaining.len() == refuted.len() {
            return part;
        }
        let rest = self.and_all(&remaining);
        self.not(rest)
    }

    fn conjuncts(&self, a: TermId) -> Option<&[TermId]> {
        if let Node::And(parts) = self.view(a) { Some(parts) } else { None }
    }

    /// The second term if the first is true, else the third. Both branches have the same sort.
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        if then == otherwise || condition == Terms::TRUE {
            return then;
        }
        if condition == Terms::FALSE {
            return otherwise;
        }
        if let Node::Not(inner) = self.view(condition) {
            return self.ite(*inner, otherwise, then);
        }
        // Of the two polarities of a comparison the older one becomes the condition.
        let negated = self.not(condition);
        if negated < condition {
            return self.ite(negated, otherwise, then);
        }
        let then = self.branch_under(condition, true, then);
        let otherwise = self.branch_under(condition, false, otherwise);
        if then == otherwise {
            return then;
        }
        if self.sort(then) == Sort::Bool {
            return self.bool_ite(condition, negated, then, otherwise);
        }
        self.intern(Node::Ite(condition, then, otherwise))
    }

    /// A branch that asks for the same condition again knows the answer.
    fn branch_under(&self, condition: TermId, holds: bool, branch: TermId) -> TermId {
        match self.view(branch) {
            Node::Ite(again, then, otherwise) if *again == condition => {
                if holds {
                    *then
                } else {
                    *otherwise
                }
            }
            _ if branch == condition => self.bool(holds),
            _ => branch,
        }
    }

    fn bool_ite(&mut self, condition: TermId, negated: TermId, then: TermId, otherwise: TermId) -> TermId {
        match (self.as_bool(then), self.as_bool(otherwise)) {
            (Some(true), Some(false)) => condition,
            (Some(false), Some(true)) => negated,
            (Some(true), _) => self.or(condition, otherwise),
            (Some(false), _) => self.and(negated, otherwise),
            (_, Some(true)) => self.or(negated, then),
            (_, Some(false)) => self.and(condition, then),
            _ => self.intern(Node::Ite(condition, then, otherwise)),
        }
    }
}

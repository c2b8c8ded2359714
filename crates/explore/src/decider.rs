//! The decider of an exploration: follows recorded decisions, then its model.

use std::rc::Rc;

use lydian_eval::{Cut, Decider};
use lydian_term::{Constant, Evaluation, Model, Node, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::path::{Decision, Shared, Waiting};

/// A further value of a term that must be known waits like an input that is larger by this much.
const OTHER_VALUE: u32 = 2;

/// Answers the questions of one run and notes the sides it does not take.
#[derive(Debug)]
pub struct PathDecider {
    recorded: Vec<Decision>,
    position: usize,
    decisions: Shared<Decision>,
    conditions: Shared<TermId>,
    known: FxHashSet<TermId>,
    /// What assumed conditions say about parts of later ones: atoms that hold or do not, variables with known values.
    implied: FxHashMap<TermId, TermId>,
    /// The variables with known values.
    fixed: FxHashSet<VarId>,
    model: Rc<Model>,
    size: u32,
    penalty: u32,
    forks: u32,
    /// Whether the last answer was a proposed value: the next question is whether it is taken.
    proposed: bool,
    most_forks: u32,
    largest_size: u32,
    waiting: Vec<Waiting>,
    /// Whether the run was given up because it asked more than it may.
    pub cut_by_bound: bool,
    /// Whether the run was given up because the same path goes on later with another model.
    pub put_off: bool,
}

impl PathDecider {
    pub(crate) fn new(start: &Waiting, most_forks: u32, largest_size: u32) -> PathDecider {
        PathDecider {
            recorded: start.decisions.to_vec(),
            position: 0,
            decisions: Shared::default(),
            conditions: Shared::default(),
            known: FxHashSet::default(),
            implied: FxHashMap::default(),
            fixed: FxHashSet::default(),
            model: start.model.clone(),
            size: start.size,
            penalty: start.penalty,
            forks: start.forks,
            proposed: false,
            most_forks,
            largest_size,
            waiting: Vec::new(),
            cut_by_bound: false,
            put_off: false,
        }
    }

    pub(crate) fn into_parts(self) -> (Vec<Waiting>, Shared<TermId>, Shared<Decision>, u32) {
        (self.waiting, self.conditions, self.decisions, self.size)
    }

    fn next_recorded(&mut self) -> Option<Decision> {
        let decision = self.recorded.get(self.position)?.clone();
        self.position += 1;
        self.decisions = self.decisions.push(decision.clone());
        Some(decision)
    }

    fn record(&mut self, terms: &mut Terms, condition: TermId, holds: bool) {
        let literal = if holds { condition } else { terms.not(condition) };
        if self.known.insert(literal) {
            self.conditions = self.conditions.push(literal);
            self.learn(terms, literal);
        }
    }

    /// Notes what a literal says about parts of later conditions.
    fn learn(&mut self, terms: &mut Terms, literal: TermId) {
        match terms.view(literal).clone() {
            Node::Not(atom) => {
                let constant = terms.bool(false);
                self.implied.insert(atom, constant);
            }
            Node::And(parts) => parts.iter().for_each(|part| self.learn(terms, *part)),
            Node::IntEq(term, value) if terms.var_id(term).is_some() => {
                let constant = terms.int_const(value);
                self.implied.insert(term, constant);
                self.fixed.extend(terms.var_id(term));
            }
            Node::Same(left, right) => {
                for (term, other) in [(left, right), (right, left)] {
                    if terms.var_id(term).is_some() && terms.as_str(other).is_some() {
                        self.implied.insert(term, other);
                        self.fixed.extend(terms.var_id(term));
                    }
                }
                let constant = terms.bool(true);
                self.implied.insert(literal, constant);
            }
            _ => {
                let constant = terms.bool(true);
                self.implied.insert(literal, constant);
            }
        }
    }

    /// A condition without the parts that are already decided, and with what variables are known to be.
    fn simplified(&self, terms: &mut Terms, condition: TermId) -> TermId {
        let inner = match terms.view(condition) {
            Node::Not(inner) => *inner,
            _ => condition,
        };
        let has_parts = !self.implied.is_empty() && matches!(terms.view(inner), Node::And(_) | Node::Ite(..));
        if !has_parts && !self.mentions_fixed(terms, inner) {
            return condition;
        }
        terms.substitute(condition, &mut self.implied.clone())
    }

    fn mentions_fixed(&self, terms: &mut Terms, condition: TermId) -> bool {
        !self.fixed.is_empty() && terms.vars_of(condition).iter().any(|var| self.fixed.contains(var))
    }

    fn defer(&mut self, decision: Decision, condition: Option<TermId>, extra: u32, penalty: u32) {
        let forks = self.forks;
        let conditions = match condition {
            Some(condition) => self.conditions.push(condition),
            None => self.conditions.clone(),
        };
        self.waiting.push(Waiting {
            decisions: self.decisions.push(decision),
            conditions,
            model: self.model.clone(),
            unchecked: condition.is_some(),
            size: self.size.saturating_add(extra),
            penalty: self.penalty + penalty,
            forks,
        });
    }
}

impl Decider for PathDecider {
    fn branch(&mut self, terms: &mut Terms, condition: TermId) -> Result<bool, Cut> {
        let condition = self.simplified(terms, condition);
        if let Some(known) = terms.as_bool(condition) {
            return Ok(known);
        }
        // What is already assumed is not a question, whoever asks.
        if self.known.contains(&condition) {
            return Ok(true);
        }
        let negation = terms.not(condition);
        if self.known.contains(&negation) {
            return Ok(false);
        }
        if let Some(decision) = self.next_recorded() {
            let Decision::Branch(holds) = decision else { return Err(Cut) };
            self.record(terms, condition, holds);
            return Ok(holds);
        }
        if self.forks >= self.most_forks {
            self.cut_by_bound = true;
            return Err(Cut);
        }
        let value = Evaluation::with_defaults(&self.model).value(terms, condition);
        let holds = value.and_then(|value| value.as_bool()).ok_or(Cut)?;
        self.forks += 1;
        let other = if holds { negation } else { condition };
        let penalty = if std::mem::take(&mut self.proposed) { OTHER_VALUE } else { 0 };
        self.defer(Decision::Branch(!holds), Some(other), 0, penalty);
        self.decisions = self.decisions.push(Decision::Branch(holds));
        self.record(terms, condition, holds);
        Ok(holds)
    }

    fn assume(&mut self, terms: &mut Terms, condition: TermId) -> Result<(), Cut> {
        let condition = self.simplified(terms, condition);
        match terms.as_bool(condition) {
            Some(true) => return Ok(()),
            Some(false) => {
                // No input goes on here: nothing is lost.
                self.put_off = true;
                return Err(Cut);
            }
            None => {}
        }
        if self.known.contains(&condition) {
            return Ok(());
        }
        if let Some(decision) = self.next_recorded() {
            let Decision::Assume = decision else { return Err(Cut) };
            self.record(terms, condition, true);
            return Ok(());
        }
        let value = Evaluation::with_defaults(&self.model).value(terms, condition);
        if value.and_then(|value| value.as_bool()) == Some(true) {
            self.decisions = self.decisions.push(Decision::Assume);
            self.record(terms, condition, true);
            return Ok(());
        }
        // The run's model does not do: the same path waits for one that does.
        self.defer(Decision::Assume, Some(condition), 0, 0);
        self.put_off = true;
        Err(Cut)
    }

    fn is_following(&self) -> bool {
        self.position < self.recorded.len()
    }

    fn grow(&mut self, by: u32) -> Result<(), Cut> {
        // While decisions are followed, the size is the one that the waiting side was given.
        if self.is_following() {
            return Ok(());
        }
        self.size = self.size.saturating_add(by);
        if self.size > self.largest_size {
            self.cut_by_bound = true;
            return Err(Cut);
        }
        Ok(())
    }

    fn choose(&mut self, costs: &[u32]) -> Result<usize, Cut> {
        if let Some(decision) = self.next_recorded() {
            let Decision::Choose(chosen) = decision else { return Err(Cut) };
            return Ok(chosen as usize);
        }
        // The sides not taken wait in reverse, so that the cheapest of a level has its turn first.
        for (index, cost) in costs.iter().enumerate().skip(1).rev() {
            self.defer(Decision::Choose(index as u32), None, *cost, 0);
        }
        let first = costs.first().copied().unwrap_or(0);
        self.size = self.size.saturating_add(first);
        if self.size > self.largest_size {
            self.cut_by_bound = true;
            return Err(Cut);
        }
        self.decisions = self.decisions.push(Decision::Choose(0));
        Ok(0)
    }

    fn propose(&mut self, terms: &mut Terms, term: TermId) -> Result<Constant, Cut> {
        if let Some(decision) = self.next_recorded() {
            let Decision::Propose(value) = decision else { return Err(Cut) };
            return Ok(value);
        }
        let value = Evaluation::with_defaults(&self.model).value(terms, term).ok_or(Cut)?;
        self.decisions = self.decisions.push(Decision::Propose(value.clone()));
        self.proposed = true;
        Ok(value)
    }
}

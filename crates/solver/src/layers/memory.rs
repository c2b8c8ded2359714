//! Remembers answers and models.
//! An equal set of assertions gets its answer again; a superset of a known contradiction is one; a recent model that
//! happens to satisfy a new question is its answer. All bounds count entries, so a run can be repeated exactly.

use std::collections::VecDeque;
use std::time::Instant;

use lydian_term::{Evaluation, Model, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Answer, Budget, LayerStatistics, Reason, Solver, Statistics};

/// Answers are forgotten, all at once, when there are more than this many.
const MOST_ANSWERS: usize = 100_000;
/// That many recent models are tried.
const RECENT_MODELS: usize = 8;
/// Models of more variables than this are not joined with their predecessor, which would cost more than it saves.
const LARGEST_JOINED_MODEL: usize = 256;
/// Contradictions of at most that many assertions are looked for in larger questions.
const LARGEST_CONTRADICTION: usize = 8;

/// Answers from memory, or passes on and remembers.
pub(crate) struct Memory {
    next: Box<dyn Solver>,
    work: LayerStatistics,
    answers: FxHashMap<Box<[TermId]>, Answer>,
    given_up: FxHashMap<Box<[TermId]>, u32>,
    /// Contradictions by their newest assertion.
    contradictions: FxHashMap<TermId, Vec<Box<[TermId]>>>,
    models: VecDeque<Model>,
}

impl Memory {
    pub(crate) fn new(next: Box<dyn Solver>) -> Memory {
        Memory {
            next,
            work: LayerStatistics::default(),
            answers: FxHashMap::default(),
            given_up: FxHashMap::default(),
            contradictions: FxHashMap::default(),
            models: VecDeque::new(),
        }
    }

    fn recall(&mut self, terms: &Terms, key: &[TermId], budget: &Budget) -> Option<Answer> {
        if let Some(answer) = self.answers.get(key) {
            return Some(answer.clone());
        }
        if self.given_up.get(key).is_some_and(|rlimit| *rlimit >= budget.rlimit) {
            return Some(Answer::Unknown(Reason::Budget));
        }
        if self.contains_contradiction(key) {
            return Some(Answer::Unsat);
        }
        let place = self
            .models
            .iter()
            .position(|model| Evaluation::with_defaults(model).holds(terms, key) == Some(true))?;
        let model = self.models.remove(place)?;
        self.models.push_front(model.clone());
        Some(Answer::Sat(model))
    }

    fn contains_contradiction(&self, key: &[TermId]) -> bool {
        if self.contradictions.is_empty() {
            return false;
        }
        let candidates: Vec<&Box<[TermId]>> =
            key.iter().filter_map(|term| self.contradictions.get(term)).flatten().collect();
        if candidates.is_empty() {
            return false;
        }
        let present: FxHashSet<TermId> = key.iter().copied().collect();
        candidates.iter().any(|set| set.iter().all(|term| present.contains(term)))
    }

    fn remember(&mut self, key: Box<[TermId]>, answer: &Answer, budget: &Budget) {
        if self.answers.len() + self.given_up.len() >= MOST_ANSWERS {
            self.forget();
        }
        match answer {
            Answer::Sat(model) => {
                let mut joined = model.clone();
                if let Some(last) = self.models.front().filter(|last| last.len() <= LARGEST_JOINED_MODEL) {
                    joined = last.clone();
                    joined.extend(model.clone());
                }
                self.models.push_front(joined);
                self.models.truncate(RECENT_MODELS);
                self.answers.insert(key, answer.clone());
            }
            Answer::Unsat => {
                if let Some(newest) = key.last().filter(|_| key.len() <= LARGEST_CONTRADICTION) {
                    self.contradictions.entry(*newest).or_default().push(key.clone());
                }
                self.answers.insert(key, Answer::Unsat);
            }
            Answer::Unknown(Reason::Budget) if budget.deadline.is_none() => {
                self.given_up.insert(key, budget.rlimit);
            }
            Answer::Unknown(_) => {}
        }
    }

    fn forget(&mut self) {
        self.answers.clear();
        self.given_up.clear();
        self.contradictions.clear();
        self.models.clear();
    }
}

impl Solver for Memory {
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        let start = Instant::now();
        let mut key = assertions.to_vec();
        key.sort_unstable();
        if let Some(answer) = self.recall(terms, &key, budget) {
            self.work.hits += 1;
            return self.work.answered_now(start, answer);
        }
        self.work.passed_on(start);
        let answer = self.next.check(terms, assertions, budget);
        self.remember(key.into(), &answer, budget);
        answer
    }

    fn reset(&mut self) {
        self.forget();
        self.next.reset();
    }

    fn statistics(&self) -> Statistics {
        Statistics::behind("memory", &self.work, self.next.statistics())
    }
}

//! Sampling: one run with choices and values drawn at random from a seed.
//! Constructors are drawn where the program looks, within a size; integers and strings are small. It needs no solver,
//! and reaches inputs that are too large for a systematic search.

use lydian_eval::{Cut, Decider};
use lydian_term::{Constant, Evaluation, Model, Sort, TermId, Terms};

/// Answers questions at random, the same for the same seed.
#[derive(Debug)]
pub struct Sampler {
    state: u64,
    /// By how much the input may still grow.
    room: u32,
    model: Model,
}

impl Sampler {
    /// A sampler for inputs that are larger than the smallest by at most `room`.
    pub fn new(seed: u64, room: u32) -> Sampler {
        let mut sampler = Sampler { state: seed ^ 0x9E37_79B9_7F4A_7C15, room, model: Model::new() };
        // Neighbouring seeds begin alike; a few steps part them.
        for _ in 0..8 {
            sampler.draw(2);
        }
        sampler
    }

    /// The values that unknowns were given.
    pub fn into_model(self) -> Model {
        self.model
    }

    fn draw(&mut self, bound: u64) -> u64 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % bound.max(1)
    }

    /// Gives values to the variables of a term that have none yet.
    fn assign(&mut self, terms: &mut Terms, term: TermId) {
        for variable in terms.vars_of(term).iter() {
            if self.model.get(*variable).is_some() {
                continue;
            }
            let known = terms.variable(*variable).clone();
            let value = match known.sort {
                Sort::Bool => Constant::from(self.draw(2) == 0),
                Sort::Str => Constant::from(&[b"a", b"a", b"a", b"b"][self.draw(4) as usize][..]),
                Sort::Int => {
                    let value = Constant::from([1i64, 2, 0, 3, -1, 1, 5, -2][self.draw(8) as usize]);
                    match (value.as_int(), &known.lo) {
                        (Some(int), Some(lo)) if int < lo => Constant::Int(lo.clone()),
                        _ => value,
                    }
                }
            };
            self.model.insert(*variable, value);
        }
    }

    fn value(&mut self, terms: &mut Terms, term: TermId) -> Result<Constant, Cut> {
        self.assign(terms, term);
        Evaluation::with_defaults(&self.model).value(terms, term).ok_or(Cut)
    }
}

impl Decider for Sampler {
    fn branch(&mut self, terms: &mut Terms, condition: TermId) -> Result<bool, Cut> {
        self.value(terms, condition)?.as_bool().ok_or(Cut)
    }

    fn choose(&mut self, costs: &[u32]) -> Result<usize, Cut> {
        let fitting = costs.iter().filter(|cost| **cost <= self.room).count() as u64;
        // Of two alternatives the larger one is drawn more often: lists shall have a few elements.
        let mut pick = match (costs, fitting) {
            ([0, _], 2) => u64::from(self.draw(3) > 0),
            _ => self.draw(fitting),
        };
        for (index, cost) in costs.iter().enumerate() {
            if *cost > self.room {
                continue;
            }
            if pick == 0 {
                self.room -= cost;
                return Ok(index);
            }
            pick -= 1;
        }
        Err(Cut)
    }

    fn propose(&mut self, terms: &mut Terms, term: TermId) -> Result<Constant, Cut> {
        self.value(terms, term)
    }
}

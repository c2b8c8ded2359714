//! The chain of layers, and the two promises that it makes for all of them: a model is evaluated before it is returned,
//! and what layers keep never outlives the arena it refers to.

use lydian_term::{Constant, Evaluation, Model, TermId, Terms};

use crate::layers::constants::Constants;
use crate::layers::literals::Literals;
use crate::layers::memory::Memory;
use crate::layers::products::Products;
use crate::layers::small_world::SmallWorld;
use crate::layers::split::Split;
use crate::layers::tighten::Tighten;
use crate::z3::Z3;
use crate::{Answer, Budget, Reason, Solver, Statistics};

/// All layers, composed. One chain serves one thread at a time; Z3 is loaded at the first question that needs it.
pub struct Chain {
    first: Box<dyn Solver>,
    epoch: Option<u64>,
}

impl Default for Chain {
    fn default() -> Chain {
        Chain::new()
    }
}

impl Chain {
    /// The usual chain: constants, independent parts, literals, memory, products, small world, tighter bounds, Z3.
    pub fn new() -> Chain {
        Chain::before(Box::new(Z3::new()))
    }

    /// The usual chain without Z3; questions that need it are answered [`Reason::NoSolver`].
    pub fn without_z3() -> Chain {
        Chain::before(Box::new(Z3::absent()))
    }

    /// The last solver alone: for few and large questions, which the layers before it would only hold up.
    pub fn last_alone() -> Chain {
        Chain::plain_z3()
    }

    /// Z3 alone, as the measure for the chain.
    pub fn plain_z3() -> Chain {
        Chain { first: Box::new(Z3::new()), epoch: None }
    }

    fn before(last: Box<dyn Solver>) -> Chain {
        let tighten = Tighten::new(last);
        let small_world = SmallWorld::new(Box::new(tighten));
        let products = Products::new(Box::new(small_world));
        let memory = Memory::new(Box::new(products));
        let literals = Literals::new(Box::new(memory));
        let split = Split::new(Box::new(literals));
        Chain { first: Box::new(Constants::new(Box::new(split))), epoch: None }
    }

    /// A model that an unchecked answer gave, completed to all variables of the assertions; `None` if it is no model.
    fn confirmed(terms: &mut Terms, assertions: &[TermId], mut model: Model) -> Option<Model> {
        let mut variables = Vec::new();
        for assertion in assertions {
            variables.extend_from_slice(&terms.vars_of(*assertion));
        }
        for variable in variables {
            let known = terms.variable(variable);
            match model.get(variable) {
                None => {
                    let value = terms.default_value(variable);
                    model.insert(variable, value);
                }
                Some(Constant::Int(value)) => {
                    let below = known.lo.as_ref().is_some_and(|lo| value < lo);
                    if below || known.hi.as_ref().is_some_and(|hi| value > hi) {
                        return None;
                    }
                }
                Some(value) if value.sort() != known.sort => return None,
                Some(_) => {}
            }
        }
        (Evaluation::new(&model).holds(terms, assertions) == Some(true)).then_some(model)
    }
}

impl Solver for Chain {
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        if self.epoch != Some(terms.epoch()) {
            if self.epoch.is_some() {
                self.first.reset();
            }
            self.epoch = Some(terms.epoch());
        }
        match self.first.check(terms, assertions, budget) {
            Answer::Sat(model) => match Chain::confirmed(terms, assertions, model) {
                Some(model) => Answer::Sat(model),
                None => Answer::Unknown(Reason::Unsupported(
                    "the solver's model does not satisfy the query".into(),
                )),
            },
            answer => answer,
        }
    }

    fn reset(&mut self) {
        self.first.reset();
        self.epoch = None;
    }

    fn statistics(&self) -> Statistics {
        self.first.statistics()
    }
}

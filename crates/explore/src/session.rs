//! What the paths of a search share, and what is made of a path afterwards: values, and a model that a person can read.

use lydian_core::{Datum, IntMode, Shapes, Value};
use lydian_eval::{Holes, Limits, Meter, NoUnknowns, Universe, World};
use lydian_solver::{Answer, Budget, Chain, Hints};
use lydian_term::{Model, TermId, Terms, VarId};

/// What a search shares between its paths: terms, types, and the solver.
pub struct Session {
    /// The arena of terms.
    pub terms: Terms,
    /// The types of unknowns.
    pub universe: Universe,
    /// The solver.
    pub chain: Chain,
    /// What integers are.
    pub int_mode: IntMode,
}

impl Session {
    /// A session over these types.
    pub fn new(shapes: Shapes, int_mode: IntMode, chain: Chain) -> Session {
        Session { terms: Terms::new(), universe: Universe::new(shapes), chain, int_mode }
    }
}

/// Values of a path with more conditions than this stay as they are.
const MOST_CONDITIONS: usize = 100;

impl Session {
    /// Values of a run that has ended, under a model; `holes` are the unknowns as the run left them.
    pub fn close(&mut self, holes: Holes, values: &[Value], model: &Model) -> Vec<Datum> {
        let mut decider = NoUnknowns::default();
        let meter = Meter::new(Limits::default());
        let mut world = World::new(&mut self.terms, &mut self.universe, &mut decider, meter, self.int_mode);
        world.holes = holes;
        values.iter().map(|value| world.close(value, model)).collect()
    }

    /// A model of conditions with small values; nothing if none is found, or if there are too many conditions.
    pub fn small_model(&mut self, conditions: &[TermId], hints: &Hints, budget: &Budget) -> Option<Model> {
        if conditions.len() > MOST_CONDITIONS {
            return None;
        }
        let mut order: Vec<VarId> = Vec::new();
        for condition in conditions {
            for var in self.terms.vars_of(*condition).iter() {
                if !order.contains(var) {
                    order.push(*var);
                }
            }
        }
        order.sort();
        match self.chain.solve_small(&mut self.terms, conditions, &order, hints, budget) {
            Answer::Sat(model) => Some(model),
            _ => None,
        }
    }
}

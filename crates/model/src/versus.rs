//! Two models: whether the second conforms to the first.
//!
//! First all states that known inputs reach are walked through side by side, which proves conformance between finite models
//! and finds the shortest difference. If the type of inputs has more values, sequences of unknown inputs are solved for a
//! difference in the data; what they find is run on known data before it is believed.

use lydian_budget::Deadline;
use lydian_conform::{AnswerId, Compared, Conformance, Failure, InputId, Trouble, compare, compare_along};
use lydian_core::{ConId, Value};
use lydian_eval::{Stop, equality};

use crate::alphabet::Alphabet;
use crate::concrete::Concrete;
use crate::load::{Init, Shape};
use crate::symbolic::{Reaction, Running, Symbolic};

/// How two models are compared.
#[derive(Debug, Clone)]
pub struct Comparing {
    /// What conformance means.
    pub conformance: Conformance,
    /// Pairs of states that are visited.
    pub most_places: usize,
    /// The length of sequences of unknown inputs.
    pub depth: usize,
    /// Work that may be spent on them.
    pub work: u64,
    /// When to stop.
    pub deadline: Option<Deadline>,
}

/// What was found.
#[derive(Debug)]
pub struct Versus {
    /// The inputs that were used.
    pub alphabet: Alphabet,
    /// The walk through both.
    pub compared: Compared,
    /// The shortest failure.
    pub failure: Option<Failure>,
    /// All sequences of any inputs up to this length agree.
    pub depth: Option<usize>,
    /// Paths of unknown inputs.
    pub paths: u64,
    /// Whether time ran out.
    pub interrupted: bool,
}

impl Concrete<'_, '_, '_> {
    /// The empty answer.
    pub fn silence(&mut self) -> Result<AnswerId, Trouble> {
        self.intern_answer(&Value::Constant(ConId::NIL))
    }

    /// Compares another model with this one. Both were prepared as a pair.
    pub fn versus(
        &mut self,
        other: &mut Concrete<'_, '_, '_>,
        comparing: &Comparing,
    ) -> Result<Versus, Trouble> {
        let alphabet = self.alphabet()?;
        let silence = self.silence()?;
        let deadline = comparing.deadline;
        let mut go_on = || deadline.is_none_or(|deadline| !deadline.passed());
        let mut compared = compare(
            self,
            other,
            &alphabet.inputs,
            comparing.conformance,
            silence,
            comparing.most_places,
            &mut go_on,
        )?;
        let failure = compared.failure.take();
        let mut versus = Versus { alphabet, compared, failure, depth: None, paths: 0, interrupted: false };
        let all = versus.alphabet.complete && versus.compared.complete;
        // A state that is only described by a predicate would have to be the same for both.
        let solvable = self.model().shape != Shape::PrePost
            && [self.model(), other.model()].iter().all(|model| model.init != Init::Where);
        // Other data may show a difference sooner than those of the alphabet.
        let longest = match &versus.failure {
            Some(failure) => comparing.depth.min(failure.steps.len() - 1),
            None => comparing.depth,
        };
        let settled = all || (versus.failure.is_some() && versus.alphabet.complete);
        if !settled && solvable {
            self.versus_unknown(other, comparing, longest, silence, &mut versus)?;
        }
        versus.interrupted = !settled && !go_on();
        Ok(versus)
    }

    /// Looks for a difference in sequences of unknown inputs.
    fn versus_unknown(
        &mut self,
        other: &mut Concrete<'_, '_, '_>,
        comparing: &Comparing,
        longest: usize,
        silence: AnswerId,
        versus: &mut Versus,
    ) -> Result<(), Trouble> {
        let (spec, implementation) = (self.prepared(), other.prepared());
        let relation = comparing.conformance;
        for length in 1..=longest {
            let mut symbolic = Symbolic::without_purpose(spec, comparing.deadline);
            symbolic.other = Some(implementation);
            let mut search = symbolic.search(length, comparing.work);
            let mut exact = true;
            while let Some(path) = symbolic
                .next_inputs(&mut search, length, |running, inputs| differs(running, inputs, relation))
            {
                if path.put_off {
                    continue;
                }
                versus.paths += 1;
                let (inputs, result, approximate) = &path.result;
                exact &= !approximate && !matches!(result, Err(Stop::Raise(_)));
                if !matches!(result, Ok(true)) {
                    continue;
                }
                let model = symbolic.small_model(&path.conditions, &path.model);
                let data = symbolic.close(path.holes.clone(), inputs, &model);
                let mut ids: Vec<InputId> = Vec::new();
                for datum in &data {
                    let value = self.value(datum);
                    ids.push(self.intern_input(&value)?);
                }
                let confirmed = compare_along(self, other, &ids, relation, silence)?;
                if confirmed.is_some() {
                    versus.failure = confirmed;
                    return Ok(());
                }
                search.lose(path.size);
            }
            if !search.is_exhausted() || !exact {
                return Ok(());
            }
            versus.depth = Some(length);
            if comparing.deadline.is_some_and(Deadline::passed) {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Whether the models differ on a sequence of inputs.
fn differs(
    running: &mut Running<'_, '_, '_, '_>,
    inputs: &[Value],
    conformance: Conformance,
) -> Result<bool, Stop> {
    let mut states = running.known_starts();
    let Some(mut state) = running.with_other(|running| running.initial())? else {
        return Ok(false);
    };
    for input in inputs {
        let mut enabled = Vec::new();
        for state in &states {
            if running.is_enabled(state, input)? {
                enabled.push(state.clone());
            }
        }
        if enabled.is_empty() && !conformance.gives_refused_inputs() {
            return Ok(false);
        }
        let reaction = running.with_other(|running| running.react(&state, input))?;
        let (answer, next) = match reaction {
            Reaction::Outside => return Ok(false),
            // Inputs that the specification refuses in some states only may be refused.
            Reaction::Refused if conformance != Conformance::Ioco => {
                return Ok(enabled.len() == states.len());
            }
            Reaction::Refused => (Value::Constant(ConId::NIL), state.clone()),
            Reaction::Next { answer, state } => (answer, state),
        };
        if enabled.is_empty() {
            return Ok(true);
        }
        let mut nexts = Vec::new();
        for state in &enabled {
            for (allowed, next) in running.all_reactions(state, input, &answer)? {
                let equal = equality::equal(running.machine.world, &allowed, &answer)?;
                if running.machine.world.truth(&equal)? {
                    nexts.push(next);
                }
            }
        }
        if nexts.is_empty() {
            // The relation of deadlocks is judged on the whole sequence, concretely.
            return Ok(conformance != Conformance::Deadlock);
        }
        states = nexts;
        state = next;
    }
    Ok(false)
}

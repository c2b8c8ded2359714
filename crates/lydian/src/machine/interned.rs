//! Numbers for states, inputs and outputs, so that the engine can work on any machine and any system.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use lydian_conform::{AnswerId, Edge, InputId, Observed, Reactions, Specification, StateId, Trouble};

use super::{Machine, System};
use crate::caught::quietly;

/// The most states of one machine that are kept.
const MOST_STATES: usize = 2_000_000;

/// The answer that no output stands for: silence.
pub(super) const SILENCE: AnswerId = AnswerId(0);

/// Values with their numbers.
#[derive(Debug)]
pub(super) struct Numbers<T> {
    values: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Numbers<T> {
    pub fn new() -> Numbers<T> {
        Numbers { values: Vec::new(), numbers: HashMap::new() }
    }

    pub fn number(&mut self, value: T) -> u32 {
        let next = self.values.len() as u32;
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        })
    }

    pub fn value(&self, number: u32) -> Option<&T> {
        self.values.get(number as usize)
    }
}

/// Outputs, numbered for specification and system together; silence is not among them.
pub(super) type Outputs<O> = Rc<RefCell<Numbers<O>>>;

/// Who says which outputs mean silence, if that matters.
pub(super) type Silences<'s, O> = Option<&'s dyn Silence<O>>;

/// A machine, as far as it knows silence.
pub(super) trait Silence<O> {
    fn is_silence(&self, output: &O) -> bool;
}

impl<M: Machine> Silence<M::Output> for M {
    fn is_silence(&self, output: &M::Output) -> bool {
        Machine::is_silence(self, output)
    }
}

/// The number of an output. It asks the machine about silence, so panics are the user's.
fn answer<O: Clone + Eq + Hash>(outputs: &Outputs<O>, silences: Silences<'_, O>, output: O) -> AnswerId {
    match silences {
        Some(machine) if machine.is_silence(&output) => SILENCE,
        _ => AnswerId(outputs.borrow_mut().number(output) + 1),
    }
}

/// A machine whose states, inputs and outputs are numbers.
pub(super) struct Numbered<'m, M: Machine> {
    machine: &'m M,
    inputs: &'m [M::Input],
    outputs: Outputs<M::Output>,
    silences: Silences<'m, M::Output>,
    states: Numbers<M::State>,
    known: HashMap<(StateId, InputId), Result<Reactions, Trouble>>,
}

impl<'m, M: Machine> Numbered<'m, M> {
    pub fn new(
        machine: &'m M,
        inputs: &'m [M::Input],
        outputs: Outputs<M::Output>,
        silences: Silences<'m, M::Output>,
    ) -> Numbered<'m, M> {
        Numbered { machine, inputs, outputs, silences, states: Numbers::new(), known: HashMap::new() }
    }

    pub fn state(&self, state: StateId) -> Option<&M::State> {
        self.states.value(state.0)
    }

    fn ask(&mut self, state: StateId, input: InputId) -> Result<Reactions, Trouble> {
        let (Some(from), Some(given)) = (self.states.value(state.0), self.inputs.get(input.0 as usize))
        else {
            return Err(Trouble("a state or input that does not exist".to_owned()));
        };
        let steps = quietly(|| {
            let steps = self.machine.step(from, given).into_iter();
            let steps = steps.map(|(output, target)| (answer(&self.outputs, self.silences, output), target));
            steps.collect::<Vec<_>>()
        });
        let steps =
            steps.map_err(|panic| Trouble(format!("the machine {panic} in {from:?} on {given:?}")))?;
        let mut edges = Vec::with_capacity(steps.len());
        for (answer, target) in steps {
            let edge = Edge { answer, target: StateId(self.states.number(target)) };
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        if self.states.values.len() > MOST_STATES {
            return Err(Trouble(format!("the machine has more than {MOST_STATES} states")));
        }
        Ok(Reactions::All(edges))
    }
}

impl<M: Machine> Specification for Numbered<'_, M> {
    fn initial(&mut self) -> Result<Vec<StateId>, Trouble> {
        let initial = quietly(|| self.machine.initial())
            .map_err(|panic| Trouble(format!("the machine {panic} when it starts")))?;
        Ok(initial.into_iter().map(|state| StateId(self.states.number(state))).collect())
    }

    fn reactions(&mut self, state: StateId, input: InputId) -> Result<&Reactions, Trouble> {
        if !self.known.contains_key(&(state, input)) {
            let reply = self.ask(state, input);
            self.known.insert((state, input), reply);
        }
        self.known[&(state, input)].as_ref().map_err(Trouble::clone)
    }
}

/// A system whose inputs and outputs are numbers.
pub(super) struct NumberedSystem<'s, S: System> {
    pub system: &'s mut S,
    pub inputs: &'s [S::Input],
    pub outputs: Outputs<S::Output>,
    pub silences: Silences<'s, S::Output>,
}

impl<S: System<Output: Clone + Eq + Hash>> lydian_conform::System for NumberedSystem<'_, S> {
    fn reset(&mut self) -> Result<(), String> {
        quietly(|| self.system.reset())
    }

    fn step(&mut self, input: InputId) -> Observed {
        let Some(given) = self.inputs.get(input.0 as usize) else { return Observed::Refused };
        let answered = quietly(|| {
            let output = self.system.step(given)?;
            Some(answer(&self.outputs, self.silences, output))
        });
        match answered {
            Ok(Some(answer)) => Observed::Answer(answer),
            Ok(None) => Observed::Refused,
            Err(panic) => Observed::Broken(panic),
        }
    }
}

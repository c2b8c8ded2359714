//! Explicit finite machines with at most one answer to an input in a state.
//! A machine may be partial: where nothing is written, the input is not specified (or, after [`Fsm::completed`], is refused).
//! Every machine is well formed: rows are as long as the alphabet, and every target is a state. What the suites need of a
//! machine beyond that (reachable and pairwise different states) is made by [`Fsm::minimised`].

use std::fmt;

use rustc_hash::FxHashMap;

use crate::{AnswerId, InputId};

mod minimise;

pub use minimise::Minimised;

/// What comes of an input in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Next {
    /// What is seen.
    pub answer: AnswerId,
    /// The state after it.
    pub target: usize,
}

/// A finite deterministic machine.
///
/// ```
/// use lydian_conform::{AnswerId, Fsm, InputId, Next};
/// let step = |answer, target| Some(Next { answer: AnswerId(answer), target });
/// let lamp = Fsm::new(0, vec![InputId(0)], vec![vec![step(1, 1)], vec![step(0, 0)]]).unwrap();
/// assert_eq!(lamp.run(&[InputId(0); 3]), Some(vec![AnswerId(1), AnswerId(0), AnswerId(1)]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fsm {
    initial: usize,
    inputs: Vec<InputId>,
    columns: FxHashMap<InputId, usize>,
    table: Vec<Vec<Option<Next>>>,
}

/// What is wrong with a table that is to be a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    /// The initial state does not exist.
    Initial,
    /// An input occurs twice in the alphabet.
    Repeated(InputId),
    /// The row of this state is shorter or longer than the alphabet.
    Row(usize),
    /// An input in this state leads to a state that does not exist.
    Target {
        /// The state.
        state: usize,
        /// The input.
        input: InputId,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Initial => write!(f, "the initial state does not exist"),
            Malformed::Repeated(input) => write!(f, "input {} occurs twice", input.0),
            Malformed::Row(state) => write!(f, "the row of state {state} is not as long as the alphabet"),
            Malformed::Target { state, input } => {
                write!(f, "input {} in state {state} leads to a state that does not exist", input.0)
            }
        }
    }
}

impl std::error::Error for Malformed {}

impl Fsm {
    /// A machine: `table[state][column]` is what comes of `inputs[column]`.
    pub fn new(
        initial: usize,
        inputs: Vec<InputId>,
        table: Vec<Vec<Option<Next>>>,
    ) -> Result<Fsm, Malformed> {
        if initial >= table.len() {
            return Err(Malformed::Initial);
        }
        let mut columns = FxHashMap::default();
        for (column, input) in inputs.iter().enumerate() {
            if columns.insert(*input, column).is_some() {
                return Err(Malformed::Repeated(*input));
            }
        }
        for (state, row) in table.iter().enumerate() {
            if row.len() != inputs.len() {
                return Err(Malformed::Row(state));
            }
            let lost = |next: &Option<Next>| next.is_some_and(|next| next.target >= table.len());
            if let Some(column) = row.iter().position(lost) {
                return Err(Malformed::Target { state, input: inputs[column] });
            }
        }
        Ok(Fsm { initial, inputs, columns, table })
    }

    /// The state in which it starts.
    pub fn initial(&self) -> usize {
        self.initial
    }

    /// The alphabet, in the order of columns.
    pub fn inputs(&self) -> &[InputId] {
        &self.inputs
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.table.len()
    }

    /// What comes of the inputs in a state, in the order of columns.
    pub fn row(&self, state: usize) -> &[Option<Next>] {
        &self.table[state]
    }

    /// What comes of an input in a state; nothing where that is not specified, or for an input of another alphabet.
    pub fn next(&self, state: usize, input: InputId) -> Option<Next> {
        self.table[state][*self.columns.get(&input)?]
    }

    /// The answers to a sequence of inputs from the initial state; nothing if one of them is not specified.
    pub fn run(&self, sequence: &[InputId]) -> Option<Vec<AnswerId>> {
        let mut state = self.initial;
        let mut answers = Vec::with_capacity(sequence.len());
        for input in sequence {
            let next = self.next(state, *input)?;
            answers.push(next.answer);
            state = next.target;
        }
        Some(answers)
    }

    /// Whether every input is specified in every state.
    pub fn is_complete(&self) -> bool {
        self.table.iter().flatten().all(Option::is_some)
    }

    /// How many pairs of a state and an input are specified.
    pub fn transitions(&self) -> usize {
        self.table.iter().flatten().flatten().count()
    }

    /// The states that can be reached, in breadth-first order from the initial one (which comes first).
    pub fn reachable(&self) -> Vec<usize> {
        let mut seen = vec![false; self.table.len()];
        seen[self.initial] = true;
        let mut order = vec![self.initial];
        let mut head = 0;
        while let Some(state) = order.get(head).copied() {
            head += 1;
            for next in self.table[state].iter().flatten() {
                if !std::mem::replace(&mut seen[next.target], true) {
                    order.push(next.target);
                }
            }
        }
        order
    }

    /// The machine that answers `refused` where nothing is specified, and stays where it is.
    ///
    /// This is what a system is compared with when it must refuse what is not enabled. `refused` must be an answer that the
    /// machine does not give otherwise.
    #[must_use]
    pub fn completed(&self, refused: AnswerId) -> Fsm {
        let mut complete = self.clone();
        for (state, row) in complete.table.iter_mut().enumerate() {
            for next in row {
                next.get_or_insert(Next { answer: refused, target: state });
            }
        }
        complete
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A machine written as rows of `(answer, target)`; a negative answer stands for nothing.
    pub(crate) fn machine<const INPUTS: usize>(rows: &[[(i32, usize); INPUTS]]) -> Fsm {
        let cell = |(answer, target): &(i32, usize)| {
            let answer = AnswerId(u32::try_from(*answer).ok()?);
            Some(Next { answer, target: *target })
        };
        let inputs = (0..INPUTS as u32).map(InputId).collect();
        Fsm::new(0, inputs, rows.iter().map(|row| row.iter().map(cell).collect()).collect()).unwrap()
    }

    /// The total coffee machine: states hold 0, 5 and 10 cents; inputs are a nickel, a dime and the button.
    pub(crate) fn coffee() -> Fsm {
        machine(&[[(0, 1), (0, 2), (0, 0)], [(0, 2), (0, 1), (0, 1)], [(0, 2), (0, 2), (1, 0)]])
    }

    #[test]
    fn a_table_that_is_no_machine_is_refused() {
        let to = |target| Some(Next { answer: AnswerId(0), target });
        let new = |initial, inputs: &[u32], table| {
            Fsm::new(initial, inputs.iter().copied().map(InputId).collect(), table).map(|_| ())
        };
        assert_eq!(new(0, &[], vec![]), Err(Malformed::Initial));
        assert_eq!(new(0, &[4, 4], vec![vec![to(0), to(0)]]), Err(Malformed::Repeated(InputId(4))));
        assert_eq!(new(0, &[4], vec![vec![to(0)], vec![]]), Err(Malformed::Row(1)));
        let target = Err(Malformed::Target { state: 0, input: InputId(5) });
        assert_eq!(new(0, &[4, 5], vec![vec![to(0), to(1)]]), target);
    }

    #[test]
    fn states_are_reached_in_breadth_first_order() {
        let machine = machine(&[[(0, 3), (0, 1)], [(0, 1), (0, 1)], [(0, 0), (0, 0)], [(0, 1), (-1, 0)]]);
        assert_eq!(machine.reachable(), [0, 3, 1]);
    }

    #[test]
    fn a_completed_machine_refuses_and_stays() {
        let partial = machine(&[[(0, 1), (-1, 0)], [(-1, 0), (1, 0)]]);
        let complete = partial.completed(AnswerId(9));
        assert!(!partial.is_complete() && complete.is_complete());
        let (a, b) = (InputId(0), InputId(1));
        assert_eq!(partial.run(&[b, a]), None);
        assert_eq!(complete.run(&[b, a, a, b]), Some([9, 0, 9, 1].map(AnswerId).to_vec()));
        assert_eq!((partial.transitions(), complete.transitions()), (2, 4));
    }
}

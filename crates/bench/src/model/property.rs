//! The queue as a user of proptest-state-machine tests it: a reference machine, and a test that compares every answer.
//! Inputs are drawn from the same list and as often as ours; panics are not printed, since printing is not what is measured.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};

use super::queue::{Input, Mistake, Output, Queue};

/// What is to be done.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    /// The system under test.
    pub(super) mistake: Mistake,
    /// The most transitions of a case.
    pub(super) longest: usize,
    /// Whether all cases are that long.
    pub(super) exact: bool,
    /// The most cases.
    pub(super) cases: u32,
    /// The seed.
    pub(super) seed: u8,
}

/// What came of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Outcome {
    /// Cases up to the first failure, or all.
    pub(super) cases: u64,
    /// Transitions up to the first failure, or all.
    pub(super) transitions: u64,
    /// The time to the first failure.
    pub(super) first: Option<Duration>,
    /// The time to the end, shrinking included.
    pub(super) whole: Duration,
    /// The length of the failing sequence after shrinking.
    pub(super) shrunk: Option<usize>,
}

thread_local! {
    static MISTAKE: Cell<Mistake> = const { Cell::new(Mistake::Nothing) };
    static OUTCOME: RefCell<Outcome> = RefCell::default();
}

/// Runs cases until one fails, and shrinks it.
pub(super) fn run(request: Request) -> Result<Outcome, String> {
    MISTAKE.set(request.mistake);
    OUTCOME.take();
    let config = Config { cases: request.cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[request.seed; 32]);
    let mut runner = TestRunner::new_with_rng(config.clone(), rng);
    let shortest = if request.exact { request.longest } else { 1 };
    let strategy = Reference::sequential_strategy(shortest..=request.longest);
    let printing = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let started = Instant::now();
    let result = runner.run(&strategy, |(state, transitions, seen)| {
        OUTCOME.with_borrow_mut(|outcome| outcome.cases += u64::from(outcome.first.is_none()));
        let _watch = Watch { started };
        Test::test_sequential(config.clone(), state, transitions, seen);
        Ok(())
    });
    let whole = started.elapsed();
    std::panic::set_hook(printing);
    let outcome = OUTCOME.take();
    match result {
        Ok(()) => Ok(Outcome { whole, ..outcome }),
        Err(TestError::Fail(_, (_, transitions, _))) => {
            Ok(Outcome { whole, shrunk: Some(transitions.len()), ..outcome })
        }
        Err(TestError::Abort(why)) => Err(format!("proptest gives up: {why}")),
    }
}

/// Notes when the first case fails.
struct Watch {
    started: Instant,
}

impl Drop for Watch {
    fn drop(&mut self) {
        if std::thread::panicking() {
            OUTCOME.with_borrow_mut(|outcome| {
                outcome.first.get_or_insert_with(|| self.started.elapsed());
            });
        }
    }
}

/// The reference: a sorted list, and what the last input is answered.
#[derive(Debug, Clone)]
struct Expected {
    elements: Option<Vec<i64>>,
    answer: Option<Output>,
}

struct Reference;

impl ReferenceStateMachine for Reference {
    type State = Expected;
    type Transition = Input;

    fn init_state() -> BoxedStrategy<Expected> {
        Just(Expected { elements: None, answer: None }).boxed()
    }

    fn transitions(state: &Expected) -> BoxedStrategy<Input> {
        let others = prop_oneof![
            1 => Just(Input::Reset),
            1 => Just(Input::Out),
            1 => Just(Input::Size),
            1 => Just(Input::Sum),
            3 => (1..=3i64).prop_map(Input::In),
        ];
        match state.elements {
            // Nothing is specified for Init on a queue that is there.
            Some(_) => others.boxed(),
            None => prop_oneof![1 => Just(Input::Init), 7 => others].boxed(),
        }
    }

    fn apply(mut state: Expected, transition: &Input) -> Expected {
        state.answer = None;
        match (&mut state.elements, *transition) {
            (elements @ None, Input::Init) => *elements = Some(Vec::new()),
            (None, Input::Size) => state.answer = Some(Output::Int(0)),
            (None, Input::Sum) => state.answer = Some(Output::El(0)),
            (None, _) | (Some(_), Input::Init) => {}
            (elements, Input::Reset) => *elements = None,
            (Some(elements), Input::In(element)) => {
                elements.push(element);
                elements.sort_unstable();
            }
            (Some(elements), Input::Out) => {
                if !elements.is_empty() {
                    state.answer = Some(Output::El(elements.remove(0)));
                }
            }
            (Some(elements), Input::Size) => state.answer = Some(Output::Int(elements.len() as i64)),
            (Some(elements), Input::Sum) => state.answer = Some(Output::El(elements.iter().sum())),
        }
        state
    }

    fn preconditions(state: &Expected, transition: &Input) -> bool {
        state.elements.is_none() || *transition != Input::Init
    }
}

struct Test;

impl StateMachineTest for Test {
    type SystemUnderTest = Queue;
    type Reference = Reference;

    fn init_test(_: &Expected) -> Queue {
        Queue::new(MISTAKE.get())
    }

    fn apply(mut state: Queue, expected: &Expected, transition: Input) -> Queue {
        OUTCOME.with_borrow_mut(|outcome| outcome.transitions += u64::from(outcome.first.is_none()));
        assert_eq!(state.step(transition), expected.answer);
        state
    }
}

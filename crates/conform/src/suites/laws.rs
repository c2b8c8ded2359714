//! What the suites promise, tried on machines small enough to look at every system that could pass.
//! Systems are not listed but grown: a system is made up transition by transition as the suite asks for it, so that all
//! systems that fail in the same way are one branch.

use super::*;
use crate::{AnswerId, Next, Random};

/// A machine in which `open` percent of the transitions are not specified.
pub(super) fn random(chance: &mut Random, states: usize, inputs: usize, answers: usize, open: usize) -> Fsm {
    let mut cell = || {
        let next = Next { answer: AnswerId(chance.below(answers) as u32), target: chance.below(states) };
        (chance.below(100) >= open).then_some(next)
    };
    let table = (0..states).map(|_| (0..inputs).map(|_| cell()).collect()).collect();
    Fsm::new(0, (0..inputs as u32).map(InputId).collect(), table).unwrap()
}

type Method = fn(&Fsm, usize, SuiteLimits) -> Result<Vec<Sequence>, SuiteError>;

const METHODS: [(&str, Method); 3] = [("w", w_suite), ("wp", wp_suite), ("hsi", hsi_suite)];

fn suite_of(method: Method, machine: &Fsm, extra: usize) -> Vec<Sequence> {
    method(machine, extra, SuiteLimits::default()).unwrap()
}

/// Whether a system answers every sequence that the machine specifies as the machine does. Where the system is not made up,
/// any answer is possible, so it does not.
fn conforms(machine: &Fsm, system: &[Vec<Option<Next>>]) -> bool {
    let mut seen = vec![(machine.initial(), 0)];
    let mut head = 0;
    while let Some((state, at)) = seen.get(head).copied() {
        head += 1;
        for (column, next) in machine.row(state).iter().enumerate() {
            let Some(next) = next else { continue };
            let Some(own) = system[at][column].filter(|own| own.answer == next.answer) else { return false };
            if !seen.contains(&(next.target, own.target)) {
                seen.push((next.target, own.target));
            }
        }
    }
    true
}

/// Makes up systems that pass a suite, up to the names of their states.
struct Growth<'s> {
    machine: &'s Fsm,
    suite: &'s [Sequence],
    most: usize,
    system: Vec<Vec<Option<Next>>>,
    /// Systems that pass.
    passing: usize,
}

impl Growth<'_> {
    /// A system with at most so many states that passes and does not conform.
    fn impostor(machine: &Fsm, suite: &[Sequence], most: usize) -> Option<Vec<Vec<Option<Next>>>> {
        let system = vec![vec![None; machine.inputs().len()]];
        let mut growth = Growth { machine, suite, most, system, passing: 0 };
        let found = growth.grow();
        assert!(found.is_some() || growth.passing > 0, "the machine itself passes");
        found
    }

    fn grow(&mut self) -> Option<Vec<Vec<Option<Next>>>> {
        let Some((at, column, answer)) = self.first_unknown() else {
            self.passing += 1;
            return (!conforms(self.machine, &self.system)).then(|| self.system.clone());
        };
        // Any other answer fails the suite. A new state is like any other new one.
        let states = self.system.len();
        for target in 0..(states + 1).min(self.most) {
            if target == states {
                self.system.push(vec![None; self.machine.inputs().len()]);
            }
            self.system[at][column] = Some(Next { answer, target });
            let found = if self.passes_so_far() { self.grow() } else { None };
            self.system.truncate(states);
            if found.is_some() {
                return found;
            }
        }
        self.system[at][column] = None;
        None
    }

    fn follow(&self, sequence: &Sequence) -> Result<(), Option<(usize, usize, AnswerId)>> {
        let (mut state, mut at) = (self.machine.initial(), 0);
        for input in sequence {
            let next = self.machine.next(state, *input).expect("suites use what is specified");
            let column = input.0 as usize;
            let own = self.system[at][column].ok_or(Some((at, column, next.answer)))?;
            if own.answer != next.answer {
                return Err(None);
            }
            (state, at) = (next.target, own.target);
        }
        Ok(())
    }

    fn first_unknown(&self) -> Option<(usize, usize, AnswerId)> {
        self.suite.iter().find_map(|sequence| self.follow(sequence).err().flatten())
    }

    fn passes_so_far(&self) -> bool {
        self.suite.iter().all(|sequence| self.follow(sequence) != Err(None))
    }
}

/// Machines that the suites accept: complete ones minimised, partial ones if they are separable.
fn subjects(seed: u64, count: usize, sizes: std::ops::RangeInclusive<usize>, open: usize) -> Vec<Fsm> {
    let mut chance = Random::new(seed);
    let mut subjects = Vec::new();
    while subjects.len() < count {
        let states = sizes.start() + chance.below(sizes.end() - sizes.start() + 1);
        let machine = random(&mut chance, states, 2, 2, open).minimised().machine;
        if machine.states() == states && characterisation_set(&machine).is_ok() {
            subjects.push(machine);
        }
    }
    subjects
}

fn assert_no_impostor(subjects: &[Fsm], extra: usize) {
    for machine in subjects {
        for (name, method) in METHODS {
            let suite = suite_of(method, machine, extra);
            let impostor = Growth::impostor(machine, &suite, machine.states() + extra);
            assert_eq!(impostor, None, "{name}, {extra} extra states: {machine:?}");
        }
    }
}

/// All complete machines with so many states, two inputs and two answers, up to the names of states; all are in reach.
fn all_systems(states: usize) -> impl Iterator<Item = Fsm> {
    let cells = 2 * states;
    let choices = 2 * states;
    let system = move |mut number: usize| {
        let mut cell = || {
            let choice = number % choices;
            number /= choices;
            Some(Next { answer: AnswerId((choice % 2) as u32), target: choice / 2 })
        };
        let table = (0..states).map(|_| vec![cell(), cell()]).collect();
        Fsm::new(0, vec![InputId(0), InputId(1)], table).unwrap()
    };
    (0..choices.pow(cells as u32))
        .map(system)
        .filter(|system| system.reachable().into_iter().eq(0..system.states()))
}

/// The minimal ones of them.
fn all_machines(states: usize) -> Vec<Fsm> {
    all_systems(states).filter(|machine| machine.minimised().machine == *machine).collect()
}

#[test]
fn a_suite_fails_exactly_the_systems_that_differ() {
    // Every machine with 2 states against every system with up to 2 states, or 3 states if one is extra.
    for extra in [0, 1] {
        let systems: Vec<(Fsm, Fsm)> = (1..=2 + extra)
            .flat_map(all_systems)
            .map(|system| (system.minimised().machine, system))
            .collect();
        for machine in all_machines(2) {
            for (name, method) in METHODS {
                let suite = suite_of(method, &machine, extra);
                for (minimised, system) in &systems {
                    let passes = suite.iter().all(|sequence| system.run(sequence) == machine.run(sequence));
                    assert_eq!(passes, *minimised == machine, "{name}: {machine:?} {system:?} {suite:?}");
                }
            }
        }
    }
}

#[test]
fn no_system_with_as_many_states_passes_wrongly() {
    assert_no_impostor(&all_machines(3), 0);
    assert_no_impostor(&subjects(11, 300, 4..=6, 0), 0);
}

#[test]
fn no_system_with_extra_states_passes_wrongly() {
    assert_no_impostor(&subjects(12, 300, 1..=4, 0), 1);
    assert_no_impostor(&subjects(13, 40, 1..=3, 0), 2);
}

#[test]
fn no_system_passes_wrongly_where_the_machine_is_partial() {
    let subjects = subjects(14, 400, 2..=5, 30);
    assert!(subjects.iter().filter(|machine| !machine.is_complete()).count() > 200);
    assert_no_impostor(&subjects, 0);
    assert_no_impostor(&subjects[..150], 1);
}

#[test]
fn a_cover_of_transitions_alone_lets_systems_pass_wrongly() {
    let mut fooled = 0;
    for machine in subjects(15, 100, 3..=4, 0) {
        let cover = transition_cover(&machine, SuiteLimits::default()).unwrap();
        fooled += usize::from(Growth::impostor(&machine, &cover, machine.states()).is_some());
    }
    assert!(fooled > 50, "only {fooled}");
}

#[test]
fn fewer_extra_states_than_a_system_has_let_it_pass_wrongly() {
    let mut fooled = 0;
    for machine in subjects(16, 50, 2..=3, 0) {
        let suite = suite_of(hsi_suite, &machine, 0);
        fooled += usize::from(Growth::impostor(&machine, &suite, machine.states() + 1).is_some());
    }
    assert!(fooled > 25, "only {fooled}");
}

#[test]
fn identifiers_keep_their_promises() {
    for machine in subjects(17, 200, 2..=6, 20) {
        let answers = |start: usize, sequence: &[InputId]| {
            let moved = Fsm::new(start, machine.inputs().to_vec(), rows(&machine)).unwrap();
            moved.run(sequence)
        };
        let own = state_identifiers(&machine).unwrap();
        let shared = harmonised_identifiers(&machine).unwrap();
        let prefixes = |sequence: &Sequence| {
            (1..=sequence.len()).map(|end| sequence[..end].to_vec()).collect::<Vec<_>>()
        };
        for one in 0..machine.states() {
            for other in (0..machine.states()).filter(|other| *other != one) {
                let differ = |sequence: &Sequence| match (answers(one, sequence), answers(other, sequence)) {
                    (Some(one), Some(other)) => one != other,
                    _ => false,
                };
                assert!(own[one].iter().flat_map(prefixes).any(|prefix| differ(&prefix)));
                let of_other: Vec<Sequence> = shared[other].iter().flat_map(prefixes).collect();
                let common = shared[one].iter().flat_map(prefixes).filter(|word| of_other.contains(word));
                assert!(common.into_iter().any(|prefix| differ(&prefix)));
            }
        }
    }
}

fn rows(machine: &Fsm) -> Vec<Vec<Option<Next>>> {
    (0..machine.states()).map(|state| machine.row(state).to_vec()).collect()
}

#[test]
fn no_sequence_of_a_suite_is_a_prefix_of_another() {
    for machine in subjects(18, 100, 2..=6, 20) {
        for (_, method) in METHODS {
            let suite = suite_of(method, &machine, 1);
            for (number, sequence) in suite.iter().enumerate() {
                let others = suite.iter().enumerate().filter(|(other, _)| *other != number);
                assert!(others.into_iter().all(|(_, other)| !other.starts_with(sequence)));
                assert!(machine.run(sequence).is_some());
            }
            assert!(suite.is_sorted_by_key(Vec::len));
        }
    }
}

#[test]
fn numbers_of_inputs_and_answers_do_not_matter_to_a_suite() {
    for machine in subjects(19, 50, 2..=5, 0) {
        let renamed_cell = |next: &Option<Next>| {
            next.map(|next| Next { answer: AnswerId(1_000 - next.answer.0), target: next.target })
        };
        let table = rows(&machine).iter().map(|row| row.iter().map(renamed_cell).collect()).collect();
        let renamed = Fsm::new(0, vec![InputId(70), InputId(3)], table).unwrap();
        let back = |input: &InputId| InputId(u32::from(input.0 == 3));
        for (_, method) in METHODS {
            let mut suite = suite_of(method, &renamed, 1);
            suite.iter_mut().flatten().for_each(|input| *input = back(input));
            assert_eq!(suite, suite_of(method, &machine, 1));
        }
    }
}

#[test]
fn wp_and_hsi_suites_lie_within_the_w_suite_and_are_smaller_on_average() {
    let inputs = |suite: &[Sequence]| suite.iter().map(Vec::len).sum::<usize>();
    let mut totals = [0; 3];
    for machine in subjects(21, 300, 2..=8, 10) {
        for extra in [0, 1] {
            let suites = METHODS.map(|(_, method)| suite_of(method, &machine, extra));
            for (total, suite) in totals.iter_mut().zip(&suites) {
                *total += inputs(suite);
                for sequence in suite {
                    assert!(suites[0].iter().any(|whole| whole.starts_with(sequence)), "{machine:?}");
                }
                assert!(inputs(suite) <= inputs(&suites[0]));
            }
        }
    }
    let [w, wp, hsi] = totals;
    assert!(wp * 10 < w * 9 && hsi * 10 < w * 9, "inputs in all: W {w}, Wp {wp}, HSI {hsi}");
}

/// The machine of figure 1 in "Principles and methods of testing finite state machines" (Lee and Yannakakis 1996).
#[test]
fn the_textbook_machine_has_two_words_and_a_short_suite() {
    let machine = crate::fsm::tests::machine(&[[(0, 0), (1, 1)], [(1, 1), (1, 2)], [(0, 2), (0, 0)]]);
    let [a, b] = [InputId(0), InputId(1)];
    assert_eq!(characterisation_set(&machine).unwrap(), [[a], [b]]);
    assert_eq!(state_identifiers(&machine).unwrap(), [vec![vec![a], vec![b]], vec![vec![a]], vec![vec![b]]]);
    let suite = suite_of(hsi_suite, &machine, 0);
    let expected: [&[InputId]; 7] =
        [&[a, a], &[a, b], &[b, a, a], &[b, b, a, a], &[b, b, a, b], &[b, b, b, a], &[b, b, b, b]];
    assert_eq!(suite, expected);
}

#[test]
fn suites_are_refused_before_they_are_made() {
    let coffee = crate::fsm::tests::coffee();
    let limits = SuiteLimits { sequences: 1_000_000, inputs: 20_000_000 };
    for (_, method) in METHODS {
        for extra in [40, usize::MAX] {
            assert!(matches!(method(&coffee, extra, limits), Err(SuiteError::TooLarge { .. })));
        }
    }
    let apart = crate::fsm::tests::machine(&[[(0, 0), (1, 0)], [(1, 1), (1, 0)]]);
    assert_eq!(w_suite(&apart, 0, limits), Err(SuiteError::NotConnected { state: 1 }));
}

//! Laws: judging and walking agree with the definitions of the papers, on machines made at random.
//!
//! The relations of monadic sequence testing are written down here as they are defined (with the corrections that `docs/src/model.md`
//! lists): a run stops at the first refused input and keeps its outputs. Gast's conformance is written down with sets of
//! traces. Neither definition looks at sets of states.

use std::collections::BTreeSet;

use crate::{
    AnswerId, Candidates, Conformance, Edge, Failure, Fixed, InputId, Observed, Random, Reactions, RunEnd,
    Specification, StateId, System, Trouble, Walks, compare, compare_along, run, shrink,
};

/// A machine given by a table.
#[derive(Debug, Clone)]
struct Table {
    initial: Vec<StateId>,
    cells: Vec<Vec<Reactions>>,
}

const INPUTS: [InputId; 2] = [InputId(0), InputId(1)];
const SILENCE: AnswerId = AnswerId(0);

impl Table {
    /// A machine with at most so many reactions to each input.
    fn random(random: &mut Random, states: usize, most: usize, starts: usize) -> Table {
        let cell = |random: &mut Random| {
            let mut edges: Vec<Edge> = Vec::new();
            for _ in 0..random.below(most + 1) {
                let edge = Edge {
                    answer: AnswerId(random.below(2) as u32),
                    target: StateId(random.below(states) as u32),
                };
                if !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
            Reactions::All(edges)
        };
        let cells = (0..states).map(|_| INPUTS.iter().map(|_| cell(random)).collect()).collect();
        let mut initial: Vec<StateId> = (0..starts).map(|_| StateId(random.below(states) as u32)).collect();
        initial.sort();
        initial.dedup();
        Table { initial, cells }
    }

    fn edges(&self, state: StateId, input: InputId) -> &[Edge] {
        self.cells[state.0 as usize][input.0 as usize].listed()
    }

    /// All traces up to a length: sequences of inputs and answers that some run shows.
    fn traces(&self, length: usize) -> BTreeSet<Vec<(InputId, AnswerId)>> {
        let mut all = BTreeSet::new();
        let mut runs: Vec<(Vec<(InputId, AnswerId)>, StateId)> =
            self.initial.iter().map(|state| (Vec::new(), *state)).collect();
        for _ in 0..=length {
            all.extend(runs.iter().map(|(trace, _)| trace.clone()));
            runs = runs
                .iter()
                .flat_map(|(trace, state)| {
                    INPUTS.iter().flat_map(move |input| {
                        self.edges(*state, *input).iter().map(move |edge| {
                            let mut longer = trace.clone();
                            longer.push((*input, edge.answer));
                            (longer, edge.target)
                        })
                    })
                })
                .collect();
        }
        all
    }

    /// The outputs of a deterministic machine, up to the first refused input.
    fn fail_save(&self, inputs: &[InputId]) -> Vec<AnswerId> {
        let mut state = self.initial[0];
        let mut outputs = Vec::new();
        for input in inputs {
            let [edge] = self.edges(state, *input) else { break };
            outputs.push(edge.answer);
            state = edge.target;
        }
        outputs
    }
}

impl Specification for Table {
    fn initial(&mut self) -> Result<Vec<StateId>, Trouble> {
        Ok(self.initial.clone())
    }

    fn reactions(&mut self, state: StateId, input: InputId) -> Result<&Reactions, Trouble> {
        Ok(&self.cells[state.0 as usize][input.0 as usize])
    }
}

/// A deterministic table as a system under test.
struct Running {
    table: Table,
    state: StateId,
}

impl System for Running {
    fn reset(&mut self) -> Result<(), String> {
        self.state = self.table.initial[0];
        Ok(())
    }

    fn step(&mut self, input: InputId) -> Observed {
        match self.table.edges(self.state, input) {
            [edge] => {
                self.state = edge.target;
                Observed::Answer(edge.answer)
            }
            _ => Observed::Refused,
        }
    }
}

/// All sequences of inputs up to a length, the empty one left out.
fn sequences(length: usize) -> Vec<Vec<InputId>> {
    let mut all: Vec<Vec<InputId>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..length {
        let to = all.len();
        for index in from..to {
            for input in INPUTS {
                let mut longer = all[index].clone();
                longer.push(input);
                all.push(longer);
            }
        }
        from = to;
    }
    all.remove(0);
    all
}

fn compared(spec: &mut Table, implementation: &mut Table, relation: Conformance) -> Option<Failure> {
    let found = compare(spec, implementation, &INPUTS, relation, SILENCE, 10_000, &mut || true);
    let found = found.expect("a table replies");
    assert!(found.complete || found.failure.is_some());
    found.failure
}

/// Every pair of deterministic machines with at most this many states is told apart by a sequence of this length.
const STATES: usize = 3;
const LONG: usize = 6;

#[test]
fn the_relations_on_deterministic_machines_are_those_of_the_definitions() {
    let mut random = Random::new(1);
    let all = sequences(LONG);
    let mut failed = [0; 3];
    for _ in 0..400 {
        let mut spec = Table::random(&mut random, STATES, 1, 1);
        let mut implementation = Table::random(&mut random, STATES, 1, 1);
        let relations = [Conformance::Inclusion, Conformance::Abort, Conformance::Deadlock];
        for (number, relation) in relations.into_iter().enumerate() {
            let wrong = all.iter().find(|inputs| {
                let outputs = spec.fail_save(inputs);
                let relevant = match relation {
                    Conformance::Inclusion => outputs.len() == inputs.len(),
                    Conformance::Deadlock => outputs.len() + 1 == inputs.len(),
                    _ => true,
                };
                relevant && implementation.fail_save(inputs) != outputs
            });
            let found = compared(&mut spec, &mut implementation, relation);
            assert_eq!(
                found.is_some(),
                wrong.is_some(),
                "{relation:?} {spec:?} {implementation:?} {wrong:?}"
            );
            failed[number] += u32::from(found.is_some());
            // The first failure is a shortest one; where a refusal must follow, the definition needs that input too.
            if let (Some(found), Some(wrong), true) = (found, wrong, relation != Conformance::Deadlock) {
                assert_eq!(found.steps.len(), wrong.len());
            }
        }
    }
    assert!(failed.iter().all(|failed| (50..390).contains(failed)), "both outcomes occur: {failed:?}");
}

#[test]
fn conformance_to_a_nondeterministic_machine_is_that_of_traces() {
    let mut random = Random::new(2);
    let mut failed = 0;
    for _ in 0..300 {
        let mut spec = Table::random(&mut random, 2, 2, 2);
        let mut implementation = Table::random(&mut random, 2, 2, 1);
        // Gast asks for systems that take every input: here silence stands for what is missing.
        for (state, row) in implementation.cells.iter_mut().enumerate() {
            for cell in row {
                if cell.listed().is_empty() {
                    *cell = Reactions::All(vec![Edge { answer: SILENCE, target: StateId(state as u32) }]);
                }
            }
        }
        let allowed = spec.traces(5);
        let shown = implementation.traces(5);
        let wrong = shown
            .iter()
            .filter(|trace| !trace.is_empty() && !allowed.contains(*trace))
            .filter(|trace| {
                let (before, (input, _)) = (&trace[..trace.len() - 1], trace[trace.len() - 1]);
                let enabled = allowed.iter().any(|other| {
                    other.len() == trace.len()
                        && other[..before.len()] == *before
                        && other[before.len()].0 == input
                });
                allowed.contains(before) && enabled
            })
            .map(Vec::len)
            .min();
        for relation in [Conformance::Inclusion, Conformance::Ioco] {
            let found = compared(&mut spec, &mut implementation, relation);
            assert_eq!(found.map(|failure| failure.steps.len()), wrong, "{spec:?} {implementation:?}");
        }
        failed += u32::from(wrong.is_some());
    }
    assert!((30..290).contains(&failed), "{failed}");
}

#[test]
fn a_run_fails_exactly_where_walking_along_its_inputs_does_and_shrinks_to_a_failure() {
    let mut random = Random::new(3);
    let mut shrunk = 0;
    for seed in 0..200 {
        let mut spec = Table::random(&mut random, STATES, 2, 1);
        let mut implementation = Table::random(&mut random, STATES, 1, 1);
        let mut system = Running { table: implementation.clone(), state: StateId(0) };
        for relation in [Conformance::Inclusion, Conformance::Abort, Conformance::Ioco] {
            let mut walks = Walks::new(&INPUTS, relation, seed);
            walks.begin(20);
            let walked = run(&mut spec, &mut system, relation, SILENCE, &mut walks);
            let inputs: Vec<InputId> = walked.steps.iter().map(|(input, _)| *input).collect();
            let along = compare_along(&mut spec, &mut implementation, &inputs, relation, SILENCE);
            let along = along.expect("a table replies");
            let RunEnd::Failed(failure) = walked.end else {
                assert_eq!(along, None, "{relation:?} {inputs:?}");
                continue;
            };
            assert_eq!(along.as_ref().map(|failure| failure.steps.len()), Some(failure.steps.len()));
            let mut fails = |inputs: &[InputId]| {
                let again = run(&mut spec, &mut system, relation, SILENCE, &mut Fixed::new(inputs));
                match again.end {
                    RunEnd::Failed(failure) => Some(*failure),
                    _ => None,
                }
            };
            let candidates = Candidates {
                others: &INPUTS,
                smaller: &mut |_| vec![INPUTS[0]],
                renamed: &mut |_| Vec::new(),
            };
            let small = shrink(*failure, 500, candidates, &mut fails);
            assert_eq!(fails(&small.inputs()).as_ref(), Some(&small));
            for place in 0..small.steps.len() {
                let mut without = small.inputs();
                without.remove(place);
                assert!(
                    fails(&without).is_none_or(|other| !other.is_like(&small)),
                    "one more can be left out"
                );
            }
            shrunk += 1;
        }
    }
    assert!(shrunk > 50, "{shrunk}");
}

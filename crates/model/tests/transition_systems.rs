//! Labelled transition systems, with inputs and outputs apart: `Machine.stepwise` makes machines of them whose step-wise ioco is that of the systems.
//!
//! The relation of Tretmans is written down here as it is defined, on traces with single outputs and quiescence: whatever the implementation
//! can put out after a trace of the specification, the specification can. It knows nothing of answers. Inputs are taken in quiet states
//! only, and what an implementation does not take it ignores.

use std::collections::BTreeSet;

use lydian_conform::{Conformance, Random, compare};
use lydian_core::{ConId, Value};
use lydian_model::{Model, Prepared, SharedBook, concretely, load};

const STATES: usize = 6;
/// States from this one on move by themselves; outputs lead upwards there, so that they end.
const FIRST_BUSY: usize = 3;
const LABELS: [&str; 2] = ["A", "B"];
const OUTPUTS: [&str; 2] = ["X", "Y"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Label {
    In(usize),
    Out(usize),
    Tau,
}

/// The moves from each state.
#[derive(Debug)]
struct System(Vec<Vec<(Label, usize)>>);

type States = BTreeSet<usize>;

impl System {
    fn random(random: &mut Random) -> System {
        let moves = |state: usize, random: &mut Random| {
            let count = 1 + random.below(2);
            let one = |random: &mut Random| match state < FIRST_BUSY {
                true => (Label::In(random.below(2)), random.below(STATES)),
                false => {
                    let label = if random.below(4) == 0 { Label::Tau } else { Label::Out(random.below(2)) };
                    let upwards = STATES - state - 1;
                    let target = random.below(FIRST_BUSY + upwards);
                    (label, if target < FIRST_BUSY { target } else { target - FIRST_BUSY + state + 1 })
                }
            };
            (0..count).map(|_| one(random)).collect()
        };
        System((0..STATES).map(|state| moves(state, random)).collect())
    }

    fn is_quiet(&self, state: usize) -> bool {
        state < FIRST_BUSY
    }

    /// The states that are reached without anything seen.
    fn closed(&self, states: &States) -> States {
        let mut all = states.clone();
        let mut work: Vec<usize> = states.iter().copied().collect();
        while let Some(state) = work.pop() {
            for (label, next) in &self.0[state] {
                if *label == Label::Tau && all.insert(*next) {
                    work.push(*next);
                }
            }
        }
        all
    }

    fn after(&self, states: &States, wanted: Label, ignores: bool) -> States {
        let mut next = States::new();
        for state in self.closed(states) {
            let taken = self.0[state].iter().filter(|(label, _)| *label == wanted);
            let before = next.len();
            next.extend(taken.map(|(_, next)| *next));
            let takes = self.0[state].iter().any(|(label, _)| *label == wanted);
            if ignores
                && !takes
                && before == next.len()
                && self.is_quiet(state)
                && matches!(wanted, Label::In(_))
            {
                next.insert(state);
            }
        }
        self.closed(&next)
    }

    fn quiet(&self, states: &States) -> States {
        states.iter().copied().filter(|state| self.is_quiet(*state)).collect()
    }

    /// What can be put out, `None` for quiescence.
    fn out(&self, states: &States) -> BTreeSet<Option<usize>> {
        let mut out = BTreeSet::new();
        for state in states {
            if self.is_quiet(*state) {
                out.insert(None);
            }
            for (label, _) in &self.0[*state] {
                if let Label::Out(output) = label {
                    out.insert(Some(*output));
                }
            }
        }
        out
    }

    /// The same as a model.
    fn text(&self) -> String {
        let mut text =
            "type state = int type input = A | B type output = X | Y\nlet init = 0\nlet moves = function\n"
                .to_owned();
        for (state, moves) in self.0.iter().enumerate() {
            let shown: Vec<String> = moves
                .iter()
                .map(|(label, next)| match label {
                    Label::In(input) => format!("(Machine.In {}, {next})", LABELS[*input]),
                    Label::Out(output) => format!("(Machine.Out {}, {next})", OUTPUTS[*output]),
                    Label::Tau => format!("(Machine.Tau, {next})"),
                })
                .collect();
            text += &format!("  | {state} -> [ {} ]\n", shown.join("; "));
        }
        text + "  | _ -> []\nlet step state input = Machine.stepwise 10 moves state input\n"
    }
}

/// Whether the implementation conforms, by the definition.
fn ioco(implementation: &System, spec: &System) -> bool {
    let start = States::from([0]);
    let mut work = vec![(spec.closed(&start), implementation.closed(&start))];
    let mut seen = BTreeSet::from([work[0].clone()]);
    while let Some((allowed, real)) = work.pop() {
        if !implementation.out(&real).is_subset(&spec.out(&allowed)) {
            return false;
        }
        let labels = (0..2).map(Label::In).chain((0..2).map(Label::Out));
        let mut nexts: Vec<(States, States)> = labels
            .map(|label| (spec.after(&allowed, label, false), implementation.after(&real, label, true)))
            .collect();
        nexts.push((spec.quiet(&allowed), implementation.quiet(&real)));
        for next in nexts {
            if !next.0.is_empty() && !next.1.is_empty() && seen.insert(next.clone()) {
                work.push(next);
            }
        }
    }
    true
}

fn model(text: &str) -> Model {
    let (model, faults) = load(&lydian_diagnostic::Source::new("system.ml", text));
    model.unwrap_or_else(|| panic!("{faults:?}\n{text}"))
}

fn stepwise_ioco(implementation: &System, spec: &System) -> bool {
    let models = [model(&spec.text()), model(&implementation.text())];
    let prepared = [&models[0], &models[1]].map(|model| Prepared::new(model).expect("definitions"));
    let book = SharedBook::default();
    concretely(&prepared[0], &book, |spec| {
        concretely(&prepared[1], &book, |implementation| {
            let inputs = spec.alphabet().expect("inputs").inputs;
            let silence = spec.intern_answer(&Value::Constant(ConId::NIL)).expect("a list");
            let relation = Conformance::Ioco;
            let compared = compare(spec, implementation, &inputs, relation, silence, 10_000, &mut || true)
                .expect("replies");
            compared.failure.is_none()
        })
    })
}

#[test]
fn stepwise_ioco_of_alternating_systems_is_ioco() {
    let mut random = Random::new(5);
    let mut conform = 0;
    for round in 0..200 {
        let spec = System::random(&mut random);
        // Every other implementation is the specification with one state changed: otherwise hardly any conforms.
        let mut implementation = System::random(&mut random);
        if round % 2 == 0 {
            let changed = random.below(STATES);
            for (state, moves) in spec.0.iter().enumerate() {
                if state != changed {
                    implementation.0[state].clone_from(moves);
                }
            }
        }
        let right = ioco(&implementation, &spec);
        assert_eq!(stepwise_ioco(&implementation, &spec), right, "{spec:?}\n{implementation:?}");
        conform += u32::from(right);
    }
    assert!((20..180).contains(&conform), "both outcomes occur: {conform}");
}

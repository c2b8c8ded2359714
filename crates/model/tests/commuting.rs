//! Suites without other orders of inputs that commute: they kill every mutant that the whole suite kills, if the mutant answers inputs that
//! commute in the model in either order alike. That is the hypothesis of such a suite; mutants without it can escape.

use lydian_conform::{Conformance, Random, compare_along};
use lydian_core::{ConId, Value};
use lydian_diagnostic::Source;
use lydian_model::{Method, Model, Prepared, SharedBook, SuiteRequest, concretely, load};

/// Two machines of two states side by side, with an input and a look of their own; `left` and `right` are what they answer and where they go.
fn text(machines: &Machines) -> String {
    let mut arms = String::new();
    for (machine, names) in [["A", "B"], ["C", "D"]].iter().enumerate() {
        for (place, (answer, target)) in machines[machine].iter().enumerate() {
            let (state, input) = (place / 2, names[place % 2]);
            arms += &match machine {
                0 => format!("  | ({state}, r), {input} -> Some (O {answer}, ({target}, r))\n"),
                _ => format!("  | (l, {state}), {input} -> Some (O {answer}, (l, {target}))\n"),
            };
        }
    }
    format!(
        "type state = int * int type input = A | B | C | D type output = O of int\nlet init = (0, 0)\nlet step s i = match s, i with\n{arms}  | _ -> None\n"
    )
}

type Machines = [[(usize, usize); 4]; 2];

/// The answers to some inputs, and where they lead.
fn run(machines: &Machines, inputs: &[usize]) -> (Vec<usize>, [usize; 2]) {
    let mut state = [0, 0];
    let answers = inputs.iter().map(|input| {
        let (machine, input) = (input / 2, input % 2);
        let (answer, target) = machines[machine][state[machine] * 2 + input];
        state[machine] = target;
        answer
    });
    (answers.collect(), state)
}

/// All sequences up to a length.
fn sequences(longest: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last.iter().flat_map(|before| (0..4).map(|input| [&before[..], &[input]].concat())).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Whether the mutant answers in either order alike wherever two inputs commute in the specification.
fn keeps_what_commutes(spec: &Machines, mutant: &Machines) -> bool {
    sequences(LONGEST - 2).iter().all(|before| {
        (0..16).map(|pair| (pair / 4, pair % 4)).all(|(first, second)| {
            let orders = |behind: &[usize]| {
                [[first, second], [second, first]].map(|pair| [&before[..], &pair, behind].concat())
            };
            let alike = |machines: &Machines, behind: &[usize], states: bool| {
                let [(one, state), (mut other, end)] = orders(behind).map(|inputs| run(machines, &inputs));
                other.swap(before.len(), before.len() + 1);
                one == other && (!states || state == end)
            };
            !alike(spec, &[], true)
                || sequences(LONGEST - 2 - before.len()).iter().all(|behind| alike(mutant, behind, false))
        })
    })
}

/// The longest sequences of the suites.
const LONGEST: usize = 4;

fn drawn(random: &mut Random) -> [(usize, usize); 4] {
    std::array::from_fn(|_| (random.below(2), random.below(2)))
}

fn model(text: &str) -> Model {
    let (model, faults) = load(&Source::new("model.ml", text));
    model.unwrap_or_else(|| panic!("{faults:?}\n{text}"))
}

fn request(reduced: bool) -> SuiteRequest {
    SuiteRequest {
        method: Method::Paths,
        conformance: Conformance::Inclusion,
        lengths: 1..=LONGEST,
        extra: 0,
        data: 1,
        reduced,
        walks: 0,
        seed: 0,
        given: Vec::new(),
        deadline: None,
        work: 100_000_000,
    }
}

#[test]
fn a_reduced_suite_kills_every_mutant_that_the_whole_one_kills() {
    let mut random = Random::new(8);
    let (mut killed, mut spared, mut without, mut all, mut few) = (0, 0, 0, 0, 0);
    for _ in 0..16 {
        let machines = [drawn(&mut random), drawn(&mut random)];
        let spec = model(&text(&machines));
        let prepared = Prepared::new(&spec).expect("definitions");
        let book = SharedBook::default();
        concretely(&prepared, &book, |spec| {
            let suites = [false, true].map(|reduced| {
                let suite = spec.suite(&request(reduced)).expect("a suite");
                spec.sequences_of(&suite.cases).expect("sequences")
            });
            all += suites[0].len();
            few += suites[1].len();
            // Every mutant of one cell.
            for cell in 0..8 {
                for change in 1..4 {
                    let mut mutant = machines;
                    let (answer, target) = &mut mutant[cell / 4][cell % 4];
                    *answer ^= change & 1;
                    *target ^= change >> 1;
                    let keeps = keeps_what_commutes(&machines, &mutant);
                    let mutant = model(&text(&mutant));
                    let prepared = Prepared::new(&mutant).expect("definitions");
                    let kills = concretely(&prepared, &book, |mutant| {
                        let silence = spec.intern_answer(&Value::Constant(ConId::NIL)).expect("a list");
                        [0, 1].map(|which: usize| {
                            suites[which].iter().any(|(_, inputs)| {
                                compare_along(spec, mutant, inputs, Conformance::Inclusion, silence)
                                    .expect("replies")
                                    .is_some()
                            })
                        })
                    });
                    if !keeps {
                        without += 1;
                        continue;
                    }
                    assert_eq!(kills[0], kills[1], "{machines:?} cell {cell} change {change}");
                    killed += u32::from(kills[0]);
                    spared += u32::from(!kills[0]);
                }
            }
        });
    }
    assert!(killed > 60 && spared > 0 && without > 0, "all occur: {killed}, {spared} and {without}");
    assert!(few * 2 < all, "less than half is left: {few} of {all}");
}

//! Laws of the door, on models made at random: what is generated is what the model does, what is proved holds wherever
//! somebody looks, and a difference in the data is found if there is one.

use lydian_conform::{Conformance, InputId, Random, Specification, StateSet, compare_along};
use lydian_core::Value;
use lydian_diagnostic::Source;
use lydian_model::{
    Answered, Checking, Comparing, Concrete, Generating, Model, Prepared, SharedBook, concretely, load,
};

fn model(text: &str) -> Model {
    let (model, faults) = load(&Source::new("model.ml", text));
    model.unwrap_or_else(|| panic!("{faults:?}\n{text}"))
}

/// A finite machine with choices: three states, two inputs.
fn finite(random: &mut Random) -> String {
    let mut arms = String::new();
    for state in ["A", "B", "C"] {
        for input in ["X", "Y"] {
            let choices: Vec<String> = (0..random.below(3))
                .map(|_| {
                    let target = ["A", "B", "C"][random.below(3)];
                    let outputs = ["[]", "[O]", "[P; O]"][random.below(3)];
                    format!("{target}, {outputs}")
                })
                .collect();
            arms += &format!("  | {state}, {input} -> [{}]\n", choices.join("; "));
        }
    }
    format!(
        "type state = A | B | C\ntype input = X | Y\ntype output = O | P\nlet init = A\nlet step s i = match s, i with\n{arms}"
    )
}

/// All runs of the machine up to a length, as inputs with the chosen reactions.
fn runs(spec: &mut Concrete<'_, '_, '_>, length: usize) -> usize {
    let inputs = spec.alphabet().expect("inputs").inputs;
    let mut now = spec.initial().expect("a state");
    let mut count = 0;
    for _ in 0..length {
        let mut next = Vec::new();
        for state in &now {
            for input in &inputs {
                // The same reaction listed twice is one for a walk, but two for a path through the function.
                let args = [spec.state_value(*state), spec.input_value(*input)];
                let step = spec.definition("step");
                let mut list = spec.call(&step, &args).expect("a list");
                while let Value::Block(cell) = &list.clone() {
                    let Value::Block(pair) = &cell.fields[0] else { panic!("a pair") };
                    next.push(spec.intern_state(&pair.fields[0]).expect("a state"));
                    list = cell.fields[1].clone();
                }
            }
        }
        count += next.len();
        now = next;
    }
    count
}

#[test]
fn a_path_is_a_run_of_a_finite_machine_and_every_run_is_a_path() {
    let mut random = Random::new(11);
    let mut cases = 0;
    for _ in 0..25 {
        let model = model(&finite(&mut random));
        let prepared = Prepared::new(&model).expect("definitions");
        concretely(&prepared, &SharedBook::default(), |spec| {
            let generating = Generating {
                lengths: 1..=3,
                conformance: Conformance::Inclusion,
                work: 50_000_000,
                deadline: None,
                patterns: false,
                data: 1,
                seed: 0,
            };
            let generated = spec.generate(&generating);
            assert!(generated.complete);
            assert_eq!(generated.cases.len(), runs(spec, 3), "{}", model.source.text);
            cases += generated.cases.len();
        });
    }
    assert!(cases > 200, "{cases}");
}

/// A counter with data: its constants decide what is accepted and what comes out.
fn counter(limit: usize, step: usize, answer: usize) -> String {
    format!(
        "type state = int\ntype input = Add of int | Get\ntype output = Done | Is of int\nlet init = 0\n\
         let step n = function\n  | Add k -> if k >= 0 && n + k <= {limit} then Some (Done, n + k * {step}) else None\n\
         \x20 | Get -> Some (Is (if n > {answer} then n - 1 else n), n)\n"
    )
}

fn comparing(relation: Conformance) -> Comparing {
    Comparing { conformance: relation, most_places: 300, depth: 3, work: 20_000_000, deadline: None }
}

#[test]
fn models_that_agree_by_solving_agree_on_all_small_data() {
    let mut random = Random::new(12);
    let (mut agreed, mut refuted) = (0, 0);
    for _ in 0..30 {
        let mut draw = |bound| random.below(bound);
        let first = counter(4 + draw(3), 1 + draw(2), 3 + draw(4));
        // Most pairs differ; now and then they are the same.
        let second =
            if draw(3) == 0 { first.clone() } else { counter(4 + draw(3), 1 + draw(2), 3 + draw(4)) };
        let (spec, implementation) = (model(&first), model(&second));
        let [left, right] = Prepared::pair(&spec, &implementation).expect("definitions");
        for relation in [Conformance::Inclusion, Conformance::Abort] {
            let book = SharedBook::default();
            concretely(&left, &book, |spec| {
                concretely(&right, &book, |implementation| {
                    let versus = spec.versus(implementation, &comparing(relation)).expect("a result");
                    let shortest = by_trying(spec, implementation, relation);
                    match (&versus.failure, shortest) {
                        (Some(failure), Some(shortest)) => {
                            assert!(failure.steps.len() <= shortest, "{first}{second}");
                            refuted += 1;
                        }
                        (Some(_), None) => refuted += 1,
                        (None, Some(shortest)) => {
                            panic!("{relation:?}: {shortest} inputs tell them apart\n{first}{second}")
                        }
                        (None, None) => {
                            assert_eq!(versus.depth, Some(3), "{first}{second}");
                            agreed += 1;
                        }
                    }
                });
            });
        }
    }
    assert!(agreed > 5 && refuted > 10, "{agreed} {refuted}");
}

/// The length of the shortest sequence over small data that tells two counters apart, up to three inputs.
fn by_trying(
    spec: &mut Concrete<'_, '_, '_>,
    implementation: &mut Concrete<'_, '_, '_>,
    relation: Conformance,
) -> Option<usize> {
    let mut inputs: Vec<InputId> = Vec::new();
    let texts = (-1..8).map(|k| format!("Add ({k})")).chain(["Get".to_owned()]);
    for text in texts {
        let (input, types) = (spec.model().input.clone(), spec.model().program.types.clone());
        let datum = lydian_ocaml::read_value(&text, &input, &types).expect("an input");
        let value = spec.value(&datum);
        inputs.push(spec.intern_input(&value).expect("a number"));
    }
    let silence = spec.silence().expect("a number");
    let mut sequences: Vec<Vec<InputId>> = vec![Vec::new()];
    for length in 1..=3 {
        let mut longer = Vec::new();
        for sequence in &sequences {
            for input in &inputs {
                let mut next = sequence.clone();
                next.push(*input);
                if compare_along(spec, implementation, &next, relation, silence).expect("a result").is_some()
                {
                    return Some(length);
                }
                longer.push(next);
            }
        }
        sequences = longer;
    }
    None
}

#[test]
fn what_is_proved_about_a_model_holds_along_random_walks() {
    let mut random = Random::new(13);
    let (mut proved, mut refuted) = (0, 0);
    for _ in 0..30 {
        let wanted = ["A", "B", "C"][random.below(3)];
        let text = format!("{}let prop_never s = s <> {wanted}\n", finite(&mut random));
        let model = model(&text);
        let prepared = Prepared::new(&model).expect("definitions");
        concretely(&prepared, &SharedBook::default(), |spec| {
            let checking = Checking { most_states: 100, depth: 3, work: 1_000_000, deadline: None };
            let explored = spec.explore(&checking).expect("states");
            let asked = vec!["prop_never".to_owned()];
            let question = spec.questions(&asked, &explored).pop().expect("the property");
            let answered = spec.answer(&question, &explored, &checking);
            let seen = walk_sees(spec, &mut random, wanted);
            match answered {
                Answered::Proved { .. } => {
                    assert!(!seen, "{text}");
                    proved += 1;
                }
                Answered::Refuted(found) => {
                    assert_eq!(found.state.as_deref(), Some(wanted));
                    refuted += 1;
                }
                other => panic!("a finite model is decided: {other:?}"),
            }
        });
    }
    assert!(proved > 3 && refuted > 3, "{proved} {refuted}");
}

fn walk_sees(spec: &mut Concrete<'_, '_, '_>, random: &mut Random, wanted: &str) -> bool {
    let inputs = spec.alphabet().expect("inputs").inputs;
    let mut states = StateSet::new(spec.initial().expect("a state"));
    for _ in 0..60 {
        if states.states().iter().any(|state| spec.show_state(*state) == wanted) {
            return true;
        }
        let input = inputs[random.below(inputs.len())];
        let (allowed, _) = states.allowed(spec, input).expect("answers");
        if let Some(answer) = allowed.first() {
            states = states.after(spec, input, *answer).expect("states");
        }
    }
    false
}

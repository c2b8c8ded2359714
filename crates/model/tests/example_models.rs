//! The models under `examples/models`: each is one, and two side by side differ on as few inputs as a search by hand found.
//! What the coffee machines and the queue give is in Koopman and Plasmeijer, "Fully Automatic Testing with Functions as Specifications".

use std::path::{Path, PathBuf};

use lydian_conform::{Compared, Conformance, compare};
use lydian_core::{ConId, Datum, Value};
use lydian_diagnostic::Source;
use lydian_model::codec::{Codec, Wire};
use lydian_model::{Generating, Model, Prepared, Shape, SharedBook, concretely, load};

/// Places that a comparison visits at most, unless it needs more for what is shown.
const PLACES: usize = 3_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/models")
}

fn model(name: &str) -> Model {
    let path = folder().join(format!("{name}.ml"));
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (model, faults) = load(&Source::from_bytes(name, &text));
    model.unwrap_or_else(|| panic!("{name}: {faults:#?}"))
}

/// The sequence that shows the shortest failure, as text, with the rest of what was found.
fn compared(spec: &str, implementation: &str, places: usize) -> (Option<Vec<String>>, Compared) {
    let (spec, implementation) = (model(spec), model(implementation));
    let prepared = [&spec, &implementation].map(|model| Prepared::new(model).expect("definitions"));
    let book = SharedBook::default();
    concretely(&prepared[0], &book, |spec| {
        concretely(&prepared[1], &book, |implementation| {
            let inputs = spec.alphabet().expect("inputs").inputs;
            let silence = spec.intern_answer(&Value::Constant(ConId::NIL)).expect("an answer");
            let relation = Conformance::Inclusion;
            let found = compare(spec, implementation, &inputs, relation, silence, places, &mut || true)
                .expect("a comparison");
            let failure = found.failure.as_ref();
            let shown = failure.map(|failure| {
                failure.inputs().iter().map(|input| spec.show_input(*input)).collect::<Vec<String>>()
            });
            (shown, found)
        })
    })
}

/// The number of inputs of the shortest failure; 0 for a proof that there is none.
fn shortest(spec: &str, implementation: &str) -> Option<usize> {
    let (failure, found) = compared(spec, implementation, PLACES);
    match failure {
        Some(inputs) => Some(inputs.len()),
        None => found.complete.then_some(0),
    }
}

#[test]
fn every_example_is_a_model() {
    let shapes = [
        ("bank/bank", Shape::Partial),
        ("bank/nondeterministic", Shape::Answers),
        ("bank/conditions", Shape::PrePost),
        ("coffee/c4", Shape::Choices),
        ("ftp/ftp", Shape::Choices),
        ("keos/interleaving", Shape::Choices),
        ("keos/keos", Shape::Partial),
        ("kvstore/kvstore", Shape::Partial),
        ("memory/memory", Shape::Partial),
        ("queue/queue", Shape::Choices),
        ("rbt/rbt", Shape::Partial),
    ];
    for (name, shape) in shapes {
        assert_eq!(model(name).shape, shape, "{name}");
    }
}

#[test]
fn coffee_machines_implement_each_other_as_far_as_their_paper_says() {
    // 0 is a proof, None that nothing was found in a walk without end.
    let machines = ["c2", "c3", "c3_dime", "c4", "c0_enabled", "c1_enabled"];
    let table = [
        ("c0", [Some(0), Some(0), Some(0), Some(0), Some(0), Some(2)]),
        ("c1", [Some(0), Some(0), Some(0), Some(0), Some(0), Some(0)]),
        ("c2", [Some(0), Some(2), Some(2), Some(3), Some(0), Some(2)]),
        ("c3", [Some(2), Some(0), Some(2), Some(2), Some(2), Some(2)]),
        ("c3_dime", [Some(2), Some(2), Some(0), Some(2), Some(2), Some(2)]),
        ("c4", [Some(3), Some(2), Some(2), None, Some(3), Some(2)]),
        ("c0_enabled", [Some(0), Some(2), Some(2), Some(3), Some(0), Some(2)]),
        ("c1_enabled", [Some(0), Some(2), Some(2), Some(3), Some(0), Some(0)]),
    ];
    for (spec, row) in table {
        for (implementation, expected) in machines.iter().zip(row) {
            let found = shortest(&format!("coffee/{spec}"), &format!("coffee/{implementation}"));
            assert_eq!(found, expected, "{implementation} as {spec}");
        }
    }
}

#[test]
fn a_machine_that_refuses_inputs_implements_no_total_one() {
    let (failure, _) = compared("coffee/c2", "coffee/c0", PLACES);
    assert_eq!(failure.as_deref(), Some(&["Button".to_owned()][..]));
}

#[test]
fn each_mutant_of_the_queue_falls_to_a_shortest_sequence() {
    let mutants: [(&str, &[&str]); 9] = [
        ("back_to_new", &["Init", "In 1", "Out", "In 1", "Out"]),
        ("duplicate_at_end", &["Init", "In 1", "In 2", "In 1", "Out", "Out"]),
        ("duplicate_at_front", &["Init", "In 1", "In 2", "In 2", "Out"]),
        ("duplicate_cuts_tail", &["Init", "In 1", "In 1", "Size"]),
        ("duplicate_doubled", &["Init", "In 1", "In 1", "Size"]),
        ("duplicate_dropped", &["Init", "In 1", "In 1", "Size"]),
        ("fifo", &["Init", "In 2", "In 1", "Out"]),
        ("implicit_init", &["In 1", "Out"]),
        ("stack", &["Init", "In 1", "In 2", "Out"]),
    ];
    for (mutant, expected) in mutants {
        let (failure, _) = compared("queue/queue", &format!("queue/mutants/{mutant}"), PLACES);
        assert_eq!(failure.expect("a failure"), expected, "{mutant}");
    }
}

#[test]
fn the_mutant_that_is_none_passes() {
    let (failure, found) = compared("queue/queue", "queue/mutants/equivalent", PLACES);
    assert!(failure.is_none() && found.judged > 1_000, "{failure:?} {}", found.judged);
}

#[test]
fn the_queue_of_25_elements_falls_to_28_inputs() {
    let (failure, _) = compared("queue/queue", "queue/mutants/capacity", 20_000);
    assert_eq!(failure.expect("a failure").len(), 28);
}

#[test]
fn a_red_black_tree_is_a_set_unless_deletion_loses_a_node() {
    assert_eq!(shortest("rbt/set", "rbt/rbt"), Some(0));
    assert_eq!(shortest("rbt/set", "rbt/rbt_wrong"), Some(6));
}

#[test]
fn a_bank_by_conditions_is_a_bank_by_answers() {
    let (failure, found) = compared("bank/nondeterministic", "bank/conditions", 30);
    assert!(failure.is_none() && found.trouble.is_none(), "{failure:?} {:?}", found.trouble);
    assert!(found.judged > 300, "{}", found.judged);
}

/// A wire file of the store, with its model.
fn store_wire(file: &str) -> (Wire, Model) {
    let model = model("kvstore/kvstore");
    let text = std::fs::read(folder().join("kvstore").join(file)).expect("a wire file");
    let source = Source::from_bytes(file, &text);
    let (wire, faults) = Wire::read(&source, &model.input, &model.output, &model.program.types);
    (wire.unwrap_or_else(|| panic!("{faults:#?}")), model)
}

/// The inputs that a model lists.
fn inputs(model: &Model) -> Vec<Datum> {
    let prepared = Prepared::new(model).expect("definitions");
    concretely(&prepared, &SharedBook::default(), |spec| {
        let inputs = spec.alphabet().expect("inputs").inputs;
        inputs.into_iter().map(|input| spec.datum(&spec.input_value(input))).collect()
    })
}

#[test]
fn the_store_speaks_lines() {
    let (wire, model) = store_wire("kvstore.toml");
    let messages = inputs(&model).into_iter().map(|input| wire.encode(&input).expect("a message"));
    let lines: Vec<String> = messages.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    assert_eq!(lines[..4], ["COUNT", "GET a", "DELETE a", "PUT a 1"]);
    let meaning = |line: &str| {
        let output = wire.decode(line.as_bytes()).expect("a meaning");
        output.map(|output| lydian_ocaml::show(&output, &model.program.types))
    };
    let meanings = ["OK", "VALUE 2", "MISSING", "NUMBER 3"].map(|line| meaning(line).unwrap_or_default());
    assert_eq!(meanings, ["Ok", "Value 2", "Missing", "Number 3"]);
    assert_eq!(meaning("ERROR"), None);
}

#[test]
fn the_store_speaks_http() {
    let (wire, model) = store_wire("kvstore-http.toml");
    let requests: Vec<String> = inputs(&model)
        .into_iter()
        .map(|input| wire.request(&input).expect("a request"))
        .map(|request| format!("{} {}", request.method, request.path))
        .collect();
    assert_eq!(requests[..4], ["GET /count", "GET /keys/a", "DELETE /keys/a", "PUT /keys/a"]);
    let meaning = |status: u16, body: &str| {
        let output = wire.answer(status, body.as_bytes()).expect("a meaning");
        output.map(|output| lydian_ocaml::show(&output, &model.program.types))
    };
    let answers = [(204, ""), (200, "2"), (404, ""), (200, "3 keys")];
    let meanings = answers.map(|(status, body)| meaning(status, body).unwrap_or_default());
    assert_eq!(meanings, ["Ok", "Value 2", "Missing", "Number 3"]);
    assert_eq!(meaning(400, ""), None);
}

/// The number of sequences for each length, from 1 on.
fn cases(name: &str, length: usize) -> Vec<u64> {
    let model = model(name);
    let prepared = Prepared::new(&model).expect("definitions");
    let generating = Generating {
        lengths: 1..=length,
        conformance: Conformance::Inclusion,
        work: 50_000_000,
        deadline: None,
        patterns: false,
        data: 1,
        seed: 0,
    };
    let generated = concretely(&prepared, &SharedBook::default(), |spec| spec.generate(&generating));
    assert!(generated.complete, "{name}");
    generated.lengths.iter().map(|counts| counts.cases).collect()
}

#[test]
fn paths_through_the_examples_are_as_many_as_can_be_counted_by_hand() {
    // A deposit or a withdrawal at each place but the last.
    assert_eq!(cases("bank/bank", 7), [1, 2, 4, 8, 16, 32, 64]);
    // A send or a receipt in each direction, and at the end the status of one of two threads.
    assert_eq!(cases("keos/keos", 3), [2, 8, 32]);
    // The length says it all but for the port, one of four.
    assert_eq!(cases("ftp/ftp", 40)[..3], [0, 4, 4]);
    assert_eq!(cases("ftp/ftp", 40).iter().sum::<u64>(), 39 * 4);
}

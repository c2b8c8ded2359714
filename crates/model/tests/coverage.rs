//! Branches of models: which a suite takes, and how the others can be taken.

use std::path::Path;

use lydian_conform::{Conformance, Specification, compare};
use lydian_core::Datum;
use lydian_diagnostic::Source;
use lydian_model::{
    BranchCoverage, Covering, Given, Model, Prepared, Reachable, Reaching, SharedBook, concretely, load,
};
use lydian_ocaml::instrument;

fn example(name: &str) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/models/{name}.ml"));
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    of(&String::from_utf8_lossy(&text))
}

fn of(text: &str) -> Model {
    let (model, faults) = load(&Source::new("m.ml", text));
    model.unwrap_or_else(|| panic!("{faults:#?}"))
}

/// Sequences of inputs in OCaml's notation.
fn suite(model: &Model, sequences: &[&str]) -> Vec<Given> {
    let read = |text: &&str| {
        let inputs: Vec<Datum> = lydian_ocaml::read_values(text, &model.input, &model.program.types)
            .unwrap_or_else(|error| panic!("{text}: {error:?}"));
        Given { initial: None, inputs }
    };
    sequences.iter().map(read).collect()
}

const REACHING: Reaching = Reaching { length: 4, work: 200_000, most_states: 500, deadline: None };

/// Measures a suite and asks for the branches that it does not take.
fn covered(model: &Model, sequences: &[&str]) -> BranchCoverage {
    let covering = Covering::new(model, &[]).expect("branches");
    let mut coverage = covering.measure(&suite(model, sequences)).expect("a measurement");
    covering.reach(&mut coverage, &REACHING).expect("a search");
    for branch in coverage.missed() {
        if let Some(Reachable::By(way)) = &branch.reachable {
            let again = covering.measure(std::slice::from_ref(way)).expect("a measurement");
            assert!(again.branches.iter().any(|other| other.span == branch.span && other.hit), "{branch:?}");
        }
    }
    coverage
}

/// How each branch that was not taken can be.
fn ways(model: &Model, coverage: &BranchCoverage) -> Vec<(String, String)> {
    let tell = |reachable: &Reachable| match reachable {
        Reachable::By(way) => {
            let show = |datum: &Datum| lydian_ocaml::show(datum, &model.program.types);
            way.inputs.iter().map(show).collect::<Vec<_>>().join("; ")
        }
        other => format!("{other:?}"),
    };
    let missed = coverage.missed().map(|branch| (branch.text.clone(), branch.reachable.as_ref()));
    missed.map(|(text, reachable)| (text, reachable.map_or_else(String::new, tell))).collect()
}

#[track_caller]
fn assert_ways(model: &Model, coverage: &BranchCoverage, expected: &[(&str, &str)]) {
    let found = ways(model, coverage);
    let found: Vec<(&str, &str)> = found.iter().map(|(text, way)| (&**text, &**way)).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_branch_that_is_never_taken_is_named_with_a_shortest_way_to_it() {
    let machine = example("coffee/c3");
    let coverage = covered(&machine, &["Nickel; Nickel; Button"]);
    assert_eq!((coverage.hits(), coverage.branches.len()), (3, 8));
    assert_ways(
        &machine,
        &coverage,
        &[
            ("S0, Dime -> [ (S10, []) ]", "Dime"),
            ("S5, Dime -> [ (S10, [ Nickel_back ]) ]", "Nickel; Dime"),
            ("S10, Nickel -> [ (S10, [ Nickel_back ]) ]", "Dime; Nickel"),
            ("S10, Dime -> [ (S10, [ Dime_back ]) ]", "Dime; Dime"),
            ("(S0 | S5), Button -> [ (state, []) ]", "Button"),
        ],
    );
    let first = &coverage.branches[0];
    assert_eq!(&machine.source.text[first.span.clone()], "S0, Nickel -> [ (S5, []) ]");
}

#[test]
fn a_branch_that_nothing_takes_is_said_to_be_out_of_reach() {
    let text = "type state = A | B | C type input = Go | Stay type output = Done
let init = A
let step s i = match s, i with
  | A, Go -> Some (Done, B)
  | B, Go -> Some (Done, A)
  | C, _ -> if i = Go then None else Some (Done, C)
  | _, Stay -> None";
    let model = of(text);
    let coverage = covered(&model, &["Go; Stay"]);
    assert_ways(
        &model,
        &coverage,
        &[
            ("B, Go -> Some (Done, A)", "Go; Go"),
            ("C, _ -> if i = Go then None else Some (Done, C)", "Never"),
            ("if i = Go then None", "Never"),
            ("if i = Go ... else Some (Done, C)", "Never"),
        ],
    );
}

#[test]
fn branches_behind_data_are_solved_for() {
    let text = "type state = int type input = Put of int | Get type output = Is of int | Odd
let init = 0
let step s i = match i with
  | Put n when n > 1000 && n * 3 = 3 * s + 3702 -> if s > 5000 then Some (Odd, n) else Some (Is s, n)
  | Put n when n > 0 && n < 0 -> None
  | Put n -> Some (Is s, n)
  | Get -> Some (Is s, s)";
    let model = of(text);
    let coverage = covered(&model, &["Put 1; Get"]);
    let found = ways(&model, &coverage);
    assert_eq!(coverage.hits(), 2);
    assert_eq!(found[0].1, "Put 1234");
    // The state must be large already.
    assert!(
        found[1].0.starts_with("if s > 5000 then") && found[1].1.matches("Put").count() == 2,
        "{found:?}"
    );
    assert_eq!(found[2].1, "Put 1234");
    assert_eq!((&*found[3].0, &*found[3].1), ("Put n when n > 0 && n < 0 -> None", "NotUpTo(4)"));
}

#[test]
fn all_branches_of_a_queue_are_reached_by_at_most_four_inputs() {
    let queue = example("queue/queue");
    let coverage = covered(&queue, &["Init; In 2; Out", "Size; Sum"]);
    assert_eq!((coverage.hits(), coverage.branches.len()), (6, 15));
    let found = ways(&queue, &coverage);
    assert!(found.iter().all(|(_, way)| way.split("; ").count() <= 3), "{found:?}");
    assert!(found.iter().all(|(_, way)| !way.starts_with("Not")), "{found:?}");
    assert!(found[0].0.starts_with("b :: rest -> if a < b then a :: queue"), "{found:?}");
}

#[test]
fn a_branch_that_raises_counts_as_taken() {
    let text = "type state = int type input = Go type output = Done
let init = 0
let step s Go = if s = 0 then failwith \"no\" else Some (Done, s)";
    let model = of(text);
    let coverage = covered(&model, &["Go"]);
    assert_ways(&model, &coverage, &[("if s = 0 ... else Some (Done, s)", "Never")]);
}

#[test]
fn both_sides_of_a_choice_are_followed() {
    let text = "type state = A | B | C type input = Go type output = Done
let init = A
let step s Go = match s with A -> [ (B, []); (C, [ Done ]) ] | B -> [ (B, []) ] | C -> [ (C, []) ]";
    let coverage = covered(&of(text), &["Go; Go"]);
    assert_eq!((coverage.hits(), coverage.branches.len()), (3, 3));
}

#[test]
fn conditions_have_branches_for_answers_that_they_reject() {
    let text = "type state = int type input = Inc | Dec type output = Is of int
let init = 0
let pre s i = match i with Inc -> true | Dec -> s > 0
let post s i (Is n) next = match i with
  | Inc -> if n = s then next = s + 1 else false
  | Dec -> n = s && next = s - 1";
    let model = of(text);
    let coverage = covered(&model, &["Inc"]);
    assert_ways(
        &model,
        &coverage,
        &[
            ("Dec -> s > 0", "Dec"),
            ("if n = s ... else false", "OnlyRejecting"),
            ("Dec -> n = s && next = s - 1", "Inc; Dec"),
        ],
    );
}

#[test]
fn a_model_without_branches_has_none() {
    let text =
        "type state = int type input = Go type output = Done let init = 0 let step s Go = Some (Done, s)";
    assert_eq!(covered(&of(text), &["Go"]), BranchCoverage::default());
}

#[test]
fn every_example_means_the_same_when_its_branches_are_noted() {
    let names = [
        "bank/bank",
        "bank/nondeterministic",
        "bank/conditions",
        "coffee/c0_enabled",
        "coffee/c4",
        "ftp/ftp",
        "keos/interleaving",
        "keos/keos",
        "kvstore/kvstore",
        "memory/memory",
        "queue/queue",
        "rbt/rbt",
    ];
    for name in names {
        let model = example(name);
        let (source, branches) = instrument(&model.source, &["step", "enabled", "pre", "post"]);
        assert!(!branches.is_empty(), "{name}");
        let noting = of(&source.text);
        let prepared = [&model, &noting].map(|model| Prepared::new(model).expect("definitions"));
        let book = SharedBook::default();
        concretely(&prepared[0], &book, |model| {
            concretely(&prepared[1], &book, |noting| {
                // Not every example lists its initial states.
                if model.initial().is_err() {
                    return;
                }
                let inputs = model.alphabet().expect("inputs").inputs;
                let silence = model.silence().expect("an answer");
                let relation = Conformance::Abort;
                let found =
                    compare(model, noting, &inputs, relation, silence, 60, &mut || true).expect("a walk");
                assert_eq!(found.failure, None, "{name}");
                assert!(found.judged > 0, "{name}");
            });
        });
    }
}

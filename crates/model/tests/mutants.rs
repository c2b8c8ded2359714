//! What suites are worth: mutants of the example models, with every number stated.

use std::path::Path;
use std::time::Duration;

use lydian_budget::Deadline;
use lydian_conform::Conformance;
use lydian_core::Datum;
use lydian_diagnostic::Source;
use lydian_model::{Fate, Given, Model, ScoreCounts, Scored, Scoring, load, mutants_of, score};

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

fn scored(model: &Model, sequences: &[&str], conformance: Conformance, depth: usize) -> Scored {
    let suite = suite(model, sequences);
    let scoring = Scoring {
        conformance,
        suite: &suite,
        implementation: None,
        after: &[],
        most_places: 2_000,
        depth,
        work: 200_000,
        deadline: None,
    };
    score(model, &scoring).unwrap_or_else(|fault| panic!("{fault:?}"))
}

/// The mutants that the suite does not notice, with the sequences that show them.
fn missed(scored: &Scored) -> Vec<(&str, &str)> {
    let missed = scored.mutants.iter().filter_map(|one| match &one.fate {
        Fate::Missed(difference) => Some((&*one.mutant.description, &*difference.shown)),
        _ => None,
    });
    missed.collect()
}

fn undecided(scored: &Scored) -> Vec<(&str, &str)> {
    let undecided = scored.mutants.iter().filter_map(|one| match &one.fate {
        Fate::Undecided(why) => Some((&*one.mutant.description, &**why)),
        _ => None,
    });
    undecided.collect()
}

fn fate<'s>(scored: &'s Scored, description: &str) -> &'s Fate {
    let one = scored.mutants.iter().find(|one| one.mutant.description == description);
    &one.unwrap_or_else(|| panic!("no mutant `{description}`")).fate
}

#[test]
fn two_coffees_kill_all_mutants_of_a_coffee_machine_but_one() {
    let machine = example("coffee/c0");
    let sequences = ["Nickel; Nickel; Button", "Dime; Button"];
    let found = scored(&machine, &sequences, Conformance::Inclusion, 0);
    let counts = ScoreCounts { killed: 14, missed: 1, equivalent: 0, undecided: 0, invalid: 0 };
    assert_eq!(found.counts(), counts);
    // Where the machine is after a coffee, one more coin shows.
    assert_eq!(missed(&found), [("`S0` becomes `S5`", "Dime; Button; Dime")]);
    let found =
        scored(&machine, &["Dime; Button; Dime", "Nickel; Nickel; Button"], Conformance::Inclusion, 0);
    assert_eq!(found.counts().percent(), Some(100.0));
}

#[test]
fn a_mutant_is_killed_by_the_shortest_sequence_of_the_suite() {
    let machine = example("coffee/c0");
    let sequences = ["Nickel; Nickel; Button; Dime; Button", "Dime; Button"];
    let found = scored(&machine, &sequences, Conformance::Inclusion, 0);
    let Fate::Killed { sequence, difference } = fate(&found, "`Coffee` becomes `Nickel_back`") else {
        panic!("{found:?}")
    };
    assert_eq!((*sequence, &*difference.shown), (1, "Dime; Button"));
    assert_eq!(
        (&difference.allowed[..], &*difference.seen),
        (&["[Coffee]".to_string()][..], "[Nickel_back]")
    );
}

#[test]
fn a_machine_that_counts_has_mutants_far_away_and_one_without_a_difference() {
    let machine = example("coffee/c4");
    let sequences = ["Nickel; Nickel; Button", "Dime; Button; Button"];
    let found = scored(&machine, &sequences, Conformance::Inclusion, 3);
    let counts = ScoreCounts { killed: 21, missed: 5, equivalent: 0, undecided: 1, invalid: 0 };
    assert_eq!(found.counts(), counts);
    let lengths: Vec<(&str, usize)> =
        missed(&found).into_iter().map(|(change, shown)| (change, shown.split("; ").count())).collect();
    assert_eq!(
        lengths,
        [
            ("the arm `Nickel` gives `[ (cents + 10, []) ]`", 2),
            ("`5` becomes `6`", 8),
            ("`10` becomes `11`", 12),
            ("`10` becomes `11`", 4),
            ("`10` becomes `9`", 12),
        ]
    );
    // There are never between nine and ten cents in it, but that no finite walk shows.
    let why = "there are more than 2000 pairs of states; all sequences of 3 inputs agree";
    assert_eq!(undecided(&found), [("`10` becomes `9`", why)]);
}

#[test]
fn mutants_of_a_queue_need_two_elements_in_both_orders() {
    let queue = example("queue/queue");
    let long = "Init; In 2; In 1; Out; Size; Sum; Reset; Size; Sum; Reset";
    let found = scored(&queue, &[long, "Init; Out; Size"], Conformance::Inclusion, 3);
    let counts = ScoreCounts { killed: 28, missed: 2, equivalent: 0, undecided: 1, invalid: 0 };
    assert_eq!(found.counts(), counts);
    assert_eq!(
        missed(&found),
        [
            ("the condition `a < b` is always true", "Init; In 1; In 2; Out"),
            ("`b :: insert a rest` becomes `[]`", "Init; In 1; In 1; Out")
        ]
    );
    // Equal elements cannot be told apart.
    assert_eq!(undecided(&found)[0].0, "`<` becomes `<=`");
}

#[test]
fn a_finite_mutant_that_conforms_is_proved_to() {
    let text = "type state = A | B type input = Go type output = Done
let init = A
let step s Go = match s with A -> Some (Done, B) | B -> Some (Done, A)";
    let found = scored(&of(text), &["Go; Go; Go"], Conformance::Abort, 3);
    // Both states answer alike, so only a refusal shows.
    let counts = ScoreCounts { killed: 2, missed: 0, equivalent: 3, undecided: 0, invalid: 0 };
    assert_eq!(found.counts(), counts, "{found:#?}");
}

#[test]
fn data_that_no_known_input_has_are_solved_for() {
    let text = "type state = int type input = Put of int type output = Big | Small
let init = 0
let step s (Put n) = if n * 3 > 300_000 + s then Some (Big, s) else Some (Small, s)";
    let found = scored(&of(text), &["Put 1; Put 2"], Conformance::Inclusion, 2);
    let Fate::Missed(difference) = fate(&found, "`300_000` becomes `300001`") else { panic!("{found:#?}") };
    assert_eq!(difference.inputs.len(), 1);
    let Fate::Missed(difference) = fate(&found, "`>` becomes `>=`") else { panic!("{found:#?}") };
    assert_eq!((&*difference.shown, &*difference.seen), ("Put 100000", "Big"));
}

#[test]
fn a_mutant_that_raises_is_seen_to_break() {
    let text = "type state = int type input = Div of bool type output = Is of int
let init = 1
let step s (Div b) = Some (Is (if b then 6 / s else 0), s)";
    let model =
        of(&text.replace("let init = 1", "let one = 1 let init = 0").replace("6 / s", "6 / (s + one)"));
    let found = scored(&model, &["Div false", "Div true"], Conformance::Inclusion, 0);
    let Fate::Killed { sequence: 1, difference } = fate(&found, "`1` becomes `0`") else {
        panic!("{found:#?}")
    };
    assert_eq!(difference.seen, "the model raises Division_by_zero");
}

#[test]
fn a_mutant_that_does_not_end_is_seen_to_break() {
    let text = "type state = int type input = Go type output = Is of int
let init = 0
let rec up n = if n = 9 then n else up (n + 1)
let step s Go = Some (Is (up s), s)";
    let found = scored(&of(text), &["Go; Go"], Conformance::Inclusion, 0);
    let Fate::Killed { difference, .. } = fate(&found, "the condition `n = 9` is always false") else {
        panic!("{found:#?}")
    };
    assert_eq!((&*difference.shown, &difference.seen[..22]), ("Go", "the model does not end"));
}

#[test]
fn what_is_no_model_any_more_is_invalid() {
    let text = "type state = int type input = Go type output = Text of string
let init = 0
let step s Go = Some (Text (Printf.sprintf \"%d\" s), s)";
    let found = scored(&of(text), &["Go"], Conformance::Inclusion, 0);
    let counts = ScoreCounts { killed: 1, missed: 0, equivalent: 0, undecided: 0, invalid: 1 };
    assert_eq!(found.counts(), counts);
    assert!(matches!(fate(&found, "`\"%d\"` becomes `\"\"`"), Fate::Invalid(why) if !why.is_empty()));
}

#[test]
fn a_suite_that_starts_elsewhere_starts_both_there() {
    let text = "type state = int type input = Take of int type output = Left of int
let init s = s >= 0
let step s (Take n) = if n > 0 && n <= s then Some (Left (s - n), s - n) else None";
    let model = of(text);
    let inputs = suite(&model, &["Take 7"]).remove(0).inputs;
    let suite = [Given { initial: Some(Datum::Int(7.into())), inputs }];
    let scoring = Scoring {
        conformance: Conformance::Abort,
        suite: &suite,
        implementation: None,
        after: &[],
        most_places: 50,
        depth: 0,
        work: 0,
        deadline: None,
    };
    let found = score(&model, &scoring).expect("a score");
    let Fate::Killed { difference, .. } = fate(&found, "`<=` becomes `<`") else { panic!("{found:#?}") };
    assert_eq!(difference.initial, Some(Datum::Int(7.into())));
    let Fate::Missed(difference) = fate(&found, "`>` becomes `>=`") else { panic!("{found:#?}") };
    assert_eq!((&*difference.shown, &*difference.seen), ("Take 0", "Left 7"));
}

#[test]
fn conditions_before_and_after_are_mutated() {
    let text = "type state = int type input = Add of bool type output = Is of int
let init = 0
let pre s (Add _) = s < 3
let post s (Add up) (Is n) next = n = s && next = (if up then s + 1 else s)";
    let found = scored(
        &of(text),
        &["Add true; Add true; Add true; Add true", "Add false; Add false"],
        Conformance::Abort,
        0,
    );
    let counts = found.counts();
    assert_eq!((counts.missed, counts.invalid), (0, 0), "{found:#?}");
    assert!(matches!(fate(&found, "`3` becomes `2`"), Fate::Killed { .. }));
    assert!(matches!(fate(&found, "`+` becomes `-`"), Fate::Killed { .. }));
}

#[test]
fn mutants_of_an_implementation_are_held_to_the_model() {
    let (model, implementation) = (example("coffee/c0"), example("coffee/c4"));
    let suite = suite(&model, &["Nickel; Nickel; Button", "Dime; Button"]);
    let scoring = Scoring {
        conformance: Conformance::Inclusion,
        suite: &suite,
        implementation: Some(&implementation),
        after: &[],
        most_places: 2_000,
        depth: 0,
        work: 0,
        deadline: None,
    };
    let found = score(&model, &scoring).expect("a score");
    assert_eq!(found.unchanged, None);
    assert_eq!(found.mutants.len(), mutants_of(&implementation).len());
    // The model says nothing about a button without enough money, so some mutants conform to it. Six others collect money
    // that the model does not count, without an end.
    let counts = ScoreCounts { killed: 15, missed: 1, equivalent: 5, undecided: 6, invalid: 0 };
    assert_eq!(found.counts(), counts);
    assert_eq!(missed(&found), [("`10` becomes `11`", "Dime; Button; Dime; Button")]);
    assert_eq!(fate(&found, "`>=` becomes `<=`"), &Fate::Equivalent);
    let strict = example("coffee/c2");
    let suite = self::suite(&strict, &["Dime; Dime; Button; Button"]);
    let found = score(&strict, &Scoring { suite: &suite, ..scoring }).expect("a score");
    let unchanged = found.unchanged.expect("a difference before anything is changed");
    assert_eq!((&*unchanged.shown, found.mutants.len()), ("Dime; Dime; Button; Button", 0));
}

#[test]
fn without_time_nothing_is_decided() {
    let machine = example("coffee/c0");
    let suite = suite(&machine, &["Dime; Button"]);
    let scoring = Scoring {
        conformance: Conformance::Inclusion,
        suite: &suite,
        implementation: None,
        after: &[],
        most_places: 2_000,
        depth: 3,
        work: 1_000,
        deadline: Some(Deadline::after(Duration::ZERO)),
    };
    let counts = score(&machine, &scoring).expect("a score").counts();
    assert_eq!((counts.undecided, counts.killed), (15, 0));
}

//! Laws about collections: only their first elements are modelled, and yet nothing is claimed that a run contradicts.
//! Random specifications over lists, sets and maps, alone and inside of other values, on random traces whose collections are
//! larger than what is modelled.

use lydian_core::{ConId, Value};
use lydian_tessla::Type;
use lydian_tessla::spec::Spec;

use super::laws::{Dice, is_unreachable, load, rounds, slots};
use super::{Constraints, Criterion, Maker, Request};
use crate::mutate::{Distinction, distinguish};
use crate::run::Prepared;

const INPUTS: &str = "in x: Events[Int]\nin l: Events[List[Int]]\nin s: Events[Set[Int]]\nin m: Events[Map[Int, Int]]\n\
    in n: Events[List[List[Int]]]\nin r: Events[(Int, List[Int])]\nin o: Events[Option[Set[Int]]]\n\
    in t: Events[String]\n\
    def sixth(l: List[Int]): List[Int] = List.tail(List.tail(List.tail(List.tail(List.tail(l)))))\n\
    def many = List.append(List.append(List.append(List.append(List.append(List.empty[Int], 1), 2), 3), 4), 5)\n\
    liftable def down(n: Int): Int = if n <= 0 then 0 else if n > 60 then 1 else down(n - 1)\n";

fn list(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.pick(&["l", "l", "r._2", "Map.keys(m)", "fold(x, List.empty[Int], List.append)"]).into();
    }
    let inner = list(dice, depth - 1);
    match dice.roll(8) {
        0 => format!("List.append({inner}, x)"),
        1 => format!("List.prepend(x, {inner})"),
        2 => format!("slift1({inner}, (v: List[Int]) => if List.size(v) > 0 then List.tail(v) else v)"),
        3 => format!("last({inner}, x)"),
        4 => format!("merge({inner}, l)"),
        5 => {
            "slift1(n, (v: List[List[Int]]) => if List.size(v) > 3 then List.get(v, 3) else List.empty[Int])"
                .into()
        }
        6 => format!("default({inner}, many)"),
        _ => format!("slift1({inner}, (v: List[Int]) => if List.size(v) >= 5 then sixth(v) else v)"),
    }
}

fn int(dice: &mut Dice, depth: usize) -> String {
    match dice.roll(11) {
        0 | 1 => format!("List.size({})", list(dice, depth)),
        2 => format!("List.fold({}, 0, (a: Int, b: Int) => a + b)", list(dice, depth)),
        3 => "Set.size(s)".into(),
        4 => "Set.size(Set.collect(x))".into(),
        5 => "Map.size(m)".into(),
        6 => "Map.size(Map.collectCount(x))".into(),
        7 => "List.size(n)".into(),
        8 => "slift1(o, (v: Option[Set[Int]]) => if isSome(v) then Set.size(getSome(v)) else -1)".into(),
        9 => "down(x * 9)".into(),
        _ => format!(
            "slift1({}, (v: List[Int]) => if List.size(v) > 4 then List.get(v, 4) else 0)",
            list(dice, depth)
        ),
    }
}

fn bool(dice: &mut Dice, depth: usize) -> String {
    let number = dice.roll(12);
    match dice.roll(8) {
        0..=3 => format!("{} >= {number}", int(dice, depth)),
        4 => format!("{} == {number}", int(dice, depth)),
        5 => format!("Set.contains(s, {number})"),
        6 => format!("{} == {}", list(dice, depth), list(dice, depth)),
        _ => format!("String.concat(t, t) == \"{}\"", ["", "ab", "abab", "xxxxxx"][number % 4]),
    }
}

fn specification(dice: &mut Dice) -> String {
    let depth = dice.roll(3);
    let (first, second) = (bool(dice, depth), bool(dice, depth));
    format!("{INPUTS}out if {first} then 1 else 0 as a\nout if {second} then x else 0 as b\n")
}

/// Collections have up to twelve elements: four more than are modelled.
fn value(dice: &mut Dice, ty: &Type) -> Value {
    match ty {
        Type::Int => Value::Int(dice.roll(9) as i64 - 1),
        Type::String => Value::str(["", "ab", "xxx", "longer than all of them"][dice.roll(4)]),
        Type::Option(part) => match dice.roll(3) {
            0 => Value::Constant(ConId::NONE),
            _ => Value::construct(ConId::SOME, [value(dice, part)]),
        },
        Type::List(part) => {
            let count = dice.roll(13);
            Value::list((0..count).map(|_| value(dice, part)).collect::<Vec<_>>())
        }
        Type::Set(_) => {
            Value::list((0..dice.roll(13)).map(|element| Value::Int(element as i64)).collect::<Vec<_>>())
        }
        Type::Map(..) => {
            let count = dice.roll(13);
            let pair = |key: usize, dice: &mut Dice| {
                Value::tuple(vec![Value::Int(key as i64), Value::Int(dice.roll(3) as i64)])
            };
            Value::list((0..count).map(|key| pair(key, dice)).collect::<Vec<_>>())
        }
        Type::Record(fields) => match &fields[..] {
            [] => Value::Unit,
            _ => Value::tuple(fields.iter().map(|(_, ty)| value(dice, ty))),
        },
        _ => Value::Unit,
    }
}

fn maker<'s>(spec: &'s Spec, criteria: &[Criterion]) -> Maker<'s> {
    Maker::new(spec, &Request { criteria: criteria.to_vec(), slots: 4, ..Request::default() })
        .expect("a maker")
}

#[test]
fn no_run_with_large_collections_meets_a_goal_that_was_proved_unreachable() {
    let (mut open, mut met) = (0, 0);
    for seed in 0..10 * rounds() {
        let mut dice = Dice(seed);
        let text = specification(&mut dice);
        let Some(spec) = load(&text) else { continue };
        let mut maker = maker(&spec, &Criterion::ALL.map(|(criterion, _)| criterion));
        maker.prove_open(1);
        maker.prove_open(2);
        let prepared = Prepared::new(&spec).expect("a program");
        open += maker.open().len();
        for _ in 0..12 {
            let slots = slots(&mut dice, &spec, &prepared, value);
            let case = maker.confirmer.confirm(&mut maker.relation, &slots);
            let case = case.unwrap_or_else(|why| panic!("seed {seed}: {why:?} of\n{text}"));
            for (goal, time) in case.meets {
                met += 1;
                let claim = &maker.suite.goals.all[goal].text;
                let status = &maker.suite.status[goal];
                assert!(!is_unreachable(status), "seed {seed}: {claim} at {time} of\n{text}");
            }
        }
    }
    assert!(open >= 20 && met >= 100, "{open} goals were open, {met} met");
}

#[test]
fn no_run_with_large_collections_satisfies_assertions_that_were_called_contradictory() {
    let mut satisfied = 0;
    for seed in 0..10 * rounds() {
        let mut dice = Dice(seed + 500);
        let depth = dice.roll(2);
        let condition = bool(&mut dice, depth);
        let text = format!("{INPUTS}def c = {condition}\nout c\n# assert exists c\n");
        let Some(spec) = load(&text) else { continue };
        let mut maker = maker(&spec, &[]);
        maker.check_constraints();
        let prepared = Prepared::new(&spec).expect("a program");
        for _ in 0..12 {
            let slots = slots(&mut dice, &spec, &prepared, value);
            let Ok(case) = maker.confirmer.confirm(&mut maker.relation, &slots) else { continue };
            let shows = case.outputs.iter().any(|event| matches!(event.value, Ok(Value::Bool(true))));
            if shows && case.failure.is_none() {
                satisfied += 1;
                let claim = maker.suite.constraints;
                assert!(claim != Constraints::Contradictory, "seed {seed}: of\n{text}");
            }
        }
    }
    assert!(satisfied >= 10, "only {satisfied} runs satisfied the assertion");
}

#[test]
fn specifications_that_differ_on_large_collections_are_never_proved_the_same() {
    for (seed, wanted) in [(1, 5), (2, 6), (3, 5), (4, 7), (5, 9), (6, 8)] {
        let mut dice = Dice(seed);
        let number = int(&mut dice, 1);
        let of = |limit: usize| load(&format!("{INPUTS}out {number} >= {limit} as big\n"));
        let (Some(first), Some(second)) = (of(wanted), of(wanted + 1)) else { continue };
        let (one, other) = (Prepared::new(&first).expect("runs"), Prepared::new(&second).expect("runs"));
        let differ = (0..60).any(|_| {
            let slots = slots(&mut dice, &first, &one, value);
            let inputs: Vec<_> = super::laws::inputs(&slots);
            let run = |prepared: &Prepared| {
                let last = slots.last().map(|slot| &slot.time);
                let run = prepared.trace(&inputs, last, crate::run::Observe::Outputs, 10_000);
                format!("{:?}", run.events)
            };
            run(&one) != run(&other)
        });
        let said = distinguish(&first, &second, &Request { slots: 3, ..Request::default() });
        assert!(!differ || !matches!(said, Distinction::Same), "{number} >= {wanted}");
    }
}

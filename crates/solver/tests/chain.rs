//! What the chain promises beside right answers: small models, no panic without Z3, the same answers on every run, and
//! speed on the questions that a search through a program asks.

mod common;

use std::time::Instant;

use common::{Kind, Random, World, with_every_library};
use lydian_budget::Deadline;
use lydian_solver::{Answer, Budget, Chain, Hints, Reason, Solver};
use lydian_term::{Constant, Int, Model, TermId, Terms, VarId};

fn machine_int(terms: &mut Terms, name: &str) -> TermId {
    terms.fresh_int(name, Some(-Int::power_of_two(62)), Some(Int::power_of_two(62) - Int::ONE))
}

fn id(terms: &Terms, term: TermId) -> VarId {
    terms.var_id(term).expect("a variable")
}

fn model(answer: Answer) -> Model {
    match answer {
        Answer::Sat(model) => model,
        other => panic!("not satisfiable: {other:?}"),
    }
}

#[test]
fn without_z3_simple_questions_are_answered_and_others_are_unknown() {
    let mut terms = Terms::new();
    let (x, y) = (terms.fresh_int("x", None, None), terms.fresh_int("y", None, None));
    let mut chain = Chain::without_z3();
    let budget = Budget::default();
    let less = terms.lt(x, y);
    let answer = chain.check(&mut terms, &[less], &budget);
    assert_eq!(model(answer).len(), 2);
    let more = terms.lt(y, x);
    assert_eq!(chain.check(&mut terms, &[less, more], &budget), Answer::Unsat);
    let (three, five, seven) = (terms.int(3), terms.int(5), terms.int(7));
    let (left, right) = (terms.mul(three, x), terms.mul(five, y));
    let sum = terms.add(left, right);
    let hard = terms.eq(sum, seven);
    assert_eq!(chain.check(&mut terms, &[hard], &budget), Answer::Unknown(Reason::NoSolver));
    let product = terms.mul(x, y);
    let nonlinear = terms.eq(product, seven);
    assert!(matches!(chain.check(&mut terms, &[nonlinear], &budget), Answer::Unknown(_)));
}

#[test]
fn strings_that_are_only_compared_need_no_theory() {
    let mut terms = Terms::new();
    let (s, t, u) = (terms.fresh_str("s"), terms.fresh_str("t"), terms.fresh_str("u"));
    let (abc, empty) = (terms.str(b"abc"), terms.str(b""));
    let conditions = [terms.ne(s, t), terms.ne(t, u), terms.ne(s, u), terms.ne(s, empty), terms.eq(u, abc)];
    let mut chain = Chain::without_z3();
    let model = model(chain.check(&mut terms, &conditions, &Budget::default()));
    assert_eq!(model.get(id(&terms, u)), Some(&Constant::from(&b"abc"[..])));
    let same = terms.eq(s, abc);
    let conditions = [&conditions[..], &[same]].concat();
    assert_eq!(chain.check(&mut terms, &conditions, &Budget::default()), Answer::Unsat);
}

#[test]
fn an_arena_that_was_cleared_leaves_no_stale_answers() {
    let mut terms = Terms::new();
    let mut chain = Chain::new();
    for round in 0..3 {
        terms.clear();
        let x = terms.fresh_int("x", None, None);
        let bound = terms.int(round);
        let conditions = [terms.lt(bound, x), terms.le(x, bound)];
        let wanted = if round == 1 { &conditions[..1] } else { &conditions[..] };
        let answer = chain.check(&mut terms, wanted, &Budget::default());
        assert_eq!(answer.is_sat(), round == 1);
    }
}

#[test]
fn overflow_is_found_at_the_largest_integer_only() {
    with_every_library("overflow_is_found_at_the_largest_integer_only", || {
        let mut terms = Terms::new();
        let x = machine_int(&mut terms, "x");
        let one = terms.int(1);
        let next = terms.add(x, one);
        let next = terms.wrap(63, next);
        let smaller = terms.lt(next, x);
        let model = model(Chain::new().check(&mut terms, &[smaller], &Budget::default()));
        let largest = Int::power_of_two(62) - Int::ONE;
        assert_eq!(model.get(id(&terms, x)), Some(&Constant::from(largest.clone())));
        let largest = terms.int_const(largest);
        let other = terms.ne(x, largest);
        assert_eq!(Chain::new().check(&mut terms, &[smaller, other], &Budget::default()), Answer::Unsat);
    });
}

#[test]
fn bytes_of_strings_survive_the_way_through_z3() {
    with_every_library("bytes_of_strings_survive_the_way_through_z3", || {
        let mut terms = Terms::new();
        let s = terms.fresh_str("s");
        let all: Vec<u8> = (0..=255).collect();
        let tricky = [&all[..], b"\\u{41}\\x41\\u0041\\\\\"\"%"].concat();
        let (text, length) = (terms.str(&tricky), terms.str_len(s));
        let size = terms.int_const(Int::from(tricky.len()));
        let conditions = [terms.prefix_of(text, s), terms.le(length, size)];
        let model = model(Chain::new().check(&mut terms, &conditions, &Budget::default()));
        assert_eq!(model.get(id(&terms, s)).and_then(Constant::as_str), Some(&tricky[..]));
    });
}

#[test]
fn no_character_lies_beyond_a_byte() {
    with_every_library("no_character_lies_beyond_a_byte", || {
        let mut terms = Terms::new();
        let s = terms.fresh_str("s");
        let zero = terms.int(0);
        let code = terms.code_at(s, zero);
        let (last, high) = (terms.int(254), terms.str(b"\xff"));
        let (above, after) = (terms.lt(last, code), terms.str_lt(high, s));
        let found = model(Chain::new().check(&mut terms, &[above, after], &Budget::default()));
        assert_eq!(found.get(id(&terms, s)).and_then(Constant::as_str).unwrap()[0], 255);
        let (one, length) = (terms.int(1), terms.str_len(s));
        let single = terms.eq(length, one);
        assert_eq!(Chain::new().check(&mut terms, &[after, single], &Budget::default()), Answer::Unsat);
    });
}

#[test]
fn small_models_are_small() {
    with_every_library("small_models_are_small", || {
        let mut terms = Terms::new();
        let (x, y, z) =
            (machine_int(&mut terms, "x"), machine_int(&mut terms, "y"), machine_int(&mut terms, "z"));
        let (s, p) = (terms.fresh_str("s"), terms.fresh_bool("p"));
        let (three, thousand) = (terms.int(3), terms.int(1000));
        let sum = terms.add(x, y);
        let scaled = terms.mul(three, z);
        let length = terms.str_len(s);
        let two = terms.int(2);
        let conditions = [
            terms.lt(thousand, sum),
            terms.lt(scaled, y),
            terms.lt(two, length),
            terms.or(p, p),
            terms.ne(x, y),
        ];
        let order: Vec<VarId> = [x, y, z, s, p].map(|term| id(&terms, term)).to_vec();
        let hints = Hints { ints: vec![Int::from(42)], strings: vec![] };
        let answer = Chain::new().solve_small(&mut terms, &conditions, &order, &hints, &Budget::default());
        let model = model(answer);
        let int = |place: usize| model.get(order[place]).and_then(Constant::as_int).cloned();
        assert_eq!([int(0), int(1), int(2)], [0, 1001, 0].map(|value| Some(Int::from(value))));
        assert_eq!(model.get(order[3]).and_then(Constant::as_str).map(<[u8]>::len), Some(3));
        assert_eq!(model.get(order[4]), Some(&Constant::Bool(true)));
    });
}

#[test]
fn hints_and_small_numbers_are_preferred_in_their_order() {
    let mut terms = Terms::new();
    let (x, s) = (terms.fresh_int("x", None, None), terms.fresh_str("s"));
    let (bound, empty) = (terms.int(10), terms.str(b""));
    let conditions = [terms.lt(bound, x), terms.ne(s, empty)];
    let order = [id(&terms, x), id(&terms, s)];
    let mut chain = Chain::without_z3();
    let hints = Hints { ints: vec![Int::from(5), Int::from(77)], strings: vec![b"name".to_vec()] };
    let hinted = model(chain.solve_small(&mut terms, &conditions, &order, &hints, &Budget::default()));
    assert_eq!(hinted.get(order[0]), Some(&Constant::from(77)));
    assert_eq!(hinted.get(order[1]), Some(&Constant::from(&b"a"[..])));
    let plain =
        model(chain.solve_small(&mut terms, &conditions, &order, &Hints::default(), &Budget::default()));
    assert_eq!(plain.get(order[0]), Some(&Constant::from(11)));
}

#[test]
fn a_used_up_budget_is_unknown_and_the_chain_goes_on() {
    with_every_library("a_used_up_budget_is_unknown_and_the_chain_goes_on", || {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_int(name, Some(Int::from(1)), None));
        let mut cube = |a: TermId| {
            let square = terms.mul(a, a);
            terms.mul(square, a)
        };
        let (a, b, c) = (cube(x), cube(y), cube(z));
        let sum = terms.add(a, b);
        let fermat = terms.eq(sum, c);
        let mut chain = Chain::new();
        let answer = chain.check(&mut terms, &[fermat], &Budget { rlimit: 20_000, deadline: None });
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        let product = terms.mul(x, y);
        let six = terms.int(6);
        let easy = terms.eq(product, six);
        assert!(chain.check(&mut terms, &[easy], &Budget::default()).is_sat());
    });
}

#[test]
fn the_same_questions_get_the_same_models() {
    with_every_library("the_same_questions_get_the_same_models", || {
        let run = || {
            let (mut random, mut terms) = (Random::new(5), Terms::new());
            let mut chain = Chain::new();
            let world = World::new(&mut terms, Kind::Machine);
            (0..60)
                .map(|_| {
                    let question = world.question(&mut random, &mut terms, Kind::Machine);
                    chain.check(&mut terms, &question, &Budget::default())
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(run(), run());
    });
}

/// Walks a random tree of path conditions as a depth-first search does and prints the time per question.
#[test]
fn path_questions_are_incremental() {
    with_every_library("path_questions_are_incremental", || {
        for (name, mut chain, most) in [("chain", Chain::new(), 2000), ("plain Z3", Chain::plain_z3(), 200)] {
            let (mut random, mut terms) = (Random::new(9), Terms::new());
            let variables: Vec<TermId> = (0..10).map(|n| machine_int(&mut terms, &format!("x{n}"))).collect();
            let mut path: Vec<TermId> = Vec::new();
            let (mut questions, start) = (0, Instant::now());
            while questions < most {
                let [a, b, c] = [(); 3].map(|()| random.pick(&variables));
                let number = terms.int(random.below(100) as i64 - 50);
                let sum = terms.add(a, b);
                let sum = terms.wrap(63, sum);
                let right = terms.add(c, number);
                let right = terms.wrap(63, right);
                let condition =
                    if random.below(4) == 0 { terms.eq(sum, right) } else { terms.lt(sum, right) };
                for side in [condition, terms.not(condition)] {
                    path.push(side);
                    questions += 1;
                    if !chain.check(&mut terms, &path, &Budget::default()).is_sat() {
                        path.pop();
                    } else if side == condition && random.below(2) == 0 {
                        break;
                    } else {
                        path.pop();
                    }
                }
                if path.len() > 12 {
                    path.truncate(random.below(10));
                }
            }
            eprintln!(
                "{name}: {} us per question\n{}",
                start.elapsed().as_micros() / questions,
                chain.statistics()
            );
        }
    });
}

#[test]
fn a_question_without_end_is_given_up_at_its_deadline() {
    let mut terms = Terms::new();
    let (x, y) = (terms.fresh_int("x", None, None), terms.fresh_int("y", None, None));
    let product = terms.mul(x, y);
    // The product of two primes: whatever Z3 finds, it must not search for ever.
    let number = terms.int(1_000_000_007 * 998_244_353);
    let one = terms.int(1);
    let question = [terms.eq(product, number), terms.lt(one, x), terms.lt(x, y)];
    let deadline = Deadline::after(std::time::Duration::from_millis(300));
    let budget = Budget { rlimit: u32::MAX, deadline: Some(deadline) };
    let answer = Chain::plain_z3().check(&mut terms, &question, &budget);
    assert!(!answer.is_unsat(), "{answer:?}");
}

#[test]
fn products_of_unknowns_are_never_answered_wrongly() {
    with_every_library("products_of_unknowns_are_never_answered_wrongly", || {
        let mut chain = Chain::new();
        for wanted in -12..=12 {
            let mut terms = Terms::new();
            let range = || (Some(Int::from(-3)), Some(Int::from(3)));
            let ((lo, hi), (low, high)) = (range(), range());
            let (x, y) = (terms.fresh_int("x", lo, hi), terms.fresh_int("y", low, high));
            let (product, number) = (terms.mul(x, y), terms.int(wanted));
            let equal = terms.eq(product, number);
            let possible = (-3..=3).any(|x| (-3..=3).any(|y| x * y == wanted));
            match chain.check(&mut terms, &[equal], &Budget::default()) {
                Answer::Sat(_) => assert!(possible, "{wanted}"),
                Answer::Unsat => assert!(!possible, "{wanted}"),
                Answer::Unknown(_) => {}
            }
        }
    });
}

#[test]
fn a_choice_between_strings_is_understood_with_and_without_operations_on_them() {
    let name = "a_choice_between_strings_is_understood_with_and_without_operations_on_them";
    with_every_library(name, || {
        let mut terms = Terms::new();
        let (p, s, t) = (terms.fresh_bool("p"), terms.fresh_str("s"), terms.fresh_str("t"));
        let known = terms.str(b"ab");
        let choice = terms.ite(p, known, t);
        let (same, other) = (terms.eq(s, choice), terms.ne(s, known));
        let (length, two) = (terms.str_len(s), terms.int(2));
        let longer = terms.lt(two, length);
        for different in [other, longer] {
            let mut chain = Chain::new();
            let found = model(chain.check(&mut terms, &[same, different], &Budget::default()));
            assert_eq!(found.get(id(&terms, p)), Some(&Constant::Bool(false)));
            let answer = chain.check(&mut terms, &[same, different, p], &Budget::default());
            assert_eq!(answer, Answer::Unsat);
        }
    });
}

#[test]
fn a_remembered_model_says_nothing_about_other_parts_of_a_question() {
    let name = "a_remembered_model_says_nothing_about_other_parts_of_a_question";
    with_every_library(name, || {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh_int("x", None, None), terms.fresh_int("y", None, None));
        let one_of = |terms: &mut Terms, variable, values: [i64; 2]| {
            let [first, second] = values.map(|value| {
                let value = terms.int(value);
                terms.eq(variable, value)
            });
            terms.or(first, second)
        };
        let (small, large) = (one_of(&mut terms, y, [1, 2]), one_of(&mut terms, y, [7, 9]));
        let about_x = one_of(&mut terms, x, [0, 5]);
        let mut chain = Chain::new();
        // The last model has a small y, and happens to be one for x.
        for question in [large, small, about_x] {
            model(chain.check(&mut terms, &[question], &Budget::default()));
        }
        model(chain.check(&mut terms, &[about_x, large], &Budget::default()));
    });
}

#[test]
fn a_number_too_long_to_be_handed_on_is_unknown_at_once() {
    let mut terms = Terms::new();
    let x = terms.fresh_int("x", None, None);
    let square = terms.mul(x, x);
    let huge = terms.int_const(lydian_term::Int::power_of_two(1 << 20));
    let question = [terms.eq(square, huge)];
    let answer = Chain::plain_z3().check(&mut terms, &question, &Budget::default());
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}

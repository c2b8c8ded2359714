//! The search on automata that read a list of numbers, held to a slow definition: what they do on all short lists.
//! Lists are of any length, so no search comes to an end by itself: these laws are about order and bounds.

mod support;

use std::collections::BTreeSet;

use lydian_explore::Bounds;
use support::{Loaded, Numbers, lists};

/// How many automata are made.
const AUTOMATA: u64 = 60;
const STATES: i64 = 4;
/// The variable that is exported, counted from the first one of its automaton.
const MAIN: u32 = 6;
/// Thresholds lie between this and its negative.
const LARGEST_THRESHOLD: i64 = 2;
/// Numbers up to one more go everywhere.
const LARGEST_INPUT: i64 = LARGEST_THRESHOLD + 1;
/// The longest list that the slow definition looks at, and its size: an element has a constructor of its own.
const LONGEST: usize = 5;
const LARGEST_SIZE: u32 = 2 * LONGEST as u32 + 1;

/// In each state a number below the threshold leads to the first state, another to the second.
#[derive(Clone)]
struct Automaton(Vec<(i64, i64, i64)>);

impl Automaton {
    fn new(numbers: &mut Numbers) -> Automaton {
        let mut state = || {
            let threshold = numbers.below(2 * LARGEST_THRESHOLD + 1) - LARGEST_THRESHOLD;
            (threshold, numbers.below(STATES), numbers.below(STATES))
        };
        Automaton((0..STATES).map(|_| state()).collect())
    }

    /// The same with one transition changed.
    fn changed(&self, numbers: &mut Numbers) -> Automaton {
        let mut other = self.clone();
        other.0[numbers.below(STATES) as usize].1 = numbers.below(STATES);
        other
    }

    /// The slow definition: the states that a list leads through, as the digits of a number.
    fn trace(&self, list: &[i64]) -> i64 {
        let mut state = 0;
        list.iter().fold(1, |trace, number| {
            let (threshold, below, otherwise) = self.0[state as usize];
            state = if *number < threshold { below } else { otherwise };
            trace * STATES + state
        })
    }

    /// The same in Core, as a function that gives the trace or, if asked for `last`, only the last state. Its variables begin with `first`.
    fn text(&self, name: &str, first: u32, last: bool) -> String {
        let [walk, list, state, trace, element, rest, main, input] =
            [0, 1, 2, 3, 4, 5, MAIN, MAIN + 1].map(|n| n + first);
        let mut body = String::new();
        for (from, (threshold, below, otherwise)) in self.0.iter().enumerate() {
            let step = |to: &i64| {
                format!("{name}/{walk}(v/{rest}, {to}, %int_add(%int_mul({STATES}, v/{trace}), {to}))")
            };
            let moves =
                format!("if %less(v/{element}, {threshold}) then {} else {}", step(below), step(otherwise));
            match from as i64 + 1 {
                STATES => body.push_str(&moves),
                _ => body.push_str(&format!("if %equal(v/{state}, {from}) then ({moves}) else ")),
            }
        }
        let end = if last { state } else { trace };
        format!(
            "let rec {name}/{walk} = fun {name}(v/{list}, v/{state}, v/{trace}) -> \
             match v/{list} at \"walk\":1:1 with | [] -> v/{end} | (v/{element} :: v/{rest}) -> {body} end\n\
             let v/{main} = fun {name}(v/{input}) -> {name}/{walk}(v/{input}, 0, 1)\n"
        )
    }
}

/// A program with a function for each automaton, which gives what `last` says.
fn program(automata: &[(&str, &Automaton)], last: bool) -> Loaded {
    let (mut definitions, mut exports) = (String::new(), String::new());
    for (index, (name, automaton)) in automata.iter().enumerate() {
        let first = 100 * index as u32;
        definitions.push_str(&automaton.text(name, first, last));
        exports.push_str(&format!("export {name} = v/{} : int list -> int\n", first + MAIN));
    }
    Loaded::new(&(definitions + &exports))
}

fn size_of(list: &[i64]) -> u64 {
    2 * list.len() as u64 + 1
}

fn bounds() -> Bounds {
    Bounds { size: LARGEST_SIZE, ..Bounds::default() }
}

#[test]
fn the_first_difference_is_the_smallest() {
    let lists = lists(LARGEST_INPUT, LONGEST);
    let (mut same, mut sizes) = (0, BTreeSet::new());
    for seed in 0..AUTOMATA {
        let numbers = &mut Numbers::new(seed);
        let left = Automaton::new(numbers);
        let right = left.changed(numbers);
        let loaded = program(&[("left", &left), ("right", &right)], true);
        let mut hunt = loaded.hunt(&["left", "right"], bounds());
        let found = std::iter::from_fn(|| hunt.next()).find(|path| path.results[0] != path.results[1]);
        let differ = |list: &&Vec<i64>| left.trace(list) % STATES != right.trace(list) % STATES;
        let smallest = lists.iter().find(differ).map(|list| size_of(list));
        assert_eq!(found.as_ref().map(|path| path.size), smallest, "seed {seed}");
        same += u32::from(smallest.is_none());
        sizes.extend(smallest);
    }
    assert!(same > 3 && sizes.len() >= 3, "{same} pairs are the same, differences have sizes {sizes:?}");
}

#[test]
fn a_bound_on_the_size_covers_all_inputs_up_to_it_and_claims_no_more() {
    let lists = lists(LARGEST_INPUT, LONGEST);
    for seed in 0..AUTOMATA {
        let automaton = Automaton::new(&mut Numbers::new(seed));
        let loaded = program(&[("walk", &automaton)], false);
        let mut hunt = loaded.hunt(&["walk"], bounds());
        let found: BTreeSet<i64> = std::iter::from_fn(|| hunt.next()).map(|path| path.results[0]).collect();
        let expected: BTreeSet<i64> = lists.iter().map(|list| automaton.trace(list)).collect();
        assert_eq!(found, expected, "seed {seed}");
        assert!(!hunt.search.is_exhausted(), "seed {seed}: longer lists were never tried");
        assert!(!hunt.search.is_stopped(), "seed {seed}");
        let covered = hunt.search.covered_below().expect("longer lists are not covered");
        assert!(covered > LARGEST_SIZE && covered <= LARGEST_SIZE + 2, "seed {seed}: {covered}");
    }
}

#[test]
fn what_a_search_calls_covered_is_found_whenever_it_stops() {
    let lists = lists(LARGEST_INPUT, LONGEST);
    let mut claims = BTreeSet::new();
    for seed in 0..AUTOMATA {
        let automaton = Automaton::new(&mut Numbers::new(seed));
        let loaded = program(&[("walk", &automaton)], false);
        for (work, forks) in
            [(100, 400), (1_000, 400), (3_000, 400), (10_000, 400), (100_000, 2), (100_000, 3)]
        {
            let mut hunt = loaded.hunt(&["walk"], Bounds { work, forks, ..bounds() });
            let found: BTreeSet<i64> =
                std::iter::from_fn(|| hunt.next()).map(|path| path.results[0]).collect();
            let covered = u64::from(hunt.search.covered_below().expect("longer lists are not covered"));
            for list in lists.iter().filter(|list| size_of(list) < covered) {
                assert!(found.contains(&automaton.trace(list)), "seed {seed}: {list:?} is below {covered}");
            }
            assert!(!hunt.search.is_exhausted(), "seed {seed}");
            claims.insert(covered);
        }
    }
    assert!(claims.len() >= 4, "{claims:?}");
}

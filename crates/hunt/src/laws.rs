//! What a hunt promises, held to questions whose answers are plain: nothing twice, the same for the same seed, small witnesses.

use lydian_core::{ConId, Datum, IntMode, Shapes, Type, TypeTable, Value};
use lydian_enumerate::{Constants, Enumerator};
use lydian_eval::{Branches, Limits, Meter, World};
use lydian_explore::{Path, Search, Session};
use lydian_solver::Chain;
use lydian_term::Int;
use rustc_hash::FxHashSet;

use crate::draw::{Drawing, Source, Used};
use crate::question::{Came, Followed, Pass, Question, Ran, Settled, Tried};
use crate::random::Random;
use crate::small::Small;
use crate::{Found, Hunt, Plan, few};

/// Asks for inputs that meet a condition on known data; unknown inputs show nothing.
struct Condition<F> {
    fails: F,
    tried: Vec<(Pass, Vec<Datum>)>,
}

impl<F: Fn(&[Datum]) -> bool> Question for Condition<F> {
    type Seen = ();
    type Witness = ();

    fn meter(&self) -> Meter {
        Meter::new(Limits::default())
    }

    fn run(&mut self, _world: &mut World<'_>, _args: &[Value]) -> Ran<()> {
        Ran { seen: (), came: Came::Open, complete: false, steps: 1 }
    }

    fn settle(&mut self, _: &mut Session, _: &mut Search, _: &Path<Followed<()>>) -> Settled<()> {
        Settled::Nothing
    }

    fn try_inputs(
        &mut self,
        _session: &mut Session,
        inputs: &[Datum],
        pass: Pass,
        _branches: &mut Option<Box<Branches>>,
    ) -> Tried<()> {
        self.tried.push((pass, inputs.to_vec()));
        let fails = (self.fails)(inputs);
        let came = if fails { Came::Failed } else { Came::Held };
        Tried { came, witness: fails.then_some(()), steps: 1, stop: false }
    }

    fn still_fails(&mut self, _session: &mut Session, inputs: &[Datum]) -> (Option<()>, u64) {
        ((self.fails)(inputs).then_some(()), 1)
    }
}

type Tries = Vec<(Pass, Vec<Datum>)>;

/// What a hunt of some levels finds, and all that it tries.
fn hunted(
    types: &[Type],
    seed: u64,
    levels: u64,
    fails: impl Fn(&[Datum]) -> bool,
) -> (Option<Vec<Datum>>, Tries) {
    let constants = Constants::default();
    let mut session = Session::new(Shapes::new(TypeTable::default()), IntMode::OCAML, Chain::new());
    let mut question = Condition { fails, tried: Vec::new() };
    let plan = Plan { seed, small: 100, drawn: 20_000, search: 1_000, ..Plan::default() };
    let few = few(&constants);
    let mut hunt = Hunt::new(&mut question, &mut session, types, (&constants, &few), plan);
    let found = (0..levels).find_map(|_| hunt.level());
    (found.map(|Found { inputs, .. }| inputs), question.tried)
}

fn ints() -> Type {
    Type::List(Type::Int.into())
}

fn elements(datum: &Datum) -> Vec<Int> {
    match datum {
        Datum::Construct(ConId::CONS, _, parts) => match &parts[..] {
            [Datum::Int(first), rest] => [vec![first.clone()], elements(rest)].concat(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

#[test]
fn levels_go_on_with_small_inputs_and_try_none_twice() {
    let (found, tried) = hunted(&[ints(), Type::Bool], 3, 5, |_| false);
    assert!(found.is_none());
    let small: Vec<String> = tried
        .iter()
        .filter(|(pass, _)| *pass == Pass::Small)
        .map(|(_, inputs)| format!("{inputs:?}"))
        .collect();
    let distinct: FxHashSet<&String> = small.iter().collect();
    assert_eq!((small.len(), distinct.len()), (500, 500));
}

#[test]
fn a_hunt_of_more_levels_begins_like_one_of_fewer() {
    let tries = |levels| hunted(&[ints()], 5, levels, |_| false).1;
    let (short, long) = (tries(1), tries(3));
    assert!(short.len() > 500 && long.len() > 2 * short.len());
    assert!(short == long[..short.len()]);
    assert!(short == tries(1));
    assert!(hunted(&[ints()], 6, 1, |_| false).1 != short);
}

#[test]
fn positions_lead_to_the_inputs_that_stand_there() {
    let mut shapes = Shapes::new(TypeTable::default());
    let root = shapes.intern(&ints());
    let constants = Constants::default();
    let few = few(&constants);
    let mut small = Small::new(&shapes, &[root], (&constants, &few), false);
    let mut enumerator = Enumerator::new(&shapes, &[root], &few);
    // The later ones come in a shuffled order: their class is larger than what is left.
    for left in (0..400).rev() {
        let (inputs, position) = small.next(left, 9).expect("there are infinitely many");
        let position = position.expect("they are made of few values");
        assert_eq!(enumerator.nth(position.size, &position.index), Some(inputs));
    }
}

#[test]
fn a_finite_domain_is_tried_to_its_end_where_that_is_wanted() {
    let mut shapes = Shapes::new(TypeTable::default());
    let root = shapes.intern(&Type::Bool);
    let constants = Constants::default();
    let mut small = Small::new(&shapes, &[root, root, root], (&constants, &few(&constants)), true);
    let mut count = 0;
    while small.next(0, 0).is_some() {
        count += 1;
    }
    assert!(count == 8 && small.is_finite && small.is_through);
}

#[test]
fn equal_values_meet_in_different_arguments_and_become_small() {
    // Nobody meets these by luck: a number above 3 that stands twice in a list and once beside it.
    let fails = |inputs: &[Datum]| match inputs {
        [Datum::Int(wanted), list] => {
            let list = elements(list);
            *wanted > Int::from(3) && list.len() > 3 && list.iter().filter(|int| *int == wanted).count() > 1
        }
        _ => false,
    };
    for seed in 0..5 {
        let (found, _) = hunted(&[Type::Int, ints()], seed, 4, fails);
        let found = found.unwrap_or_else(|| panic!("seed {seed}"));
        let size: u64 = found.iter().map(Datum::size).sum();
        // One number, and a list of four: eight parts and its end.
        assert_eq!((size, &found[0]), (10, &Datum::Int(Int::from(4))), "{found:?}");
        let others: Vec<Int> = elements(&found[1]).into_iter().filter(|int| *int != Int::from(4)).collect();
        assert_eq!(others, [Int::ZERO, Int::ZERO]);
    }
}

#[test]
fn drawn_data_has_its_type_and_keeps_to_its_room() {
    let mut shapes = Shapes::new(TypeTable::default());
    let types = [ints(), Type::Tuple([Type::String, Type::Array(Type::Bool.into())].into())];
    let roots = types.map(|ty| shapes.intern(&ty));
    let smallest: u64 = roots.iter().map(|root| u64::from(shapes.min_size(*root).unwrap_or(0))).sum();
    let source = Source::new(&Constants::default());
    let mut random = Random::new(1);
    let mut sizes = FxHashSet::default();
    for number in 0..2_000 {
        let room = number % 30;
        let mut drawing = Drawing {
            shapes: &shapes,
            roots: &roots,
            source: &source,
            random: &mut random,
            used: Used::default(),
        };
        let inputs = drawing.inputs(room);
        let size: u64 = inputs.iter().map(Datum::size).sum();
        assert!(size <= smallest + u64::from(room), "{size} with room for {room}: {inputs:?}");
        sizes.insert(size);
        let changed = drawing.changed(&inputs, &inputs);
        assert!(
            matches!(&changed[..], [Datum::Construct(ConId::CONS | ConId::NIL, ..), Datum::Construct(ConId::TUPLE, _, parts)]
            if matches!(&parts[..], [Datum::Str(_), Datum::Array(bools)] if bools.iter().all(|bool| matches!(bool, Datum::Bool(_))))),
            "{changed:?}"
        );
    }
    assert!(sizes.len() > 10, "{sizes:?}");
}

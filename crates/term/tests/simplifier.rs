//! The law of the simplifier: a term has the value of the expression that it was built from, in every model; and its
//! interval contains that value.

mod common;

use common::{Random, World, expression, term, value};
use lydian_term::{Bounds, Constant, Interval, Sort, Terms};
use rustc_hash::FxHashMap;

#[test]
fn a_simplified_term_has_the_value_of_the_expression() {
    let mut random = Random::new(1);
    let mut terms = Terms::new();
    for round in 0..20_000 {
        if round % 1000 == 0 {
            terms.clear();
        }
        let world = World::new(&mut terms);
        let sort = random.pick(&[Sort::Bool, Sort::Int, Sort::Int, Sort::Str, Sort::Bool]);
        let depth = 1 + random.below(5);
        let expr = expression(&mut random, &world, sort, depth);
        let built = term(&mut terms, &world, &expr);
        assert_eq!(terms.sort(built), sort);
        for _ in 0..6 {
            let values = world.assignment(&mut random);
            let expected = value(&expr, &values);
            let actual = terms.evaluate(built, &world.model(&values));
            assert_eq!(
                actual.as_ref(),
                Some(&expected),
                "{expr:?}\nis {}\nunder {values:?}",
                terms.display(built)
            );
            if let Constant::Int(number) = &expected {
                let interval = terms.interval(built);
                assert!(interval.contains(number), "{number} not in {interval:?}: {expr:?}");
                let mut exact = Bounds::default();
                for (id, value) in world.ids.iter().zip(&values) {
                    if let Constant::Int(value) = value {
                        exact.insert(*id, Interval::exactly(value.clone()));
                    }
                }
                let interval = terms.interval_within(built, &exact);
                assert!(interval.contains(number), "{number} not in {interval:?} within: {expr:?}");
            }
        }
    }
}

#[test]
fn substitution_of_constants_gives_the_value() {
    let mut random = Random::new(2);
    for _ in 0..3_000 {
        let mut terms = Terms::new();
        let world = World::new(&mut terms);
        let sort = random.pick(&[Sort::Bool, Sort::Int, Sort::Str]);
        let expr = expression(&mut random, &world, sort, 4);
        let built = term(&mut terms, &world, &expr);
        let values = world.assignment(&mut random);
        let mut replacement = FxHashMap::default();
        for (variable, value) in world.terms.iter().zip(&values) {
            let constant = terms.constant(value);
            replacement.insert(*variable, constant);
        }
        let replaced = terms.substitute(built, &mut replacement);
        assert_eq!(terms.as_constant(replaced), Some(value(&expr, &values)), "{expr:?}");
    }
}

#[test]
fn negation_twice_is_identity_and_complements_contradict() {
    let mut random = Random::new(3);
    let mut terms = Terms::new();
    let world = World::new(&mut terms);
    for _ in 0..3_000 {
        let expr = expression(&mut random, &world, Sort::Bool, 4);
        let built = term(&mut terms, &world, &expr);
        let negated = terms.not(built);
        assert_eq!(terms.not(negated), built);
        assert_eq!(terms.and(built, negated), Terms::FALSE);
        assert_eq!(terms.or(built, negated), Terms::TRUE);
    }
}

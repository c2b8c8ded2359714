//! The law of the chain: it answers as plain Z3 does, with every version of Z3 that is there.
//! Models need no comparison: both ways check them by evaluation before they return them.

mod common;

use common::{Kind, Random, World, with_every_library};
use lydian_solver::{Answer, Budget, Chain, Solver};
use lydian_term::Terms;

fn compare(kind: Kind, questions: usize, most_unknown: usize) {
    let budget = Budget { rlimit: 50_000, deadline: None };
    let (mut random, mut terms) = (Random::new(kind as u64 + 11), Terms::new());
    let (mut chain, mut plain) = (Chain::new(), Chain::plain_z3());
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for number in 0..questions {
        if number % 200 == 0 {
            terms.clear();
        }
        let world = World::new(&mut terms, kind);
        let question = world.question(&mut random, &mut terms, kind);
        let (ours, reference) =
            (chain.check(&mut terms, &question, &budget), plain.check(&mut terms, &question, &budget));
        match (&ours, &reference) {
            (Answer::Sat(_), Answer::Unsat) | (Answer::Unsat, Answer::Sat(_)) => {
                panic!("chain: {ours:?}\nZ3: {reference:?}\n{}", terms.to_smtlib(&question));
            }
            (Answer::Unknown(_), Answer::Unknown(_)) => {}
            (Answer::Unknown(reason), _) => {
                unknown += 1;
                eprintln!("{kind:?} {number}: {reason}");
            }
            (Answer::Sat(_), _) => sat += 1,
            (Answer::Unsat, _) => unsat += 1,
        }
    }
    eprintln!(
        "{kind:?}: {sat} sat, {unsat} unsat, {unknown} unknown to the chain alone\n{}",
        chain.statistics()
    );
    eprintln!("plain\n{}", plain.statistics());
    assert!(sat > questions / 10 && unsat > questions / 10, "{sat} sat, {unsat} unsat");
    assert!(unknown <= most_unknown, "{unknown} unknown");
}

#[test]
fn on_literals() {
    with_every_library("on_literals", || compare(Kind::Literals, 1500, 0));
}

#[test]
fn on_machine_integers() {
    with_every_library("on_machine_integers", || compare(Kind::Machine, 600, 0));
}

#[test]
fn on_strings() {
    with_every_library("on_strings", || compare(Kind::Strings, 120, 10));
}

#[test]
fn on_mixed_conditions() {
    // Products of unknowns are left unknown where the values tried for a factor do not fit.
    with_every_library("on_mixed_conditions", || compare(Kind::Mixed, 120, 40));
}

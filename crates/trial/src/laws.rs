//! The policy as laws, on programs that are functions.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use lydian_budget::Deadline;

use crate::{Effort, End, FoundIn, Outcome, Program, Second, TriedOf, side_by_side, trial};

/// What a fake program does on a number: it should double it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Did {
    Wrote(i64),
    Crashed,
    Polled,
}

/// In which way it is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Number(i64),
    Crash,
}

/// A function of the test and of how often that test was run before.
struct Fake<'f> {
    tests: Vec<i64>,
    does: &'f (dyn Fn(i64, usize) -> Did + Sync),
    jobs: usize,
    runs: RefCell<Vec<i64>>,
    noted: Vec<i64>,
    same: bool,
    slow: bool,
    broken: Cell<bool>,
}

impl<'f> Fake<'f> {
    fn new(tests: &[i64], does: &'f (dyn Fn(i64, usize) -> Did + Sync)) -> Fake<'f> {
        Fake {
            tests: tests.to_vec(),
            does,
            jobs: 1,
            runs: RefCell::default(),
            noted: Vec::new(),
            same: false,
            slow: false,
            broken: Cell::new(false),
        }
    }

    fn tried(&mut self) -> TriedOf<Self> {
        let effort = Effort { batch: 4, shrinking: 100, deadline: None };
        trial(self, &effort).expect("it can be run")
    }
}

impl Program for Fake<'_> {
    type Test = i64;
    type Run = Did;
    type Difference = Wrong;
    type Note = ();
    type Candidate = i64;
    type Error = &'static str;

    fn test(&mut self, number: usize) -> Option<i64> {
        self.tests.get(number).copied()
    }

    fn run_all(&self, tests: &[i64]) -> Result<Vec<Did>, &'static str> {
        if self.broken.get() {
            return Err("there is no such program");
        }
        let known = self.runs.borrow().clone();
        self.runs.borrow_mut().extend(tests);
        let before = |test: i64| known.iter().filter(|run| **run == test).count();
        Ok(side_by_side(self.jobs, tests, |test| (self.does)(*test, before(*test))))
    }

    fn judge(&self, test: &i64, run: &Did) -> Outcome<Wrong, ()> {
        match run {
            Did::Wrote(number) if *number == test * 2 => Outcome::Match(()),
            Did::Wrote(number) => Outcome::Differ(Wrong::Number(*number)),
            Did::Crashed => Outcome::Differ(Wrong::Crash),
            Did::Polled => Outcome::Unknown("it polls".into()),
        }
    }

    fn note(&mut self, test: &i64, (): ()) {
        self.noted.push(*test);
    }

    /// Two ways: half of it, one less.
    fn smaller(&mut self, found: &FoundIn<Self>, way: usize) -> Option<Vec<i64>> {
        let test = found.test;
        [vec![test / 2], vec![test - 1]].into_iter().nth(way).filter(|_| test > 0)
    }

    /// The specification excludes 13.
    fn prepare(&self, _: &FoundIn<Self>, candidate: i64) -> Option<i64> {
        (candidate != 13).then_some(candidate)
    }

    fn is_like(&self, first: &Wrong, second: &Wrong) -> bool {
        std::mem::discriminant(first) == std::mem::discriminant(second)
    }

    fn is_again(&self, first: &Wrong, second: &Wrong) -> bool {
        !self.same || first == second
    }

    fn is_slow(&self, _: &Wrong) -> bool {
        self.slow
    }
}

fn twice(tried: &crate::Tried<i64, Did, Wrong>) -> (i64, Wrong) {
    match &tried.end {
        End::Twice(found) => (found.test, found.difference),
        other => panic!("not seen twice: {}", name(other)),
    }
}

fn name(end: &End<i64, Did, Wrong>) -> &'static str {
    match end {
        End::NoDifference => "no difference",
        End::OutOfTime => "out of time",
        End::Twice(_) => "twice",
        End::Once(..) => "once",
    }
}

#[test]
fn a_right_program_passes_all_tests_each_once() {
    let mut fake = Fake::new(&[1, 2, 3, 4, 5, 6, 7], &|test, _| Did::Wrote(test * 2));
    let tried = fake.tried();
    assert_eq!((name(&tried.end), tried.tests, tried.runs, tried.unjudged), ("no difference", 7, 7, 0));
    assert_eq!(fake.noted, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn without_tests_nothing_is_run() {
    let tried = Fake::new(&[], &|_, _| Did::Crashed).tried();
    assert_eq!((name(&tried.end), tried.tests, tried.runs), ("no difference", 0, 0));
}

#[test]
fn the_first_difference_in_order_is_found_whatever_the_jobs_and_the_batch_are() {
    let wrong = |test: i64, _: usize| match test {
        40 => {
            // The first difference is the last to come.
            std::thread::sleep(std::time::Duration::from_millis(5));
            Did::Wrote(0)
        }
        30 | 50 => Did::Crashed,
        other => Did::Wrote(other * 2),
    };
    for jobs in [1, 2, 7] {
        for batch in [1, 3, 8, 100] {
            let mut fake = Fake::new(&[1, 2, 40, 4, 50, 30], &wrong);
            fake.jobs = jobs;
            let tried = trial(&mut fake, &Effort { batch, shrinking: 0, deadline: None }).expect("it runs");
            assert_eq!((twice(&tried), tried.tests), ((40, Wrong::Number(0)), 2), "{jobs} jobs, {batch}");
            assert_eq!(fake.noted, [1, 2], "what comes behind a difference says nothing");
        }
    }
}

#[test]
fn a_difference_is_made_as_small_as_it_gets() {
    let tried = Fake::new(&[100], &|test, _| Did::Wrote(if test < 11 { test * 2 } else { 0 })).tried();
    assert_eq!(twice(&tried), (11, Wrong::Number(0)));
}

#[test]
fn a_program_that_is_always_wrong_is_refuted_by_the_smallest_test() {
    let tried = Fake::new(&[100, 7], &|_, _| Did::Wrote(-1)).tried();
    assert_eq!(twice(&tried), (0, Wrong::Number(-1)));
}

#[test]
fn a_smaller_test_that_the_specification_excludes_is_not_run() {
    let mut fake = Fake::new(&[15], &|test, _| Did::Wrote(if test < 10 { test * 2 } else { 0 }));
    assert_eq!(twice(&fake.tried()), (14, Wrong::Number(0)));
    assert!(!fake.runs.borrow().contains(&13));
}

#[test]
fn a_shrunk_test_differs_in_the_same_kind() {
    let tried = Fake::new(&[100], &|test, _| match test {
        ..20 => Did::Crashed,
        _ => Did::Wrote(0),
    })
    .tried();
    assert_eq!(twice(&tried), (20, Wrong::Number(0)));
}

#[test]
fn a_crash_is_shrunk_to_a_crash() {
    let tried = Fake::new(&[100], &|test, _| match test {
        50.. => Did::Crashed,
        _ => Did::Wrote(0),
    })
    .tried();
    assert_eq!(twice(&tried), (50, Wrong::Crash));
}

#[test]
fn a_difference_that_does_not_come_again_is_told_and_ends_the_trial() {
    let flaky = |test: i64, before: usize| match (test, before) {
        (2, 0) => Did::Crashed,
        (test, _) => Did::Wrote(test * 2),
    };
    let mut fake = Fake::new(&[1, 2, 3], &flaky);
    let tried = fake.tried();
    let End::Once(found, Second::Right) = &tried.end else { panic!("{}", name(&tried.end)) };
    assert_eq!((found.test, found.difference, tried.tests), (2, Wrong::Crash, 1));
    assert_eq!(fake.noted, [1]);
}

#[test]
fn wrong_twice_is_wrong_unless_the_door_asks_for_the_same() {
    let random = |test: i64, before: usize| Did::Wrote(test * 2 + 1 + before as i64);
    let mut fake = Fake::new(&[0], &random);
    assert_eq!(twice(&fake.tried()), (0, Wrong::Number(2)), "the second run is the one that is shown");
    let mut strict = Fake::new(&[0], &random);
    strict.same = true;
    let tried = strict.tried();
    assert!(matches!(&tried.end, End::Once(found, Second::Differs(Wrong::Number(2))) if found.test == 0));
}

#[test]
fn a_second_run_that_cannot_be_judged_is_told() {
    let tried = Fake::new(&[5], &|_, before| if before == 0 { Did::Crashed } else { Did::Polled }).tried();
    assert!(matches!(&tried.end, End::Once(_, Second::Unknown(why)) if why == "it polls"));
}

#[test]
fn a_small_test_that_does_not_come_again_gives_way_to_the_one_that_did() {
    let tried = Fake::new(&[100], &|test, before| match test {
        100 => Did::Crashed,
        50 if before == 0 => Did::Crashed,
        _ => Did::Wrote(test * 2),
    })
    .tried();
    assert_eq!(twice(&tried), (100, Wrong::Crash));
}

#[test]
fn what_cannot_be_judged_is_counted_and_no_difference() {
    let tried = Fake::new(&[1, 2, 3], &|test, _| match test {
        2.. => Did::Polled,
        _ => Did::Wrote(test * 2),
    })
    .tried();
    assert_eq!((name(&tried.end), tried.tests, tried.unjudged), ("no difference", 3, 2));
    assert_eq!(tried.unknown.as_deref(), Some("it polls"));
}

#[test]
fn shrinking_keeps_to_its_runs_and_to_fewer_where_they_are_slow() {
    for (slow, most) in [(false, 60), (true, 24)] {
        let mut fake =
            Fake::new(&[1_000_000], &|test, _| Did::Wrote(if test < 999_000 { test * 2 } else { 0 }));
        fake.slow = slow;
        let effort = Effort { batch: 1, shrinking: 60, deadline: None };
        let tried = trial(&mut fake, &effort).expect("it runs");
        // The first sight, two second looks, and what shrinking may have.
        assert_eq!(tried.runs, 3 + most);
        assert!(twice(&tried).0 < 1_000_000);
    }
}

#[test]
fn time_that_is_used_up_is_neither_a_pass_nor_a_difference() {
    let mut fake = Fake::new(&[1], &|_, _| Did::Crashed);
    let effort = Effort { batch: 1, shrinking: 10, deadline: Some(Deadline::after(Duration::ZERO)) };
    let tried = trial(&mut fake, &effort).expect("it runs");
    assert_eq!((name(&tried.end), tried.tests, tried.runs), ("out of time", 0, 0));
}

#[test]
fn a_program_that_cannot_be_run_is_an_error() {
    let mut fake = Fake::new(&[1], &|_, _| Did::Crashed);
    fake.broken.set(true);
    let effort = Effort { batch: 1, shrinking: 10, deadline: None };
    assert_eq!(trial(&mut fake, &effort).err(), Some("there is no such program"));
}

//! Verdicts, operators, panics, replay, labels, parallel runs and kept failures.

use std::cell::Cell;
use std::time::Duration;

use lydian::{
    Check, Domain, Enumerate, IntoProperty, Report, Stopped, Verdict, and, approx, at_most, block_on, eq,
    exists, forall, iff, implies, less, ne, not, or,
};

fn run<A: lydian::AllArguments>(property: impl lydian::Checkable<A>) -> Report {
    Check::named("property").run(property)
}

#[test]
fn a_finite_domain_is_exhausted_and_proves() {
    let report = run(|x: u8, y: bool| u16::from(x) + u16::from(y) < 257);
    assert_eq!(report.verdict, Verdict::Proved);
    assert_eq!((report.tests, report.rejected), (512, 0));
    assert_eq!(report.to_string(), "property: proved by all 512 cases");
}

#[test]
fn as_many_tests_as_there_are_cases_prove() {
    assert!(Check::new().tests(256).run(|_: u8| true).is_proved());
    let one_less = Check::new().tests(255).run(|_: u8| true);
    assert_eq!((one_less.verdict, one_less.stopped), (Verdict::Passed, Stopped::Tests));
}

#[test]
fn an_infinite_domain_passes_with_the_size_that_is_covered() {
    let report = run(|list: Vec<bool>| list.len() < 1_000);
    assert_eq!((report.verdict.clone(), report.tests), (Verdict::Passed, 10_000));
    // 2^13 - 1 lists have at most 12 items.
    assert_eq!(report.covered_size, Some(26));
    assert_eq!(report.to_string(), "property: passed 10000 tests, all up to size 26 among them");
}

#[test]
fn a_counterexample_is_the_smallest() {
    let report = run(|list: Vec<u8>| list.iter().map(|item| u32::from(*item)).sum::<u32>() < 600);
    let found = report.counterexample().unwrap();
    assert_eq!(found.arguments, ["[255, 255, 255]"]);
    assert_eq!(found.size, 7);
    let text = report.to_string();
    assert!(
        text.starts_with("property: refuted\n  counterexample (size 7, index 34):\n    argument 1: [255"),
        "{text}"
    );
    assert!(text.ends_with("replay: LYDIAN_REPLAY='property:7:34' cargo test"), "{text}");
}

#[test]
fn everything_rejected_is_vacuous() {
    let report = run(|x: u8| (x.count_ones() > 8).implies(|| false));
    assert_eq!((report.verdict, report.tests, report.rejected), (Verdict::Vacuous, 0, 256));
    let capped = Check::new().tests(10).run(|list: Vec<bool>| (list.len() > 290).implies(|| true));
    assert_eq!(
        (capped.verdict, capped.stopped, capped.rejected),
        (Verdict::Vacuous, Stopped::Rejections, 101)
    );
    #[derive(Debug, Enumerate)]
    enum Never {}
    assert_eq!(run(|_: Never| true).verdict, Verdict::Vacuous);
}

#[test]
fn panics_are_caught_and_shown() {
    let report = run(|x: u8, y: u8| {
        assert!(x / y < 200, "too much");
    });
    let found = report.counterexample().unwrap();
    assert_eq!(found.arguments, ["0", "0"]);
    let panic = found.panic.as_deref().unwrap();
    assert!(panic.contains("tests/checks.rs") && panic.ends_with("attempt to divide by zero"), "{panic}");
}

#[test]
fn a_debug_that_panics_does_not_hide_the_counterexample() {
    #[derive(Enumerate)]
    struct Shy;
    impl std::fmt::Debug for Shy {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("do not look")
        }
    }
    let report = run(|_: Shy| false);
    assert!(report.counterexample().unwrap().arguments[0].contains("do not look"));
}

#[test]
fn results_are_truth_values_with_an_error_to_show() {
    let report = run(|text: String| {
        text.parse::<u8>()
            .or_else(|error| match text.as_str() {
                "0" => Err(error),
                _ => Ok(0),
            })
            .map(|_| text != "a")
    });
    assert_eq!(report.counterexample().unwrap().arguments, ["\"a\""]);
    let report = run(|x: u8| if x == 255 { Err("top") } else { Ok(()) });
    assert_eq!(report.counterexample().unwrap().notes, ["error: \"top\""]);
}

#[test]
fn comparisons_show_both_sides() {
    let notes = |report: Report| report.counterexample().unwrap().notes.join("; ");
    assert_eq!(notes(run(|x: bool| eq(x, false))), "left:  true; right: false; left is not equal to right");
    assert_eq!(
        notes(run(|x: bool| ne(x, false))),
        "left:  false; right: false; left is not different from right"
    );
    assert_eq!(notes(run(|x: u8| less(x, 255))), "left:  255; right: 255; left is not less than right");
    assert_eq!(notes(run(|x: u8| at_most(x, 254))), "left:  255; right: 254; left is not at most right");
    assert!(notes(run(|x: f64| approx(x, x + 1.0, 0.5))).starts_with("left:  0.0; right: 1.0"));
    assert!(run(|x: f32| approx(x.into(), x.into(), 0.0)).is_ok());
}

#[test]
fn connectives_follow_their_tables() {
    let verdict = |report: Report| report.verdict == Verdict::Proved;
    assert!(verdict(run(|x: bool, y: bool| and(x, y).iff(x && y))));
    assert!(verdict(run(|x: bool, y: bool| or(x, y).iff(x || y))));
    assert!(verdict(run(|x: bool, y: bool| not(x).iff(!x).and(iff(x, y).iff(x == y)))));
    assert!(verdict(run(|x: bool, y: bool| implies(x, || or(x, y)))));
    // A rejected side says nothing, on whichever side it stands.
    assert!(verdict(run(|x: bool| and(x.implies(|| true), true))));
    assert_eq!(run(|x: bool| or((x & !x).implies(|| true), false)).verdict, Verdict::Vacuous);
    assert_eq!(run(|x: bool| not((x & !x).implies(|| true))).verdict, Verdict::Vacuous);
}

#[test]
fn quantifiers_inside_a_property_tell_their_values() {
    let report = run(|x: u8| forall(lydian::domain::<u8>(), move |y| x.checked_add(y).is_some()));
    let found = report.counterexample().unwrap();
    assert_eq!((found.arguments.join(""), found.notes.join("")), ("1".into(), "for 255".into()));
    let report = run(|x: bool| exists(Domain::values([1, 2, 3]), move |y| (y == 3) == x));
    assert!(report.is_proved());
    assert_eq!(report.witnesses, ["1", "3"]);
    let report = run(|x: bool| exists(Domain::values([1, 2, 3]), move |y| y == 4 && x));
    assert_eq!(report.counterexample().unwrap().notes, ["none of all 3 candidates is a witness"]);
}

#[test]
fn quantifiers_that_stop_early_neither_prove_nor_refute() {
    let part = run(|_: bool| forall(lydian::domain::<u64>(), |_| true));
    assert_eq!((part.verdict, part.stopped), (Verdict::Passed, Stopped::Exhausted));
    let none = run(|_: bool| exists(lydian::domain::<u64>(), |y| y == 1 << 40));
    assert_eq!(none.verdict, Verdict::Unknown("no witness among the first 1000 candidates".into()));
    assert!(run(|_: bool| forall(Domain::<u8>::empty(), |_| false)).is_proved());
}

#[test]
fn labels_and_coverage_are_counted() {
    let report = run(|x: u8| {
        true.classify(x.is_multiple_of(2), "even").label("all").cover(40.0, x > 127, "upper half")
    });
    assert_eq!(
        (report.labels["even"], report.labels["all"], report.coverage["upper half"].1),
        (128, 256, 128)
    );
    assert!(report.is_proved());
    let report = run(|x: u8| true.cover(60.0, x > 127, "upper half"));
    assert_eq!(
        report.verdict,
        Verdict::Unknown("`upper half` is 50.0 % of the tests; 60 % are demanded".into())
    );
}

#[test]
fn several_threads_find_what_one_finds() {
    fn both<A: lydian::AllArguments>(check: &Check, property: impl lydian::Checkable<A> + Sync + Copy) {
        let alone = check.run(property);
        for jobs in [1, 2, 7] {
            assert_eq!(check.run_parallel(jobs, property), alone);
        }
    }
    for check in [Check::new(), Check::new().seed(3), Check::new().tests(1_234), Check::new().rejections(50)]
    {
        both(&check, |x: u8, y: u8| true.classify(x > y, "more"));
        both(&check, |list: Vec<i8>| {
            list.len().is_multiple_of(3).implies(|| true.label(list.len().to_string()))
        });
        both(&check, |list: Vec<i8>| list.iter().map(|item| i32::from(*item)).sum::<i32>() < 300);
        both(&check, |x: u16| assert!(x != 777));
        both(&check, |x: u8| exists(Domain::range(0..9u8), move |y| y == x % 9));
    }
}

#[test]
fn a_seed_shuffles_within_sizes_only() {
    let order = |check: Check| {
        let seen = std::cell::RefCell::new(Vec::new());
        let _ = check.tests(400).run(|list: Vec<bool>| seen.borrow_mut().push(list.len()));
        seen.into_inner()
    };
    assert!(order(Check::new()).is_sorted() && order(Check::new().seed(1)).is_sorted());
    let values = |check: Check| {
        let seen = std::cell::RefCell::new(Vec::new());
        let _ = check.tests(400).run(|list: Vec<bool>| seen.borrow_mut().push(list));
        seen.into_inner()
    };
    let (one, two) = (values(Check::new().seed(1)), values(Check::new().seed(2)));
    assert_ne!(one, two);
    assert_eq!(one, values(Check::new().seed(1)));
    let sorted = |mut values: Vec<Vec<bool>>| {
        values.truncate(255);
        values.sort();
        values
    };
    assert_eq!(sorted(one), sorted(two));
}

#[test]
fn one_case_is_replayed_alone() {
    let runs = Cell::new(0);
    let property = |x: i32| {
        runs.set(runs.get() + 1);
        x.wrapping_abs() >= 0
    };
    let report = Check::new().run(property);
    let found = report.counterexample().unwrap();
    assert_eq!((runs.replace(0), found.arguments.as_slice()), (5, &["-2147483648".to_owned()][..]));
    let again = Check::new().replay(found.size, found.index.clone()).run(property);
    assert_eq!((runs.replace(0), again.counterexample()), (1, Some(found)));
    let other = Check::new().replay(1, 0).run(property);
    assert_eq!((other.verdict, other.stopped), (Verdict::Passed, Stopped::Replay));
    let why = "there is no case 99 of size 1 to replay: that size has 5 cases";
    assert_eq!(Check::new().replay(1, 99).run(property).verdict, Verdict::Unknown(why.into()));
}

#[test]
fn a_failure_is_kept_and_tried_first_next_time() {
    let threshold = Cell::new(500);
    let runs = Cell::new(0);
    let check = Check::named("checks::a_failure_is_kept");
    let attempt = || {
        runs.set(0);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            check.assert(|x: u32| {
                runs.set(runs.get() + 1);
                x < threshold.get() || x > 1_000
            })
        }));
        result.map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default())
    };
    let first = attempt().unwrap_err();
    assert!(first.contains("argument 1: 500\n") && runs.get() > 100, "{first}");
    let second = attempt().unwrap_err();
    assert!(second.contains("argument 1: 500\n") && second.contains("kept from an earlier run"), "{second}");
    assert_eq!(runs.get(), 1);
    threshold.set(2_000);
    assert!(attempt().is_ok());
    let forgotten = attempt().unwrap();
    assert_eq!(forgotten.tests, runs.get());
}

/// Says how many tests it made; the next test runs it with a case to replay.
#[test]
fn a_check_says_how_many_tests_it_made() {
    let report = Check::named("checks::replayed").assert(|x: i32| x != i32::MIN || x < 0);
    println!("made {} tests, {:?}", report.tests, report.stopped);
}

#[test]
fn the_variable_asks_for_one_case_of_one_property() {
    let made = |replay: &str| {
        let mut test = std::process::Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "a_check_says_how_many_tests_it_made", "--nocapture"]);
        let output = test.env("LYDIAN_REPLAY", replay).output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    assert!(made("checks::replayed:1:4").contains("made 1 tests, Replay"));
    assert!(made("checks::another:1:4").contains("made 10000 tests, Tests"));
    let outside = made("checks::replayed:1:99");
    assert!(outside.contains("there is no case 99 of size 1 to replay: that size has 5 cases"), "{outside}");
    let malformed = made("checks::replayed:1:x");
    assert!(malformed.contains("names no case: it must be `name:size:index`"), "{malformed}");
}

#[test]
fn the_name_is_that_of_the_function_around() {
    let report = Check::new().run(|_: bool| true);
    assert_eq!(report.name, "checks::the_name_is_that_of_the_function_around");
    let report = Check::new().run(lydian::by_ref(|_: &bool| true));
    assert_eq!(report.name, "checks::the_name_is_that_of_the_function_around");
}

#[test]
fn the_clock_stops_a_check_with_what_was_found() {
    let slow = Check::new().time(Duration::from_millis(30)).run(|_: Vec<u8>| {
        std::thread::sleep(Duration::from_millis(2));
    });
    assert_eq!((slow.verdict.clone(), slow.stopped), (Verdict::Passed, Stopped::Time));
    assert!(slow.tests < 100 && slow.to_string().contains("stopped by the clock"));
}

#[test]
fn futures_that_are_woken_later_are_waited_for() {
    use std::future::poll_fn;
    use std::task::Poll;
    let answer = block_on(async {
        let mut asked = false;
        poll_fn(move |context| {
            if std::mem::replace(&mut asked, true) {
                return Poll::Ready(());
            }
            let waker = context.waker().clone();
            std::thread::spawn(move || waker.wake());
            Poll::Pending
        })
        .await;
        7
    });
    assert_eq!(answer, 7);
}

#[test]
fn six_arguments_and_given_domains_are_taken() {
    let report = run(|a: bool, b: bool, c: bool, d: bool, e: bool, f: bool| (a & b & c & d & e & f) <= a);
    assert_eq!((report.verdict, report.tests), (Verdict::Proved, 64));
    let domains = (Domain::range(1..=3u8), Domain::values(["x", "y"]));
    let report = Check::new().run_over(domains, |x: u8, y: &'static str| x > 0 && y.len() == 1);
    assert_eq!((report.verdict, report.tests), (Verdict::Proved, 6));
}

#[lydian::property]
fn addition_commutes(a: i32, b: i32) -> bool {
    a.wrapping_add(b) == b.wrapping_add(a)
}

#[lydian::property(tests = 500, seed = 9, jobs = 2, size = 20)]
fn settings_and_bounded_arguments_are_taken(
    #[lydian(range(1..=6))] die: u8,
    #[lydian(max = 3)] list: Vec<bool>,
) {
    assert!((1..=6).contains(&die) && list.len() <= 1);
}

#[lydian::property]
#[should_panic(expected = "argument 1: [false, true]")]
fn a_property_that_does_not_hold_fails_its_test(list: Vec<bool>) -> lydian::Property {
    let mut sorted = list.clone();
    sorted.sort_by(|left, right| right.cmp(left));
    eq(sorted, list)
}

#[lydian::property]
async fn async_properties_are_awaited(x: u8) -> Result<bool, String> {
    let y = async { x }.await;
    Ok(x == y)
}

fn run_it<F: Future>(future: F) -> F::Output {
    block_on(future)
}

#[lydian::property(executor = run_it)]
async fn async_properties_run_where_they_are_told((x, y): (bool, bool)) -> bool {
    (x & y) <= (x | y)
}

//! What must not be claimed: verdicts where quantifiers, caches, destructors or demands leave something open.

use std::process::Command;
use std::sync::OnceLock;

use lydian::{
    Check, Domain, Enumerate, IntoProperty, Property, Report, Verdict, and, by_ref, domain, exists, forall,
    iff, implies, not, or,
};

fn run<A: lydian::AllArguments>(property: impl lydian::Checkable<A>) -> Report {
    Check::named("property").run(property)
}

/// False, but for none of the first 1,000 values.
fn false_far_out() -> Property {
    forall(domain::<u64>(), |y| y != 123_456_789)
}

fn is_unknown(report: &Report) -> bool {
    matches!(report.verdict, Verdict::Unknown(_))
}

#[test]
fn the_negation_of_a_forall_that_stopped_early_is_undecided() {
    let report = run(|_: bool| not(false_far_out()));
    let why = "it depends on a `forall` that did not look at all values";
    assert_eq!(report.verdict, Verdict::Unknown(why.into()));
    assert!(is_unknown(&run(|_: bool| not(not(false_far_out())))));
    assert!(is_unknown(&run(|_: bool| not(or(false_far_out(), false)))));
    assert!(is_unknown(&run(|_: bool| exists(domain::<u8>(), |_| not(false_far_out())))));
    // What fails, fails for certain, whatever stands beside it.
    assert!(run(|_: bool| not(and(false_far_out(), false))).is_proved());
    assert!(run(|_: bool| not(not(and(false_far_out(), false)))).counterexample().is_some());
}

#[test]
fn a_forall_that_stopped_early_is_no_premise_and_no_side_of_an_equivalence() {
    let wrong = |b: bool| match b {
        true => true.into_property(),
        false => implies(not(false_far_out()), || false),
    };
    assert!(is_unknown(&run(wrong)));
    assert!(is_unknown(&run(|_: bool| implies(false_far_out(), || false))));
    assert!(is_unknown(&run(|_: bool| implies(false_far_out(), || -> bool { panic!("not asked for") }))));
    assert!(is_unknown(&run(|_: bool| iff(false_far_out(), false))));
    assert!(is_unknown(&run(|_: bool| iff(true, false_far_out()))));
    assert_eq!(run(|_: bool| and(false_far_out(), true)).verdict, Verdict::Passed);
}

#[test]
fn a_forall_that_rejected_all_it_looked_at_proves_and_refutes_nothing() {
    let late = || forall(domain::<u64>(), |y| implies(y == 123_456_789, || false));
    assert_eq!(run(move |b: bool| if b { true.into_property() } else { late() }).verdict, Verdict::Passed);
    assert!(is_unknown(&run(move |_: bool| exists(domain::<bool>(), move |_| late()))));
}

#[test]
fn sizes_out_of_reach_are_not_the_end_of_a_domain() {
    let long = || domain::<()>().pay(10).lists();
    assert_eq!(run(move |_: bool| forall(long(), |list| list.len() < 400)).verdict, Verdict::Passed);
    assert!(is_unknown(&run(move |_: bool| exists(long(), |list| list.len() == 400))));
    assert!(is_unknown(&run(move |_: bool| not(forall(long(), |list| list.len() < 400)))));
    assert!(is_unknown(&run(|_: bool| forall(domain::<bool>().pay(5_000), |_| false))));
    assert!(is_unknown(&run(|_: bool| exists(domain::<bool>().pay(5_000), |_| true))));
    let largest = Domain::<bool>::LARGEST;
    assert!(run(move |_: bool| forall(domain::<bool>().pay(largest - 1), |_| true)).is_proved());
}

/// Half of a number, computed once.
#[derive(Debug, Enumerate)]
struct Halved {
    number: u8,
    #[lydian(skip)]
    half: OnceLock<u8>,
}

impl Halved {
    fn half(&self) -> u8 {
        *self.half.get_or_init(|| self.number / 2)
    }
}

#[derive(Debug, Enumerate)]
struct Rose {
    #[lydian(max = 4)]
    children: Vec<Rose>,
    #[lydian(skip)]
    nodes: OnceLock<usize>,
}

impl Rose {
    fn nodes(&self) -> usize {
        *self.nodes.get_or_init(|| 1 + self.children.iter().map(Rose::nodes).sum::<usize>())
    }
}

#[test]
fn what_a_skipped_field_holds_does_not_outlive_the_value() {
    let lent = run(by_ref(|halved: &Halved| halved.half() != 127));
    let given = run(|halved: Halved| halved.half() != 127);
    assert!(lent.counterexample().is_some());
    assert_eq!(lent, given);
    assert_eq!(run(by_ref(|rose: &Rose| rose.nodes() < 3)), run(|rose: Rose| rose.nodes() < 3));
    let pairs = |pair: &(bool, Halved)| pair.1.half() == pair.1.number / 2;
    assert!(run(by_ref(pairs)).is_proved());
}

#[test]
fn labels_and_demands_count_tests() {
    let report = run(|_: bool| forall(domain::<u8>(), |y| true.label("x").cover(50.0, y < 10, "small")));
    assert_eq!((report.labels["x"], report.coverage["small"]), (2, (50.0, 2)));
    assert!(report.is_proved());
    let twice = run(|b: bool| true.cover(60.0, b, "b").cover(30.0, b, "b"));
    assert_eq!(twice.coverage["b"], (60.0, 1));
    assert!(is_unknown(&twice));
    assert!(is_unknown(&run(|b: bool| true.cover(30.0, b, "b").cover(60.0, b, "b"))));
}

#[test]
fn a_demand_that_is_no_number_is_not_met() {
    assert!(is_unknown(&run(|_: bool| true.cover(f64::NAN, true, "all"))));
    assert!(is_unknown(&run(|_: bool| true.cover(1.0, true, "all").cover(f64::NAN, true, "all"))));
    assert!(is_unknown(&run(|_: bool| true.cover(f64::NAN, true, "all").cover(1.0, true, "all"))));
}

/// Fails at a number that the environment gives; the next test runs it for two packages.
#[test]
fn a_check_fails_where_the_environment_says() {
    let Some(limit) = std::env::var("LYDIAN_TEST_LIMIT").ok().and_then(|limit| limit.parse::<u8>().ok())
    else {
        return;
    };
    Check::named("sound::limited").assert(|x: u8| x < limit);
}

#[test]
fn packages_that_share_a_directory_share_no_failures() {
    let folder = std::env::temp_dir().join(format!("lydian-packages-{}", std::process::id()));
    let said = |package: &str, limit: &str| {
        let mut test = Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "a_check_fails_where_the_environment_says"]);
        test.env("LYDIAN_FAILURES", &folder).env("LYDIAN_TEST_LIMIT", limit).env("CARGO_PKG_NAME", package);
        let output = test.output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let kept = "kept from an earlier run";
    assert!(!said("one", "200").contains(kept));
    let (other, same) = (said("two", "100"), said("one", "200"));
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(other.contains("refuted") && !other.contains(kept), "{other}");
    assert!(same.contains(kept), "{same}");
}

/// Panics when it is dropped, for one number.
#[derive(Debug)]
struct Fuse(u8);

impl Drop for Fuse {
    fn drop(&mut self) {
        assert!(self.0 != 5 || std::thread::panicking(), "the fuse blew");
    }
}

impl Enumerate for Fuse {
    fn domain() -> Domain<Fuse> {
        domain::<u8>().map(Fuse)
    }
}

#[test]
fn a_panic_in_a_destructor_is_a_counterexample() {
    let found =
        |report: &Report| report.counterexample().map(|found| (found.arguments.clone(), found.index.clone()));
    let given = run(|_: Fuse| true);
    assert!(given.to_string().contains("the fuse blew"), "{given}");
    assert_eq!(found(&given).unwrap().0, ["Fuse(5)"]);
    let lent = run(by_ref(|_: &Fuse| true));
    assert_eq!(found(&lent), found(&given));
    // As the last value of all, as a part of a value, and by several threads.
    let last = Domain::values([4, 5]).map(Fuse);
    let report = Check::new().run_over(last, by_ref(|_: &Fuse| true));
    assert_eq!(found(&report).unwrap().0, ["Fuse(5)"]);
    let after_enough =
        Check::new().tests(2).run_over(Domain::values([4, 5, 6]).map(Fuse), by_ref(|_: &Fuse| true));
    assert_eq!(found(&after_enough).unwrap().0, ["Fuse(5)"]);
    assert_eq!(found(&run(by_ref(|_: &(bool, Fuse)| true))), found(&run(|_: (bool, Fuse)| true)));
    assert_eq!(found(&run(by_ref(|_: &Vec<Fuse>| true))), found(&run(|_: Vec<Fuse>| true)));
    let parallel = Check::new().run_parallel(3, by_ref(|_: &Fuse| true));
    assert_eq!(found(&parallel), found(&given));
}

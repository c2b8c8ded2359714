//! The acceptance table of the logical branch of Gast, G1 to G18: what the text says about each property holds here, except
//! that a precondition which random numbers never meet (G12) is met, because small numbers come first.

use lydian::{Check, Domain, Enumerate, IntoProperty, Report, Stopped, Verdict, approx, domain};

fn run<A: lydian::AllArguments>(property: impl lydian::Checkable<A>) -> Report {
    Check::new().tests(1_000).run(property)
}

fn is_pass(report: &Report) -> bool {
    report.verdict == Verdict::Passed && report.tests == 1_000
}

fn arguments(report: &Report) -> Vec<&str> {
    report.counterexample().expect("a counterexample").arguments.iter().map(String::as_str).collect()
}

/// The places at which a character stands, from 1.
fn indices(char: char, text: &str) -> Vec<usize> {
    text.chars().zip(1..).filter(|(other, _)| *other == char).map(|(_, place)| place).collect()
}

fn reversed_indices(char: char, text: &str) -> Vec<usize> {
    let mut indices = indices(char, text);
    indices.reverse();
    indices
}

type Indices = fn(char, &str) -> Vec<usize>;

fn each_index_is_right(indices: Indices, text: &str, char: char) -> bool {
    let found = indices(char, text);
    let is_char = |place: &usize| text.chars().nth(place - 1) == Some(char);
    found.iter().all(is_char) && found.len() == text.chars().filter(|other| *other == char).count()
}

fn indices_increase(indices: Indices, text: &str, char: char) -> bool {
    indices(char, text).windows(2).all(|pair| pair[0] < pair[1])
}

/// The 98 characters of Gast.
fn gast_characters() -> Domain<char> {
    Domain::values((' '..='~').chain(['\t', '\n', '\r']))
}

#[test]
fn g1_indices_are_right_for_all_texts_tried() {
    assert!(is_pass(&run(|text: String, char: char| each_index_is_right(indices, &text, char))));
}

#[test]
fn g2_given_texts_and_characters_make_a_proof_of_196_cases() {
    let texts = Domain::values(["lydian", "a b a"]);
    let property = |text: &'static str, char: char| each_index_is_right(indices, text, char);
    let report = Check::new().run_over((texts, gast_characters()), property);
    assert_eq!((report.verdict, report.tests), (Verdict::Proved, 196));
}

#[test]
fn g3_indices_increase_and_equal_the_reference() {
    assert!(is_pass(&run(|text: String, char: char| indices_increase(indices, &text, char))));
    let by_bytes = |text: &str, char: char| -> Vec<usize> {
        text.char_indices()
            .filter(|(_, other)| *other == char)
            .map(|(at, _)| text[..at].chars().count() + 1)
            .collect()
    };
    assert!(is_pass(&run(|text: String, char: char| lydian::eq(
        indices(char, &text),
        by_bytes(&text, char)
    ))));
}

#[test]
fn g4_a_reversed_list_is_only_found_by_the_properties_that_speak_of_order() {
    assert!(is_pass(&run(|text: String, char: char| each_index_is_right(reversed_indices, &text, char))));
    let increasing = run(|text: String, char: char| indices_increase(reversed_indices, &text, char));
    assert_eq!(arguments(&increasing), ["\"aa\"", "'a'"]);
    let equal =
        run(|text: String, char: char| lydian::eq(reversed_indices(char, &text), indices(char, &text)));
    assert_eq!(arguments(&equal), ["\"aa\"", "'a'"]);
}

#[test]
fn g5_the_square_of_a_root_is_not_always_the_number() {
    let report = run(|x: f64| (x >= 0.0).implies(|| x.sqrt() * x.sqrt() == x));
    // Two, or a border of the same size.
    assert_eq!(report.counterexample().unwrap().size, 2);
    assert_eq!(arguments(&report), ["2.0"]);
}

#[test]
fn g6_even_a_tolerance_fails_for_large_numbers_and_these_come_early() {
    let report = run(|x: f64| (x >= 0.0 && x.is_finite()).implies(|| x - x.sqrt() * x.sqrt() < 1e-10));
    let found: f64 = arguments(&report)[0].parse().unwrap();
    assert!(found >= 524_288.0, "{found}");
    let moderate =
        run(|x: f64| (0.0..500_000.0).contains(&x).implies(|| approx(x, x.sqrt() * x.sqrt(), 1e-10)));
    assert_eq!(moderate.verdict, Verdict::Passed);
}

#[test]
fn g7_an_arithmetic_sequence_passes_for_a_thousand_elements() {
    let reals = Domain::sequence(|place| place as f64 * 0.123_456_789);
    let property = |x: f64| (x - x.sqrt() * x.sqrt()).abs() < 1e-10;
    let report = Check::new().tests(1_000).run_over(reals, property);
    assert!(is_pass(&report) && report.stopped == Stopped::Tests);
}

#[test]
fn g8_the_absolute_value_of_the_least_integer_is_negative() {
    let report = run(|x: i32| x.wrapping_abs() >= 0);
    assert_eq!(arguments(&report), ["-2147483648"]);
    assert!(report.tests <= 5);
}

#[derive(Debug, Clone, PartialEq, Enumerate)]
enum Tree<T> {
    Node(Box<Tree<T>>, T, Box<Tree<T>>),
    Leaf,
}

fn swap<T: Clone>(tree: &Tree<T>) -> Tree<T> {
    match tree {
        Tree::Leaf => Tree::Leaf,
        Tree::Node(left, item, right) => {
            Tree::Node(Box::new(swap(right)), item.clone(), Box::new(swap(left)))
        }
    }
}

#[test]
fn g9_swapping_twice_changes_nothing() {
    assert!(is_pass(&run(|tree: Tree<bool>| swap(&swap(&tree)) == tree)));
}

#[test]
fn g10_swapping_passes_for_trees_from_a_generator_of_ones_own() {
    fn left_empty() -> Domain<Tree<bool>> {
        domain::<Vec<bool>>().map(|items| {
            let grow = |right, item| Tree::Node(Box::new(Tree::Leaf), item, Box::new(right));
            items.into_iter().fold(Tree::Leaf, grow)
        })
    }
    for check in [Check::new().tests(1_000), Check::new().tests(1_000).seed(11)] {
        assert!(is_pass(&check.run_over(left_empty(), |tree: Tree<bool>| swap(&swap(&tree)) == tree)));
    }
}

/// Days of holiday at an age from 18 to 65.
fn holidays(age: i32) -> i32 {
    20 + age.wrapping_sub(18).wrapping_mul(10) / 47
}

fn holidays_are_moderate(age: i32) -> bool {
    (20..=30).contains(&holidays(age))
}

#[test]
fn g11_holidays_are_wrong_for_borders() {
    let report = run(|age: i32| holidays_are_moderate(age));
    let age: i32 = arguments(&report)[0].parse().unwrap();
    assert!([0, i32::MAX, i32::MIN].contains(&age), "{age}");
}

#[test]
fn g12_ages_as_a_precondition_are_met_since_small_numbers_come_first() {
    let report = run(|age: i32| (18..=65).contains(&age).implies(|| holidays_are_moderate(age)));
    assert_eq!((&report.verdict, report.tests, report.stopped), (&Verdict::Passed, 48, Stopped::Rejections));
    assert_eq!(report.rejected, 10_001);
    let text = report.to_string();
    assert!(text.contains("passed 48 tests, all up to size 12 among them"), "{text}");
    assert!(text.contains("stopped since too many cases were rejected"), "{text}");
    assert!(text.contains("10001 cases rejected by a precondition"), "{text}");
    let wide = run(|age: i64| (18..=65).contains(&age).implies(|| holidays_are_moderate(age as i32)));
    assert_eq!((wide.verdict, wide.tests, wide.rejected), (Verdict::Passed, 48, 10_001));
}

#[test]
fn g12_a_precondition_that_is_never_met_is_no_success() {
    let far = run(|x: i64| (x == 123_456_789_012).implies(|| false));
    assert_eq!((&far.verdict, far.tests, far.is_ok()), (&Verdict::Vacuous, 0, false));
    let text = far.to_string();
    assert!(text.contains("vacuous, nothing was tested"), "{text}");
    assert!(text.contains("10001 cases rejected by a precondition"), "{text}");
    // Gast's own limit: so few cases that no age is among them.
    let few = Check::new().rejections(30).run(|age: i32| (18..=65).contains(&age).implies(|| false));
    assert_eq!((few.verdict, few.tests, few.rejected), (Verdict::Vacuous, 0, 31));
}

#[test]
fn g13_folded_ages_pass_and_prove_nothing() {
    assert!(is_pass(&run(|number: i32| holidays_are_moderate(18 + number.rem_euclid(48)))));
}

#[test]
fn g14_given_ages_make_a_proof_of_48_cases() {
    let property = |age: i32| (18..=65).contains(&age).implies(|| holidays_are_moderate(age));
    let report = Check::new().run_over(Domain::range(18..=65), property);
    assert_eq!((report.verdict, report.tests), (Verdict::Proved, 48));
}

#[derive(Debug, Enumerate)]
struct Age(#[lydian(range(18..=65))] i32);

#[test]
fn g15_a_type_of_ages_makes_a_proof_and_shows_its_name() {
    let report = run(|Age(age): Age| holidays_are_moderate(age));
    assert_eq!((report.verdict, report.tests), (Verdict::Proved, 48));
    let report = run(|Age(age): Age| age < 65);
    assert_eq!(arguments(&report), ["Age(65)"]);
    assert!(report.tests <= 3);
}

#[test]
fn g16_borders_first_and_the_rest_shuffled_is_still_a_proof() {
    let seen = std::cell::RefCell::new(Vec::new());
    let ages = Domain::values([18, 65]).or(Domain::range(19..=64).pay(2));
    let report = Check::new().seed(5).run_over(ages, |age: i32| {
        seen.borrow_mut().push(age);
        holidays_are_moderate(age)
    });
    assert_eq!((report.verdict, report.tests), (Verdict::Proved, 48));
    assert_eq!(seen.borrow()[..2], [18, 65]);
}

#[derive(Debug)]
enum SearchTree {
    Empty,
    Node(Box<SearchTree>, char, Box<SearchTree>),
}

impl SearchTree {
    fn add(self, new: char) -> SearchTree {
        match self {
            SearchTree::Empty => {
                SearchTree::Node(Box::new(SearchTree::Empty), new, Box::new(SearchTree::Empty))
            }
            SearchTree::Node(left, item, right) if new < item => {
                SearchTree::Node(Box::new(left.add(new)), item, right)
            }
            SearchTree::Node(left, item, right) if new > item => {
                SearchTree::Node(left, item, Box::new(right.add(new)))
            }
            same => same,
        }
    }

    fn of(items: &[char]) -> SearchTree {
        items.iter().fold(SearchTree::Empty, |tree, item| tree.add(*item))
    }

    fn contains(&self, char: char) -> bool {
        match self {
            SearchTree::Empty => false,
            SearchTree::Node(left, item, right) => {
                *item == char || if char < *item { left } else { right }.contains(char)
            }
        }
    }

    fn items(&self) -> Vec<char> {
        match self {
            SearchTree::Empty => Vec::new(),
            SearchTree::Node(left, item, right) => [left.items(), vec![*item], right.items()].concat(),
        }
    }
}

#[test]
fn g17_what_was_inserted_is_a_member_and_nothing_else() {
    let property =
        |char: char, items: Vec<char>| SearchTree::of(&items).contains(char).iff(items.contains(&char));
    assert!(is_pass(&run(property)));
}

#[test]
fn g18_the_items_of_a_search_tree_increase_strictly() {
    let property = |items: Vec<char>| SearchTree::of(&items).items().windows(2).all(|pair| pair[0] < pair[1]);
    assert!(is_pass(&run(property)));
}

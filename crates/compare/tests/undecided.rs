//! What is undecided says what was covered until then, and names its entry.

use std::time::Duration;

use lydian_compare::{Effort, Options, judge};
use lydian_diagnostic::Source;
use lydian_verdict::{Judgement, Verdict};

fn judged(reference: &str, submission: &str, options: &Options) -> Judgement {
    let source = |name: &str, text: &str| Source::new(name, text);
    judge(&source("reference.ml", reference), &source("submission.ml", submission), options).judgement
}

const INSERTION_SORT: &str = "
let rec insert x l = match l with [] -> [x] | h :: t -> if x <= h then x :: l else h :: insert x t
let rec sort (l : int list) = match l with [] -> [] | h :: t -> insert h (sort t)";

#[test]
fn a_search_that_the_clock_ends_tells_what_it_covered() {
    let endless = Effort::Levels(u64::MAX);
    let options =
        Options { effort: endless, budget: Some(Duration::from_millis(1_500)), ..Options::default() };
    let judgement = judged(INSERTION_SORT, "let sort (l : int list) = List.sort compare l", &options);
    let Verdict::Unknown(undecided) = &judgement.verdict else { panic!("{:?}", judgement.verdict) };
    let covered = undecided.covered.as_ref().expect("what was covered");
    assert!(covered.text.starts_with("`sort` agrees on "), "{}", covered.text);
    assert!(undecided.reasons[0].text.contains("`sort`"), "{}", undecided.reasons[0].text);
    assert_eq!(judgement.entry.as_deref(), Some("sort"));
}

#[test]
fn a_value_that_nobody_can_write_comes_after_inputs_without_a_difference() {
    let counted = |start: &str| {
        format!(
            "module S = Set.Make(Int)\nlet size (s : S.t) = if S.is_empty s then {start} else S.cardinal s"
        )
    };
    let judgement =
        judged(&counted("0"), "module S = Set.Make(Int)\nlet size (s : S.t) = 0", &Options::default());
    let Verdict::Unknown(undecided) = &judgement.verdict else { return };
    assert!(undecided.covered.is_some(), "{undecided:?}");
}

#[test]
fn every_verdict_names_its_entry() {
    let verdicts = [
        ("let f x = x + 1", "let f x = 1 + x"),
        ("let f x = x + 1", "let f x = x + 2"),
        ("let f x = x + 1", "let f x = x +. 1."),
        ("let f x = x + 1", "let g x = x + 1"),
        ("let f (x : int) : int = failwith \"always\"", "let f x = x + 1"),
        ("let f x = (fun y -> x + y), x", "let f x = (fun y -> y + x), x"),
        ("let f x = x + 1", "let n = failwith \"no\"\nlet f x = x + n"),
    ];
    for (reference, submission) in verdicts {
        let judgement = judged(reference, submission, &Options::default());
        assert_eq!(judgement.entry.as_deref(), Some("f"), "{submission}");
    }
}

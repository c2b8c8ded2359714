//! A budget holds wherever paths are looked for: what has no time finds nothing and says so.

use std::time::Duration;

use lydian_budget::Deadline;
use lydian_console::syntax::parse;
use lydian_console::{Choice, LintOptions, PathBounds, Paths, Spec, lint, load, samples};
use lydian_diagnostic::Source;

const SUM: &str =
    "read n : int in 1.. while length(x.all) < n { may write any read x : int } write any, sum(x.all), any";

fn specs() -> Vec<Spec> {
    let (script, diagnostics) = parse(&Source::new("sum.console", SUM));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    load(script, &|_| Err("no imports here".into())).0
}

fn over() -> Option<Deadline> {
    Some(Deadline::after(Duration::ZERO))
}

#[test]
fn samples_end_with_their_time() {
    let choice = |deadline| Choice { number: 3, optional: false, seed: 0, deadline };
    assert_eq!(samples(&specs(), &choice(over())).expect("no fault"), []);
    assert_eq!(samples(&specs(), &choice(None)).expect("no fault").len(), 3);
}

#[test]
fn lint_claims_nothing_about_paths_that_it_had_no_time_for() {
    let linted = lint(&specs(), &LintOptions { deadline: over(), ..LintOptions::default() });
    assert!(!linted.whole && !linted.exhausted);
    assert!(linted.diagnostics.is_empty(), "{:?}", linted.diagnostics);
}

#[test]
fn a_search_for_paths_says_that_its_time_was_up() {
    let specs = specs();
    let mut paths = Paths::new(&specs[0], PathBounds { deadline: over(), ..PathBounds::default() });
    assert!(paths.next_path().is_none());
    assert!(paths.counts().out_of_time);
}

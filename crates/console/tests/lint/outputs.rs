//! Outputs that cannot be told apart.

use super::{faults, is_fine};

#[test]
fn everyday_outputs_are_fine() {
    is_fine("may write any read x : int may write any read y : int write any, x + y, any");
    is_fine("read n : int while length(x.all) < n { may write any read x : int } write any, sum(x.all), any");
    is_fine("read x : int write any, x, any write any, x + 1, any");
    is_fine("may write any write \"sum: \", 3");
    is_fine("read x : int in 1.. else retry may write any read y : int write any");
    is_fine("loop { read x : int if x = 0 { may write any exit } else { write any } } write \"end\"");
    is_fine("may write \"A\" write any");
    is_fine("may write any, \":\" write any, 7");
}

#[test]
fn an_optional_wildcard_before_another_one_is_ambiguous() {
    let text = "read x : int may write any write any, x, any";
    assert_eq!(faults(text), ["(ambiguous-output): may write any"]);
    assert_eq!(faults("may write any may write some"), ["(ambiguous-output): may write some"]);
    assert_eq!(faults("write any, 3, any may write any"), ["(ambiguous-output): may write any"]);
}

#[test]
fn optional_outputs_between_do_not_help() {
    let text = "may write any may write \"x\" write any, 1";
    assert_eq!(faults(text), ["(ambiguous-output): may write any"]);
    is_fine("may write any write \"x\" write any, 1");
}

#[test]
fn outputs_meet_across_branches_and_rounds() {
    let text = "read x : int if x > 0 { may write any } else { read y : int } write any, 7";
    assert_eq!(faults(text), ["(ambiguous-output): may write any"]);
    let text = "read n : int while length(x.all) < n { read x : int may write any } write any, 7";
    assert_eq!(faults(text), ["(ambiguous-output): may write any"]);
    let text = "loop { may write any read x : int if x = 0 { exit } may write some }";
    assert_eq!(faults(text), ["(ambiguous-output): may write any"]);
    let text = "loop { read x : int may write any if x = 0 { exit } } write any, 7";
    assert_eq!(faults(text), ["(ambiguous-output): may write any"]);
    is_fine("loop { may write any read x : int if x = 0 { exit } } write any, 7");
}

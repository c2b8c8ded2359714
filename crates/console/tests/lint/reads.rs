//! Values that are used before they are read.

use super::{faults, found, is_fine};

#[test]
fn a_value_is_there_after_its_read() {
    is_fine("read x : int write x");
    is_fine("write length(x.all) read x : int");
    is_fine("write x.earlier read x : int");
    is_fine("read x : int, y : int in x.. where y > x");
    is_fine("read x : int read x : int write x.ago(1)");
    is_fine("result \"out.txt\" : x read x : int");
}

#[test]
fn a_value_before_its_read_is_an_error() {
    assert_eq!(faults("write x read x : int"), ["used-before-read: x"]);
    assert_eq!(faults("write 1, \"{x + 1}\" read x : int"), ["used-before-read: x"]);
    assert_eq!(faults("read x : int in 1..x"), ["used-before-read: x"]);
    assert_eq!(faults("if x > 0 { nothing } read x : int"), ["used-before-read: x"]);
    assert_eq!(faults("while x > 0 { read x : int }"), ["used-before-read: x"]);
}

#[test]
fn each_older_value_needs_one_more_read() {
    assert_eq!(faults("read x : int write x.ago(1)"), ["used-before-read: x.ago(1)"]);
    let fault = &found("read x : int write x.ago(1)")[0];
    assert_eq!(fault.message, "`x.ago(1)` needs 2 values of `x`, and fewer have been read here");
}

#[test]
fn a_merge_counts_the_reads_of_all_its_variables() {
    is_fine("read c : int if c > 0 { read x : int } else { read y : int } write merge(x, y).current");
    is_fine("read x : int read y : int write merge(x, y).ago(1)");
    let text = "write merge(x, y).current read x : int read y : int";
    assert_eq!(faults(text), ["used-before-read: merge(x, y).current"]);
}

#[test]
fn a_read_on_one_way_only_is_a_warning() {
    let text = "read c : int if c > 0 { read x : int } write x";
    assert_eq!(faults(text), ["(used-before-read): x"]);
    assert_eq!(faults("read c : int if c > 0 { read x : int } else { write x }"), ["used-before-read: x"]);
}

#[test]
fn a_use_is_known_to_be_there_afterwards() {
    let text = "read c : int if c > 0 { read x : int } write x write x";
    assert_eq!(faults(text).len(), 1);
}

#[test]
fn conditions_on_the_number_of_values_are_believed() {
    is_fine("read c : int if c > 0 { read x : int } if length(x.all) > 0 { write x }");
    is_fine("read c : int if c > 0 { read x : int } if x.all != [] and x > 3 { write \"large\" }");
    is_fine(
        "read c : int if c > 0 { read x : int } if 0 = length(x.all) or x > 3 { nothing } else { write x }",
    );
    is_fine("while length(x.all) < 3 { read x : int } write x, x.ago(2)");
    is_fine("read c : int if c > 0 { read x : int } write (if length(x.all) >= 1 then x else 0)");
    let text = "while length(x.all) < 3 { read x : int } write x.ago(3)";
    assert_eq!(faults(text), ["(used-before-read): x.ago(3)"]);
}

#[test]
fn the_first_round_of_a_loop_has_only_what_was_read_before() {
    assert_eq!(faults("loop { write x read x : int if x = 0 { exit } }"), ["used-before-read: x"]);
    assert_eq!(faults("repeat { write any, x read x : int } until x = 0"), ["used-before-read: x"]);
    let text = "read n : int while length(x.all) < n { write x read x : int }";
    assert_eq!(faults(text), ["(used-before-read): x"]);
    is_fine("loop { if length(x.all) = 0 { read x : int } else { write x exit } }");
    is_fine("loop { read x : int if x = 0 { exit } } write x");
}

#[test]
fn what_is_said_about_a_wrong_value_knows_it() {
    is_fine("read x : int in 1.. else retry saying \"{x} is too small\"");
    let text = "read x : int in 1.. else retry saying \"not {x.ago(1)}\"";
    assert_eq!(faults(text), ["used-before-read: x.ago(1)"]);
    is_fine("read n : int read x : int in n.. else retry saying \"at least {n}\"");
}

#[test]
fn bound_names_and_parameters_are_not_read() {
    is_fine("param n : int = 3 write n");
    is_fine("write [x + 1 for x in [1, 2]] read x : int");
    is_fine("read c : int if c > 0 { read x : int } write [a * x for a in x.all]");
    assert_eq!(faults("write [a * x for a in [1]] read x : int"), ["used-before-read: x"]);
}

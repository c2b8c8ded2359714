//! Loops that cannot work, and statements behind an exit.

use super::{faults, found, is_fine};

#[test]
fn loops_that_read_and_end_are_fine() {
    is_fine("loop { read x : int if x = 0 { exit } }");
    is_fine("read n : int while length(x.all) < n { may write any read x : int }");
    is_fine("read x : int until x = 0 { read x : int }");
    is_fine("repeat { read x : int } until x = 0");
    is_fine("repeat { read x : int } while x > 0");
    is_fine("loop { if sum(x.all) < 100 { read x : int } else { exit } }");
}

// The ill-formed loops of the published examples: while 4, whileNot 3, repeatUntil 3, doWhile 3, tillExit 2.

#[test]
fn while_with_an_exit_in_its_body_is_rejected() {
    assert_eq!(faults("while length(x.all) < 3 { read x : int exit }"), ["exit-in-derived-loop: exit"]);
}

#[test]
fn while_with_a_constant_condition_is_rejected() {
    assert_eq!(faults("while true { read x : int }"), ["constant-condition: true"]);
}

#[test]
fn while_with_a_path_that_reads_nothing_is_rejected() {
    let text = "read x : int while x > 0 { if x > 5 { read x : int } else { nothing } }";
    assert_eq!(faults(text), ["dormant-loop: while x > 0"]);
    assert_eq!(found(text)[0].labels[0].message, "if this does not hold");
}

#[test]
fn while_that_reads_other_variables_is_rejected() {
    assert_eq!(faults("read x : int while x > 0 { read y : int }"), ["loop-ignores-condition: while x > 0"]);
}

#[test]
fn until_with_an_exit_in_its_body_is_rejected() {
    assert_eq!(faults("until length(x.all) = 3 { read x : int exit }"), ["exit-in-derived-loop: exit"]);
}

#[test]
fn until_with_a_constant_condition_is_rejected() {
    assert_eq!(faults("until 1 > 2 { read x : int }"), ["constant-condition: 1 > 2"]);
}

#[test]
fn until_with_a_path_that_reads_nothing_is_rejected() {
    let text = "read x : int until x = 0 { if x > 5 { read x : int } }";
    assert_eq!(faults(text), ["dormant-loop: until x = 0"]);
}

#[test]
fn repeat_until_with_an_exit_in_its_body_is_rejected() {
    assert_eq!(
        faults("repeat { read x : int if x = 1 { exit } } until x = 0"),
        ["exit-in-derived-loop: exit"]
    );
}

#[test]
fn repeat_until_with_a_constant_condition_is_rejected() {
    assert_eq!(faults("repeat { read x : int } until false"), ["constant-condition: false"]);
}

#[test]
fn repeat_until_with_a_path_that_reads_nothing_is_rejected() {
    let text = "read x : int repeat { if x > 5 { read x : int } } until x = 0";
    assert_eq!(faults(text).len(), 1);
    assert_eq!(found(text)[0].code, "dormant-loop");
}

#[test]
fn repeat_while_with_an_exit_in_its_body_is_rejected() {
    assert_eq!(
        faults("repeat { read x : int if x = 1 { exit } } while x > 0"),
        ["exit-in-derived-loop: exit"]
    );
}

#[test]
fn repeat_while_with_a_constant_condition_is_rejected() {
    assert_eq!(faults("repeat { read x : int } while true"), ["constant-condition: true"]);
}

#[test]
fn repeat_while_with_a_path_that_reads_nothing_is_rejected() {
    let text = "read x : int repeat { if x > 5 { read x : int } } while x > 0";
    assert_eq!(found(text)[0].code, "dormant-loop");
}

#[test]
fn a_loop_without_an_exit_is_rejected() {
    assert_eq!(faults("loop { read x : int }"), ["loop-without-exit: loop"]);
}

#[test]
fn a_loop_with_a_path_that_neither_reads_nor_exits_is_rejected() {
    let text = "read x : int loop { if x > 0 { exit } else { write any } }";
    assert_eq!(faults(text), ["dormant-loop: loop"]);
}

#[test]
fn an_exit_in_an_inner_loop_belongs_to_that_loop() {
    is_fine("read n : int while length(x.all) < n { loop { read x : int if x > 0 { exit } } }");
    let text = "loop { read y : int loop { read x : int if x > 0 { exit } } }";
    assert_eq!(faults(text), ["loop-without-exit: loop"]);
}

#[test]
fn a_loop_that_does_nothing_is_one_mistake() {
    assert_eq!(faults("loop { write any }"), ["loop-without-exit: loop"]);
}

#[test]
fn parameters_and_bound_names_are_no_variables_of_a_condition() {
    assert_eq!(faults("param n : int = 3 while n > 0 { read x : int }"), ["constant-condition: n > 0"]);
    let text = "while exists x in [1, 2] : x > 1 { read x : int }";
    assert_eq!(faults(text), ["constant-condition: exists x in [1, 2] : x > 1"]);
}

#[test]
fn one_way_through_the_body_that_ignores_the_condition_is_enough() {
    let text = "read x : int while x > 0 { read y : int if y > 0 { read x : int } }";
    assert_eq!(faults(text), ["loop-ignores-condition: while x > 0"]);
    assert_eq!(found(text)[0].labels[1].message, "if this does not hold");
    is_fine("read x : int while x > 0 { read y : int if y > 0 { read x : int } else { read x : int } }");
    is_fine(
        "while length(merge(x, y).all) < 4 { if length(x.all) = 0 { read x : int } else { read y : int } }",
    );
}

#[test]
fn an_inner_loop_that_may_have_no_round_reads_nothing_for_sure() {
    let text = "read x : int while x > 0 { while length(x.all) < 3 { read x : int } }";
    assert_eq!(faults(text), ["dormant-loop: while x > 0"]);
    is_fine("read x : int while x > 0 { repeat { read x : int } until x < 10 }");
}

#[test]
fn what_stands_behind_an_exit_is_dead() {
    let text = "loop { read x : int if x = 0 { exit write \"end\" } }";
    assert_eq!(faults(text), ["(unreachable-statement): write \"end\""]);
    let text = "loop { read x : int if x = 0 { exit } else { exit } write \"end\" write \"more\" }";
    assert_eq!(faults(text), ["(unreachable-statement): write \"end\""]);
}

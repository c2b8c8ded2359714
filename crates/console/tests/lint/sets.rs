//! Sets without values, and enumerations with members that cannot be told apart.

use super::{faults, found, is_fine};

#[test]
fn sets_with_values_are_fine() {
    is_fine("read x : int in 1..9");
    is_fine("read x : int in -9..-1");
    is_fine("read x : int in 5..5");
    is_fine("read c : char in 'a'..'z'");
    is_fine("read d : decimal(2) in 0.5..0.50");
    is_fine("enum Day { Monday, Friday, Sunday } read d : Day in Monday..Friday");
    is_fine("read x : int read y : int in x..1");
}

#[test]
fn an_empty_set_is_an_error() {
    for set in
        ["{}", "9..1", "-1..-9", "9..1 or {}", "all and {}", "{} except 3..5", "not all", "1..9 except all"]
    {
        assert_eq!(faults(&format!("read x : int in {set}")), [format!("empty-set: {set}")]);
    }
    assert_eq!(faults("read c : char in 'z'..'a'"), ["empty-set: 'z'..'a'"]);
    assert_eq!(faults("read d : decimal(2) in 0.51..0.5"), ["empty-set: 0.51..0.5"]);
    let days = "enum Day { Monday, Friday } read d : Day in Friday..Monday";
    assert_eq!(faults(days), ["empty-set: Friday..Monday"]);
    assert!(found("read x : int in 9..1")[0].hints[0].contains("smaller end"));
}

#[test]
fn an_empty_part_of_a_set_is_a_warning() {
    assert_eq!(faults("read x : int in 9..1 or 3..5"), ["(empty-set): 9..1"]);
    assert_eq!(faults("read x : int in all except {}"), ["(empty-set): {}"]);
}

#[test]
fn members_are_declared_once() {
    assert_eq!(faults("enum Move { Rock, Paper, Rock }"), ["duplicate-definition: Rock"]);
    assert_eq!(faults("enum A { Red, Blue } enum B { Green, Red }"), ["duplicate-definition: Red"]);
}

#[test]
fn spellings_differ() {
    assert_eq!(faults("enum Move { Rock \"r\", Paper \"r\" }"), ["duplicate-spelling: Paper"]);
    assert_eq!(faults("enum Move { Rock \"Paper\", Paper }"), ["duplicate-spelling: Paper"]);
    is_fine("enum Move { Rock \"r\", Paper \"p\" } enum Other { Red \"r\", Pink \"p\" }");
}

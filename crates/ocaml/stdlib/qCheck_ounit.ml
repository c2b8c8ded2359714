(* Tests for OUnit stay tests of QCheck. *)

let to_ounit2_test (test : QCheck.Test.t) = test
let to_ounit2_test_list (tests : QCheck.Test.t list) = tests
let to_ounit_test = to_ounit2_test

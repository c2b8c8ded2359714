(* Tests for OUnit stay tests of QCheck. *)

let to_ounit2_test (test : QCheck.Test.t) : OUnit2.test = [ test ]
let to_ounit2_test_list (tests : QCheck.Test.t list) = List.map to_ounit2_test tests

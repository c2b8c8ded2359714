(* Tests for Alcotest stay tests of QCheck. *)

let to_alcotest ?colors:(_ : bool option) ?verbose:(_ : bool option) ?long:(_ : bool option)
    ?speed_level:(_ : Alcotest.speed_level option) (test : QCheck.Test.t) : unit Alcotest.test_case =
  [ test ]

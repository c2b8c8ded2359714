(* Tests for Alcotest stay tests of QCheck. *)

let to_alcotest ?colors:(_ : bool option) ?verbose:(_ : bool option) ?long:(_ : bool option) ?speed_level:_ (test : QCheck.Test.t)
    =
  test

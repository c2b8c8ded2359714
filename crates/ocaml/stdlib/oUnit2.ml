(* As much of OUnit as files with tests of QCheck need: the tests of QCheck are kept, unit tests are left to OUnit. *)

type test_ctxt = Unit_test
type test = QCheck_lydian.test list

let ( >:: ) (_ : string) (_ : test_ctxt -> unit) : test = []
let ( >::: ) (_ : string) (tests : test list) : test = QCheck_lydian.all tests
let test_list (tests : test list) : test = QCheck_lydian.all tests
let run_test_tt_main (test : test) = test
let assert_failure text = failwith text
let assert_bool text holds = if not holds then failwith text

let assert_equal ?(cmp = ( = )) ?printer:(_ : ('a -> string) option) ?(msg = "not equal") (expected : 'a) (actual : 'a) =
  if not (cmp expected actual) then failwith msg

(* The names of QCheck2: those of QCheck with generators instead of arbitraries. A place to which values would be shrunk says
   nothing about which values there are. *)

module G = QCheck_lydian

let assume = QCheck.assume
let assume_fail = QCheck.assume_fail
let ( ==> ) = QCheck.( ==> )

module Gen = struct
  include QCheck.Gen

  let pint ?origin:(_ : int option) = QCheck.Gen.pint
  let int_range ?origin:(_ : int option) low high = QCheck.Gen.int_range low high
  let float_range ?origin:(_ : float option) low high = QCheck.Gen.float_range low high
  let float_bound_inclusive ?origin:(_ : float option) bound = QCheck.Gen.float_bound_inclusive bound
  let float_bound_exclusive ?origin:(_ : float option) bound = QCheck.Gen.float_bound_exclusive bound
  let char_range ?origin:(_ : char option) low high = QCheck.Gen.char_range low high
  let small_int_corners () = graft_corners nat int_pos_corners ()
  let shuffle_a values = G.map Array.of_list (G.shuffle (Array.to_list values))
  let shuffle_array = shuffle_a
  let set_shrink (_ : 'a -> 'a Seq.t) (gen : 'a t) = gen
  let add_shrink_invariant (_ : 'a -> bool) (gen : 'a t) = gen
  let no_shrink (gen : 'a t) = gen
end

module Print = QCheck.Print

module Shrink = struct
  type 'a t = 'a -> 'a Seq.t
end

module Observable = QCheck.Observable

type fun_repr = QCheck.fun_repr = Not_shown
type 'f fun_ = 'f QCheck.fun_ = Fun of fun_repr * 'f

module Fn = QCheck.Fn

let fun1 a ?print:(_ : 'b Print.t option) (b : 'b Gen.t) = QCheck.gen (QCheck.fun1 a (QCheck.make b))
let fun2 a b ?print:(_ : 'c Print.t option) (c : 'c Gen.t) = QCheck.gen (QCheck.fun2 a b (QCheck.make c))
let fun3 a b c ?print:(_ : 'd Print.t option) (d : 'd Gen.t) = QCheck.gen (QCheck.fun3 a b c (QCheck.make d))
let fun4 a b c d ?print:(_ : 'e Print.t option) (e : 'e Gen.t) = QCheck.gen (QCheck.fun4 a b c d (QCheck.make e))

type 'a stat = string * ('a -> int)

module Test = struct
  exception User_fail = QCheck.Test.User_fail

  type t = G.test

  let fail_report = QCheck.Test.fail_report
  let fail_reportf format = QCheck.Test.fail_reportf format

  let make ?if_assumptions_fail:(_ : ([ `Fatal | `Warning ] * float) option) ?count:(_ : int option)
      ?long_factor:(_ : int option) ?max_gen:(_ : int option) ?max_fail:(_ : int option) ?retries:(_ : int option)
      ?name ?print:(_ : 'a Print.t option) ?collect ?stats:(_ : 'a stat list option) (gen : 'a Gen.t) law : t =
    G.test name collect gen law

  let check_exn = QCheck.Test.check_exn
end

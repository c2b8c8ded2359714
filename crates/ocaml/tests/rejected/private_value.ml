module M : sig type t = private A of int end = struct type t = A of int end
let x = M.A 3
(* expect: 2:8 private-type *)

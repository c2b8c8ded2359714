module M : sig type t val make : int -> t end = struct type t = int let make x = x end
let x = M.make 3 + 1
(* expect: 2:8 type-mismatch *)

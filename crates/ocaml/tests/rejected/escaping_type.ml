let f () = let module M = struct type t = A end in M.A
(* expect: 1:51 escaping-type *)

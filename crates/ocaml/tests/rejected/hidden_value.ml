module M : sig val a : int end = struct let a = 1 let b = 2 end
let x = M.b
(* expect: 2:8 unbound-value *)

module M : S = struct end
(* expect: 1:11 unbound-module-type *)

module M : sig val f : int -> string end = struct let f x = x + 1 end
(* expect: 1:43 signature-mismatch *)

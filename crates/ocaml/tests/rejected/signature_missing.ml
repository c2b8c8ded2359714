module M : sig val f : int val g : int end = struct let f = 1 end
(* expect: 1:45 signature-mismatch *)

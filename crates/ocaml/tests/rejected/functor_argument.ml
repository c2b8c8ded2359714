module F (X : sig val x : int end) = struct let y = X.x end
module A = F (struct let x = "a" end)
(* expect: 2:11 signature-mismatch *)

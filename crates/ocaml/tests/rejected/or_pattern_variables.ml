let f = function Some x | None -> 1
(* expect: 1:17 or-pattern *)

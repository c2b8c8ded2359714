let f () = while 1 do () done
(* expect: 1:17 type-mismatch *)

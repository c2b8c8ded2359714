(* Arguments, tuples, lists, records and constructor arguments are evaluated from right to left. *)
let t s = print_string s; print_char ' '; s
type r = { a : string; b : string; c : string }
type v = V of string * string * string | W of { p : string; q : string }
let f x y z = x ^ y ^ z
let line () = print_newline ()
let () =
  ignore (f (t "1") (t "2") (t "3")); line ();
  ignore ((t "1", t "2", t "3")); line ();
  ignore [ t "1"; t "2"; t "3" ]; line ();
  ignore { a = t "1"; b = t "2"; c = t "3" }; line ();
  ignore { c = t "c"; a = t "a"; b = t "b" }; line ();
  ignore (V (t "1", t "2", t "3")); line ();
  ignore (W { p = t "p"; q = t "q" }); line ();
  ignore [| t "1"; t "2"; t "3" |]; line ();
  ignore (t "1" ^ t "2" ^ t "3"); line ();
  ignore (t "1" :: t "2" :: []); line ();
  ignore (String.length (t "1") + String.length (t "2") * String.length (t "3")); line ();
  ignore (compare (t "1") (t "2")); line ();
  ignore (t "1" = t "2"); line ();
  ignore ((print_string "fun "; f) (t "1") (t "2") (t "3")); line ();
  ignore (`P (t "1", t "2")); line ()

(* Physical equality: immediate values are identical, blocks only to themselves. *)
type t = A | B of int
let () =
  let b x = Printf.printf "%b " x in
  let l = [ 1; 2 ] and r = ref 0 in
  b (1 == 1); b (1 != 2); b ('a' == 'a'); b (true == true); b (() == ()); b ([] == []); b (None == None); b (A == A);
  print_newline ();
  b (l == l); b (l == [ 1; 2 ]); b (l = [ 1; 2 ]); b (r == r); b (r == ref 0); b (r = ref 0); b (List.tl l == List.tl l);
  print_newline ();
  let x = B (Random.int 1) in
  let y = x in
  b (x == y); b (x == B (Random.int 1)); b (x != y);
  let s = String.make 2 'a' in
  b (s == s); b (s == String.make 2 'a'); b (s = String.make 2 'a');
  print_newline ();
  let a = [| 1; 2 |] in
  let c = Array.copy a in
  b (a == a); b (a == c); b (a = c);
  let f = fun x -> x in
  b (f == f);
  print_newline ()

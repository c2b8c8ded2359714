(* Later definitions hide earlier ones: values, types, constructors, modules, library names. *)
type t = A | B
let of_old = function A -> "old A" | B -> "old B"
type u = A | C
let of_new = function A -> "new A" | C -> "new C"
let x = 1
let x = x + 1
let f x = let x = x * 2 in let x = x + 1 in x
let compare a b = String.length a - String.length b
module List = struct include List let length l = 100 + List.length l end
let print_int n = print_string ("<" ^ string_of_int n ^ ">")
let rec g n = if n = 0 then 0 else g (n - 1)
let g n = g n + 1
let () =
  print_endline (of_new A ^ of_old B ^ of_old (A : t));
  print_int x; print_int (f x);
  print_int (compare "aaa" "b"); print_int (List.length [ 1 ]); print_int (List.hd [ 3 ]);
  print_int (g 5);
  print_newline ();
  let not b = if b then "not" else "really" in
  print_endline (not true);
  let ( + ) a b = a ^ "+" ^ b in
  print_endline ("a" + "b")

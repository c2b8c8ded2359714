(* Polymorphic variants: open and closed, with payloads, abbreviations in patterns. *)
type basic = [ `Num of int | `Add of basic * basic ]
type colour = [ `Red | `Green | `Blue ]
type more = [ colour | `Custom of int * int * int ]
let rec eval : basic -> int = function `Num n -> n | `Add (a, b) -> eval a + eval b
let name : colour -> string = function `Red -> "red" | `Green -> "green" | `Blue -> "blue"
let describe : more -> string = function #colour as c -> name c | `Custom (r, g, b) -> Printf.sprintf "%d/%d/%d" r g b
let f = function `A -> 1 | `B n -> n | _ -> 0
let lift x = (x : colour :> more)
let () =
  Printf.printf "%d\n" (eval (`Add (`Num 1, `Add (`Num 2, `Num 3))));
  print_endline (describe `Red ^ describe (`Custom (1, 2, 3)) ^ describe (lift `Blue));
  Printf.printf "%d %d %d\n" (f `A) (f (`B 5)) (f (`C "x"));
  Printf.printf "%b %b %b\n" (`A = `A) (`B 1 = `B 2) (`A = `Other);
  let l = [ `On; `Off; `Dim 3 ] in
  List.iter (function `On -> print_string "on " | `Off -> print_string "off " | `Dim n -> Printf.printf "dim %d " n) l;
  print_newline ();
  let opt ?(mode = `Fast) () = match mode with `Fast -> "fast" | `Slow -> "slow" in
  print_endline (opt () ^ opt ~mode:`Slow ())

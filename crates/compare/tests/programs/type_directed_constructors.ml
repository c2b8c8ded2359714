(* Constructors and fields that several types share are chosen by the expected type. *)
type a = X | Y of int | Z
type b = X | W of string
type r1 = { size : int; tag : string }
type r2 = { size : float; mass : float }
let fa : a -> int = function X -> 0 | Y n -> n | Z -> 2
let fb = function X -> "X" | W s -> s
let s1 (r : r1) = r.size + 1
let s2 r = r.size +. r.mass
let make () : r1 = { size = 1; tag = "t" }
let l : a list = [ X; Y 3; Z ]
let pick (v : a) = match v with X -> "a.X" | Y _ -> "a.Y" | Z -> "a.Z"
let () =
  Printf.printf "%d %d %s %s\n" (fa X) (fa (Y 5)) (fb X) (fb (W "w"));
  Printf.printf "%d %g %d\n" (s1 { size = 4; tag = "" }) (s2 { size = 1.; mass = 2. }) (s1 (make ()));
  List.iter (fun v -> print_string (pick v ^ " ")) l;
  print_newline ();
  let o : a option = Some X in
  (match o with Some X -> print_endline "found" | _ -> print_endline "lost");
  Printf.printf "%b\n" ((X : a) = X);
  let { size; tag } : r1 = make () in
  Printf.printf "%d%s\n" size tag

(* Annotations everywhere they can stand; private types and constraints. *)
type 'a pair = 'a * 'a
type positive = P of int
module Even : sig type t = private int val make : int -> t end = struct type t = int let make n = n * 2 end
let f (x : int) (y : 'a) : int * 'a = (x, y)
let g : int -> string = fun n -> string_of_int n
let h = fun (x : int pair) : int -> fst x + snd x
let apply : ('a -> 'b) -> 'a -> 'b = fun f x -> f x
let rec len : 'a list -> int = function [] -> 0 | _ :: t -> 1 + len t
let () =
  let n, (s : string) = f 1 "s" in
  Printf.printf "%d%s %s %d %d\n" n s (g 5) (h (2, 3)) (len [ 'a' ]);
  Printf.printf "%d\n" ((apply succ (4 : int) : int) + (Even.make 4 :> int));
  let (P k : positive) = P 7 in
  Printf.printf "%d\n" k;
  let l : int list = [] and o : string option = None in
  Printf.printf "%d %b\n" (List.length l) (o = None);
  Printf.printf "%d\n" ((fun (type a) (x : a list) -> List.length x) [ 1; 2 ])

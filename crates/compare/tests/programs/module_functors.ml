(* Own functors: application, sharing of types, generativity of state, several parameters. *)
module type ORDERED = sig type t val compare : t -> t -> int end
module type SHOW = sig type t val show : t -> string end
module Sorted (O : ORDERED) = struct
  type t = O.t list
  let empty = []
  let rec insert x = function [] -> [ x ] | y :: rest as l -> if O.compare x y <= 0 then x :: l else y :: insert x rest
  let of_list l = List.fold_right insert l empty
  let min = function [] -> None | x :: _ -> Some x
end
module Int_up = struct type t = int let compare = compare end
module Int_down = struct type t = int let compare a b = compare b a end
module Up = Sorted (Int_up)
module Down = Sorted (Int_down)
module Strings = Sorted (String)
module Printer (A : SHOW) (B : SHOW) = struct let show (a, b) = "<" ^ A.show a ^ "|" ^ B.show b ^ ">" end
module Show_int = struct type t = int let show = string_of_int end
module Show_list (S : SHOW) : SHOW with type t = S.t list = struct
  type t = S.t list
  let show l = "[" ^ String.concat ";" (List.map S.show l) ^ "]"
end
module Ints = Show_list (Show_int)
module Nested = Show_list (Show_list (Show_int))
module P = Printer (Show_int) (Ints)
module Counter () = struct let n = ref 0 let next () = incr n; !n end
module C1 = Counter ()
module C2 = Counter ()
let () =
  List.iter (Printf.printf "%d ") (Up.of_list [ 3; 1; 2 ]);
  List.iter (Printf.printf "%d ") (Down.of_list [ 3; 1; 2 ]);
  List.iter print_string (Strings.of_list [ "b"; "a" ]);
  print_newline ();
  (match Up.min (Up.of_list [ 5; 4 ]) with Some n -> print_int n | None -> ());
  print_endline (P.show (1, [ 2; 3 ]));
  print_endline (Nested.show [ [ 1 ]; []; [ 2; 3 ] ]);
  ignore (C1.next ());
  ignore (C1.next ());
  Printf.printf "%d %d\n" (C1.next ()) (C2.next ())

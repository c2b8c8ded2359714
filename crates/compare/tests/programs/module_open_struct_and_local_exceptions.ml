(* open struct, include struct, let exception, let module, module type of, exception aliases. *)
open struct let hidden = 3 let double x = 2 * x end
include struct let visible = hidden + 1 end
exception Alias = Not_found
module type LIST = module type of List
module type S = sig type t = private int val make : int -> t end
module Same : module type of struct let a = 1 end = struct let a = 5 end
module N = struct type t = X | Y of int end
type again = N.t = X | Y of int
type 'a maybe = 'a option = None | Some of 'a
module P : S = struct type t = int let make n = n + 1 end
let () =
  Printf.printf "%d %d %d\n" visible (double 4) Same.a;
  (try raise Alias with Not_found -> print_endline "the same exception");
  (let exception Local of int in
   try raise (Local 4) with Local n -> Printf.printf "local %d\n" n);
  let find p l =
    let exception Found of int in
    try List.iter (fun x -> if p x then raise (Found x)) l; -1 with Found x -> x
  in
  Printf.printf "%d %d\n" (find (fun x -> x > 2) [ 1; 3; 5 ]) (find (fun x -> x > 9) [ 1 ]);
  let f = function N.X -> 0 | Y n -> n in
  Printf.printf "%d %d\n" (f (Y 3)) (f X);
  let module Q = struct let q = 9 module R = struct let r = q + 1 end end in
  Printf.printf "%d %d\n" Q.R.r (P.make 1 :> int);
  Printf.printf "%b\n" (Stdlib.compare 1 2 < 0 && Stdlib.( + ) 1 2 = 3 && Stdlib.List.length [ 1 ] = 1)

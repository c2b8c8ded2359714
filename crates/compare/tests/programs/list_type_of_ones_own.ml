type 'a list = [] | (::) of 'a * 'a list

let rec length = function [] -> 0 | _ :: t -> 1 + length t
let rec append a b = match a with [] -> b | x :: t -> x :: append t b
let rec rev = function [] -> [] | x :: t -> append (rev t) [x]
let rec to_string = function
  | [] -> "."
  | [x] -> string_of_int x
  | x :: (y :: _ as t) when x = y -> "=" ^ to_string t
  | x :: t -> string_of_int x ^ "," ^ to_string t

let () = print_endline (to_string (rev [1; 2; 2; 3]))
let () = print_int (length [[1]; []; [2; 3]]); print_newline ()

(* The library keeps its own lists, which a known type still means. *)
let std = List.map (fun x -> x + 1) [1; 2; 3]
let () = print_endline (String.concat ";" (List.map string_of_int std))
let kept : int Stdlib.List.t = [4; 5]
let () = Printf.printf "%d\n" (List.length kept)
let from_std l = List.fold_right (fun x acc -> x :: acc) l ([] : int list)
let () = print_endline (to_string (from_std [7; 8]))

type 'a option = None | Some of 'a
type ('a, 'b) result = Ok of 'a | Error of 'b

let safe_div a b = if b = 0 then Error "zero" else Ok (a / b)
let () = match safe_div 6 0 with Ok _ -> print_endline "ok" | Error e -> print_endline e
let value default = function None -> default | Some x -> x
let () = Printf.printf "%d %d\n" (value 1 None) (value 1 (Some 5))
let std_option = List.find_opt (fun x -> x > 1) std
let () = match std_option with Some x -> Printf.printf "%d\n" x | None -> print_endline "none"

module L = struct
  type 'a t = Nil | ( :: ) of 'a * 'a t

  let rec sum = function Nil -> 0 | x :: t -> x + sum t
end

let () = Printf.printf "%d\n" (L.sum L.(1 :: 2 :: Nil))
let () = Printf.printf "%d\n" (L.sum (L.(::) (3, L.Nil)))

module Plain = struct
  type 'a t = [] | (::) of 'a * 'a t

  let rec map f = function [] -> [] | x :: t -> f x :: map f t
  let rec max_or d = function [] -> d | [x] -> if x > d then x else d | x :: t -> max_or (if x > d then x else d) t
end

let () = Printf.printf "%d\n" (Plain.max_or 0 (Plain.map (fun x -> x * x) Plain.[1; -4; 3]))
let () = print_endline (if Plain.[1; 2] = Plain.(1 :: 2 :: []) then "equal" else "different")
let () = print_int (compare Plain.[1; 2] Plain.[1]); print_newline ()

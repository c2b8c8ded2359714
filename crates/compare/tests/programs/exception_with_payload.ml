(* Exceptions carry values and are told apart by constructor and payload. *)
exception Empty
exception Code of int
exception Pair of string * int
exception Record of { where : string; line : int }
exception Nested of exn
let describe = function
  | Empty -> "empty"
  | Code 0 -> "zero"
  | Code n when n < 0 -> "negative " ^ string_of_int n
  | Code n -> "code " ^ string_of_int n
  | Pair (s, n) -> Printf.sprintf "pair %s %d" s n
  | Record { where; line } -> Printf.sprintf "record %s:%d" where line
  | Nested (Code n) -> Printf.sprintf "nested code %d" n
  | Nested _ -> "nested"
  | Failure m -> "failure " ^ m
  | Not_found -> "not found"
  | _ -> "other"
let () =
  List.iter
    (fun e -> print_endline (try raise e with x -> describe x))
    [ Empty; Code 0; Code (-4); Code 7; Pair ("a", 1); Record { where = "f"; line = 3 }; Nested (Code 9); Nested Empty; Failure "f"; Not_found; Exit; Stack_overflow ];
  Printf.printf "%b %b %b\n" (Code 1 = Code 1) (Code 1 = Code 2) (Empty = Not_found)

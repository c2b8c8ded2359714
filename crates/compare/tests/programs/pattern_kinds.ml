(* Patterns of every kind. *)
let f = function
  | 0 -> "zero"
  | 1 | 2 | 3 -> "few"
  | n when n < 0 -> "negative"
  | n when n mod 2 = 0 -> "even"
  | _ -> "odd"
let char = function 'a' .. 'z' -> "lower" | 'A' .. 'Z' -> "upper" | '0' .. '9' -> "digit" | ' ' | '\t' | '\n' -> "space" | _ -> "other"
let list = function
  | [] -> "empty"
  | [ x ] -> Printf.sprintf "one %d" x
  | [ x; y ] -> Printf.sprintf "two %d %d" x y
  | x :: _ :: (z :: _ as rest) -> Printf.sprintf "%d..%d (%d)" x z (List.length rest)
let array = function [||] -> "none" | [| x |] -> "one " ^ string_of_int x | [| x; _; z |] -> Printf.sprintf "%d-%d" x z | a -> string_of_int (Array.length a)
let str = function "" -> "empty" | "yes" | "y" -> "yes" | s when String.length s > 5 -> "long" | s -> s
let opt = function Some (Some x) -> x | Some None -> -1 | None -> -2
let float = function 0. -> "zero" | 1.5 -> "one and a half" | _ -> "other"
let neg = function -1 -> "minus one" | -0x10 -> "minus sixteen" | _ -> "else"
let () =
  let all f l = print_endline (String.concat " " (List.map f l)) in
  all f [ 0; 2; -5; 10; 11 ];
  all char [ 'q'; 'Q'; '5'; ' '; '\n'; '!'; 'a'; 'z' ];
  all list [ []; [ 1 ]; [ 1; 2 ]; [ 1; 2; 3 ]; [ 1; 2; 3; 4; 5 ] ];
  all array [ [||]; [| 7 |]; [| 1; 2; 3 |]; [| 1; 2 |]; [| 1; 2; 3; 4 |] ];
  all str [ ""; "y"; "abcdef"; "abc" ];
  List.iter (fun o -> print_int (opt o)) [ Some (Some 3); Some None; None ];
  print_newline ();
  all float [ 0.; -0.; 1.5; nan ];
  all neg [ -1; -16; 1 ]

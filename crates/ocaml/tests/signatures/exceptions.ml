exception Empty
exception Wrong of string * int
exception Located of { line : int; column : int }
let head = function [] -> raise Empty | x :: _ -> x
let safe f x = try Ok (f x) with Empty -> Error "empty" | Wrong (s, n) when n > 0 -> Error s | Located { line; _ } -> Error (string_of_int line)
let fail n = if n < 0 then raise (Wrong ("negative", n)) else if n = 0 then failwith "zero" else invalid_arg "positive"
let rebind = let exception Local of int in fun x -> try raise (Local x) with Local y -> y
exception Alias = Empty
let m x = match x with y when y > 0 -> y | exception Not_found -> 0 | _ -> 1
let find p l = match List.find p l with x -> Some x | exception Not_found -> None

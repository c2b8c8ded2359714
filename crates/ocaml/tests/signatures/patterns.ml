let f = function 0 | 1 -> "small" | n when n < 0 -> "negative" | _ -> "big"
let g = function 'a' .. 'z' -> 1 | 'A' .. 'Z' -> 2 | _ -> 3
let h = function "yes" -> true | "no" -> false | _ -> failwith "?"
let k (((a, b) as p), [c; d]) = (a, p, c + d + b) [@@warning "-8"]
let m = function (Some x, None | None, Some x) -> x | _ -> 0
let n = function 1.0 -> "one" | _ -> "other"
let o = fun (x : int) ((y, z) : int * string) -> (x + y, z)
let p = function [] | [_] -> 0 | [x; y] | x :: y :: _ -> x + y
let q (x, _ : int * 'a) = x
let r = function { contents = (x : int) } -> x
let s = function (_, (Some (Some _) | Some None as x')) -> ignore x' | _ -> () [@@warning "-57"]

let double x = x * x
let rec last l = match l with [] -> 0 | [ x ] -> x | _ :: t -> last t
let shift x = if x > 1001 then x + 1 else x

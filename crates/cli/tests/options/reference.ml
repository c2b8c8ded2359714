let double x = 2 * x
let rec last l = match l with [] -> raise Not_found | [ x ] -> x | _ :: t -> last t
let shift x = if x > 1000 then x + 1 else x

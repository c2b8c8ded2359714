let rec sum = function [] -> 0. | x :: rest -> x +. sum rest
let average l = sum l /. float_of_int (List.length l)

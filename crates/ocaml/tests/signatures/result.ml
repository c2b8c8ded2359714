let parse s = match int_of_string_opt s with Some n -> Ok n | None -> Error ("not a number: " ^ s)
let ( >>= ) = Result.bind
let sum a b = parse a >>= fun x -> parse b >>= fun y -> Ok (x + y)
let get = function Ok x -> x | Error e -> failwith e
let rec sequence = function [] -> Ok [] | Ok x :: l -> Result.map (fun l -> x :: l) (sequence l) | Error e :: _ -> Error e
let both a b = Option.bind a (fun x -> Option.map (fun y -> x, y) b)

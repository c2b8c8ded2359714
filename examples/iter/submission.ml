let rec iter f = function
  | [] -> ()
  | x :: rest -> iter f rest; f x

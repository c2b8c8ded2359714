let rec iter f = function
  | [] -> ()
  | x :: rest -> f x; iter f rest

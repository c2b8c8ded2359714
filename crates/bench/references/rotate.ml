(* A list whose first n elements stand behind the others; a negative n goes the other way. *)
let rotate n list =
  let length = List.length list in
  if length = 0 then []
  else
    let n = ((n mod length) + length) mod length in
    let front = List.filteri (fun i _ -> i < n) list in
    let back = List.filteri (fun i _ -> i >= n) list in
    back @ front

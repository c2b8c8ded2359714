let rec has_divisor n d = d * d <= n && (n mod d = 0 || has_divisor n (d + 1))

let () =
  let n = Scanf.scanf " %d" (fun n -> n) in
  print_endline (if n > 1 && not (has_divisor n 2) then "prime" else "not prime")

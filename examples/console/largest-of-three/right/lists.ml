let () =
  let read () = print_string "Number: "; read_int () in
  let a = read () in
  let b = read () in
  let c = read () in
  Printf.printf "%d\n" (List.fold_left max a [b; c])

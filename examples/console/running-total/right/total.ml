let rec go total count =
  Printf.printf "Number? ";
  match Scanf.scanf " %d" Fun.id with
  | 0 -> Printf.printf "%d numbers\n" count
  | x ->
      Printf.printf "Total: %d\n" (total + x);
      go (total + x) (count + 1)

let () = go 0 0

let rec ask () =
  print_string "Amount: ";
  let amount = read_int () in
  if amount < 1 || amount > 999 then ask () else amount

let rec change amount = function
  | [] -> ()
  | coin :: rest ->
      Printf.printf "%d: %d\n" coin (amount / coin);
      change (amount mod coin) rest

let () = change (ask ()) [ 200; 100; 50; 20; 10; 5; 2; 1 ]

(* for, downto and while: borders, empty ranges, shadowing, evaluation of bounds. *)
let () =
  for i = 1 to 5 do Printf.printf "%d " i done;
  for i = 5 downto 1 do Printf.printf "%d " i done;
  for i = 3 to 2 do Printf.printf "never %d " i done;
  for i = 2 downto 3 do Printf.printf "never %d " i done;
  for i = 7 to 7 do Printf.printf "once %d " i done;
  print_newline ();
  for i = max_int - 1 to max_int do Printf.printf "%d " i done;
  for i = min_int + 1 downto min_int do Printf.printf "%d " i done;
  print_newline ();
  let n = ref 3 in
  for i = 1 to !n do n := 10; Printf.printf "%d " i done;
  while !n > 7 do decr n; Printf.printf "%d " !n done;
  while false do print_string "never" done;
  print_newline ();
  for i = 1 to 3 do
    for j = i to 3 do if (i + j) mod 2 = 0 then Printf.printf "(%d,%d)" i j done
  done;
  print_newline ();
  (try for i = 1 to 10 do if i * i > 20 then raise Exit; Printf.printf "%d " i done with Exit -> print_endline "exit");
  let i = ref 0 in
  while incr i; !i < 4 do Printf.printf "%d;" !i done;
  print_newline ();
  for _ = 1 to 3 do print_char '*' done;
  for _i = 1 to 2 do print_char '+' done;
  print_newline ()

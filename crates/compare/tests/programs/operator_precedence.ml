(* Built-in operators: precedence and associativity. *)
let () =
  let p n = Printf.printf "%d " n in
  p (2 + 3 * 4); p (2 * 3 + 4); p (10 - 3 - 2); p (100 / 10 / 2); p (100 / 10 * 2); p (7 mod 4 * 2); p (-2 * 3); p (- 2 + 5); p (1 - -1);
  p (2 * -3); p (int_of_float (2. ** 3. ** 2.)); p (1 + 2 lsl 1); p (1 lsl 2 * 3); p (6 land 3 + 1); p (- 5 mod 3); p (-(5 mod 3));
  print_newline ();
  let b x = Printf.printf "%b " x in
  b (1 + 1 = 2 && 3 < 4); b (not true || true); b (true || true && false); b ((true || true) && false); b (1 < 2 = true); b (not (1 = 2) = true);
  b (1 :: 2 :: [] @ [ 3 ] = [ 1; 2; 3 ]); b ("a" ^ "b" < "b"); b ([ 1 ] @ [ 2 ] @ [ 3 ] = [ 1; 2; 3 ]);
  print_newline ();
  p (let x = 1 in x + let y = 2 in y * 2); p (if true then 1 else 2 + 10); p ((if true then 1 else 2) + 10); p (match 1 with _ -> 2 + 3);
  let r = ref 1 in
  p (!r + 1); r := !r + 1 * 3; p !r;
  if !r > 100 then p 1; p 2;
  (if !r > 100 then p 1 else p 3; p 4);
  print_newline ();
  let f x = x * 10 in
  p (f 1 + 2); p (f (1 + 2)); p (- f 1); p (f (-1)); p (f @@ 1 + 2); p (1 + 2 |> f); p ([| 5; 6 |].(1) + f 1); p (List.length @@ [ 1 ] @ [ 2 ]);
  print_newline ();
  let a = 1, 2 and c = (3, 4) in
  p (fst a + snd c);
  (function x, y -> p (x + y)) a;
  ignore (fun x -> x; x);
  print_newline ()

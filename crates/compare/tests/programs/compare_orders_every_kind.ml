(* The polymorphic order on every kind of value. *)
type colour = Red | Green of int | Blue | Mixed of colour * colour
type point = { x : int; y : string }
let sign n = if n < 0 then "<" else if n > 0 then ">" else "="
let () =
  let p n = print_string (sign n ^ " ") in
  p (compare 1 2); p (compare 'b' 'a'); p (compare true false); p (compare () ()); p (compare "a" "ab"); p (compare 1.5 1.5);
  print_newline ();
  p (compare (1, "a") (1, "b")); p (compare (2, "a") (1, "b")); p (compare [ 1; 2 ] [ 1; 2; 3 ]); p (compare [ 2 ] [ 1; 2; 3 ]); p (compare [] [ 1 ]); p (compare [] []);
  print_newline ();
  p (compare None (Some 1)); p (compare (Some 2) (Some 1)); p (compare (Ok 1) (Error "x")); p (compare (Error "x") (Ok 1));
  print_newline ();
  p (compare Red Blue); p (compare Blue (Green 1)); p (compare (Green 1) Red); p (compare (Green 1) (Green 2)); p (compare (Mixed (Red, Red)) (Green 9)); p (compare (Mixed (Red, Blue)) (Mixed (Red, Green 0)));
  print_newline ();
  p (compare { x = 1; y = "a" } { x = 1; y = "b" }); p (compare { x = 2; y = "a" } { x = 1; y = "b" });
  print_newline ();
  p (compare [| 1; 2 |] [| 3 |]); p (compare [| 3 |] [| 1; 2 |]); p (compare [| 1; 2 |] [| 1; 3 |]); p (compare [||] [||]);
  print_newline ();
  p (compare (ref 1) (ref 2)); p (compare `A `B); p (compare `B `A); p (compare (`C 1) `A);
  print_newline ();
  p (compare (Bytes.of_string "b") (Bytes.of_string "aa")); p (compare 3l 2l); p (compare (-3L) 2L);
  print_newline ();
  List.iter (fun (a, b) -> Printf.printf "%b%b%b%b%b%b " (a = b) (a <> b) (a < b) (a <= b) (a > b) (a >= b)) [ (Red, Red); (Red, Blue); (Green 3, Green 2) ];
  print_newline ();
  print_int (compare 10 3); print_int (compare 3 10); print_int (compare "a" "c"); print_int (compare 'c' 'a'); print_int (compare [ 5 ] [ 1 ]);
  print_newline ()

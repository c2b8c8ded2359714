(* Bytes: in-place changes and conversions. *)
let () =
  let b = Bytes.of_string "hello" in
  Bytes.set b 0 'J';
  print_endline (Bytes.to_string b);
  let c = Bytes.copy b in
  Bytes.fill c 1 3 '*';
  print_endline (Bytes.to_string c);
  print_endline (Bytes.to_string b);
  Bytes.blit b 0 c 2 3;
  print_endline (Bytes.to_string c);
  Bytes.blit_string "xyz" 1 c 0 2;
  print_endline (Bytes.to_string c);
  print_int (Bytes.length c);
  print_char (Bytes.get c 4);
  print_newline ();
  print_endline (Bytes.to_string (Bytes.concat (Bytes.of_string "-") [ b; c ]));
  print_endline (Bytes.to_string (Bytes.init 4 (fun i -> Char.chr (65 + i))));
  print_endline (Bytes.to_string (Bytes.map Char.uppercase_ascii b));
  print_endline (Bytes.sub_string b 1 3);
  print_endline (Bytes.to_string (Bytes.extend (Bytes.of_string "ab") 0 0));
  Printf.printf "%b %d\n" (Bytes.equal b c) (Bytes.compare (Bytes.of_string "a") (Bytes.of_string "b"));
  Printf.printf "%b %b\n" (b = Bytes.copy b) (b == Bytes.copy b);
  print_endline (Bytes.unsafe_to_string (Bytes.cat b c))

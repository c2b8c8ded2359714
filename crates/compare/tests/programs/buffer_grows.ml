(* Buffer: adding, reading, truncating. *)
let () =
  let b = Buffer.create 1 in
  for i = 0 to 20 do Buffer.add_string b (string_of_int i); Buffer.add_char b ',' done;
  print_endline (Buffer.contents b);
  print_int (Buffer.length b);
  print_char (Buffer.nth b 2);
  print_newline ();
  print_endline (Buffer.sub b 3 4);
  Buffer.truncate b 5;
  print_endline (Buffer.contents b);
  let c = Buffer.create 5 in
  Buffer.add_buffer c b; Buffer.add_substring c "abcdef" 1 2; Buffer.add_bytes c (Bytes.of_string "!");
  print_endline (Buffer.contents c);
  Buffer.clear c;
  Printf.printf "%d %S\n" (Buffer.length c) (Buffer.contents c);
  Buffer.reset b;
  Buffer.add_seq b (List.to_seq [ 'x'; 'y' ]);
  print_endline (String.of_seq (Buffer.to_seq b));
  Buffer.output_buffer stdout b;
  print_newline ();
  (try print_char (Buffer.nth b 9) with Invalid_argument m -> print_endline m);
  (try print_string (Buffer.sub b 1 9) with Invalid_argument m -> print_endline m);
  (try Buffer.truncate b 9 with Invalid_argument m -> print_endline m);
  Buffer.add_substitute c (fun v -> "<" ^ v ^ ">") "a $x b ${long name} $(y) \\$z";
  print_endline (Buffer.contents c)

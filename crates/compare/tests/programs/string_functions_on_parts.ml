(* String: taking apart and putting together. *)
let () =
  let e = print_endline in
  e (String.sub "hello" 1 3);
  e (String.concat ", " [ "a"; "b"; "c" ]);
  e (String.concat "," []);
  e ("x" ^ "y" ^ "z");
  e (String.make 3 'z');
  e (String.init 5 (fun i -> Char.chr (97 + i)));
  Printf.printf "%c %c\n" "abc".[1] (String.get "abc" 2);
  e (String.trim "  \t x y \n");
  e (String.uppercase_ascii "MiXed1");
  e (String.lowercase_ascii "MiXed1");
  e (String.capitalize_ascii "word");
  e (String.uncapitalize_ascii "Word");
  e (String.map Char.uppercase_ascii "map");
  e (String.mapi (fun i c -> if i mod 2 = 0 then c else '-') "abcdef");
  e (String.concat "|" (String.split_on_char ',' "a,b,,c,"));
  e (String.concat "|" (String.split_on_char ',' ""));
  e (String.cat "cat" "alogue");
  String.iter (fun c -> print_char c; print_char '.') "iter";
  print_newline ();
  String.iteri (fun i c -> Printf.printf "%d%c " i c) "ab";
  print_newline ();
  print_int (String.fold_left (fun n c -> n + Char.code c) 0 "abc");
  print_newline ();
  e (String.fold_right (fun c s -> s ^ String.make 1 c) "abc" "");
  e (String.of_seq (List.to_seq [ 'o'; 'k' ]));
  e (String.of_seq (Seq.map Char.uppercase_ascii (String.to_seq "seq")));
  Seq.iter (fun (i, c) -> Printf.printf "%d%c" i c) (String.to_seqi "xy");
  print_newline ()

(* String literals: escapes, line continuation, quoted strings. *)
let () =
  print_endline "tab\tquote\"backslash\\ \065\x42\o103 \u{48}";
  print_endline "one \
                 two";
  print_endline {|raw \n "text"|};
  print_endline {id|with |} inside|id};
  print_int (String.length "a\nb\000c");
  print_newline ();
  print_endline (String.escaped "tab\tnl\nquote\"back\\ nul\000 high\200'");
  Printf.printf "%S\n" "say \"hi\"\n\255\t\\";
  print_int (String.length "\u{e9}");
  print_newline ();
  print_endline "multi
line";
  print_int (String.length "x\
     \ y");
  print_newline ()

(* Printf: %a, %t, %!, %%, formats as values, continuations. *)
open Printf
let pair out (a, b) = fprintf out "<%d,%s>" a b
let spair () (a, b) = sprintf "<%d,%s>" a b
let bpair buf (a, b) = bprintf buf "<%d,%s>" a b
let () =
  printf "%a and %a\n" pair (1, "x") pair (2, "y");
  print_endline (sprintf "%a!" spair (3, "z"));
  let b = Buffer.create 10 in
  bprintf b "%a;%d" bpair (4, "w") 5;
  print_endline (Buffer.contents b);
  printf "%t|\n" (fun out -> output_string out "thunk");
  print_string (sprintf "%t" (fun () -> "unit thunk\n"));
  printf "flush%!\n";
  printf "100%%\n";
  let fmt : (_, _, _) format = "%d-%s\n" in
  printf fmt 1 "one";
  printf ("%d" ^^ " then " ^^ "%s\n") 1 "two";
  ksprintf print_endline "%d %s" 5 "five";
  print_int (ksprintf String.length "%05d" 3);
  print_newline ();
  let log level = ksprintf (fun s -> print_endline (level ^ ": " ^ s)) in
  log "info" "%d items" 3;
  log "warn" "none";
  let f = sprintf "%d:%d" 1 in
  print_endline (f 2 ^ f 3);
  List.iter (printf "%d;") [ 1; 2; 3 ];
  print_newline ();
  fprintf stdout "%s\n" "to stdout";
  ifprintf stdout "%s\n" "nowhere";
  print_endline (string_of_format "%d items")

(* unit values, sequences, begin end, nested ifs. *)
let log = ref []
let note s = log := s :: !log
let f () = note "f"; ()
let g (() as u) = u
let () =
  begin note "a"; note "b" end;
  if true then (note "then"; note "then2");
  if false then note "never";
  if true then begin if false then note "x" else note "dangling" end;
  let r = (note "1"; note "2"; 3) in
  note (string_of_int r);
  f (); g (f ());
  ignore (List.map (fun x -> note x) [ "m" ]);
  let () = note "let unit" in
  (note "p"; note "q");
  print_endline (String.concat " " (List.rev !log));
  print_endline (if () = () then "equal" else "different");
  match () with () -> print_endline "matched"

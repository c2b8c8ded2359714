(* Format: to strings, with boxes, breaks, separators. *)
let rec list ppf = function
  | [] -> ()
  | [ x ] -> Format.fprintf ppf "%d" x
  | x :: rest -> Format.fprintf ppf "%d;@ %a" x list rest
let () =
  print_endline (Format.sprintf "%d %s %b" 1 "x" true);
  print_endline (Format.asprintf "@[<hov 2>[%a]@]" list [ 1; 2; 3 ]);
  print_endline (Format.asprintf "@[<v 2>begin@,a@,b@]@,end");
  print_endline (Format.asprintf "@[<h>%d@ %d@]" 1 2);
  print_endline (Format.asprintf "%a" (Format.pp_print_list ~pp_sep:(fun ppf () -> Format.fprintf ppf ", ") Format.pp_print_int) [ 1; 2; 3 ]);
  print_endline (Format.asprintf "%a|%a" Format.pp_print_string "s" (Format.pp_print_option Format.pp_print_int) (Some 3));
  print_endline (Format.asprintf "@[<v>%a@]" (Format.pp_print_list (fun ppf -> Format.fprintf ppf "<%s>")) [ "a"; "b" ]);
  print_endline (Format.asprintf "%5d|%-5s|%.2f" 3 "ab" 1.5);
  Format.printf "to stdout %d@." 5;
  Format.printf "@[<hov>%s@]@." (String.concat " " [ "a"; "b" ]);
  let long = List.init 40 (fun i -> i) in
  Format.printf "@[<hov 4>list: %a@]@." list long;
  Format.printf "@[<hv 1>(%a)@]@." list long;
  Format.print_string "plain"; Format.print_newline ();
  print_endline (Format.asprintf "a@@b%%")

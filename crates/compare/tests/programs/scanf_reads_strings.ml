let attempt f =
  match f () with
  | s -> print_endline s
  | exception Scanf.Scan_failure m -> print_endline ("Scan_failure: " ^ m)
  | exception End_of_file -> print_endline "End_of_file"
  | exception Failure m -> print_endline ("Failure: " ^ m)
  | exception Invalid_argument m -> print_endline ("Invalid_argument: " ^ m)

let two s = attempt (fun () -> Scanf.sscanf s "%d %d" (fun a b -> string_of_int (a + b)))
let () = List.iter two ["1 2"; "1  -2"; "12"; "1 x"; ""; " 1 2"; "+3\n4"; "1_000 2"; "99999999999999999999 1"; "1,2"; "-"; "- 1"]
let fl s = attempt (fun () -> Scanf.sscanf s "%f" (fun x -> Printf.sprintf "%.3f" x))
let () = List.iter fl ["1.5"; "-2"; "3e2"; ".5"; "x"; "1.5.5"; ""; "1e"; "+7.25z"]
let st s = attempt (fun () -> Scanf.sscanf s "%s %s@:%c" (fun a b c -> Printf.sprintf "[%s][%s][%c]" a b c))
let () = List.iter st ["ab cd:e"; "ab cd ef:g"; "ab"; " x:y"; "a b:"]
let set s = attempt (fun () -> Scanf.sscanf s "%[a-z]%[^,],%n" (fun a b n -> Printf.sprintf "[%s][%s]%d" a b n))
let () = List.iter set ["abc123,x"; "123,"; "abc"; ",,"; "a,b"]
let lit s = attempt (fun () -> Scanf.sscanf s "%S=%C" (fun a c -> Printf.sprintf "%s/%c" a c))
let () = List.iter lit ["\"a\\nb\"='x'"; "\"\\065\\x42\"='\\n'"; "ab"; "\"open"; "\"a\"=x"; "\"\\q\"='a'"]
let skip s = attempt (fun () -> Scanf.sscanf s "%_d-%d%!" (fun a -> string_of_int a))
let () = List.iter skip ["1-2"; "1-2 "; "1+2"; "5-"]
let i s = attempt (fun () -> Scanf.sscanf s "%i" string_of_int)
let () = List.iter i ["0x1F"; "0b101"; "0o17"; "-12"; "08"; "0x"; "0"]
let hex s = attempt (fun () -> Scanf.sscanf s "%x %o %u" (fun a b c -> Printf.sprintf "%d %d %d" a b c))
let () = List.iter hex ["ff 17 9"; "FG 1 1"; "1 9 1"; "1 1 -1"]
let b s = attempt (fun () -> Scanf.sscanf s "%B" string_of_bool)
let () = List.iter b ["true"; "false"; "tree"; "x"; ""]
let w s = attempt (fun () -> Scanf.sscanf s "%2d%3s%1d" (fun a b c -> Printf.sprintf "%d|%s|%d" a b c))
let () = List.iter w ["12abc3"; "1abc4"; "12ab 3"; "123456"]
let date s = attempt (fun () -> Scanf.sscanf s "%4d-%2d-%2d" (fun y m d -> Printf.sprintf "%d/%d/%d" d m y))
let () = List.iter date ["2024-02-29"; "2024-2-9"; "24/2/9"; "2024-"]
let point s = Scanf.sscanf s "(%d, %d)" (fun x y -> (x, y))
let () = attempt (fun () -> let x, y = point "(3,4)" in Printf.sprintf "%d %d" x y)
let () = attempt (fun () -> let x, y = point "(3;4)" in Printf.sprintf "%d %d" x y)
let peek s = attempt (fun () -> Scanf.sscanf s "%0c%c%s" (fun p c s -> Printf.sprintf "%c%c%s" p c s))
let () = List.iter peek ["abc"; ""]
let () = attempt (fun () -> Scanf.sscanf "a\nb" "%s\n%s%l %n" (fun a b l n -> Printf.sprintf "%s%s%d %d" a b l n))
let () = attempt (fun () -> Scanf.sscanf "10 20 30" "%d %s" (fun a rest -> Printf.sprintf "%d;%s" a rest))
let () = attempt (fun () -> Scanf.sscanf "3000000000 7 8" "%Ld %ld %nd" (fun a b c -> Printf.sprintf "%Ld %ld %nd" a b c))
let () = attempt (fun () -> Scanf.ksscanf "x" (fun _ _ -> "handled") "%d" string_of_int)
let () = attempt (fun () -> Scanf.unescaped "a\\tb")
let rec numbers ib acc =
  match Scanf.bscanf ib " %d" (fun x -> x) with
  | x -> numbers ib (x :: acc)
  | exception (End_of_file | Scanf.Scan_failure _) -> List.rev acc
let () = print_endline (String.concat "," (List.map string_of_int (numbers (Scanf.Scanning.from_string "1 2\n 3 x") [])))
let () = attempt (fun () -> Scanf.sscanf "50% done" "%d%% %s" (fun a s -> Printf.sprintf "%d %s" a s))
let () = attempt (fun () -> Scanf.sscanf "1.5 x" "%F %s" (fun a s -> Printf.sprintf "%.2f %s" a s))
let () = attempt (fun () -> Scanf.sscanf "15 x" "%F %s" (fun a s -> Printf.sprintf "%.2f %s" a s))

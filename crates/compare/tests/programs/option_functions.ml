(* The module Option. *)
let show = function None -> print_string "None " | Some n -> Printf.printf "Some %d " n
let () =
  show (Option.some 1); show Option.none; show (Option.map succ (Some 1)); show (Option.map succ None); show (Option.bind (Some 2) (fun x -> if x > 1 then Some (x * 2) else None)); show (Option.join (Some (Some 3))); show (Option.join (Some None));
  print_newline ();
  Printf.printf "%d %d %d\n" (Option.value None ~default:7) (Option.value (Some 1) ~default:7) (Option.get (Some 2));
  (try print_int (Option.get None) with Invalid_argument m -> print_endline m);
  Option.iter print_int (Some 5); Option.iter print_int None;
  Printf.printf " %d %d\n" (Option.fold ~none:0 ~some:(( * ) 10) (Some 4)) (Option.fold ~none:0 ~some:(( * ) 10) None);
  Printf.printf "%b %b %b %d\n" (Option.is_none None) (Option.is_some (Some 1)) (Option.equal ( = ) (Some 1) (Some 2)) (Option.compare compare None (Some 1));
  (match Option.to_result ~none:"no" (Some 1) with Ok n -> print_int n | Error e -> print_endline e);
  List.iter print_int (Option.to_list (Some 9) @ Option.to_list None);
  Seq.iter print_int (Option.to_seq (Some 8));
  print_newline ()

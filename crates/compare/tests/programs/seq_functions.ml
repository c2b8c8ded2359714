(* The module Seq: sequences are computed on demand. *)
let show s = Seq.iter (Printf.printf "%d ") s; print_newline ()
let rec from n () = Seq.Cons (n, from (n + 1))
let rec take n s () = if n = 0 then Seq.Nil else match s () with Seq.Nil -> Seq.Nil | Seq.Cons (x, r) -> Seq.Cons (x, take (n - 1) r)
let () =
  show (List.to_seq [ 1; 2; 3 ]); show Seq.empty; show (Seq.return 5); show (Seq.cons 1 (Seq.return 2)); show (Seq.append (Seq.return 1) (List.to_seq [ 2; 3 ]));
  show (take 5 (from 10)); show (take 3 (Seq.filter (fun x -> x mod 7 = 0) (from 1))); show (take 4 (Seq.map (fun x -> x * x) (from 1)));
  show (Seq.filter_map (fun x -> if x > 1 then Some (x * 10) else None) (List.to_seq [ 1; 2; 3 ]));
  show (Seq.flat_map (fun x -> List.to_seq [ x; x ]) (List.to_seq [ 1; 2 ])); show (Seq.concat (List.to_seq [ List.to_seq [ 1 ]; Seq.empty; List.to_seq [ 2 ] ]));
  show (Seq.unfold (fun n -> if n > 5 then None else Some (n * n, n + 1)) 1);
  Printf.printf "%d\n" (Seq.fold_left ( + ) 0 (take 100 (from 1)));
  let noisy = Seq.map (fun x -> Printf.printf "<%d>" x; x) (List.to_seq [ 1; 2; 3 ]) in
  print_string "built ";
  (match noisy () with Seq.Cons (x, _) -> print_int x | Seq.Nil -> ());
  show noisy;
  Printf.printf "%d\n" (List.length (List.of_seq (take 4 (from 0))))

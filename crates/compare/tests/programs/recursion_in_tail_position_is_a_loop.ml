(* A million tail calls take no stack: through if, match, let, sequence, && and ||. *)
let rec by_if n acc = if n = 0 then acc else by_if (n - 1) (acc + 1)
let rec by_match n acc = match n with 0 -> acc | n -> by_match (n - 1) (acc + 2)
let rec by_let n = let m = n - 1 in if m > 0 then by_let m else m
let rec by_sequence n r = incr r; if n > 0 then by_sequence (n - 1) r
let rec by_and n = n = 0 || (n > 0 && by_and (n - 1))
let rec ping n = if n = 0 then "ping" else pong (n - 1)
and pong n = if n = 0 then "pong" else ping (n - 1)
let rec with_continuation n k = if n = 0 then k 0 else with_continuation (n - 1) (fun x -> k (x + 1))
let rec apply_loop f n = if n = 0 then "done" else (f [@inlined never]) (n - 1)
let rec loop n = apply_loop loop n
let () =
  Printf.printf "%d %d %d\n" (by_if 1_000_000 0) (by_match 300_000 0) (by_let 300_000);
  let r = ref 0 in
  by_sequence 300_000 r;
  Printf.printf "%d %b %s\n" !r (by_and 300_000) (ping 300_001);
  Printf.printf "%d\n" (with_continuation 100_000 (fun x -> x));
  print_endline (loop 200_000)

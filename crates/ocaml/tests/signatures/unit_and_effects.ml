let print_list f l = print_string "["; List.iteri (fun i x -> if i > 0 then print_string "; "; f x) l; print_endline "]"
let with_state init f = let s = ref init in let r = f s in (r, !s)
let repeat n f = for _ = 1 to n do f () done
let log = Buffer.create 16
let trace fmt = Printf.ksprintf (fun s -> Buffer.add_string log s) fmt
let () = trace "%d %s" 1 "x"
let protect f = Fun.protect ~finally:(fun () -> ()) f
let bracket ~acquire ~release f = let r = acquire () in match f r with x -> release r; x | exception e -> release r; raise e

(* A field can hold a polymorphic function. *)
type id = { f : 'a. 'a -> 'a }
type folder = { fold : 'a 'b. ('a -> 'b -> 'a) -> 'a -> 'b list -> 'a }
let use { f } = (f 1, f "one", f [ true ])
let () =
  let n, s, l = use { f = (fun x -> x) } in
  Printf.printf "%d %s %b\n" n s (List.hd l);
  let { fold } = { fold = List.fold_left } in
  Printf.printf "%d %s\n" (fold ( + ) 0 [ 1; 2 ]) (fold ( ^ ) "" [ "a"; "b" ])

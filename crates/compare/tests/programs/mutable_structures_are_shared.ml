(* Sharing of mutable structures through closures, records, arrays and lists. *)
type node = { value : int; mutable next : node option }
type 'a cell = { mutable contents_ : 'a; history : 'a list ref }
let () =
  let a = { value = 1; next = None } in
  let b = { value = 2; next = Some a } in
  a.next <- Some b;
  let rec walk n node = if n = 0 then [] else node.value :: (match node.next with None -> [] | Some m -> walk (n - 1) m) in
  List.iter print_int (walk 7 a);
  print_newline ();
  let c = { contents_ = "x"; history = ref [] } in
  let set v = c.history := c.contents_ :: !(c.history); c.contents_ <- v in
  set "y"; set "z";
  let d = { c with contents_ = "copy" } in
  d.history := "shared" :: !(d.history);
  print_endline (c.contents_ ^ " " ^ String.concat "," !(c.history));
  let row = [| 0; 0 |] in
  let grid = [| row; row; Array.copy row |] in
  grid.(0).(1) <- 7;
  Array.iter (fun r -> Array.iter print_int r; print_char ' ') grid;
  print_newline ();
  let fs = Array.init 3 (fun i -> let n = ref i in fun () -> incr n; !n) in
  ignore (fs.(1) ()); ignore (fs.(1) ());
  Array.iter (fun f -> print_int (f ())) fs;
  print_newline ();
  let l = List.map (fun n -> ref n) [ 1; 2 ] in
  let m = List.rev l in
  List.hd m := 20;
  List.iter (fun r -> Printf.printf "%d " !r) l;
  let q = ref (Some 3) in
  (match !q with Some n -> q := None; Printf.printf "%d %b\n" n (!q = None) | None -> ());
  let x = ref 0 in
  let f () = incr x; !x in
  let p = (f (), f ()) in
  Printf.printf "%d %d %d\n" (fst p) (snd p) (f () + (f () * 10))

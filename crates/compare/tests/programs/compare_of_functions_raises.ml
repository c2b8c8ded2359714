(* Comparing functions raises, but only when the comparison gets to them. *)
let attempt name f =
  match f () with
  | true -> print_endline (name ^ ": true")
  | false -> print_endline (name ^ ": false")
  | exception Invalid_argument m -> print_endline (name ^ ": " ^ m)
type box = Box of (int -> int) | Empty
let () =
  let f x = x + 1 and g x = x + 2 in
  attempt "equal" (fun () -> f = g);
  attempt "same" (fun () -> f = f);
  attempt "compare same" (fun () -> compare f f = 0);
  attempt "compare" (fun () -> compare f g = 0);
  attempt "less" (fun () -> f < g);
  attempt "in pair, first differs" (fun () -> (1, f) = (2, f));
  attempt "in pair, first equal" (fun () -> (1, f) = (1, g));
  attempt "in list" (fun () -> [ f ] = []);
  attempt "in list of same length" (fun () -> [ f ] = [ g ]);
  attempt "constructors differ" (fun () -> Box f = Empty);
  attempt "constructors equal" (fun () -> Box f = Box g);
  attempt "partial application" (fun () -> ( + ) 1 = ( + ) 2);
  attempt "min" (fun () -> ignore (min f g); true);
  attempt "mem" (fun () -> List.mem f [ g ]);
  attempt "physical" (fun () -> f == f && f != g)

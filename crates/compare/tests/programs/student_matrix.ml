(* A student's matrices as lists and as arrays. *)
let rec transpose = function [] | [] :: _ -> [] | m -> List.map List.hd m :: transpose (List.map List.tl m)
let dot a b = List.fold_left2 (fun s x y -> s + (x * y)) 0 a b
let mul a b = let t = transpose b in List.map (fun row -> List.map (dot row) t) a
let identity n = List.init n (fun i -> List.init n (fun j -> if i = j then 1 else 0))
let rec power m n = if n = 0 then identity (List.length m) else if n mod 2 = 0 then power (mul m m) (n / 2) else mul m (power m (n - 1))
let rec determinant = function
  | [] -> 1
  | row :: rest -> List.fold_left ( + ) 0 (List.mapi (fun i x -> (if i mod 2 = 0 then x else -x) * determinant (List.map (List.filteri (fun j _ -> j <> i)) rest)) row)
let spiral n =
  let m = Array.make_matrix n n 0 in
  let r = ref 0 and c = ref 0 and dr = ref 0 and dc = ref 1 in
  for k = 1 to n * n do
    m.(!r).(!c) <- k;
    let nr = !r + !dr and nc = !c + !dc in
    if nr < 0 || nr >= n || nc < 0 || nc >= n || m.(nr).(nc) <> 0 then begin let t = !dr in dr := !dc; dc := - t end;
    r := !r + !dr;
    c := !c + !dc
  done;
  m
let show m = List.iter (fun r -> print_endline (String.concat " " (List.map string_of_int r))) m
let () =
  show (mul [ [ 1; 2 ]; [ 3; 4 ] ] [ [ 0; 1 ]; [ 1; 0 ] ]);
  show (power [ [ 1; 1 ]; [ 1; 0 ] ] 30);
  Printf.printf "%d\n" (determinant [ [ 2; -3; 1 ]; [ 2; 0; -1 ]; [ 1; 4; 5 ] ]);
  Array.iter (fun r -> Array.iter (Printf.printf "%3d") r; print_newline ()) (spiral 4);
  try ignore (mul [ [ 1 ] ] [ [ 1 ]; [ 2 ] ]) with Invalid_argument m -> print_endline m

(* A student's check that every variable of a term is bound, and a reducer. *)
type lambda = V of string | P of string * lambda | C of lambda * lambda
let check e =
  let rec go bound = function V x -> List.mem x bound | P (x, b) -> go (x :: bound) b | C (f, a) -> go bound f && go bound a in
  go [] e
let rec free = function V x -> [ x ] | P (x, b) -> List.filter (( <> ) x) (free b) | C (f, a) -> List.sort_uniq compare (free f @ free a)
let counter = ref 0
let fresh x = incr counter; x ^ string_of_int !counter
let rec subst x by = function
  | V y -> if x = y then by else V y
  | C (f, a) -> C (subst x by f, subst x by a)
  | P (y, _) as e when x = y -> e
  | P (y, b) when List.mem y (free by) -> let z = fresh y in P (z, subst x by (subst y (V z) b))
  | P (y, b) -> P (y, subst x by b)
let rec step = function
  | C (P (x, b), a) -> Some (subst x a b)
  | C (f, a) -> ( match step f with Some f -> Some (C (f, a)) | None -> Option.map (fun a -> C (f, a)) (step a))
  | P (x, b) -> Option.map (fun b -> P (x, b)) (step b)
  | V _ -> None
let rec normal n e = if n = 0 then e else match step e with None -> e | Some e -> normal (n - 1) e
let rec show = function V x -> x | P (x, b) -> "\\" ^ x ^ "." ^ show b | C (f, a) -> "(" ^ show f ^ " " ^ show a ^ ")"
let () =
  let church n = P ("f", P ("x", List.fold_left (fun b _ -> C (V "f", b)) (V "x") (List.init n Fun.id))) in
  let plus = P ("m", P ("n", P ("f", P ("x", C (C (V "m", V "f"), C (C (V "n", V "f"), V "x")))))) in
  Printf.printf "%b %b\n" (check plus) (check (P ("a", C (V "a", V "b"))));
  print_endline (show (normal 100 (C (C (plus, church 2), church 3))));
  print_endline (show (normal 5 (C (P ("x", P ("y", V "x")), V "y"))));
  print_endline (String.concat "," (free (C (V "q", P ("z", C (V "z", V "w"))))))

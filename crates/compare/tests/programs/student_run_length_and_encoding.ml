(* A student's Huffman coding. *)
type tree = Leaf of char * int | Node of tree * tree * int
let weight = function Leaf (_, w) | Node (_, _, w) -> w
let rec insert t = function [] -> [ t ] | x :: rest as l -> if weight t <= weight x then t :: l else x :: insert t rest
let frequencies s = let h = Hashtbl.create 16 in String.iter (fun c -> Hashtbl.replace h c (1 + try Hashtbl.find h c with Not_found -> 0)) s; List.sort compare (Hashtbl.fold (fun c n acc -> (n, c) :: acc) h [])
let rec build = function [] -> invalid_arg "build" | [ t ] -> t | a :: b :: rest -> build (insert (Node (a, b, weight a + weight b)) rest)
let codes t = let rec go prefix = function Leaf (c, _) -> [ (c, prefix) ] | Node (l, r, _) -> go (prefix ^ "0") l @ go (prefix ^ "1") r in go "" t
let encode t s = let table = codes t in String.concat "" (List.map (fun c -> List.assoc c table) (List.of_seq (String.to_seq s)))
let decode t bits =
  let n = String.length bits in
  let b = Buffer.create n in
  let rec go i node = match node with Leaf (c, _) -> Buffer.add_char b c; if i < n then go i t | Node (l, r, _) -> if i < n then go (i + 1) (if bits.[i] = '0' then l else r) in
  go 0 t;
  Buffer.contents b
let () =
  let s = "abracadabra" in
  let t = build (List.map (fun (n, c) -> Leaf (c, n)) (frequencies s)) in
  List.iter (fun (c, code) -> Printf.printf "%c=%s " c code) (List.sort compare (codes t));
  let bits = encode t s in
  Printf.printf "\n%s %d %s\n" bits (String.length bits) (decode t bits);
  try ignore (build []) with Invalid_argument m -> print_endline m

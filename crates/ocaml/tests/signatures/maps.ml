let keys pairs =
  let module IntMap = Map.Make (struct type t = int let compare = compare end) in
  let m = List.fold_left (fun m (k, v) -> IntMap.add k v m) IntMap.empty pairs in
  IntMap.fold (fun k _ acc -> k :: acc) m []
let distinct words =
  let module StringSet = Set.Make (String) in
  StringSet.elements (StringSet.of_list words)
let count tbl x = let n = try Hashtbl.find tbl x with Not_found -> 0 in Hashtbl.replace tbl x (n + 1)
let h : (string, int) Hashtbl.t = Hashtbl.create 16
let total l =
  let module H = Hashtbl.Make (struct type t = int let equal = ( = ) let hash x = x end) in
  let t = H.create 3 in
  List.iter (fun (k, v) -> H.replace t k v) l;
  H.fold (fun _ v n -> v + n) t 0
let q = Queue.create ()
let () = Queue.add 1 q
let st : int Stack.t = Stack.create ()
let same a b =
  let module S = Set.Make (Int) in
  let module T = Set.Make (Int) in
  S.equal (S.of_list a) (S.of_list b)

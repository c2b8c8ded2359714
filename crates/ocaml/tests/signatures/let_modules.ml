let sort (type a) (cmp : a -> a -> int) (l : a list) =
  let module S = Set.Make (struct type t = a let compare = cmp end) in
  S.elements (S.of_list l)
let s = sort compare [3; 1]
let memo f = let module H = Hashtbl in let t = H.create 3 in fun x -> try H.find t x with Not_found -> let y = f x in H.add t x y; y
let counter () = let module C = struct let n = ref 0 let next () = incr n; !n end in C.next

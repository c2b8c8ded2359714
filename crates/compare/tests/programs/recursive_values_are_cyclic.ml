let rec ones = 1 :: ones
let rec a = 1 :: b and b = 2 :: a
let rec take n l = if n <= 0 then [] else match l with [] -> [] | x :: t -> x :: take (n - 1) t
let show l = print_endline (String.concat " " (List.map string_of_int l))
let () = show (take 3 ones); show (take 5 a); show (take 5 (List.tl a))
let rec nth l n = match l with [] -> -1 | x :: t -> if n = 0 then x else nth t (n - 1)
let () = Printf.printf "%d %d\n" (nth a 1000) (nth b 1001)
let () = Printf.printf "%b %b %b\n" (ones == List.tl ones) (a == List.tl b) (a == b)
let () = Printf.printf "%b %b %d\n" (ones = [1; 1]) (ones <> a) (compare ones [1; 2])

(* Not all of a group need be cyclic. *)
let rec x = 0 :: y and y = [5; 6]
let () = show x
let rec front = 9 :: ring and ring = 7 :: 8 :: ring
let () = show (take 6 front)

type node = { value : int; next : node }
let rec n1 = { value = 1; next = n2 } and n2 = { value = 2; next = n1 }
let rec walk k n = if k = 0 then [] else n.value :: walk (k - 1) n.next
let () = show (walk 5 n1)

type tree = Leaf | Node of tree * int * tree
let rec t = Node (t, 3, Node (Leaf, 4, t))
let rec depth k = function Leaf -> 0 | Node (l, v, r) -> if k = 0 then 0 else v + depth (k - 1) l + depth (k - 1) r
let () = Printf.printf "%d\n" (depth 4 t)

let local n =
  let rec l = n :: (n + 1) :: l in
  take 5 l
let () = show (local 10)

let cycle_functions () =
  let rec fs = (fun x -> x + 1) :: gs and gs = (fun x -> x * 2) :: fs in
  let rec run k x fs = if k = 0 then x else match fs with [] -> x | f :: t -> run (k - 1) (f x) t in
  run 6 1 fs
let () = Printf.printf "%d\n" (cycle_functions ())

let rec even = function 0 -> true | n -> odd (n - 1)
and odd = function 0 -> false | n -> even (n - 1)
and table = [("even", even); ("odd", odd)]
let () = Printf.printf "%b\n" ((List.assoc "odd" table) 7)

let rec forever = lazy (1 + List.length (take 2 loop)) and loop = 4 :: loop
let () = Printf.printf "%d\n" (Lazy.force forever)

module M = struct
  let rec p = 'a' :: q and q = 'b' :: p
end
let () = let open M in match p with x :: y :: z :: _ -> Printf.printf "%c%c%c\n" x y z | _ -> ()
let () = Printf.printf "%d\n" (Hashtbl.hash ones)

module rec Even : sig
  val test : int -> bool
end = struct
  let test n = n = 0 || Odd.test (n - 1)
end

and Odd : sig
  val test : int -> bool
end = struct
  let test n = n <> 0 && Even.test (n - 1)
end

let () = Printf.printf "%b %b\n" (Even.test 10) (Odd.test 10)

(* The example of the manual. *)
module rec A : sig
  type t = Leaf of string | Node of ASet.t
  val compare : t -> t -> int
end = struct
  type t = Leaf of string | Node of ASet.t

  let compare t1 t2 =
    match (t1, t2) with
    | Leaf s1, Leaf s2 -> Stdlib.compare s1 s2
    | Leaf _, Node _ -> 1
    | Node _, Leaf _ -> -1
    | Node n1, Node n2 -> ASet.compare n1 n2
end

and ASet : (Set.S with type elt = A.t) = Set.Make (A)

let set = ASet.of_list [A.Leaf "b"; A.Leaf "a"; A.Node (ASet.singleton (A.Leaf "c")); A.Leaf "a"]
let rec show = function A.Leaf s -> s | A.Node s -> "{" ^ String.concat "," (List.map show (ASet.elements s)) ^ "}"
let () = print_endline (show (A.Node set))
let () = Printf.printf "%d\n" (ASet.cardinal set)

module rec Expr : sig
  type t = Lit of int | Block of Stmt.t list * t
  val eval : t -> int
  val lit : int -> t
end = struct
  type t = Lit of int | Block of Stmt.t list * t

  let lit n = Lit n
  let eval = function
    | Lit n -> n
    | Block (l, e) -> List.iter Stmt.exec l; Expr.eval e
end

and Stmt : sig
  type t = Print of Expr.t | Skip
  val exec : t -> unit
  val of_int : int -> t
end = struct
  type t = Print of Expr.t | Skip

  let of_int n = Print (Expr.lit n)
  let exec = function Print e -> print_endline (string_of_int (Expr.eval e)) | Skip -> ()
end

let () = print_int (Expr.eval (Expr.Block ([Stmt.Print (Expr.Lit 1); Stmt.Skip; Stmt.of_int 5], Expr.Lit 2)))
let () = print_newline ()

module rec Abstract : sig
  type t
  val make : int -> t
  val get : t -> int
  val twice : t -> Other.t
end = struct
  type t = { n : int }

  let make n = { n }
  let get t = t.n
  let twice t = Other.of_int (2 * t.n)
end

and Other : sig
  type t
  val of_int : int -> t
  val total : t -> Abstract.t -> int
end = struct
  type t = int list

  let of_int n = [n; n]
  let total t a = List.fold_left ( + ) (Abstract.get a) t
end

let () = let a = Abstract.make 4 in Printf.printf "%d\n" (Other.total (Abstract.twice a) a)

let local n =
  let module M = struct
    module rec F : sig val f : int -> int end = struct let f n = if n <= 0 then 0 else 1 + G.g (n - 1) end
    and G : sig val g : int -> int end = struct let g n = if n <= 0 then 0 else 10 + F.f (n - 1) end
  end in
  M.F.f n
let () = Printf.printf "%d\n" (local 5)

(* Sets as balanced trees: the heights of two brothers differ by at most two.

   The shape of a tree is the one that OCaml's Set builds, because `=` and `compare` on sets see it. *)

module type OrderedType = sig
  type t

  val compare : t -> t -> int
end

module type S = sig
  type elt
  type t

  val empty : t
  val is_empty : t -> bool
  val mem : elt -> t -> bool
  val add : elt -> t -> t
  val singleton : elt -> t
  val remove : elt -> t -> t
  val union : t -> t -> t
  val inter : t -> t -> t
  val disjoint : t -> t -> bool
  val diff : t -> t -> t
  val compare : t -> t -> int
  val equal : t -> t -> bool
  val subset : t -> t -> bool
  val iter : (elt -> unit) -> t -> unit
  val map : (elt -> elt) -> t -> t
  val fold : (elt -> 'a -> 'a) -> t -> 'a -> 'a
  val for_all : (elt -> bool) -> t -> bool
  val exists : (elt -> bool) -> t -> bool
  val filter : (elt -> bool) -> t -> t
  val filter_map : (elt -> elt option) -> t -> t
  val partition : (elt -> bool) -> t -> t * t
  val cardinal : t -> int
  val elements : t -> elt list
  val min_elt : t -> elt
  val min_elt_opt : t -> elt option
  val max_elt : t -> elt
  val max_elt_opt : t -> elt option
  val choose : t -> elt
  val choose_opt : t -> elt option
  val split : elt -> t -> t * bool * t
  val find : elt -> t -> elt
  val find_opt : elt -> t -> elt option
  val find_first : (elt -> bool) -> t -> elt
  val find_first_opt : (elt -> bool) -> t -> elt option
  val find_last : (elt -> bool) -> t -> elt
  val find_last_opt : (elt -> bool) -> t -> elt option
  val of_list : elt list -> t
  val to_seq_from : elt -> t -> elt Lydian_seq.t
  val to_seq : t -> elt Lydian_seq.t
  val to_rev_seq : t -> elt Lydian_seq.t
  val add_seq : elt Lydian_seq.t -> t -> t
  val of_seq : elt Lydian_seq.t -> t
end

module Make (Ord : OrderedType) : S with type elt = Ord.t = struct
  type elt = Ord.t

  (* Left, element, right, height. *)
  type t = Lydian_set_empty | Lydian_set_node of t * elt * t * int

  let height s = match s with Lydian_set_empty -> 0 | Lydian_set_node (_, _, _, h) -> h

  let node l x r =
    let hl = height l and hr = height r in
    Lydian_set_node (l, x, r, if hl >= hr then hl + 1 else hr + 1)

  (* A node whose sons' heights differ by at most three: one rotation repairs it. *)
  let balance l x r =
    let hl = height l and hr = height r in
    if hl > hr + 2 then
      match l with
      | Lydian_set_node (ll, lx, lr, _) when height ll >= height lr -> node ll lx (node lr x r)
      | Lydian_set_node (ll, lx, Lydian_set_node (lrl, lrx, lrr, _), _) -> node (node ll lx lrl) lrx (node lrr x r)
      | _ -> invalid_arg "Set.bal"
    else if hr > hl + 2 then
      match r with
      | Lydian_set_node (rl, rx, rr, _) when height rr >= height rl -> node (node l x rl) rx rr
      | Lydian_set_node (Lydian_set_node (rll, rlx, rlr, _), rx, rr, _) -> node (node l x rll) rlx (node rlr rx rr)
      | _ -> invalid_arg "Set.bal"
    else node l x r

  let empty = Lydian_set_empty
  let is_empty s = match s with Lydian_set_empty -> true | Lydian_set_node _ -> false
  let singleton x = Lydian_set_node (Lydian_set_empty, x, Lydian_set_empty, 1)

  let rec add x s =
    match s with
    | Lydian_set_empty -> singleton x
    | Lydian_set_node (l, y, r, _) ->
        let order = Ord.compare x y in
        if order = 0 then s
        else if order < 0 then
          let l' = add x l in
          if l == l' then s else balance l' y r
        else
          let r' = add x r in
          if r == r' then s else balance l y r'

  let rec add_min x s =
    match s with Lydian_set_empty -> singleton x | Lydian_set_node (l, y, r, _) -> balance (add_min x l) y r

  let rec add_max x s =
    match s with Lydian_set_empty -> singleton x | Lydian_set_node (l, y, r, _) -> balance l y (add_max x r)

  (* All of [l] < [x] < all of [r], of any heights. *)
  let rec join l x r =
    match (l, r) with
    | Lydian_set_empty, _ -> add_min x r
    | _, Lydian_set_empty -> add_max x l
    | Lydian_set_node (ll, lx, lr, lh), Lydian_set_node (rl, rx, rr, rh) ->
        if lh > rh + 2 then balance ll lx (join lr x r)
        else if rh > lh + 2 then balance (join l x rl) rx rr
        else node l x r

  let rec min_elt s =
    match s with
    | Lydian_set_empty -> raise Not_found
    | Lydian_set_node (Lydian_set_empty, x, _, _) -> x
    | Lydian_set_node (l, _, _, _) -> min_elt l

  let rec min_elt_opt s =
    match s with
    | Lydian_set_empty -> None
    | Lydian_set_node (Lydian_set_empty, x, _, _) -> Some x
    | Lydian_set_node (l, _, _, _) -> min_elt_opt l

  let rec max_elt s =
    match s with
    | Lydian_set_empty -> raise Not_found
    | Lydian_set_node (_, x, Lydian_set_empty, _) -> x
    | Lydian_set_node (_, _, r, _) -> max_elt r

  let rec max_elt_opt s =
    match s with
    | Lydian_set_empty -> None
    | Lydian_set_node (_, x, Lydian_set_empty, _) -> Some x
    | Lydian_set_node (_, _, r, _) -> max_elt_opt r

  let choose s = min_elt s
  let choose_opt s = min_elt_opt s

  let rec remove_min s =
    match s with
    | Lydian_set_empty -> invalid_arg "Set.remove_min_elt"
    | Lydian_set_node (Lydian_set_empty, _, r, _) -> r
    | Lydian_set_node (l, x, r, _) -> balance (remove_min l) x r

  (* Two trees that were brothers. *)
  let merge_brothers l r =
    match (l, r) with
    | Lydian_set_empty, s | s, Lydian_set_empty -> s
    | _, _ -> balance l (min_elt r) (remove_min r)

  (* Two trees of any heights, all of [l] < all of [r]. *)
  let concat l r =
    match (l, r) with
    | Lydian_set_empty, s | s, Lydian_set_empty -> s
    | _, _ -> join l (min_elt r) (remove_min r)

  let rec remove x s =
    match s with
    | Lydian_set_empty -> Lydian_set_empty
    | Lydian_set_node (l, y, r, _) ->
        let order = Ord.compare x y in
        if order = 0 then merge_brothers l r
        else if order < 0 then
          let l' = remove x l in
          if l == l' then s else balance l' y r
        else
          let r' = remove x r in
          if r == r' then s else balance l y r'

  let rec mem x s =
    match s with
    | Lydian_set_empty -> false
    | Lydian_set_node (l, y, r, _) ->
        let order = Ord.compare x y in
        order = 0 || mem x (if order < 0 then l else r)

  let rec find x s =
    match s with
    | Lydian_set_empty -> raise Not_found
    | Lydian_set_node (l, y, r, _) ->
        let order = Ord.compare x y in
        if order = 0 then y else find x (if order < 0 then l else r)

  let rec find_opt x s =
    match s with
    | Lydian_set_empty -> None
    | Lydian_set_node (l, y, r, _) ->
        let order = Ord.compare x y in
        if order = 0 then Some y else find_opt x (if order < 0 then l else r)

  let rec split x s =
    match s with
    | Lydian_set_empty -> (Lydian_set_empty, false, Lydian_set_empty)
    | Lydian_set_node (l, y, r, _) ->
        let order = Ord.compare x y in
        if order = 0 then (l, true, r)
        else if order < 0 then
          let below, found, above = split x l in
          (below, found, join above y r)
        else
          let below, found, above = split x r in
          (join l y below, found, above)

  let rec union s1 s2 =
    match (s1, s2) with
    | Lydian_set_empty, s | s, Lydian_set_empty -> s
    | Lydian_set_node (l1, x1, r1, h1), Lydian_set_node (l2, x2, r2, h2) ->
        if h1 >= h2 then
          if h2 = 1 then add x2 s1
          else
            let l2, _, r2 = split x1 s2 in
            join (union l1 l2) x1 (union r1 r2)
        else if h1 = 1 then add x1 s2
        else
          let l1, _, r1 = split x2 s1 in
          join (union l1 l2) x2 (union r1 r2)

  let rec inter s1 s2 =
    match (s1, s2) with
    | Lydian_set_empty, _ | _, Lydian_set_empty -> Lydian_set_empty
    | Lydian_set_node (l1, x, r1, _), _ ->
        let l2, found, r2 = split x s2 in
        if found then join (inter l1 l2) x (inter r1 r2) else concat (inter l1 l2) (inter r1 r2)

  let rec diff s1 s2 =
    match (s1, s2) with
    | Lydian_set_empty, _ -> Lydian_set_empty
    | _, Lydian_set_empty -> s1
    | Lydian_set_node (l1, x, r1, _), _ ->
        let l2, found, r2 = split x s2 in
        if found then concat (diff l1 l2) (diff r1 r2) else join (diff l1 l2) x (diff r1 r2)

  let rec disjoint s1 s2 =
    match (s1, s2) with
    | Lydian_set_empty, _ | _, Lydian_set_empty -> true
    | Lydian_set_node (l1, x, r1, _), _ ->
        s1 != s2
        &&
        let l2, found, r2 = split x s2 in
        (not found) && disjoint l1 l2 && disjoint r1 r2

  let rec subset s1 s2 =
    match (s1, s2) with
    | Lydian_set_empty, _ -> true
    | _, Lydian_set_empty -> false
    | Lydian_set_node (l1, x1, r1, _), Lydian_set_node (l2, x2, r2, _) ->
        let order = Ord.compare x1 x2 in
        if order = 0 then subset l1 l2 && subset r1 r2
        else if order < 0 then subset (Lydian_set_node (l1, x1, Lydian_set_empty, 0)) l2 && subset r1 s2
        else subset (Lydian_set_node (Lydian_set_empty, x1, r1, 0)) r2 && subset l1 s2

  (* Callbacks: in order, except that for_all and exists ask about a node before its sons. *)

  let rec iter f s =
    match s with
    | Lydian_set_empty -> ()
    | Lydian_set_node (l, x, r, _) ->
        iter f l;
        f x;
        iter f r

  let rec fold f s acc =
    match s with Lydian_set_empty -> acc | Lydian_set_node (l, x, r, _) -> fold f r (f x (fold f l acc))

  let rec for_all p s =
    match s with Lydian_set_empty -> true | Lydian_set_node (l, x, r, _) -> p x && for_all p l && for_all p r

  let rec exists p s =
    match s with Lydian_set_empty -> false | Lydian_set_node (l, x, r, _) -> p x || exists p l || exists p r

  let rec filter p s =
    match s with
    | Lydian_set_empty -> Lydian_set_empty
    | Lydian_set_node (l, x, r, _) ->
        let l' = filter p l in
        let keep = p x in
        let r' = filter p r in
        if not keep then concat l' r' else if l == l' && r == r' then s else join l' x r'

  let rec partition p s =
    match s with
    | Lydian_set_empty -> (Lydian_set_empty, Lydian_set_empty)
    | Lydian_set_node (l, x, r, _) ->
        let l_yes, l_no = partition p l in
        let keep = p x in
        let r_yes, r_no = partition p r in
        if keep then (join l_yes x r_yes, concat l_no r_no)
        else (concat l_yes r_yes, join l_no x r_no)

  (* As join, but the order is only hoped for. *)
  let join_any l x r =
    if
      (is_empty l || Ord.compare (max_elt l) x < 0)
      && (is_empty r || Ord.compare x (min_elt r) < 0)
    then join l x r
    else union l (add x r)

  let rec map f s =
    match s with
    | Lydian_set_empty -> Lydian_set_empty
    | Lydian_set_node (l, x, r, _) ->
        let l' = map f l in
        let x' = f x in
        let r' = map f r in
        if l == l' && x == x' && r == r' then s else join_any l' x' r'

  let rec filter_map f s =
    match s with
    | Lydian_set_empty -> Lydian_set_empty
    | Lydian_set_node (l, x, r, _) -> (
        let l' = filter_map f l in
        let image = f x in
        let r' = filter_map f r in
        match image with
        | Some x' -> if l == l' && x == x' && r == r' then s else join_any l' x' r'
        | None -> (
            match (l', r') with
            | Lydian_set_empty, s | s, Lydian_set_empty -> s
            | _, _ -> join_any l' (min_elt r') (remove_min r')))

  let rec cardinal s = match s with Lydian_set_empty -> 0 | Lydian_set_node (l, _, r, _) -> cardinal l + 1 + cardinal r

  let elements s =
    let rec onto acc s =
      match s with Lydian_set_empty -> acc | Lydian_set_node (l, x, r, _) -> onto (x :: onto acc r) l
    in
    onto [] s

  let compare s1 s2 = List.compare Ord.compare (elements s1) (elements s2)
  let equal s1 s2 = compare s1 s2 = 0

  (* [p] is false, then true along the order: the least element where it is true. *)
  let find_first_opt p s =
    let rec go best s =
      match s with
      | Lydian_set_empty -> best
      | Lydian_set_node (l, x, r, _) -> if p x then go (Some x) l else go best r
    in
    go None s

  let find_last_opt p s =
    let rec go best s =
      match s with
      | Lydian_set_empty -> best
      | Lydian_set_node (l, x, r, _) -> if p x then go (Some x) r else go best l
    in
    go None s

  let find_first p s = match find_first_opt p s with Some x -> x | None -> raise Not_found
  let find_last p s = match find_last_opt p s with Some x -> x | None -> raise Not_found

  (* Up to five elements are added one by one; longer lists are sorted first and give a tree that is full. *)
  let of_list l =
    let rec build n l =
      if n = 0 then (Lydian_set_empty, l)
      else
        let left, l = build (n / 2) l in
        match l with
        | [] -> invalid_arg "Set.of_list"
        | x :: rest ->
            let right, rest = build (n - (n / 2) - 1) rest in
            (node left x right, rest)
    in
    if List.compare_length_with l 5 <= 0 then List.fold_left (fun s x -> add x s) empty l
    else
      let sorted = List.sort_uniq Ord.compare l in
      fst (build (List.length sorted) sorted)

  (* Sequences: a stack of elements, each with the tree that comes after it. *)

  let rec push_left s stack =
    match s with Lydian_set_empty -> stack | Lydian_set_node (l, x, r, _) -> push_left l ((x, r) :: stack)

  let rec push_right s stack =
    match s with Lydian_set_empty -> stack | Lydian_set_node (l, x, r, _) -> push_right r ((x, l) :: stack)

  let rec seq_of push stack () =
    match stack with
    | [] -> Lydian_seq.Nil
    | (x, next) :: rest -> Lydian_seq.Cons (x, seq_of push (push next rest))

  let to_seq s = seq_of push_left (push_left s [])
  let to_rev_seq s = seq_of push_right (push_right s [])

  let to_seq_from low s =
    let rec start s stack =
      match s with
      | Lydian_set_empty -> stack
      | Lydian_set_node (l, x, r, _) ->
          let order = Ord.compare x low in
          if order = 0 then (x, r) :: stack
          else if order < 0 then start r stack
          else start l ((x, r) :: stack)
    in
    seq_of push_left (start s [])

  let rec add_seq seq s =
    match seq () with Lydian_seq.Nil -> s | Lydian_seq.Cons (x, rest) -> add_seq rest (add x s)

  let of_seq seq = add_seq seq empty
end

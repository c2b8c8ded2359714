(* Maps as balanced trees: the heights of two brothers differ by at most two.

   The shape of a tree is the one that OCaml's Map builds, because `=` and `compare` on maps see it. *)

module type OrderedType = sig
  type t

  val compare : t -> t -> int
end

module type S = sig
  type key
  type +'a t

  val empty : 'a t
  val is_empty : 'a t -> bool
  val mem : key -> 'a t -> bool
  val add : key -> 'a -> 'a t -> 'a t
  val update : key -> ('a option -> 'a option) -> 'a t -> 'a t
  val singleton : key -> 'a -> 'a t
  val remove : key -> 'a t -> 'a t
  val merge : (key -> 'a option -> 'b option -> 'c option) -> 'a t -> 'b t -> 'c t
  val union : (key -> 'a -> 'a -> 'a option) -> 'a t -> 'a t -> 'a t
  val compare : ('a -> 'a -> int) -> 'a t -> 'a t -> int
  val equal : ('a -> 'a -> bool) -> 'a t -> 'a t -> bool
  val iter : (key -> 'a -> unit) -> 'a t -> unit
  val fold : (key -> 'a -> 'b -> 'b) -> 'a t -> 'b -> 'b
  val for_all : (key -> 'a -> bool) -> 'a t -> bool
  val exists : (key -> 'a -> bool) -> 'a t -> bool
  val filter : (key -> 'a -> bool) -> 'a t -> 'a t
  val filter_map : (key -> 'a -> 'b option) -> 'a t -> 'b t
  val partition : (key -> 'a -> bool) -> 'a t -> 'a t * 'a t
  val cardinal : 'a t -> int
  val bindings : 'a t -> (key * 'a) list
  val min_binding : 'a t -> key * 'a
  val min_binding_opt : 'a t -> (key * 'a) option
  val max_binding : 'a t -> key * 'a
  val max_binding_opt : 'a t -> (key * 'a) option
  val choose : 'a t -> key * 'a
  val choose_opt : 'a t -> (key * 'a) option
  val split : key -> 'a t -> 'a t * 'a option * 'a t
  val find : key -> 'a t -> 'a
  val find_opt : key -> 'a t -> 'a option
  val find_first : (key -> bool) -> 'a t -> key * 'a
  val find_first_opt : (key -> bool) -> 'a t -> (key * 'a) option
  val find_last : (key -> bool) -> 'a t -> key * 'a
  val find_last_opt : (key -> bool) -> 'a t -> (key * 'a) option
  val map : ('a -> 'b) -> 'a t -> 'b t
  val mapi : (key -> 'a -> 'b) -> 'a t -> 'b t
  val to_seq : 'a t -> (key * 'a) Lydian_seq.t
  val to_rev_seq : 'a t -> (key * 'a) Lydian_seq.t
  val to_seq_from : key -> 'a t -> (key * 'a) Lydian_seq.t
  val add_seq : (key * 'a) Lydian_seq.t -> 'a t -> 'a t
  val of_seq : (key * 'a) Lydian_seq.t -> 'a t

  (* From OCaml 5 *)
  val to_list : 'a t -> (key * 'a) list
  val of_list : (key * 'a) list -> 'a t
  val add_to_list : key -> 'a -> 'a list t -> 'a list t
end

module Make (Ord : OrderedType) : S with type key = Ord.t = struct
  type key = Ord.t

  (* Left, key, value, right, height. *)
  type 'a t = Lydian_map_empty | Lydian_map_node of 'a t * key * 'a * 'a t * int

  let height m = match m with Lydian_map_empty -> 0 | Lydian_map_node (_, _, _, _, h) -> h

  let node l k v r =
    let hl = height l and hr = height r in
    Lydian_map_node (l, k, v, r, if hl >= hr then hl + 1 else hr + 1)

  (* A node whose sons' heights differ by at most three: one rotation repairs it. *)
  let balance l k v r =
    let hl = height l and hr = height r in
    if hl > hr + 2 then
      match l with
      | Lydian_map_node (ll, lk, lv, lr, _) when height ll >= height lr -> node ll lk lv (node lr k v r)
      | Lydian_map_node (ll, lk, lv, Lydian_map_node (lrl, lrk, lrv, lrr, _), _) ->
          node (node ll lk lv lrl) lrk lrv (node lrr k v r)
      | _ -> invalid_arg "Map.bal"
    else if hr > hl + 2 then
      match r with
      | Lydian_map_node (rl, rk, rv, rr, _) when height rr >= height rl -> node (node l k v rl) rk rv rr
      | Lydian_map_node (Lydian_map_node (rll, rlk, rlv, rlr, _), rk, rv, rr, _) ->
          node (node l k v rll) rlk rlv (node rlr rk rv rr)
      | _ -> invalid_arg "Map.bal"
    else node l k v r

  let empty = Lydian_map_empty
  let is_empty m = match m with Lydian_map_empty -> true | Lydian_map_node _ -> false
  let singleton k v = Lydian_map_node (Lydian_map_empty, k, v, Lydian_map_empty, 1)

  let rec add k v m =
    match m with
    | Lydian_map_empty -> singleton k v
    | Lydian_map_node (l, k', v', r, h) ->
        let order = Ord.compare k k' in
        if order = 0 then if v == v' then m else Lydian_map_node (l, k, v, r, h)
        else if order < 0 then
          let l' = add k v l in
          if l == l' then m else balance l' k' v' r
        else
          let r' = add k v r in
          if r == r' then m else balance l k' v' r'

  let rec add_min k v m =
    match m with
    | Lydian_map_empty -> singleton k v
    | Lydian_map_node (l, k', v', r, _) -> balance (add_min k v l) k' v' r

  let rec add_max k v m =
    match m with
    | Lydian_map_empty -> singleton k v
    | Lydian_map_node (l, k', v', r, _) -> balance l k' v' (add_max k v r)

  (* All keys of [l] < [k] < all keys of [r], of any heights. *)
  let rec join l k v r =
    match (l, r) with
    | Lydian_map_empty, _ -> add_min k v r
    | _, Lydian_map_empty -> add_max k v l
    | Lydian_map_node (ll, lk, lv, lr, lh), Lydian_map_node (rl, rk, rv, rr, rh) ->
        if lh > rh + 2 then balance ll lk lv (join lr k v r)
        else if rh > lh + 2 then balance (join l k v rl) rk rv rr
        else node l k v r

  let rec min_binding m =
    match m with
    | Lydian_map_empty -> raise Not_found
    | Lydian_map_node (Lydian_map_empty, k, v, _, _) -> (k, v)
    | Lydian_map_node (l, _, _, _, _) -> min_binding l

  let rec min_binding_opt m =
    match m with
    | Lydian_map_empty -> None
    | Lydian_map_node (Lydian_map_empty, k, v, _, _) -> Some (k, v)
    | Lydian_map_node (l, _, _, _, _) -> min_binding_opt l

  let rec max_binding m =
    match m with
    | Lydian_map_empty -> raise Not_found
    | Lydian_map_node (_, k, v, Lydian_map_empty, _) -> (k, v)
    | Lydian_map_node (_, _, _, r, _) -> max_binding r

  let rec max_binding_opt m =
    match m with
    | Lydian_map_empty -> None
    | Lydian_map_node (_, k, v, Lydian_map_empty, _) -> Some (k, v)
    | Lydian_map_node (_, _, _, r, _) -> max_binding_opt r

  let choose m = min_binding m
  let choose_opt m = min_binding_opt m

  let rec remove_min m =
    match m with
    | Lydian_map_empty -> invalid_arg "Map.remove_min_elt"
    | Lydian_map_node (Lydian_map_empty, _, _, r, _) -> r
    | Lydian_map_node (l, k, v, r, _) -> balance (remove_min l) k v r

  (* Two trees that were brothers. *)
  let merge_brothers l r =
    match (l, r) with
    | Lydian_map_empty, m | m, Lydian_map_empty -> m
    | _, _ ->
        let k, v = min_binding r in
        balance l k v (remove_min r)

  (* Two trees of any heights, all keys of [l] < all keys of [r]. *)
  let concat l r =
    match (l, r) with
    | Lydian_map_empty, m | m, Lydian_map_empty -> m
    | _, _ ->
        let k, v = min_binding r in
        join l k v (remove_min r)

  let concat_or_join l k v r = match v with Some v -> join l k v r | None -> concat l r

  let rec remove k m =
    match m with
    | Lydian_map_empty -> Lydian_map_empty
    | Lydian_map_node (l, k', v', r, _) ->
        let order = Ord.compare k k' in
        if order = 0 then merge_brothers l r
        else if order < 0 then
          let l' = remove k l in
          if l == l' then m else balance l' k' v' r
        else
          let r' = remove k r in
          if r == r' then m else balance l k' v' r'

  let rec update k f m =
    match m with
    | Lydian_map_empty -> ( match f None with None -> Lydian_map_empty | Some v -> singleton k v)
    | Lydian_map_node (l, k', v', r, h) ->
        let order = Ord.compare k k' in
        if order = 0 then
          match f (Some v') with
          | None -> merge_brothers l r
          | Some v -> if v == v' then m else Lydian_map_node (l, k, v, r, h)
        else if order < 0 then
          let l' = update k f l in
          if l == l' then m else balance l' k' v' r
        else
          let r' = update k f r in
          if r == r' then m else balance l k' v' r'

  let rec mem k m =
    match m with
    | Lydian_map_empty -> false
    | Lydian_map_node (l, k', _, r, _) ->
        let order = Ord.compare k k' in
        order = 0 || mem k (if order < 0 then l else r)

  let rec find k m =
    match m with
    | Lydian_map_empty -> raise Not_found
    | Lydian_map_node (l, k', v, r, _) ->
        let order = Ord.compare k k' in
        if order = 0 then v else find k (if order < 0 then l else r)

  let rec find_opt k m =
    match m with
    | Lydian_map_empty -> None
    | Lydian_map_node (l, k', v, r, _) ->
        let order = Ord.compare k k' in
        if order = 0 then Some v else find_opt k (if order < 0 then l else r)

  let rec split k m =
    match m with
    | Lydian_map_empty -> (Lydian_map_empty, None, Lydian_map_empty)
    | Lydian_map_node (l, k', v, r, _) ->
        let order = Ord.compare k k' in
        if order = 0 then (l, Some v, r)
        else if order < 0 then
          let below, found, above = split k l in
          (below, found, join above k' v r)
        else
          let below, found, above = split k r in
          (join l k' v below, found, above)

  let rec merge f m1 m2 =
    match (m1, m2) with
    | Lydian_map_empty, Lydian_map_empty -> Lydian_map_empty
    | Lydian_map_node (l1, k, v1, r1, h1), _ when h1 >= height m2 ->
        let l2, v2, r2 = split k m2 in
        concat_or_join (merge f l1 l2) k (f k (Some v1) v2) (merge f r1 r2)
    | _, Lydian_map_node (l2, k, v2, r2, _) ->
        let l1, v1, r1 = split k m1 in
        concat_or_join (merge f l1 l2) k (f k v1 (Some v2)) (merge f r1 r2)
    | Lydian_map_node _, Lydian_map_empty -> invalid_arg "Map.merge"

  let rec union f m1 m2 =
    match (m1, m2) with
    | Lydian_map_empty, m | m, Lydian_map_empty -> m
    | Lydian_map_node (l1, k1, v1, r1, h1), Lydian_map_node (l2, k2, v2, r2, h2) -> (
        if h1 >= h2 then
          let l2, found, r2 = split k1 m2 in
          let l = union f l1 l2 in
          let r = union f r1 r2 in
          match found with
          | None -> join l k1 v1 r
          | Some v2 -> concat_or_join l k1 (f k1 v1 v2) r
        else
          let l1, found, r1 = split k2 m1 in
          let l = union f l1 l2 in
          let r = union f r1 r2 in
          match found with
          | None -> join l k2 v2 r
          | Some v1 -> concat_or_join l k2 (f k2 v1 v2) r)

  (* Callbacks: in the order of the keys, except that for_all and exists ask about a node before its sons. *)

  let rec iter f m =
    match m with
    | Lydian_map_empty -> ()
    | Lydian_map_node (l, k, v, r, _) ->
        iter f l;
        f k v;
        iter f r

  let rec fold f m acc =
    match m with Lydian_map_empty -> acc | Lydian_map_node (l, k, v, r, _) -> fold f r (f k v (fold f l acc))

  let rec for_all p m =
    match m with Lydian_map_empty -> true | Lydian_map_node (l, k, v, r, _) -> p k v && for_all p l && for_all p r

  let rec exists p m =
    match m with Lydian_map_empty -> false | Lydian_map_node (l, k, v, r, _) -> p k v || exists p l || exists p r

  let rec mapi f m =
    match m with
    | Lydian_map_empty -> Lydian_map_empty
    | Lydian_map_node (l, k, v, r, h) ->
        let l' = mapi f l in
        let v' = f k v in
        let r' = mapi f r in
        Lydian_map_node (l', k, v', r', h)

  let map f m = mapi (fun _ v -> f v) m

  let rec filter p m =
    match m with
    | Lydian_map_empty -> Lydian_map_empty
    | Lydian_map_node (l, k, v, r, _) ->
        let l' = filter p l in
        let keep = p k v in
        let r' = filter p r in
        if not keep then concat l' r' else if l == l' && r == r' then m else join l' k v r'

  let rec filter_map f m =
    match m with
    | Lydian_map_empty -> Lydian_map_empty
    | Lydian_map_node (l, k, v, r, _) ->
        let l' = filter_map f l in
        let v' = f k v in
        let r' = filter_map f r in
        concat_or_join l' k v' r'

  let rec partition p m =
    match m with
    | Lydian_map_empty -> (Lydian_map_empty, Lydian_map_empty)
    | Lydian_map_node (l, k, v, r, _) ->
        let l_yes, l_no = partition p l in
        let keep = p k v in
        let r_yes, r_no = partition p r in
        if keep then (join l_yes k v r_yes, concat l_no r_no)
        else (concat l_yes r_yes, join l_no k v r_no)

  let rec cardinal m =
    match m with Lydian_map_empty -> 0 | Lydian_map_node (l, _, _, r, _) -> cardinal l + 1 + cardinal r

  let bindings m =
    let rec onto acc m =
      match m with Lydian_map_empty -> acc | Lydian_map_node (l, k, v, r, _) -> onto ((k, v) :: onto acc r) l
    in
    onto [] m

  let to_list m = bindings m

  let compare cmp m1 m2 =
    let rec go l1 l2 =
      match (l1, l2) with
      | [], [] -> 0
      | [], _ :: _ -> -1
      | _ :: _, [] -> 1
      | (k1, v1) :: rest1, (k2, v2) :: rest2 ->
          let order = Ord.compare k1 k2 in
          if order <> 0 then order
          else
            let order = cmp v1 v2 in
            if order <> 0 then order else go rest1 rest2
    in
    go (bindings m1) (bindings m2)

  let equal eq m1 m2 =
    let rec go l1 l2 =
      match (l1, l2) with
      | [], [] -> true
      | [], _ :: _ | _ :: _, [] -> false
      | (k1, v1) :: rest1, (k2, v2) :: rest2 ->
          Ord.compare k1 k2 = 0 && eq v1 v2 && go rest1 rest2
    in
    go (bindings m1) (bindings m2)

  (* [p] is false, then true along the keys: the binding of the least key where it is true. *)
  let find_first_opt p m =
    let rec go best m =
      match m with
      | Lydian_map_empty -> best
      | Lydian_map_node (l, k, v, r, _) -> if p k then go (Some (k, v)) l else go best r
    in
    go None m

  let find_last_opt p m =
    let rec go best m =
      match m with
      | Lydian_map_empty -> best
      | Lydian_map_node (l, k, v, r, _) -> if p k then go (Some (k, v)) r else go best l
    in
    go None m

  let find_first p m = match find_first_opt p m with Some b -> b | None -> raise Not_found
  let find_last p m = match find_last_opt p m with Some b -> b | None -> raise Not_found

  (* Sequences: a stack of bindings, each with the tree that comes after it. *)

  let rec push_left m stack =
    match m with Lydian_map_empty -> stack | Lydian_map_node (l, k, v, r, _) -> push_left l (((k, v), r) :: stack)

  let rec push_right m stack =
    match m with Lydian_map_empty -> stack | Lydian_map_node (l, k, v, r, _) -> push_right r (((k, v), l) :: stack)

  let rec seq_of push stack () =
    match stack with
    | [] -> Lydian_seq.Nil
    | (b, next) :: rest -> Lydian_seq.Cons (b, seq_of push (push next rest))

  let to_seq m = seq_of push_left (push_left m [])
  let to_rev_seq m = seq_of push_right (push_right m [])

  let to_seq_from low m =
    let rec start m stack =
      match m with
      | Lydian_map_empty -> stack
      | Lydian_map_node (l, k, v, r, _) ->
          let order = Ord.compare k low in
          if order = 0 then ((k, v), r) :: stack
          else if order < 0 then start r stack
          else start l (((k, v), r) :: stack)
    in
    seq_of push_left (start m [])

  let rec add_seq seq m =
    match seq () with
    | Lydian_seq.Nil -> m
    | Lydian_seq.Cons ((k, v), rest) -> add_seq rest (add k v m)

  let of_seq seq = add_seq seq empty

  let of_list l =
    let rec onto m l = match l with [] -> m | (k, v) :: rest -> onto (add k v m) rest in
    onto empty l

  let add_to_list k v m =
    update k (fun found -> match found with None -> Some [ v ] | Some vs -> Some (v :: vs)) m
end

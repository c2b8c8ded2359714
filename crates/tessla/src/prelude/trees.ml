(* Sets as balanced trees, maps as trees of pairs that are ordered by key. The heights of the two sides of a node differ by
   at most two. *)

type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree * int

let height = function Leaf -> 0 | Node (_, _, _, h) -> h
let node left element right =
  let l = height left and r = height right in
  Node (left, element, right, (if l >= r then l else r) + 1)

let balanced left element right =
  let l = height left and r = height right in
  if l > r + 2 then
    match left with
    | Leaf -> node left element right
    | Node (ll, x, lr, _) -> (
        if height ll >= height lr then node ll x (node lr element right)
        else
          match lr with
          | Leaf -> node left element right
          | Node (lrl, y, lrr, _) -> node (node ll x lrl) y (node lrr element right))
  else if r > l + 2 then
    match right with
    | Leaf -> node left element right
    | Node (rl, x, rr, _) -> (
        if height rr >= height rl then node (node left element rl) x rr
        else
          match rl with
          | Leaf -> node left element right
          | Node (rll, y, rlr, _) -> node (node left element rll) y (node rlr x rr))
  else node left element right

(* The elements of a tree in order, before those of a list. *)
let rec elements_before tree rest =
  match tree with Leaf -> rest | Node (l, x, r, _) -> elements_before l (x :: elements_before r rest)
let elements tree = elements_before tree []

(* The first [n] elements of an ascending list as a tree, and the rest. *)
let rec first_as_tree n list =
  if n <= 0 then (Leaf, list)
  else
    let left, rest = first_as_tree ((n - 1) / 2) list in
    match rest with
    | [] -> (left, [])
    | x :: rest ->
        let right, rest = first_as_tree (n - 1 - ((n - 1) / 2)) rest in
        (node left x right, rest)
let of_ascending list = fst (first_as_tree (list_size list) list)

let rec tree_size = function Leaf -> 0 | Node (l, _, r, _) -> tree_size l + 1 + tree_size r
let rec tree_fold tree start f =
  match tree with Leaf -> start | Node (l, x, r, _) -> tree_fold r (f (tree_fold l start f) x) f
let rec without_first = function
  | Leaf -> failwith "The tree is empty"
  | Node (Leaf, x, r, _) -> (x, r)
  | Node (l, x, r, _) ->
      let first, rest = without_first l in
      (first, balanced rest x r)
let joined_sides left right =
  match right with
  | Leaf -> left
  | Node _ ->
      let first, rest = without_first right in
      balanced left first rest

let set_empty = Leaf
let set_of_ascending = of_ascending
let rec set_add order set element =
  match set with
  | Leaf -> Node (Leaf, element, Leaf, 1)
  | Node (l, x, r, _) ->
      let c = order element x in
      if c = 0 then set
      else if c < 0 then balanced (set_add order l element) x r
      else balanced l x (set_add order r element)
let rec set_contains order set element =
  match set with
  | Leaf -> false
  | Node (l, x, r, _) ->
      let c = order element x in
      if c = 0 then true else set_contains order (if c < 0 then l else r) element
let rec set_remove order set element =
  match set with
  | Leaf -> Leaf
  | Node (l, x, r, _) ->
      let c = order element x in
      if c = 0 then joined_sides l r
      else if c < 0 then balanced (set_remove order l element) x r
      else balanced l x (set_remove order r element)
let set_size set = tree_size set
let set_fold set start f = tree_fold set start f
let set_union order a b = tree_fold b a (fun set element -> set_add order set element)
let set_intersection order a b =
  tree_fold a Leaf (fun set element -> if set_contains order b element then set_add order set element else set)
let set_minus order a b = tree_fold b a (fun set element -> set_remove order set element)
let text_of_set text set = text_of_elements text (elements set)
let compare_sets order a b = compare_lists order (elements a) (elements b)

let map_empty = Leaf
let map_of_ascending = of_ascending
let rec map_add order map key value =
  match map with
  | Leaf -> Node (Leaf, (key, value), Leaf, 1)
  | Node (l, (k, v), r, h) ->
      let c = order key k in
      if c = 0 then Node (l, (key, value), r, h)
      else if c < 0 then balanced (map_add order l key value) (k, v) r
      else balanced l (k, v) (map_add order r key value)
let rec map_contains order map key =
  match map with
  | Leaf -> false
  | Node (l, (k, _), r, _) ->
      let c = order key k in
      if c = 0 then true else map_contains order (if c < 0 then l else r) key
let rec map_get order map key =
  match map with
  | Leaf -> failwith "The key is not in the map"
  | Node (l, (k, v), r, _) ->
      let c = order key k in
      if c = 0 then v else map_get order (if c < 0 then l else r) key
let map_lacks order map key = not (map_contains order map key)
let rec map_remove order map key =
  match map with
  | Leaf -> Leaf
  | Node (l, (k, v), r, _) ->
      let c = order key k in
      if c = 0 then joined_sides l r
      else if c < 0 then balanced (map_remove order l key) (k, v) r
      else balanced l (k, v) (map_remove order r key)
let map_size map = tree_size map
let rec keys_before tree rest =
  match tree with Leaf -> rest | Node (l, (k, _), r, _) -> keys_before l (k :: keys_before r rest)
let map_keys map = keys_before map []
let map_fold map start f = tree_fold map start (fun so_far (k, v) -> f so_far k v)
let text_of_map key value map = text_of_entries key value (elements map)
let compare_maps key value a b = compare_lists (compare_pairs key value) (elements a) (elements b)

(* Arrays. `a.(i)` is `Array.get a i`. Callbacks run by increasing index, except in fold_right. *)

type 'a t = 'a array

external length : 'a array -> int = "array_length"
external get : 'a array -> int -> 'a = "array_get"
external set : 'a array -> int -> 'a -> unit = "array_set"
external unsafe_get : 'a array -> int -> 'a = "array_get"
external unsafe_set : 'a array -> int -> 'a -> unit = "array_set"
external make : int -> 'a -> 'a array = "array_make"
external create : int -> 'a -> 'a array = "array_make"

(* Their elements are unspecified in OCaml; here they are 0. *)
let create_float n = make n 0.0
let make_float n = make n 0.0

let init n f =
  if n < 0 then invalid_arg "Array.init"
  else if n = 0 then [||]
  else
    let a = make n (f 0) in
    for i = 1 to n - 1 do
      set a i (f i)
    done;
    a

(* `make` first: a negative number of rows is its error, not that of `init`. *)
let make_matrix rows columns x =
  let matrix = make rows [||] in
  for i = 0 to rows - 1 do
    set matrix i (make columns x)
  done;
  matrix

let create_matrix rows columns x = make_matrix rows columns x
let copy a = init (length a) (fun i -> get a i)

let append a b =
  let n = length a in
  init (n + length b) (fun i -> if i < n then get a i else get b (i - n))

let sub a pos len =
  if pos < 0 || len < 0 || pos > length a - len then invalid_arg "Array.sub"
  else init len (fun i -> get a (pos + i))

let fill a pos len x =
  if pos < 0 || len < 0 || pos > length a - len then invalid_arg "Array.fill"
  else
    for i = pos to pos + len - 1 do
      set a i x
    done

(* The two ranges may overlap in one array: copy from the end that is not overwritten. *)
let blit a pos b pos' len =
  if
    len < 0 || pos < 0
    || pos > length a - len
    || pos' < 0
    || pos' > length b - len
  then invalid_arg "Array.blit"
  else if pos < pos' then
    for i = len - 1 downto 0 do
      set b (pos' + i) (get a (pos + i))
    done
  else
    for i = 0 to len - 1 do
      set b (pos' + i) (get a (pos + i))
    done

let to_list a =
  let rec down i acc = if i < 0 then acc else down (i - 1) (get a i :: acc) in
  down (length a - 1) []

let of_list l =
  let rec count n l = match l with [] -> n | _ :: rest -> count (n + 1) rest in
  let rec store a i l =
    match l with
    | [] -> a
    | x :: rest ->
        set a i x;
        store a (i + 1) rest
  in
  match l with [] -> [||] | x :: rest -> store (make (count 1 rest) x) 1 rest

let concat arrays =
  let rec all arrays =
    match arrays with [] -> [] | a :: rest -> to_list a @ all rest
  in
  of_list (all arrays)

(* Iteration *)

let iter (f : 'a -> unit) a =
  for i = 0 to length a - 1 do
    f (get a i)
  done

let iteri (f : int -> 'a -> unit) a =
  for i = 0 to length a - 1 do
    f i (get a i)
  done

let map f a = init (length a) (fun i -> f (get a i))
let mapi f a = init (length a) (fun i -> f i (get a i))

let iter2 (f : 'a -> 'b -> unit) a b =
  if length a <> length b then invalid_arg "Array.iter2: arrays must have the same length"
  else
    for i = 0 to length a - 1 do
      f (get a i) (get b i)
    done

let map2 f a b =
  if length a <> length b then invalid_arg "Array.map2: arrays must have the same length"
  else init (length a) (fun i -> f (get a i) (get b i))

let fold_left f acc a =
  let n = length a in
  let rec from i acc = if i >= n then acc else from (i + 1) (f acc (get a i)) in
  from 0 acc

let fold_right f a acc =
  let rec down i acc = if i < 0 then acc else down (i - 1) (f (get a i) acc) in
  down (length a - 1) acc

let fold_left_map f acc a =
  let state = ref acc in
  let b =
    map
      (fun x ->
        let acc, y = f !state x in
        state := acc;
        y)
      a
  in
  (!state, b)

(* Scanning *)

let for_all p a =
  let n = length a in
  let rec from i = i >= n || (p (get a i) && from (i + 1)) in
  from 0

let exists p a =
  let n = length a in
  let rec from i = i < n && (p (get a i) || from (i + 1)) in
  from 0

let for_all2 p a b =
  let n = length a in
  let rec from i = i >= n || (p (get a i) (get b i) && from (i + 1)) in
  if n <> length b then invalid_arg "Array.for_all2" else from 0

let exists2 p a b =
  let n = length a in
  let rec from i = i < n && (p (get a i) (get b i) || from (i + 1)) in
  if n <> length b then invalid_arg "Array.exists2" else from 0

let mem x a = exists (fun y -> lydian_compare_equal y x) a
let memq x a = exists (fun y -> x == y) a

let find_opt p a =
  let n = length a in
  let rec from i =
    if i >= n then None
    else
      let x = get a i in
      if p x then Some x else from (i + 1)
  in
  from 0

let find_map f a =
  let n = length a in
  let rec from i =
    if i >= n then None
    else match f (get a i) with None -> from (i + 1) | Some _ as found -> found
  in
  from 0

let split a = (map fst a, map snd a)

let combine a b =
  if length a <> length b then invalid_arg "Array.combine" else map2 (fun x y -> (x, y)) a b

(* Sorting. As with List.sort, the questions asked are those of OCaml's own functions: heap sort is not stable, so its
   result depends on them even for an order. *)

(* A heap in which node [i] has the three sons 3i+1, 3i+2 and 3i+3; [n] is the number of nodes. *)
let sort cmp a =
  let largest_son n i =
    let son = (3 * i) + 1 in
    if son + 2 < n then
      let best = if cmp (get a son) (get a (son + 1)) < 0 then son + 1 else son in
      if cmp (get a best) (get a (son + 2)) < 0 then son + 2 else best
    else if son + 1 < n && cmp (get a son) (get a (son + 1)) < 0 then son + 1
    else if son < n then son
    else -1
  in
  let rec sift_down n i x =
    let son = largest_son n i in
    if son >= 0 && cmp (get a son) x > 0 then (
      set a i (get a son);
      sift_down n son x)
    else set a i x
  in
  (* Moves the hole at [i] down to a leaf along the largest sons. *)
  let rec hole_down n i =
    let son = largest_son n i in
    if son < 0 then i
    else (
      set a i (get a son);
      hole_down n son)
  in
  let rec sift_up i x =
    let father = (i - 1) / 3 in
    if cmp (get a father) x < 0 then (
      set a i (get a father);
      if father > 0 then sift_up father x else set a 0 x)
    else set a i x
  in
  let n = length a in
  for i = ((n + 1) / 3) - 1 downto 0 do
    sift_down n i (get a i)
  done;
  for i = n - 1 downto 2 do
    let x = get a i in
    set a i (get a 0);
    sift_up (hole_down i 0) x
  done;
  if n > 1 then (
    let x = get a 1 in
    set a 1 (get a 0);
    set a 0 x)

(* Merge sort; runs of up to five elements are sorted by insertion. *)
let stable_sort cmp a =
  let short_run = 5 in
  let insertion_sort from b into len =
    for i = 0 to len - 1 do
      let x = get a (from + i) in
      let rec place j =
        if j >= into && cmp (get b j) x > 0 then (
          set b (j + 1) (get b j);
          place (j - 1))
        else set b (j + 1) x
      in
      place (into + i - 1)
    done
  in
  (* Merges a run of [a] with a run of [b] into [target]. *)
  let merge i1 len1 b i2 len2 target at =
    let end1 = i1 + len1 and end2 = i2 + len2 in
    let rec go i1 x1 i2 x2 at =
      if cmp x1 x2 <= 0 then (
        set target at x1;
        if i1 + 1 < end1 then go (i1 + 1) (get a (i1 + 1)) i2 x2 (at + 1)
        else blit b i2 target (at + 1) (end2 - i2))
      else (
        set target at x2;
        if i2 + 1 < end2 then go i1 x1 (i2 + 1) (get b (i2 + 1)) (at + 1)
        else blit a i1 target (at + 1) (end1 - i1))
    in
    go i1 (get a i1) i2 (get b i2) at
  in
  let rec sort_to from b into len =
    if len <= short_run then insertion_sort from b into len
    else
      let half = len / 2 in
      let rest = len - half in
      sort_to (from + half) b (into + half) rest;
      sort_to from a (from + rest) half;
      merge (from + rest) half b (into + half) rest b into
  in
  let n = length a in
  if n <= short_run then insertion_sort 0 a 0 n
  else
    let half = n / 2 in
    let rest = n - half in
    let b = make rest (get a 0) in
    sort_to half b 0 rest;
    sort_to 0 a rest half;
    merge rest half b 0 rest a 0

let fast_sort cmp a = stable_sort cmp a

(* Sequences *)

let to_seqi a =
  let rec from i () =
    if i >= length a then Lydian_seq.Nil else Lydian_seq.Cons ((i, get a i), from (i + 1))
  in
  from 0

let to_seq a =
  let rec from i () =
    if i >= length a then Lydian_seq.Nil else Lydian_seq.Cons (get a i, from (i + 1))
  in
  from 0

let of_seq seq =
  let rec list seq =
    match seq () with
    | Lydian_seq.Nil -> []
    | Lydian_seq.Cons (x, rest) -> x :: list rest
  in
  of_list (list seq)

(* From OCaml 5 *)

let find_index p a =
  let n = length a in
  let rec from i = if i >= n then None else if p (get a i) then Some i else from (i + 1) in
  from 0

let map_inplace f a = iteri (fun i x -> set a i (f x)) a
let mapi_inplace f a = iteri (fun i x -> set a i (f i x)) a

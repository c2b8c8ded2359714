(* Lists. Callbacks run from left to right, except in fold_right and fold_right2. *)

type 'a t = 'a list

let length l =
  let rec from n l = match l with [] -> n | _ :: rest -> from (n + 1) rest in
  from 0 l

let cons x l = x :: l
let hd l = match l with [] -> failwith "hd" | x :: _ -> x
let tl l = match l with [] -> failwith "tl" | _ :: rest -> rest
let is_empty l = match l with [] -> true | _ :: _ -> false

let rec compare_lengths l1 l2 =
  match (l1, l2) with
  | [], [] -> 0
  | [], _ -> -1
  | _, [] -> 1
  | _ :: rest1, _ :: rest2 -> compare_lengths rest1 rest2

let rec compare_length_with l n =
  match l with
  | [] -> if n = 0 then 0 else if n > 0 then -1 else 1
  | _ :: rest -> if n <= 0 then 1 else compare_length_with rest (n - 1)

let nth l n =
  let rec from l n =
    match l with [] -> failwith "nth" | x :: rest -> if n = 0 then x else from rest (n - 1)
  in
  if n < 0 then invalid_arg "List.nth" else from l n

let nth_opt l n =
  let rec from l n =
    match l with [] -> None | x :: rest -> if n = 0 then Some x else from rest (n - 1)
  in
  if n < 0 then invalid_arg "List.nth" else from l n

let append l1 l2 = l1 @ l2
let rec rev_append l1 l2 = match l1 with [] -> l2 | x :: rest -> rev_append rest (x :: l2)
let rev l = rev_append l []
let rec concat ls = match ls with [] -> [] | l :: rest -> l @ concat rest
let flatten ls = concat ls

let init n f =
  let rec from i =
    if i >= n then []
    else
      let x = f i in
      x :: from (i + 1)
  in
  if n < 0 then invalid_arg "List.init" else from 0

let rec equal (eq : 'a -> 'a -> bool) l1 l2 =
  match (l1, l2) with
  | [], [] -> true
  | [], _ :: _ | _ :: _, [] -> false
  | x :: rest1, y :: rest2 -> eq x y && equal eq rest1 rest2

let rec compare (cmp : 'a -> 'a -> int) l1 l2 =
  match (l1, l2) with
  | [], [] -> 0
  | [], _ :: _ -> -1
  | _ :: _, [] -> 1
  | x :: rest1, y :: rest2 ->
      let order = cmp x y in
      if order <> 0 then order else compare cmp rest1 rest2

(* Iteration *)

let rec iter (f : 'a -> unit) l =
  match l with
  | [] -> ()
  | x :: rest ->
      f x;
      iter f rest

let iteri (f : int -> 'a -> unit) l =
  let rec from i l =
    match l with
    | [] -> ()
    | x :: rest ->
        f i x;
        from (i + 1) rest
  in
  from 0 l

let rec map f l =
  match l with
  | [] -> []
  | x :: rest ->
      let y = f x in
      y :: map f rest

let mapi f l =
  let rec from i l =
    match l with
    | [] -> []
    | x :: rest ->
        let y = f i x in
        y :: from (i + 1) rest
  in
  from 0 l

let rev_map f l =
  let rec onto acc l = match l with [] -> acc | x :: rest -> onto (f x :: acc) rest in
  onto [] l

let rec filter_map f l =
  match l with
  | [] -> []
  | x :: rest -> ( match f x with None -> filter_map f rest | Some y -> y :: filter_map f rest)

let rec concat_map f l =
  match l with
  | [] -> []
  | x :: rest ->
      let ys = f x in
      ys @ concat_map f rest

let rec fold_left f acc l = match l with [] -> acc | x :: rest -> fold_left f (f acc x) rest
let rec fold_right f l acc = match l with [] -> acc | x :: rest -> f x (fold_right f rest acc)

let rec fold_left_map f acc l =
  match l with
  | [] -> (acc, [])
  | x :: rest ->
      let acc, y = f acc x in
      let acc, ys = fold_left_map f acc rest in
      (acc, y :: ys)

(* Two lists: the callback runs on the common prefix before unequal lengths are noticed. *)

let rec iter2 (f : 'a -> 'b -> unit) l1 l2 =
  match (l1, l2) with
  | [], [] -> ()
  | x :: rest1, y :: rest2 ->
      f x y;
      iter2 f rest1 rest2
  | _, _ -> invalid_arg "List.iter2"

let rec map2 f l1 l2 =
  match (l1, l2) with
  | [], [] -> []
  | x :: rest1, y :: rest2 ->
      let z = f x y in
      z :: map2 f rest1 rest2
  | _, _ -> invalid_arg "List.map2"

let rev_map2 f l1 l2 =
  let rec onto acc l1 l2 =
    match (l1, l2) with
    | [], [] -> acc
    | x :: rest1, y :: rest2 -> onto (f x y :: acc) rest1 rest2
    | _, _ -> invalid_arg "List.rev_map2"
  in
  onto [] l1 l2

let rec fold_left2 f acc l1 l2 =
  match (l1, l2) with
  | [], [] -> acc
  | x :: rest1, y :: rest2 -> fold_left2 f (f acc x y) rest1 rest2
  | _, _ -> invalid_arg "List.fold_left2"

let rec fold_right2 f l1 l2 acc =
  match (l1, l2) with
  | [], [] -> acc
  | x :: rest1, y :: rest2 -> f x y (fold_right2 f rest1 rest2 acc)
  | _, _ -> invalid_arg "List.fold_right2"

(* Scanning *)

let rec for_all p l = match l with [] -> true | x :: rest -> p x && for_all p rest
let rec exists p l = match l with [] -> false | x :: rest -> p x || exists p rest

let rec for_all2 p l1 l2 =
  match (l1, l2) with
  | [], [] -> true
  | x :: rest1, y :: rest2 -> p x y && for_all2 p rest1 rest2
  | _, _ -> invalid_arg "List.for_all2"

let rec exists2 p l1 l2 =
  match (l1, l2) with
  | [], [] -> false
  | x :: rest1, y :: rest2 -> p x y || exists2 p rest1 rest2
  | _, _ -> invalid_arg "List.exists2"

let rec mem x l = match l with [] -> false | y :: rest -> lydian_compare_equal y x || mem x rest
let rec memq x l = match l with [] -> false | y :: rest -> x == y || memq x rest

(* Searching *)

let rec find p l =
  match l with [] -> raise Not_found | x :: rest -> if p x then x else find p rest

let rec find_opt p l =
  match l with [] -> None | x :: rest -> if p x then Some x else find_opt p rest

let rec find_map f l =
  match l with
  | [] -> None
  | x :: rest -> ( match f x with None -> find_map f rest | Some _ as found -> found)

let rec filter p l =
  match l with [] -> [] | x :: rest -> if p x then x :: filter p rest else filter p rest

let find_all p l = filter p l

let filteri p l =
  let rec from i l =
    match l with
    | [] -> []
    | x :: rest -> if p i x then x :: from (i + 1) rest else from (i + 1) rest
  in
  from 0 l

let partition p l =
  let rec split yes no l =
    match l with
    | [] -> (rev yes, rev no)
    | x :: rest -> if p x then split (x :: yes) no rest else split yes (x :: no) rest
  in
  split [] [] l

let partition_map f l =
  let rec split left right l =
    match l with
    | [] -> (rev left, rev right)
    | x :: rest -> (
        match f x with
        | Lydian_either.Left y -> split (y :: left) right rest
        | Lydian_either.Right z -> split left (z :: right) rest)
  in
  split [] [] l

(* Association lists *)

let rec assoc k l =
  match l with
  | [] -> raise Not_found
  | (k', v) :: rest -> if lydian_compare_equal k' k then v else assoc k rest

let rec assoc_opt k l =
  match l with
  | [] -> None
  | (k', v) :: rest -> if lydian_compare_equal k' k then Some v else assoc_opt k rest

let rec assq k l =
  match l with [] -> raise Not_found | (k', v) :: rest -> if k' == k then v else assq k rest

let rec assq_opt k l =
  match l with [] -> None | (k', v) :: rest -> if k' == k then Some v else assq_opt k rest

let rec mem_assoc k l =
  match l with [] -> false | (k', _) :: rest -> lydian_compare_equal k' k || mem_assoc k rest

let rec mem_assq k l = match l with [] -> false | (k', _) :: rest -> k' == k || mem_assq k rest

let rec remove_assoc k l =
  match l with
  | [] -> []
  | ((k', _) as pair) :: rest -> if lydian_compare_equal k' k then rest else pair :: remove_assoc k rest

let rec remove_assq k l =
  match l with
  | [] -> []
  | ((k', _) as pair) :: rest -> if k' == k then rest else pair :: remove_assq k rest

let rec split l =
  match l with
  | [] -> ([], [])
  | (x, y) :: rest ->
      let xs, ys = split rest in
      (x :: xs, y :: ys)

let rec combine l1 l2 =
  match (l1, l2) with
  | [], [] -> []
  | x :: rest1, y :: rest2 -> (x, y) :: combine rest1 rest2
  | _, _ -> invalid_arg "List.combine"

(* Sorting *)

let rec merge cmp l1 l2 =
  match (l1, l2) with
  | [], _ -> l2
  | _, [] -> l1
  | x :: rest1, y :: rest2 ->
      if cmp x y <= 0 then x :: merge cmp rest1 l2 else y :: merge cmp l1 rest2

(* Merge sort that asks exactly the questions that OCaml's asks, in the same order: a comparison function that is not
   an order (a frequent mistake) then gives the same wrong list. Halves are sorted in the opposite direction, because
   merging onto an accumulator turns them round. [run n ascending l] sorts the first [n >= 2] elements. *)
let stable_sort cmp l =
  let goes_first ascending x y = if ascending then cmp x y <= 0 else cmp x y > 0 in
  let rec merge_onto ascending l1 l2 acc =
    match (l1, l2) with
    | [], rest | rest, [] -> rev_append rest acc
    | x :: rest1, y :: rest2 ->
        if goes_first ascending x y then merge_onto ascending rest1 l2 (x :: acc)
        else merge_onto ascending l1 rest2 (y :: acc)
  in
  let rec run n ascending l =
    match (n, l) with
    | 2, x :: y :: rest -> ((if goes_first ascending x y then [ x; y ] else [ y; x ]), rest)
    | 3, x :: y :: z :: rest ->
        let sorted =
          if goes_first ascending x y then
            if goes_first ascending y z then [ x; y; z ]
            else if goes_first ascending x z then [ x; z; y ]
            else [ z; x; y ]
          else if goes_first ascending x z then [ y; x; z ]
          else if goes_first ascending y z then [ y; z; x ]
          else [ z; y; x ]
        in
        (sorted, rest)
    | _ ->
        let half = n asr 1 in
        let first, l = run half (not ascending) l in
        let second, rest = run (n - half) (not ascending) l in
        (merge_onto (not ascending) first second [], rest)
  in
  let n = length l in
  if n < 2 then l else fst (run n true l)

let sort cmp l = stable_sort cmp l
let fast_sort cmp l = stable_sort cmp l

(* The same with three-way answers; of equal elements one is dropped as soon as they meet. *)
let sort_uniq cmp l =
  let order ascending x y = if ascending then cmp x y else Stdlib.compare 0 (cmp x y) in
  let pair ascending x y =
    let o = order ascending x y in
    if o = 0 then [ x ] else if o < 0 then [ x; y ] else [ y; x ]
  in
  let rec merge_onto ascending l1 l2 acc =
    match (l1, l2) with
    | [], rest | rest, [] -> rev_append rest acc
    | x :: rest1, y :: rest2 ->
        let o = order ascending x y in
        if o = 0 then merge_onto ascending rest1 rest2 (x :: acc)
        else if o < 0 then merge_onto ascending rest1 l2 (x :: acc)
        else merge_onto ascending l1 rest2 (y :: acc)
  in
  let three ascending x y z =
    let xy = order ascending x y in
    if xy = 0 then pair ascending y z
    else if xy < 0 then
      let yz = order ascending y z in
      if yz = 0 then [ x; y ]
      else if yz < 0 then [ x; y; z ]
      else
        let xz = order ascending x z in
        if xz = 0 then [ x; y ] else if xz < 0 then [ x; z; y ] else [ z; x; y ]
    else
      let xz = order ascending x z in
      if xz = 0 then [ y; x ]
      else if xz < 0 then [ y; x; z ]
      else
        let yz = order ascending y z in
        if yz = 0 then [ y; x ] else if yz < 0 then [ y; z; x ] else [ z; y; x ]
  in
  let rec run n ascending l =
    match (n, l) with
    | 2, x :: y :: rest -> (pair ascending x y, rest)
    | 3, x :: y :: z :: rest -> (three ascending x y z, rest)
    | _ ->
        let half = n asr 1 in
        let first, l = run half (not ascending) l in
        let second, rest = run (n - half) (not ascending) l in
        (merge_onto (not ascending) first second [], rest)
  in
  let n = length l in
  if n < 2 then l else fst (run n true l)

(* Sequences *)

let rec to_seq l () =
  match l with [] -> Lydian_seq.Nil | x :: rest -> Lydian_seq.Cons (x, to_seq rest)

let rec of_seq seq =
  match seq () with
  | Lydian_seq.Nil -> []
  | Lydian_seq.Cons (x, rest) -> x :: of_seq rest

(* From OCaml 5 *)

let find_index p l =
  let rec from i l =
    match l with [] -> None | x :: rest -> if p x then Some i else from (i + 1) rest
  in
  from 0 l

let find_mapi f l =
  let rec from i l =
    match l with
    | [] -> None
    | x :: rest -> ( match f i x with None -> from (i + 1) rest | Some _ as found -> found)
  in
  from 0 l

let take n l =
  let rec first n l =
    match l with x :: rest when n > 0 -> x :: first (n - 1) rest | _ -> []
  in
  if n < 0 then invalid_arg "List.take" else first n l

let drop n l =
  let rec after n l = match l with _ :: rest when n > 0 -> after (n - 1) rest | _ -> l in
  if n < 0 then invalid_arg "List.drop" else after n l

let rec take_while p l =
  match l with [] -> [] | x :: rest -> if p x then x :: take_while p rest else []

let rec drop_while p l =
  match l with [] -> [] | x :: rest -> if p x then drop_while p rest else l

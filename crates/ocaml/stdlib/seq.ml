(* Delayed lists: nothing is computed before it is asked for. *)

include Lydian_seq

let empty () : 'a node = Nil
let return x () = Cons (x, empty)
let cons x seq () = Cons (x, seq)

let rec append seq1 seq2 () =
  match seq1 () with Nil -> seq2 () | Cons (x, rest) -> Cons (x, append rest seq2)

let rec map f seq () =
  match seq () with Nil -> Nil | Cons (x, rest) -> Cons (f x, map f rest)

let rec filter_map f seq () =
  match seq () with
  | Nil -> Nil
  | Cons (x, rest) -> (
      match f x with None -> filter_map f rest () | Some y -> Cons (y, filter_map f rest))

let rec filter p seq () =
  match seq () with
  | Nil -> Nil
  | Cons (x, rest) -> if p x then Cons (x, filter p rest) else filter p rest ()

let rec concat seqs () =
  match seqs () with Nil -> Nil | Cons (seq, rest) -> append seq (concat rest) ()

let rec flat_map f seq () =
  match seq () with Nil -> Nil | Cons (x, rest) -> append (f x) (flat_map f rest) ()

let concat_map f seq = flat_map f seq

let rec fold_left f acc seq =
  match seq () with
  | Nil -> acc
  | Cons (x, rest) ->
      let acc = f acc x in
      fold_left f acc rest

let rec iter (f : 'a -> unit) seq =
  match seq () with
  | Nil -> ()
  | Cons (x, rest) ->
      f x;
      iter f rest

let rec unfold f state () =
  match f state with None -> Nil | Some (x, state) -> Cons (x, unfold f state)

(* From OCaml 4.14 *)

let is_empty seq = match seq () with Nil -> true | Cons _ -> false
let uncons seq = match seq () with Nil -> None | Cons (x, rest) -> Some (x, rest)
let length seq = fold_left (fun n _ -> n + 1) 0 seq
let rec repeat x () = Cons (x, repeat x)
let rec forever f () = Cons (f (), forever f)

let rec lydian_cycle_again seq () = append seq (lydian_cycle_again seq) ()

let cycle seq () =
  match seq () with Nil -> Nil | Cons (x, rest) -> Cons (x, append rest (lydian_cycle_again seq))

let rec lydian_iterate_from f x () =
  let y = f x in
  Cons (y, lydian_iterate_from f y)

let iterate f x = cons x (lydian_iterate_from f x)
let rec ints n () = Cons (n, ints (n + 1))

let rec lydian_init_from i n f () = if i >= n then Nil else Cons (f i, lydian_init_from (i + 1) n f)
let init n f = if n < 0 then invalid_arg "Seq.init" else lydian_init_from 0 n f
let rec for_all p seq = match seq () with Nil -> true | Cons (x, rest) -> p x && for_all p rest
let rec exists p seq = match seq () with Nil -> false | Cons (x, rest) -> p x || exists p rest

let rec find p seq =
  match seq () with Nil -> None | Cons (x, rest) -> if p x then Some x else find p rest

let rec find_map f seq =
  match seq () with
  | Nil -> None
  | Cons (x, rest) -> ( match f x with None -> find_map f rest | Some _ as found -> found)

let rec lydian_mapi_from i f seq () =
  match seq () with Nil -> Nil | Cons (x, rest) -> Cons (f i x, lydian_mapi_from (i + 1) f rest)

let mapi f seq = lydian_mapi_from 0 f seq

let iteri (f : int -> 'a -> unit) seq =
  let rec from i seq =
    match seq () with
    | Nil -> ()
    | Cons (x, rest) ->
        f i x;
        from (i + 1) rest
  in
  from 0 seq

let fold_lefti f acc seq =
  let rec from i acc seq =
    match seq () with Nil -> acc | Cons (x, rest) -> from (i + 1) (f acc i x) rest
  in
  from 0 acc seq

let rec lydian_scan_from f acc seq () =
  match seq () with
  | Nil -> Nil
  | Cons (x, rest) ->
      let acc = f acc x in
      Cons (acc, lydian_scan_from f acc rest)

let scan f acc seq = cons acc (lydian_scan_from f acc seq)

let rec lydian_take_first n seq () =
  if n = 0 then Nil
  else match seq () with Nil -> Nil | Cons (x, rest) -> Cons (x, lydian_take_first (n - 1) rest)

let take n seq =
  if n < 0 then invalid_arg "Seq.take" else if n = 0 then empty else lydian_take_first n seq

let drop n seq =
  let rec after n seq () =
    match seq () with
    | Nil -> Nil
    | Cons (_, rest) -> if n = 1 then rest () else after (n - 1) rest ()
  in
  if n < 0 then invalid_arg "Seq.drop" else if n = 0 then seq else after n seq

let rec take_while p seq () =
  match seq () with
  | Nil -> Nil
  | Cons (x, rest) -> if p x then Cons (x, take_while p rest) else Nil

let rec drop_while p seq () =
  match seq () with
  | Nil -> Nil
  | Cons (x, rest) as node -> if p x then drop_while p rest () else node

let rec zip seq1 seq2 () =
  match seq1 () with
  | Nil -> Nil
  | Cons (x, rest1) -> (
      match seq2 () with Nil -> Nil | Cons (y, rest2) -> Cons ((x, y), zip rest1 rest2))

let rec map2 f seq1 seq2 () =
  match seq1 () with
  | Nil -> Nil
  | Cons (x, rest1) -> (
      match seq2 () with Nil -> Nil | Cons (y, rest2) -> Cons (f x y, map2 f rest1 rest2))

let unzip seqs = (map fst seqs, map snd seqs)
let split seqs = unzip seqs

let rec equal (eq : 'a -> 'b -> bool) seq1 seq2 =
  match (seq1 (), seq2 ()) with
  | Nil, Nil -> true
  | Cons (x, rest1), Cons (y, rest2) -> eq x y && equal eq rest1 rest2
  | Nil, Cons _ | Cons _, Nil -> false

let rec compare cmp seq1 seq2 =
  match (seq1 (), seq2 ()) with
  | Nil, Nil -> 0
  | Nil, Cons _ -> -1
  | Cons _, Nil -> 1
  | Cons (x, rest1), Cons (y, rest2) ->
      let order = cmp x y in
      if order <> 0 then order else compare cmp rest1 rest2

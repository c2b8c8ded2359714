(* Hash tables that are never randomised: the order of iteration is OCaml's.

   A table has a power of two of buckets, the latest binding first in its bucket; it doubles when it holds more than
   two bindings per bucket, and doubling keeps the order inside a bucket. *)

type ('a, 'b) bucket = Empty | Cons of ('a, 'b) binding

and ('a, 'b) binding = {
  mutable key : 'a;
  mutable data : 'b;
  mutable next : ('a, 'b) bucket;
}

type ('a, 'b) t = {
  mutable size : int;
  mutable buckets : ('a, 'b) bucket array;
  seed : int;
  mutable initial_size : int;  (* negative while the table is being traversed *)
}

type statistics = {
  num_bindings : int;
  num_buckets : int;
  max_bucket_length : int;
  bucket_histogram : int array;
}

external seeded_hash_param : int -> int -> int -> 'a -> int = "seeded_hash_param"

let hash x = seeded_hash_param 10 100 0 x
let hash_param meaningful total x = seeded_hash_param meaningful total 0 x
let seeded_hash seed x = seeded_hash_param 10 100 seed x
let randomize () = ()
let is_randomized () = false

(* Tables *)

let rec power_of_two_from x n = if x >= n then x else power_of_two_from (x * 2) n

let create ?(random = false) n =
  ignore random;
  let size = power_of_two_from 16 n in
  { size = 0; buckets = Array.make size Empty; seed = 0; initial_size = size }

let length h = h.size

let clear h =
  if h.size > 0 then (
    h.size <- 0;
    Array.fill h.buckets 0 (Array.length h.buckets) Empty)

let reset h =
  if Array.length h.buckets = abs h.initial_size then clear h
  else (
    h.size <- 0;
    h.buckets <- Array.make (abs h.initial_size) Empty)

let rec copy_bucket bucket =
  match bucket with
  | Empty -> Empty
  | Cons { key; data; next } -> Cons { key; data; next = copy_bucket next }

let copy h =
  {
    size = h.size;
    buckets = Array.map copy_bucket h.buckets;
    seed = h.seed;
    initial_size = h.initial_size;
  }

let is_traversed h = h.initial_size < 0
let flip_traversed h = h.initial_size <- -h.initial_size

let traverse h work =
  if is_traversed h then work ()
  else (
    flip_traversed h;
    match work () with
    | result ->
        flip_traversed h;
        result
    | exception e ->
        flip_traversed h;
        raise e)

(* While a traversal is under way it still walks the old buckets, so their cells are copied and not relinked. *)
let double_buckets index h =
  let old = h.buckets in
  let n = 2 * Array.length old in
  let fresh = Array.make n Empty in
  let last = Array.make n Empty in
  let in_place = not (is_traversed h) in
  let append i cell =
    (match last.(i) with Empty -> fresh.(i) <- cell | Cons tail -> tail.next <- cell);
    last.(i) <- cell
  in
  let rec move bucket =
    match bucket with
    | Empty -> ()
    | Cons { key; data; next } ->
        append (index h key) (if in_place then bucket else Cons { key; data; next = Empty });
        move next
  in
  h.buckets <- fresh;
  Array.iter move old;
  if in_place then
    Array.iter (fun cell -> match cell with Empty -> () | Cons tail -> tail.next <- Empty) last

let insert index h i key data =
  h.buckets.(i) <- Cons { key; data; next = h.buckets.(i) };
  h.size <- h.size + 1;
  if h.size > 2 * Array.length h.buckets then double_buckets index h

(* What a table does with keys, given its [index] (the bucket of a key) and [same]. The functors below pass those of
   their argument. *)

let add_by index h key data = insert index h (index h key) key data

let rec find_in same key bucket =
  match bucket with
  | Empty -> None
  | Cons { key = k; data; next } -> if same key k then Some data else find_in same key next

let rec find_all_in same key bucket =
  match bucket with
  | Empty -> []
  | Cons { key = k; data; next } ->
      if same k key then data :: find_all_in same key next else find_all_in same key next

let rec mem_in same key bucket =
  match bucket with
  | Empty -> false
  | Cons { key = k; next; _ } -> same k key || mem_in same key next

let replace_by index same h key data =
  let rec replace bucket =
    match bucket with
    | Empty -> false
    | Cons cell ->
        if same cell.key key then (
          cell.key <- key;
          cell.data <- data;
          true)
        else replace cell.next
  in
  let i = index h key in
  if not (replace h.buckets.(i)) then insert index h i key data

let remove_by index same h key =
  let i = index h key in
  let rec remove before bucket =
    match bucket with
    | Empty -> ()
    | Cons { key = k; next; _ } ->
        if same k key then (
          h.size <- h.size - 1;
          match before with Empty -> h.buckets.(i) <- next | Cons cell -> cell.next <- next)
        else remove bucket next
  in
  remove Empty h.buckets.(i)

let bucket_by index h key = h.buckets.(index h key)

let found result = match result with Some x -> x | None -> raise Not_found

(* Traversals *)

let iter f h =
  let rec walk bucket =
    match bucket with
    | Empty -> ()
    | Cons { key; data; next } ->
        f key data;
        walk next
  in
  traverse h (fun () -> Array.iter walk h.buckets)

let fold f h acc =
  let rec walk bucket acc =
    match bucket with
    | Empty -> acc
    | Cons { key; data; next } -> walk next (f key data acc)
  in
  traverse h (fun () -> Array.fold_left (fun acc bucket -> walk bucket acc) acc h.buckets)

let filter_map_inplace f h =
  let buckets = h.buckets in
  let keep i before cell =
    match before with Empty -> buckets.(i) <- cell | Cons last -> last.next <- cell
  in
  let rec walk i before bucket =
    match bucket with
    | Empty -> keep i before Empty
    | Cons cell -> (
        match f cell.key cell.data with
        | None ->
            h.size <- h.size - 1;
            walk i before cell.next
        | Some data ->
            keep i before bucket;
            cell.data <- data;
            walk i bucket cell.next)
  in
  traverse h (fun () ->
      for i = 0 to Array.length buckets - 1 do
        walk i Empty buckets.(i)
      done)

let rec bucket_length n bucket =
  match bucket with Empty -> n | Cons { next; _ } -> bucket_length (n + 1) next

let stats h =
  let lengths = Array.map (bucket_length 0) h.buckets in
  let longest = Array.fold_left max 0 lengths in
  let histogram = Array.make (longest + 1) 0 in
  Array.iter (fun n -> histogram.(n) <- histogram.(n) + 1) lengths;
  {
    num_bindings = h.size;
    num_buckets = Array.length h.buckets;
    max_bucket_length = longest;
    bucket_histogram = histogram;
  }

(* The sequence keeps to the buckets of the moment it was made. *)
let seq_with f h =
  let buckets = h.buckets in
  let rec from i bucket () =
    match bucket with
    | Cons { key; data; next } -> Lydian_seq.Cons (f key data, from i next)
    | Empty -> if i >= Array.length buckets then Lydian_seq.Nil else from (i + 1) buckets.(i) ()
  in
  from 0 Empty

let to_seq h = seq_with (fun key data -> (key, data)) h
let to_seq_keys h = seq_with (fun key _ -> key) h
let to_seq_values h = seq_with (fun _ data -> data) h

let rec each_of_seq f seq =
  match seq () with
  | Lydian_seq.Nil -> ()
  | Lydian_seq.Cons ((key, data), rest) ->
      f key data;
      each_of_seq f rest

(* Tables on any keys, by polymorphic hash and comparison *)

let index h key = seeded_hash_param 10 100 h.seed key land (Array.length h.buckets - 1)
let add h key data = add_by index h key data
let find h key = found (find_in lydian_compare_equal key (bucket_by index h key))
let find_opt h key = find_in lydian_compare_equal key (bucket_by index h key)
let find_all h key = find_all_in lydian_compare_equal key (bucket_by index h key)
let mem h key = mem_in lydian_compare_equal key (bucket_by index h key)
let remove h key = remove_by index lydian_compare_equal h key
let replace h key data = replace_by index lydian_compare_equal h key data
let add_seq h seq = each_of_seq (add h) seq
let replace_seq h seq = each_of_seq (replace h) seq

let of_seq seq =
  let h = create 16 in
  replace_seq h seq;
  h

let rebuild ?(random = false) h =
  ignore random;
  let fresh = create (Array.length h.buckets) in
  let fresh = { fresh with size = h.size; initial_size = abs h.initial_size } in
  let rec place bucket =
    match bucket with
    | Empty -> ()
    | Cons { key; data; next } ->
        place next;
        let i = index fresh key in
        fresh.buckets.(i) <- Cons { key; data; next = fresh.buckets.(i) }
  in
  Array.iter place h.buckets;
  fresh

(* Tables on keys with their own equality and hash *)

module type HashedType = sig
  type t

  val equal : t -> t -> bool
  val hash : t -> int
end

module type SeededHashedType = sig
  type t

  val equal : t -> t -> bool
  val hash : int -> t -> int
end

module type S = sig
  type key
  type 'a t

  val create : int -> 'a t
  val clear : 'a t -> unit
  val reset : 'a t -> unit
  val copy : 'a t -> 'a t
  val add : 'a t -> key -> 'a -> unit
  val remove : 'a t -> key -> unit
  val find : 'a t -> key -> 'a
  val find_opt : 'a t -> key -> 'a option
  val find_all : 'a t -> key -> 'a list
  val replace : 'a t -> key -> 'a -> unit
  val mem : 'a t -> key -> bool
  val iter : (key -> 'a -> unit) -> 'a t -> unit
  val filter_map_inplace : (key -> 'a -> 'a option) -> 'a t -> unit
  val fold : (key -> 'a -> 'b -> 'b) -> 'a t -> 'b -> 'b
  val length : 'a t -> int
  val stats : 'a t -> statistics
  val to_seq : 'a t -> (key * 'a) Lydian_seq.t
  val to_seq_keys : 'a t -> key Lydian_seq.t
  val to_seq_values : 'a t -> 'a Lydian_seq.t
  val add_seq : 'a t -> (key * 'a) Lydian_seq.t -> unit
  val replace_seq : 'a t -> (key * 'a) Lydian_seq.t -> unit
  val of_seq : (key * 'a) Lydian_seq.t -> 'a t
end

module type SeededS = sig
  type key
  type 'a t

  val create : ?random:bool -> int -> 'a t
  val clear : 'a t -> unit
  val reset : 'a t -> unit
  val copy : 'a t -> 'a t
  val add : 'a t -> key -> 'a -> unit
  val remove : 'a t -> key -> unit
  val find : 'a t -> key -> 'a
  val find_opt : 'a t -> key -> 'a option
  val find_all : 'a t -> key -> 'a list
  val replace : 'a t -> key -> 'a -> unit
  val mem : 'a t -> key -> bool
  val iter : (key -> 'a -> unit) -> 'a t -> unit
  val filter_map_inplace : (key -> 'a -> 'a option) -> 'a t -> unit
  val fold : (key -> 'a -> 'b -> 'b) -> 'a t -> 'b -> 'b
  val length : 'a t -> int
  val stats : 'a t -> statistics
  val to_seq : 'a t -> (key * 'a) Lydian_seq.t
  val to_seq_keys : 'a t -> key Lydian_seq.t
  val to_seq_values : 'a t -> 'a Lydian_seq.t
  val add_seq : 'a t -> (key * 'a) Lydian_seq.t -> unit
  val replace_seq : 'a t -> (key * 'a) Lydian_seq.t -> unit
  val of_seq : (key * 'a) Lydian_seq.t -> 'a t
end

type ('a, 'b) generic = ('a, 'b) t

module MakeSeeded (H : SeededHashedType) : SeededS with type key = H.t = struct
  type key = H.t
  type 'a t = (key, 'a) generic

  let index h key = H.hash h.seed key land (Array.length h.buckets - 1)
  let create ?random n = create ?random n
  let clear h = clear h
  let reset h = reset h
  let copy h = copy h
  let add h key data = add_by index h key data
  let remove h key = remove_by index H.equal h key
  let find h key = found (find_in H.equal key (bucket_by index h key))
  let find_opt h key = find_in H.equal key (bucket_by index h key)
  let find_all h key = find_all_in H.equal key (bucket_by index h key)
  let replace h key data = replace_by index H.equal h key data
  let mem h key = mem_in H.equal key (bucket_by index h key)
  let iter f h = iter f h
  let filter_map_inplace f h = filter_map_inplace f h
  let fold f h acc = fold f h acc
  let length h = length h
  let stats h = stats h
  let to_seq h = to_seq h
  let to_seq_keys h = to_seq_keys h
  let to_seq_values h = to_seq_values h
  let add_seq h seq = each_of_seq (add h) seq
  let replace_seq h seq = each_of_seq (replace h) seq

  let of_seq seq =
    let h = create 16 in
    replace_seq h seq;
    h
end

module Make (H : HashedType) : S with type key = H.t = struct
  include MakeSeeded (struct
    type t = H.t

    let equal a b = H.equal a b
    let hash (_ : int) x = H.hash x
  end)

  let create n = create ~random:false n

  let of_seq seq =
    let h = create 16 in
    replace_seq h seq;
    h
end

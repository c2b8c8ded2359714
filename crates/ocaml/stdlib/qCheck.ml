(* QCheck's names, for tests that are solved instead of drawn at random. The domain of a generator is what QCheck's documentation
   says that it can give; weights, sizes of numbers and shrinkers mean nothing here. `qCheck_lydian.ml` says how it works. *)

module G = QCheck_lydian

(* {1 Assumptions} *)

let assume condition = if not condition then Lydian.reject ()
let assume_fail () = Lydian.reject ()

(* Both sides are computed, as in QCheck. *)
let ( ==> ) condition conclusion : bool = if condition then conclusion else Lydian.reject ()

(* {1 Generators} *)

module Gen = struct
  type 'a t = 'a G.gen
  type 'a sized = int -> 'a t

  let return = G.return
  let pure = G.return
  let map = G.map
  let map2 = G.map2
  let map3 f a b c = G.map (fun (x, y, z) -> f x y z) (G.triple a b c)
  let map_keep_input f gen = G.map (fun x -> (x, f x)) gen
  let ap f gen = G.map2 (fun f x -> f x) f gen
  let bind = G.bind
  let ( >>= ) = G.bind
  let ( >|= ) gen f = G.map f gen
  let ( <$> ) = G.map
  let ( <*> ) = ap
  let ( let+ ) gen f = G.map f gen
  let ( and+ ) = G.pair
  let ( let* ) = G.bind
  let ( and* ) = G.pair
  let join gens = G.bind gens (fun gen -> gen)
  let delay make = G.bind G.unit make
  let fix = G.fix

  (* {2 Choices} *)

  let oneof = G.choose
  let oneofl = G.choose_value
  let oneofa values = oneofl (Array.to_list values)

  (* What has no weight is never chosen. *)
  let weighted choices = List.filter_map (fun (weight, x) -> if weight > 0 then Some x else None) choices
  let frequency choices = G.choose (weighted choices)
  let frequencyl choices = oneofl (weighted choices)
  let frequencya choices = frequencyl (Array.to_list choices)
  let oneof_list = oneofl
  let oneof_array = oneofa
  let oneof_weighted = frequency
  let oneof_list_weighted = frequencyl
  let oneof_array_weighted = frequencya
  let graft_corners gen corners () = if corners = [] then gen else G.either (oneofl corners) gen
  let shuffle_l = G.shuffle
  let shuffle_list = G.shuffle
  let shuffle_w_l choices = G.shuffle (List.map snd choices)

  (* {2 Basic values} *)

  let unit = G.unit
  let bool = G.bool
  let int = G.int

  let int_range low high =
    if high < low then invalid_arg "Gen.int_range";
    G.int_between low high

  let int_bound high =
    if high < 0 then invalid_arg "Gen.int_bound";
    G.int_between 0 high

  let ( -- ) = int_range
  let nat = G.int_between 0 9_999
  let small_nat = G.int_between 0 99
  let small_int = small_nat
  let small_signed_int = G.int_between (-99) 99
  let big_nat = G.int_between 0 999_999
  let neg_int = G.int_between (-9_999) 0
  let pint = G.int_between 0 max_int
  let nat_small = small_nat
  let int_small = small_signed_int
  let int_pos = pint
  let int_pos_corners = [ 0; 1; 2; max_int ]
  let int_corners = [ 0; 1; 2; max_int; min_int ]
  let ui32 = G.map Int32.of_int (G.int_between (-0x8000_0000) 0x7fff_ffff)
  let int32 = ui32

  (* The last bit is drawn apart: an int has 63 of the 64 bits. *)
  let ui64 =
    let whole (high, low) = Int64.logor (Int64.shift_left (Int64.of_int high) 1) (if low then 1L else 0L) in
    G.map whole (G.pair G.int G.bool)

  let int64 = ui64
  let finite x = x -. x = 0.
  let float = G.float_where finite [ 0.; 1. ]
  let pfloat = G.float_where (fun x -> finite x && x >= 0.) [ 0.; 1. ]
  let nfloat = G.float_where (fun x -> finite x && x <= 0.) [ 0.; -1. ]

  let float_range low high =
    if high < low || high -. low > max_float then invalid_arg "Gen.float_range";
    G.float_where (fun x -> low <= x && x <= high) [ low; high ]

  let ( --. ) = float_range
  let float_bound_inclusive bound = float_range (Float.min bound 0.) (Float.max bound 0.)

  let float_bound_exclusive bound =
    if bound = 0. then invalid_arg "Gen.float_bound_exclusive";
    if bound > 0. then G.float_where (fun x -> 0. <= x && x < bound) [ 0. ]
    else G.float_where (fun x -> bound < x && x <= 0.) [ 0. ]

  let char = G.char
  let char_range low high = G.char_where (G.between low high) [ low; high ]
  let numeral = char_range '0' '9'
  let printable = G.char_where (fun c -> c = '\n' <> G.between ' ' '~' c) [ 'a'; 'b' ]
  let char_printable = printable
  let char_numeral = numeral

  (* {2 Sequences} *)

  let list gen = G.list_below 10_000 gen
  let small_list gen = G.list_below 100 gen
  let list_small = small_list
  let list_size = G.list_size
  let list_repeat = G.list_repeat
  let array gen = G.map Array.of_list (list gen)
  let small_array gen = G.map Array.of_list (small_list gen)
  let array_small = small_array
  let array_size size gen = G.map Array.of_list (G.list_size size gen)
  let array_repeat length gen = G.map Array.of_list (G.list_repeat length gen)
  let string_size ?(gen = char) size = G.string_size size gen
  let string = G.string_below 10_000 char
  let string_of gen = G.string_below 10_000 gen
  let string_printable = string_of printable
  let string_readable = string_printable
  let string_small = G.string_below 100 char
  let string_small_of gen = G.string_below 100 gen
  let small_string = string_small
  let bytes_size ?gen size = G.map Bytes.of_string (string_size ?gen size)
  let bytes = G.map Bytes.of_string string
  let bytes_of gen = G.map Bytes.of_string (string_of gen)
  let bytes_printable = bytes_of printable
  let bytes_small = G.map Bytes.of_string string_small
  let bytes_small_of gen = G.map Bytes.of_string (string_small_of gen)

  (* {2 Several at once} *)

  let option ?(ratio = 0.85) gen =
    if ratio <= 0. then return None else if ratio >= 1. then G.map (fun x -> Some x) gen else G.option gen

  let opt = option

  let result ?(ratio = 0.75) ok error =
    let ok = G.map (fun x -> Ok x) ok and error = G.map (fun x -> Error x) error in
    if ratio <= 0. then error else if ratio >= 1. then ok else G.either ok error

  let pair = G.pair
  let triple = G.triple
  let quad = G.quad
  let tup2 = G.pair
  let tup3 = G.triple
  let tup4 = G.quad
  let tup5 a b c d e = G.map (fun ((a, b, c), (d, e)) -> (a, b, c, d, e)) (pair (triple a b c) (pair d e))
  let tup6 a b c d e f = G.map (fun ((a, b, c), (d, e, f)) -> (a, b, c, d, e, f)) (pair (triple a b c) (triple d e f))

  let tup7 a b c d e f g =
    G.map (fun ((a, b, c, d), (e, f, g)) -> (a, b, c, d, e, f, g)) (pair (quad a b c d) (triple e f g))

  let tup8 a b c d e f g h =
    G.map (fun ((a, b, c, d), (e, f, g, h)) -> (a, b, c, d, e, f, g, h)) (pair (quad a b c d) (quad e f g h))

  let tup9 a b c d e f g h i =
    G.map
      (fun ((a, b, c), (d, e, f), (g, h, i)) -> (a, b, c, d, e, f, g, h, i))
      (triple (triple a b c) (triple d e f) (triple g h i))

  let flatten_l gens = List.fold_right (fun gen rest -> G.map2 (fun x xs -> x :: xs) gen rest) gens (return [])
  let flatten_a gens = G.map Array.of_list (flatten_l (Array.to_list gens))
  let flatten_opt gen = match gen with None -> return None | Some gen -> G.map (fun x -> Some x) gen
  let flatten_res gen = match gen with Error e -> return (Error e) | Ok gen -> G.map (fun x -> Ok x) gen
  let flatten_list = flatten_l
  let flatten_array = flatten_a
  let flatten_option = flatten_opt
  let flatten_result = flatten_res

  (* {2 Sizes} *)

  let sized_size size f = G.bind size f
  let sized f = G.bind nat f

  let nat_split2 n =
    if n < 0 then invalid_arg "nat_split2";
    G.map (fun left -> (left, n - left)) (int_range 0 n)

  let pos_split2 n =
    if n < 2 then invalid_arg "pos_split2";
    G.map (fun left -> (left, n - left)) (int_range 1 (n - 1))
end

(* {1 Printers and shrinkers: accepted, and never asked} *)

module Print = struct
  type 'a t = 'a -> string

  let unit _ = "()"
  let int = string_of_int
  let bool = string_of_bool
  let float = string_of_float
  let string (text : string) = text
  let bytes = Bytes.to_string
  let char c = String.make 1 c
  let option print x = match x with None -> "None" | Some x -> "Some (" ^ print x ^ ")"
  let pair a b (x, y) = "(" ^ a x ^ ", " ^ b y ^ ")"
  let triple a b c (x, y, z) = "(" ^ a x ^ ", " ^ b y ^ ", " ^ c z ^ ")"
  let quad a b c d (x, y, z, u) = "(" ^ a x ^ ", " ^ b y ^ ", " ^ c z ^ ", " ^ d u ^ ")"
  let tup2 = pair
  let tup3 = triple
  let tup4 = quad
  let list print xs = "[" ^ String.concat "; " (List.map print xs) ^ "]"
  let array print xs = "[|" ^ String.concat "; " (List.map print (Array.to_list xs)) ^ "|]"
  let comap f print x = print (f x)
  let contramap = comap
end

module Iter = struct
  type 'a t = ('a -> unit) -> unit

  let empty _ = ()
  let return x yield = yield x
  let map f iter yield = iter (fun x -> yield (f x))
  let ( >|= ) iter f = map f iter
  let ( >>= ) iter f yield = iter (fun x -> f x yield)
  let filter holds iter yield = iter (fun x -> if holds x then yield x)

  let append a b yield =
    a yield;
    b yield

  let ( <+> ) = append
  let append_l iters yield = List.iter (fun iter -> iter yield) iters
  let of_list xs yield = List.iter yield xs
  let of_array xs yield = Array.iter yield xs
  let pair a b yield = a (fun x -> b (fun y -> yield (x, y)))
  let ( let+ ) iter f = map f iter
  let ( and+ ) = pair
  let ( let* ) = ( >>= )
  let ( and* ) = pair
end

module Shrink = struct
  type 'a t = 'a -> 'a Iter.t

  let nil _ = Iter.empty
  let unit : unit t = nil
  let int : int t = nil
  let int32 : int32 t = nil
  let int64 : int64 t = nil
  let char : char t = nil
  let char_printable : char t = nil
  let char_numeral : char t = nil
  let string ?shrink:(_ : char t option) (_ : string) : string Iter.t = Iter.empty
  let bytes ?shrink:(_ : char t option) (_ : bytes) : bytes Iter.t = Iter.empty
  let filter (_ : 'a -> bool) (_ : 'a t) : 'a t = nil
  let option (_ : 'a t) : 'a option t = nil
  let list ?shrink:(_ : 'a t option) (_ : 'a list) : 'a list Iter.t = Iter.empty
  let list_spine (_ : 'a list) : 'a list Iter.t = Iter.empty
  let list_elems (_ : 'a t) : 'a list t = nil
  let array ?shrink:(_ : 'a t option) (_ : 'a array) : 'a array Iter.t = Iter.empty
  let pair (_ : 'a t) (_ : 'b t) : ('a * 'b) t = nil
  let triple (_ : 'a t) (_ : 'b t) (_ : 'c t) : ('a * 'b * 'c) t = nil
  let quad (_ : 'a t) (_ : 'b t) (_ : 'c t) (_ : 'd t) : ('a * 'b * 'c * 'd) t = nil
  let tup2 = pair
  let tup3 = triple
  let tup4 = quad
end

(* {1 Arbitraries: generators with what is said about their values} *)

type 'a stat = string * ('a -> int)

type 'a arbitrary = {
  gen : 'a Gen.t;
  print : ('a -> string) option;
  small : ('a -> int) option;
  shrink : 'a Shrink.t option;
  collect : ('a -> string) option;
  stats : 'a stat list;
}

let make ?print ?small ?shrink ?collect ?(stats = []) gen = { gen; print; small; shrink; collect; stats }
let of_gen gen = make gen
let set_print print arbitrary = { arbitrary with print = Some print }
let set_small small arbitrary = { arbitrary with small = Some small }
let set_shrink shrink arbitrary = { arbitrary with shrink = Some shrink }
let set_collect collect arbitrary = { arbitrary with collect = Some collect }
let set_stats stats arbitrary = { arbitrary with stats }
let set_gen gen arbitrary = { arbitrary with gen }
let add_stat stat arbitrary = { arbitrary with stats = stat :: arbitrary.stats }
let add_shrink_invariant (_ : 'a -> bool) (arbitrary : 'a arbitrary) = arbitrary
let gen arbitrary = arbitrary.gen
let get_gen arbitrary = arbitrary.gen
let get_print arbitrary = arbitrary.print

(* {1 Functions as values} *)

module Observable = struct
  type 'a t = { seen : 'a G.seen; shown : 'a -> string }

  let basic argument shown = { seen = { G.argument; view = (fun x -> G.magic x) }; shown }
  let print observable = observable.shown
  let unit : unit t = basic G.Unit_ Print.unit
  let bool : bool t = basic G.Bool_ Print.bool
  let int : int t = basic G.Int_ Print.int
  let float : float t = basic G.Float_ Print.float
  let string : string t = basic G.String_ Print.string
  let char : char t = basic G.Char_ Print.char

  let map f { seen; shown } =
    { seen = { G.argument = seen.G.argument; view = (fun x -> seen.G.view (f x)) }; shown = (fun x -> shown (f x)) }

  let option { seen; shown } =
    let view x = G.magic (Option.map seen.G.view x) in
    { seen = { G.argument = G.Option_ seen.G.argument; view }; shown = Print.option shown }

  let list { seen; shown } =
    let view xs = G.magic (List.map seen.G.view xs) in
    { seen = { G.argument = G.List_ seen.G.argument; view }; shown = Print.list shown }

  let array observable = map Array.to_list (list observable)

  let pair a b =
    let view (x, y) = G.magic (a.seen.G.view x, b.seen.G.view y) in
    { seen = { G.argument = G.Tuple_ [ a.seen.G.argument; b.seen.G.argument ]; view }; shown = Print.pair a.shown b.shown }

  let triple a b c = map (fun (x, y, z) -> (x, (y, z))) (pair a (pair b c))
  let quad a b c d = map (fun (x, y, z, u) -> ((x, y), (z, u))) (pair (pair a b) (pair c d))
end

type fun_repr = Not_shown
type 'f fun_ = Fun of fun_repr * 'f

module Fn = struct
  type 'f t = 'f fun_

  let apply (Fun (_, f)) = f
end

let fun_of arbitrary = make (G.map (fun f -> Fun (Not_shown, f)) arbitrary)
let fun1 (a : 'a Observable.t) (b : 'b arbitrary) = fun_of (G.arrow a.Observable.seen b.gen)

let fun2 a b c =
  let curried f x y = f (x, y) in
  fun_of (G.map curried (G.arrow (Observable.pair a b).Observable.seen c.gen))

let fun3 a b c d =
  let curried f x y z = f (x, y, z) in
  fun_of (G.map curried (G.arrow (Observable.triple a b c).Observable.seen d.gen))

let fun4 a b c d e =
  let curried f x y z u = f (x, y, z, u) in
  fun_of (G.map curried (G.arrow (Observable.quad a b c d).Observable.seen e.gen))

(* {1 Arbitraries by name} *)

let unit = make Gen.unit
let bool = make Gen.bool
let int = make Gen.int
let int_bound high = make (Gen.int_bound high)
let int_range low high = make (Gen.int_range low high)
let ( -- ) = int_range
let small_nat = make Gen.small_nat
let small_int = make Gen.small_int
let small_signed_int = make Gen.small_signed_int
let small_int_corners () = make (Gen.graft_corners Gen.nat Gen.int_pos_corners ())
let pos_int = make Gen.pint
let neg_int = make Gen.neg_int
let nat_small = small_nat
let int_small = small_signed_int
let int_pos = pos_int
let int_neg = neg_int
let int32 = make Gen.int32
let int64 = make Gen.int64
let float = make Gen.float
let pos_float = make Gen.pfloat
let neg_float = make Gen.nfloat
let float_pos = pos_float
let float_neg = neg_float
let float_range low high = make (Gen.float_range low high)
let float_bound_inclusive bound = make (Gen.float_bound_inclusive bound)
let float_bound_exclusive bound = make (Gen.float_bound_exclusive bound)
let char = make Gen.char
let printable_char = make Gen.printable
let numeral_char = make Gen.numeral
let char_printable = printable_char
let char_numeral = numeral_char
let string_gen_of_size size gen = make (Gen.string_size ~gen size)
let string_gen gen = make (Gen.string_of gen)
let string_of = string_gen
let string = make Gen.string
let string_of_size size = make (Gen.string_size size)
let string_size size = string_of_size size
let string_small = make Gen.string_small
let string_small_of gen = make (Gen.string_small_of gen)
let small_string = string_small
let printable_string = make Gen.string_printable
let printable_string_of_size size = string_gen_of_size size Gen.printable
let small_printable_string = make (Gen.string_small_of Gen.printable)
let numeral_string = make (Gen.string_of Gen.numeral)
let numeral_string_of_size size = string_gen_of_size size Gen.numeral
let string_printable = printable_string
let string_printable_of_size = printable_string_of_size
let string_small_printable = small_printable_string
let string_numeral = numeral_string
let string_numeral_of_size = numeral_string_of_size
let bytes_gen_of_size size gen = make (Gen.bytes_size ~gen size)
let bytes_of gen = make (Gen.bytes_of gen)
let bytes = make Gen.bytes
let bytes_of_size size = make (Gen.bytes_size size)
let bytes_small = make Gen.bytes_small
let bytes_small_of gen = make (Gen.bytes_small_of gen)
let bytes_printable = make Gen.bytes_printable
let list arbitrary = make (Gen.list arbitrary.gen)
let small_list arbitrary = make (Gen.small_list arbitrary.gen)
let list_small = small_list
let list_of_size size arbitrary = make (Gen.list_size size arbitrary.gen)
let list_size = list_of_size
let array arbitrary = make (Gen.array arbitrary.gen)
let array_small arbitrary = make (Gen.small_array arbitrary.gen)
let array_of_size size arbitrary = make (Gen.array_size size arbitrary.gen)
let array_size = array_of_size
let option ?ratio arbitrary = make (Gen.option ?ratio arbitrary.gen)
let result ?ratio ok error = make (Gen.result ?ratio ok.gen error.gen)
let pair a b = make (Gen.pair a.gen b.gen)
let triple a b c = make (Gen.triple a.gen b.gen c.gen)
let quad a b c d = make (Gen.quad a.gen b.gen c.gen d.gen)
let tup2 = pair
let tup3 = triple
let tup4 = quad
let tup5 a b c d e = make (Gen.tup5 a.gen b.gen c.gen d.gen e.gen)
let tup6 a b c d e f = make (Gen.tup6 a.gen b.gen c.gen d.gen e.gen f.gen)
let tup7 a b c d e f g = make (Gen.tup7 a.gen b.gen c.gen d.gen e.gen f.gen g.gen)
let tup8 a b c d e f g h = make (Gen.tup8 a.gen b.gen c.gen d.gen e.gen f.gen g.gen h.gen)
let tup9 a b c d e f g h i = make (Gen.tup9 a.gen b.gen c.gen d.gen e.gen f.gen g.gen h.gen i.gen)
let always ?print x = make ?print (Gen.return x)
let oneofl ?print ?collect values = make ?print ?collect (Gen.oneofl values)
let oneofa ?print ?collect values = make ?print ?collect (Gen.oneofa values)
let oneof_list = oneofl
let oneof_array = oneofa
let oneof arbitraries = make (Gen.oneof (List.map gen arbitraries))
let choose = oneof

let frequency ?print ?small ?shrink ?collect choices =
  make ?print ?small ?shrink ?collect (Gen.frequency (List.map (fun (weight, a) -> (weight, a.gen)) choices))

let frequencyl ?print ?small choices = make ?print ?small (Gen.frequencyl choices)
let frequencya ?print ?small choices = make ?print ?small (Gen.frequencya choices)
let oneof_weighted = frequency
let oneof_list_weighted = frequencyl
let oneof_array_weighted = frequencya
let map ?rev:(_ : ('b -> 'a) option) (f : 'a -> 'b) arbitrary = make (Gen.map f arbitrary.gen)
let map_same_type f arbitrary = { arbitrary with gen = Gen.map f arbitrary.gen }

let map_keep_input ?print:(_ : ('b -> string) option) ?small:(_ : ('b -> int) option) (f : 'a -> 'b) arbitrary =
  make (Gen.map_keep_input f arbitrary.gen)

(* {1 Tests} *)

module Test = struct
  exception User_fail of string

  type t = G.test

  let fail_report text = raise (User_fail text)
  let fail_reportf format = Printf.ksprintf fail_report format

  let make ?if_assumptions_fail:(_ : ([ `Fatal | `Warning ] * float) option) ?count:(_ : int option)
      ?long_factor:(_ : int option) ?max_gen:(_ : int option) ?max_fail:(_ : int option)
      ?small:(_ : ('a -> int) option) ?retries:(_ : int option) ?name (arbitrary : 'a arbitrary) law : t =
    G.test name arbitrary.collect arbitrary.gen law

  let check_exn ?long:(_ : bool option) (_ : t) = ()
end

(* What `QCheck` and `QCheck2` are made of. A generator does not draw at random here: it says what the thing looks like that is
   drawn (its shape), and what is made of it. Whoever checks a test goes through everything of that shape; `build` rejects
   what lies outside of the generator's domain. Names of QCheck are in the other two files. *)

external note : int -> 'a -> unit = "note"
external magic : 'a -> 'b = "%identity"
external unsupported : string -> 'a = "unsupported"

(* {1 What is drawn} *)

type shape =
  | Unit_
  | Bool_
  | Int_
  | Char_
  | Float_
  | String_
  | Option_ of shape
  | List_ of shape
  | Tuple_ of shape list
  | Either_ of shape * shape
  | Function_ of shape * shape
  | Any_

(* Something whose shape is known only later: what a recursive generator draws, for example. *)
type any = Whole of int | Real of float | Text of string | Many of any list

(* Anything; the shape that stands beside it says what. It never changes: an array is drawn as a list. *)
type drawn

(* Such an input is not one of the test: it is neither tested nor counted as rejected. *)
let outside () =
  note 6 ();
  Lydian.reject ()

let rec of_any shape any : drawn =
  match (shape, any) with
  | Any_, _ -> magic any
  | Unit_, Many [] -> magic ()
  | Bool_, Whole n -> if n = 0 then magic false else if n = 1 then magic true else outside ()
  | Int_, Whole n -> magic n
  | Char_, Whole n -> if n >= 0 && n <= 255 then magic (Char.chr n) else outside ()
  | Float_, Real x -> magic x
  | String_, Text text -> magic text
  | Option_ _, Many [] -> magic None
  | Option_ part, Many [ x ] -> magic (Some (of_any part x))
  | List_ part, Many parts -> magic (List.map (of_any part) parts)
  | Tuple_ [ a; b ], Many [ x; y ] -> magic (of_any a x, of_any b y)
  | Tuple_ [ a; b; c ], Many [ x; y; z ] -> magic (of_any a x, of_any b y, of_any c z)
  | Tuple_ [ a; b; c; d ], Many [ x; y; z; u ] -> magic (of_any a x, of_any b y, of_any c z, of_any d u)
  | Either_ (a, _), Many [ x ] -> magic (Either.Left (of_any a x))
  | Either_ (_, b), Many [ Many []; y ] -> magic (Either.Right (of_any b y))
  | Function_ _, _ -> unsupported "a generator that draws a function only after it has drawn something else"
  | _ -> outside ()

(* {1 Generators} *)

(* What `build` does: gives back everything; gives back what it does not reject; makes something else. *)
type keeps = Everything | A_part | Nothing

type 'a gen = {
  shape : shape;
  keeps : keeps;
  build : drawn -> 'a;
  (* No integer is larger, if this is a generator of integers that gives back what it does not reject. *)
  most : int;
  (* Lengths below their limits. Looked at only where a test fails, so that nothing else has to be known of the input. *)
  inside : drawn -> bool;
  (* A few values: what is drawn after them depends on them. *)
  examples : unit -> 'a list;
}

let always _ = true

let basic shape examples =
  { shape; keeps = Everything; build = magic; most = max_int; inside = always; examples = (fun () -> examples) }

let only holds examples gen =
  let keeps = if gen.keeps = Everything then A_part else gen.keeps in
  let build drawn =
    let value = gen.build drawn in
    if holds value then value else outside ()
  in
  { gen with keeps; build; examples = (fun () -> examples) }

let unit = basic Unit_ [ () ]
let bool = basic Bool_ [ false; true ]
let int = basic Int_ [ 0; 1; -1; max_int; min_int ]
let char = basic Char_ [ 'a'; 'b' ]
let any_float = basic Float_ [ 0.; 1. ]

(* One question instead of two: where [low] is not above [high], one of the comparisons holds in any case. *)
let between low high x = low <= high && (low <= x) = (x <= high)
let int_between low high = { (only (between low high) [ low; high ] int) with most = high }
let char_where holds examples = only holds examples char
let float_where holds examples = only holds examples any_float

(* Examples that a function fails on are none. *)
let successes f examples = List.filter_map (fun x -> match f x with y -> Some y | exception _ -> None) examples

let map f gen =
  {
    gen with
    keeps = Nothing;
    build = (fun drawn -> f (gen.build drawn));
    examples = (fun () -> successes f (gen.examples ()));
  }

let return x = map (fun () -> x) unit

(* The examples side by side; a shorter list goes on with its last one. *)
let rec together f xs ys =
  match (xs, ys) with
  | [ x ], [ y ] -> [ f x y ]
  | x :: (_ :: _ as xs), y :: (_ :: _ as ys) -> f x y :: together f xs ys
  | x :: (_ :: _ as xs), [ y ] -> f x y :: together f xs ys
  | [ x ], y :: ys -> f x y :: together f xs ys
  | _ -> []

let all_keep keeps = if List.for_all (fun one -> one = Everything) keeps then Everything else Nothing

let pair a b =
  let keeps = all_keep [ a.keeps; b.keeps ] in
  {
    shape = Tuple_ [ a.shape; b.shape ];
    keeps;
    build =
      (if keeps = Everything then magic
      else fun drawn ->
        let x, y = magic drawn in
        let x = a.build x in
        (x, b.build y));
    most = max_int;
    inside =
      (fun drawn ->
        let x, y = magic drawn in
        a.inside x && b.inside y);
    examples = (fun () -> together (fun x y -> (x, y)) (a.examples ()) (b.examples ()));
  }

let triple a b c =
  let keeps = all_keep [ a.keeps; b.keeps; c.keeps ] in
  {
    shape = Tuple_ [ a.shape; b.shape; c.shape ];
    keeps;
    build =
      (if keeps = Everything then magic
      else fun drawn ->
        let x, y, z = magic drawn in
        let x = a.build x in
        let y = b.build y in
        (x, y, c.build z));
    most = max_int;
    inside =
      (fun drawn ->
        let x, y, z = magic drawn in
        a.inside x && b.inside y && c.inside z);
    examples =
      (fun () ->
        together (fun (x, y) z -> (x, y, z)) ((pair a b).examples ()) (c.examples ()));
  }

let quad a b c d =
  let keeps = all_keep [ a.keeps; b.keeps; c.keeps; d.keeps ] in
  {
    shape = Tuple_ [ a.shape; b.shape; c.shape; d.shape ];
    keeps;
    build =
      (if keeps = Everything then magic
      else fun drawn ->
        let x, y, z, u = magic drawn in
        let x = a.build x in
        let y = b.build y in
        let z = c.build z in
        (x, y, z, d.build u));
    most = max_int;
    inside =
      (fun drawn ->
        let x, y, z, u = magic drawn in
        a.inside x && b.inside y && c.inside z && d.inside u);
    examples =
      (fun () ->
        together (fun (x, y, z) u -> (x, y, z, u)) ((triple a b c).examples ()) (d.examples ()));
  }

let map2 f a b = map (fun (x, y) -> f x y) (pair a b)

let option gen =
  {
    shape = Option_ gen.shape;
    keeps = all_keep [ gen.keeps ];
    build =
      (if gen.keeps = Everything then magic
      else fun drawn -> match magic drawn with None -> None | Some x -> Some (gen.build x));
    most = max_int;
    inside = (fun drawn -> match magic drawn with None -> true | Some x -> gen.inside x);
    examples = (fun () -> None :: List.map (fun x -> Some x) (gen.examples ()));
  }

let rec first count list =
  match list with x :: rest when count > 0 -> x :: first (count - 1) rest | _ -> []

let either a b =
  {
    shape = Either_ (a.shape, b.shape);
    keeps = Nothing;
    build =
      (fun drawn -> match magic drawn with Either.Left x -> a.build x | Either.Right y -> b.build y);
    most = max_int;
    inside =
      (fun drawn -> match magic drawn with Either.Left x -> a.inside x | Either.Right y -> b.inside y);
    examples = (fun () -> first 2 (a.examples ()) @ first 6 (b.examples ()));
  }

(* {1 Sequences} *)

let below limit length = length < limit

(* Lists with less than [limit] elements. *)
let list_below limit gen =
  {
    shape = List_ gen.shape;
    keeps = all_keep [ gen.keeps ];
    build = (if gen.keeps = Everything then magic else fun drawn -> List.map gen.build (magic drawn));
    most = max_int;
    inside =
      (fun drawn ->
        let parts = magic drawn in
        below limit (List.length parts) && List.for_all gen.inside parts);
    examples = (fun () -> [ []; first 2 (gen.examples ()) ]);
  }

(* After a value is drawn, something that depends on it. If that always has the same shape, it is drawn as such. *)
let bind gen next =
  let shapes = successes (fun x -> (next x).shape) (gen.examples ()) in
  let shape = match shapes with s :: rest when List.for_all (fun other -> other = s) rest -> s | _ -> Any_ in
  let after x y =
    let following = next x in
    if following.shape = shape then (following, magic y)
    else if shape = Any_ then (following, of_any following.shape (magic y))
    else unsupported "a generator that draws something of another kind after values that are rare"
  in
  {
    shape = (if gen.shape = Unit_ then shape else Tuple_ [ gen.shape; shape ]);
    keeps = Nothing;
    build =
      (fun drawn ->
        let x, y = if gen.shape = Unit_ then (magic (), drawn) else magic drawn in
        let following, y = after (gen.build x) y in
        following.build y);
    most = max_int;
    inside =
      (fun drawn ->
        let x, y = if gen.shape = Unit_ then (magic (), drawn) else magic drawn in
        gen.inside x
        &&
        let following, y = after (gen.build x) y in
        following.inside y);
    examples =
      (fun () -> List.concat (successes (fun x -> first 2 ((next x).examples ())) (first 4 (gen.examples ()))));
  }

(* What a recursive generator draws has a shape only where it is looked at. *)
let rec fix f x =
  let here () = f (fix f) x in
  {
    shape = Any_;
    keeps = Nothing;
    build =
      (fun drawn ->
        let gen = here () in
        gen.build (of_any gen.shape (magic drawn)));
    most = max_int;
    inside =
      (fun drawn ->
        let gen = here () in
        gen.inside (of_any gen.shape (magic drawn)));
    examples = (fun () -> first 2 ((here ()).examples ()));
  }

let rec without count list = if count = 0 then list else without (count - 1) (List.tl list)

(* The element at an index, by halves: few comparisons lead to it. *)
let rec at index count list =
  let half = count / 2 in
  if count <= 1 then List.hd list
  else if index < half then at index half list
  else at (index - half) (count - half) (without half list)

(* One of several. A few are a tree of choices, so that none of them is far away; of many, the index is drawn. *)
let rec choose gens =
  let count = List.length gens in
  match gens with
  | [] -> invalid_arg "QCheck: a choice of nothing"
  | [ gen ] -> gen
  | _ when count <= 32 -> either (choose (first (count / 2) gens)) (choose (without (count / 2) gens))
  | _ ->
      let index = int_between 0 (count - 1) in
      let index = { index with examples = (fun () -> List.init count (fun i -> i)) } in
      bind index (fun index -> at index count gens)

let choose_value values =
  let count = List.length values in
  if count <= 32 then choose (List.map return values)
  else map (fun index -> at index count values) (int_between 0 (count - 1))

(* Lists of a given length: nothing is drawn for the length. *)
let list_repeat length gen =
  let lists = list_below max_int gen in
  let build drawn =
    if List.compare_length_with (magic drawn) length = 0 then lists.build drawn else outside ()
  in
  let keeps = if lists.keeps = Everything then A_part else Nothing in
  let examples () = List.map (fun x -> List.init length (fun _ -> x)) (first 1 (gen.examples ())) in
  { lists with build; keeps; examples }

(* Lists whose length is drawn. *)
let list_size size gen =
  if size.shape = Int_ && size.keeps <> Nothing then
    let lists = list_below max_int gen in
    let build drawn =
      (* A list that is too long is not looked at any further. *)
      if List.compare_length_with (magic drawn) size.most > 0 then outside ();
      let _ : int = size.build (magic (List.length (magic drawn))) in
      lists.build drawn
    in
    let keeps = if lists.keeps = Everything then A_part else Nothing in
    let examples () =
      List.concat (successes (fun n -> (list_repeat (min n 3) gen).examples ()) (size.examples ()))
    in
    { lists with build; keeps; examples }
  else bind size (fun length -> list_repeat length gen)

(* Strings with less than [limit] characters. *)
let whole_string limit =
  {
    shape = String_;
    keeps = Everything;
    build = magic;
    most = max_int;
    inside = (fun drawn -> below limit (String.length (magic drawn)));
    examples = (fun () -> [ ""; "a" ]);
  }

let of_chars chars = String.of_seq (List.to_seq chars)

let string_below limit gen =
  if gen.shape <> Char_ then map of_chars (list_below limit gen)
  else if gen.keeps = Everything then whole_string limit
  else if gen.keeps = A_part then
    let holds drawn = String.iter (fun c -> ignore (gen.build (magic c))) drawn in
    let build drawn =
      holds (magic drawn);
      magic drawn
    in
    let examples () = [ ""; of_chars (first 1 (gen.examples ())) ] in
    { (whole_string limit) with keeps = A_part; build; examples }
  else
    let build drawn = String.map (fun c -> gen.build (magic c)) (magic drawn) in
    let examples () = [ ""; of_chars (first 1 (gen.examples ())) ] in
    { (whole_string limit) with keeps = Nothing; build; examples }

let string_size size gen =
  if gen.shape = Char_ && size.shape = Int_ && size.keeps <> Nothing then
    let strings = string_below max_int gen in
    let build drawn =
      let _ : int = size.build (magic (String.length (magic drawn))) in
      strings.build drawn
    in
    let keeps = if strings.keeps = Nothing then Nothing else A_part in
    { strings with build; keeps; examples = (fun () -> List.map of_chars ((list_size size gen).examples ())) }
  else map of_chars (list_size size gen)

(* All orders of a list: for each place, the number of the element among those that are left. *)
let shuffle list =
  let rec take index list =
    match list with
    | [] -> outside ()
    | x :: rest ->
        if index = 0 then (x, rest)
        else
          let found, left = take (index - 1) rest in
          (found, x :: left)
  in
  let rec order indices list =
    match (indices, list) with
    | [], [] -> []
    | index :: indices, _ :: _ when index >= 0 ->
        let x, left = take index list in
        x :: order indices left
    | _ -> outside ()
  in
  let indices = list_repeat (List.length list) int in
  { (map (fun _ -> list) indices) with build = (fun drawn -> order (magic drawn) list); examples = (fun () -> [ list ]) }

(* {1 Functions} *)

(* How the argument of a function is looked at. *)
type 'a seen = { argument : shape; view : 'a -> drawn }

let arrow seen gen =
  {
    shape = Function_ (seen.argument, gen.shape);
    keeps = Nothing;
    build =
      (fun drawn ->
        let f : drawn -> drawn = magic drawn in
        fun x -> gen.build (f (seen.view x)));
    most = max_int;
    inside = always;
    examples = (fun () -> List.map (fun y _ -> y) (gen.examples ()));
  }

(* {1 Tests} *)

type test = { name : string option; drawn : shape; run : drawn -> bool }

let test name collect gen law =
  let run drawn =
    let value = gen.build drawn in
    (match collect with None -> () | Some collect -> note 1 (collect value : string));
    let failed () = if gen.inside drawn then note 5 (gen.build drawn) else outside () in
    match law value with
    | true -> true
    | false ->
        failed ();
        false
    | exception Lydian.Rejected -> Lydian.reject ()
    | exception other ->
        failed ();
        raise other
  in
  { name; drawn = gen.shape; run }

(* Those tests of each list that are not there before, each with its index in the list. *)
let fresh lists =
  let add (seen, found) tests =
    let take (seen, mine) (index, test) =
      if List.memq test seen then (seen, mine) else (test :: seen, (index, test) :: mine)
    in
    let seen, mine = List.fold_left take (seen, []) (List.mapi (fun index test -> (index, test)) tests) in
    (seen, List.rev mine :: found)
  in
  List.rev (snd (List.fold_left add ([], []) lists))

let all lists = List.map snd (List.concat (fresh lists))

(* What is left of [room] after the parts of a shape; below zero if there are more. *)
let rec room_after shape room =
  if room < 0 then room
  else
    match shape with
    | Option_ part | List_ part -> room_after part (room - 1)
    | Either_ (a, b) | Function_ (a, b) -> room_after b (room_after a (room - 1))
    | Tuple_ parts -> List.fold_left (fun room part -> room_after part room) (room - 1) parts
    | _ -> room - 1

let described lists =
  let shape test = if room_after test.drawn 20_000 < 0 then None else Some test.drawn in
  List.map (List.map (fun (index, test) -> (test.name, shape test, index))) (fresh lists)

(* Runs a test on what was drawn before. *)
let replay test drawn = test.run (magic drawn)
let nth (tests : test list) index = List.nth tests index
let next_run tests = (List.hd tests).run
let others tests = List.tl tests

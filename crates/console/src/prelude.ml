(* What terms of a specification are made of. Operations that specifications use in conditions build one symbolic term
   instead of deciding: a path through the specification is then not split further. *)

external both : bool -> bool -> bool = "bool_and"
external either : bool -> bool -> bool = "bool_or"
external negate : bool -> bool = "bool_not"
external select : bool -> 'a -> 'a -> 'a = "select"
external equal : 'a -> 'a -> bool = "equal_strict"
external less : 'a -> 'a -> bool = "less_strict"
external less_or_equal : 'a -> 'a -> bool = "less_or_equal_strict"
external div : int -> int -> int = "int_floor_div"
external modulo : int -> int -> int = "int_floor_mod"
external times : int -> int -> int = "int_mul_term"
external matches : string -> string -> bool = "string_matches"

let rec drop list n = if n <= 0 then list else match list with [] -> [] | _ :: rest -> drop rest (n - 1)
let rec take list n = if n <= 0 then [] else match list with [] -> [] | first :: rest -> first :: take rest (n - 1)
let all newest_first = List.rev newest_first
let newest = function [] -> failwith "a variable is used before anything was read into it" | first :: _ -> first
let ago newest_first n = List.nth newest_first n
let earlier newest_first n = List.rev (drop newest_first n)

(* Where a list of values has a newest one only if the left side holds (or does not), the left side decides. *)
let both_if_any left right = try both (left ()) (right ()) with Failure _ -> left () && right ()
let either_if_any left right = try either (left ()) (right ()) with Failure _ -> left () || right ()

let mem value list = List.fold_left (fun found other -> either found (equal value other)) false list
let for_all holds list = List.fold_left (fun so_far value -> both so_far (holds value)) true list
let exists holds list = List.fold_left (fun so_far value -> either so_far (holds value)) false list
let count_if holds list = List.fold_left (fun so_far value -> so_far + select (holds value) 1 0) 0 list
let count list value = count_if (equal value) list
let sum list = List.fold_left ( + ) 0 list
let product list = List.fold_left times 1 list
let abs a = select (less a 0) (-a) a
let min a b = select (less_or_equal a b) a b
let max a b = select (less_or_equal a b) b a
let reduce name f = function
  | [] -> invalid_arg (name ^ " of an empty list")
  | first :: rest -> List.fold_left f first rest
let minimum list = reduce "minimum" min list
let maximum list = reduce "maximum" max list
let first = function [] -> invalid_arg "first of an empty list" | first :: _ -> first
let last list = first (List.rev list)
let element list i = if i < 0 then invalid_arg "an index below 0" else List.nth list i
let distinct list = List.rev (List.fold_left (fun seen a -> if List.mem a seen then seen else a :: seen) [] list)
let rec range a b = if a > b then [] else a :: range (a + 1) b
let rec power a n = if n <= 0 then 1 else times a (power a (n - 1))

let chars text = List.init (String.length text) (String.get text)
external of_chars : char list -> string = "string_of_chars"
let reverse_text text = of_chars (List.rev (chars text))
let rec repeat text n = if n <= 0 then "" else text ^ repeat text (n - 1)
let starts_with text prefix =
  String.length prefix <= String.length text && String.sub text 0 (String.length prefix) = prefix
let ends_with text suffix =
  let n = String.length text and m = String.length suffix in
  m <= n && String.sub text (n - m) m = suffix
let contains text part =
  let n = String.length text and m = String.length part in
  let rec from i = i + m <= n && (String.sub text i m = part || from (i + 1)) in
  from 0
let is_blank c = c = ' ' || c = '\t' || c = '\n' || c = '\r'
let words text =
  let n = String.length text in
  let rec word start i =
    if i >= n then if i > start then [ String.sub text start (i - start) ] else []
    else if is_blank text.[i] then
      if i > start then String.sub text start (i - start) :: word (i + 1) (i + 1) else word (i + 1) (i + 1)
    else word start (i + 1)
  in
  word 0 0
let split text separator =
  let n = String.length text and m = String.length separator in
  if m = 0 then [ text ]
  else
    let rec go start i =
      if i + m > n then [ String.sub text start (n - start) ]
      else if String.sub text i m = separator then String.sub text start (i - start) :: go (i + m) (i + m)
      else go start (i + 1)
    in
    go 0 0
let join list separator = String.concat separator list
let substring text from length =
  let n = String.length text in
  let from = Stdlib.max 0 (Stdlib.min from n) in
  String.sub text from (Stdlib.max 0 (Stdlib.min length (n - from)))
let is_int text = matches text "-?[0-9]+"
let int_of_text text = if is_int text then int_of_string text else 0
let char_of_code n = if n >= 0 && n < 256 then Char.chr n else invalid_arg "char of a number outside of 0..255"

(* Decimal numbers: a mantissa and a known number of places. What was rounded also remembers of which number, as a quotient
   of whole numbers, and to how many places: programs round in several ways. Below is 0 where nothing was rounded, and
   arithmetic forgets it. No program keeps decimals as mantissas, so these may be of any size: nobody watches whether they fit a word. *)
external plus : int -> int -> int = "int_add_unwatched"
external minus : int -> int -> int = "int_sub_unwatched"
external product_of : int -> int -> int = "int_mul_unwatched"

type decimal = { mantissa : int; places : int; above : int; below : int; kept : int }

let rec ten n = if n <= 0 then 1 else product_of 10 (ten (n - 1))
let scaled a places =
  if a.places < 0 then invalid_arg "arithmetic on a float that is infinite or not a number"
  else product_of a.mantissa (ten (places - a.places))
let common a b = Stdlib.max a.places b.places
let decimal mantissa places = { mantissa; places; above = 0; below = 0; kept = 0 }
let exactly a = decimal a.mantissa a.places
let decimal_of_int n = decimal n 0
let add_decimal a b = let p = common a b in decimal (plus (scaled a p) (scaled b p)) p
let subtract_decimal a b = let p = common a b in decimal (minus (scaled a p) (scaled b p)) p
let times_decimal a b = decimal (product_of a.mantissa b.mantissa) (a.places + b.places)
let negate_decimal a = { a with mantissa = minus 0 a.mantissa; above = minus 0 a.above }
let equal_decimal a b = let p = common a b in equal (scaled a p) (scaled b p)
let less_decimal a b = let p = common a b in less (scaled a p) (scaled b p)
let less_or_equal_decimal a b = let p = common a b in less_or_equal (scaled a p) (scaled b p)
let select_decimal c a b =
  let p = common a b in
  { mantissa = select c (scaled a p) (scaled b p); places = p; above = select c a.above b.above;
    below = select c a.below b.below; kept = select c a.kept b.kept }
let abs_decimal a = select_decimal (less a.mantissa 0) (negate_decimal a) a
let min_decimal a b = select_decimal (less_or_equal_decimal a b) a b
let max_decimal a b = select_decimal (less_or_equal_decimal a b) b a
let sum_decimal list = List.fold_left add_decimal (decimal 0 0) list
let product_decimal list = List.fold_left times_decimal (decimal 1 0) list
let minimum_decimal list = reduce "minimum" min_decimal list
let maximum_decimal list = reduce "maximum" max_decimal list
let compare_decimal a b = let p = common a b in compare (scaled a p) (scaled b p)
let mem_decimal value list =
  List.fold_left (fun found other -> either found (equal_decimal value other)) false list
let count_decimal list value = count_if (equal_decimal value) list
let size n = if n < 0 then minus 0 n else n
(* Half away from zero. *)
let divide_rounded a b =
  let negative = (a < 0) <> (b < 0) in
  let a = size a and b = size b in
  let q = plus (product_of 2 a) b / product_of 2 b in
  if negative then minus 0 q else q
let rounded above below kept =
  let quotient = divide_rounded (product_of above (ten kept)) (product_of below (ten (- kept))) in
  let mantissa = product_of quotient (ten (- kept)) in
  { mantissa; places = Stdlib.max 0 kept; above; below; kept }
let round_decimal a places = rounded a.mantissa (ten a.places) places
let divide_decimal a b places = let p = common a b in rounded (scaled a p) (scaled b p) places
let distinct_decimal list = distinct (List.map exactly list)
let floor_decimal a = div a.mantissa (ten a.places)
let ceiling_decimal a = - div (minus 0 a.mantissa) (ten a.places)
(* Floats of functions in OCaml, with all their digits. *)
let rec two n = if n <= 0 then 1 else product_of 2 (two (n - 1))
let rec five_to n = if n <= 0 then 1 else product_of 5 (five_to (n - 1))
let is_finite x = x = x && x <> infinity && x <> neg_infinity
let decimal_of_float x =
  if not (is_finite x) then invalid_arg "a float that is infinite or not a number has no decimals"
  else
    let m, e = frexp x in
    let mantissa = int_of_float (ldexp m 53) and e = e - 53 in
    if e >= 0 then decimal (product_of mantissa (two e)) 0
    else
      let rec even mantissa e = if e < 0 && mantissa mod 2 = 0 && mantissa <> 0 then even (mantissa / 2) (e + 1) else (mantissa, e) in
      let mantissa, e = even mantissa e in
      if mantissa = 0 then decimal 0 0 else decimal (product_of mantissa (five_to (-e))) (-e)
let float_of_decimal a = float_of_int a.mantissa /. float_of_int (ten a.places)
(* Where a float is not finite, the places are -1, and the mantissa is its sign, or 0. *)
let round_float x places =
  if is_finite x then round_decimal (decimal_of_float x) places
  else decimal (if x > 0.0 then 1 else if x < 0.0 then -1 else 0) (-1)
let text_of_float x = Printf.sprintf "%.12g" x
let text_of_decimal a =
  let sign = if a.mantissa < 0 then "-" else "" in
  if a.places < 0 then (if a.mantissa = 0 then "nan" else sign ^ "inf") else
  let digits = string_of_int (size a.mantissa) in
  if a.places = 0 then sign ^ digits
  else
    let digits = repeat "0" (a.places + 1 - String.length digits) ^ digits in
    let whole = String.length digits - a.places in
    sign ^ String.sub digits 0 whole ^ "." ^ String.sub digits whole a.places
let text_of_list text list = "[" ^ String.concat ", " (List.map text list) ^ "]"

(* Where arithmetic on the numbers of the machine can take two computed decimals for equal, or for unequal, a comparison may turn out
   either way; so may one of numbers that were rounded from a half. Numbers that the machine has exactly are compared exactly. *)
let rec five n = if n <= 0 then 1 else product_of 5 (five (n - 1))
let is_binary a = a.mantissa mod five a.places = 0
let all_binary list = List.for_all is_binary list
let near a b =
  let p = common a b in
  let a = scaled a p and b = scaled b p in
  let largest = Stdlib.max (Stdlib.max (size a) (size b)) (ten p) in
  product_of (size (minus a b)) 4194304 <= largest
let roundings a =
  if a.below = 0 then [ a ]
  else
    let above = product_of (size a.above) (ten a.kept) and below = product_of (size a.below) (ten (- a.kept)) in
    let from_middle = minus (product_of 2 (above mod below)) below in
    let largest = Stdlib.max above (product_of (size a.below) (ten (Stdlib.max 0 a.kept))) in
    let is_half =
      product_of (size from_middle) 1000 <= product_of 2 below
      && product_of (size from_middle) 1048576 <= product_of 2 largest
    in
    if not is_half then [ a ]
    else
      let unit = ten (- a.kept) and down = from_middle >= 0 in
      let negative = (a.above < 0) <> (a.below < 0) in
      let away = product_of unit (if negative then -1 else 1) in
      [ a; decimal (if down then minus a.mantissa away else plus a.mantissa away) a.places ]
let pairs holds among a b = among (fun a -> among (fun b -> holds a b) (roundings b)) (roundings a)
let possibly holds inexact a b = pairs holds List.exists a b || (inexact () && near a b)
let surely holds inexact a b = pairs holds List.for_all a b && not (inexact () && near a b)

(* The names that every program sees without opening anything.

   `bool`, `int`, `char`, `string`, `bytes`, `float`, `unit`, `exn`, `array`, `list`, `option`, `lazy_t`, `int32`,
   `int64`, `nativeint` and `format6` are built in, and so are the constructors of the standard exceptions. `&&` and
   `||` are syntax. A primitive (`external`) is first-order: it never calls a closure; primitives.txt defines each one.
   Names that start with `lydian_` or `Lydian_` are for the other files of this folder, not for user programs. *)

(* Exceptions *)

external raise : exn -> 'a = "raise"
external raise_notrace : exn -> 'a = "raise"

exception Exit

(* Raised by the evaluator where a suspension needs its own value. *)
module CamlinternalLazy = struct
  exception Undefined
end

let failwith message = raise (Failure message)
let invalid_arg message = raise (Invalid_argument message)

(* Types of modules that many files mention: kept here so that a program that uses List does not load Seq. *)

module Lydian_seq = struct
  type 'a t = unit -> 'a node
  and 'a node = Nil | Cons of 'a * 'a t
end

module Lydian_either = struct
  type ('a, 'b) t = Left of 'a | Right of 'b
end

type ('a, 'b) result = Ok of 'a | Error of 'b

external lydian_magic : 'a -> 'b = "%identity"

(* Comparison *)

external ( = ) : 'a -> 'a -> bool = "equal"
external ( <> ) : 'a -> 'a -> bool = "not_equal"
external ( < ) : 'a -> 'a -> bool = "less"
external ( > ) : 'a -> 'a -> bool = "greater"
external ( <= ) : 'a -> 'a -> bool = "less_equal"
external ( >= ) : 'a -> 'a -> bool = "greater_equal"
external compare : 'a -> 'a -> int = "compare"

(* `compare a b = 0` in one question; unlike `=` it holds for two NaNs. *)
external lydian_compare_equal : 'a -> 'a -> bool = "compare_equal"
external ( == ) : 'a -> 'a -> bool = "same"
external ( != ) : 'a -> 'a -> bool = "not_same"

let min a b = if a <= b then a else b
let max a b = if a >= b then a else b

(* Booleans and application *)

external not : bool -> bool = "not"

let ( |> ) x f = f x
let ( @@ ) f x = f x
let ignore _ = ()

(* Integers *)

external ( ~- ) : int -> int = "int_neg"
external ( ~+ ) : int -> int = "%identity"
external ( + ) : int -> int -> int = "int_add"
external ( - ) : int -> int -> int = "int_sub"
external ( * ) : int -> int -> int = "int_mul"
external ( / ) : int -> int -> int = "int_div"
external ( mod ) : int -> int -> int = "int_mod"
external ( land ) : int -> int -> int = "int_and"
external ( lor ) : int -> int -> int = "int_or"
external ( lxor ) : int -> int -> int = "int_xor"
external ( lsl ) : int -> int -> int = "int_shift_left"
external ( lsr ) : int -> int -> int = "int_shift_right_logical"
external ( asr ) : int -> int -> int = "int_shift_right"

let succ n = n + 1
let pred n = n - 1
let abs n = if n >= 0 then n else -n
let lnot n = n lxor (-1)
let max_int = (-1) lsr 1
let min_int = -max_int - 1

(* Floats *)

external ( ~-. ) : float -> float = "float_neg"
external ( ~+. ) : float -> float = "%identity"
external ( +. ) : float -> float -> float = "float_add"
external ( -. ) : float -> float -> float = "float_sub"
external ( *. ) : float -> float -> float = "float_mul"
external ( /. ) : float -> float -> float = "float_div"
external ( ** ) : float -> float -> float = "float_pow"
external sqrt : float -> float = "float_sqrt"
external exp : float -> float = "float_exp"
external log : float -> float = "float_log"
external log10 : float -> float = "float_log10"
external expm1 : float -> float = "float_expm1"
external log1p : float -> float = "float_log1p"
external cos : float -> float = "float_cos"
external sin : float -> float = "float_sin"
external tan : float -> float = "float_tan"
external acos : float -> float = "float_acos"
external asin : float -> float = "float_asin"
external atan : float -> float = "float_atan"
external atan2 : float -> float -> float = "float_atan2"
external hypot : float -> float -> float = "float_hypot"
external cosh : float -> float = "float_cosh"
external sinh : float -> float = "float_sinh"
external tanh : float -> float = "float_tanh"
external acosh : float -> float = "float_acosh"
external asinh : float -> float = "float_asinh"
external atanh : float -> float = "float_atanh"
external ceil : float -> float = "float_ceil"
external floor : float -> float = "float_floor"
external abs_float : float -> float = "float_abs"
external copysign : float -> float -> float = "float_copysign"
external mod_float : float -> float -> float = "float_mod"
external ldexp : float -> int -> float = "float_ldexp"
external float : int -> float = "float_of_int"
external float_of_int : int -> float = "float_of_int"
external truncate : float -> int = "int_of_float"
external int_of_float : float -> int = "int_of_float"
external float_of_string : string -> float = "float_of_string"
external lydian_float_trunc : float -> float = "float_trunc"
external lydian_float_format : char -> int -> float -> string = "float_format"

let infinity = 1.0 /. 0.0
let neg_infinity = -.infinity
let nan = float_of_string "nan"
let max_float = 1.7976931348623157e308
let min_float = 2.2250738585072014e-308
let epsilon_float = 2.220446049250313e-16

type fpclass = FP_normal | FP_subnormal | FP_zero | FP_infinite | FP_nan

let classify_float x =
  let size = abs_float x in
  if x <> x then FP_nan
  else if size = infinity then FP_infinite
  else if size = 0.0 then FP_zero
  else if size < min_float then FP_subnormal
  else FP_normal

let modf x =
  if abs_float x = infinity then (copysign 0.0 x, x)
  else
    let whole = lydian_float_trunc x in
    (copysign (x -. whole) x, whole)

(* Scaling by powers of two is exact here: it only ever moves the number towards [0.5, 1). *)
let frexp x =
  let rec shrink m e = if abs_float m >= 1.0 then shrink (m *. 0.5) (e + 1) else (m, e) in
  let rec grow m e = if abs_float m < 0.5 then grow (m *. 2.0) (e - 1) else (m, e) in
  if x = 0.0 || x <> x || abs_float x = infinity then (x, 0)
  else if abs_float x >= 1.0 then shrink x 0
  else grow x 0

(* Strings and characters *)

external ( ^ ) : string -> string -> string = "string_append"
external int_of_char : char -> int = "char_code"
external lydian_char_chr : int -> char = "char_of_code"
external lydian_string_length : string -> int = "string_length"
external lydian_string_get : string -> int -> char = "string_get"
external lydian_string_sub : string -> int -> int -> string = "string_sub"
external lydian_string_of_chars : char list -> string = "string_of_chars"
external lydian_string_of_parts : string list -> string = "string_of_parts"
external lydian_bytes_to_string : bytes -> string = "bytes_to_string"
external lydian_bytes_of_string : string -> bytes = "bytes_of_string"
external lydian_bytes_length : bytes -> int = "bytes_length"
external lydian_bytes_set : bytes -> int -> char -> unit = "bytes_set"
external string_of_int : int -> string = "string_of_int"
external int_of_string : string -> int = "int_of_string"

let char_of_int n = if n < 0 || n > 255 then invalid_arg "char_of_int" else lydian_char_chr n
let string_of_bool b = if b then "true" else "false"
let bool_of_string_opt s = match s with "true" -> Some true | "false" -> Some false | _ -> None

let bool_of_string s =
  match s with "true" -> true | "false" -> false | _ -> invalid_arg "bool_of_string"

let int_of_string_opt s = try Some (int_of_string s) with Failure _ -> None
let float_of_string_opt s = try Some (float_of_string s) with Failure _ -> None

(* "1" becomes "1." so that the text reads back as a float; "1e10", "inf" and "nan" stay. *)
let valid_float_lexem s =
  let rec from i =
    if i >= lydian_string_length s then s ^ "."
    else match lydian_string_get s i with '0' .. '9' | '-' -> from (i + 1) | _ -> s
  in
  from 0

let string_of_float x = valid_float_lexem (lydian_float_format 'g' 12 x)

(* Pairs and lists *)

let fst (a, _) = a
let snd (_, b) = b
let rec ( @ ) l1 l2 = match l1 with [] -> l2 | x :: rest -> x :: (rest @ l2)

(* References *)

type 'a ref = { mutable contents : 'a }

let ref x = { contents = x }
let ( ! ) r = r.contents
let ( := ) r x = r.contents <- x
let incr r = r.contents <- r.contents + 1
let decr r = r.contents <- r.contents - 1

(* Output: what a program writes is captured, in order, per channel. *)

type out_channel = Lydian_output of int

external lydian_write : int -> string -> unit = "channel_write"

let stdout = Lydian_output 1
let stderr = Lydian_output 2
let output_string (Lydian_output id) s = lydian_write id s
let output_char channel c = output_string channel (lydian_string_of_chars [ c ])
let output_bytes channel b = output_string channel (lydian_bytes_to_string b)

let lydian_output_part channel s pos len =
  if pos < 0 || len < 0 || pos > lydian_string_length s - len then invalid_arg "output"
  else output_string channel (lydian_string_sub s pos len)

let output channel b pos len = lydian_output_part channel (lydian_bytes_to_string b) pos len

let output_substring channel s pos len =
  if pos < 0 || len < 0 || pos > lydian_string_length s - len then invalid_arg "output_substring"
  else output_string channel (lydian_string_sub s pos len)

let output_byte channel n = output_char channel (lydian_char_chr (n land 255))

let output_binary_int channel n =
  output_byte channel (n asr 24);
  output_byte channel (n asr 16);
  output_byte channel (n asr 8);
  output_byte channel n

let flush (Lydian_output _) = ()
let flush_all () = ()
let close_out channel = flush channel
let close_out_noerr channel = flush channel
let set_binary_mode_out channel (_ : bool) = flush channel
let print_char c = output_char stdout c
let print_string s = output_string stdout s
let print_bytes b = output_bytes stdout b
let print_int n = output_string stdout (string_of_int n)
let print_float x = output_string stdout (string_of_float x)
let print_endline s = output_string stdout (s ^ "\n")
let print_newline () = output_string stdout "\n"
let prerr_char c = output_char stderr c
let prerr_string s = output_string stderr s
let prerr_bytes b = output_bytes stderr b
let prerr_int n = output_string stderr (string_of_int n)
let prerr_float x = output_string stderr (string_of_float x)
let prerr_endline s = output_string stderr (s ^ "\n")
let prerr_newline () = output_string stderr "\n"

(* Input: standard input is empty, and there are no files. *)

type in_channel = Lydian_input

type open_flag =
  | Open_rdonly
  | Open_wronly
  | Open_append
  | Open_creat
  | Open_trunc
  | Open_excl
  | Open_binary
  | Open_text
  | Open_nonblock

let stdin = Lydian_input
let input_line Lydian_input : string = raise End_of_file
let input_char Lydian_input : char = raise End_of_file
let input_byte Lydian_input : int = raise End_of_file
let input_binary_int Lydian_input : int = raise End_of_file

let input Lydian_input b pos len =
  if pos < 0 || len < 0 || pos > lydian_bytes_length b - len then invalid_arg "input" else 0

let really_input Lydian_input b pos len =
  if pos < 0 || len < 0 || pos > lydian_bytes_length b - len then invalid_arg "really_input"
  else if len > 0 then raise End_of_file

let really_input_string Lydian_input len =
  if len < 0 then invalid_arg "Bytes.create" else if len = 0 then "" else raise End_of_file

let close_in Lydian_input = ()
let close_in_noerr Lydian_input = ()
let set_binary_mode_in Lydian_input (_ : bool) = ()
let read_line () = input_line stdin
let read_int () = int_of_string (read_line ())
let read_int_opt () = int_of_string_opt (read_line ())
let read_float () = float_of_string (read_line ())
let read_float_opt () = float_of_string_opt (read_line ())
let open_in name : in_channel = raise (Sys_error (name ^ ": No such file or directory"))
let open_in_bin name = open_in name
let open_in_gen (_ : open_flag list) (_ : int) name = open_in name
let open_out name : out_channel = raise (Sys_error (name ^ ": Permission denied"))
let open_out_bin name = open_out name
let open_out_gen (_ : open_flag list) (_ : int) name = open_out name

(* Formats.

   A literal at type `format6` is a value `Fmt (pieces, text)`: `text` is the literal as written (escapes of the
   string literal decoded), `pieces` its parts in order. Text between conversions is one `Fmt_lit`, `%%` included as
   "%"; Format reads the `@` directives inside of it, Printf prints them as they are.

     piece                                              written as            takes
     Fmt_lit text                                       plain text, %%        -
     Fmt_at                                             %@                    -
     Fmt_conv (conversion, size, flags, width, prec)    see below             the width if `*`, then the precision if
                                                                              `*`, then the argument
     Fmt_alpha                                          %a                    a printer, then its argument
     Fmt_theta                                          %t                    a printer
     Fmt_flush                                          %!                    -

   `%,` gives no piece. `conversion` is the letter: d i u x X o (size "" int, "l" int32, "n" nativeint, "L" int64),
   s S (string), c C (char), B b (bool), f F e E g G h H (float). For Scanf there are also `[` (string; the set is in
   `size`) and the counters n l N (int; `%L` is N), and the flag `_`, with which nothing is taken. `%(`, `%{` and `%r`
   are not supported. `flags` holds the flag characters as written, out of `_-0+ #`. *)

type lydian_count = Count_none | Count_lit of int | Count_star

type lydian_piece =
  | Fmt_lit of string
  | Fmt_at
  | Fmt_conv of char * string * string * lydian_count * lydian_count
  | Fmt_alpha
  | Fmt_theta
  | Fmt_flush

type lydian_format = Fmt of lydian_piece list * string
type ('a, 'b, 'c, 'd) format4 = ('a, 'b, 'c, 'c, 'c, 'd) format6
type ('a, 'b, 'c) format = ('a, 'b, 'c, 'c) format4

external lydian_of_format : ('a, 'b, 'c, 'd, 'e, 'f) format6 -> lydian_format = "%identity"
external lydian_to_format : lydian_format -> ('a, 'b, 'c, 'd, 'e, 'f) format6 = "%identity"

external format_of_string : ('a, 'b, 'c, 'd, 'e, 'f) format6 -> ('a, 'b, 'c, 'd, 'e, 'f) format6
  = "%identity"

let string_of_format format = match lydian_of_format format with Fmt (_, text) -> text

let ( ^^ ) (f1 : ('a, 'b, 'c, 'd, 'e, 'f) format6) (f2 : ('f, 'b, 'c, 'e, 'g, 'h) format6) :
    ('a, 'b, 'c, 'd, 'g, 'h) format6 =
  match (lydian_of_format f1, lydian_of_format f2) with
  | Fmt (pieces1, text1), Fmt (pieces2, text2) ->
      lydian_to_format (Fmt (pieces1 @ pieces2, text1 ^ "%," ^ text2))

(* Termination *)

external lydian_exit : int -> 'a = "exit"

let lydian_exit_actions : (unit -> unit) list ref = ref []
(* Writes what Format still holds back; set by Format, and called at the end of every run that is compared. *)
let lydian_flush_formatters = ref (fun () -> ())

let at_exit action = lydian_exit_actions := action :: !lydian_exit_actions

(* Latest first; an action may register further ones, and one that raises is not run again. *)
let rec do_at_exit () =
  match !lydian_exit_actions with
  | [] -> !lydian_flush_formatters ()
  | action :: rest ->
      lydian_exit_actions := rest;
      action ();
      do_at_exit ()

let exit code =
  do_at_exit ();
  lydian_exit code

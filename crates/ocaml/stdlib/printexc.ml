(* Exceptions as text. There are no backtraces: they are always empty. *)

type t = exn
type raw_backtrace = Lydian_no_backtrace

external to_string_default : exn -> string = "exn_to_string"

let lydian_printers : (exn -> string option) list ref = ref []
let register_printer printer = lydian_printers := printer :: !lydian_printers

(* The latest printer first; one that raises is passed over. *)
let use_printers e =
  let rec first printers =
    match printers with
    | [] -> None
    | printer :: rest -> (
        match printer e with
        | Some _ as text -> text
        | None -> first rest
        | exception _ -> first rest)
  in
  first !lydian_printers

let to_string e = match use_printers e with Some text -> text | None -> to_string_default e

let print f x =
  try f x
  with e ->
    prerr_string ("Uncaught exception: " ^ to_string e ^ "\n");
    raise e

let catch f x =
  try f x
  with e ->
    prerr_string ("Uncaught exception: " ^ to_string e ^ "\n");
    exit 2

let record_backtrace (_ : bool) = ()
let backtrace_status () = false
let get_backtrace () = ""
let print_backtrace (_ : out_channel) = ()
let get_raw_backtrace () = Lydian_no_backtrace
let get_callstack (_ : int) = Lydian_no_backtrace
let print_raw_backtrace (_ : out_channel) Lydian_no_backtrace = ()
let raw_backtrace_to_string Lydian_no_backtrace = ""
let raw_backtrace_length Lydian_no_backtrace = 0
let raise_with_backtrace e Lydian_no_backtrace = raise e

let default_uncaught_exception_handler e Lydian_no_backtrace =
  prerr_string ("Fatal error: exception " ^ to_string e ^ "\n")

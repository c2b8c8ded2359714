(* Pretty-printing to strings and to the captured output, by Oppen's algorithm (1980) with OCaml's kinds of boxes.

   Tokens wait in a queue until it is known whether what they start (a box, the part after a break) fits on the line;
   sizes that are still unknown are negative. Tags are accepted and print nothing; tabulation boxes do not exist. *)

type box_kind = Horizontal | Vertical | Horizontal_or_vertical | Packed | Structural | Fitting

type token =
  | Text of string
  | Break of string * int * string * string * int * string
      (* before, spaces, after where the line goes on; before, indentation, after where it breaks *)
  | Open of int * box_kind
  | Close
  | Newline
  | If_newline

type element = { token : token; mutable size : int; length : int }

type formatter = {
  mutable line_width : int;
  mutable indent_limit : int;
  mutable space_left : int;
  mutable indent : int;  (* of the current line *)
  mutable at_line_start : bool;
  mutable depth : int;
  mutable left : int;  (* length of all that was printed, *)
  mutable right : int;  (* and of all that was put in *)
  queue : element Queue.t;
  mutable unsized : (int * element) list;  (* boxes and breaks of unknown size, innermost first *)
  mutable boxes : (box_kind * int) list;  (* with the room right of their left edge *)
  mutable next_width : int option;  (* from `@<n>` *)
  mutable write : string -> unit;
  mutable sync : unit -> unit;
}

type tag = string

let infinite = 1000000010
let spaces n = if n <= 0 then "" else String.make n ' '

(* Printing tokens *)

let write_text f width s =
  f.space_left <- f.space_left - width;
  f.write s;
  f.at_line_start <- false

let write_part f s = if s <> "" then write_text f (String.length s) s

let break_line f before offset after room =
  write_part f before;
  f.write "\n";
  f.at_line_start <- true;
  let indent = min f.indent_limit (f.line_width - room + offset) in
  f.indent <- indent;
  f.space_left <- f.line_width - indent;
  f.write (spaces indent);
  write_part f after

let same_line f before width after =
  write_part f before;
  f.space_left <- f.space_left - width;
  f.write (spaces width);
  write_part f after

let drop_next f =
  match Queue.take_opt f.queue with
  | None -> ()
  | Some e ->
      f.left <- f.left - e.length;
      f.space_left <- f.space_left + e.size

let print_token f size token =
  match token with
  | Text s -> write_text f size s
  | Open (offset, kind) ->
      (if f.line_width - f.space_left > f.indent_limit then
         match f.boxes with
         | [] -> f.write "\n"
         | (kind, room) :: _ -> (
             if room > f.space_left then
               match kind with
               | Fitting | Horizontal -> ()
               | Vertical | Horizontal_or_vertical | Packed | Structural ->
                   break_line f "" 0 "" room));
      let kind = if kind <> Vertical && size <= f.space_left then Fitting else kind in
      f.boxes <- (kind, f.space_left - offset) :: f.boxes
  | Close -> ( match f.boxes with [] -> () | _ :: rest -> f.boxes <- rest)
  | Newline -> (
      match f.boxes with [] -> f.write "\n" | (_, room) :: _ -> break_line f "" 0 "" room)
  | If_newline -> if f.indent <> f.line_width - f.space_left then drop_next f
  | Break (before, width, after, before', offset, after') -> (
      match f.boxes with
      | [] -> ()
      | (kind, room) :: _ -> (
          let too_long = size + String.length before' > f.space_left in
          let go_on () = same_line f before width after in
          let break () = break_line f before' offset after' room in
          match kind with
          | Fitting | Horizontal -> go_on ()
          | Vertical | Horizontal_or_vertical -> break ()
          | Packed -> if too_long then break () else go_on ()
          | Structural ->
              if f.at_line_start then go_on ()
              else if too_long || f.indent > f.line_width - room + offset then break ()
              else go_on ()))

let rec advance f =
  match Queue.peek_opt f.queue with
  | None -> ()
  | Some e ->
      if e.size >= 0 || f.right - f.left >= f.space_left then (
        ignore (Queue.take f.queue);
        print_token f (if e.size < 0 then infinite else e.size) e.token;
        f.left <- f.left + e.length;
        advance f)

(* Taking tokens *)

let enqueue f e =
  f.right <- f.right + e.length;
  Queue.add e f.queue

let is_break e = match e.token with Break _ -> true | _ -> false
let is_open e = match e.token with Open _ -> true | _ -> false

(* Gives the innermost unsized element its size, if it is of the given kind. *)
let settle f has_kind =
  match f.unsized with
  | [] -> ()
  | (position, e) :: rest ->
      if position < f.left then f.unsized <- []
      else if has_kind e then (
        e.size <- f.right + e.size;
        f.unsized <- rest)

let enqueue_unsized f token length =
  let e = { token; size = -f.right; length } in
  enqueue f e;
  if is_break e then settle f is_break;
  f.unsized <- (f.right, e) :: f.unsized

let open_box_of f kind offset =
  f.depth <- f.depth + 1;
  enqueue_unsized f (Open (offset, kind)) 0

let pp_close_box f () =
  if f.depth > 1 then (
    enqueue f { token = Close; size = 0; length = 0 };
    settle f is_break;
    settle f is_open;
    f.depth <- f.depth - 1)

let restart f =
  f.left <- 1;
  f.right <- 1;
  Queue.clear f.queue;
  f.unsized <- [];
  f.boxes <- [];
  f.indent <- 0;
  f.depth <- 0;
  f.space_left <- f.line_width;
  open_box_of f Packed 0

let rec close_all f =
  if f.depth > 1 then (
    pp_close_box f ();
    close_all f)

let flush_tokens f with_newline =
  close_all f;
  f.right <- infinite;
  advance f;
  if with_newline then f.write "\n";
  restart f

let pp_print_flush f () =
  flush_tokens f false;
  f.sync ()

let pp_print_newline f () =
  flush_tokens f true;
  f.sync ()

let pp_print_as f width s =
  enqueue f { token = Text s; size = width; length = width };
  advance f

let pp_print_string f s =
  let width = match f.next_width with Some n -> n | None -> String.length s in
  f.next_width <- None;
  pp_print_as f width s

let pp_print_bytes f b = pp_print_string f (Bytes.to_string b)
let pp_print_int f n = pp_print_string f (string_of_int n)
let pp_print_float f x = pp_print_string f (string_of_float x)
let pp_print_bool f b = pp_print_string f (string_of_bool b)
let pp_print_char f c = pp_print_string f (lydian_string_of_chars [ c ])

let pp_print_custom_break f ~fits:(before, width, after) ~breaks:(before', offset, after') =
  enqueue_unsized f
    (Break (before, width, after, before', offset, after'))
    (String.length before + width + String.length after)

let pp_print_break f width offset = enqueue_unsized f (Break ("", width, "", "", offset, "")) width
let pp_print_space f () = pp_print_break f 1 0
let pp_print_cut f () = pp_print_break f 0 0

let pp_force_newline f () =
  enqueue f { token = Newline; size = 0; length = 0 };
  advance f

let pp_print_if_newline f () =
  enqueue f { token = If_newline; size = 0; length = 0 };
  advance f

let pp_open_hbox f () = open_box_of f Horizontal 0
let pp_open_vbox f offset = open_box_of f Vertical offset
let pp_open_hvbox f offset = open_box_of f Horizontal_or_vertical offset
let pp_open_hovbox f offset = open_box_of f Packed offset
let pp_open_box f offset = open_box_of f Structural offset

(* Formatters *)

let formatter_to write sync =
  let f =
    {
      line_width = 78;
      indent_limit = 68;
      space_left = 78;
      indent = 0;
      at_line_start = true;
      depth = 0;
      left = 1;
      right = 1;
      queue = Queue.create ();
      unsized = [];
      boxes = [];
      next_width = None;
      write;
      sync;
    }
  in
  restart f;
  f

let make_formatter out flush = formatter_to (fun s -> out s 0 (String.length s)) flush
let formatter_of_out_channel channel = formatter_to (output_string channel) (fun () -> flush channel)
let formatter_of_buffer buffer = formatter_to (Buffer.add_string buffer) (fun () -> ())
let std_formatter = formatter_of_out_channel stdout
let err_formatter = formatter_of_out_channel stderr
let stdbuf = Buffer.create 512
let str_formatter = formatter_of_buffer stdbuf

let flush_buffer_formatter buffer f =
  pp_print_flush f ();
  let s = Buffer.contents buffer in
  Buffer.reset buffer;
  s

let flush_str_formatter () = flush_buffer_formatter stdbuf str_formatter

let pp_set_formatter_out_channel f channel =
  f.write <- output_string channel;
  f.sync <- fun () -> flush channel

let pp_set_formatter_output_functions f out flush =
  f.write <- (fun s -> out s 0 (String.length s));
  f.sync <- flush

let pp_get_formatter_output_functions f () =
  let write = f.write in
  ((fun s pos len -> write (String.sub s pos len)), f.sync)

let () =
  lydian_flush_formatters :=
    fun () ->
      pp_print_flush std_formatter ();
      pp_print_flush err_formatter ()

(* The line's width. The indentation stays at least one column left of the margin. *)

type geometry = { max_indent : int; margin : int }

let check_geometry { max_indent; margin } =
  1 < max_indent && max_indent < margin && margin < infinite

let pp_set_max_indent f n =
  if n > 1 && n < f.line_width then (
    f.indent_limit <- n;
    restart f)

let pp_set_margin f n =
  if n >= 1 then (
    let n = min n (infinite - 1) in
    let least_room = f.line_width - f.indent_limit in
    let max_indent =
      if f.indent_limit <= n then f.indent_limit else max (max (n - least_room) (n / 2)) 1
    in
    f.line_width <- n;
    f.indent_limit <- max_indent;
    restart f)

let pp_get_margin f () = f.line_width
let pp_get_max_indent f () = f.indent_limit
let pp_get_geometry f () = { margin = f.line_width; max_indent = f.indent_limit }

let pp_safe_set_geometry f ~max_indent ~margin =
  if check_geometry { max_indent; margin } then (
    pp_set_margin f margin;
    pp_set_max_indent f max_indent)

let pp_set_geometry f ~max_indent ~margin =
  if max_indent < 2 then invalid_arg "Format.pp_set_geometry: max_indent < 2"
  else if margin <= max_indent then invalid_arg "Format.pp_set_geometry: margin <= max_indent"
  else if margin >= infinite then invalid_arg "Format.pp_set_geometry: margin >= pp_infinity"
  else pp_safe_set_geometry f ~max_indent ~margin

let pp_update_geometry f change =
  let { max_indent; margin } = change (pp_get_geometry f ()) in
  pp_set_geometry f ~max_indent ~margin

(* Any number of boxes may be open. *)
let pp_set_max_boxes (_ : formatter) (_ : int) = ()
let pp_get_max_boxes (_ : formatter) () = max_int
let pp_over_max_boxes (_ : formatter) () = false

(* Tags *)

let pp_open_tag (_ : formatter) (_ : tag) = ()
let pp_close_tag (_ : formatter) () = ()
let pp_set_tags (_ : formatter) (_ : bool) = ()
let pp_set_print_tags (_ : formatter) (_ : bool) = ()
let pp_set_mark_tags (_ : formatter) (_ : bool) = ()
let pp_get_print_tags (_ : formatter) () = false
let pp_get_mark_tags (_ : formatter) () = false

(* Values *)

let rec pp_print_list ?(pp_sep = pp_print_cut) pp f l =
  match l with
  | [] -> ()
  | [ x ] -> pp f x
  | x :: rest ->
      pp f x;
      pp_sep f ();
      pp_print_list ~pp_sep pp f rest

let pp_print_seq ?(pp_sep = pp_print_cut) pp f seq =
  let rec from is_first seq =
    match seq () with
    | Lydian_seq.Nil -> ()
    | Lydian_seq.Cons (x, rest) ->
        if not is_first then pp_sep f ();
        pp f x;
        from false rest
  in
  from true seq

(* Spaces may break the line, and newlines do. *)
let pp_print_text f s =
  let n = String.length s in
  let word start i = if i > start then pp_print_string f (String.sub s start (i - start)) in
  let rec from start i =
    if i >= n then word start i
    else
      match String.get s i with
      | '\n' ->
          word start i;
          pp_force_newline f ();
          from (i + 1) (i + 1)
      | ' ' ->
          word start i;
          pp_print_space f ();
          from (i + 1) (i + 1)
      | _ -> from start (i + 1)
  in
  from 0 0

let pp_print_option ?(none = fun (_ : formatter) () -> ()) pp f o =
  match o with None -> none f () | Some x -> pp f x

let pp_print_result ~ok ~error (f : formatter) r =
  match r with Ok x -> ok f x | Error e -> error f e

let pp_print_either ~left ~right (f : formatter) e =
  match e with Lydian_either.Left x -> left f x | Lydian_either.Right y -> right f y

(* Formats *)

(* Reads "<...>" at [i]: the text inside and the position behind. *)
let angle s i =
  if i < String.length s && String.get s i = '<' then
    match String.index_from_opt s i '>' with
    | Some stop -> Some (String.trim (String.sub s (i + 1) (stop - i - 1)), stop + 1)
    | None -> None
  else None

let words s =
  let rec non_empty parts =
    match parts with
    | [] -> []
    | "" :: rest -> non_empty rest
    | part :: rest -> part :: non_empty rest
  in
  non_empty (String.split_on_char ' ' s)

let open_box_named f spec =
  let open_kind kind indent =
    let indent = match int_of_string_opt indent with Some n -> n | None -> 0 in
    match kind with
    | "h" -> pp_open_hbox f ()
    | "v" -> pp_open_vbox f indent
    | "hv" -> pp_open_hvbox f indent
    | "hov" -> pp_open_hovbox f indent
    | _ -> pp_open_box f indent
  in
  match words spec with
  | [] -> open_kind "" "0"
  | [ word ] -> if int_of_string_opt word = None then open_kind word "0" else open_kind "" word
  | kind :: indent :: _ -> open_kind kind indent

let print_break_spec f spec =
  let number word = match int_of_string_opt word with Some n -> n | None -> 0 in
  match words spec with
  | [] -> pp_print_space f ()
  | [ width ] -> pp_print_break f (number width) 0
  | width :: offset :: _ -> pp_print_break f (number width) (number offset)

(* The text of a format, with its `@` directives. *)
let print_literal f s =
  let n = String.length s in
  let plain start i = if i > start then pp_print_string f (String.sub s start (i - start)) in
  let rec from start i =
    if i >= n then plain start i
    else if String.get s i <> '@' || i + 1 >= n then from start (i + 1)
    else (
      plain start i;
      let next = i + 2 in
      let then_ next = from next next in
      match String.get s (i + 1) with
      | '[' -> (
          match angle s next with
          | Some (spec, next) ->
              open_box_named f spec;
              then_ next
          | None ->
              open_box_named f "";
              then_ next)
      | ']' ->
          pp_close_box f ();
          then_ next
      | ',' ->
          pp_print_cut f ();
          then_ next
      | ' ' ->
          pp_print_space f ();
          then_ next
      | ';' -> (
          match angle s next with
          | Some (spec, next) ->
              print_break_spec f spec;
              then_ next
          | None ->
              pp_print_space f ();
              then_ next)
      | '\n' ->
          pp_force_newline f ();
          then_ next
      | '.' ->
          pp_print_newline f ();
          then_ next
      | '?' ->
          pp_print_flush f ();
          then_ next
      | '{' -> ( match angle s next with Some (_, next) -> then_ next | None -> then_ next)
      | '}' -> then_ next
      | '<' -> (
          match angle s (i + 1) with
          | Some (width, next) ->
              f.next_width <- int_of_string_opt width;
              then_ next
          | None -> from i next)
      | '@' ->
          pp_print_char f '@';
          then_ next
      | _ -> from i next)
  in
  from 0 0

let rec print_items run_printer f items =
  match items with
  | [] -> ()
  | item :: rest ->
      (match item with
      | Printf.Lydian_item.Literal s -> print_literal f s
      | Printf.Lydian_item.Text s -> pp_print_string f s
      | Printf.Lydian_item.Printer printer -> run_printer f printer
      | Printf.Lydian_item.Flush -> pp_print_flush f ());
      print_items run_printer f rest

let print_all f items = print_items (fun f printer -> printer f) f items

let kfprintf (k : formatter -> 'd) f (format : ('a, formatter, unit, 'd) format4) : 'a =
  Printf.lydian_run
    (fun items ->
      print_all f items;
      k f)
    format

let fprintf f (format : ('a, formatter, unit) format) : 'a = kfprintf (fun _ -> ()) f format
let printf (format : ('a, formatter, unit) format) : 'a = fprintf std_formatter format
let eprintf (format : ('a, formatter, unit) format) : 'a = fprintf err_formatter format

let kdprintf (k : (formatter -> unit) -> 'd) (format : ('a, formatter, unit, 'd) format4) : 'a =
  Printf.lydian_run (fun items -> k (fun f -> print_all f items)) format

let dprintf (format : ('a, formatter, unit, formatter -> unit) format4) : 'a =
  kdprintf (fun print -> print) format

let ikfprintf (k : formatter -> 'd) (f : formatter) (format : ('a, formatter, unit, 'd) format4) :
    'a =
  Printf.ikfprintf k f format

let ifprintf (f : formatter) (format : ('a, formatter, unit) format) : 'a =
  ikfprintf (fun _ -> ()) f format

let to_string print =
  let buffer = Buffer.create 512 in
  let f = formatter_of_buffer buffer in
  print f;
  flush_buffer_formatter buffer f

let kasprintf (k : string -> 'd) (format : ('a, formatter, unit, 'd) format4) : 'a =
  Printf.lydian_run (fun items -> k (to_string (fun f -> print_all f items))) format

let asprintf (format : ('a, formatter, unit, string) format4) : 'a =
  kasprintf (fun s -> s) format

let ksprintf (k : string -> 'd) (format : ('a, unit, string, 'd) format4) : 'a =
  let run_printer f printer = pp_print_string f (printer ()) in
  Printf.lydian_run (fun items -> k (to_string (fun f -> print_items run_printer f items))) format

let sprintf (format : ('a, unit, string) format) : 'a = ksprintf (fun s -> s) format
let kprintf k format = ksprintf k format

let bprintf buffer (format : ('a, formatter, unit) format) : 'a =
  let f = formatter_of_buffer buffer in
  kfprintf (fun f -> pp_print_flush f ()) f format

(* On the standard output *)

let open_box offset = pp_open_box std_formatter offset
let open_hbox () = pp_open_hbox std_formatter ()
let open_vbox offset = pp_open_vbox std_formatter offset
let open_hvbox offset = pp_open_hvbox std_formatter offset
let open_hovbox offset = pp_open_hovbox std_formatter offset
let close_box () = pp_close_box std_formatter ()
let print_as width s = pp_print_as std_formatter width s
let print_string s = pp_print_string std_formatter s
let print_bytes b = pp_print_bytes std_formatter b
let print_int n = pp_print_int std_formatter n
let print_float x = pp_print_float std_formatter x
let print_char c = pp_print_char std_formatter c
let print_bool b = pp_print_bool std_formatter b
let print_break width offset = pp_print_break std_formatter width offset
let print_space () = pp_print_space std_formatter ()
let print_cut () = pp_print_cut std_formatter ()
let force_newline () = pp_force_newline std_formatter ()
let print_if_newline () = pp_print_if_newline std_formatter ()
let print_flush () = pp_print_flush std_formatter ()
let print_newline () = pp_print_newline std_formatter ()
let set_margin n = pp_set_margin std_formatter n
let get_margin () = pp_get_margin std_formatter ()
let set_max_indent n = pp_set_max_indent std_formatter n
let get_max_indent () = pp_get_max_indent std_formatter ()
let set_geometry ~max_indent ~margin = pp_set_geometry std_formatter ~max_indent ~margin
let safe_set_geometry ~max_indent ~margin = pp_safe_set_geometry std_formatter ~max_indent ~margin
let update_geometry change = pp_update_geometry std_formatter change
let get_geometry () = pp_get_geometry std_formatter ()
let set_max_boxes n = pp_set_max_boxes std_formatter n
let get_max_boxes () = pp_get_max_boxes std_formatter ()
let over_max_boxes () = pp_over_max_boxes std_formatter ()
let open_tag tag = pp_open_tag std_formatter tag
let close_tag () = pp_close_tag std_formatter ()
let set_tags on = pp_set_tags std_formatter on
let set_print_tags on = pp_set_print_tags std_formatter on
let set_mark_tags on = pp_set_mark_tags std_formatter on
let get_print_tags () = pp_get_print_tags std_formatter ()
let get_mark_tags () = pp_get_mark_tags std_formatter ()
let set_formatter_out_channel channel = pp_set_formatter_out_channel std_formatter channel

let set_formatter_output_functions out flush =
  pp_set_formatter_output_functions std_formatter out flush

let get_formatter_output_functions () = pp_get_formatter_output_functions std_formatter ()

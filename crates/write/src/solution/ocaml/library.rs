//! The functions that OCaml programs define if they use them, each after those that it needs, and the names that are taken.

use crate::solution::text::Helper;

/// Names that variables cannot have, beside OCaml's keywords.
pub(super) const RESERVED: &str = "abs compare exit failwith max min not print_endline read_line ref \
    string_of_bool string_of_int int_of_string parts right again text";

/// Functions with what they need and their text.
pub(super) const HELPERS: &[Helper] = &[
    ("sum", &[], "let sum list = List.fold_left ( + ) 0 list"),
    ("product", &[], "let product list = List.fold_left ( * ) 1 list"),
    ("minimum", &[], "let minimum list = List.fold_left min (List.hd list) list"),
    ("maximum", &[], "let maximum list = List.fold_left max (List.hd list) list"),
    ("count", &[], "let count list value = List.length (List.filter (( = ) value) list)"),
    ("last", &[], "let last list = List.hd (List.rev list)"),
    (
        "distinct",
        &[],
        "let distinct list =\n  List.rev (List.fold_left (fun seen a -> if List.mem a seen then seen else a :: seen) [] list)",
    ),
    ("take", &[], "let take list n = List.filteri (fun i _ -> i < n) list"),
    ("drop", &[], "let drop list n = List.filteri (fun i _ -> i >= n) list"),
    ("without", &["take"], "let without n list = take list (List.length list - n)"),
    ("range", &[], "let range a b = List.init (max 0 (b - a + 1)) (fun i -> a + i)"),
    ("power", &[], "let rec power a n = if n <= 0 then 1 else a * power a (n - 1)"),
    (
        "floor_div",
        &[],
        "let floor_div a b = if (a < 0) <> (b < 0) && a mod b <> 0 then (a / b) - 1 else a / b",
    ),
    ("floor_mod", &["floor_div"], "let floor_mod a b = a - (b * floor_div a b)"),
    (
        "divide_rounded",
        &[],
        "(* Half away from zero. *)\nlet divide_rounded a b =\n  let quotient = ((2 * abs a) + abs b) / (2 * abs b) in\n  if (a < 0) = (b < 0) then quotient else -quotient",
    ),
    (
        "reverse_text",
        &[],
        "let reverse_text s = String.init (String.length s) (fun i -> s.[String.length s - 1 - i])",
    ),
    (
        "starts_with",
        &[],
        "let starts_with s t =\n  String.length t <= String.length s && String.sub s 0 (String.length t) = t",
    ),
    (
        "ends_with",
        &[],
        "let ends_with s t =\n  let n = String.length s and m = String.length t in\n  m <= n && String.sub s (n - m) m = t",
    ),
    (
        "contains",
        &[],
        "let contains s t =\n  let n = String.length s and m = String.length t in\n  let rec from i = i + m <= n && (String.sub s i m = t || from (i + 1)) in\n  from 0",
    ),
    (
        "substring",
        &[],
        "let substring s from length =\n  let n = String.length s in\n  let from = max 0 (min from n) in\n  String.sub s from (max 0 (min length (n - from)))",
    ),
    (
        "words",
        &[],
        "let words s =\n  String.split_on_char ' ' (String.map (fun c -> if c = '\\t' || c = '\\n' || c = '\\r' then ' ' else c) s)\n  |> List.filter (( <> ) \"\")",
    ),
    (
        "split",
        &[],
        "let split s separator =\n  let n = String.length s and m = String.length separator in\n  let rec from start i =\n    if m = 0 || i + m > n then [ String.sub s start (n - start) ]\n    else if String.sub s i m = separator then String.sub s start (i - start) :: from (i + m) (i + m)\n    else from start (i + 1)\n  in\n  from 0 0",
    ),
    (
        "split_line",
        &["split", "words"],
        "let split_line separator line =\n  if separator = \"\" then words line else List.map String.trim (split line separator)",
    ),
    ("part", &[], "let part parts i = try List.nth parts i with Failure _ -> \"\""),
    ("chars", &[], "let chars s = List.init (String.length s) (String.get s)"),
    ("repeat", &[], "let repeat s n = String.concat \"\" (List.init (max n 0) (fun _ -> s))"),
    (
        "is_int",
        &["chars"],
        "let is_int s =\n  let digits = if s <> \"\" && s.[0] = '-' then String.sub s 1 (String.length s - 1) else s in\n  digits <> \"\" && List.for_all (fun c -> '0' <= c && c <= '9') (chars digits)",
    ),
    ("int_of_text", &["is_int"], "let int_of_text s = if is_int s then int_of_string s else 0"),
    (
        "parse_int",
        &["is_int"],
        "let parse_int line =\n  let line = String.trim line in\n  let plus = String.length line > 1 && line.[0] = '+' && line.[1] <> '-' in\n  let line = if plus then String.sub line 1 (String.length line - 1) else line in\n  if is_int line then int_of_string_opt line else None",
    ),
    (
        "parse_decimal",
        &["parse_int"],
        "let parse_decimal places line =\n  let whole, fraction =\n    match String.split_on_char '.' (String.trim line) with\n    | [ whole ] -> (whole, \"\")\n    | [ whole; fraction ] -> (whole, fraction)\n    | _ -> (\"\", \"\")\n  in\n  let n = String.length fraction in\n  let kept = min n places in\n  let rest = String.sub fraction kept (n - kept) in\n  if whole = \"\" || String.exists (( <> ) '0') rest then None\n  else parse_int (whole ^ String.sub fraction 0 kept ^ String.make (places - kept) '0')",
    ),
    ("parse_bool", &[], "let parse_bool line = bool_of_string_opt (String.trim line)"),
    (
        "parse_char",
        &[],
        "let parse_char line =\n  let line = if String.length line = 1 then line else String.trim line in\n  if String.length line = 1 then Some line.[0] else None",
    ),
    (
        "show_decimal",
        &[],
        "let show_decimal value places =\n  let digits = string_of_int (abs value) in\n  let digits = String.make (max 0 (places + 1 - String.length digits)) '0' ^ digits in\n  let whole = String.length digits - places in\n  (if value < 0 then \"-\" else \"\") ^ String.sub digits 0 whole ^ \".\" ^ String.sub digits whole places",
    ),
    ("show_list", &[], "let show_list show list = \"[\" ^ String.concat \", \" (List.map show list) ^ \"]\""),
];

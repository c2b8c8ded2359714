(* A student's tokenizer and recursive-descent parser. *)
type token = Int of int | Op of char | Open | Close | End
exception Syntax of string
let is_digit c = c >= '0' && c <= '9'
let tokens s =
  let n = String.length s in
  let rec go i acc =
    if i >= n then List.rev (End :: acc)
    else
      match s.[i] with
      | ' ' -> go (i + 1) acc
      | '(' -> go (i + 1) (Open :: acc)
      | ')' -> go (i + 1) (Close :: acc)
      | '+' | '-' | '*' | '/' -> go (i + 1) (Op s.[i] :: acc)
      | c when is_digit c ->
          let j = ref i in
          while !j < n && is_digit s.[!j] do incr j done;
          go !j (Int (int_of_string (String.sub s i (!j - i))) :: acc)
      | c -> raise (Syntax (Printf.sprintf "unexpected %C" c))
  in
  go 0 []
let rec expr ts = let v, ts = term ts in expr_rest v ts
and expr_rest v = function
  | Op '+' :: ts -> let w, ts = term ts in expr_rest (v + w) ts
  | Op '-' :: ts -> let w, ts = term ts in expr_rest (v - w) ts
  | ts -> (v, ts)
and term ts = let v, ts = factor ts in term_rest v ts
and term_rest v = function
  | Op '*' :: ts -> let w, ts = factor ts in term_rest (v * w) ts
  | Op '/' :: ts -> let w, ts = factor ts in term_rest (v / w) ts
  | ts -> (v, ts)
and factor = function
  | Int n :: ts -> (n, ts)
  | Op '-' :: ts -> let v, ts = factor ts in (-v, ts)
  | Open :: ts -> ( match expr ts with v, Close :: ts -> (v, ts) | _ -> raise (Syntax "expected )"))
  | End :: _ | [] -> raise (Syntax "unexpected end")
  | _ -> raise (Syntax "unexpected token")
let eval s = match expr (tokens s) with v, [ End ] -> v | _ -> raise (Syntax "trailing input")
let () =
  List.iter
    (fun s -> Printf.printf "%-16s%s\n" s (match eval s with v -> string_of_int v | exception Syntax m -> "syntax: " ^ m | exception Division_by_zero -> "division by zero"))
    [ "1 + 2 * 3"; "(1 + 2) * 3"; "10 - 2 - 3"; "-4 * -(2 + 1)"; "7 / (3 - 3)"; "1 +"; "(1"; "1 2"; "a"; "2*(3+4)*5" ]

(* Whether a text reads the same backwards; only letters count, in either case. *)
let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')

let palindrome text =
  let rec check i j =
    if i >= j then true
    else if not (is_letter text.[i]) then check (i + 1) j
    else if not (is_letter text.[j]) then check i (j - 1)
    else Char.lowercase_ascii text.[i] = Char.lowercase_ascii text.[j] && check (i + 1) (j - 1)
  in
  check 0 (String.length text - 1)

(* Shifts letters around the alphabet and leaves everything else alone. *)
let shift_char n c =
  let rotate base = Char.chr (base + (((Char.code c - base + n) mod 26) + 26) mod 26) in
  if c >= 'a' && c <= 'z' then rotate (Char.code 'a')
  else if c >= 'A' && c <= 'Z' then rotate (Char.code 'A')
  else c

let caesar n text = String.map (shift_char n) text

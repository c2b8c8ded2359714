(* The digits of a number in a base from 2 to 10, the first one first. *)
let to_base base number =
  if base < 2 || base > 10 then invalid_arg "base";
  let rec digits n acc = if n < base then n :: acc else digits (n / base) ((n mod base) :: acc) in
  let text ds = String.concat "" (List.map string_of_int ds) in
  if number < 0 then "-" ^ text (digits (-number) []) else text (digits number [])

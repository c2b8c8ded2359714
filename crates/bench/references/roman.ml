(* A number from 1 to 3999 in Roman numerals. *)
let numerals =
  [ (1000, "M"); (900, "CM"); (500, "D"); (400, "CD"); (100, "C"); (90, "XC"); (50, "L"); (40, "XL");
    (10, "X"); (9, "IX"); (5, "V"); (4, "IV"); (1, "I") ]

let roman number =
  if number < 1 || number > 3999 then invalid_arg "roman";
  let rec write n = function
    | [] -> ""
    | (value, numeral) :: smaller as all ->
        if n >= value then numeral ^ write (n - value) all else write n smaller
  in
  write number numerals

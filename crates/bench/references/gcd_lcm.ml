(* The greatest common divisor and the least common multiple. *)
let rec gcd a b = if b = 0 then abs a else gcd b (a mod b)
let gcd_lcm a b = if a = 0 || b = 0 then (gcd a b, 0) else (gcd a b, abs (a / gcd a b * b))

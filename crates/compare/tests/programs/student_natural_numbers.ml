(* A student's natural numbers. *)
type nat = ZERO | SUCC of nat
let rec natadd a b = match a with ZERO -> b | SUCC n -> SUCC (natadd n b)
let rec natmul a b = match a with ZERO -> ZERO | SUCC n -> natadd b (natmul n b)
let rec natpow a = function ZERO -> SUCC ZERO | SUCC n -> natmul a (natpow a n)
let rec to_int = function ZERO -> 0 | SUCC n -> 1 + to_int n
let rec of_int n = if n <= 0 then ZERO else SUCC (of_int (n - 1))
let rec natsub a b = match (a, b) with a, ZERO -> a | ZERO, SUCC _ -> ZERO | SUCC a, SUCC b -> natsub a b
let rec less a b = match (a, b) with _, ZERO -> false | ZERO, SUCC _ -> true | SUCC a, SUCC b -> less a b
let () =
  let p n = Printf.printf "%d " (to_int n) in
  p (natadd (of_int 3) (of_int 4)); p (natmul (of_int 3) (of_int 4)); p (natpow (of_int 2) (of_int 8)); p (natsub (of_int 9) (of_int 4)); p (natsub (of_int 4) (of_int 9));
  Printf.printf "%b %b %b\n" (less (of_int 1) (of_int 2)) (less (of_int 2) (of_int 2)) (of_int 5 = SUCC (of_int 4))

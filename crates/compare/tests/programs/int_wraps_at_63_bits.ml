(* Arithmetic wraps silently at 63 bits. *)
let show n = Printf.printf "%d\n" n
let () =
  show max_int;
  show min_int;
  show (max_int + 1);
  show (min_int - 1);
  show (max_int * 2);
  show (max_int * max_int);
  show (min_int * min_int);
  show (min_int * -1);
  show (- min_int);
  show (abs min_int);
  show (abs (-7));
  show (succ max_int);
  show (pred min_int);
  show (4611686018427387903);
  show (-4611686018427387904);
  show (0x7fffffffffffffff);
  show (3037000500 * 3037000500);
  show (1234567890123 * 9876543210987);
  show (~- 5);
  show (~+ 5);
  show (- (-3));
  Printf.printf "%b %b\n" (max_int + 1 = min_int) (max_int > min_int)

(* The product of two matrices, given by their rows. *)
let rows = Array.length
let columns m = if rows m = 0 then 0 else Array.length m.(0)

let matrix_product (a : int array array) (b : int array array) =
  let width = columns b in
  Array.iter (fun row -> if Array.length row <> rows b then invalid_arg "matrix_product") a;
  Array.iter (fun row -> if Array.length row <> width then invalid_arg "matrix_product") b;
  Array.init (rows a) (fun i ->
      Array.init width (fun j ->
          let sum = ref 0 in
          for k = 0 to rows b - 1 do
            sum := !sum + (a.(i).(k) * b.(k).(j))
          done;
          !sum))

(* Sorts an array in place. *)
let insertion_sort (a : int array) =
  for i = 1 to Array.length a - 1 do
    let x = a.(i) in
    let j = ref (i - 1) in
    while !j >= 0 && a.(!j) > x do
      a.(!j + 1) <- a.(!j);
      j := !j - 1
    done;
    a.(!j + 1) <- x
  done

(* The place of a number in a sorted array. *)
exception Not_sorted

let check_sorted a =
  for i = 0 to Array.length a - 2 do
    if a.(i) >= a.(i + 1) then raise Not_sorted
  done

let binary_search (a : int array) x =
  check_sorted a;
  let rec search low high =
    if low > high then None
    else
      let middle = (low + high) / 2 in
      if a.(middle) = x then Some middle
      else if a.(middle) < x then search (middle + 1) high
      else search low (middle - 1)
  in
  search 0 (Array.length a - 1)

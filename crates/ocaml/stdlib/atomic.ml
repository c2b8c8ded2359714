(* References that threads may share; there is one thread. *)

type 'a t = { mutable value : 'a }

let make value = { value }
let get r = r.value
let set r x = r.value <- x

let exchange r x =
  let old = r.value in
  r.value <- x;
  old

let compare_and_set r seen x =
  r.value == seen
  && (r.value <- x;
      true)

let fetch_and_add r n = exchange r (r.value + n)
let incr r = r.value <- r.value + 1
let decr r = r.value <- r.value - 1

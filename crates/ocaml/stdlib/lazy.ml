(* Suspended computations. `lazy e` and the pattern `lazy p`, which forces, are syntax. *)

type 'a t = 'a lazy_t

exception Undefined = CamlinternalLazy.Undefined

external is_val : 'a t -> bool = "lazy_is_val"

let force (lazy x) = x
let force_val (lazy x) = x

let from_val x =
  let suspended = lazy x in
  ignore (force suspended);
  suspended

let from_fun f = lazy (f ())
let map f suspended = lazy (f (force suspended))

let map_val f suspended =
  if is_val suspended then from_val (f (force suspended)) else map f suspended

let lazy_from_val x = from_val x
let lazy_from_fun f = from_fun f
let lazy_is_val suspended = is_val suspended

(* Casts only: values have no memory representation to look at. *)

type t = Lydian_obj

external repr : 'a -> t = "%identity"
external obj : t -> 'a = "%identity"
external magic : 'a -> 'b = "%identity"

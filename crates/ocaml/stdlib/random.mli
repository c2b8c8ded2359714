val init : int -> unit
val full_init : int array -> unit
val self_init : unit -> unit
val bits : unit -> int
val int : int -> int
val full_int : int -> int
val int32 : int32 -> int32
val nativeint : nativeint -> nativeint
val int64 : int64 -> int64
val float : float -> float
val bool : unit -> bool

module State : sig
  type t

  val make : int array -> t
  val make_self_init : unit -> t
  val copy : t -> t
  val bits : t -> int
  val int : t -> int -> int
  val full_int : t -> int -> int
  val int32 : t -> int32 -> int32
  val nativeint : t -> nativeint -> nativeint
  val int64 : t -> int64 -> int64
  val float : t -> float -> float
  val bool : t -> bool
end

val get_state : unit -> State.t
val set_state : State.t -> unit

(* A counter that can be set back to where it was marked. *)
module Counter : sig
  type t

  val make : unit -> t
  val step : t -> int -> unit
  val mark : t -> unit
  val back : t -> unit
  val value : t -> int
end = struct
  type t = { mutable now : int; mutable marks : int list }

  let make () = { now = 0; marks = [] }
  let step c by = c.now <- c.now + by
  let mark c = c.marks <- c.now :: c.marks

  let back c =
    match c.marks with
    | [] -> c.now <- 0
    | last :: earlier ->
        c.now <- last;
        c.marks <- earlier

  let value c = c.now
end

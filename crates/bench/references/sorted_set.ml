(* Sets of numbers as sorted lists. *)
module type ORDERED = sig
  type t

  val compare : t -> t -> int
end

module Sorted_set (Element : ORDERED) : sig
  type t

  val empty : t
  val add : Element.t -> t -> t
  val remove : Element.t -> t -> t
  val mem : Element.t -> t -> bool
  val union : t -> t -> t
  val elements : t -> Element.t list
end = struct
  type t = Element.t list

  let empty = []

  let rec add x = function
    | [] -> [ x ]
    | y :: rest as all ->
        let order = Element.compare x y in
        if order = 0 then all else if order < 0 then x :: all else y :: add x rest

  let rec remove x = function
    | [] -> []
    | y :: rest ->
        let order = Element.compare x y in
        if order = 0 then rest else if order < 0 then y :: rest else y :: remove x rest

  let mem x = List.exists (fun y -> Element.compare x y = 0)
  let union a b = List.fold_right add a b
  let elements s = s
end

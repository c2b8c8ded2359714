(* The labelled modules under the names of the plain ones. *)

module Array = ArrayLabels
module Bytes = BytesLabels
module List = ListLabels
module String = StringLabels

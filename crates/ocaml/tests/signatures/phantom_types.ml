type 'a id = Id of int
type user and item
let user n : user id = Id n
let item n : item id = Id n
let same (Id a : 'a id) (Id b : 'a id) = a = b
let r = same (user 1) (user 2)
module Safe : sig type +'a t val make : int -> 'a t val get : 'a t -> int end = struct type 'a t = int let make x = x let get x = x end
let s = Safe.make 3

val double : int -> int
val shift : int -> int

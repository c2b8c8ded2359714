val primes : int list
val sum : int list -> int
val last : 'a list -> 'a
val count : 'a -> 'a list -> int

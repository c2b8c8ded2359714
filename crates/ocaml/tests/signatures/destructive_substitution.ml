module type PRINT = sig type t val print : t -> string end
module type INT_PRINT = PRINT with type t := int
module P : INT_PRINT = struct let print = string_of_int end
let s = P.print 3
module type BOTH = sig include PRINT with type t := string val other : int end
module B : BOTH = struct let print x = x let other = 1 end
let t = B.print "x"
module type M = module type of struct let a = 1 let f x = x end
module X : M = struct let a = 2 let f x = x end

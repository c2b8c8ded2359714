type name = string
type env = (name * int) list
type 'a pred = 'a -> bool
let lookup (e : env) (n : name) = List.assoc n e
let all : int pred -> int list -> bool = List.for_all
let k (p : 'a pred) x = p x
type 'a seq = unit -> 'a option
let once x : _ seq = let r = ref (Some x) in fun () -> let v = !r in r := None; v
type ('k, 'v) table = ('k * 'v list) list
let add k v (t : ('k, 'v) table) : ('k, 'v) table = (k, [v]) :: t
module Other = struct type nonrec name = name list let names : name = ["a"] end

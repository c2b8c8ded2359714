module Stack = struct
  type 'a t = 'a list
  let empty = []
  let push x s = x :: s
  let pop = function [] -> None | x :: s -> Some (x, s)
  module Inner = struct let depth = List.length type u = U of int t end
end
let s = Stack.push 1 Stack.empty
let d = Stack.Inner.depth s
open Stack
let e = push 'a' empty
let u = Stack.Inner.U [1]
module M = Stack
let v = M.pop s
let w = Stack.(push 1 (push 2 empty))
let x = let open Stack.Inner in U []
let y = let module L = struct let z = 3 let f x = x + z end in L.f 4
module type S = sig type t val zero : t val show : t -> string end
module I : S = struct type t = int let zero = 0 let show = string_of_int let hidden = 1 end
let shown = I.show I.zero
module J : S with type t = int = struct type t = int let zero = 0 let show = string_of_int end
let sum = J.zero + 1
include struct let included = 1 type inc = Inc end

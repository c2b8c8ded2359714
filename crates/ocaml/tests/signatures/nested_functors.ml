module type Monoid = sig type t val zero : t val plus : t -> t -> t end
module Fold (M : Monoid) = struct
  let sum l = List.fold_left M.plus M.zero l
  module Twice = struct let go l = M.plus (sum l) (sum l) end
end
module Int_sum = struct type t = int let zero = 0 let plus = ( + ) end
module F = Fold (Int_sum)
let a = F.sum [1; 2]
let b = F.Twice.go [3]
module Option_monoid (M : Monoid) : Monoid with type t = M.t option = struct
  type t = M.t option
  let zero = None
  let plus a b = match a, b with None, x | x, None -> x | Some a, Some b -> Some (M.plus a b)
end
module G = Fold (Option_monoid (Int_sum))
let c = G.sum [Some 1; None]

(* An exception of a nested module, raised while the module is being set up. *)
module Outer = struct
  module Inner = struct
    exception Wrong of int * int
    let check n = if n > 2 then raise (Wrong (n, 7)) else n
  end
  let a = Inner.check 1
  let () = Printf.printf "a = %d\n" a
  let b = Inner.check 3
  let () = Printf.printf "b = %d\n" b
end

(* Nested modules, paths, open, local open, include, shadowing. *)
module A = struct
  let x = 1
  module B = struct
    let x = 2
    let both () = x + 10
    module C = struct let deep = x * 100 end
  end
  let sum = x + B.x
  type t = T of int
end
module D = struct
  include A
  let x = 50
  let y = x + B.x
end
module E = A.B
let x = 7
open A.B
let () =
  Printf.printf "%d %d %d %d\n" A.x A.B.x A.sum A.B.C.deep;
  Printf.printf "%d\n" x;
  Printf.printf "%d %d %d\n" D.x D.y D.sum;
  Printf.printf "%d %d\n" E.x (E.both ());
  Printf.printf "%d\n" A.(x + B.x);
  let open A in
  Printf.printf "%d\n" x;
  (match A.T 3 with A.T n -> print_int n);
  (match D.T 4 with T n -> print_int n);
  print_newline ();
  let module L = struct let v = x + 1 let f n = n + v end in
  Printf.printf "%d %d\n" L.v (L.f 5);
  Printf.printf "%d\n" (List.length List.(map (fun x -> x) [ 1; 2 ]));
  Printf.printf "%s\n" String.(concat "" [ sub "abc" 0 1; make 2 'x' ])

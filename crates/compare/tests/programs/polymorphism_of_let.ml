(* let-bound functions are polymorphic; the value restriction keeps references at one type. *)
let id x = x
let pair x = (x, x)
let const x _ = x
let swap (a, b) = (b, a)
let rec length = function [] -> 0 | _ :: t -> 1 + length t
let empty = []
let none = None
let memo = ref []
let compose f g x = f (g x)
let () =
  Printf.printf "%d %s %b\n" (id 1) (id "s") (id id true);
  Printf.printf "%d %d\n" (length [ 1; 2 ]) (length [ "a" ]);
  Printf.printf "%d %s\n" (fst (swap ("a", 1))) (snd (swap ("b", 2)));
  Printf.printf "%d\n" (length (1 :: empty) + length ('c' :: empty));
  memo := 5 :: !memo;
  Printf.printf "%d\n" (List.hd !memo);
  let f = fun x -> pair (pair x) in
  let (a, _), (_, b) = f 1 and (c, _), _ = f "x" in
  Printf.printf "%d %d %s\n" a b c;
  let twice f = compose f f in
  Printf.printf "%d %s\n" (twice succ 1) (twice (fun s -> s ^ "!") "a");
  let k = const 3 in
  Printf.printf "%d %d\n" (k "ignored") (const 4 ());
  Printf.printf "%b\n" (none = Some 1 || none = Some 2);
  let fresh () = ref [] in
  let r1 = fresh () and r2 = fresh () in
  r1 := [ 1 ]; r2 := [ "a" ];
  Printf.printf "%d %d\n" (length !r1) (length !r2)

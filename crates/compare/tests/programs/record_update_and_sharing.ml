(* Records: creation, update, punning, mutable fields, sharing. *)
type point = { x : int; y : int }
type person = { name : string; mutable age : int; home : point }
let show p = Printf.printf "%s %d (%d,%d)\n" p.name p.age p.home.x p.home.y
let birthday p = p.age <- p.age + 1
let () =
  let x = 3 and y = 4 in
  let home = { x; y } in
  let ann = { name = "Ann"; age = 30; home } in
  let bob = { ann with name = "Bob" } in
  birthday ann;
  show ann; show bob;
  let cid = { bob with age = 5; home = { bob.home with x = 0 } } in
  show cid;
  birthday cid; birthday bob;
  show bob; show cid;
  Printf.printf "%b %b\n" (ann.home == bob.home) (ann = bob);
  let { name; age = years; _ } = cid in
  Printf.printf "%s %d\n" name years;
  let f { x; y } = x + y in
  Printf.printf "%d\n" (f home);
  let older = (fun p -> p.age) in
  Printf.printf "%d\n" (older ann);
  let t = { x = 1; y = 2 } in
  Printf.printf "%b %b\n" (t = { y = 2; x = 1 }) (t == { x = 1; y = 2 })

(* Own operators take their precedence from their first characters. *)
let ( +! ) a b = Printf.sprintf "(%s+!%s)" a b
let ( *! ) a b = Printf.sprintf "(%s*!%s)" a b
let ( **! ) a b = Printf.sprintf "(%s**!%s)" a b
let ( ^^ ) a b = Printf.sprintf "(%s^^%s)" a b
let ( <=> ) a b = Printf.sprintf "(%s<=>%s)" a b
let ( |>> ) a b = Printf.sprintf "(%s|>>%s)" a b
let ( @@@ ) a b = Printf.sprintf "(%s@@@%s)" a b
let ( &&& ) a b = Printf.sprintf "(%s&&&%s)" a b
let ( %% ) a b = Printf.sprintf "(%s%%%%%s)" a b
let ( !! ) a = "!!" ^ a
let ( ~~ ) a = "~~" ^ a
let ( ?: ) a = "?:" ^ a
let ( -- ) a b = Printf.sprintf "(%s--%s)" a b
let ( ++ ) a b c = a + b + c
let ( $ ) f x = f x
let () =
  let a = "a" and b = "b" and c = "c" and d = "d" in
  List.iter print_endline
    [ a +! b *! c; a *! b +! c; a **! b **! c; a +! b +! c; a ^^ b ^^ c; a +! b ^^ c *! d; a <=> b ^^ c; a <=> b <=> c; a |>> b |>> c; a @@@ b @@@ c;
      a &&& b <=> c; !!a +! ~~b; a %% b *! c; a -- b -- c; a -- b *! c; !! !!a; a **! b *! c; a <=> b &&& c <=> d; ?:a ];
  Printf.printf "%d\n" ((1 ++ 2) 3);
  Printf.printf "%d\n" (succ $ 3);
  let ( + ) = ( * ) in
  Printf.printf "%d\n" (3 + 4);
  let ( .%[] ) l i = List.nth l i in
  Printf.printf "%d\n" [ 10; 20 ].%[1]

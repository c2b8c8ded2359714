(* Whether round, square and curly brackets match. *)
let brackets text =
  let stack = Stack.create () in
  let closes opening = (not (Stack.is_empty stack)) && Stack.pop stack = opening in
  let fits = ref true in
  String.iter
    (fun c ->
      match c with
      | '(' | '[' | '{' -> Stack.push c stack
      | ')' -> if not (closes '(') then fits := false
      | ']' -> if not (closes '[') then fits := false
      | '}' -> if not (closes '{') then fits := false
      | _ -> ())
    text;
  !fits && Stack.is_empty stack

(* Stack and Queue. *)
let () =
  let s = Stack.create () in
  List.iter (fun x -> Stack.push x s) [ 1; 2; 3 ];
  Printf.printf "%d %d %d\n" (Stack.pop s) (Stack.top s) (Stack.length s);
  Stack.iter (Printf.printf "%d ") s; Printf.printf "%d\n" (Stack.fold ( + ) 0 s);
  ignore (Stack.pop s); ignore (Stack.pop s);
  (try ignore (Stack.pop s) with Stack.Empty -> print_endline "empty stack");
  (try ignore (Stack.top s) with Stack.Empty -> print_endline "empty stack");
  Printf.printf "%b %b\n" (Stack.is_empty s) (Stack.pop_opt s = None);
  let q = Queue.create () in
  List.iter (fun x -> Queue.add x q) [ 1; 2; 3; 4 ];
  Printf.printf "%d %d %d\n" (Queue.pop q) (Queue.peek q) (Queue.length q);
  Queue.iter (Printf.printf "%d ") q; Printf.printf "%d\n" (Queue.fold ( - ) 0 q);
  let c = Queue.copy q in
  Queue.push 9 c; Queue.transfer c q; Printf.printf "%d %d\n" (Queue.length c) (Queue.length q);
  Queue.iter (Printf.printf "%d ") q; Queue.clear q;
  (try ignore (Queue.take q) with Queue.Empty -> print_endline "empty queue");
  Printf.printf "%b %b\n" (Queue.take_opt q = None) (Queue.peek_opt (Queue.of_seq (List.to_seq [ 'a' ])) = Some 'a');
  List.iter print_int (List.of_seq (Queue.to_seq (Queue.of_seq (List.to_seq [ 1; 2 ])))); print_newline ()

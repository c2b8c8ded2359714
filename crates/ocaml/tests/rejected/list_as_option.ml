let f : int option = [1]
(* expect: 1:22 wrong-constructor *)

let f () = try 1 with Foo -> 2
(* expect: 1:22 unbound-constructor *)

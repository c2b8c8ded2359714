let f () = for i = 0 to "n" do () done
(* expect: 1:24 type-mismatch *)

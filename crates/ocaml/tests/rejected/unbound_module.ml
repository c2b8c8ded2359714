let f l = Lits.map succ l
(* expect: 1:10 unbound-module *)

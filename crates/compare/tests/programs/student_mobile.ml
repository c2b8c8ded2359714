(* A student's balanced mobiles. *)
type mobile = branch * branch
and branch = SimpleBranch of int * int | CompoundBranch of int * mobile
let rec weight (l, r) = branch_weight l + branch_weight r
and branch_weight = function SimpleBranch (_, w) -> w | CompoundBranch (_, m) -> weight m
let torque = function SimpleBranch (l, w) -> l * w | CompoundBranch (l, m) -> l * weight m
let rec balanced ((l, r) : mobile) =
  let inner = function SimpleBranch _ -> true | CompoundBranch (_, m) -> balanced m in
  torque l = torque r && inner l && inner r
let () =
  let m1 = (CompoundBranch (3, (CompoundBranch (2, (SimpleBranch (1, 1), SimpleBranch (1, 1))), SimpleBranch (1, 4))), SimpleBranch (6, 3)) in
  let m2 = (SimpleBranch (1, 2), SimpleBranch (1, 3)) in
  Printf.printf "%b %b %d\n" (balanced m1) (balanced m2) (weight m1)

let int = basic [ 0; 1; 2; -1 ]

let rec ty size found =
  if size = 1 then found Base
  else if size > 1 then more (map (fun (from, result) -> Arrow (from, result)) (pair ty ty)) size found

let rec term size found =
  if size > 1 then begin
    more (map (fun index -> Var index) int) size found;
    more (map (fun (ty, body) -> Lam (ty, body)) (pair ty term)) size found;
    more (map (fun (fn, arg) -> App (fn, arg)) (pair term term)) size found
  end

let env = list ty

let smallest_of property limit =
  let with_env prop = smallest limit (pair env term) (fun (env, term) -> prop env term) in
  match property with
  | "prop_shift" -> smallest limit (pair ty (pair env term)) (fun (ty, (env, term)) -> prop_shift ty env term)
  | "prop_shift_below" ->
      smallest limit
        (pair ty (pair ty (pair env term)))
        (fun (ty, (first, (env, term))) -> prop_shift_below ty first env term)
  | "prop_subst" ->
      smallest limit
        (pair ty (pair env (pair term term)))
        (fun (ty, (env, (value, term))) -> prop_subst ty env value term)
  | "prop_subst_unused" ->
      smallest limit (pair term (pair env term)) (fun (value, (env, term)) -> prop_subst_unused value env term)
  | "prop_step_keeps_type" -> with_env prop_step_keeps_type
  | "prop_step_reduces" -> with_env prop_step_reduces
  | "prop_eta_keeps_type" -> with_env prop_eta_keeps_type
  | _ -> "no such property"

(* Simply typed terms. A variable is the number of binders between it and its own (de Bruijn). Substitution and reduction
   keep types; the precondition is that a term has one.
   Try: lydian property check examples/properties/lambda.ml *)

open Lydian

type ty = Base | Arrow of ty * ty
type term = Var of int | Lam of ty * term | App of term * term

let rec lookup env index =
  match env with
  | [] -> None
  | first :: rest -> if index = 0 then Some first else lookup rest (index - 1)

let rec type_of env term =
  match term with
  | Var index -> lookup env index
  | Lam (ty, body) -> ( match type_of (ty :: env) body with None -> None | Some result -> Some (Arrow (ty, result)))
  | App (fn, arg) -> (
      match type_of env fn with
      | Some (Arrow (from, result)) -> if type_of env arg = Some from then Some result else None
      | _ -> None)

let well_typed env term = type_of env term <> None

(* {1 Operations} *)

(* Variables that are bound outside of [depth] binders are [by] binders further away. *)
let rec shift by depth term =
  match term with
  | Var index -> if index >= depth then Var (index + by) else term
  | Lam (ty, body) -> Lam (ty, shift by (depth + 1) body)
  | App (fn, arg) -> App (shift by depth fn, shift by depth arg)

(* A term for the variable that is bound [depth] binders further out; its binder goes. *)
let rec subst depth value term =
  match term with
  | Var index -> if index = depth then shift depth 0 value else if index > depth then Var (index - 1) else term
  | Lam (ty, body) -> Lam (ty, subst (depth + 1) value body)
  | App (fn, arg) -> App (subst depth value fn, subst depth value arg)

(* One step of reduction, leftmost outermost. *)
let rec step term =
  match term with
  | Var _ -> None
  | Lam (ty, body) -> ( match step body with Some next -> Some (Lam (ty, next)) | None -> None)
  | App (Lam (_, body), arg) -> Some (subst 0 arg body)
  | App (fn, arg) -> (
      match step fn with
      | Some next -> Some (App (next, arg))
      | None -> ( match step arg with Some next -> Some (App (fn, next)) | None -> None))

let rec normal term =
  match term with
  | Var _ -> true
  | Lam (_, body) -> normal body
  | App (Lam _, _) -> false
  | App (fn, arg) -> normal fn && normal arg

let rec occurs index term =
  match term with
  | Var other -> other = index
  | Lam (_, body) -> occurs (index + 1) body
  | App (fn, arg) -> occurs index fn || occurs index arg

(* Functions that do nothing but pass their argument on. *)
let rec eta term =
  match term with
  | Lam (_, App (fn, Var 0)) when not (occurs 0 fn) -> eta (shift (-1) 0 fn)
  | Lam (ty, body) -> Lam (ty, eta body)
  | App (fn, arg) -> App (eta fn, eta arg)
  | Var _ -> term

(* {1 Properties} *)

let prop_shift ty env term = well_typed env term ==> (type_of (ty :: env) (shift 1 0 term) =? type_of env term)

let prop_shift_below ty first env term =
  well_typed (first :: env) term ==> (type_of (first :: ty :: env) (shift 1 1 term) =? type_of (first :: env) term)

let prop_subst ty env value term =
  (type_of env value = Some ty && well_typed (ty :: env) term)
  ==> (type_of env (subst 0 value term) =? type_of (ty :: env) term)

let prop_subst_unused value env term = well_typed env term ==> (subst 0 value (shift 1 0 term) =? term)

let prop_step_keeps_type env term =
  well_typed env term
  ==> match step term with None -> true | Some next -> type_of env next =? type_of env term

let prop_step_reduces env term = well_typed env term ==> (step term = None <==> normal term)
let prop_eta_keeps_type env term = well_typed env term ==> (type_of env (eta term) =? type_of env term)

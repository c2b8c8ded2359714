(* The laws of the module Machine, each on all values of small types. *)

open Machine

(* {1 All values of small types} *)

let bits = [ 0; 1 ]
let pairs xs ys = List.concat_map (fun x -> List.map (fun y -> (x, y)) ys) xs
let options xs = None :: List.map Option.some xs

(* All lists of this length. *)
let rec lists_of length xs =
  if length = 0 then [ [] ]
  else List.concat_map (fun rest -> List.map (fun x -> x :: rest) xs) (lists_of (length - 1) xs)

(* All lists of up to this length. *)
let rec lists length xs =
  if length = 0 then [ [] ] else lists (length - 1) xs @ lists_of length xs

(* All functions from the first [n] numbers, as tables. *)
let functions n results =
  List.map
    (fun row ->
      let table = Array.of_list row in
      fun x -> table.(x))
    (lists_of n results)

let functions2 m n results = List.map (fun f x y -> f ((x * n) + y)) (functions (m * n) results)

let rec subsets = function
  | [] -> [ [] ]
  | x :: rest ->
      let without = subsets rest in
      without @ List.map (fun set -> x :: set) without

let checks = ref 0

let check condition =
  incr checks;
  condition

let all xs p = List.for_all p xs

let law name holds =
  checks := 0;
  let holds = holds () in
  Printf.printf "%s: %s (%d)\n" name (if holds then "holds" else "FAILS") !checks

let same states m m' = all states (fun s -> check (m s = m' s))

(* {1 The monad} *)

(* Computations with one bit as output and state, and smaller ones. *)
let computations = functions 2 (options (pairs bits bits))
let small = functions 2 (options (pairs [ 0 ] bits))
let continuations = functions2 2 2 (options (pairs bits bits))
let small_continuations = functions2 1 2 (options (pairs [ 0 ] bits))
let conditions = functions 2 [ false; true ]

let () =
  law "unit is neutral on the left" (fun () ->
      all bits (fun x -> all continuations (fun k -> same bits (bind (unit x) k) (k x))));
  law "unit is neutral on the right" (fun () -> all computations (fun m -> same bits (bind m unit) m));
  law "bind is associative" (fun () ->
      all small (fun m ->
          all small_continuations (fun k ->
              all small_continuations (fun h ->
                  same bits (bind (bind m k) h) (bind m (fun x -> bind (k x) h))))));
  law "seq drops the output" (fun () ->
      all computations (fun m -> all computations (fun n -> same bits (m >> n) (m >>= fun _ -> n))));
  law "fail is a zero of bind" (fun () ->
      all continuations (fun k -> same bits (bind fail k) fail)
      && all computations (fun m -> same bits (seq m fail) fail));
  law "fail is neutral for alt" (fun () ->
      all computations (fun m -> same bits (alt fail m) m && same bits (alt m fail) m));
  law "malt takes the first that succeeds" (fun () ->
      all small (fun a ->
          all small (fun b -> all small (fun c -> same bits (malt [ a; b; c ]) (alt (alt a b) c)))));
  law "try never fails and alt undoes it" (fun () ->
      all computations (fun m ->
          all bits (fun s -> check (try_ m s <> None))
          && same bits
               (let* answer = try_ m in
                match answer with None -> fail | Some x -> unit x)
               m));
  law "assert filters, and so does assume" (fun () ->
      all conditions (fun p ->
          all bits (fun s -> check (valid s (assert_ p) = p s))
          && same bits (seq (assume p) (unit true)) (assert_ p)));
  law "assuming one of some states does not look at the state" (fun () ->
      all conditions (fun p ->
          all bits (fun s ->
              check
                (match assume_among bits p s with
                | Some ((), next) -> p next
                | None -> not (List.exists p bits)))));
  law "if is a choice by assertions" (fun () ->
      all conditions (fun c ->
          all small (fun m ->
              all small (fun n ->
                  same bits (if_ c m n)
                    (if_ c (seq (assert_ c) m) (seq (assert_ (fun s -> not (c s))) n))))));
  law "a loop is its unfolding" (fun () ->
      all conditions (fun c ->
          all small (fun m ->
              all [ 0; 1; 2; 3 ] (fun n ->
                  same bits
                    (while_within (n + 1) c m)
                    (if_ c (seq m (while_within n c m)) (unit ()))))));
  law "a loop with enough rounds is the loop" (fun () ->
      let down = modify (fun s -> s - 1) and positive s = s > 0 in
      same [ -1; 0; 1; 2; 3; 4 ] (while_within 4 positive down) (while_ positive down))

(* {1 Sequences of inputs} *)

(* All partial steps with one bit as state, input and output, and all that have three states. *)
let steps = functions2 2 2 (options (pairs bits bits))
let total_steps = functions2 2 2 (List.map Option.some (pairs bits bits))
let three = [ 0; 1; 2 ]
let steps_of_three = functions2 1 3 (options (pairs bits three))
let sequences = lists 4 bits

let even_sum _ os = List.fold_left ( + ) 0 os mod 2 = 0
let predicates = [ (fun _ _ -> true); (fun is os -> is = os) ]

(* The inputs that are not refused on the way, by definition. *)
let rec accepted inputs step state =
  match inputs with
  | [] -> []
  | i :: rest -> (
      match step i state with
      | None -> accepted rest step state
      | Some (_, next) -> i :: accepted rest step next)

let () =
  let save_as_stop step is p s =
    check
      (test_sequence mbind_save s is step (fun is os -> List.length is = List.length os && p is os)
      = test_sequence mbind_stop s is step p)
  in
  law "saving with equal lengths is stopping" (fun () ->
      all steps (fun step -> all sequences (fun is -> all bits (save_as_stop step is even_sum))));
  law "the same with other conditions on outputs" (fun () ->
      all steps (fun step ->
          all (lists 2 bits) (fun is -> all predicates (fun p -> all bits (save_as_stop step is p)))));
  law "the same with three states" (fun () ->
      all steps_of_three (fun step ->
          all (lists 4 [ 0 ]) (fun is -> all three (save_as_stop step is even_sum))));
  law "saving never fails and keeps a prefix" (fun () ->
      all steps (fun step ->
          all (lists 3 bits) (fun is ->
              all bits (fun s ->
                  check
                    (match mbind_save is step s with
                    | None -> false
                    | Some (os, last) ->
                        let prefix = List.filteri (fun n _ -> n < List.length os) is in
                        mbind_stop prefix step s = Some (os, last))))));
  law "stopping over a concatenation splits" (fun () ->
      all steps (fun step ->
          all (lists 2 bits) (fun front ->
              all (lists 2 bits) (fun back ->
                  same bits
                    (mbind_stop (front @ back) step)
                    (let* os = mbind_stop front step in
                     let* os' = mbind_stop back step in
                     unit (os @ os'))))));
  law "saving is stopping for a total step" (fun () ->
      all total_steps (fun step ->
          all sequences (fun is -> same bits (mbind_save is step) (mbind_stop is step))));
  law "a late refusal stops, too" (fun () ->
      (* What becomes of the definition of saving if only its first None is changed. *)
      let rec swallowing inputs step state =
        match inputs with
        | [] -> Some ([], state)
        | i :: rest -> (
            match step i state with
            | None -> None
            | Some (o, next) -> (
                match swallowing rest step next with
                | None -> Some ([ o ], next)
                | Some (os, last) -> Some (o :: os, last)))
      in
      let once i s = if s = 0 then Some (i, 1) else None in
      check (mbind_stop [ 0; 0 ] once 0 = None) && check (swallowing [ 0; 0 ] once 0 <> None));
  law "purging is stopping over the accepted inputs" (fun () ->
      all steps (fun step ->
          all (lists 3 bits) (fun is ->
              all bits (fun s ->
                  check (mbind_purge is step s = mbind_stop (accepted is step s) step s)))));
  law "purging drops what trying refuses" (fun () ->
      all steps (fun step ->
          all (lists 3 bits) (fun is ->
              same bits (mbind_purge is step)
                (map (List.filter_map Fun.id) (mbind_stop is (fun i -> try_ (step i)))))));
  law "purging filters by a condition on inputs" (fun () ->
      all conditions (fun p ->
          all total_steps (fun total ->
              let step i = if p i then total i else fail in
              all (lists 3 bits) (fun is ->
                  same bits (mbind_purge is step) (mbind_stop (List.filter p is) step)))))

(* {1 Pre- and postconditions} *)

let () =
  let candidates = pairs bits bits in
  let pres = functions2 2 1 [ false; true ] in
  let posts = functions 8 [ false; true ] in
  law "a step from conditions keeps them" (fun () ->
      all pres (fun pre ->
          all posts (fun table ->
              let post s _ o s' = table ((4 * s) + (2 * o) + s') in
              all bits (fun s ->
                  check
                    (match of_pre_post candidates pre post 0 s with
                    | Some (o, s') -> pre s 0 && post s 0 o s'
                    | None -> (not (pre s 0)) || not (implementable candidates pre post s 0))))));
  law "all choices have a first one" (fun () ->
      all pres (fun pre ->
          all posts (fun table ->
              let post s _ o s' = table ((4 * s) + (2 * o) + s') in
              all bits (fun s ->
                  check
                    (to_partial (choices_of_pre_post candidates pre post) s 0
                    = Option.map (fun (o, s') -> ([ o ], s')) (of_pre_post candidates pre post 0 s))))))

(* {1 Machines with choices} *)

(* All machines with two states and one input, and all with two inputs whose transitions have the same output. *)
let choices = subsets (pairs bits [ []; [ 0 ] ])
let machines = functions2 2 1 choices
let silent = functions2 2 2 (subsets (pairs bits [ [ 0 ] ]))
let from_both p = all machines (p [ 0 ]) && all silent (p bits)
let same_set xs ys = all xs (fun x -> List.mem x ys) && all ys (fun y -> List.mem y xs)

let () =
  law "a sequence is a trace if it leads somewhere" (fun () ->
      from_both (fun inputs m ->
          let two = lists 2 (pairs inputs [ []; [ 0 ] ]) in
          all (subsets bits) (fun states ->
              let traces = traces m inputs 2 states in
              states = []
              || all two (fun trace -> check (List.mem trace traces = (after m states trace <> []))))));
  law "inputs with a transition begin a trace" (fun () ->
      from_both (fun inputs m ->
          all (subsets bits) (fun states ->
              let firsts =
                List.filter_map
                  (function [ (i, _) ] -> Some i | _ -> None)
                  (traces m inputs 1 states)
              in
              check (same_set (init m inputs states) firsts))));
  law "after a concatenation is after the second after the first" (fun () ->
      from_both (fun inputs m ->
          let one = lists 1 (pairs inputs [ []; [ 0 ] ]) in
          all one (fun front ->
              all one (fun back ->
                  check (after m bits (front @ back) = after m (after m bits front) back)))));
  law "after a set of states is the union" (fun () ->
      from_both (fun inputs m ->
          all (lists 2 (pairs inputs [ [ 0 ] ])) (fun trace ->
              check
                (same_set (after m bits trace)
                   (List.concat_map (fun state -> after m [ state ] trace) bits)))));
  law "a deterministic machine is in one state at most" (fun () ->
      from_both (fun inputs m ->
          (not (deterministic m bits inputs))
          || all (lists 3 (pairs inputs [ [ 0 ] ])) (fun trace ->
                 check (List.length (after m [ 0 ] trace) <= 1))));
  law "enabling inputs makes total, once" (fun () ->
      from_both (fun inputs m ->
          let enabled = enable_input m in
          check (total enabled bits inputs)
          && all (pairs bits inputs) (fun (s, i) ->
                 check (enable_input enabled s i = enabled s i)
                 && check (m s i = [] || enabled s i = m s i))));
  law "partial steps are machines with at most one choice" (fun () ->
      all steps (fun step ->
          let m = of_partial step in
          check (deterministic m bits bits)
          && all (pairs bits bits) (fun (s, i) ->
                 check (to_partial m s i = Option.map (fun (o, s') -> ([ o ], s')) (step s i)))));
  law "a partial step and its machine go together" (fun () ->
      all steps (fun step ->
          all (lists 3 bits) (fun is ->
              check
                (match mbind_stop is (of_step step) 0 with
                | None -> true
                | Some (os, last) ->
                    after (of_partial step) [ 0 ] (List.map2 (fun i o -> (i, [ o ])) is os) = [ last ]))))

(* {1 Machines from machines} *)

let left (i, os) = (Either.Left i, List.map Either.left os)
let right (i, os) = (Either.Right i, List.map Either.right os)
let words = lists 2 [ (0, []); (0, [ 0 ]) ]

let () =
  law "machines side by side do not see each other" (fun () ->
      let few = List.filteri (fun n _ -> n mod 17 = 3) machines in
      all few (fun m ->
          all few (fun n ->
              let both = interleave m n in
              all words (fun a ->
                  all [ []; [ (0, []) ]; [ (0, [ 0 ]) ] ] (fun b ->
                      let front = List.map left a and back = List.map right b in
                      let expected = pairs (after m [ 0 ] a) (after n [ 0 ] b) in
                      all (interleavings front back) (fun trace ->
                          check (same_set (after both [ (0, 0) ] trace) expected)))))));
  law "interleavings keep both orders" (fun () ->
      all (lists 3 bits) (fun xs ->
          all (lists 2 bits) (fun ys ->
              let mixed = interleavings (List.map Either.left xs) (List.map Either.right ys) in
              let rec ways m n = if m = 0 || n = 0 then 1 else ways (m - 1) n + ways m (n - 1) in
              check (List.length mixed = ways (List.length xs) (List.length ys))
              && all mixed (fun both ->
                     check
                       (List.filter_map Either.find_left both = xs
                       && List.filter_map Either.find_right both = ys)))));
  law "nothing hidden changes nothing" (fun () ->
      from_both (fun inputs m ->
          all (pairs bits inputs) (fun (s, i) -> check (same_set (hide [] 2 m s i) (m s i)))));
  law "a hidden input happens by itself" (fun () ->
      all silent (fun m ->
          all bits (fun s ->
              let visible = List.map fst (m s 0) in
              let unseen = List.concat_map (fun s' -> List.map fst (m s' 1)) visible in
              check (hide [ 1 ] 1 m s 1 = [])
              && check (same_set (List.map fst (hide [ 1 ] 1 m s 0)) (visible @ unseen)))));
  law "an observer that binds nothing changes nothing" (fun () ->
      from_both (fun inputs m ->
          let observed = observe (fun () _ _ -> ()) (fun () i -> Some i) m in
          all (pairs bits inputs) (fun (s, i) ->
              check (observed ((), s) i = List.map (fun (s', os) -> (((), s'), os)) (m s i)))));
  law "a pipe into a machine that repeats changes nothing" (fun () ->
      let repeat () o = [ ((), [ o ]) ] in
      from_both (fun inputs m ->
          all (pairs bits inputs) (fun (s, i) ->
              check (pipe m repeat (s, ()) i = List.map (fun (s', os) -> ((s', ()), os)) (m s i)))));
  law "a restriction to everything changes nothing, to nothing leaves nothing" (fun () ->
      from_both (fun inputs m ->
          all (pairs bits inputs) (fun (s, i) ->
              check (restrict (fun _ _ -> true) m s i = m s i)
              && check (restrict (fun _ _ -> false) m s i = []))))

(* {1 Coffee} *)

type state = S0 | S5 | S10
type io = Nickel | Dime | Button | Coffee

let c0 state input =
  match (state, input) with
  | S0, Nickel -> [ (S5, []) ]
  | S0, Dime -> [ (S10, []) ]
  | S5, Nickel -> [ (S10, []) ]
  | S10, Button -> [ (S0, [ Coffee ]) ]
  | _ -> []

let c1 state input =
  match (state, input) with S10, Button -> [ (S0, [ Coffee ]); (S10, []) ] | _ -> c0 state input

let c2 state input =
  match (state, input) with
  | S0, Nickel -> [ (S5, []) ]
  | S0, Dime | S5, Nickel -> [ (S10, []) ]
  | S10, Button -> [ (S0, [ Coffee ]) ]
  | s, _ -> [ (s, []) ]

let () =
  let states = [ S0; S5; S10 ] and inputs = [ Nickel; Dime; Button ] in
  let equal m n = all (pairs states inputs) (fun (s, i) -> check (m s i = n s i)) in
  law "c0 with inputs enabled is c2" (fun () -> equal (enable_input c0) c2);
  law "c1 with inputs enabled is not c2" (fun () -> not (equal (enable_input c1) c2));
  law "c2 is total already" (fun () -> check (total c2 states inputs) && equal (enable_input c2) c2);
  law "a dime after a nickel is a trace of c2" (fun () ->
      check (List.mem [ (Nickel, []); (Dime, []) ] (traces c2 inputs 2 [ S0 ])))

(* What every random test uses: numbers that one seed replays, and the loop that runs two programs side by side. *)

let lydian_state = ref 0

let lydian_bits () =
  (* SplitMix, on the 63 bits that there are. *)
  lydian_state := !lydian_state + 0x1E3779B97F4A7C15;
  let z = !lydian_state in
  let z = (z lxor (z lsr 30)) * 0x3F58476D1CE4E5B9 in
  let z = (z lxor (z lsr 27)) * 0x14D049BB133111EB in
  (z lxor (z lsr 31)) land max_int

let lydian_below n = if n <= 1 then 0 else lydian_bits () mod n
let lydian_pick a = a.(lydian_below (Array.length a))

let lydian_int numbers =
  match lydian_below 10 with
  | 0 | 1 | 2 | 3 -> lydian_below 7 - 3
  | 4 | 5 -> lydian_below 31 - 10
  | 6 -> lydian_below 201 - 100
  | 7 when lydian_below 3 = 0 -> lydian_below 20001 - 10000
  | _ -> if Array.length numbers = 0 then lydian_below 5 else lydian_pick numbers + lydian_below 3 - 1

let lydian_char texts =
  match lydian_below 8 with
  | 0 | 1 | 2 -> Char.chr (97 + lydian_below 3)
  | 3 -> lydian_pick [| ' '; 'A'; 'Z'; 'z'; '0'; '9'; ','; '-' |]
  | 4 -> Char.chr (32 + lydian_below 95)
  | _ ->
      let text = if Array.length texts = 0 then "" else lydian_pick texts in
      if text = "" then 'b' else text.[lydian_below (String.length text)]

let lydian_string texts =
  if Array.length texts > 0 && lydian_below 6 = 0 then lydian_pick texts
  else String.init (lydian_below 9) (fun _ -> lydian_char texts)

let lydian_float () =
  match lydian_below 4 with
  | 0 -> float_of_int (lydian_below 201 - 100) /. 4.0
  | 1 -> 0.1 *. float_of_int (lydian_below 50)
  | _ -> float_of_int (lydian_below 21 - 10)

(* What a function gives depends on its argument and on the seed alone, so it is the same function for both programs. *)
let lydian_apply seed argument give =
  let before = !lydian_state in
  lydian_state := Hashtbl.hash (seed, argument) * 0x1234567;
  let result = give () in
  lydian_state := before;
  result

exception Lydian_late

(* Calls are put into words only once a difference is found. *)
let lydian_telling = ref false

let lydian_calls_begun = ref 0
let lydian_seen = ref (-1)

let lydian_watch () =
  let tick _ =
    if !lydian_seen = !lydian_calls_begun then raise Lydian_late else lydian_seen := !lydian_calls_begun
  in
  Sys.set_signal Sys.sigalrm (Sys.Signal_handle tick);
  let every = 0.25 in
  ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = every; it_value = every })

type lydian_seen = { result : Obj.t; arguments : Obj.t list; call : string; shown : string Lazy.t }

let lydian_saw result arguments call shown = { result; arguments; call; shown }
let lydian_same a b = try compare a b = 0 with Invalid_argument _ -> true

(* One run: the calls in sequence, each with what it gave; or the exception that ended it. *)
let lydian_run instance seed =
  incr lydian_calls_begun;
  lydian_state := seed;
  try
    let one = instance () in
    (* More calls in sequence than any search of ours makes. *)
    let count = max 1 (lydian_below 12 - 5) in
    let size = lydian_below 7 in
    let calls = List.init count (fun _ -> one size) in
    Ok (List.map (fun call -> call ()) calls)
  with error -> Error error

let lydian_words reference seed =
  lydian_telling := true;
  match lydian_run reference seed with
  | Ok seen -> String.concat "; " (List.map (fun one -> one.call) seen)
  | Error error -> Printexc.to_string error

let lydian_results seen = String.concat "; " (List.map (fun one -> Lazy.force one.shown) seen)

let lydian_compare reference mutant tests =
  lydian_watch ();
  let outside = ref 0 and late = ref 0 and test = ref 0 in
  let difference = ref None in
  while !difference = None && !test < tests && !late < 20 do
    incr test;
    let seed = !test * 7919 in
    match lydian_run reference seed with
    | Error Lydian_late -> incr late
    | Error _ -> incr outside
    | Ok expected -> (
        match lydian_run mutant seed with
        | Error error -> difference := Some (seed, lydian_results expected, Printexc.to_string error)
        | Ok actual ->
            let same a b = lydian_same a.result b.result && List.for_all2 lydian_same a.arguments b.arguments in
            if not (List.for_all2 same expected actual) then
              difference := Some (seed, lydian_results expected, lydian_results actual))
  done;
  match !difference with
  | Some (seed, expected, actual) ->
      Printf.printf "\ndifference\t%d\t%s\t%s\t%s\n" !test (lydian_words reference seed) expected actual
  | None -> Printf.printf "\nsame\t%d\t%d\t%d\n" !test !outside !late

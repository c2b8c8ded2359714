(* How often each word comes, in the order of the words. *)
module Words = Map.Make (String)

let word_frequency words =
  let add counts word =
    let before = match Words.find_opt word counts with Some n -> n | None -> 0 in
    Words.add word (before + 1) counts
  in
  Words.bindings (List.fold_left add Words.empty words)

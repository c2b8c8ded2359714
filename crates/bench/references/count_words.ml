(* The number of words, which any number of spaces separate. *)
let count_words text =
  let count = ref 0 in
  let inside = ref false in
  String.iter
    (fun c ->
      if c = ' ' then inside := false
      else if not !inside then begin
        inside := true;
        incr count
      end)
    text;
  !count

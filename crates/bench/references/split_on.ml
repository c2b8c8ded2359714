(* Cuts a text at every separator. *)
let split_on separator text =
  let parts = ref [] in
  let last = ref (String.length text) in
  for i = String.length text - 1 downto 0 do
    if text.[i] = separator then begin
      parts := String.sub text (i + 1) (!last - i - 1) :: !parts;
      last := i
    end
  done;
  String.sub text 0 !last :: !parts

(* How many cells hang together with a cell of a map; cells are given by row and column. *)
let flood_fill (map : bool array array) row column =
  let seen = Hashtbl.create 16 in
  let is_land r c =
    r >= 0 && r < Array.length map && c >= 0 && c < Array.length map.(r) && map.(r).(c)
  in
  let rec visit r c =
    if is_land r c && not (Hashtbl.mem seen (r, c)) then begin
      Hashtbl.add seen (r, c) ();
      visit (r + 1) c;
      visit (r - 1) c;
      visit r (c + 1);
      visit r (c - 1)
    end
  in
  visit row column;
  Hashtbl.length seen

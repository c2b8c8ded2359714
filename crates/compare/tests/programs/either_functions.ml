(* The module Either. *)
open Either
let () =
  let l : (int, string) t = left 1 and r : (int, string) t = right "r" in
  Printf.printf "%b %b\n" (is_left l) (is_right l);
  Printf.printf "%d %s\n" (fold ~left:Fun.id ~right:String.length r) (fold ~left:string_of_int ~right:Fun.id l);
  (match find_left l with Some n -> print_int n | None -> print_string "none");
  (match find_right l with Some s -> print_string s | None -> print_string "none");
  (match map_left succ l with Left n -> print_int n | Right s -> print_string s);
  (match map_right String.uppercase_ascii r with Left n -> print_int n | Right s -> print_string s);
  (match map ~left:succ ~right:String.length r with Left n -> print_int n | Right n -> Printf.printf "R%d" n);
  iter ~left:print_int ~right:print_string r;
  Printf.printf " %b %d\n" (for_all ~left:(fun n -> n > 0) ~right:(fun _ -> false) l) (compare ~left:Int.compare ~right:String.compare l r);
  Printf.printf "%b\n" (equal ~left:( = ) ~right:( = ) l l)

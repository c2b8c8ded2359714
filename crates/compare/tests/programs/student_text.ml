(* A student's functions on strings. *)
let explode s = List.init (String.length s) (String.get s)
let implode l = String.concat "" (List.map (String.make 1) l)
let reverse s = String.init (String.length s) (fun i -> s.[String.length s - 1 - i])
let palindrome s = let s = String.lowercase_ascii (implode (List.filter (function 'a' .. 'z' | 'A' .. 'Z' -> true | _ -> false) (explode s))) in s = reverse s
let caesar k = String.map (fun c -> let shift b = Char.chr (((Char.code c - b + k + 26) mod 26) + b) in match c with 'a' .. 'z' -> shift 97 | 'A' .. 'Z' -> shift 65 | c -> c)
let words s = List.filter (( <> ) "") (String.split_on_char ' ' s)
let count s = let h = Hashtbl.create 10 in List.iter (fun w -> Hashtbl.replace h w (1 + Option.value (Hashtbl.find_opt h w) ~default:0)) (words s); List.sort compare (Hashtbl.fold (fun k v l -> (k, v) :: l) h [])
let rle s = let n = String.length s in let b = Buffer.create n in let rec go i = if i < n then begin let j = ref i in while !j < n && s.[!j] = s.[i] do incr j done; Buffer.add_string b (Printf.sprintf "%d%c" (!j - i) s.[i]); go !j end in go 0; Buffer.contents b
let roman n = let rec go n = function [] -> "" | (v, s) :: t as l -> if n >= v then s ^ go (n - v) l else go n t in go n [ (1000, "M"); (900, "CM"); (500, "D"); (400, "CD"); (100, "C"); (90, "XC"); (50, "L"); (40, "XL"); (10, "X"); (9, "IX"); (5, "V"); (4, "IV"); (1, "I") ]
let rec binary n = if n < 2 then string_of_int n else binary (n / 2) ^ string_of_int (n mod 2)
let capitalise s = String.concat " " (List.map String.capitalize_ascii (words s))
let () =
  Printf.printf "%s %b %b\n" (reverse "stressed") (palindrome "A man, a plan, a canal: Panama") (palindrome "no");
  print_endline (caesar 3 "Hello, World!" ^ caesar (-3) (caesar 3 "xyz"));
  List.iter (fun (w, n) -> Printf.printf "%s:%d " w n) (count "the cat and the dog and the bird");
  Printf.printf "%s %s %s %s\n" (rle "aaabccd") (roman 1994) (binary 37) (capitalise "the  quick fox")

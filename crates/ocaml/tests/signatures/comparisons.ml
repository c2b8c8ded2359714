let eq a b = a = b && a == b
let cmp = compare
let rec lex a b = match a, b with [], [] -> 0 | [], _ -> -1 | _, [] -> 1 | x :: a, y :: b -> match compare x y with 0 -> lex a b | n -> n
let min3 a b c = min a (min b c)
let between lo hi x = lo <= x && x <= hi
let desc l = List.sort (fun a b -> compare b a) l
let uniq l = List.sort_uniq Stdlib.compare l
let clamp = Stdlib.max 0

let sum n = let s = ref 0 in for i = 1 to n do s := !s + i done; !s
let down n = for i = n downto 0 do print_int i; print_newline () done
let collatz n = let n = ref n and steps = ref 0 in while !n <> 1 do (if !n mod 2 = 0 then n := !n / 2 else n := 3 * !n + 1); incr steps done; !steps
let fill a v = for i = 0 to Array.length a - 1 do a.(i) <- v done
let count s c = let n = ref 0 in String.iter (fun d -> if c = d then incr n) s; !n
let nth s i = s.[i]
let matrix = Array.make_matrix 2 3 0.
let first = function [| a; _ |] -> a | [||] -> 0 | _ -> 1
let set_byte b = Bytes.set b 0 'x'; b

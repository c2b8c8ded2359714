(* In-place algorithms on arrays. *)
let swap a i j = let t = a.(i) in a.(i) <- a.(j); a.(j) <- t
let bubble a =
  let n = Array.length a in
  for i = 0 to n - 2 do for j = 0 to n - 2 - i do if a.(j) > a.(j + 1) then swap a j (j + 1) done done
let rec quick a lo hi =
  if lo < hi then begin
    let p = a.(hi) and i = ref lo in
    for j = lo to hi - 1 do if a.(j) < p then begin swap a !i j; incr i end done;
    swap a !i hi;
    quick a lo (!i - 1);
    quick a (!i + 1) hi
  end
let insertion a =
  for i = 1 to Array.length a - 1 do
    let x = a.(i) and j = ref (i - 1) in
    while !j >= 0 && a.(!j) > x do a.(!j + 1) <- a.(!j); decr j done;
    a.(!j + 1) <- x
  done
let search a x =
  let rec go lo hi = if lo >= hi then -1 else let m = (lo + hi) / 2 in if a.(m) = x then m else if a.(m) < x then go (m + 1) hi else go lo m in
  go 0 (Array.length a)
let () =
  let data () = Array.init 20 (fun i -> i * 37 mod 23) in
  let show a = Array.iter (Printf.printf "%d ") a; print_newline () in
  let a = data () in bubble a; show a;
  let a = data () in quick a 0 (Array.length a - 1); show a;
  let a = data () in insertion a; show a;
  Printf.printf "%d %d\n" (search a 14) (search a 100);
  let sieve n = let p = Array.make (n + 1) true in for i = 2 to n do if p.(i) then begin let j = ref (i * i) in while !j <= n do p.(!j) <- false; j := !j + i done end done; List.filter (fun i -> i > 1 && p.(i)) (List.init (n + 1) Fun.id) in
  List.iter (Printf.printf "%d ") (sieve 60);
  print_newline ()

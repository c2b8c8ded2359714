let ask name =
  Printf.printf "%s: %!" name;
  read_int ()

let () =
  let a = ask "a" in
  let b = ask "b" in
  let c = ask "c" in
  print_endline
    (if a + b <= c || a + c <= b || b + c <= a then "no triangle"
     else if a = b && b = c then "equilateral"
     else if a = b || b = c || a = c then "isosceles"
     else "scalene")

let s = Printf.sprintf "%d and %s" 1 "a"
let p n x = Printf.printf "%5d %-8.3f %c %b %S\n" n x 'c' true "q"
let f = Printf.sprintf "%s=%d"
let g pp x = Format.asprintf "%a" pp x
let h ppf (a, b) = Format.fprintf ppf "@[(%d,@ %s)@]" a b
let e = Printf.eprintf "100%%\n"
let k = Printf.ksprintf failwith "%d"
let fmt : (int -> string, unit, string) format = "%d"
let w = Printf.sprintf "%*d" 3 4
let l = Printf.sprintf "%Ld %ld %nd" 1L 2l 3n
let both = "%d" ^^ "%s"

type shape = ..
type shape += Circle of int | Square of { side : int }
type shape += Point

let area = function Circle r -> 3 * r * r | Square { side } -> side * side | Point -> 0 | _ -> -1

module More = struct
  type shape += Line of int * int
  let extra = Line (1, 2)
end

let () = List.iter (fun s -> Printf.printf "%d " (area s)) [Circle 2; Square { side = 3 }; Point; More.extra]
let () = print_newline ()
let describe = function More.Line (a, b) -> a + b | s -> area s
let () = Printf.printf "%d %d\n" (describe More.extra) (describe (Circle 1))
let () = Printf.printf "%b %b\n" (Circle 1 = Circle 1) (Point = Circle 1)

type 'a event = ..
type 'a event += Tick | Got of 'a

let handle = function Got x -> x | Tick -> 0 | _ -> -1
let () = Printf.printf "%d %d\n" (handle (Got 7)) (handle Tick)

module type PLUGIN = sig
  type cmd = ..
  type cmd += Quit
  val name : cmd -> string
end

module Plugin : PLUGIN = struct
  type cmd = ..
  type cmd += Quit
  let name = function Quit -> "quit" | _ -> "unknown"
end

type Plugin.cmd += Save of string
let () = print_endline (Plugin.name Plugin.Quit ^ " " ^ Plugin.name (Save "x"))
type shape += Dot = Point
let () = Printf.printf "%d\n" (area Dot)
type exn += Mine of int
let () = try raise (Mine 3) with Mine n -> Printf.printf "%d\n" n
type failure = exn = ..
let () = try raise (Failure "x" : failure) with Mine _ -> () | _ -> print_endline "other"

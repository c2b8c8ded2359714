(* The shape with the largest area, and that area; of equal ones the first. *)
type shape = Circle of float | Rectangle of { width : float; height : float } | Square of float

let pi = 3.0

let area = function
  | Circle radius -> pi *. radius *. radius
  | Rectangle { width; height } -> width *. height
  | Square side -> side ** 2.0

let largest shapes =
  let better best shape =
    match best with
    | Some (_, most) when area shape <= most -> best
    | _ -> Some (shape, area shape)
  in
  List.fold_left better None shapes

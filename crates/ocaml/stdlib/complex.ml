(* Complex numbers. *)

type t = { re : float; im : float }

let zero = { re = 0.0; im = 0.0 }
let one = { re = 1.0; im = 0.0 }
let i = { re = 0.0; im = 1.0 }
let neg z = { re = -.z.re; im = -.z.im }
let conj z = { re = z.re; im = -.z.im }
let add z w = { re = z.re +. w.re; im = z.im +. w.im }
let sub z w = { re = z.re -. w.re; im = z.im -. w.im }
let mul z w = { re = (z.re *. w.re) -. (z.im *. w.im); im = (z.re *. w.im) +. (z.im *. w.re) }

(* Dividing by the larger part first keeps the intermediate results in range. *)
let div z w =
  if abs_float w.re >= abs_float w.im then
    let r = w.im /. w.re in
    let d = w.re +. (r *. w.im) in
    { re = (z.re +. (r *. z.im)) /. d; im = (z.im -. (r *. z.re)) /. d }
  else
    let r = w.re /. w.im in
    let d = w.im +. (r *. w.re) in
    { re = ((r *. z.re) +. z.im) /. d; im = ((r *. z.im) -. z.re) /. d }

let inv z = div one z
let norm2 z = (z.re *. z.re) +. (z.im *. z.im)

let norm z =
  let re = abs_float z.re and im = abs_float z.im in
  if re = 0.0 then im
  else if im = 0.0 then re
  else
    let large = if re >= im then re else im and small = if re >= im then im else re in
    let q = small /. large in
    large *. sqrt (1.0 +. (q *. q))

let arg z = atan2 z.im z.re
let polar size angle = { re = cos angle *. size; im = sin angle *. size }
let exp z = polar (exp z.re) z.im
let log z = { re = log (norm z); im = arg z }
let pow z w = exp (mul w (log z))

let sqrt z =
  if z.re = 0.0 && z.im = 0.0 then zero
  else
    let re = abs_float z.re and im = abs_float z.im in
    let w =
      if re >= im then
        let q = im /. re in
        sqrt re *. sqrt (0.5 *. (1.0 +. sqrt (1.0 +. (q *. q))))
      else
        let q = re /. im in
        sqrt im *. sqrt (0.5 *. (q +. sqrt (1.0 +. (q *. q))))
    in
    if z.re >= 0.0 then { re = w; im = 0.5 *. z.im /. w }
    else { re = 0.5 *. im /. w; im = (if z.im >= 0.0 then w else -.w) }

(* The hours and minutes between two times of a day, over midnight if need be. *)
type time = { hours : int; minutes : int }

exception Bad_time of time

let in_minutes t =
  if t.hours < 0 || t.hours > 23 || t.minutes < 0 || t.minutes > 59 then raise (Bad_time t)
  else (t.hours * 60) + t.minutes

let schedule first second =
  let distance = in_minutes second - in_minutes first in
  let distance = if distance < 0 then distance + (24 * 60) else distance in
  { hours = distance / 60; minutes = distance mod 60 }

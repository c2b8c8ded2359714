type state = Off | On | Bright
type input = Press | Hold
type output = Dark | Light | Full

let init = Off

let step state input =
  match (state, input) with
  | Off, Press -> Some (Light, On)
  | On, Press -> Some (Full, Bright)
  | Bright, Press -> Some (Dark, Off)
  | _, Hold -> Some (Dark, Off)

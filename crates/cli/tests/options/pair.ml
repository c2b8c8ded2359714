type state = bool * bool
type input = Left | Right
type output = Is of bool

let init = (false, false)
let step (l, r) = function Left -> Some (Is l, (not l, r)) | Right -> Some (Is r, (l, not r))

open Lydian

let prop_small x = x < 1000
let prop_even l = List.length l < 60
let prop_both (b : bool) = b || not b

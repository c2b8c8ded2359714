let a = 1l and b = 2L and c = 3n
let sum = Int64.add b 4L
let conv = Int32.to_int a + Int64.to_int b
let f x = Int64.of_int x |> Int64.to_string
let max = Int.max 1 2
let h = 0b1010 + 0o17 + 0xFF + 1_000
let fl = 1e3 +. 0x1p3 +. 1.

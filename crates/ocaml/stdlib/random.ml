(* Pseudo-random numbers: the additive lagged Fibonacci generator of OCaml 4, with the same sequences.

   x(n) = x(n-55) + x(n-31) modulo 2^30, with some high bits of x(n-31) mixed into its low ones. *)

external md5 : string -> string = "md5"
external unsupported : string -> 'a = "unsupported"

module State = struct
  type t = { values : int array; mutable index : int }

  let size = 55
  let mask = 0x3fffffff
  let copy s = { values = Array.copy s.values; index = s.index }

  (* A chain of digests over the seeds fills the table. *)
  let make seeds =
    let seeds = if Array.length seeds = 0 then [| 0 |] else seeds in
    let n = Array.length seeds in
    let values = Array.init size (fun i -> i) in
    let digest = ref "x" in
    for i = 0 to size - 1 + max size n do
      let seed = seeds.(i mod n) in
      digest := md5 (!digest ^ string_of_int seed);
      let byte k = int_of_char (String.get !digest k) in
      let number = byte 0 + (byte 1 lsl 8) + (byte 2 lsl 16) + (byte 3 lsl 24) in
      let j = i mod size in
      values.(j) <- (values.(j) lxor number) land mask
    done;
    { values; index = 0 }

  (* What comes by chance is nothing that a run could show again: the first number asked for ends it. *)
  let make_self_init () = { values = [||]; index = -1 }

  let bits s =
    if s.index < 0 then unsupported "numbers by chance (after Random.self_init) are not the same in two runs";
    s.index <- (s.index + 1) mod size;
    let current = s.values.(s.index) in
    let other = s.values.((s.index + 24) mod size) in
    let next = (other + (current lxor ((current lsr 25) land 31))) land mask in
    s.values.(s.index) <- next;
    next

  (* Values of the incomplete last interval of length [bound] would be too likely: draw again. *)
  let rec below s bound =
    let r = bits s in
    let v = r mod bound in
    if r - v > mask - bound + 1 then below s bound else v

  let int s bound =
    if bound > mask || bound <= 0 then invalid_arg "Random.int" else below s bound

  let rec below_large s bound =
    let b1 = bits s in
    let b2 = bits s in
    let r, limit =
      if bound <= 0x7fffffff then (((b2 land 0x3fffc000) lsl 1) lor (b1 lsr 15), 0x7fffffff)
      else
        let b3 = bits s in
        (((((b3 land 0x3ffffe00) lsl 12) lor (b2 lsr 9)) lsl 20) lor (b1 lsr 10), max_int)
    in
    let v = r mod bound in
    if r - v > limit - bound + 1 then below_large s bound else v

  let full_int s bound =
    if bound <= 0 then invalid_arg "Random.full_int"
    else if bound > mask then below_large s bound
    else below s bound

  let rec int32_below s bound =
    let b1 = Int32.of_int (bits s) in
    let b2 = Int32.shift_left (Int32.of_int (bits s land 1)) 30 in
    let r = Int32.logor b1 b2 in
    let v = Int32.rem r bound in
    if Int32.sub r v > Int32.add (Int32.sub Int32.max_int bound) 1l then int32_below s bound
    else v

  let int32 s bound = if bound <= 0l then invalid_arg "Random.int32" else int32_below s bound

  let rec int64_below s bound =
    let b1 = Int64.of_int (bits s) in
    let b2 = Int64.shift_left (Int64.of_int (bits s)) 30 in
    let b3 = Int64.shift_left (Int64.of_int (bits s land 7)) 60 in
    let r = Int64.logor b1 (Int64.logor b2 b3) in
    let v = Int64.rem r bound in
    if Int64.sub r v > Int64.add (Int64.sub Int64.max_int bound) 1L then int64_below s bound
    else v

  let int64 s bound = if bound <= 0L then invalid_arg "Random.int64" else int64_below s bound

  let nativeint s bound =
    Int64.to_nativeint (int64 s (Int64.of_nativeint bound))

  let float s bound =
    let scale = 1073741824.0 in
    let r1 = float_of_int (bits s) in
    let r2 = float_of_int (bits s) in
    ((r1 /. scale) +. r2) /. scale *. bound

  let bool s = bits s land 1 = 0
end

(* The state of a program that never calls `init`. *)
let initial_values =
  [|
    0x3ae2522b; 0x1d8d4634; 0x15b4fad0; 0x18b14ace; 0x12f8a3c4; 0x3b086c47; 0x16d467d6; 0x101d91c7;
    0x321df177; 0x176c193; 0x1ff72bf1; 0x1e889109; 0xb464b18; 0x2b86b97c; 0x891da48; 0x3137463;
    0x85ac5a1; 0x15d61f2f; 0x3bced359; 0x29c1c132; 0x3a86766e; 0x366d8c86; 0x1f5b6222; 0x3ce1b59f;
    0x2ebf78e1; 0x27cd1b86; 0x258f3dc3; 0x389a8194; 0x2e4c44c; 0x18c43f7d; 0xf6e534f; 0x1e7df359;
    0x55d0b7e; 0x10e84e7e; 0x126198e4; 0xe7722cb; 0x1cbede28; 0x3391b964; 0x3d40e92a; 0xc59933d;
    0xb8cd0b7; 0x24efff1c; 0x2803fdaa; 0x8ebc72e; 0xf522e32; 0x5398edc; 0x2144a04c; 0xaef3cbd;
    0x1ad4719; 0x35b93cd6; 0x2a559d4f; 0x1e6fd768; 0x26e27f36; 0x186f18c3; 0x2fbf967a;
  |]

let current = ref { State.values = Array.copy initial_values; index = 0 }
let full_init seeds = current := State.make seeds
let init seed = full_init [| seed |]
let self_init () = current := State.make_self_init ()
let bits () = State.bits !current
let int bound = State.int !current bound
let full_int bound = State.full_int !current bound
let int32 bound = State.int32 !current bound
let int64 bound = State.int64 !current bound
let nativeint bound = State.nativeint !current bound
let float bound = State.float !current bound
let bool () = State.bool !current
let get_state () = State.copy !current
let set_state s = current := State.copy s

(* All primes up to a number, by a sieve. *)
let primes limit =
  if limit < 2 then []
  else begin
    let is_prime = Array.make (limit + 1) true in
    is_prime.(0) <- false;
    is_prime.(1) <- false;
    let i = ref 2 in
    while !i * !i <= limit do
      if is_prime.(!i) then begin
        let multiple = ref (!i * !i) in
        while !multiple <= limit do
          is_prime.(!multiple) <- false;
          multiple := !multiple + !i
        done
      end;
      incr i
    done;
    let found = ref [] in
    for n = limit downto 2 do
      if is_prime.(n) then found := n :: !found
    done;
    !found
  end

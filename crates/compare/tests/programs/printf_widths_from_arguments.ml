(* Printf: widths and precisions from arguments, infinite floats, literal parts. *)
let () =
  let open Printf in
  printf "[%*d] [%-*d] [%0*d]\n" 5 42 5 42 5 42;
  printf "[%.*f] [%*.*f]\n" 2 3.14159 8 3 2.71828;
  printf "[%*s] [%-*s]\n" 6 "ab" 6 "ab";
  printf "[%f] [%f] [%e] [%g]\n" infinity neg_infinity nan infinity;
  printf "[%5.1f] [%-8.2e] [%+g] [% f]\n" 2.25 12345.678 1.5 1.5;
  printf "[%i] [%3i] [%-3i]\n" 1 2 3;
  printf "[%s] [%s]\n" "" "%d";
  printf "[%5b] [%-7B]\n" true false;
  printf "[%10S]\n" "a\tb";
  printf "[%h] [%H]\n" 1.5 255.75;
  printf "[%08.3f] [%+08.3f]\n" 3.14159 3.14159;
  printf "%s\n" (sprintf "%s-%s" "a" (sprintf "%d" 3));
  printf "@[not a box@]\n";
  printf "%x %X %#x %o\n" 3735928559 3735928559 3735928559 8

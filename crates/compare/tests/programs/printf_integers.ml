(* Printf: integer conversions with flags, width and precision. *)
let () =
  let open Printf in
  printf "%d|%i|%u|%x|%X|%o\n" 42 (-42) 42 255 255 8;
  printf "%5d|%-5d|%05d|%+d|% d|%+5d|%-+5d|\n" 42 42 42 42 42 42 42;
  printf "%5d|%-5d|%05d|%+d|% d\n" (-42) (-42) (-42) (-42) (-42);
  printf "%#x|%#X|%#o|%x|%o|%u\n" 255 255 8 (-1) (-1) (-1);
  printf "%*d|%-*d|%0*d\n" 6 42 6 42 6 42;
  printf "%.3d|%8.3d|%-8.3d|\n" 7 7 7;
  printf "%d%%\n" 50;
  printf "%c%c|%5c|%-3c|\n" 'a' 'b' 'c' 'd';
  printf "%b %B\n" true false;
  printf "%s|%10s|%-10s|%.2s|\n" "str" "right" "left" "cut";
  printf "%S %C\n" "q\"uoted\n" '\t';
  printf "%ld %Ld %nd %lx\n" 1l 2L 3n 255l;
  printf "%#d\n" 1234567;
  printf "%2d|%2d\n" 123 (-123);
  printf "%d %d %d\n" max_int min_int 0

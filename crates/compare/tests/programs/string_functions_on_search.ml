(* String: searching and testing. *)
let () =
  let i n = Printf.printf "%d " n in
  let b x = Printf.printf "%b " x in
  let o = function None -> print_string "none " | Some n -> i n in
  i (String.index "hello" 'l'); i (String.rindex "hello" 'l'); i (String.index_from "hello" 3 'l'); i (String.rindex_from "hello" 2 'l');
  o (String.index_opt "hello" 'z'); o (String.index_opt "hello" 'o'); o (String.rindex_opt "hello" 'h'); o (String.index_from_opt "abcabc" 1 'a');
  o (String.rindex_from_opt "abcabc" 5 'a');
  (try i (String.index "hello" 'z') with Not_found -> print_string "Not_found ");
  (try i (String.index_from "hello" 9 'z') with Invalid_argument m -> print_string m);
  print_newline ();
  b (String.contains "abc" 'b'); b (String.contains "abc" 'z'); b (String.contains_from "abc" 2 'b'); b (String.rcontains_from "abc" 1 'b');
  b (String.starts_with ~prefix:"ab" "abc"); b (String.ends_with ~suffix:"bc" "abc"); b (String.starts_with ~prefix:"abcd" "abc"); b (String.ends_with ~suffix:"" "abc");
  print_newline ();
  b (String.for_all (fun c -> c >= 'a') "abc"); b (String.exists (fun c -> c = 'x') "abc"); b (String.equal "a" "a"); b ("" = ""); b ("a" == "b");
  print_newline ();
  i (String.compare "a" "b"); i (compare "b" "a"); i (compare "abc" "abc"); i (compare "ab" "abc"); i (compare "abc" "ab"); i (compare "Z" "a"); i (compare "" "a");
  i (compare "b" "aa"); i (compare "\255" "a");
  print_newline ()

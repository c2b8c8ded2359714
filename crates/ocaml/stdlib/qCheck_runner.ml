(* The runner's name in the package for OUnit. *)

include QCheck_base_runner

(* The machine that programs see: 64-bit Linux with no arguments, no environment, no files and no clock. *)

type backend_type = Native | Bytecode | Other of string

exception Break

external opaque_identity : 'a -> 'a = "%identity"
external lydian_unsupported : string -> 'a = "unsupported"

let argv = [| "lydian" |]
let executable_name = "lydian"
let interactive = ref false
let os_type = "Unix"
let backend_type = Native
let unix = true
let win32 = false
let cygwin = false
let big_endian = false
let word_size = 64
let int_size = 63
let max_string_length = 144115188075855863
let max_array_length = 18014398509481983
let max_floatarray_length = max_array_length
let ocaml_version = "4.13.1"
let runtime_variant () = ""
let runtime_parameters () = ""
let enable_runtime_warnings (_ : bool) = ()
let runtime_warnings_enabled () = false
let catch_break (_ : bool) = ()
let time () : float = lydian_unsupported "what the clock says (Sys.time) is not the same in two runs"
let getenv (_ : string) : string = raise Not_found
let getenv_opt (_ : string) : string option = None
let file_exists (_ : string) = false
let lydian_no_file name = raise (Sys_error (name ^ ": No such file or directory"))
let is_directory name : bool = lydian_no_file name
let remove name : unit = lydian_no_file name
let rename name (_ : string) : unit = lydian_no_file name
let chdir name : unit = lydian_no_file name
let rmdir name : unit = lydian_no_file name
let readdir name : string array = lydian_no_file name
let mkdir name (_ : int) : unit = raise (Sys_error (name ^ ": Permission denied"))
let getcwd () = "/"

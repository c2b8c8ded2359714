(* As much of Alcotest as files with tests of QCheck need: the tests of QCheck are kept, unit tests are left to Alcotest. *)

type speed_level = [ `Quick | `Slow ]
type 'a test_case = QCheck_lydian.test list

let test_case (_ : string) (_ : speed_level) (_ : 'a -> unit) : 'a test_case = []

let run ?and_exit:(_ : bool option) ?verbose:(_ : bool option) (_ : string) (suites : (string * unit test_case list) list) =
  QCheck_lydian.all (List.concat_map snd suites)

type 'a testable = 'a -> 'a -> bool

let testable (_ : 'printer) (equal : 'a -> 'a -> bool) : 'a testable = equal
let int : int testable = ( = )
let bool : bool testable = ( = )
let char : char testable = ( = )
let string : string testable = ( = )
let unit : unit testable = ( = )
let float epsilon : float testable = fun a b -> a = b || Float.abs (a -. b) <= epsilon
let list (equal : 'a testable) : 'a list testable = fun a b -> List.compare_lengths a b = 0 && List.for_all2 equal a b
let array (equal : 'a testable) : 'a array testable = fun a b -> list equal (Array.to_list a) (Array.to_list b)

let option (equal : 'a testable) : 'a option testable =
 fun a b -> match (a, b) with None, None -> true | Some a, Some b -> equal a b | _ -> false

let pair (first : 'a testable) (second : 'b testable) : ('a * 'b) testable =
 fun (a, b) (c, d) -> first a c && second b d

let fail text = failwith text
let check (equal : 'a testable) text expected actual = if not (equal expected actual) then failwith text

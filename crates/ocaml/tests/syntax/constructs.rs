//! Each construct of the language, with the abstract syntax that it is read as.
//! The sources are also given to the real OCaml, if there is one (see `differential`).

use crate::{printed, without_diagnostics};

/// A source that OCaml accepts.
pub struct Sample {
    pub fact: &'static str,
    pub source: &'static str,
}

macro_rules! samples {
    ($($fact:ident: $source:literal => $printed:literal;)*) => {
        pub const SAMPLES: &[Sample] = &[$(Sample { fact: stringify!($fact), source: $source }),*];

        $(
            #[test]
            fn $fact() {
                assert_eq!(printed(&without_diagnostics($source)), $printed);
            }
        )*
    };
}

samples! {
    an_empty_file_is_an_empty_structure:
        ""
        => "";
    values_are_bound_by_let:
        "let x = 1 let y, z = (2, 3) let _ = x;; let () = ()"
        => "(let x 1) (let (tuple y z) (tuple 2 3)) (let _ x) (let () ())";
    functions_keep_their_parameters:
        "let f x y = x let g = fun a b -> a let h = function 0 -> 1 | n -> n"
        => "(let f (fun x y x)) (let g (fun a b a)) (let h (function (0 1) (n n)))";
    recursive_bindings_are_joined_by_and:
        "let rec even n = n = 0 || odd (n - 1) and odd n = n <> 0 && even (n - 1)"
        => "(let-rec even (fun n (|| (= n 0) (odd (- n 1)))) odd (fun n (&& (<> n 0) (even (- n 1)))))";
    annotations_are_kept:
        "let x : int = 1 let f (x : int) : int list = [x] let (a, b) : int * int = (1, 2) let y = (x : \
            int)"
        => "(let (: x int) 1) (let f (fun (: x int) : (list int) (list x))) (let (: (tuple a b) (* int \
            int)) (tuple 1 2)) (let y (: x int))";
    polymorphic_annotations_are_kept:
        "let id : 'a. 'a -> 'a = fun x -> x let g : type a b. a -> b -> a = fun x _ -> x let h (type t) \
            (x : t) = x"
        => "(let (: id (forall a . (-> 'a 'a))) (fun x x)) (let (: g (type a b . (-> a (-> b a)))) (fun x _ \
            x)) (let h (fun (type t) (: x t) x))";
    labels_and_optional_arguments:
        "let f ~x ?y ?(z = 1) ~(w : int) ~l:(a, b) ?o:(p = 2) () = f ~x ?y ~z:1 ?o:None ~w ()"
        => "(let f (fun ~x:x ?y:y ?z:(= z 1) ~w:(: w int) ~l:(tuple a b) ?o:(= p 2) () (f ~x:x ?y:y ~z:1 \
            ?o:None ~w:w ())))";
    typed_optional_parameters:
        "let f ?(x : int = 1) ?y:(z : int = 2) () = x + z"
        => "(let f (fun ?x:(= (: x int) 1) ?y:(= (: z int) 2) () (+ x z)))";
    conditionals_without_else:
        "let f a b c = if a then b; c"
        => "(let f (fun a b c (seq (if a b) c)))";
    a_dangling_else_belongs_to_the_inner_if:
        "let f = if a then if b then 1 else 2"
        => "(let f (if a (if b 1 2)))";
    let_extends_as_far_as_possible:
        "let f = 1 + let x = 2 in x + 3; 4"
        => "(let f (+ 1 (let (x 2) (seq (+ x 3) 4))))";
    match_takes_the_rest_of_a_sequence:
        "let f x = match x with 0 -> a; b | _ -> c; d"
        => "(let f (fun x (match x (0 (seq a b)) (_ (seq c d)))))";
    nested_matches_take_all_cases:
        "let f x y = match x with 0 -> match y with 0 -> 1 | _ -> 2"
        => "(let f (fun x y (match x (0 (match y (0 1) (_ 2))))))";
    guards_and_exception_cases:
        "let f x = match g x with n when n > 0 -> n | exception Not_found -> 0 | _ | exception Exit -> 1"
        => "(let f (fun x (match (g x) (n when (> n 0) n) ((exception Not_found) 0) ((or _ (exception \
            Exit)) 1))))";
    try_with_several_handlers:
        "let f x = try g x with Not_found -> 1 | Failure s -> h s"
        => "(let f (fun x (try (g x) (Not_found 1) ((Failure s) (h s)))))";
    or_alias_and_range_patterns:
        "let f = function 'a' .. 'z' | 'A' .. 'Z' as c -> c | ('0' | '1') as d -> d | _ -> ' '"
        => "(let f (function ((as (or (.. 'a' 'z') (.. 'A' 'Z')) c) c) ((as (or '0' '1') d) d) (_ ' ')))";
    list_array_and_record_patterns:
        "let f = function ([], [| |]) -> 1 | (x :: y :: _, [| a; b |]) -> 2 | ([1; 2], _) -> 3 let g { \
            x; y = 1; M.z; _ } = x"
        => "(let f (function ((tuple [] (array)) 1) ((tuple (:: (tuple x (:: (tuple y _)))) (array a b)) 2) \
            ((tuple (list 1 2) _) 3))) (let g (fun (record x x y 1 M.z z _) x))";
    constructor_patterns:
        "let f = function A -> 1 | B x -> 2 | C (x, y) -> 3 | D _ -> 4 | M.E { a; _ } -> 5 | true -> 6 | \
            () -> 7"
        => "(let f (function (A 1) ((B x) 2) ((C (tuple x y)) 3) ((D _) 4) ((M.E (record a a _)) 5) (true \
            6) (() 7)))";
    polymorphic_variants:
        "let f = function `A -> `B 1 | `C (x, y) -> `D | #t as z -> z"
        => "(let f (function (`A (`B 1)) ((`C (tuple x y)) `D) ((as #t z) z)))";
    lazy_patterns_and_values:
        "let f (lazy x) = lazy (x + 1)"
        => "(let f (fun (lazy x) (lazy (+ x 1))))";
    negative_literals_are_folded:
        "let x = -1 let y = f (-1) let z = a - 1 let w = f -1 let v = -1.5 let u = -.2.5 let t = -x let \
            s = -.x let r = - -1 let q = +1"
        => "(let x -1) (let y (f -1)) (let z (- a 1)) (let w (- f 1)) (let v -1.5) (let u -2.5) (let t (~- \
            x)) (let s (~-. x)) (let r 1) (let q 1)";
    negative_patterns:
        "let f = function -1 -> 1 | -2.5 -> 2 | +3 -> 4 | _ -> 3"
        => "(let f (function (-1 1) (-2.5 2) (3 4) (_ 3)))";
    operators_are_identifiers:
        "let x = a + b * c - d let y = a ^ b ^ c let z = a :: b :: c let w = a @ b @ c let v = f @@ g x \
            |> h"
        => "(let x (- (+ a (* b c)) d)) (let y (^ a (^ b c))) (let z (:: (tuple a (:: (tuple b c))))) (let \
            w (@ a (@ b c))) (let v (|> (@@ f (g x)) h))";
    comparison_is_weaker_than_arithmetic:
        "let x = a + 1 = b && not c || d > e & f or g"
        => "(let x (|| (&& (= (+ a 1) b) (not c)) (|| (&& (> d e) f) g)))";
    power_binds_to_the_right:
        "let x = a ** b ** c let y = - a ** b let z = a lsl b lsr c let w = a mod b land c"
        => "(let x (** a (** b c))) (let y (** (~- a) b)) (let z (lsl a (lsr b c))) (let w (land (mod a b) \
            c))";
    references:
        "let f r = r := !r + 1; !r.x; !(r.y)"
        => "(let f (fun r (seq (:= r (+ (! r) 1)) (field (! r) x) (! (field r y)))))";
    custom_operators:
        "let ( +! ) a b = a let ( !! ) x = x let x = !!a +! b let y = ( * ) 1 2 let ( ~+ ) = (+) let z = \
            a #+ b"
        => "(let +! (fun a b a)) (let !! (fun x x)) (let x (+! (!! a) b)) (let y (* 1 2)) (let ~+ +) (let z \
            (#+ a b))";
    binding_operators:
        "let f = let* x = a and* y = b in let+ z = c in let* w in x"
        => "(let f (let-op (let* x a and* y b) (let-op (let+ z c) (let-op (let* w w) x))))";
    sequences_and_loops:
        "let f () = for i = 0 to 9 do a; b done; for _ = 9 downto 0 do () done; while c do d done"
        => "(let f (fun () (seq (for i 0 to 9 (seq a b)) (for _ 9 downto 0 ()) (while c d))))";
    trailing_semicolons_leave_no_trace:
        "let f () = begin a; b; end; (c;)"
        => "(let f (fun () (seq (seq a b) c)))";
    arrays_and_strings_are_indexed:
        "let f a s = a.(0) <- s.[1]; a.(i).(j); s.[0] <- 'c'; a.(i) + 1; f a.(i) b.x"
        => "(let f (fun a s (seq (set-array-get a 0 (string-get s 1)) (array-get (array-get a i) j) \
            (set-string-get s 0 'c') (+ (array-get a i) 1) (f (array-get a i) (field b x)))))";
    custom_index_operators:
        "let ( .%() ) a i = a let x = a.%(1) let () = a.%[2] <- 3"
        => "(let .%() (fun a i a)) (let x (.%() a 1)) (let () (.%[]<- a 2 3))";
    records:
        "let r = { x = 1; y } let s = { r with x = 2; M.y = 3 } let t = r.x.M.y let () = r.x <- 5 let u \
            = { x : int = 1 }"
        => "(let r (record x 1 y y)) (let s (record with r x 2 M.y 3)) (let t (field (field r x) M.y)) (let \
            () (set-field r x 5)) (let u (record x (: 1 int)))";
    constructors_take_one_argument:
        "let x = Some 1 let y = C (1, 2) let z = f None (Some x) let w = M.C let v = A (B 1) let u = \
            Some (-1)"
        => "(let x (Some 1)) (let y (C (tuple 1 2))) (let z (f None (Some x))) (let w M.C) (let v (A (B \
            1))) (let u (Some -1))";
    lists_and_arrays:
        "let x = [1; 2; 3;] let y = [] let z = [|1; 2|] let w = [||] let v = [1, 2; 3, 4] let u = [a; \
            (b; c)]"
        => "(let x (list 1 2 3)) (let y []) (let z (array 1 2)) (let w (array)) (let v (list (tuple 1 2) \
            (tuple 3 4))) (let u (list a (seq b c)))";
    unit_and_booleans:
        "let x = () let y = true let z = begin end let w = not false"
        => "(let x ()) (let y true) (let z ()) (let w (not false))";
    assert_and_lazy_take_a_simple_expression:
        "let x = assert (a = b) let y = assert false && c let z = lazy f.x"
        => "(let x (assert (= a b))) (let y (&& (assert false) c)) (let z (lazy (field f x)))";
    functions_as_last_argument:
        "let x = List.map (fun x -> x + 1) l let y = f @@ fun x -> x let z = a >>= function A -> 1 | B \
            -> 2"
        => "(let x (List.map (fun x (+ x 1)) l)) (let y (@@ f (fun x x))) (let z (>>= a (function (A 1) (B \
            2))))";
    constraints_and_coercions:
        "let x = (a : int) let y = (a :> t) let z = (a : s :> t) let w :> t = a"
        => "(let x (: a int)) (let y (:> a t)) (let z (:> a s t)) (let w (:> a t))";
    type_aliases_and_parameters:
        "type t = int type 'a u = 'a list type ('a, 'b) v = ('a * 'b) list type +'a w type -'a z = 'a -> \
            int"
        => "(type (t = int)) (type (u 'a = (list 'a))) (type (v 'a 'b = (list (* 'a 'b)))) (type (w +'a)) \
            (type (z -'a = (-> 'a int)))";
    variants:
        "type t = A | B of int | C of int * string | D of (int * string) | E of { x : int; mutable y : t \
            } type u = | F type e = |"
        => "(type (t (A) (B int) (C int string) (D (* int string)) (E {x : int; mutable y : t}))) (type (u \
            (F))) (type (e))";
    records_types:
        "type t = { x : int; mutable y : int list; z : 'a. 'a -> 'a } type u = t = { x : int }"
        => "(type (t {x : int; mutable y : (list int); z : (forall a . (-> 'a 'a))})) (type (u = t {x : \
            int}))";
    mutually_recursive_types:
        "type t = A of u and u = B of t and 'a v = 'a * t"
        => "(type (t (A u)) (u (B t)) (v 'a = (* 'a t)))";
    abstract_private_and_nonrec_types:
        "type t type nonrec t = t list type u = private int type v = private A | B type 'a w = 'a \
            constraint 'a = int"
        => "(type (t)) (type-nonrec (t = (list t))) (type (u private = int)) (type (v private (A) (B))) \
            (type (w 'a = 'a (constraint 'a int)))";
    polymorphic_variant_types:
        "type t = [ `A | `B of int | u ] type v = [> `A ] as 'a type w = [< `A | `B > `A ] type x = [ | \
            `A of int & string ]"
        => "(type (t = (variant `A (`B int) (inherit u)))) (type (v = (as (variant> `A) 'a))) (type (w = \
            (variant< `A `B >A))) (type (x = (variant (`A int string))))";
    function_types:
        "type t = int -> (int -> int) -> int type u = x:int -> ?y:int -> unit type v = (int * int) -> \
            int * int"
        => "(type (t = (-> int (-> (-> int int) int)))) (type (u = (-> ~x:int (-> ?y:int unit)))) (type (v \
            = (-> (* int int) (* int int))))";
    type_application:
        "type t = int list list type u = (int, string) M.t option type v = F(X).t type w = _ list"
        => "(type (t = (list (list int)))) (type (u = (option (M.t int string)))) (type (v = F(X).t)) (type \
            (w = (list _)))";
    exceptions:
        "exception E exception F of int * string exception G = M.H exception I of { x : int }"
        => "(exception E) (exception F int string) (exception G = M.H) (exception I {x : int})";
    extensible_types:
        "type t = .. type t += A | B of int * string type 'a M.t += C of { x : 'a } | D = N.E"
        => "(type (t ..)) (extend t (A) (B int string)) (extend M.t 'a (C {x : 'a}) (D = N.E))";
    local_exceptions_and_modules:
        "let f = let exception E of int in let module M = struct let x = 1 end in let open M in raise (E \
            x)"
        => "(let f (let-exception (exception E int) (let-module (module M (struct (let x 1))) (open M \
            (raise (E x))))))";
    local_opens:
        "let x = M.(a + b) let y = M.[a; b] let z = M.{ x = 1 } let w = M.[| a |] let f M.(A x) = x let \
            v = M.N.f x"
        => "(let x (open M (+ a b))) (let y (open M (list a b))) (let z (open M (record x 1))) (let w (open \
            M (array a))) (let f (fun (open M (A x)) x)) (let v (M.N.f x))";
    modules:
        "module M = struct let x = 1 module N = struct end end module A = M.N open M open! M.N include M"
        => "(module M (struct (let x 1) (module N (struct)))) (module A M.N) (open M) (open M.N) (include M)";
    signatures:
        "module type S = sig type t val x : t val f : t -> t exception E module N : sig end include T \
            open M end module M : S = struct end"
        => "(module-type S (sig (type (t)) (val x t) (val f (-> t t)) (exception E) (module N : (sig)) \
            (include T) (open M))) (module M (: (struct) S))";
    functors:
        "module F (X : S) (Y : T) = struct end module G = functor (X : S) -> X module M = F (A) (B) \
            module N = G (struct let x = 1 end) module H () = struct end module K = H ()"
        => "(module F (functor (X : S) (functor (Y : T) (struct)))) (module G (functor (X : S) X)) (module \
            M (apply (apply F A) B)) (module N (apply G (struct (let x 1)))) (module H (functor () \
            (struct))) (module K (apply H))";
    functor_types:
        "module type F = functor (X : S) -> T module type G = S -> T module M (X : S) : T = X"
        => "(module-type F (functor (X : S) T)) (module-type G (functor (_ : S) T)) (module M (functor (X : \
            S) (: X T)))";
    module_constraints:
        "module M = (N : S with type t = int and type 'a u = 'a list and module P = Q) module O : S with \
            type t := int = N"
        => "(module M (: N (with S (type t = int) (type u 'a = (list 'a)) (module P = Q)))) (module O (: N \
            (with S (type t := int))))";
    module_type_of_and_abstract:
        "module type S module type T = module type of M module type U = sig module N = M module rec A : \
            S and B : T end"
        => "(module-type S) (module-type T (type-of M)) (module-type U (sig (module N = M) (rec (module A : \
            S) (module B : T))))";
    recursive_modules:
        "module rec A : S = B and B : S = A"
        => "(rec (module A (: B S)) (module B (: A S)))";
    externals:
        r##"external f : int -> int = "prim" external ( + ) : int -> int -> int = "%addint" "x""##
        => r##"(external f (-> int int) "prim") (external + (-> int (-> int int)) "%addint" "x")"##;
    expressions_at_top_level:
        r##"print_string "a";; f x;; let y = 1;; ;; g y"##
        => r##"(eval (print_string "a")) (eval (f x)) (let y 1) (eval (g y))"##;
    attributes_are_ignored:
        r##"let[@inline] f x = (x [@a]) [@@b] [@@@c] type t = A [@d] | B [@@e] let g = (f [@x "s"]) 1"##
        => "(let f (fun x x)) (type (t (A) (B))) (let g (f 1))";
    integer_literals:
        "let x = [0; 1_000; 0xFF; 0o17; 0b11; 0xffl; 1L; 2n; 4611686018427387903; -4611686018427387904]"
        => "(let x (list 0 1000 255 15 3 255l 1L 2n 4611686018427387903 -4611686018427387904))";
    float_literals:
        "let x = [1.; 1.5; 1e3; 1.5e-3; 0x1.8p1; 1_0.0_1]"
        => "(let x (list 1.0 1.5 1000.0 0.0015 3.0 10.01))";
    char_literals:
        r##"let x = ['a'; '"'; '\''; '\\'; '\n'; '\065'; '\x41'; '\o101'; ' ']"##
        => r##"(let x (list 'a' '\"' '\'' '\\' '\n' 'A' 'A' 'A' ' '))"##;
    string_literals:
        r##"let x = ["a\nb\"c\\"; "\065\x42"; "a\
    b"; {|raw "x" \n|}; {id|a|b|id}; "(* no comment *)"]"##
        => r##"(let x (list "a\nb\"c\\" "AB" "ab" "raw \"x\" \\n" "a|b" "(* no comment *)"))"##;
    comments_nest_and_hold_strings:
        r##"(* a (* b *) "*)" '"' don't {|*)|} *) let x = 1 (* '\'' *) (**) (***)"##
        => "(let x 1)";
    identifiers_with_quotes:
        "let x' = 1 let f' x'' = x'' let a'b = f' x'"
        => "(let x' 1) (let f' (fun x'' x'')) (let a'b (f' x'))";
    names_of_dialects_are_plain_names:
        "let local_ = 1 let stack_ x = x let exclave_ = stack_ local_ let kind_ = global_"
        => "(let local_ 1) (let stack_ (fun x x)) (let exclave_ (stack_ local_)) (let kind_ global_)";
    field_access_binds_tighter_than_application:
        "let x = f a.b c.d.e let y = !a.b let z = - a.b"
        => "(let x (f (field a b) (field (field c d) e))) (let y (field (! a) b)) (let z (~- (field a b)))";
    tuples_are_weaker_than_operators:
        "let x = a, b + c, d let y = a := b, c let z = if a then b, c"
        => "(let x (tuple a (+ b c) d)) (let y (:= a (tuple b c))) (let z (if a (tuple b c)))";
    assignment_is_weaker_than_or:
        "let () = a := b || c; d.x <- e := f"
        => "(let () (seq (:= a (|| b c)) (set-field d x (:= e f))))";
    fun_extends_as_far_as_possible:
        "let f = fun x -> x; y let g = (fun x -> x) y"
        => "(let f (fun x (seq x y))) (let g ((fun x x) y))";
    function_results_can_be_annotated:
        "let f = fun (x : int) : int -> x let g x : int -> int = h"
        => "(let f (fun (: x int) : int x)) (let g (fun x : (-> int int) h))";
    let_rec_inside_expressions:
        "let f n = let rec go i acc = if i = 0 then acc else go (i - 1) (acc * i) in go n 1"
        => "(let f (fun n (let-rec (go (fun i acc (if (= i 0) acc (go (- i 1) (* acc i))))) (go n 1))))";
    underscore_names:
        "let _x = 1 let f _ _y = _x"
        => "(let _x 1) (let f (fun _ _y _x))";
    match_in_parentheses:
        "let f x = (match x with A -> 1 | B -> 2) + begin match x with A -> 1 | B -> 2 end"
        => "(let f (fun x (+ (match x (A 1) (B 2)) (match x (A 1) (B 2)))))";
    if_with_sequences_in_begin_end:
        "let f () = if a then begin b; c end else (d; e); g"
        => "(let f (fun () (seq (if a (seq b c) (seq d e)) g)))";
    strings_in_patterns:
        r##"let f = function "a" | "b" -> 1 | _ -> 2"##
        => r##"(let f (function ((or "a" "b") 1) (_ 2)))"##;
    include_of_structures:
        "include struct let x = 1 end open struct let y = 2 end"
        => "(include (struct (let x 1))) (open (struct (let y 2)))";
    the_old_operators:
        "let f a b = a & b or a"
        => "(let f (fun a b (|| (&& a b) a)))";
    mutually_recursive_local_functions:
        "let f = let rec a x = b x and b x = a x in a"
        => "(let f (let-rec (a (fun x (b x)) b (fun x (a x))) a))";
    type_variables_in_expressions:
        "let f (x : 'a) : 'a list = ([] : 'a list)"
        => "(let f (fun (: x 'a) : (list 'a) (: [] (list 'a))))";
    arguments_that_are_constructors:
        r##"let x = f A B (C 1) `D [] () true "s" 'c' 1.5 [|1|] { x = 1 }"##
        => r##"(let x (f A B (C 1) `D [] () true "s" 'c' 1.5 (array 1) (record x 1)))"##;
}

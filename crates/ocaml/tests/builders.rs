//! Terms for values that only operations can make: the text is OCaml, and a term is shown as the call that makes its value.

use std::sync::Arc;

use lydian_core::{ConId, Datum, Mutability, TypeBody};
use lydian_diagnostic::Source;
use lydian_ocaml::{Builders, Options, load_typed, load_with, show};

const COUNTER: &str = "module Counter : sig type t val zero : t val up : t -> t val plus : by:int -> t -> t val half : t -> t option \
                       val both : t -> t * int val clear : t -> unit val get : t -> int val map : ('a -> 'b) -> 'a list -> 'b list end \
                       = struct type t = int let zero = 0 let up n = n + 1 let plus ~by n = n + by let half n = if n mod 2 = 0 then Some (n / 2) else None \
                       let both n = (n, n) let clear _ = () let get n = n let map = List.map end\n";

fn builders(text: &str, functions: &[&str]) -> Option<(Arc<Source>, Builders)> {
    let source = Source::new("file.ml", text);
    let (typed, faults) = load_typed(&source, &Options::default());
    let typed = typed.unwrap_or_else(|| panic!("{faults:?}"));
    let builders = typed.builders(functions, &|_| Some(vec!["1".into(), "2".into()]))?;
    Some((source, builders))
}

/// The calls that the constructors of a function's only argument stand for, on the smallest arguments.
fn calls(text: &str, function: &str) -> Vec<String> {
    let (source, builders) = builders(text, &[function]).expect("builders");
    let options = Options { after: vec![builders.source.clone()] };
    let (program, faults) = load_with(&source, &options);
    let program = program.unwrap_or_else(|| panic!("{faults:?}\n{}", builders.source.text));
    let entry = program.export(&builders.entries[function]).expect("the counterpart");
    let (args, _) = entry.ty.uncurry();
    let lydian_core::Type::Named(path, _) = &args[0].1 else { panic!("{:?}", args[0].1) };
    let decl = program.types.get(path).expect("a declaration");
    let TypeBody::Variant(constructors) = &decl.body else { panic!("{decl:?}") };
    let mut shapes = lydian_core::Shapes::new(program.types.clone());
    let shown = constructors.iter().map(|constructor| {
        let parts = constructor.args.iter().map(|arg| {
            let id = shapes.intern(&arg.instantiate(&vec![lydian_core::Type::Int; 5]));
            shapes.smallest(id)
        });
        let term = Datum::Construct(constructor.con, Mutability::Immutable, parts.collect());
        show(&builders.shown(&term, &program.types), &program.types)
    });
    shown.collect()
}

#[test]
fn every_operation_that_gives_a_value_is_a_term() {
    let found = calls(&format!("{COUNTER}let f (c : Counter.t) = true"), "f");
    let expected = [
        "Counter.zero",
        "Counter.up Counter.zero",
        "Counter.plus ~by:0 Counter.zero",
        "Option.get (Counter.half Counter.zero)",
        "fst (Counter.both Counter.zero)",
        "(let made = Counter.zero in Counter.clear made; made)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_can_be_written_needs_no_terms() {
    assert!(builders(&format!("{COUNTER}let f (n : int) = true"), &["f"]).is_none());
    assert!(builders("type t = A | B of t let f (x : t list) = true", &["f"]).is_none());
    assert!(
        builders("module M = struct type t = int let zero = 0 end let f (x : M.t) = true", &["f"]).is_none()
    );
}

#[test]
fn terms_stand_inside_of_other_types() {
    let text = "type box = Box of Counter.t | Both of { a : int } | Empty type pair = { one : Counter.t; two : int }\n";
    assert!(
        builders(&format!("{COUNTER}{text}let f (b : box) = true"), &["f"]).is_none(),
        "inline records stay"
    );
    let text = "type box = Box of Counter.t * int | Empty type pair = { one : Counter.t; two : box list }\n";
    let found = calls(&format!("{COUNTER}{text}let f (b : box) = true"), "f");
    assert_eq!(found, ["Box (Counter.zero, 0)", "Empty"]);
    let found = calls(&format!("{COUNTER}{text}let f (p : pair) = true"), "f");
    assert_eq!(found, ["{one = Counter.zero; two = []}"]);
}

#[test]
fn a_generator_takes_the_place_of_everything_else() {
    let found = calls("type even = int let gen_even n (m : bool) = 2 * n let f (e : even) = true", "f");
    assert_eq!(found, ["gen_even 0 false"]);
    let found = calls("type age = int let gen_age = [18; 65] let f (a : age) = true", "f");
    assert_eq!(found, ["1", "2"]);
}

#[test]
fn abstract_types_can_have_parameters_and_hold_each_other() {
    let stack = "module Stack : sig type 'a t val empty : 'a t val push : 'a -> 'a t -> 'a t val of_chars : string -> char t end \
                 = struct type 'a t = 'a list let empty = [] let push x s = x :: s let of_chars s = [s.[0]] end\n";
    let found = calls(&format!("{COUNTER}{stack}let f (s : Counter.t Stack.t) = true"), "f");
    // The operation for stacks of characters alone is none for all stacks.
    assert_eq!(found, ["Stack.empty", "Stack.push 0 Stack.empty"]);
}

#[test]
fn private_types_are_made_by_operations_too() {
    let text = "module P : sig type t = private int val make : int -> t end = struct type t = int let make = abs end\n";
    assert_eq!(calls(&format!("{text}let f (p : P.t) = true"), "f"), ["P.make 0"]);
}

#[test]
fn terms_are_told_from_constructors_of_the_same_name() {
    let (_, builders) =
        builders(&format!("{COUNTER}let f (c : Counter.t) = true"), &["f"]).expect("builders");
    let other = Datum::Construct(ConId::intern("mine", "Lydian_0_0"), Mutability::Immutable, vec![]);
    assert_eq!(builders.shown(&other, &lydian_core::TypeTable::default()), other);
}

#[test]
fn operations_that_are_passed_over_leave_values_out() {
    let partial = |signature: &str, body: &str| {
        let text =
            format!("module M : sig type t {signature} end = struct {body} end\nlet f (x : M.t) = true");
        builders(&text, &["f"]).expect("builders").1.partial
    };
    assert!(!partial(
        "val zero : t val up : t -> t val get : t -> int",
        "type t = int let zero = 0 let up n = n let get n = n"
    ));
    assert!(partial("val zero : t val all : int -> t list", "type t = int let zero = 0 let all n = [n]"));
    assert!(partial(
        "val zero : t val swap : t -> t -> unit",
        "type t = int ref let zero = ref 0 let swap a b = a := !b"
    ));
    assert!(partial("val zero : t val of_any : 'a -> t", "type t = int let zero = 0 let of_any _ = 1"));
}

#[test]
fn operations_of_the_modules_around_are_found() {
    let text = "module Outer : sig module Inner : sig type t val get : t -> int end val make : int -> Inner.t end \
                = struct module Inner = struct type t = int let get n = n end let make n = n end\n";
    assert_eq!(calls(&format!("{text}let f (x : Outer.Inner.t) = true"), "f"), ["Outer.make 0"]);
}

#[test]
fn what_is_called_like_a_generator_and_is_none_is_named() {
    let text = "type a = A of int let gen_a = A 3 type b = int let gen_b = \"b\" let f (x : a list) = true";
    let source = Source::new("file.ml", text);
    let (typed, _) = load_typed(&source, &Options::default());
    let typed = typed.expect("a program");
    assert_eq!(typed.unusable_generators(&["f"]), [("gen_a".to_owned(), "a".to_owned())]);
    assert!(!typed.takes_generated("f"));
}

#[test]
fn names_that_mean_something_else_at_the_end_of_the_file_are_not_used() {
    let module = "module M : sig type t val mk : int -> t val pop : t -> (int * t) option end \
                  = struct type t = int let mk n = n let pop n = Some (n, n) end let f (x : M.t) = true\n";
    assert_eq!(calls(module, "f"), ["M.mk 0", "snd (Option.get (M.pop (M.mk 0)))"]);
    let shadowed = format!("{module}let snd x = x module Option = struct let get x = x end");
    assert_eq!(calls(&shadowed, "f"), ["M.mk 0", "Stdlib.snd (Stdlib.Option.get (M.pop (M.mk 0)))"]);
    let opened =
        format!("{module}module X = struct module M = struct include M let mk n = mk (2 * n) end end open X");
    let (_, none) = builders(&opened, &["f"]).expect("builders");
    assert!(none.partial, "no operation is left");
    let generator =
        "type c = R | G let gen_c = [R; G] let f (x : c) = true module X = struct let gen_c = [R] end open X";
    assert!(builders(generator, &["f"]).is_none(), "the generator is not there any more");
}

#[test]
fn a_generator_of_an_alias_may_be_declared_with_it() {
    let text = "type even = int let gen_even n : even option = if n mod 2 = 0 then Some n else None let f (e : even) = true";
    assert_eq!(calls(text, "f"), ["Option.get (gen_even 0)"]);
    let text =
        "type even = int let gen_even n = if n mod 2 = 0 then Some n else None let f (e : even) = true";
    assert_eq!(calls(text, "f"), ["Option.get (gen_even 0)"]);
}

//! Several sources as one program: an observer after a submission.

use lydian_core::Program;
use lydian_diagnostic::Source;
use lydian_ocaml::{Options, load_with, show_type};

const SUBMISSION: &str = "type t = A | B of int\nlet f x = B x\n";

#[test]
fn a_later_source_sees_the_earlier_ones() {
    let observer = Source::new("observer.ml", "let observe n = match f n with A -> 0 | B m -> m");
    let options = Options { after: vec![observer] };
    let (program, diagnostics) = load_with(&Source::new("submission.ml", SUBMISSION), &options);
    assert_eq!(diagnostics, []);
    let program = program.expect("a program");
    let observe = program.export("observe").expect("the observer");
    assert_eq!(show_type(&observe.ty, &program.types), "int -> int");
    assert!(program.export("f").is_some());
}

#[test]
fn a_fault_points_into_its_own_source() {
    let observer = Source::new("observer.ml", "\nlet observe n = f n + 1");
    let options = Options { after: vec![observer] };
    let (program, diagnostics) = load_with(&Source::new("submission.ml", SUBMISSION), &options);
    assert!(program.is_none());
    let span = diagnostics[0].span.as_ref().expect("a place");
    assert_eq!(format!("{span:?}"), "observer.ml:2:17");
    assert_eq!(span.text(), "f n");
}

#[test]
fn a_type_declared_again_gets_a_path_of_its_own() {
    let again =
        Source::new("again.ml", "type t = C let c = C\ntype 'a option = None | Just of 'a let n = None");
    let options = Options { after: vec![again] };
    let (program, _) = load_with(&Source::new("submission.ml", SUBMISSION), &options);
    let program = program.expect("a program");
    let ty = |name: &str| format!("{:?}", program.export(name).expect("a name").ty);
    assert!(ty("f").contains("\"t\""), "{}", ty("f"));
    assert!(ty("c").contains("\"t/2\""), "{}", ty("c"));
    assert!(ty("n").contains("\"option/2\""), "{}", ty("n"));
    assert_eq!(show_type(&program.export("c").expect("a name").ty, &program.types), "t");
}

#[test]
fn programs_can_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Program>();
}

#[test]
fn exports_reach_into_modules() {
    let text = "module M : sig type t val make : int -> t module N : sig val id : 'a -> 'a end end = struct\n\
                type t = int let make x = x module N = struct let id x = x end let hidden = 1 end";
    let (program, _) = load_with(&Source::new("m.ml", text), &Options::default());
    let program = program.expect("a program");
    let names: Vec<String> = program
        .exports
        .iter()
        .map(|export| format!("{} : {}", export.name, show_type(&export.ty, &program.types)))
        .collect();
    assert_eq!(names, ["M.make : int -> M.t", "M.N.id : 'a -> 'a"]);
    // Core knows what the abstract type is.
    let decl = program.types.get("M.t").expect("the type");
    assert_eq!(decl.body, lydian_core::TypeBody::Alias(lydian_core::Type::Int));
}

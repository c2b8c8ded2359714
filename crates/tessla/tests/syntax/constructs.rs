//! Statements: each form that the language has, new and old.

use lydian_tessla::syntax::ast::StatementKind;

use super::{codes, read, shape, statement, unit};

#[test]
fn an_input_has_a_name_and_a_type() {
    assert_eq!(shape("in x: Events[Int]"), "in x: Events[Int]");
    assert_eq!(shape("in 🚀: Events[Map[Int, String]]"), "in 🚀: Events[Map[Int, String]]");
}

#[test]
fn an_output_keeps_its_exact_text() {
    assert_eq!(shape("out f( x,1 )  # more"), r#"out f(x, 1) "f( x,1 )""#);
    assert_eq!(
        shape("out (1, \"lala\", ())._2"),
        r#"out (tuple 1 "lala" (tuple))._2 "(1, \"lala\", ())._2""#
    );
    assert_eq!(shape("out (() => 42)() + 5"), r#"out (Add (() => 42)() 5) "(() => 42)() + 5""#);
    assert_eq!(shape("out 1 as a"), r#"out 1 "1" as a"#);
    assert_eq!(shape("out if x / y == 1 then 23 else 42 as z").rsplit(' ').next(), Some("z"));
}

#[test]
fn a_star_writes_everything() {
    assert_eq!(shape("out *"), "out *");
}

#[test]
fn print_is_an_old_word_for_a_raw_output() {
    assert_eq!(shape("print x + 1"), r#"print (Add x 1) "x + 1""#);
    assert_eq!(shape("out print"), r#"out print "print""#);
}

#[test]
fn a_definition_has_optional_parameters_and_types() {
    assert_eq!(shape("def x = 1"), "def x = 1");
    assert_eq!(shape("def x := 1"), "def x = 1");
    assert_eq!(shape("def f() = 1"), "def f() = 1");
    assert_eq!(
        shape("def f[A, B](x: A, y: strict B, z: lazy Events[A], w): (A) => B = y"),
        "def f[A, B](x: A, y: strict B, z: lazy Events[A], w): ((A) => B) = y"
    );
    assert_eq!(shape("def f(x: Option[Int]) : Option[Int] = x"), "def f(x: Option[Int]): Option[Int] = x");
}

#[test]
fn liftable_is_a_word_or_an_annotation() {
    assert_eq!(shape("liftable def f(x: Int) = x"), "liftable def f(x: Int) = x");
    assert_eq!(shape("@liftable\ndef f(x: Int) = x"), "liftable def f(x: Int) = x");
    assert_eq!(shape("@a @liftable def f(x: Int) = x"), "@a() liftable def f(x: Int) = x");
    assert_eq!(shape("def liftable = 1"), "def liftable = 1");
}

#[test]
fn where_belongs_to_a_definition() {
    assert_eq!(
        shape(
            "def m = lift(a, b, aux) where {\n  # why\n  def aux := 1\n  liftable def g(x) = 2; def h = 3 }"
        ),
        "def m = lift(a, b, aux) where {def aux = 1; liftable def g(x) = 2; def h = 3}"
    );
    assert_eq!(shape("def m = 1 where {\n}"), "def m = 1");
}

#[test]
fn something_external_has_a_name_and_perhaps_a_replacement() {
    assert_eq!(shape("def f(a: Int): Int = extern(\"ite\")"), "def f(a: Int): Int = extern \"ite\"");
    assert_eq!(shape("def f: Int = extern(\n\"n\",\n1 + 2\n)"), "def f: Int = extern \"n\" or (Add 1 2)");
    assert_eq!(shape("def f: Int = __builtin__(name)"), "def f: Int = extern \"name\"");
    assert_eq!(shape("type Set[A] = extern(\"Set\")"), "type Set[A] = extern Some(\"Set\")");
    assert_eq!(shape("type Set[A] = __builtin__(Set)"), "type Set[A] = extern Some(\"Set\")");
}

#[test]
fn extern_without_a_string_is_a_name() {
    assert_eq!(shape("def f = extern(x)"), "def f = extern(x)");
    assert_eq!(shape("def f = extern + 1"), "def f = (Add extern 1)");
}

#[test]
fn types_are_names_records_tuples_and_functions() {
    assert_eq!(shape("type T = A.B[Int, {x: Int, y: ()}]"), "type T = A.B[Int, {x: Int, y: ()}]");
    assert_eq!(
        shape("type T[A] := (A, strict Int) => (A) => ()"),
        "type T[A] = ((A, strict Int) => ((A) => ()))"
    );
    assert_eq!(shape("type T = (Int)"), "type T = Int");
    assert_eq!(shape("type T = (Int, Bool)"), "type T = (Int, Bool)");
    assert_eq!(shape("type T = () => Int"), "type T = (() => Int)");
    assert_eq!(shape("type T = {\n  x: Events[Int],\n  y: Int,\n}"), "type T = {x: Events[Int], y: Int}");
    assert_eq!(shape("type T = {}"), "type T = {}");
}

#[test]
fn the_two_dots_of_an_open_record_are_ignored_with_a_warning() {
    let (unit, diagnostics) = read("type T = {x: Int, ..}");
    assert_eq!(super::shape::statements(&unit.statements), "type T = {x: Int}");
    assert_eq!(diagnostics.len(), 1);
    assert!(!diagnostics[0].is_error());
    assert_eq!(codes("type T = {x: Int, ..}"), [("deprecated-syntax", "..".to_owned())]);
}

#[test]
fn modules_hold_statements_and_nest() {
    assert_eq!(
        shape("module A\n{\n  def x = 1\n  type T = Int\n  module B { import C.D }\n}"),
        "module A {def x = 1; type T = Int; module B {import C.D}}"
    );
    assert_eq!(shape("module A {}"), "module A {}");
}

#[test]
fn includes_come_first() {
    assert_eq!(
        super::shape::statements(&unit("@@a\ninclude \"b.tessla\"\ninclude \"c\"; def x = 1").statements),
        "@@a(); include \"b.tessla\"; include \"c\"; def x = 1"
    );
    let late = codes("def x = 1\ninclude \"b\"");
    assert_eq!(late, [("misplaced-statement", "include \"b\"".to_owned())]);
}

#[test]
fn annotations_have_positional_and_named_arguments() {
    assert_eq!(shape("@a @b()\n@c(1, x = 2)\nout x"), "@a() @b() @c(1, x = 2) out x \"x\"");
    assert_eq!(shape("@@a(\"b\")"), "@@a(\"b\")");
    assert_eq!(shape("def @a(p: Int, q)"), "def @a(p: Int, q)");
    assert_eq!(shape("def @@a"), "def @@a()");
    assert_eq!(shape("def\n@a"), "def @a()");
}

#[test]
fn an_annotated_statement_starts_after_its_annotations() {
    let annotated = statement("@a\nout x");
    assert_eq!((annotated.at.start, annotated.at.end), (3, 8));
    let StatementKind::Def(def) = statement("@liftable def f = 1").kind else { panic!("no definition") };
    assert_eq!((def.at.start, def.at.end), (10, 19));
}

#[test]
fn new_keywords_are_still_names() {
    assert_eq!(
        shape("def static(strict: Int, lazy: strict, module: lazy Int) = import + extern + static.type_"),
        "def static(strict: Int, lazy: strict, module: lazy Int) = (Add (Add import extern) static.type_)"
    );
    assert_eq!(shape("in module: Events[lazy]"), "in module: Events[lazy]");
    assert_eq!(shape("out {strict = 1, lazy}"), "out {strict = 1, lazy = lazy} \"{strict = 1, lazy}\"");
    assert_eq!(shape("def fun = fun(true)"), "def fun = fun(true)");
}

#[test]
fn semicolons_end_statements_too() {
    let all = unit(";in x: Events[Int]; out x;;\ndef y = { def z = 1; z };").statements;
    assert_eq!(super::shape::statements(&all), "in x: Events[Int]; out x \"x\"; def y = {def z = 1 | z}");
}

#[test]
fn an_empty_text_has_no_statements() {
    for text in ["", "\n", "# only a comment", "\u{feff}\n--", ";;", "## doc"] {
        assert!(read(text).0.statements.is_empty(), "{text:?}");
    }
}

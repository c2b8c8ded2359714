//! Names: scopes, modules, imports, includes, shadowing, annotations.

use lydian_diagnostic::Source;
use lydian_tessla::load;
use lydian_tessla::spec::Options;

use super::{assert_fault, faults, lines, spec};

#[test]
fn a_definition_of_the_user_hides_one_of_the_library_only_for_the_user() {
    let text = "in x: Events[Int]
def last[A, B](a: Events[A], b: Events[B]): Events[A] = a
out last(x, x) as mine
out prev(x) as previous";
    let found = lines(&spec(text));
    assert_eq!(found[1], "def s1 : Events[Int] = last(s0, s0)");
    assert_eq!(found[2..], ["out s0 as mine", "out s1 as previous"]);
}

#[test]
fn names_of_operators_are_free() {
    let text = "in x: Events[Int]\ndef add(a: Int, b: Int) = a\nout x + 1 as y";
    assert!(spec(text).print().contains("(x0 + 1)"), "{}", spec(text).print());
}

#[test]
fn members_of_modules_are_reached_by_path_and_by_import() {
    let text = "module A {
  module B {
    type Pair = (Int, Int)
    def two = 2
  }
  def four = B.two * 2
}
import A.B
in p: Events[A.B.Pair]
out two + A.four as six
out p._1 as first";
    assert!(spec(text).code.contains("6"), "{}", spec(text).code);
}

#[test]
fn modules_may_use_each_other() {
    spec("module A { def f = B.f; def g = 1 }\nmodule B { def f = A.g }\nout A.f");
}

#[test]
fn two_imports_do_not_bring_the_same_name() {
    let text = "module A { def n = 1 }\nmodule B { def n = 2 }\nimport A\nimport B\n";
    assert_fault(&format!("{text}out n"), "ambiguous-name", "B");
    assert_fault(&format!("{text}out A.n"), "ambiguous-name", "B");
    spec("module A { def n = 1 }\nimport A\nimport A\nout n");
    spec(&format!("{text}def n = 3\nout n"));
}

#[test]
fn the_root_is_reached_from_everywhere() {
    let text = "def n = 1\nmodule A { def n = 2\n def outer = __root__.n }\nout A.outer";
    assert!(spec(text).code.contains("=\n  1\n"), "{}", spec(text).code);
}

#[test]
fn unknown_names_are_told_with_what_was_perhaps_meant() {
    assert_fault("in counter: Events[Int]\nout conter", "unknown-name", "conter");
    assert_fault("out Set.nothing", "unknown-name", "nothing");
    assert_fault("in x: Events[Integer]\nout 1", "unknown-type", "Integer");
    assert_fault("import Nowhere\nout 1", "unknown-name", "Nowhere");
    assert_fault("out Set", "module-as-value", "Set");
}

#[test]
fn a_name_is_defined_once_in_its_scope() {
    assert_fault("def a = 1\ndef a = 2\nout a", "duplicate-definition", "a");
    assert_fault("in a: Events[Int]\ndef a = 2\nout 1", "duplicate-definition", "a");
    assert_fault("def f(x: Int, x: Int) = x\nout f(1, 2)", "duplicate-definition", "x");
    assert_fault("type T = Int\ntype T = Bool\nout 1", "duplicate-definition", "T");
    assert_fault("out {a = 1, a = 2} as r", "duplicate-definition", "{a = 1, a = 2}");
    spec("type T = Int\ndef T = 1\nin x: Events[T]\nout x + T as y");
}

#[test]
fn included_files_belong_to_the_specification() {
    let include = |from: &str, path: &str| match path {
        "a.tessla" => Ok(Source::new("a.tessla", "include \"b.tessla\"\ndef f(x: Int) = g(x) + 1")),
        "b.tessla" if from == "a.tessla" => {
            Ok(Source::new("b.tessla", "include \"a.tessla\"\ndef g(x: Int) = x * 2"))
        }
        _ => Err("it is not there".to_owned()),
    };
    let text = "include \"a.tessla\"\ninclude \"a.tessla\"\nout f(4) as y";
    let (spec, diagnostics) = load(&Source::new("main.tessla", text), &include, &Options::default());
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let spec = spec.expect("a specification");
    assert_eq!(spec.files.written().len(), 3);
    assert!(spec.code.contains('9'), "{}", spec.code);
    let (spec, diagnostics) = load(
        &Source::new("main.tessla", "include \"c\"\ninclude \"/etc/d\"\nout 1"),
        &include,
        &Options::default(),
    );
    assert!(spec.is_none());
    let codes: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["include-not-found", "include-not-found"]);
}

#[test]
fn annotations_are_defined_before_they_are_used_and_have_constant_arguments() {
    spec("def @unit(name: String, factor: Int)\n@unit(\"s\", factor = 2 * 3)\nin x: Events[Int]\nout x");
    spec("@@setting\ndef @@setting\nout 1");
    assert_fault("@unit\nin x: Events[Int]\nout x", "unknown-annotation", "unit");
    assert_fault("def @a\n@@a\nout 1", "unknown-annotation", "a");
    assert_fault("def @a(n: Int)\n@a(\"x\")\nin x: Events[Int]\nout x", "type-mismatch", "\"x\"");
    assert_fault("def @a(n: Int)\n@a\nin x: Events[Int]\nout x", "wrong-arguments", "a");
    assert_fault("def @a(n: Int)\n@a(1, 2)\nin x: Events[Int]\nout x", "wrong-arguments", "2");
    assert_fault("def @a(n: Int)\n@a(1 % 0)\nin x: Events[Int]\nout x", "not-a-constant", "1 % 0");
}

#[test]
fn annotations_for_other_tools_are_accepted() {
    spec("in x: Events[Int]\n@VisBubbles\nout x");
    let found = faults("@InstFunctionCall(\"main\")\nin x: Events[Unit]\nout x");
    assert_eq!(found, [("ignored-annotation", "InstFunctionCall".to_owned())]);
}

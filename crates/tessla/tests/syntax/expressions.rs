//! Expressions: precedence, calls, braces, and everything that binds loosest.

use super::{codes, expr, read, shape};

#[test]
fn operators_bind_in_the_order_of_the_table() {
    assert_eq!(
        expr("a || b && c == d | e & f << g + h * -i"),
        "(Or a (And b (Eq c (BitOr d (BitAnd e (ShiftLeft f (Add g (Mul h (Negate i)))))))))"
    );
    assert_eq!(
        expr("-a * b + c << d & e | f == g && h || i"),
        "(Or (And (Eq (BitOr (BitAnd (ShiftLeft (Add (Mul (Negate a) b) c) d) e) f) g) h) i)"
    );
}

#[test]
fn all_binary_operators_are_left_associative() {
    let levels: [&[(&str, &str)]; 8] = [
        &[("*", "Mul"), ("/", "Div"), ("%", "Mod"), ("*.", "FMul"), ("/.", "FDiv")],
        &[("+", "Add"), ("-", "Sub"), ("+.", "FAdd"), ("-.", "FSub")],
        &[("<<", "ShiftLeft"), (">>", "ShiftRight")],
        &[("&", "BitAnd")],
        &[("|", "BitOr"), ("^", "BitXor")],
        &[
            ("==", "Eq"),
            ("!=", "Ne"),
            ("<", "Lt"),
            (">", "Gt"),
            ("<=", "Le"),
            (">=", "Ge"),
            ("<.", "FLt"),
            (">.", "FGt"),
            ("<=.", "FLe"),
            (">=.", "FGe"),
        ],
        &[("&&", "And")],
        &[("||", "Or")],
    ];
    for level in levels {
        for (first, first_name) in level {
            for (second, second_name) in level {
                let expected = format!("({second_name} ({first_name} a b) c)");
                assert_eq!(expr(&format!("a {first} b {second} c")), expected);
            }
        }
    }
}

#[test]
fn prefix_operators_bind_looser_than_calls_and_members() {
    assert_eq!(expr("!a.b(c)"), "(Not a.b(c))");
    assert_eq!(expr("-.~- -a"), "(FNegate (BitFlip (Negate (Negate a))))");
    assert_eq!(expr("a-1"), "(Sub a 1)");
}

#[test]
fn calls_have_type_arguments_and_named_arguments() {
    assert_eq!(expr("f[T, (A, B)](a, n = b)"), "f[T, (A, B)](a, n = b)");
    assert_eq!(expr("div(a = x, 10)"), "div(a = x, 10)");
    assert_eq!(expr("f()(g)(h[I].j)"), "f()(g)(h[I].j)");
    assert_eq!(expr("count (x) >=5"), "(Ge count(x) 5)");
    assert_eq!(expr("nil[Int]"), "nil[Int]");
    assert_eq!(expr("t._1._2"), "t._1._2");
    assert_eq!(expr("f(a == b)"), "f((Eq a b))");
}

#[test]
fn parentheses_hold_one_expression_or_a_tuple() {
    assert_eq!(expr("(a)"), "a");
    assert_eq!(expr("((a + b)) * c"), "(Mul (Add a b) c)");
    assert_eq!(expr("()"), "(tuple)");
    assert_eq!(expr("(a,)"), "(tuple a)");
    assert_eq!(expr("(a, b,)"), "(tuple a b)");
    assert_eq!(expr("(\n)"), "(tuple)");
}

#[test]
fn braces_are_blocks_unless_a_name_is_followed_by_a_comma_or_a_value() {
    assert_eq!(expr("{x}"), "{ | x}");
    assert_eq!(expr("{\n x\n}"), "{ | x}");
    assert_eq!(expr("{}"), "{}");
    assert_eq!(expr("{\n}"), "{}");
    assert_eq!(expr("{x,}"), "{x = x}");
    assert_eq!(expr("{x, y}"), "{x = x, y = y}");
    assert_eq!(expr("{x = 1, y: 2, z := 3, w,\n}"), "{x = 1, y = 2, z = 3, w = w}");
    assert_eq!(expr("{x == y}"), "{ | (Eq x y)}");
    assert_eq!(expr("{x.y}"), "{ | x.y}");
    assert_eq!(expr("{{x = 1}}"), "{ | {x = 1}}");
}

#[test]
fn a_block_holds_definitions_and_ends_with_an_expression() {
    assert_eq!(
        expr("{\n  def a = 1\n\n  liftable\n  def b(x) = x # c\n  a + b(2)\n}"),
        "{def a = 1; liftable def b(x) = x | (Add a b(2))}"
    );
    assert_eq!(expr("{ def a = 1\n -a }"), "{def a = 1 | (Negate a)}");
    assert_eq!(expr("{ liftable }"), "{ | liftable}");
}

#[test]
fn old_marks_of_blocks_and_records_are_read_with_a_warning() {
    let text = "def a: ${} = ${x}\ndef b = {\n  return a\n}";
    let (unit, diagnostics) = read(text);
    assert_eq!(super::shape::statements(&unit.statements), "def a: {} = {x = x}; def b = { | a}");
    assert!(diagnostics.iter().all(|diagnostic| !diagnostic.is_error()));
    let places = ["${", "${", "return"].map(|place| ("deprecated-syntax", place.to_owned()));
    assert_eq!(codes(text), places);
}

#[test]
fn choices_go_as_far_as_they_can() {
    assert_eq!(expr("if a then b else c + d"), "(if a b (Add c d))");
    assert_eq!(expr("x + if a then b else c || d"), "(Add x (if a b (Or c d)))");
    assert_eq!(expr("if a then b else if c then d else e"), "(if a b (if c d e))");
    assert_eq!(expr("static if a then b else c"), "(static a b c)");
    assert_eq!(expr("if a then if b then c else d else e"), "(if a (if b c d) e)");
}

#[test]
fn functions_without_names_go_as_far_as_they_can() {
    assert_eq!(expr("(x: Int, y) => x + y"), "((x: Int, y) => (Add x y))");
    assert_eq!(expr("() => 42"), "(() => 42)");
    assert_eq!(expr("(a: strict (A) => B) => (b) => a(b)"), "((a: strict ((A) => B)) => ((b) => a(b)))");
    assert_eq!(expr("f((x) => {\n def y = x\n y\n}, 1)"), "f(((x) => {def y = x | y}), 1)");
    assert_eq!(expr("(c:Option[Bool], _:Option[()]) => c"), "((c: Option[Bool], _: Option[()]) => c)");
}

#[test]
fn the_old_word_fun_in_front_of_a_function_is_skipped() {
    assert_eq!(expr("fun (x: Int) => x"), "((x: Int) => x)");
    assert_eq!(expr("fun (x)"), "fun(x)");
}

#[test]
fn the_root_gives_global_names() {
    assert_eq!(expr("__root__.x + 1"), "(Add __root__.x 1)");
    assert_eq!(expr("__root__.f(2)"), "__root__.f(2)");
}

#[test]
fn true_and_false_are_ordinary_names() {
    assert_eq!(expr("true && !false"), "(And true (Not false))");
    assert_eq!(shape("def true = 1"), "def true = 1");
}

#[test]
fn places_cover_parentheses_and_operands() {
    use lydian_diagnostic::Source;
    let text = "  (a + b) * f(c) ";
    let (expr, _) = lydian_tessla::syntax::parse_expr(7, &Source::new("value", text));
    assert_eq!((expr.at.file, expr.at.start, expr.at.end), (7, 2, 16));
}

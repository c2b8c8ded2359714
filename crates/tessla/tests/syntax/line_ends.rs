//! Where a line end is ignored, and where it ends a statement.

use super::{codes, expr, mistake, shape, unit};

#[test]
fn line_ends_are_ignored_inside_of_brackets_and_after_commas() {
    assert_eq!(expr("f(\n a,\n b\n)"), "f(a, b)");
    assert_eq!(expr("f[\n A,\n B\n](\n)"), "f[A, B]()");
    assert_eq!(expr("{\n a = 1,\n b\n}"), "{a = 1, b = b}");
    assert_eq!(expr("(\n a,\n b\n)"), "(tuple a b)");
    assert_eq!(expr("(\n a: (\n A,\n B\n) => C\n) => a"), "((a: ((A, B) => C)) => a)");
}

#[test]
fn line_ends_are_ignored_after_operators_and_marks() {
    assert_eq!(expr("a +\n\n b *\n-\nc"), "(Add a (Mul b (Negate c)))");
    assert_eq!(expr("(x:\n Int) =>\n x"), "((x: Int) => x)");
    assert_eq!(expr("a.\nb"), "a.b");
    assert_eq!(expr("f(a =\n 1)"), "f(a = 1)");
    assert_eq!(expr("{a =\n 1, b:\n 2}"), "{a = 1, b = 2}");
}

#[test]
fn line_ends_are_ignored_around_then_and_else() {
    assert_eq!(expr("if a\n\nthen\nb\nelse\n\nc"), "(if a b c)");
}

#[test]
fn line_ends_are_ignored_after_the_words_that_start_statements() {
    assert_eq!(shape("def\nx =\n1"), "def x = 1");
    assert_eq!(shape("liftable\ndef x = 1"), "liftable def x = 1");
    assert_eq!(shape("in\nx:\nEvents[Int]"), "in x: Events[Int]");
    assert_eq!(shape("out\nx as\ny"), "out x \"x\" as y");
    assert_eq!(shape("out\n*"), "out *");
    assert_eq!(shape("type\nT =\nInt"), "type T = Int");
    assert_eq!(shape("module\nM\n{\n}"), "module M {}");
    assert_eq!(shape("@a\n\n@b\nout x"), "@a() @b() out x \"x\"");
    assert_eq!(shape("def f(x:\nInt):\nInt =\nx"), "def f(x: Int): Int = x");
}

#[test]
fn the_type_of_a_result_may_start_a_line_as_in_older_specifications() {
    assert_eq!(shape("def f(x: Int)\n  : Int := x"), "def f(x: Int): Int = x");
}

#[test]
fn a_backslash_joins_lines() {
    assert_eq!(shape("def x = a \\\n  + b"), "def x = (Add a b)");
    assert_eq!(shape("def x = a \\\r\n  + b"), "def x = (Add a b)");
    let wrong = mistake("def x = a \\ \n");
    assert_eq!(wrong.code, "illegal-character");
}

#[test]
fn a_comment_leaves_the_line_end_after_it() {
    let text = "in x: Events[Int] # a \\\nout x -- b\nout y";
    assert_eq!(unit(text).statements.len(), 3);
}

#[test]
fn no_line_starts_with_an_operator() {
    for text in ["def x = a\n + b", "def x = f(a\n + b)", "def x = a\n && b", "out x\n where { }"] {
        assert_eq!(codes(text).len(), 1, "{text}");
        assert!(mistake(text).message.starts_with("a line cannot start with"), "{text}");
    }
    assert_eq!(codes("def x = (a\n - b)"), [("syntax-error", "-".to_owned())]);
    assert_eq!(codes("def x = f(a\n, b)"), [("syntax-error", ",".to_owned())]);
}

#[test]
fn no_line_starts_with_the_arrow_of_a_function() {
    assert_eq!(codes("type F = (A)\n => B"), [("syntax-error", "=>".to_owned())]);
    assert_eq!(codes("def f = (a)\n => b"), [("syntax-error", "=>".to_owned())]);
}

#[test]
fn no_line_ends_right_after_if() {
    assert_eq!(codes("def x = if\n a then b else c"), [("syntax-error", "\n".to_owned())]);
}

#[test]
fn carriage_returns_are_blanks() {
    let text = "in x: Events[Int]\r\ndef y = x +\r\n  1\r\nout y\r\n";
    assert_eq!(unit(text).statements.len(), 3);
}

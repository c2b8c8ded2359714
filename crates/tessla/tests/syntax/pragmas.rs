//! Comments that speak to the generator.

use lydian_tessla::syntax::ast::{PragmaKind, Quantifier};

use super::{codes, read, shape, unit};

/// All pragmas of a text without mistakes: sort, quantifier, expression, text.
fn pragmas(text: &str) -> Vec<(PragmaKind, Option<Quantifier>, String, String)> {
    unit(text)
        .pragmas
        .iter()
        .map(|pragma| (pragma.kind, pragma.quantifier, shape::expr(&pragma.expr), pragma.text.to_string()))
        .collect()
}

fn assertion(
    quantifier: Quantifier,
    expr: &str,
    text: &str,
) -> (PragmaKind, Option<Quantifier>, String, String) {
    (PragmaKind::Assert, Some(quantifier), expr.to_owned(), text.to_owned())
}

#[test]
fn assertions_have_a_quantifier_and_an_expression() {
    let text = "in x: Events[Int]\n# assert some x\n  #assert   empty\tmerge(a, b)\n# assert exists count (x) >=5\n\
                #\tassert all x!=last(x,x)  \nout x";
    assert_eq!(
        pragmas(text),
        [
            assertion(Quantifier::Some, "x", "x"),
            assertion(Quantifier::Empty, "merge(a, b)", "merge(a, b)"),
            assertion(Quantifier::Exists, "(Ge count(x) 5)", "count (x) >=5"),
            assertion(Quantifier::All, "(Ne x last(x, x))", "x!=last(x,x)"),
        ]
    );
}

#[test]
fn goals_may_have_a_quantifier() {
    let goals = pragmas("# goal some x\n# goal x == 3\n# goal all(x)\n# goal some");
    let found: Vec<_> =
        goals.iter().map(|(kind, quantifier, expr, _)| (*kind, *quantifier, &**expr)).collect();
    assert_eq!(
        found,
        [
            (PragmaKind::Goal, Some(Quantifier::Some), "x"),
            (PragmaKind::Goal, None, "(Eq x 3)"),
            (PragmaKind::Goal, None, "all(x)"),
            (PragmaKind::Goal, None, "some"),
        ]
    );
}

#[test]
fn pragmas_know_their_places() {
    let unit = unit("out x\n  # assert some (x + y) # more\n");
    let pragma = &unit.pragmas[0];
    assert_eq!((pragma.at.start, pragma.at.end), (8, 36));
    assert_eq!((pragma.expr.at.start, pragma.expr.at.end), (22, 29));
}

#[test]
fn pragmas_stand_anywhere_on_a_line_of_their_own() {
    assert_eq!(pragmas("def x = y where {\n  # assert some y\n  def y = 1\n}").len(), 1);
    assert_eq!(pragmas("out x # assert some x").len(), 0);
    assert_eq!(pragmas("-- assert some x\nout \"\n# assert some x\n\"").len(), 0);
    assert_eq!(pragmas("## assert some x\ndef x = 1").len(), 0);
}

#[test]
fn comments_in_plain_language_stay_comments() {
    for text in
        ["# asserts that x", "# assert", "# goal", "# goal: x", "# goals are x +", "# Assert some x", "#"]
    {
        assert_eq!(pragmas(text).len(), 0, "{text}");
    }
}

#[test]
fn an_unknown_quantifier_is_a_warning_that_names_the_four() {
    let (unit, diagnostics) = read("# assert always x > 0");
    assert!(unit.pragmas.is_empty());
    assert!(!diagnostics[0].is_error());
    assert_eq!(codes("# assert always x > 0"), [("unknown-quantifier", "always".to_owned())]);
    for word in ["some", "empty", "exists", "all"] {
        assert!(diagnostics[0].hints[0].contains(word));
    }
}

#[test]
fn a_mistake_in_an_assertion_is_an_error_at_its_place() {
    let (_, diagnostics) = read("out x\n# assert all x >= )\n");
    assert!(diagnostics[0].is_error());
    assert_eq!(codes("out x\n# assert all x >= )\n"), [("syntax-error", ")".to_owned())]);
    assert_eq!(codes("# assert some\nout x"), [("syntax-error", String::new())]);
    assert_eq!(codes("# goal some x y"), [("syntax-error", "y".to_owned())]);
}

#[test]
fn a_goal_in_plain_language_is_ignored_with_a_warning() {
    let (unit, diagnostics) = read("# goal of this stream is to count\nout x");
    assert!(unit.pragmas.is_empty());
    assert!(diagnostics.iter().all(|diagnostic| !diagnostic.is_error()));
    assert_eq!(diagnostics[0].code, "ignored-goal");
}

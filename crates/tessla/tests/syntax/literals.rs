//! Numbers, units of time and strings.

use super::{codes, expr, mistake};

#[test]
fn integers_are_decimal_or_hexadecimal() {
    assert_eq!(expr("0"), "0");
    assert_eq!(expr("007"), "7");
    assert_eq!(expr("0xfF"), "255");
    assert_eq!(expr("٤٢"), "42");
    assert_eq!(expr("170141183460469231731687303715884105728"), "170141183460469231731687303715884105728");
}

#[test]
fn integers_may_carry_a_unit_of_time() {
    let units = [
        ("1fs", "1Fs"),
        ("1 ps", "1Ps"),
        ("1ns", "1Ns"),
        ("1us", "1Us"),
        ("1µs", "1Us"),
        ("1 μs", "1Us"),
        ("1ms", "1Ms"),
        ("1s", "1S"),
        ("1min", "1Min"),
        ("1h", "1H"),
        ("1d", "1D"),
        ("0x1 s", "1S"),
    ];
    for (text, expected) in units {
        assert_eq!(expr(text), expected);
    }
    assert_eq!(expr("if 1 then 2 else 3"), "(if 1 2 3)");
}

#[test]
fn other_words_after_an_integer_are_no_units() {
    assert_eq!(codes("def x = 5 sec"), [("unknown-time-unit", "sec".to_owned())]);
    assert_eq!(codes("def x = 1_000"), [("unknown-time-unit", "_000".to_owned())]);
    assert_eq!(codes("def x = 0x"), [("unknown-time-unit", "x".to_owned())]);
}

#[test]
fn floats_have_digits_around_their_dot_or_an_exponent() {
    assert_eq!(expr("1.5"), "1.5");
    assert_eq!(expr("2.5e-3"), "0.0025");
    assert_eq!(expr("1e3"), "1000.0");
    assert_eq!(expr("1.5 <. 2.5"), "(FLt 1.5 2.5)");
}

#[test]
fn escapes_stand_for_characters() {
    assert_eq!(expr(r#""\\ \" \n \r \t \a \$ \%""#), r#""\\ \" \n \r \t \u{7} $ %""#);
}

#[test]
fn a_string_may_be_empty_or_go_over_lines() {
    assert_eq!(expr("\"\""), "\"\"");
    assert_eq!(expr("\"a\nb\""), "\"a\\nb\"");
    assert_eq!(expr("\"# no -- comment\""), "\"# no -- comment\"");
}

#[test]
fn an_unknown_escape_is_an_error_at_its_place() {
    let wrong = mistake(r#"def x = "ab\q c""#);
    assert_eq!(wrong.code, "invalid-escape");
    assert_eq!(wrong.span.map(|span| span.range), Some(11..13));
}

#[test]
fn names_and_expressions_are_interpolated() {
    assert_eq!(expr(r#""a $b c""#), r#""a <b> c""#);
    assert_eq!(expr(r#""$b.c${d + {e}}""#), r#""<b>.c<(Add d { | e})>""#);
    assert_eq!(expr(r#""${"${x}"}""#), r#""<"<x>">""#);
    assert_eq!(expr(r#""$if""#), r#""<if>""#);
}

#[test]
fn interpolated_expressions_know_their_places() {
    use lydian_diagnostic::Source;
    use lydian_tessla::syntax::ast::{ExprKind, StringPart};
    let (expr, _) = lydian_tessla::syntax::parse_expr(0, &Source::new("value", "\"a ${b + c}\""));
    let ExprKind::String(parts) = expr.kind else { panic!("no string") };
    let StringPart::Value(value, None) = &parts[1] else { panic!("no value") };
    assert_eq!((value.at.start, value.at.end), (5, 10));
}

#[test]
fn a_lone_dollar_sign_is_an_error() {
    assert_eq!(codes("def x = \"costs $5\""), [("invalid-interpolation", "$".to_owned())]);
}

#[test]
fn formats_follow_values() {
    assert_eq!(expr(r#"f"$x%5d and ${y + 1}%.2f""#), r#""<x%5d> and <(Add y 1)%.2f>""#);
    assert_eq!(expr(r#"f"$x%% 100%%%n""#), r#""<x>% 100%\n""#);
    assert_eq!(expr(r#"f"$x%-#+ 0,(12.3X""#), r#""<x%-#+ 0,(12.3X>""#);
    assert_eq!(expr(r#""$x%5d""#), r#""<x>%5d""#);
}

#[test]
fn formats_without_a_value_or_a_meaning_are_errors() {
    assert_eq!(codes(r#"def x = f"%5d""#), [("bad-format", "%5d".to_owned())]);
    assert_eq!(codes(r#"def x = f"$y %5d""#), [("bad-format", "%5d".to_owned())]);
    for conversion in ["b", "c", "C", "t", "T", "q", ""] {
        assert_eq!(
            codes(&format!("def x = f\"$y%{conversion}\"")),
            [("bad-format", format!("%{conversion}"))]
        );
    }
}

#[test]
fn paths_and_external_names_interpolate_nothing() {
    assert_eq!(codes("include \"a$b\"")[0].0, "invalid-interpolation");
    assert_eq!(codes("def x: Int = extern(\"a${b}\")")[0].0, "invalid-interpolation");
    assert_eq!(codes("include f\"a\"")[0].0, "syntax-error");
}

//! What is said about wrong specifications, and where.

use super::read;

/// What must be said about a text: the code, the place as `line:column`, the text there, and a part of the hint.
struct Mistake(&'static str, &'static str, &'static str, &'static str);

#[track_caller]
fn assert_mistakes(text: &str, expected: &[Mistake]) {
    let (_, diagnostics) = read(text);
    let found: Vec<(&str, String, &str)> = diagnostics
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.span.as_ref().expect("a place");
            let (line, column) = span.source.position(span.range.start);
            (diagnostic.code, format!("{line}:{column}"), &text[span.range.clone()])
        })
        .collect();
    let wanted: Vec<(&str, String, &str)> = expected
        .iter()
        .map(|Mistake(code, place, covered, _)| (*code, (*place).to_owned(), *covered))
        .collect();
    assert_eq!(found, wanted, "{text}\n{diagnostics:#?}");
    for (diagnostic, Mistake(_, _, _, hint)) in diagnostics.iter().zip(expected) {
        assert!(diagnostic.hints.iter().any(|given| given.contains(hint)), "{text}\n{diagnostic:#?}");
    }
}

#[track_caller]
fn assert_mistake(
    text: &str,
    code: &'static str,
    place: &'static str,
    covered: &'static str,
    hint: &'static str,
) {
    assert_mistakes(text, &[Mistake(code, place, covered, hint)]);
}

#[test]
fn every_code_has_a_page() {
    let codes = ["console-syntax", "console-too-deep", "file-too-large", "reserved-word", "unclosed-brace"];
    for code in codes.iter().chain(&["unclosed-text", "unknown-escape", "unknown-word"]) {
        assert!(lydian_diagnostic::explain(code).is_some(), "{code}");
    }
}

#[test]
fn the_examples_of_the_pages_are_the_mistakes_they_explain() {
    let codes = [
        "console-syntax",
        "reserved-word",
        "unclosed-brace",
        "unclosed-text",
        "unknown-escape",
        "unknown-word",
    ];
    for code in codes {
        let page = lydian_diagnostic::explain(code).expect("a page");
        let example =
            page.split("```console\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
        let found: Vec<&str> = read(example).1.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(found, [code]);
    }
}

#[test]
fn an_assignment_is_written_with_a_colon() {
    assert_mistake("read x : int\n  x = 5", "console-syntax", "2:3", "x", "`var x := 0`");
    assert_mistake("var x = 5", "console-syntax", "1:7", "=", "`var x := 0`");
    assert_mistake("let y = 3", "unknown-word", "1:1", "let", "`ocaml {{{ ... }}}`");
}

#[test]
fn words_of_other_languages_are_translated() {
    assert_mistake("print \"Hello\"", "unknown-word", "1:1", "print", "`write`");
    assert_mistake("input n", "unknown-word", "1:1", "input", "`read`");
    assert_mistake("loop { break }", "unknown-word", "1:8", "break", "`exit`");
    assert_mistake("for x in l { write x }", "console-syntax", "1:1", "for", "`while C");
    assert_mistake(
        "if a { exit } elif b { exit } else { exit }",
        "unknown-word",
        "1:15",
        "elif",
        "`else if`",
    );
}

#[test]
fn misspelled_words_are_recognized() {
    assert_mistake("wirte \"a\"", "unknown-word", "1:1", "wirte", "`write`");
    assert_mistake("Read n : int", "unknown-word", "1:1", "Read", "`read`");
}

#[test]
fn an_unclosed_brace_is_shown_where_it_opens() {
    assert_mistake("loop {\n  read x : int\n", "unclosed-brace", "1:6", "{", "`}`");
    let (_, diagnostics) = read("loop {\n    if a {\n        exit\n}\n");
    let label = diagnostics[0].labels.last().expect("a label");
    assert_eq!(label.span.source.position(label.span.range.start), (2, 10));
}

#[test]
fn a_brace_too_many_is_shown() {
    assert_mistake("loop { exit }\n}\nread x : int", "console-syntax", "2:1", "}", "remove it");
}

#[test]
fn blocks_stand_in_braces() {
    assert_mistake("while n < 10:\n  read n : int", "console-syntax", "1:13", ":", "while C { ... }");
    assert_mistake("if a then { exit }", "console-syntax", "1:6", "then", "if C { ... }");
    assert_mistake("if a write \"b\"", "console-syntax", "1:6", "write", "{ ... }");
    assert_mistake("repeat { exit }", "console-syntax", "1:16", "", "until C");
}

#[test]
fn texts_are_closed_on_their_line() {
    assert_mistake("write \"How many?\nread n : int", "unclosed-text", "1:7", "\"", "`\"`");
    assert_mistake("write \"a {x b\"\nexit", "unclosed-text", "1:10", "{", "`\\{`");
    assert_mistake("write \"{join(l, \\\"a\\\")}\"", "unclosed-text", "1:8", "{", "without a backslash");
    assert_mistake("read s : string in /abc\nexit", "unclosed-text", "1:20", "/", "`\\/`");
    assert_mistake("write 'a", "unclosed-text", "1:7", "'", "'c'");
}

#[test]
fn quotes_are_straight_and_double() {
    assert_mistake("write “Hello”", "console-syntax", "1:7", "“Hello”", "\"Hello\"");
    assert_mistake("write 'Hello'", "console-syntax", "1:7", "'Hello'", "double quotes");
    assert_mistake("write 'é'", "console-syntax", "1:7", "'é'", "\"é\"");
}

#[test]
fn unknown_escapes_are_shown_one_by_one() {
    let hint = "`\\\\` for a backslash";
    assert_mistakes(
        "write \"C:\\games\\doom\"",
        &[Mistake("unknown-escape", "1:10", "\\g", hint), Mistake("unknown-escape", "1:16", "\\d", hint)],
    );
}

#[test]
fn numbers_have_no_separators() {
    assert_mistake("read n : int in 1..1_000", "console-syntax", "1:20", "1_000", "1000");
    assert_mistake("read n : int in {1,000, 2}", "console-syntax", "1:18", "1,000", "1000");
    assert_mistake("read n : int in 1..1,500", "console-syntax", "1:21", ",", "without a separator");
    assert_mistake("write 1 500", "console-syntax", "1:9", "500", "without blanks");
    assert_mistake("write 3x", "console-syntax", "1:7", "3x", "names start with a letter");
}

#[test]
fn a_comparison_in_a_pattern_needs_parentheses() {
    assert_mistake("write a = b", "console-syntax", "1:9", "=", "(a = b)");
    assert_mistake("write if a then b else c\nexit", "console-syntax", "1:7", "if", "(if ...)");
}

#[test]
fn parts_of_an_output_are_joined_by_commas() {
    assert_mistake("write \"a\" x", "unknown-word", "1:11", "x", "comma");
    assert_mistake("write \"a\" \"b\"", "console-syntax", "1:11", "\"b\"", "comma");
}

#[test]
fn reserved_words_are_no_names() {
    assert_mistake("read result : int", "reserved-word", "1:6", "result", "`result_`");
    assert_mistake("if forall all in l : true {}", "reserved-word", "1:11", "all", "`all_`");
}

#[test]
fn capital_letters_are_for_members() {
    assert_mistake("read X : int", "console-syntax", "1:6", "X", "`x`");
    assert_mistake("enum Move { rock, Paper }", "console-syntax", "1:13", "rock", "`Rock \"rock\"`");
}

#[test]
fn types_are_complete() {
    assert_mistake("read n\nexit", "console-syntax", "2:1", "exit", "`n : int`");
    assert_mistake("read n : decimal", "console-syntax", "1:17", "", "`decimal(2)`");
    assert_mistake("read n : [int]", "console-syntax", "1:10", "[int]", "`param`");
    assert_mistake("read n : decimal(1000)", "console-syntax", "1:18", "1000", "decimal(2)");
}

#[test]
fn views_are_known_by_name() {
    assert_mistake("write x.al", "console-syntax", "1:9", "al", "`.all`");
    assert_mistake("write x.ago(n)", "console-syntax", "1:13", "n", "`x.all[i]`");
    assert_mistake("write x.all.length", "console-syntax", "1:12", ".", "`length(x.all)`");
}

#[test]
fn a_missing_bracket_names_the_one_that_is_open() {
    let text = "write (a + b\nread x : int";
    assert_mistake(text, "console-syntax", "2:1", "read", "`)`");
    assert_eq!(read(text).1[0].labels[0].span.range, 6..7);
}

#[test]
fn comparisons_are_not_chained() {
    assert_mistake("if a < b < c {}", "console-syntax", "1:10", "<", "a < b and b < c");
}

#[test]
fn values_are_filled_in_only_in_patterns() {
    assert_mistake("write a ++ \"b{x}\"", "console-syntax", "1:14", "{x}", "text(x)");
    assert_mistake("write \"{}\"", "console-syntax", "1:8", "{}", "`\\{`");
}

#[test]
fn declarations_stand_outside_of_braces() {
    assert_mistake("loop { param x : int = 1 exit }", "console-syntax", "1:8", "param", "start of the file");
}

#[test]
fn ocaml_code_is_closed() {
    assert_mistake("ocaml {{{ let x = 1\nread", "unclosed-brace", "1:7", "{{{", "`}}}`");
    assert_mistake("ocaml let x = 1", "console-syntax", "1:7", "let", "{{{ ... }}}");
}

#[test]
fn malformed_lines_need_a_consequence() {
    assert_mistake("read n : int malformed", "console-syntax", "1:14", "malformed", "`else retry`");
    assert_mistake("read n : int else again", "console-syntax", "1:19", "again", "`else stop`");
}

#[test]
fn characters_that_mean_nothing_are_translated() {
    assert_mistake("if a & b { exit }", "console-syntax", "1:6", "&", "`and`");
    assert_mistake("if a ≤ b { exit } else { exit }", "console-syntax", "1:6", "≤", "`<=`");
    assert_mistake("// comment\nexit", "console-syntax", "1:1", "/", "`#`");
}

#[test]
fn several_mistakes_are_reported_in_one_go() {
    assert_mistakes(
        "write x $ y\nread z int\nwhile q { read }\nif { exit } else { print 3 }\nwrite",
        &[
            Mistake("console-syntax", "1:9", "$", "remove it"),
            Mistake("console-syntax", "2:8", "int", "`z : int`"),
            Mistake("console-syntax", "3:16", "}", "names consist"),
            Mistake("console-syntax", "4:4", "{", "a variable"),
            Mistake("unknown-word", "4:20", "print", "`write`"),
            Mistake("console-syntax", "5:6", "", "any"),
        ],
    );
}

//! Mistakes that students make: where they are reported, in which words, and with which advice.
//! The places are also checked against the real OCaml, if there is one (see `differential`).

use crate::diagnostics;
use lydian_diagnostic::Diagnostic;

/// A source that OCaml rejects.
pub struct Mistake {
    pub fact: &'static str,
    pub source: &'static str,
}

macro_rules! mistakes {
    ($($fact:ident: $source:literal => $place:literal $message:literal $hint:literal;)*) => {
        pub const MISTAKES: &[Mistake] = &[$(Mistake { fact: stringify!($fact), source: $source }),*];

        $(
            #[test]
            fn $fact() {
                let found = diagnostics($source);
                let first = found.first().expect("a diagnostic");
                assert_eq!((place(first).as_str(), first.message.as_str()), ($place, $message));
                assert_eq!(first.hints.first().map_or("", String::as_str), $hint);
            }
        )*
    };
}

/// Line and column of a diagnostic.
fn place(diagnostic: &Diagnostic) -> String {
    let span = diagnostic.span.as_ref().expect("a place");
    let (line, column) = span.source.position(span.range.start);
    format!("{line}:{column}")
}

mistakes! {
    a_missing_in:
        "let f x =\n  let y = 1\n  y + x\n\nlet g = 2\n"
        => "5:1"
        "`in` is expected before `let`"
        "a local definition is `let name = value in expression`";
    a_missing_in_at_the_end:
        "let f x =\n  let y = x + 1\n"
        => "3:1"
        "`in` is expected before the end of the file"
        "a local definition is `let name = value in expression`";
    a_missing_in_before_end:
        "let f = begin let y = 1 end\n"
        => "1:25"
        "`in` is expected before `end`"
        "a local definition is `let name = value in expression`";
    an_unclosed_parenthesis:
        "let f x = (x + 1\nlet g = 2\n"
        => "2:1"
        "`)` is expected before `let`"
        "add `)`";
    an_unclosed_parenthesis_at_the_end:
        "let f x = (x + 1\n"
        => "2:1"
        "`)` is expected before the end of the file"
        "add `)`";
    a_parenthesis_too_many:
        "let f x = (x + 1))\nlet g = 2\n"
        => "1:18"
        "this `)` closes nothing"
        "remove it, or add the `(` that it closes";
    an_unclosed_begin:
        "let f x = begin x; x\nlet g = 1\n"
        => "2:1"
        "`end` is expected before `let`"
        "add `end`";
    an_end_too_many:
        "let f x = x end\n"
        => "1:13"
        "this `end` closes nothing"
        "remove it, or add the `begin` that it closes";
    an_unclosed_list:
        "let l = [1; 2; 3\nlet m = 1\n"
        => "2:1"
        "`]` is expected before `let`"
        "add `]`";
    mismatched_brackets:
        "let l = [1; (2; 3]\n"
        => "1:18"
        "`)` is expected before `]`"
        "add `)`";
    an_unclosed_comment:
        "let x = 1 (* open (* closed *)\nlet y = 2\n"
        => "1:11"
        "this comment is never closed"
        "add the closing `*)`";
    an_unclosed_string:
        "let x = \"abc\nlet y = 2\n"
        => "1:9"
        "this string is never closed"
        "add the closing `\"`";
    an_unclosed_quoted_string:
        "let x = {id|abc|}\n"
        => "1:9"
        "this quoted string is never closed"
        "add the closing `|id}`";
    a_semicolon_before_else:
        "let f a = if a then print 1; else print 2\n"
        => "1:30"
        "this `else` belongs to no `if`"
        "remove the `;` before `else`";
    a_sequence_before_else:
        "let f a = if a then print 1; print 3 else print 2\n"
        => "1:38"
        "this `else` belongs to no `if`"
        "put the part after `then` between `begin` and `end`, or in parentheses";
    a_missing_then:
        "let f a = if a = 1 2 else 3\n"
        => "1:22"
        "`then` is expected before `else`"
        "";
    elif:
        "let f a = if a then 1 elif b then 2 else 3\n"
        => "1:30"
        "this `then` belongs to no `if`"
        "write `else if` instead of `elif`";
    a_missing_with:
        "let f x = match x\n  | A -> 1\n"
        => "2:3"
        "`with` is expected before `|`"
        "the form is `match value with | pattern -> result`";
    a_missing_arrow_in_fun:
        "let f = fun x = x + 1\n"
        => "1:15"
        "`->` is expected before `=`"
        "a function is `fun parameter -> result`";
    a_double_equals_in_a_definition:
        "let x == 1\n"
        => "1:7"
        "`==` cannot stand here"
        "a definition has a single `=`";
    an_assignment_in_a_definition:
        "let x := 1\n"
        => "1:7"
        "`:=` cannot stand here"
        "a definition has `=`; `:=` changes a reference";
    a_stray_bar:
        "let f x = x + 1\n  | y -> 2\n"
        => "2:3"
        "no cases are open here that this `|` could go on"
        "a case belongs to a `match`, a `function` or a type definition";
    a_double_bar_in_cases:
        "let f = function\n  | A -> 1\n  | | B -> 2\n"
        => "3:5"
        "a pattern is expected after `|`, not `|`"
        "a case is `| pattern -> result`";
    a_stray_arrow:
        "let f x -> x + 1\n"
        => "1:9"
        "`=` is expected before `->`"
        "a definition is `let name = value`";
    a_keyword_as_a_name:
        "let val = 1\n"
        => "1:5"
        "`val` is a keyword of OCaml and cannot be a name"
        "choose another name, such as `val_` or `my_val`";
    a_keyword_as_a_parameter:
        "let f method = method\n"
        => "1:7"
        "`method` is a keyword of OCaml and cannot be a name"
        "choose another name, such as `method_` or `my_method`";
    a_missing_operand:
        "let x = 1 +\nlet y = 2\n"
        => "3:1"
        "`in` is expected before the end of the file"
        "finish the definition before this `let`";
    a_missing_value:
        "let x =\n"
        => "2:1"
        "an expression is expected after `=`, not the end of the file"
        "";
    double_semicolon_in_the_middle:
        "let f x =\n  let y = 1 in;;\n  y\n"
        => "2:15"
        "an expression is expected after `in`, not `;;`"
        "remove the `;;`";
    a_constructor_with_two_arguments:
        "let t = Node l r\n"
        => "1:16"
        "the constructor `Node` is applied to a second argument"
        "several arguments stand in one pair of parentheses: `Node (l, r)`";
    a_constructor_with_two_arguments_and_more:
        "let t = g (Node l r))\n"
        => "1:19"
        "the constructor `Node` is applied to a second argument"
        "several arguments stand in one pair of parentheses, with commas";
    a_missing_do:
        "let f () = while true print 1 done\n"
        => "1:29"
        "`do` is expected before `1`"
        "a loop is `while condition do ... done` or `for i = a to b do ... done`";
    a_missing_done:
        "let f () = while true do print 1\nlet g = 1\n"
        => "2:1"
        "`done` is expected before `let`"
        "add `done`";
    an_empty_loop:
        "let f () = while true do done\n"
        => "1:26"
        "the body of this loop is empty"
        "write `()` between `do` and `done`";
    a_string_in_single_quotes:
        "let x = 'abc'\n"
        => "1:9"
        "this quote starts no character"
        "a character is one sign in single quotes ('a'); a string stands in double quotes (\"abc\")";
    an_in_at_top_level:
        "let x = 1 in\nlet y = 2\n"
        => "3:1"
        "`in` is expected before the end of the file"
        "if the `let` starts a new definition, remove the `in` before it";
    a_hole_in_an_expression:
        "let f x = x + _\n"
        => "1:15"
        "`_` is a pattern and has no value"
        "give the value a name in the pattern and use the name here";
    a_character_of_another_alphabet:
        "let f x = x → 1\n"
        => "1:13"
        "the character `→` has no place in an OCaml program"
        "write `->`";
    a_wide_character:
        "let x = 'é'\n"
        => "1:9"
        "`é` does not fit into one character, which is a single byte in OCaml"
        "use a string instead";
    an_illegal_escape:
        "let x = '\\q'\n"
        => "1:9"
        "this escape is not legal in a character"
        "the escapes are \\\\ \\\" \\' \\n \\t \\b \\r, \\ddd, \\xhh and \\oooo";
    a_number_with_letters:
        "let x = 12abc\n"
        => "1:9"
        "`12abc` is not a number that OCaml knows"
        "";
    a_value_without_a_definition:
        "let x\nlet y = 2\n"
        => "2:1"
        "this `let` has no `=` and no value"
        "a definition is `let name = value`";
    double_semicolon_inside_parentheses:
        "let f = (fun x -> x;; x)\n"
        => "1:20"
        "`)` is expected before `;;`"
        "add `)`";
    a_type_without_a_name:
        "type = int\n"
        => "1:6"
        "the name of a type is expected after `type`, not `=`"
        "";
    a_capitalised_type:
        "type Tree = Leaf\n"
        => "1:11"
        "`Tree` is not the name of a type"
        "the name of a type starts with a small letter";
    a_comma_in_a_type:
        "type t = A of int, string\n"
        => "1:18"
        "`,` cannot follow `int`"
        "an operator, a `;` or a parenthesis may be missing before it";
    braces_as_blocks:
        "let f x = { x + 1 }\n"
        => "1:15"
        "`+` cannot follow `x`"
        "an operator, a `;` or a parenthesis may be missing before it";
    a_return:
        "let f x = return x;\nlet g = 2;\n"
        => "3:1"
        "`in` is expected before the end of the file"
        "if the `let` starts a new definition, remove the `;` before it";
    a_missing_equals:
        "let f x x + 1\n"
        => "2:1"
        "`=` is expected before the end of the file"
        "a definition is `let name = value`";
    a_module_in_lower_case:
        "module m = struct end\n"
        => "1:8"
        "a module is expected after `module`, not `m`"
        "the name of a module starts with a capital";
    an_unclosed_struct:
        "module M = struct\n  let x = 1\n"
        => "3:1"
        "`end` is expected before the end of the file"
        "add `end`";
    a_default_without_question_mark:
        "let f ~(x = 1) = x\n"
        => "1:11"
        "only an optional parameter has a default"
        "write `?` instead of `~`";
    a_when_without_case:
        "let f x = x when x > 1\n"
        => "1:13"
        "`when` cannot follow `x`"
        "";
    rec_after_and:
        "let rec f x = g x and rec g x = f x\n"
        => "1:23"
        "a name is expected after `and`, not `rec`"
        "";
    a_toplevel_binding_operator:
        "let* x = 1\n"
        => "2:1"
        "`in` is expected: `let*` stands only inside an expression"
        "";
    a_semicolon_after_a_case_bar:
        "let f = function A -> 1; | B -> 2 ;; | C -> 3\n"
        => "1:38"
        "no cases are open here that this `|` could go on"
        "a case belongs to a `match`, a `function` or a type definition";
    try_without_with:
        "let f x = try x\nlet g = 1\n"
        => "2:1"
        "`with` is expected before `let`"
        "the form is `try value with | exception -> result`";
    else_without_if:
        "let f x = else x\n"
        => "1:11"
        "this `else` belongs to no `if`"
        "each `else` needs an `if ... then` before it";
    not_equal_of_other_languages:
        "let f x y = x =! y =\n"
        => "2:1"
        "an expression is expected after `=`, not the end of the file"
        "";
    a_type_after_a_bare_tuple:
        "let a, b : int * int = (1, 2)\n"
        => "1:10"
        "only a simple pattern can be followed by its type"
        "put the pattern before the type in parentheses";
    lazy_before_an_applied_constructor:
        "let f = function lazy Some x -> x\n"
        => "1:28"
        "`lazy` takes a simple pattern"
        "put the pattern after `lazy` in parentheses";
    a_number_that_touches_a_character:
        "let x = 1'c'\n"
        => "1:9"
        "`1'c'` is not a number that OCaml knows"
        "";
    an_underscore_as_a_type:
        "type t = A of int _\n"
        => "1:19"
        "`_` has no meaning in OCaml here"
        "";
}

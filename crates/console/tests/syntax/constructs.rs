//! Each construct of the language and the tree that it is read as.

use lydian_console::syntax::ast::{
    DeclarationKind, LoopKind, Mode, Pattern, Reaction, Read, Set, Statement, StatementKind, Term, TypeKind,
};

use super::{script, shape};

/// The statement that a text is.
fn statement(text: &str) -> Statement {
    let mut body = script(text).body;
    assert_eq!(body.len(), 1, "{text}");
    body.remove(0)
}

fn declaration(text: &str) -> DeclarationKind {
    let mut declarations = script(text).declarations;
    assert_eq!(declarations.len(), 1, "{text}");
    declarations.remove(0).kind
}

fn read_statement(text: &str) -> Read {
    match statement(text).kind {
        StatementKind::Read(read) => read,
        other => panic!("{other:?}"),
    }
}

fn condition(text: &str) -> Term {
    match statement(&format!("while {text} {{}}")).kind {
        StatementKind::Loop { kind: LoopKind::While(condition), .. } => condition,
        other => panic!("{other:?}"),
    }
}

fn written(text: &str) -> Pattern {
    match statement(&format!("write {text}")).kind {
        StatementKind::Write { pattern, .. } => pattern,
        other => panic!("{other:?}"),
    }
}

fn set(text: &str) -> Set {
    read_statement(&format!("read x : int in {text}")).fields.remove(0).set.expect("a set")
}

#[track_caller]
fn assert_term(text: &str, expected: &str) {
    assert_eq!(shape::term(&condition(text)), expected, "{text}");
}

#[track_caller]
fn assert_pattern(text: &str, expected: &str) {
    assert_eq!(shape::pattern(&written(text)), expected, "{text}");
}

#[track_caller]
fn assert_set(text: &str, expected: &str) {
    assert_eq!(shape::set(&set(text)), expected, "{text}");
}

#[test]
fn operators_bind_from_or_to_minus() {
    assert_term(
        "a or b and not c = d ++ e + f * -g",
        "(Or a (And b (Not (Equal c (Append d (Add e (Multiply f (Negate g))))))))",
    );
    assert_term("a - b - c", "(Subtract (Subtract a b) c)");
    assert_term("a or b or c", "(Or (Or a b) c)");
    assert_term("-a * b", "(Multiply (Negate a) b)");
    assert_term("-a[0][1]", "(Negate (Index (Index a 0) 1))");
    assert_term("a div b mod c quot d rem e / f", "(Divide (Rem (Quot (Mod (Div a b) c) d) e) f)");
    assert_term("not a and b", "(And (Not a) b)");
    assert_term(
        "a <= b and c >= d or e < f and g > h",
        "(Or (And (LessOrEqual a b) (GreaterOrEqual c d)) (And (Less e f) (Greater g h)))",
    );
}

#[test]
fn operators_of_other_languages_are_accepted() {
    assert_term("a == b && !c || d <> e", "(Or (And (Equal a b) (Not c)) (NotEqual d e))");
}

#[test]
fn constants_are_read_exactly() {
    assert_term("123456789012345678901234567890", "123456789012345678901234567890");
    assert_term("3.50", "350/10^2");
    assert_term("0.05", "5/10^2");
    assert_term("true = false", "(Equal true false)");
    assert_term(r#""a\n\t\"\\\{}" = 'c'"#, r#"(Equal "a\n\t\"\\{}" 'c')"#);
    assert_term(r"'\'' = '\\'", r"(Equal '\'' '\\')");
    assert_term("'\"' = '{'", "(Equal '\"' '{')");
}

#[test]
fn views_say_which_values_of_a_variable() {
    assert_term("x.all", "<x All>");
    assert_term("x.ago(2)", "<x Ago(2)>");
    assert_term("x.earlier", "<x Earlier(1)>");
    assert_term("x.earlier(3)", "<x Earlier(3)>");
    assert_term("x.current", "<x Ago(0)>");
    assert_term("merge(x, y).all", "<x y All>");
    assert_term("merge(x, y)", "<x y Ago(0)>");
    assert_term("x.all[0]", "(Index <x All> 0)");
}

#[test]
fn names_have_primes_and_letters_of_any_alphabet() {
    assert_term("x' + größe_2", "(Add x' größe_2)");
}

#[test]
fn calls_may_name_modules() {
    assert_term("f()", "f()");
    assert_term("List.length(l)", "List.length(l)");
    assert_term("A . B . f(1, 2)", "A.B.f(1 2)");
    assert_term("int(s) + length(char(n))", "(Add int(s) length(char(n)))");
}

#[test]
fn count_and_repeat_are_functions_before_a_parenthesis() {
    assert_term("count(l, a)", "count(l a)");
    assert_term("count a in l : a > 0", "(Count a l (Greater a 0))");
    assert_term("repeat(s, 3)", "repeat(s 3)");
    assert!(matches!(
        statement("repeat { nothing } until a").kind,
        StatementKind::Loop { kind: LoopKind::RepeatUntil(_), .. }
    ));
}

#[test]
fn bodies_of_quantifiers_extend_as_far_as_possible() {
    assert_term("forall a in l : a or b", "(ForAll a l (Or a b))");
    assert_term("(forall a in l : a) or b", "(Or (ForAll a l a) b)");
    assert_term(
        "c and exists a in l ++ m : a = b and d",
        "(And c (Exists a (Append l m) (And (Equal a b) d)))",
    );
    assert_term("if a then b else c or d", "(If a b (Or c d))");
}

#[test]
fn lists_are_written_out_or_computed() {
    assert_term("[]", "[]");
    assert_term("[1, 2,]", "[1 2]");
    assert_term("[f(a) for a in l]", "(Each f(a) a l -)");
    assert_term("[a + 1 for a in l ++ m if a in m]", "(Each (Add a 1) a (Append l m) (In a m))");
}

#[test]
fn in_takes_lists_sets_and_ranges() {
    assert_term("x in l", "(In x l)");
    assert_term("x not in l ++ m", "(NotIn x (Append l m))");
    assert_term("x in {1, 2, 3}", "(In x [1 2 3])");
    assert_term("x in 1..9", "(And (GreaterOrEqual x 1) (LessOrEqual x 9))");
    assert_term("x not in 1..9", "(Or (Less x 1) (Greater x 9))");
    assert_term("x in 1..", "(GreaterOrEqual x 1)");
    assert_term("x in ..n + 1", "(LessOrEqual x (Add n 1))");
    assert_term("not x in 1.. and y", "(And (Not (GreaterOrEqual x 1)) y)");
}

#[test]
fn commas_bind_tighter_than_or_in_patterns() {
    assert_pattern("\"a\", b or any, some", "((\"a\", <b>) or (any, some))");
    assert_pattern("\"a\", (b or any), some", "(\"a\", (<b> or any), some)");
    assert_pattern("maybe \"a\", nothing", "((maybe \"a\"), nothing)");
    assert_pattern("maybe (\"a\", any)", "(maybe (\"a\", any))");
    assert_pattern("glued x + 1, decorated -y", "((glued (Add x 1)), (decorated (Negate y)))");
}

#[test]
fn holes_of_a_text_are_terms() {
    assert_pattern(r#""total {sum(x.all)}\n""#, r#"("total ", <sum(<x All>)>, "\n")"#);
    assert_pattern(r#""{a}{b}""#, "(<a>, <b>)");
    assert_pattern(r#""{a or b}""#, "<(Or a b)>");
    assert_pattern(r#""\{a} }""#, r#""{a} }""#);
    assert_pattern(r#""{join(l, ", ")}: {x in {1, 2}}""#, r#"(<join(l ", ")>, ": ", <(In x [1 2])>)"#);
    assert_pattern(r#""{x'}{'}'}{"}"}""#, r#"(<x'>, <'}'>, <"}">)"#);
    assert_pattern("\"\"", "\"\"");
}

#[test]
fn a_text_before_an_operator_is_a_term() {
    assert_pattern("\"a\" ++ b, \"c\"", "(<(Append \"a\" b)>, \"c\")");
    assert_pattern("\"abc\"[0]", "<(Index \"abc\" 0)>");
    assert_pattern("(\"a\") ++ b", "<(Append \"a\" b)>");
}

#[test]
fn parentheses_hold_a_pattern_if_only_a_pattern_can_be_in_them() {
    assert_pattern("(x = 1)", "<(Equal x 1)>");
    assert_pattern("(x or y)", "<(Or x y)>");
    assert_pattern("(x + 1) * 2, (x)", "(<(Multiply (Add x 1) 2)>, <x>)");
    assert_pattern("(\"a\" or x)", "(\"a\" or <x>)");
    assert_pattern("(x or (\"a\"))", "(<x> or \"a\")");
    assert_pattern("(x, y)", "(<x>, <y>)");
    assert_pattern("((x, y) or z)", "((<x>, <y>) or <z>)");
    assert_pattern("(x or maybe y)", "(<x> or (maybe <y>))");
    assert_pattern("(\"{x}\" or y)", "(<x> or <y>)");
    assert_pattern("(s = \"a\" or f(\"b\", \"c\"))", "<(Or (Equal s \"a\") f(\"b\" \"c\"))>");
    assert_pattern("(x ++ \"a \\{\")", "<(Append x \"a {\")>");
}

#[test]
fn not_binds_tightest_in_sets_then_and_except_or() {
    assert_set("1..9 or {2} except x.all and not all", "(1..9 or ({2} except (<<x All>> and (not all))))");
    assert_set("(1.. or ..9) and all", "((1.. or ..9) and all)");
    assert_set("all except x.all ++ y.all", "(all except <(Append <x All> <y All>)>)");
    assert_set("a except b except c", "((<a> except <b>) except <c>)");
}

#[test]
fn ends_of_ranges_are_arithmetic() {
    assert_set("-1..n + 1", "(Negate 1)..(Add n 1)");
    assert_set("(1)..(2)", "1..2");
    assert_set("((1)..9)", "1..9");
    assert_set("(a + b) * 2..", "(Multiply (Add a b) 2)..");
    assert_set("1.5..2.25", "15/10^1..225/10^2");
    assert_set("(if c then l else m)", "<(If c l m)>");
}

#[test]
fn a_slash_opens_a_regular_expression_where_a_set_starts() {
    assert_set(r"/[a-z]+\/\d#/ or /(/", r"(/[a-z]+/\d#/ or /(/)");
    assert_set(r#"(/[("]/ or not /x/)"#, r#"(/[("]/ or (not /x/))"#);
    assert_set("a / 2..", "(Divide a 2)..");
}

#[test]
fn an_open_range_ends_before_the_next_statement() {
    assert_eq!(script("read n : int in 1.. if n > 3 { exit }").body.len(), 2);
    assert_eq!(script("read n : int in 1.. repeat { exit } until n = 3").body.len(), 2);
    assert_eq!(script("while n in 1.. { exit }").body.len(), 1);
}

#[test]
fn reads_say_what_wrong_values_do() {
    assert_eq!(read_statement("read n : int").mode, Mode::AssumeValid);
    assert_eq!(read_statement("read n : int in 1.. else retry").mode, Mode::Retry(Reaction::Free));
    assert_eq!(read_statement("read n : int else stop silently").mode, Mode::Stop(Reaction::Silent));
    let read = read_statement(
        "read x : int, y : char in all where y != x by \";\" malformed else retry saying \"no\" or any",
    );
    assert_eq!(read.fields.len(), 2);
    assert!(read.fields[0].set.is_none() && read.fields[1].set.is_some() && read.fields[1].filter.is_some());
    assert_eq!(read.separator.as_deref(), Some(";"));
    assert!(read.malformed);
    let Mode::Retry(Reaction::Says(pattern)) = read.mode else { panic!("{:?}", read.mode) };
    assert_eq!(shape::pattern(&pattern), "(\"no\" or any)");
}

#[test]
fn types_are_known_by_their_names() {
    let read = read_statement("read a : int, b : bool, c : string, d : char, e : decimal(2), f : Move");
    let types: Vec<TypeKind> = read.fields.into_iter().map(|field| field.ty.kind).collect();
    let enumeration = TypeKind::Enumeration("Move".into());
    let simple = [TypeKind::Int, TypeKind::Bool, TypeKind::String, TypeKind::Char];
    assert_eq!(types, simple.into_iter().chain([TypeKind::Decimal(2), enumeration]).collect::<Vec<_>>());
}

#[test]
fn else_if_is_an_if_alone_in_the_other_case() {
    let StatementKind::If { otherwise, .. } = statement("if a { exit } else if b {} else { exit exit }").kind
    else {
        panic!("no if")
    };
    let [Statement { kind: StatementKind::If { then, otherwise, .. }, .. }] = otherwise.as_slice() else {
        panic!("{otherwise:?}")
    };
    assert_eq!((then.len(), otherwise.len()), (0, 2));
}

#[test]
fn loops_are_of_five_kinds() {
    let kinds = script("loop {} while a {} until a {} repeat {} while a repeat {} until a").body;
    let names: Vec<String> = kinds
        .iter()
        .map(|statement| match &statement.kind {
            StatementKind::Loop { kind, .. } => {
                format!("{kind:?}").chars().take_while(|c| c.is_alphabetic()).collect()
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["TillExit", "While", "Until", "RepeatWhile", "RepeatUntil"]);
}

#[test]
fn the_place_of_a_compound_statement_is_its_head() {
    let text = "while a < b {\n    exit\n}\nif c { exit }";
    let places: Vec<&str> = script(text).body.iter().map(|statement| &text[statement.at.clone()]).collect();
    assert_eq!(places, ["while a < b", "if c"]);
}

#[test]
fn places_in_holes_are_places_in_the_file() {
    let text = "write \"a {length(x.all)} b\"";
    let lydian_console::syntax::ast::PatternKind::Sequence(parts) = written(&text[6..]).kind else {
        panic!("no parts")
    };
    let places: Vec<&str> = parts.iter().map(|part| &text[part.at.clone()]).collect();
    assert_eq!(places, ["a ", "{length(x.all)}", " b"]);
}

#[test]
fn declarations_and_statements_can_be_mixed() {
    let script = script("read n : int\nparam k : [int] = [1], []\nwrite k; import \"a.ml\"; exit");
    assert_eq!((script.declarations.len(), script.body.len()), (2, 3));
}

#[test]
fn declarations_are_read_with_all_their_parts() {
    let DeclarationKind::Enumeration { name, members } = declaration("enum Move { Rock \"r\", Paper, }")
    else {
        panic!("no enumeration")
    };
    let members: Vec<(&str, Option<&str>)> =
        members.iter().map(|(member, spelling)| (&*member.text, spelling.as_deref())).collect();
    assert_eq!((&*name.text, members), ("Move", vec![("Rock", Some("r")), ("Paper", None)]));
    let DeclarationKind::Parameter { ty, values, .. } = declaration("param p : [int] = [1], q or r") else {
        panic!("no parameter")
    };
    assert_eq!((ty.kind, values.len()), (TypeKind::List(Box::new(TypeKind::Int)), 2));
    assert!(
        matches!(declaration("arguments \"-n\", n"), DeclarationKind::Arguments(terms) if terms.len() == 2)
    );
    assert!(matches!(declaration("environment LEVEL = \"1\""), DeclarationKind::Environment(..)));
    assert!(
        matches!(declaration("file \"a\" = b ++ c"), DeclarationKind::FileBefore(file, _) if file == "a")
    );
    assert!(
        matches!(declaration("result \"a\" : any or b"), DeclarationKind::FileAfter(file, _) if file == "a")
    );
    assert!(matches!(declaration("import \"a.ml\""), DeclarationKind::Import(file) if file == "a.ml"));
}

#[test]
fn ocaml_code_is_kept_as_it_is_written() {
    let text = "ocaml {{{ let f x = \"# {\" (* read *) }}} exit";
    let script = script(text);
    let DeclarationKind::OCaml(at) = &script.declarations[0].kind else { panic!("no code") };
    assert_eq!(&text[at.clone()], " let f x = \"# {\" (* read *) ");
    assert_eq!(script.body.len(), 1);
}

#[test]
fn comments_blanks_and_line_breaks_mean_nothing() {
    let script = script("\u{feff}# first\r\n\tread#x\r\n x # y\n: # : \"\n int;;\n#");
    assert_eq!(script.body.len(), 1);
}

#[test]
fn the_examples_of_the_documentation_are_read() {
    let page = include_str!("../../../../docs/src/console-language.md");
    let fences = page.split("```console-spec\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(""));
    let indented = page.split("\n\n").filter(|paragraph| paragraph.starts_with("    "));
    let examples: Vec<&str> = fences.chain(indented).collect();
    assert!(examples.len() >= 4, "{examples:?}");
    for example in examples {
        script(example);
    }
}

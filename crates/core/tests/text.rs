//! The text of Core: what is printed reads back as the same program, for every form there is; and no text whatever makes
//! the reader panic.

use std::sync::Arc;

use lydian_core::alpha::{fingerprint, same_program, same_text};
use lydian_core::expr::Place;
use lydian_core::print::print_program;
use lydian_core::read::read_program;
use lydian_core::{
    ArgLabel, Arm, ConId, ConstructorDecl, Export, Expr, FieldDecl, IntMode, Item, Lambda, Literal,
    Mutability, Pattern, Program, Type, TypeBody, TypeDecl, Var,
};
use lydian_term::Int;

fn int(int: i64) -> Expr {
    Expr::Literal(Literal::Int(Int::from(int)))
}

fn string(text: &[u8]) -> Literal {
    Literal::String(text.into())
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

fn var(var: Var) -> Expr {
    Expr::Var(var)
}

fn unit() -> Expr {
    Expr::Literal(Literal::Unit)
}

fn cons(head: Expr, tail: Expr) -> Expr {
    Expr::Construct(ConId::CONS, Mutability::Immutable, vec![head, tail])
}

fn nil() -> Expr {
    Expr::Construct(ConId::NIL, Mutability::Immutable, vec![])
}

fn lambda(name: Option<&str>, params: Vec<Var>, body: Expr) -> Expr {
    Expr::Lambda(Arc::new(Lambda { name: name.map(Arc::from), params, body }))
}

fn arm(pattern: Pattern, guard: Option<Expr>, body: Expr) -> Arm {
    Arm { pattern, guard, body }
}

fn place(line: u32) -> Place {
    Place { file: "dir/a \"b\".ml".into(), line, column: 7 }
}

fn define(program: &mut Program, name: &str, expr: Expr) -> Var {
    let var = program.fresh_var(name);
    program.items.push(Item::Define(var, expr));
    var
}

fn named(path: &str, arguments: &[Type]) -> Type {
    Type::Named(path.into(), arguments.to_vec().into())
}

fn field(name: &str, mutable: bool, ty: Type) -> FieldDecl {
    FieldDecl { name: name.into(), mutable, ty }
}

fn declare_types(program: &mut Program) {
    let a = || Type::Param(0);
    let constructor = |path: &str, name: &str, args: Vec<Type>| ConstructorDecl {
        con: ConId::intern(path, name),
        args,
        fields: None,
    };
    let tree = named("tree", &[a()]);
    let inline = vec![field("x", true, Type::Int), field("of", false, Type::arrow(Type::Int, a()))];
    let declarations = [
        (
            "tree",
            1,
            TypeBody::Variant(vec![
                constructor("tree", "Leaf", vec![]),
                constructor("tree", "Node", vec![tree.clone(), a(), tree]),
                constructor("other", "Odd one", vec![Type::arrow(Type::Int, Type::Bool)]),
                ConstructorDecl {
                    con: ConId::intern("tree", "Inline"),
                    args: inline.iter().map(|field| field.ty.clone()).collect(),
                    fields: Some(inline.clone()),
                },
                ConstructorDecl {
                    con: ConId::intern("tree", "Unlike"),
                    args: vec![Type::Unit],
                    fields: Some(inline),
                },
            ]),
        ),
        ("tree/2", 0, TypeBody::Variant(vec![])),
        (
            "list",
            1,
            TypeBody::Variant(vec![constructor("list", "[]", vec![]), constructor("list", "::", vec![])]),
        ),
        (
            "Shape.t",
            2,
            TypeBody::Record(
                ConId::intern("Shape.t", "t"),
                vec![field("left", false, a()), field("right", true, Type::Param(1))],
            ),
        ),
        ("ref", 1, TypeBody::Record(ConId::REF, vec![field("contents", true, a())])),
        ("empty", 0, TypeBody::Record(ConId::intern("empty", "empty"), vec![])),
        ("abstract", 0, TypeBody::Abstract),
        ("many", 30, TypeBody::Alias(Type::Param(29))),
        (
            "all",
            0,
            TypeBody::Alias(Type::Tuple(
                vec![
                    Type::Int,
                    Type::Bool,
                    Type::Char,
                    Type::String,
                    Type::Bytes,
                    Type::Float,
                    Type::Unit,
                    Type::Exn,
                    Type::Tuple(Arc::from([])),
                    Type::Tuple(Arc::from([Type::Int])),
                    Type::List(Arc::new(Type::arrow(Type::Int, Type::Int))),
                    Type::Array(Arc::new(Type::Lazy(Arc::new(named("int", &[]))))),
                    named("Shape.t", &[Type::Int, Type::arrow(Type::Int, Type::Int)]),
                    named("tree/2", &[Type::Bool]),
                    Type::arrow(
                        Type::arrow(Type::Int, Type::Int),
                        Type::Arrow(
                            ArgLabel::Labelled("of".into()),
                            Arc::new(Type::Int),
                            Arc::new(Type::Arrow(
                                ArgLabel::Optional("é".into()),
                                Arc::new(Type::Tuple(Arc::from([Type::Int, Type::Bool]))),
                                Arc::new(Type::Unit),
                            )),
                        ),
                    ),
                    Type::PolyVariant(Arc::from([
                        (Arc::from("A"), None),
                        (Arc::from("B c"), Some(Type::arrow(Type::Int, Type::Int))),
                        (Arc::from("let"), Some(Type::List(Arc::new(Type::PolyVariant(Arc::from([])))))),
                    ])),
                ]
                .into(),
            )),
        ),
    ];
    for (path, params, body) in declarations {
        program.types.add(TypeDecl { path: path.into(), params, body });
    }
}

fn every_expression(program: &mut Program) {
    let floats =
        [0.0, -0.0, 1.0, 0.1, 1e300, 5e-324, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e21];
    let mut literals = vec![
        Literal::Unit,
        Literal::Bool(true),
        Literal::Bool(false),
        Literal::Int(Int::from(-5)),
        Literal::Int(-Int::power_of_two(200)),
        string(b""),
        string(&(0..=255).collect::<Vec<u8>>()),
    ];
    literals.extend((0..=255).map(Literal::Char));
    literals.extend(floats.map(Literal::Float));
    define(program, "literals", Expr::Array(literals.into_iter().map(Expr::Literal).collect()));

    let [f, x, y, z, i, n] = ["f", "x'", "+.", "", "i", "let"].map(|name| program.fresh_var(name));
    let even = program.fresh_var("even");
    let odd = program.fresh_var("odd");
    let call = |function: Expr, args: Vec<Expr>| Expr::Apply(boxed(function), args);
    let node = ConId::intern("tree", "Node");
    let mutable = Expr::Construct(ConId::REF, Mutability::Mutable, vec![int(1)]);
    let body = Expr::Sequence(
        boxed(Expr::SetField(boxed(var(x)), 0, boxed(Expr::Field(boxed(Expr::Field(boxed(var(x)), 3)), 1)))),
        boxed(Expr::Sequence(
            boxed(Expr::If(boxed(Expr::Literal(Literal::Bool(true))), boxed(unit()), boxed(unit()))),
            boxed(Expr::Let(
                y,
                boxed(Expr::Sequence(boxed(int(1)), boxed(int(2)))),
                boxed(Expr::If(
                    boxed(Expr::And(
                        boxed(Expr::Literal(Literal::Bool(true))),
                        boxed(Expr::And(
                            boxed(Expr::Or(boxed(var(y)), boxed(Expr::And(boxed(var(y)), boxed(var(x)))))),
                            boxed(lambda(None, vec![], var(x))),
                        )),
                    )),
                    boxed(Expr::If(boxed(var(x)), boxed(int(1)), boxed(int(2)))),
                    boxed(Expr::If(
                        boxed(var(x)),
                        boxed(int(3)),
                        boxed(Expr::Sequence(boxed(int(4)), boxed(int(5)))),
                    )),
                )),
            )),
        )),
    );
    define(program, "shapes", lambda(Some("f g"), vec![f, x], body));
    let seq = Expr::Sequence(boxed(int(1)), boxed(int(2)));
    let calls = vec![
        call(call(lambda(Some("match"), vec![z], var(z)), vec![int(1), seq.clone()]), vec![]),
        call(int(-1), vec![unit()]),
        call(Expr::Construct(ConId::NONE, Mutability::Immutable, vec![]), vec![int(1)]),
        call(Expr::Construct(ConId::SOME, Mutability::Immutable, vec![int(2)]), vec![nil()]),
        Expr::Field(boxed(cons(int(1), nil())), 0),
        Expr::Field(boxed(mutable.clone()), 0),
        cons(int(1), cons(seq.clone(), nil())),
        cons(int(1), cons(int(2), call(Expr::Primitive("weird name".into(), vec![]), vec![]))),
        Expr::Construct(ConId::TUPLE, Mutability::Immutable, vec![int(1), seq.clone(), nil()]),
        Expr::Construct(ConId::TUPLE, Mutability::Immutable, vec![int(1)]),
        Expr::Construct(ConId::TUPLE, Mutability::Mutable, vec![int(1), int(2)]),
        Expr::Construct(ConId::CONS, Mutability::Immutable, vec![int(1)]),
        Expr::Construct(node, Mutability::Immutable, vec![mutable, int(1)]),
        Expr::Construct(ConId::intern("`", "Tag"), Mutability::Immutable, vec![int(1)]),
        Expr::Construct(ConId::EXIT, Mutability::Immutable, vec![]),
        Expr::Primitive("int_add".into(), vec![int(1), int(2)]),
        Expr::Array(vec![]),
        Expr::Array(vec![seq.clone(), Expr::SetField(boxed(nil()), 1, boxed(nil()))]),
        Expr::SetField(boxed(seq.clone()), 1, boxed(Expr::SetField(boxed(nil()), 1, boxed(seq.clone())))),
        Expr::While(boxed(Expr::Literal(Literal::Bool(false))), boxed(seq.clone())),
        Expr::For { var: i, from: boxed(int(1)), to: boxed(int(9)), down: false, body: boxed(var(i)) },
        Expr::For { var: n, from: boxed(int(9)), to: boxed(int(1)), down: true, body: boxed(var(n)) },
        Expr::Lazy(boxed(seq)),
        Expr::Primitive("long_name_of_a_primitive".into(), (0..40).map(|_| int(1_000_000)).collect()),
    ];
    for expr in calls {
        program.items.push(Item::Run(expr));
    }
    let [p, q] = ["n", "n"].map(|name| program.fresh_var(name));
    let group = vec![
        (even, lambda(Some("even"), vec![p], call(var(odd), vec![var(p)]))),
        (odd, lambda(Some("odd"), vec![q], call(var(even), vec![var(q)]))),
    ];
    program.items.push(Item::DefineRec(group));
    let [a, b] = ["a", "b"].map(|name| program.fresh_var(name));
    let rec_body = Expr::LetRec(
        vec![(a, cons(int(1), var(b))), (b, Expr::Lazy(boxed(var(a))))],
        boxed(Expr::Construct(ConId::TUPLE, Mutability::Immutable, vec![var(a), var(b)])),
    );
    define(program, "knot", rec_body);
    program.exports.push(Export { name: "even".into(), var: even, ty: Type::arrow(Type::Int, Type::Bool) });
    program.exports.push(Export { name: "M.( + )".into(), var: odd, ty: Type::Param(0) });
}

fn every_pattern(program: &mut Program) {
    let fresh: Vec<Var> = (0..8).map(|_| program.fresh_var("p")).collect();
    let plain = |name: &str, parts: Vec<Pattern>| Pattern::Construct(ConId::intern("tree", name), parts);
    let cons = |head: Pattern, tail: Pattern| Pattern::Construct(ConId::CONS, vec![head, tail]);
    let nil = || Pattern::Construct(ConId::NIL, vec![]);
    let literal = Pattern::Literal;
    let arms = vec![
        arm(Pattern::Any, Some(int(1)), int(2)),
        arm(Pattern::Var(fresh[0]), None, var(fresh[0])),
        arm(Pattern::Alias(Box::new(plain("Leaf", vec![])), fresh[1]), None, var(fresh[1])),
        arm(literal(Literal::Unit), None, int(1)),
        arm(literal(Literal::Char(b'\'')), None, int(1)),
        arm(literal(Literal::Int(Int::from(-3))), None, int(1)),
        arm(literal(Literal::Float(-1.5)), None, int(1)),
        arm(literal(string(b"\"\x00")), None, int(1)),
        arm(Pattern::Range(b'a', 255), None, int(1)),
        arm(
            plain("Node", vec![Pattern::Any, Pattern::Var(fresh[2]), plain("Leaf", vec![])]),
            None,
            var(fresh[2]),
        ),
        arm(Pattern::Construct(ConId::TUPLE, vec![Pattern::Any, Pattern::Any]), None, int(1)),
        arm(Pattern::Construct(ConId::TUPLE, vec![Pattern::Any]), None, int(1)),
        arm(cons(Pattern::Any, cons(Pattern::Any, nil())), None, int(1)),
        arm(cons(Pattern::Any, cons(Pattern::Any, Pattern::Var(fresh[3]))), None, int(1)),
        arm(Pattern::Array(vec![Pattern::Any, Pattern::Array(vec![])]), None, int(1)),
        arm(
            Pattern::Or(vec![
                plain("A", vec![Pattern::Var(fresh[4]), Pattern::Var(fresh[5])]),
                Pattern::Or(vec![
                    plain("B", vec![Pattern::Var(fresh[5]), Pattern::Var(fresh[4])]),
                    plain("C", vec![Pattern::Var(fresh[4]), Pattern::Var(fresh[5])]),
                ]),
            ]),
            Some(Expr::Sequence(boxed(unit()), boxed(var(fresh[4])))),
            Expr::Sequence(boxed(unit()), boxed(var(fresh[5]))),
        ),
        arm(Pattern::Or(vec![Pattern::Any]), None, int(1)),
        arm(Pattern::Or(vec![]), None, int(1)),
        arm(Pattern::Lazy(Box::new(Pattern::Var(fresh[6]))), None, int(1)),
        arm(nil(), None, Expr::Match { scrutinee: boxed(int(0)), arms: vec![], place: place(9) }),
    ];
    let matching = Expr::Match { scrutinee: boxed(int(0)), arms: arms.clone(), place: place(3) };
    define(program, "matching", matching);
    let handler = vec![arm(Pattern::Var(fresh[7]), None, var(fresh[7]))];
    define(program, "trying", Expr::Try(boxed(int(0)), handler));
}

/// A program in which every form occurs.
fn everything(first_var: u32) -> Program {
    let mut program = Program::new(IntMode::OCAML, first_var);
    declare_types(&mut program);
    every_expression(&mut program);
    every_pattern(&mut program);
    program
}

#[track_caller]
fn reads_back(program: &Program) -> Program {
    let text = print_program(program);
    let read = read_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(print_program(&read), text);
    assert!(same_text(program, &read), "{text}");
    assert_eq!(fingerprint(program), fingerprint(&read));
    read
}

#[test]
fn every_form_reads_back_as_it_was() {
    let program = everything(0);
    let read = reads_back(&program);
    let types: Vec<_> = program.types.iter().collect();
    assert_eq!(types, read.types.iter().collect::<Vec<_>>());
    assert_eq!(read.exports[0].ty, program.exports[0].ty);
    reads_back(&Program::new(IntMode::Unbounded, 5));
    reads_back(&Program::new(IntMode::Wrapping(64), 5));
}

#[test]
fn the_text_does_not_depend_on_the_numbers_of_variables() {
    assert_eq!(print_program(&everything(0)), print_program(&everything(70_000)));
}

#[test]
fn the_text_is_for_people() {
    let mut program = Program::new(IntMode::OCAML, 10);
    declare_trees(&mut program);
    let insert = program.fresh_var("insert");
    let [x, t, l, y, r] = ["x", "t", "l", "y", "r"].map(|name| program.fresh_var(name));
    let tree = |name: &str, parts: Vec<Expr>| {
        Expr::Construct(ConId::intern("tree", name), Mutability::Immutable, parts)
    };
    let call = Expr::Apply(boxed(var(insert)), vec![var(x), var(l)]);
    let smaller = Expr::Primitive("less".into(), vec![var(x), var(y)]);
    let parts = vec![Pattern::Var(l), Pattern::Var(y), Pattern::Var(r)];
    let arms = vec![
        arm(
            Pattern::Construct(ConId::intern("tree", "Leaf"), vec![]),
            None,
            tree("Node", vec![tree("Leaf", vec![]), var(x), tree("Leaf", vec![])]),
        ),
        arm(
            Pattern::Construct(ConId::intern("tree", "Node"), parts),
            None,
            Expr::If(boxed(smaller), boxed(tree("Node", vec![call, var(y), var(r)])), boxed(var(t))),
        ),
    ];
    let body = Expr::Match {
        scrutinee: boxed(var(t)),
        arms,
        place: Place { file: "tree.ml".into(), line: 3, column: 2 },
    };
    program.items.push(Item::DefineRec(vec![(insert, lambda(Some("insert"), vec![x, t], body))]));
    let tree_type = named("tree", &[]);
    let ty = Type::arrow(Type::Int, Type::arrow(tree_type.clone(), tree_type));
    program.exports.push(Export { name: "insert".into(), var: insert, ty });
    let expected = r#"core 1
integers wrapping 63

type tree =
  | Leaf
  | Node of tree * int * tree

let rec insert/0 = fun insert(x/1, t/2) ->
  match t/2 at "tree.ml":3:2 with
  | tree#Leaf -> tree#Node(tree#Leaf, x/1, tree#Leaf)
  | tree#Node(l/3, y/4, r/5) ->
      if %less(x/1, y/4) then tree#Node(insert/0(x/1, l/3), y/4, r/5) else t/2
  end

export insert = insert/0 : int -> tree -> tree
"#;
    assert_eq!(print_program(&program), expected);
    reads_back(&program);
}

fn declare_trees(program: &mut Program) {
    let tree = named("tree", &[]);
    let constructor =
        |name: &str, args| ConstructorDecl { con: ConId::intern("tree", name), args, fields: None };
    program.types.add(TypeDecl {
        path: "tree".into(),
        params: 0,
        body: TypeBody::Variant(vec![
            constructor("Leaf", vec![]),
            constructor("Node", vec![tree.clone(), Type::Int, tree]),
        ]),
    });
}

/// Two libraries, the second using the first, and a program that uses a part of them.
fn with_libraries(renamed: bool) -> Program {
    let name = |name: &'static str| if renamed { "other" } else { name };
    let mut base = Program::new(IntMode::OCAML, 1000);
    declare_trees(&mut base);
    let unused = define(&mut base, "unused", int(0));
    let leaf = define(
        &mut base,
        name("leaf"),
        Expr::Construct(ConId::intern("tree", "Leaf"), Mutability::Immutable, vec![]),
    );
    define(&mut base, "also_unused", var(unused));
    let base = Arc::new(base);
    let mut more = Program::new(IntMode::OCAML, 2000);
    more.libraries = vec![base.clone()];
    more.types = base.types.clone();
    more.types.add(TypeDecl { path: "unneeded".into(), params: 0, body: TypeBody::Abstract });
    let pair = define(
        &mut more,
        name("pair"),
        Expr::Construct(ConId::TUPLE, Mutability::Immutable, vec![var(leaf), var(leaf)]),
    );
    let mut program = Program::new(IntMode::OCAML, if renamed { 0 } else { 5000 });
    program.types = more.types.clone();
    program.libraries = vec![base, Arc::new(more)];
    define(&mut program, name("mine"), var(pair));
    program
}

#[test]
fn only_what_is_reachable_of_the_libraries_is_printed() {
    let program = with_libraries(false);
    let expected = "core 1
integers wrapping 63

library
integers wrapping 63

type tree =
  | Leaf
  | Node of tree * int * tree

let leaf/0 = tree#Leaf

end

library
integers wrapping 63

let pair/1 = (leaf/0, leaf/0)

end

let mine/2 = pair/1
";
    assert_eq!(print_program(&program), expected);
    let read = reads_back(&program);
    assert_eq!(read.libraries.len(), 2);
    assert_eq!((read.first_var, read.var_names.len()), (2, 1));
    assert_eq!(read.libraries[1].first_var, 1);
}

#[test]
fn names_of_variables_and_places_do_not_matter_but_everything_else_does() {
    let (one, other) = (with_libraries(false), with_libraries(true));
    assert!(same_program(&one, &other) && !same_text(&one, &other));
    assert_eq!(fingerprint(&one), fingerprint(&other));

    let text = print_program(&everything(0));
    let original = everything(3);
    let mut differing = 0;
    for (from, to) in [
        ("%int_add(1, 2)", "%int_add(2, 1)"),
        ("tree#Node(_", "tree#Nodule(_"),
        ("mut ref#ref", "ref#ref"),
        ("downto", "to"),
        ("int -> bool", "int -> int"),
        ("wrapping 63", "wrapping 64"),
        ("'a'..'\\xff'", "'b'..'\\xff'"),
        ("5e-324", "1e-323"),
        ("export even", "export eve"),
        ("mutable right", "right"),
        (" when 1", ""),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from}");
        let changed = read_program(&changed).unwrap_or_else(|error| panic!("{from}: {error}"));
        assert!(!same_program(&original, &changed), "{from}");
        differing += usize::from(fingerprint(&original) != fingerprint(&changed));
    }
    assert_eq!(differing, 11);
    let moved =
        read_program(&text.replace(".ml\\\"\":3:7", ".ml\\\"\":4:8").replace("f g", "h")).expect("reads");
    assert!(same_program(&original, &moved));

    let assertion = |line: i64| {
        let mut program = Program::new(IntMode::OCAML, 0);
        let place = vec![Expr::Literal(string(b"a.ml")), int(line), int(0)];
        let place = Expr::Construct(ConId::TUPLE, Mutability::Immutable, place);
        let failure = Expr::Construct(ConId::ASSERT_FAILURE, Mutability::Immutable, vec![place]);
        program.items.push(Item::Run(Expr::Primitive("raise".into(), vec![failure])));
        program
    };
    assert!(same_program(&assertion(1), &assertion(2)) && !same_text(&assertion(1), &assertion(2)));
}

#[test]
fn swapped_variables_are_a_difference() {
    let read = |text: &str| read_program(&format!("core 1 integers unbounded {text}")).expect("reads");
    let first = read("let f/0 = fun f(x/1, y/2) -> x/1");
    assert!(!same_program(&first, &read("let f/0 = fun f(x/1, y/2) -> y/2")));
    assert!(same_program(&first, &read("let h/9 = fun (y/4, x/3) -> y/4")));
    let order = read("let a/0 = 1 let b/1 = 2");
    assert!(!same_program(&order, &read("let b/0 = 2 let a/1 = 1")));
}

#[test]
fn floats_of_all_bits_read_back() {
    let mut bits = 0x0123_4567_89ab_cdef_u64;
    for round in 0..2000u64 {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bits = if round % 4 == 0 { bits | 0x7ff0 << 48 } else { bits };
        let mut program = Program::new(IntMode::Unbounded, 0);
        program.items.push(Item::Run(Expr::Literal(Literal::Float(f64::from_bits(bits)))));
        let read = read_program(&print_program(&program)).expect("reads");
        let Item::Run(Expr::Literal(Literal::Float(float))) = read.items[0] else { panic!("a float") };
        assert_eq!(float.to_bits(), bits);
    }
}

#[test]
fn faults_are_reported_with_their_place() {
    for (text, expected) in [
        ("", "1:1: `core` is missing here"),
        ("core 2", "1:6: only version 1 of this form can be read"),
        ("core 1 integers wrapping 0", "1:26: integers have from 1 to 4096 bits"),
        ("core 1 integers unbounded\nrun f/1", "2:5: the variable f/1 is not in scope"),
        ("core 1 integers unbounded\nlet é", "2:5: this character means nothing here"),
        (
            "core 1 integers unbounded\nrun \"é\" ]",
            "2:9: a type, a step, an export or the end of the text is missing here",
        ),
        ("core 1 integers unbounded\nrun (1, 2", "2:10: `,` or `)` is missing here"),
        (
            "core 1 integers unbounded\nlet x/0 = 1 let y/0 = 2",
            "2:17: the number 0 already belongs to the variable x",
        ),
        (
            "core 1 integers unbounded\nlet x/0 = fun (x/0) -> 1",
            "2:5: the variable x/0 is bound more than once",
        ),
        (
            "core 1 integers unbounded\nrun match 1 at \"\":1:1 with | (1 | x/0) -> 1 end",
            "2:35: the variable x/0 is not bound once in each alternative of a pattern",
        ),
        ("core 1 integers unbounded\nrun 1 <- 2", "2:7: only a field can be assigned"),
    ] {
        assert_eq!(read_program(text).expect_err(text).to_string(), expected);
    }
}

#[test]
fn no_depth_or_length_of_text_exhausts_the_stack() {
    let header = "core 1 integers unbounded ";
    for (before, middle, after) in [
        ("(", "1", ")"),
        ("[", "", "]"),
        ("lazy(", "1", ")"),
        ("1; ", "1", ""),
        ("let x/0 = 1 in ", "1", ""),
        ("if true then 1 else ", "1", ""),
        ("fun () -> ", "1", ""),
        ("", "%p()", "()"),
        ("", "%p()", "[0]"),
        ("(1 && ", "1", ")"),
        ("match ", "1", " at \"\":1:1 with end"),
        ("%p(", "", ")"),
    ] {
        for depth in [10usize, 390, 3000, 200_000] {
            let text = format!("{header}run {}{middle}{}", before.repeat(depth), after.repeat(depth));
            // The variable of the repeated `let` is bound many times, which is a fault as well.
            let read = read_program(&text);
            assert!(read.is_err() || depth <= 3000, "{before}{middle}{after} {depth}");
            if let Ok(program) = read {
                assert_eq!(
                    print_program(&read_program(&print_program(&program)).expect("reads")),
                    print_program(&program)
                );
            }
        }
    }
    for (before, middle, after) in
        [("(", "int", ")"), ("", "int", " list"), ("int -> ", "int", ""), ("[ `A of ", "int", "]")]
    {
        for depth in [100usize, 200_000] {
            let text = format!("{header}type t = {}{middle}{}", before.repeat(depth), after.repeat(depth));
            assert_eq!(read_program(&text).is_ok(), depth == 100, "{before}{after}");
        }
    }
    let long = vec!["1"; 4000].join("; ");
    let program = read_program(&format!("{header}run [{long}] run {long} run [|{long}|]")).expect("reads");
    reads_back(&program);
    let endless = vec!["1"; 100_000].join("; ");
    assert!(read_program(&format!("{header}run [{endless}]")).is_err());
    assert!(read_program(&format!("{header}run [|{endless}|]")).is_ok());
}

#[test]
fn no_mutation_of_a_text_makes_the_reader_panic() {
    let text = print_program(&everything(0)) + &print_program(&with_libraries(false));
    let text = text.replace("core 1\n", "");
    let pieces: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', '/', '#', '"', '\'']).collect();
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let mut accepted = 0;
    for _ in 0..3000 {
        let start = random(pieces.len());
        let mut mutant: Vec<&str> = pieces[start..pieces.len().min(start + random(400))].to_vec();
        for _ in 0..random(4) {
            let (at, from) = (random(mutant.len()), random(pieces.len()));
            match random(3) {
                0 => mutant.insert(at, pieces[from]),
                1 if !mutant.is_empty() => drop(mutant.remove(at)),
                _ if !mutant.is_empty() => mutant[at] = pieces[from],
                _ => {}
            }
        }
        let mut mutant = format!("core 1\n{}", mutant.concat()).into_bytes();
        if random(2) == 0 {
            let at = random(mutant.len());
            mutant[at] = random(256) as u8;
        }
        let mutant = String::from_utf8_lossy(&mutant).into_owned();
        if let Ok(program) = read_program(&mutant) {
            accepted += 1;
            reads_back(&program);
        }
    }
    // Whole programs with one step changed are often accepted; those must read back too.
    let whole = print_program(&everything(0));
    let steps: Vec<&str> = whole.split("\n\n").collect();
    for skip in 2..steps.len() {
        let mut rest = steps.clone();
        rest.remove(skip);
        if let Ok(program) = read_program(&rest.join("\n\n")) {
            accepted += 1;
            reads_back(&program);
        }
    }
    assert!(accepted > 20, "only {accepted} were accepted");
}

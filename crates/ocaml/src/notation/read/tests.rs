//! What reads back, what is refused, and in which words.

use std::sync::Arc;

use lydian_core::{Datum, Mutability, Program, Type};
use lydian_diagnostic::Source;

use super::*;
use crate::show;

const TYPES: &str = "
module Shape = struct
  type colour = Red | Rgb of int * int * int
  type point = {x : int; y : int}
end
type input = Deposit of string * int * int | Nothing | Pair of (int * int) | Named of {name : string; on : bool}
type output = Ok | Balance of int
type tree = Leaf | Node of tree * int * tree
type cell = {mutable content : int}
type tag = [`A | `B of int * bool]
type all = {
  unit : unit; truth : bool; letter : char; text : string; number : float; cell : int ref; list : input list;
  array : tree array; pair : (int * int) * string; option : int option option; colour : Shape.colour;
  point : Shape.point; tag : tag; later : int lazy_t; raw : bytes; either : (int, string) result; own : cell
}
let input (x : input) = x let output (x : output) = x let tree (x : tree) = x let all (x : all) = x
let ints (x : int list) = x let nested (x : ((int * int) * int) list) = x let float (x : float) = x
let text (x : string) = x let letter (x : char) = x let point (x : Shape.point) = x let colour (x : Shape.colour) = x
let tag (x : tag) = x let options (x : int option) = x let int (x : int) = x let exn (x : exn) = x
let run (x : int -> int) = x
";

fn program() -> Program {
    let (program, diagnostics) = crate::load(&Source::new("types.ml", TYPES));
    program.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

fn argument(program: &Program, name: &str) -> Type {
    let (arguments, _) = program.export(name).expect("a definition").ty.uncurry();
    arguments[0].1.clone()
}

fn read(ty: &str, text: &str) -> Result<String, String> {
    let program = program();
    let datum = read_value(text, &argument(&program, ty), &program.types)?;
    Ok(show(&datum, &program.types))
}

/// Reads a text and shows the value again.
fn reads(ty: &str, text: &str, shown: &str) {
    assert_eq!(read(ty, text), Ok(shown.to_owned()), "{text}");
}

fn refused(ty: &str, text: &str, message: &str) {
    assert_eq!(read(ty, text), Err(message.to_owned()), "{text}");
}

#[test]
fn integers_of_63_bits_read_and_others_are_refused() {
    reads("int", "0", "0");
    reads("int", " ( - 1_000 ) ", "-1000");
    reads("int", "-4611686018427387904", "min_int");
    reads("int", "max_int", "max_int");
    reads("int", "Int.min_int", "min_int");
    reads("int", "4611686018427387903", "max_int");
    reads("int", "0x7fffffffffffffff", "-1");
    reads("int", "0b101", "5");
    refused("int", "4611686018427387904", "this integer is beyond OCaml's 63 bits at column 1");
    refused("int", "  -99999999999999999999999", "this integer is beyond OCaml's 63 bits at column 3");
    refused("int", "0xffffffffffffffff", "this integer is beyond OCaml's 63 bits at column 1");
    refused("int", "1.5", "expected an int, found \"1.5\" at column 1");
    refused("int", "1 2", "expected the end of the value, found \"2\" at column 3");
    refused("int", "3L", "expected the end of the value, found \"L\" at column 2");
}

#[test]
fn floats_read_with_their_special_values() {
    reads("float", "1e3", "1000.");
    reads("float", "-.5.", "-5.");
    reads("float", "-0.", "-0.");
    reads("float", "nan", "nan");
    reads("float", "neg_infinity", "neg_infinity");
    reads("float", "3", "3.");
    reads("float", "1_0.2_5", "10.25");
    refused("float", "many", "expected a float, found \"many\" at column 1");
}

#[test]
fn strings_and_characters_read_with_their_escapes() {
    reads(
        "text",
        r#""a\"\n\255\x41\o101 \
          b""#,
        r#""a\"\n\255AA b""#,
    );
    reads("text", "\"\\u{e9}\"", "\"\\195\\169\"");
    reads("letter", r"'\''", r"'\''");
    reads("letter", r"'\065'", "'A'");
    refused("text", "\"abc", "this string has no end at column 1");
    refused("text", r#""\q""#, "this is no escape of OCaml at column 2");
    refused("text", r#""\999""#, "this is no escape of OCaml at column 2");
    refused("letter", "'ab'", "a character is one byte between quotes at column 1");
    refused("letter", "''", "expected a char, found \"''\" at column 1");
}

#[test]
fn parentheses_are_needed_only_where_ocaml_needs_them() {
    reads("input", "Deposit ( \"c\" ,1, 2)", "Deposit (\"c\", 1, 2)");
    reads("input", "(((Deposit(((\"c\"),(1),2)))))", "Deposit (\"c\", 1, 2)");
    reads("input", "Pair (1, 2)", "Pair (1, 2)");
    reads("input", "Named {on = true; name = \"n\";}", "Named {name = \"n\"; on = true}");
    reads("nested", "[(1, 2), 3; ((4, 5), 6)]", "[((1, 2), 3); ((4, 5), 6)]");
    reads("nested", "((1, 2), 3) :: ((4, 5), 6) :: []", "[((1, 2), 3); ((4, 5), 6)]");
    reads("ints", "[ 1 ; 2 ; ]", "[1; 2]");
    reads("options", "Some 3", "Some 3");
    reads("options", "Some -3", "Some (-3)");
    reads("point", "{y = 2; x = 1}", "{Shape.x = 1; y = 2}");
    reads("tag", "`B(1,true)", "`B (1, true)");
    reads("exn", "Failure \"x\"", "Failure \"x\"");
    reads("exn", "Stdlib.Exit", "Exit");
}

#[test]
fn modules_before_a_constructor_may_be_left_out_but_not_be_wrong() {
    reads("colour", "Red", "Shape.Red");
    reads("colour", "Shape.Rgb (1, 2, 3)", "Shape.Rgb (1, 2, 3)");
    reads("colour", "Main.Shape.Red", "Shape.Red");
    let message =
        "expected a Shape.colour, found \"Ape.Red\" at column 1; its values are Red, Rgb of int * int * int";
    refused("colour", "Ape.Red", message);
    assert!(read("colour", "Xshape.Red").is_err());
}

#[test]
fn errors_say_what_was_expected_and_where() {
    let outputs = "outputs are Ok, Balance of int";
    refused("output", "foo", &format!("expected an output, found \"foo\" at column 1; {outputs}"));
    refused("output", "%$", &format!("expected an output, found \"%$\" at column 1; {outputs}"));
    refused("output", "", &format!("expected an output, found the end at column 1; {outputs}"));
    refused("output", "OK", &format!("expected an output, found \"OK\" at column 1; {outputs}"));
    refused("output", "Balance", "Balance lacks its argument at column 1; it is Balance of int");
    refused("output", "Ok 1", "Ok takes no argument at column 4; it is Ok");
    refused("output", "Balance \"1\"", "expected an int, found \"\\\"1\\\"\" at column 9");
    let shown = "Deposit takes other arguments at column 10; it is Deposit of string * int * int";
    refused("input", "Deposit (\"c\", 1)", shown);
    refused("point", "{x = 1}", "the field y is missing at column 1");
    refused("point", "{x = 1; z = 2}", "there is no field z at column 13; the fields are x, y");
    refused("point", "{x = 1; x = 2}", "the field x is given twice at column 13");
    refused("ints", "[1; 2", "expected `]`, found the end at column 6");
    refused("ints", "[1;\n  true]", "expected an int, found \"true\" at line 2, column 3");
    let function = "this value cannot be read: a function has no notation that can be read at column 1";
    refused("run", "f", function);
}

#[test]
fn a_sequence_is_separated_by_semicolons() {
    let program = program();
    let reader = ValueReader::new(&argument(&program, "output"), &program.types);
    let show_all = |text| -> Result<Vec<String>, String> {
        Ok(reader.read_sequence(text)?.iter().map(|datum| show(datum, &program.types)).collect())
    };
    assert_eq!(show_all("Ok; Balance 1 ;Ok;"), Ok(vec!["Ok".into(), "Balance 1".into(), "Ok".into()]));
    assert_eq!(show_all("  "), Ok(vec![]));
    assert_eq!(show_all("Ok Ok").unwrap_err(), "Ok takes no argument at column 4; it is Ok");
    assert_eq!(
        show_all("Ok, Ok").unwrap_err(),
        "expected an output, found \"Ok\" at column 1; outputs are Ok, Balance of int"
    );
}

/// Values of every kind of type: showing and reading is the identity.
#[test]
fn what_is_shown_reads_back() {
    let program = program();
    let ty = argument(&program, "all");
    let reader = ValueReader::new(&ty, &program.types);
    let text = r#"{unit = (); truth = false; letter = '\000'; text = "\255\"\\"; number = -1.5e-300; cell = ref (-1);
        list = [Nothing; Deposit ("", 0, -1); Pair (1, -1); Named {name = "x"; on = true}];
        array = [|Leaf; Node (Node (Leaf, 1, Leaf), -2, Leaf)|]; pair = (1, 2), "three"; option = Some None;
        colour = Shape.Rgb (0, 255, 0); point = {Shape.x = 1; y = 2}; tag = `B (3, true); later = lazy (-1);
        raw = Bytes.of_string "r"; either = Error "e"; own = {content = 4}}"#;
    let datum = reader.read(text).expect("a value");
    let shown = show(&datum, &program.types);
    assert_eq!(reader.read(&shown).expect("the shown text"), datum, "{shown}");
    let Datum::Construct(_, Mutability::Immutable, fields) = &datum else { panic!("a record") };
    assert_eq!(fields[3], Datum::Str(b"\xff\"\\".to_vec()));
    assert!(matches!(&fields[5], Datum::Construct(ConId::REF, Mutability::Mutable, _)));
    assert!(matches!(&fields[16], Datum::Construct(_, Mutability::Mutable, _)));
}

#[test]
fn a_reader_is_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&ValueReader::new(&Type::List(Arc::new(Type::Int)), &TypeTable::default()));
}

#[test]
fn deep_and_long_values_end_in_an_error() {
    let program = program();
    let tree = argument(&program, "tree");
    let nested = |depth: usize| format!("{}Leaf{}", "Node (".repeat(depth), ", 0, Leaf)".repeat(depth));
    let reader = ValueReader::new(&tree, &program.types);
    assert!(reader.read(&nested(900)).is_ok());
    assert!(reader.read(&nested(100_000)).unwrap_err().starts_with("the value is nested more than"));
    assert!(reader.read(&"(".repeat(1_000_000)).unwrap_err().starts_with("the value is nested more than"));
    assert!(
        reader.read(&"Node ".repeat(1_000_000)).unwrap_err().starts_with("the value is nested more than")
    );
    let ints = ValueReader::new(&argument(&program, "ints"), &program.types);
    let list = |length: usize| format!("[{}]", "1; ".repeat(length));
    assert!(ints.read(&list(9_999)).is_ok());
    assert!(ints.read(&list(100_000)).unwrap_err().starts_with("the value is nested more than"));
    assert!(ints.read(&"1 :: ".repeat(100_000)).is_err());
    assert!(
        ints.read(&format!("{}[]", "1 :: ".repeat(100_000))).unwrap_err().starts_with("the value is nested")
    );
}

#[test]
fn no_bytes_make_it_panic() {
    let program = program();
    let reader = ValueReader::new(&argument(&program, "all"), &program.types);
    let seed = b"{unit = (); Some (-1.5e3, [|'\\x41'|]) :: `B \"\\255\xc3\xa9\" M/2.A lazy ~-0x1f_; Bytes.of_string}";
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for _ in 0..20_000 {
        let mut text: Vec<u8> = Vec::new();
        for _ in 0..next(6) + 1 {
            let start = next(seed.len());
            text.extend_from_slice(&seed[start..(start + next(12)).min(seed.len())]);
            if next(4) == 0 {
                text.push(next(256) as u8);
            }
        }
        assert!(reader.read_bytes(&text).is_err());
    }
}

#[test]
fn a_type_that_holds_ever_larger_instances_of_itself_reads_its_small_values() {
    let source = "type 'a t = Leaf of 'a | Node of ('a * 'a) t let id (x : int t) = x";
    let (program, _) = crate::load(&Source::new("nested.ml", source));
    let program = program.expect("a program");
    let reader = ValueReader::new(&argument(&program, "id"), &program.types);
    assert!(reader.read("Node (Leaf (1, 2))").is_ok());
}

#[test]
fn holes_of_a_template_know_their_types() {
    let program = program();
    let reader = ValueReader::new(&argument(&program, "input"), &program.types);
    let template = reader.read_template("Deposit ({1}, 5, {0})").expect("a template");
    let holes: Vec<(usize, &str)> =
        template.holes().iter().map(|(number, form)| (*number, reader.forms().name(*form))).collect();
    assert_eq!(holes, [(1, "string"), (0, "int")]);
    let filled = template.fill(&mut |number| match number {
        0 => Datum::Int(7.into()),
        _ => Datum::Str(b"c".to_vec()),
    });
    assert_eq!(show(&filled, &program.types), "Deposit (\"c\", 5, 7)");
    assert!(reader.read("Deposit ({1}, 5, {0})").is_err());
    assert!(reader.read_template("Deposit ({99}, 5, 6)").is_err());
}

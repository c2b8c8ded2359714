//! Laws: what is written reads back, for all small values of many types.

use lydian_core::{Datum, Shapes, Type, TypeTable};
use lydian_enumerate::{Enumerator, Pool};
use lydian_ocaml::{ValueReader, show};

use super::types_of;
use crate::codec::{Codec, Json, JsonType, Notation};

const TYPES: &str = "
module Shape = struct
  type colour = Red | Rgb of int * int * int
  type point = {x : int; y : bool}
end
type input = Deposit of string * int * int | Nothing | Pair of (int * int) | Named of {name : string; on : bool}
type tree = Leaf | Node of tree * int * tree
type tag = [`A | `B of int * bool | `C of unit]
type 'a box = {content : 'a; mutable changed : bool}
type nothing_or_unit = unit option
let types (_ : input list) (_ : tree) (_ : tag option) (_ : int option option) (_ : nothing_or_unit)
  (_ : Shape.colour * Shape.point) (_ : char) (_ : string) (_ : float array) (_ : (int, string) result)
  (_ : tree option box) (_ : int ref) (_ : int lazy_t option) (_ : unit lazy_t option) (_ : bytes list)
  (_ : (unit * bool) option) = ()";

/// Calls a function with values of every type, smallest first.
fn with_values(mut use_value: impl FnMut(&Type, &TypeTable, &Datum)) {
    let (program, types) = types_of(TYPES);
    for ty in &types {
        let mut shapes = Shapes::new(program.types.clone());
        let mut values = Enumerator::of_types(&mut shapes, std::slice::from_ref(ty), &Pool::default());
        let values: Vec<Datum> = values.all().take(800).map(|mut tuple| tuple.remove(0)).collect();
        assert!(!values.is_empty());
        values.iter().for_each(|value| use_value(ty, &program.types, value));
    }
}

/// Equality that takes a number that is none for itself.
fn is_same(left: &Datum, right: &Datum, types: &TypeTable) -> bool {
    left == right || show(left, types) == show(right, types)
}

#[test]
fn notation_reads_back() {
    with_values(|ty, types, value| {
        let shown = show(value, types);
        let read = ValueReader::new(ty, types).read(&shown).unwrap_or_else(|why| panic!("{shown}: {why}"));
        assert!(is_same(&read, value, types), "{shown} became {read:?}");
    });
}

#[test]
fn json_reads_back() {
    with_values(|ty, types, value| {
        let json = JsonType::new(ty, types);
        let written = json.write(value).expect("JSON");
        let read = json.read(written.as_bytes()).unwrap_or_else(|why| panic!("{written}: {why}"));
        assert!(is_same(&read, value, types), "{written} became {read:?}");
    });
}

#[test]
fn basic_values_read_back_at_their_borders() {
    let (ints, floats) =
        ([i64::MIN >> 1, -1, 0, i64::MAX >> 1], [f64::NAN, -0.0, 0.1, 1e300, f64::NEG_INFINITY]);
    let strings: [&[u8]; 5] = [b"", b"a\"\\\n\x00", "é".as_bytes(), b"\xff\x00", b"{\"bytes\": \"00\"}"];
    let all = ints.map(|int| (Type::Int, Datum::Int(int.into()))).into_iter();
    let all = all.chain(floats.map(|float| (Type::Float, Datum::Float(float))));
    let all = all.chain(strings.map(|bytes| (Type::String, Datum::Str(bytes.to_vec()))));
    let all = all.chain((0..=255).map(|byte| (Type::Char, Datum::Char(byte))));
    let types = TypeTable::default();
    for (ty, value) in all {
        let json = JsonType::new(&ty, &types);
        let written = json.write(&value).expect("JSON");
        assert!(is_same(&json.read(written.as_bytes()).expect("a value"), &value, &types), "{written}");
        let read = ValueReader::new(&ty, &types).read(&show(&value, &types)).expect("a value");
        assert!(is_same(&read, &value, &types), "{value:?}");
    }
}

#[test]
fn json_looks_as_documented() {
    let (program, types) = types_of(TYPES);
    let json = |index: usize, text: &str| {
        let value = lydian_ocaml::read_value(text, &types[index], &program.types).expect("a value");
        JsonType::new(&types[index], &program.types).write(&value).expect("JSON")
    };
    assert_eq!(
        json(0, "[Nothing; Deposit (\"c\", 1, 2); Pair (1, 2); Named {name = \"n\"; on = true}]"),
        r#"["Nothing",{"Deposit":["c",1,2]},{"Pair":[1,2]},{"Named":{"name":"n","on":true}}]"#
    );
    assert_eq!(json(2, "None"), "null");
    assert_eq!(json(2, "Some (`B (1, true))"), r#"{"B":[1,true]}"#);
    assert_eq!(
        [json(3, "None"), json(3, "Some None"), json(3, "Some (Some 3)")],
        ["null", "{\"Some\":null}", "{\"Some\":3}"]
    );
    assert_eq!([json(4, "None"), json(4, "Some ()")], ["null", "{\"Some\":null}"]);
    assert_eq!(json(5, "(Shape.Red, {x = 1; y = false})"), r#"["Red",{"x":1,"y":false}]"#);
    assert_eq!(json(7, r#""\255""#), r#"{"bytes":"ff"}"#);
}

#[test]
fn json_of_another_type_is_refused_with_its_place() {
    let (program, types) = types_of(TYPES);
    let refused = |index: usize, text: &str, message: &str| {
        let error = JsonType::new(&types[index], &program.types).read(text.as_bytes()).unwrap_err();
        assert_eq!(error, message);
    };
    let inputs = r#"an input ({"Deposit": [..., ..., ...]}, "Nothing", {"Pair": ...}, {"Named": {"name": ..., "on": ...}})"#;
    refused(0, r#"["Nothing", "nothing"]"#, &format!("expected {inputs} at [1], found \"nothing\""));
    refused(0, r#"[{"Deposit": ["c", 1, "2"]}]"#, "expected an int at [0].Deposit[2], found \"2\"");
    refused(
        0,
        r#"[{"Deposit": ["c", 1]}]"#,
        r#"expected {"Deposit": [..., ..., ...]} at [0], found {"Deposit":["c",1]}"#,
    );
    refused(0, r#"[{"Named": {"name": "n"}}]"#, "expected the field on at [0].Named, found none");
    refused(
        3,
        "4611686018427387904",
        "expected an int option option (\"None\", {\"Some\": ...}), found 4611686018427387904",
    );
    refused(11, "{\"contents\": 1e30}", "expected an int at .contents, found 1e+30");
    let error = JsonType::new(&types[0], &program.types).read(b"[").unwrap_err();
    assert!(error.starts_with("this is no JSON"), "{error}");
    let deep = "[".repeat(1000);
    assert!(JsonType::new(&types[0], &program.types).read(deep.as_bytes()).is_err());
}

#[test]
fn several_outputs_stand_in_one_line() {
    let (program, types) = types_of("type output = A | B of int let types (_ : output) = ()");
    let codecs: [(Box<dyn Codec>, &str); 2] = [
        (Box::new(Notation::new(&types[0], &program.types)), "[A; B 3]"),
        (Box::new(Json::new(&types[0], &types[0], &program.types)), "[\"A\", {\"B\": 3}]"),
    ];
    for (codec, text) in codecs {
        let outputs = codec.decode_all(text.as_bytes()).expect("an answer").expect("outputs");
        let shown: Vec<String> = outputs.iter().map(|output| show(output, &program.types)).collect();
        assert_eq!(shown, ["A", "B 3"]);
        assert_eq!(codec.decode_all(b"[]"), Ok(Some(vec![])));
        assert_eq!(codec.decode_all(b" refused\r"), Ok(None));
        assert_eq!(codec.decode(b"refused"), Ok(None));
        let message = codec.encode(&outputs[1]).expect("a message");
        assert_eq!(codec.decode(&message), Ok(Some(outputs[1].clone())));
    }
}

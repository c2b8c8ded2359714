//! The primitives as the OCaml library declares them, and as the real OCaml computes them.
//! In: the library's sources beside this crate. The second half needs `ocaml`; where it is not installed, it says so and
//! holds only the rows that the unit tests keep.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use lydian_core::{ConId, Expr, IntMode, Item, Literal, Program, Shapes, Type, TypeTable, Value};
use lydian_eval::builtins::{self, lookup};
use lydian_eval::{Cut, Decider, ImageBuilder, Limits, Meter, NoUnknowns, Stop, Universe, World};
use lydian_term::{Constant, TermId, Terms};

/// The primitives that the library declares, each with its number of arguments and where.
fn declared() -> BTreeMap<(String, usize), String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../ocaml/stdlib");
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with(".ml") && !name.ends_with(".mli") {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        for (start, _) in source.match_indices("external ") {
            // A declaration starts its line; the word in a comment does not.
            if !source[..start].rsplit('\n').next().unwrap_or("").trim().is_empty() {
                continue;
            }
            let rest = &source[start..];
            let (declaration, after) = rest.split_once('"').unwrap();
            let (primitive, _) = after.split_once('"').unwrap();
            let (_, ty) = declaration.split_once(" : ").unwrap();
            found.insert((primitive.to_owned(), ty.matches("->").count()), name.clone());
        }
    }
    found
}

/// Whether a program that uses the primitive with so many arguments can be compiled.
fn links(primitive: &str, arity: usize) -> bool {
    let mut program = Program::new(IntMode::OCAML, 0);
    let args = vec![Expr::Literal(Literal::Unit); arity];
    program.items.push(Item::Run(Expr::Primitive(primitive.into(), args)));
    ImageBuilder::new(IntMode::OCAML).add(&program).is_ok()
}

#[test]
fn every_primitive_of_the_library_is_known_with_its_arity() {
    let declared = declared();
    assert!(declared.len() > 80, "only {} primitives found", declared.len());
    let unknown: Vec<_> = declared.iter().filter(|((name, arity), _)| !links(name, *arity)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn every_primitive_is_described_where_the_library_lists_them() {
    let list = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../ocaml/stdlib/primitives.txt");
    let list = std::fs::read_to_string(list).unwrap();
    let described: BTreeSet<&str> = list.lines().filter_map(|line| line.split('\t').next()).collect();
    let missing: Vec<_> = builtins::names().filter(|name| !described.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_primitive_has_one_definition() {
    let mut names: Vec<_> = builtins::names().collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

fn run(name: &str, args: &[Value]) -> Result<Value, Stop> {
    let mut terms = Terms::new();
    let mut universe = Universe::new(Shapes::new(TypeTable::default()));
    let mut nobody = NoUnknowns::default();
    let meter = Meter::new(Limits::default());
    let mut world = World::new(&mut terms, &mut universe, &mut nobody, meter, IntMode::OCAML);
    (lookup(name).unwrap().run)(&mut world, args)
}

#[test]
fn no_primitive_panics_on_any_known_arguments() {
    let hostile = [
        Value::Unit,
        Value::Bool(true),
        Value::Char(255),
        Value::Int(0),
        Value::Int(-1),
        Value::Int(i64::MAX),
        Value::Int(i64::MIN),
        Value::Float(f64::NAN),
        Value::Float(f64::MAX),
        Value::str(""),
        Value::str(b"\xff\x00-0x".to_vec()),
        Value::Constant(ConId::NIL),
        Value::list([Value::Char(b'a'), Value::str("b")]),
        Value::tuple([Value::Int(1), Value::Float(0.5)]),
        Value::construct(ConId::FAILURE, [Value::str("x")]),
        Value::Array(Default::default()),
        Value::Bytes(Default::default()),
    ];
    for name in builtins::names() {
        let arity = lookup(name).unwrap().arity;
        let total = hostile.len().pow(arity);
        // Large products are sampled with a stride that is prime to the number of values.
        let stride = (total / 5000).max(1);
        let stride = if stride.is_multiple_of(hostile.len()) { stride + 1 } else { stride };
        for code in (0..total).step_by(stride) {
            let mut rest = code;
            let args: Vec<Value> = (0..arity)
                .map(|_| {
                    let value = hostile[rest % hostile.len()].clone();
                    rest /= hostile.len();
                    value
                })
                .collect();
            // Too few arguments are refused as well.
            let _ = run(name, &args);
            let _ = run(name, &args[1..]);
        }
    }
}

/// Always gives the same answer, and proposes what lies nearest.
struct Stubborn(bool);

impl Decider for Stubborn {
    fn branch(&mut self, _: &mut Terms, _: TermId) -> Result<bool, Cut> {
        Ok(self.0)
    }

    fn choose(&mut self, costs: &[u32]) -> Result<usize, Cut> {
        Ok(if self.0 { 0 } else { costs.len() - 1 })
    }

    fn propose(&mut self, terms: &mut Terms, term: TermId) -> Result<Constant, Cut> {
        Ok(Constant::default_of(terms.sort(term)))
    }
}

#[test]
fn no_primitive_panics_or_hangs_on_unknown_arguments() {
    for answer in [true, false] {
        let mut terms = Terms::new();
        let mut universe = Universe::new(Shapes::new(TypeTable::default()));
        let types = [Type::Int, Type::Bool, Type::Char, Type::String, Type::Float, Type::Bytes];
        let shapes: Vec<_> = types.iter().map(|ty| universe.shapes.intern(ty)).collect();
        for name in builtins::names() {
            let builtin = lookup(name).unwrap();
            for kind in 0..6usize.pow(builtin.arity.min(3)) {
                let mut decider = Stubborn(answer);
                let meter = Meter::new(Limits { steps: 2000, stack: 1000, words: 100_000 });
                let mut world = World::new(&mut terms, &mut universe, &mut decider, meter, IntMode::OCAML);
                let kinds = [kind % 6, kind / 6 % 6, kind / 36 % 6, 0];
                let args: Vec<Value> = kinds[..builtin.arity as usize]
                    .iter()
                    .map(|kind| world.holes.fresh(shapes[*kind]))
                    .collect();
                let _ = (builtin.run)(&mut world, &args);
            }
        }
    }
}

/// One result, in a notation that both sides write.
fn shown(result: Result<Value, Stop>) -> String {
    match result {
        Ok(Value::Int(int)) => int.to_string(),
        Ok(Value::Float(x)) if x.is_nan() => if x.is_sign_negative() { "-nan" } else { "nan" }.to_owned(),
        Ok(Value::Float(x)) => (x.to_bits() as i64).to_string(),
        Ok(Value::Char(code)) => code.to_string(),
        Ok(value) => match value.as_known_str() {
            Some(bytes) => bytes.iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            }),
            None => format!("{value:?}"),
        },
        Err(Stop::Raise(Value::Block(block))) => {
            let message = block.fields[0].as_known_str().unwrap_or_default();
            format!("{} {}", block.con.name(), String::from_utf8_lossy(message))
        }
        Err(Stop::Raise(Value::Constant(con))) => con.name().to_owned(),
        other => format!("{other:?}"),
    }
}

const PRELUDE: &str = r#"
let guarded f = try f () with
  | Failure m -> "Failure " ^ m
  | Invalid_argument m -> "Invalid_argument " ^ m
  | Division_by_zero -> "Division_by_zero"
let int f = print_endline (guarded (fun () -> string_of_int (f ())))
let long f = print_endline (guarded (fun () -> Int64.to_string (f ())))
let float f = print_endline (guarded (fun () ->
  let x = f () in
  if x <> x then if Int64.bits_of_float x < 0L then "-nan" else "nan" else Int64.to_string (Int64.bits_of_float x)))
let text f = print_endline (guarded (fun () ->
  String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq (f ()))))))
"#;

/// Rows of a primitive call and the OCaml that does the same.
#[derive(Default)]
struct Rows {
    ours: Vec<String>,
    script: String,
}

impl Rows {
    fn add(&mut self, printer: &str, ocaml: &str, primitive: &str, args: &[Value]) {
        self.ours.push(format!("{ocaml}: {}", shown(run(primitive, args))));
        let _ = writeln!(self.script, "let () = {printer} (fun () -> {ocaml})");
    }

    /// Holds all rows against what `ocaml` prints.
    fn hold(self, name: &str) {
        let file = std::env::temp_dir().join(format!("lydian-builtins-{name}-{}.ml", std::process::id()));
        std::fs::write(&file, format!("{PRELUDE}{}", self.script)).unwrap();
        let output = Command::new("ocaml").arg(&file).output();
        let _ = std::fs::remove_file(&file);
        let Ok(output) = output else {
            eprintln!("ocaml is not installed: {} rows of {name} were not compared", self.ours.len());
            return;
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let theirs = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(theirs.lines().count(), self.ours.len());
        let differences: Vec<String> = self
            .ours
            .iter()
            .zip(theirs.lines())
            .filter(|(ours, theirs)| ours.rsplit_once(": ").is_none_or(|(_, result)| result != *theirs))
            .map(|(ours, theirs)| format!("{ours}, OCaml: {theirs}"))
            .collect();
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    }
}

fn ocaml_int(int: i64) -> String {
    format!("({int})")
}

fn ocaml_long(int: i64) -> String {
    format!("({int}L)")
}

fn ocaml_float(x: f64) -> String {
    format!("(Int64.float_of_bits ({}L))", x.to_bits() as i64)
}

fn ocaml_string(text: &[u8]) -> String {
    let bytes: String = text.iter().map(|byte| format!("\\{byte:03}")).collect();
    format!("\"{bytes}\"")
}

#[test]
fn integers_agree_with_ocaml() {
    let mut rows = Rows::default();
    let samples = [0, 1, -1, 2, -7, 255, 1 << 30, -(1 << 40), (1 << 62) - 1, -(1 << 62)];
    for a in samples {
        for b in samples {
            let args = [Value::Int(a), Value::Int(b)];
            for (operator, primitive) in [("land", "int_and"), ("lor", "int_or"), ("lxor", "int_xor")] {
                let ocaml = format!("{} {operator} {}", ocaml_int(a), ocaml_int(b));
                rows.add("int", &ocaml, primitive, &args);
            }
            for (function, primitive) in [
                ("add", "int64_add"),
                ("sub", "int64_sub"),
                ("mul", "int64_mul"),
                ("div", "int64_div"),
                ("rem", "int64_rem"),
                ("logxor", "int64_xor"),
            ] {
                let (a, b) = (a.wrapping_mul(2), b.wrapping_mul(2));
                let ocaml = format!("Int64.{function} {} {}", ocaml_long(a), ocaml_long(b));
                rows.add("long", &ocaml, primitive, &[Value::Int(a), Value::Int(b)]);
            }
        }
        for amount in [0, 1, 5, 31, 61, 62] {
            let args = [Value::Int(a), Value::Int(amount)];
            for (operator, primitive) in
                [("lsl", "int_shift_left"), ("lsr", "int_shift_right_logical"), ("asr", "int_shift_right")]
            {
                let ocaml = format!("{} {operator} {amount}", ocaml_int(a));
                rows.add("int", &ocaml, primitive, &args);
            }
            for function in ["shift_left", "shift_right", "shift_right_logical"] {
                let ocaml = format!("Int64.{function} {} {amount}", ocaml_long(a));
                rows.add("long", &ocaml, &format!("int64_{function}"), &args);
            }
        }
        rows.add("text", &format!("string_of_int {}", ocaml_int(a)), "string_of_int", &[Value::Int(a)]);
        rows.add("float", &format!("float_of_int {}", ocaml_int(a)), "float_of_int", &[Value::Int(a)]);
        let narrow = format!("Int32.to_int (Int32.of_int {})", ocaml_int(a));
        rows.add("int", &narrow, "int32_of_int", &[Value::Int(a)]);
    }
    rows.hold("integers");
}

#[test]
fn numbers_are_read_as_by_ocaml() {
    let mut rows = Rows::default();
    let signs = ["", "-", "+", " ", "_"];
    let bodies = [
        "",
        "0",
        "7",
        "12_3",
        "1_",
        "0x",
        "0x1F",
        "0Xff_",
        "0b102",
        "0b11",
        "0o778",
        "0O17",
        "0u99",
        "0u",
        "4611686018427387903",
        "4611686018427387904",
        "0x7fffffffffffffff",
        "0x8000000000000000",
        "0u9223372036854775807",
        "0u18446744073709551615",
        "9223372036854775807",
        "9223372036854775808",
        "1e3",
        "1.5",
        ".5e-2",
        "1e",
        "inf",
        "nan",
        "0x1.8p3",
        "0x1p-1074",
        "0x.fp",
        "123456789012345678901234567890",
        "1.7976931348623159e308",
        "2.2250738585072011e-308",
        "x",
    ];
    for sign in signs {
        for body in bodies {
            let text = format!("{sign}{body}");
            let (ocaml, value) = (ocaml_string(text.as_bytes()), Value::str(text));
            let args = [value];
            rows.add("int", &format!("int_of_string {ocaml}"), "int_of_string", &args);
            rows.add("long", &format!("Int64.of_string {ocaml}"), "int64_of_string", &args);
            rows.add("float", &format!("float_of_string {ocaml}"), "float_of_string", &args);
        }
    }
    rows.hold("reading");
}

const FLOATS: [f64; 30] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    -2.5,
    0.1,
    0.3,
    -0.7,
    0.99,
    1.0001,
    1.9,
    3.0,
    10.0,
    100.0,
    -1234.5678,
    999999.5,
    1e10,
    1e22,
    1e-5,
    1e-10,
    1e100,
    4.611686018427388e18,
    9.3e18,
    f64::MIN_POSITIVE,
    5e-324,
    f64::MAX,
    f64::INFINITY,
];

#[test]
fn floats_agree_with_ocaml() {
    let mut rows = Rows::default();
    let unary = [
        ("sqrt", "sqrt"),
        ("exp", "exp"),
        ("Float.exp2", "exp2"),
        ("expm1", "expm1"),
        ("log", "log"),
        ("log10", "log10"),
        ("Float.log2", "log2"),
        ("log1p", "log1p"),
        ("cos", "cos"),
        ("sin", "sin"),
        ("tan", "tan"),
        ("acos", "acos"),
        ("asin", "asin"),
        ("atan", "atan"),
        ("cosh", "cosh"),
        ("sinh", "sinh"),
        ("tanh", "tanh"),
        ("acosh", "acosh"),
        ("asinh", "asinh"),
        ("atanh", "atanh"),
        ("ceil", "ceil"),
        ("floor", "floor"),
        ("Float.trunc", "trunc"),
        ("Float.round", "round"),
        ("abs_float", "abs"),
        ("( ~-. )", "neg"),
    ];
    let binary = [
        ("( +. )", "add"),
        ("( -. )", "sub"),
        ("( *. )", "mul"),
        ("( /. )", "div"),
        ("mod_float", "mod"),
        ("( ** )", "pow"),
        ("hypot", "hypot"),
        ("atan2", "atan2"),
        ("copysign", "copysign"),
    ];
    for x in FLOATS.into_iter().chain([f64::NEG_INFINITY, f64::NAN, -f64::NAN]) {
        let (ocaml_x, value) = (ocaml_float(x), Value::Float(x));
        for (function, primitive) in unary {
            let ocaml = format!("{function} {ocaml_x}");
            rows.add("float", &ocaml, &format!("float_{primitive}"), std::slice::from_ref(&value));
        }
        rows.add("int", &format!("int_of_float {ocaml_x}"), "int_of_float", std::slice::from_ref(&value));
        for n in [-2000, -1080, -1074, -1000, -3, 0, 7, 1000, 1025, 2100] {
            let ocaml = format!("ldexp {ocaml_x} {}", ocaml_int(n));
            rows.add("float", &ocaml, "float_ldexp", &[value.clone(), Value::Int(n)]);
        }
        for y in [0.0, -1.5, 3.0, 1e300, f64::INFINITY, f64::NAN] {
            let args = [value.clone(), Value::Float(y)];
            for (function, primitive) in binary {
                let ocaml = format!("{function} {ocaml_x} {}", ocaml_float(y));
                rows.add("float", &ocaml, &format!("float_{primitive}"), &args);
            }
        }
    }
    rows.hold("floats");
}

/// C libraries differ in the last digits of the cube root; ours is rounded correctly.
#[test]
fn cube_roots_are_close() {
    for x in FLOATS.into_iter().filter(|x| x.is_finite()) {
        let Ok(Value::Float(root)) = run("float_cbrt", &[Value::Float(x)]) else { panic!("no root of {x}") };
        // Halving the exponent keeps the cube of the root of the largest number in range.
        let off = (root * root / 4.0 * root - x / 4.0).abs();
        assert!(off <= x.abs() * 1e-15 || x.abs() < 1e-300, "{x}: {root}");
    }
}

#[test]
fn floats_print_as_by_ocaml() {
    let mut rows = Rows::default();
    for x in FLOATS.into_iter().chain([f64::NEG_INFINITY, f64::NAN, -f64::NAN]) {
        for conversion in ['e', 'f', 'g', 'E', 'G'] {
            for precision in [0, 1, 2, 6, 12, 17, 40] {
                let ocaml = format!("Printf.sprintf \"%.{precision}{conversion}\" {}", ocaml_float(x));
                let args = [Value::Char(conversion as u8), Value::Int(precision), Value::Float(x)];
                rows.add("text", &ocaml, "float_format", &args);
            }
        }
    }
    rows.hold("printing");
}

#[test]
fn hashes_and_digests_agree_with_ocaml() {
    let mut rows = Rows::default();
    let mut hash = |ocaml: &str, value: Value| {
        for (meaningful, total, seed) in [(10, 100, 0), (3, 5, 7), (1000, 1000, -1)] {
            // The standard library offers the seed and the limits in two functions only.
            let declaration = "let module M = struct external hash : int -> int -> int -> 'a -> int \
                               = \"caml_hash\" [@@noalloc] end in M.hash";
            let ocaml = format!("{declaration} {meaningful} {total} {} ({ocaml})", ocaml_int(seed));
            let args = [Value::Int(meaningful), Value::Int(total), Value::Int(seed), value.clone()];
            rows.add("int", &ocaml, "seeded_hash_param", &args);
        }
    };
    for int in [0, 1, -1, 97, 1 << 31, -(1 << 33), (1 << 62) - 1, -(1 << 62)] {
        hash(&ocaml_int(int), Value::Int(int));
    }
    for x in FLOATS {
        hash(&ocaml_float(x), Value::Float(x));
    }
    for length in [0, 1, 2, 3, 4, 5, 8, 15, 64, 257] {
        let bytes: Vec<u8> = (0..length).map(|i| (i * 37 + 200) as u8).collect();
        hash(&ocaml_string(&bytes), Value::str(bytes));
    }
    hash("[[1]; [2; 3]; []]", {
        let ints = |range: std::ops::Range<i64>| Value::list(range.map(Value::Int));
        Value::list([ints(1..2), ints(2..4), ints(0..0)])
    });
    hash("List.init 300 (fun i -> i)", Value::list((0..300).map(Value::Int)));
    hash("Some (true, 'x', \"y\", ())", {
        let fields = [Value::Bool(true), Value::Char(b'x'), Value::str("y"), Value::Unit];
        Value::construct(ConId::SOME, [Value::tuple(fields)])
    });
    hash("`Tag", Value::Constant(ConId::intern("`", "Tag")));
    hash("`A_longer_tag 5", Value::construct(ConId::intern("`", "A_longer_tag"), [Value::Int(5)]));
    for length in [0usize, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000] {
        let bytes: Vec<u8> = (0..length).map(|i| (i * 7) as u8).collect();
        let ocaml = format!("Digest.string {}", ocaml_string(&bytes));
        rows.add("text", &ocaml, "md5", &[Value::str(bytes)]);
    }
    rows.hold("hashes");
}

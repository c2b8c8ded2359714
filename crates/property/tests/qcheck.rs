//! Tests of QCheck mean what QCheck says: no generator gives more than its documentation allows, each reaches the ends of
//! what it allows, and a test gets the verdict of the same statement written as a property. Where the compiler and QCheck itself
//! are installed, the samples that the real generators draw must lie in the same domains.

use std::path::{Path, PathBuf};
use std::process::Command;

use lydian_diagnostic::Source;
use lydian_property::{Checker, Checking, Effort, Properties, Ready, load, verdict};
use lydian_verdict::Verdict;

fn found(text: &str) -> Properties {
    let (found, faults) = load(&Source::new("tests.ml", text), &[]);
    found.unwrap_or_else(|| panic!("{text}\n{faults:#?}"))
}

/// The verdicts on all tests and properties of a text, as words.
fn verdicts(text: &str) -> Vec<(String, &'static str)> {
    let found = found(text);
    let ready = Ready::new(&found).unwrap_or_else(|fault| panic!("{text}\n{fault:#?}"));
    let checker = Checker::new(&ready);
    let checking = Checking {
        tests: 300,
        effort: Effort::Levels(1),
        work: 200_000,
        drawn: 20_000,
        ..Checking::default()
    };
    let judged = found.properties.iter().map(|property| {
        let checked = checker.check(property, &checking);
        let word = match verdict(property, &checked, &found.program.types, 0) {
            Verdict::Passed(_) | Verdict::Proved(_) => "holds",
            Verdict::Refuted(_) => "refuted",
            Verdict::Vacuous(_) => "vacuous",
            _ => "unknown",
        };
        (property.name.to_string(), word)
    });
    judged.collect()
}

/// An arbitrary; what holds for all that it gives; something that it gives.
const DOMAINS: &[(&str, &str, &str)] = &[
    ("unit", "fun x -> x = ()", "()"),
    ("bool", "fun x -> x || not x", "true"),
    ("int", "fun x -> x = x + 0", "min_int"),
    ("small_nat", "fun x -> 0 <= x && x < 100", "99"),
    ("small_nat", "fun x -> 0 <= x && x < 100", "0"),
    ("small_int", "fun x -> 0 <= x && x < 100", "99"),
    ("small_signed_int", "fun x -> -100 < x && x < 100", "-99"),
    ("pos_int", "fun x -> x >= 0", "max_int"),
    ("neg_int", "fun x -> -10_000 < x && x <= 0", "-1"),
    ("int_bound 7", "fun x -> 0 <= x && x <= 7", "7"),
    ("int_range (-3) 12", "fun x -> -3 <= x && x <= 12", "12"),
    ("int_range (-3) 12", "fun x -> -3 <= x && x <= 12", "-3"),
    ("5 -- 5", "fun x -> x = 5", "5"),
    ("make Gen.nat", "fun x -> 0 <= x && x < 10_000", "9_999"),
    ("make Gen.big_nat", "fun x -> 0 <= x && x < 1_000_000", "999_999"),
    ("float", "fun x -> Float.is_finite x", "1."),
    ("pos_float", "fun x -> Float.is_finite x && x >= 0.", "1."),
    ("neg_float", "fun x -> Float.is_finite x && x <= 0.", "-1."),
    ("float_range 1. 2.", "fun x -> 1. <= x && x <= 2.", "2."),
    ("float_bound_inclusive 2.", "fun x -> 0. <= x && x <= 2.", "2."),
    ("float_bound_exclusive 2.", "fun x -> 0. <= x && x < 2.", "1."),
    ("char", "fun x -> Char.code x < 256", "'\\255'"),
    ("printable_char", "fun x -> x = '\\n' || (' ' <= x && x <= '~')", "'\\n'"),
    ("printable_char", "fun x -> x = '\\n' || (' ' <= x && x <= '~')", "'~'"),
    ("numeral_char", "fun x -> '0' <= x && x <= '9'", "'9'"),
    ("make (Gen.char_range 'c' 'f')", "fun x -> 'c' <= x && x <= 'f'", "'f'"),
    ("int32", "fun x -> Int32.compare x Int32.min_int >= 0", "7l"),
    ("int64", "fun x -> Int64.compare x Int64.min_int >= 0", "Int64.min_int"),
    ("string", "fun x -> String.length x >= 0", "\"\\000\""),
    ("printable_string", "String.for_all (fun x -> x = '\\n' || (' ' <= x && x <= '~'))", "\"~\\n\""),
    ("numeral_string", "String.for_all (fun x -> '0' <= x && x <= '9')", "\"95\""),
    ("string_of (Gen.char_range 'a' 'b')", "String.for_all (fun x -> x = 'a' || x = 'b')", "\"ba\""),
    ("string_of_size (Gen.return 2)", "fun x -> String.length x = 2", "\"xy\""),
    ("string_of_size Gen.(1 -- 3)", "fun x -> 1 <= String.length x && String.length x <= 3", "\"xyz\""),
    ("string_gen Gen.(oneofl [ 'p'; 'q' ])", "String.for_all (fun x -> x = 'p' || x = 'q')", "\"qp\""),
    ("list (int_bound 3)", "List.for_all (fun x -> 0 <= x && x <= 3)", "[ 3; 0 ]"),
    ("list_of_size (Gen.return 2) bool", "fun x -> List.length x = 2", "[ true; false ]"),
    (
        "list_of_size Gen.(oneofl [ 1; 3 ]) bool",
        "fun x -> List.length x = 1 || List.length x = 3",
        "[ true; true; false ]",
    ),
    ("array (int_bound 3)", "Array.for_all (fun x -> 0 <= x && x <= 3)", "[| 3 |]"),
    ("bytes", "fun x -> Bytes.length x >= 0", "Bytes.of_string \"z\""),
    ("option (int_bound 1)", "fun x -> x = None || x = Some 0 || x = Some 1", "Some 1"),
    ("pair bool (int_bound 1)", "fun (_, x) -> x = 0 || x = 1", "(true, 1)"),
    ("triple bool (int_bound 1) char", "fun (_, x, _) -> x = 0 || x = 1", "(true, 1, 'c')"),
    ("quad bool bool bool (int_bound 1)", "fun (_, _, _, x) -> x = 0 || x = 1", "(true, true, true, 1)"),
    (
        "tup5 bool bool bool bool (int_bound 1)",
        "fun (_, _, _, _, x) -> x = 0 || x = 1",
        "(true, true, true, true, 1)",
    ),
    ("oneofl [ 4; 6; 9 ]", "fun x -> x = 4 || x = 6 || x = 9", "9"),
    ("oneof [ int_bound 1; int_range 7 8 ]", "fun x -> x = 0 || x = 1 || x = 7 || x = 8", "8"),
    ("frequency [ (3, int_bound 1); (0, int) ]", "fun x -> x = 0 || x = 1", "1"),
    ("frequencyl [ (3, 'a'); (0, 'b'); (1, 'c') ]", "fun x -> x = 'a' || x = 'c'", "'c'"),
    ("always 3", "fun x -> x = 3", "3"),
    ("oneofl (List.init 1000 (fun i -> 3 * i))", "fun x -> x mod 3 = 0 && 0 <= x && x < 3000", "2997"),
    (
        "make Gen.(oneof (List.init 50 (fun i -> if i = 7 then return \"seven\" else map string_of_int (i -- i))))",
        "fun x -> x = \"seven\" || int_of_string x < 50",
        "\"seven\"",
    ),
    ("map (fun x -> 2 * x) (int_bound 4)", "fun x -> x mod 2 = 0 && 0 <= x && x <= 8", "8"),
    (
        "make Gen.(int_range 1 3 >>= fun n -> list_repeat n (return n))",
        "fun x -> List.length x = List.hd x",
        "[ 2; 2 ]",
    ),
    (
        "make Gen.(bool >>= fun b -> if b then map string_of_int (1 -- 2) else return \"no\")",
        "fun x -> x = \"1\" || x = \"2\" || x = \"no\"",
        "\"2\"",
    ),
    ("make Gen.(shuffle_l [ 1; 2; 3 ])", "fun x -> List.sort compare x = [ 1; 2; 3 ]", "[ 3; 1; 2 ]"),
    ("make Gen.(flatten_l [ return 1; 2 -- 3 ])", "fun x -> x = [ 1; 2 ] || x = [ 1; 3 ]", "[ 1; 3 ]"),
    (
        "make Gen.(fix (fun self n -> if n = 0 then return 0 else oneof [ return n; self (n - 1) ]) 3)",
        "fun x -> 0 <= x && x <= 3",
        "1",
    ),
    ("make Gen.(nat_split2 4)", "fun (x, y) -> x + y = 4 && x >= 0 && y >= 0", "(1, 3)"),
    ("make Gen.(graft_corners (1 -- 2) [ 9 ] ())", "fun x -> x = 1 || x = 2 || x = 9", "9"),
];

#[test]
fn a_generator_gives_what_its_documentation_says_and_nothing_else() {
    let mut wrong = Vec::new();
    for (arbitrary, inside, given) in DOMAINS {
        let text = format!(
            "open QCheck\nlet inside = Test.make ({arbitrary}) ({inside})\n\
             let given = Test.make ({arbitrary}) (fun x -> x <> {given})"
        );
        let words: Vec<&str> = verdicts(&text).into_iter().map(|(_, word)| word).collect();
        if words != ["holds", "refuted"] {
            wrong.push(format!("{arbitrary}, {given}: {words:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A law over a type, with the arbitrary that gives all of that type.
const LAWS: &[(&str, &str, &str)] = &[
    ("list int", "int list", "List.rev (List.rev x) = x"),
    ("list int", "int list", "List.rev x = x"),
    ("list bool", "bool list", "List.length x < 4"),
    ("pair int int", "int * int", "fst x + snd x = snd x + fst x"),
    ("pair int int", "int * int", "fst x <= max_int - snd x"),
    ("int", "int", "abs x >= 0"),
    ("int", "int", "x / x = 1"),
    ("int", "int", "(QCheck.assume (x <> 0); x / x = 1)"),
    ("int", "int", "(QCheck.assume (x <> x); false)"),
    ("option char", "char option", "x <> Some 'q'"),
    ("string", "string", "x <> \"no\""),
    ("string", "string", "String.length (x ^ x) = 2 * String.length x"),
    ("bool", "bool", "x || not x"),
];

#[test]
fn a_law_that_catches_everything_is_not_refuted_by_what_is_outside() {
    let text = "open QCheck let t = Test.make (fun1 Observable.int (int_range 0 3)) \
                (fun f -> try Fn.apply f 3 >= 0 with _ -> false)";
    assert_eq!(verdicts(text), [("t".to_owned(), "holds")]);
}

#[test]
fn a_test_gets_the_verdict_of_the_same_property() {
    for (arbitrary, ty, law) in LAWS {
        let text = format!(
            "let prop_law (x : {ty}) = {law}\n\
             let test = QCheck.(Test.make ({arbitrary}) (fun x -> {law}))\n\
             let test2 = QCheck2.Test.make QCheck.(gen ({arbitrary})) (fun x -> {law})"
        );
        let words: Vec<&str> = verdicts(&text).into_iter().map(|(_, word)| word).collect();
        assert!(words.iter().all(|word| *word == words[0]), "{arbitrary}: {law}: {words:?}");
    }
}

/// A folder of its own, if QCheck can be compiled with.
fn with_qcheck(purpose: &str) -> Option<PathBuf> {
    let library = Command::new("ocamlfind").args(["query", "qcheck-core.runner"]).output();
    if !library.is_ok_and(|library| library.status.success()) {
        eprintln!("no QCheck to compare with");
        return None;
    }
    let folder = std::env::temp_dir().join(format!("lydian-qcheck-{purpose}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    Some(folder)
}

/// Compiles a text as `tests`, or gives what the compiler says.
fn compile(folder: &Path, text: &str) -> Result<PathBuf, String> {
    std::fs::write(folder.join("tests.ml"), text).expect("a file");
    let mut command = Command::new("ocamlfind");
    command.args([
        "ocamlc",
        "-w",
        "-a",
        "-package",
        "qcheck-core.runner",
        "-linkpkg",
        "tests.ml",
        "-o",
        "tests",
    ]);
    let output = command.current_dir(folder).output().expect("ocamlfind");
    match output.status.success() {
        true => Ok(folder.join("tests")),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The OCaml of the cases about QCheck, and the examples.
fn files() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["cases/property", "examples/qcheck"].map(|folder| root.join(folder));
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let is_about_qcheck = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("qcheck") || name.ends_with(".ml")
    };
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a file");
        let fence = text.split_once("```ocaml tests.ml\n").and_then(|(_, rest)| rest.split_once("```"));
        let ocaml = fence.map(|(ocaml, _)| ocaml.to_owned());
        (path, ocaml.unwrap_or(text))
    };
    paths.into_iter().filter(is_about_qcheck).map(read).collect()
}

#[test]
fn every_case_and_example_compiles_with_the_real_library() {
    let Some(folder) = with_qcheck("files") else { return };
    // Alcotest, OUnit and Lydian are modules of their own.
    let elsewhere = ["Alcotest", "OUnit2", "Lydian."];
    let files: Vec<_> =
        files().into_iter().filter(|(_, text)| !elsewhere.iter().any(|name| text.contains(name))).collect();
    assert!(files.len() > 15, "{}", files.len());
    for (path, text) in files {
        let compiled = compile(&folder, &text.replace("QCheck_runner", "QCheck_base_runner"));
        assert!(compiled.is_ok(), "{}: {compiled:?}", path.display());
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn what_the_real_generators_draw_lies_in_the_same_domains() {
    let mut text = String::from("open QCheck\nlet state = Random.State.make [| 1 |]\n");
    for (arbitrary, inside, _) in DOMAINS {
        text += &format!(
            "let () = List.iter (fun x -> if not (({inside}) x) then print_endline {arbitrary:?}) \
             (Gen.generate ~rand:state ~n:300 (gen ({arbitrary})))\n"
        );
    }
    let Some(folder) = with_qcheck("domains") else { return };
    let program = compile(&folder, &text).unwrap_or_else(|fault| panic!("{fault}"));
    let output = Command::new(program).output().expect("samples");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

//! Drivers are written, compiled and run by the real compilers, against systems that are right and wrong.

mod c;
mod python;
mod rust;

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use lydian_core::Type;
use lydian_diagnostic::Source;
use lydian_ocaml::{read_value, read_values};

use super::*;

const BANK: &str = "
type state = int
type input = Deposit of string * int * int | Withdraw of string * int * int | Balance of string * int
type output = Deposit_ok | Withdraw_ok | Balance_ok of int
let types (_ : state) (_ : input) (_ : output) = ()";

/// Everything that a type can be made of.
const ZOO: &str = "
type colour = Red | Rgb of int * int * int
type tree = Leaf | Node of tree * int * tree
type chain = {next : chain option; long : int}
type tag = [`A | `b of int * bool]
type input =
  | Echo of all | Nothing of unit | Names of {first : string; int : bool} | Reset | Many of tree list * string list
and all = {
  truth : bool; letter : char; text : string; number : float; tree : tree; chain : chain; pair : (int * tree) * string;
  option : int option option; unit_option : unit option; colours : colour array; tag : tag; either : (int, string) result;
  nested : int list list; later : int lazy_t; raw : bytes
}
type output = All of all | Seen of string | Nothing_at_all | Double of {left : colour; right : float}
type state = Fresh | Used of all
let types (_ : state) (_ : input) (_ : output) = ()";

const ALL: &str = r#"{truth = true; letter = '\''; text = "a\"\\\n\t\195\169??/ %d"; number = -0.1;
    tree = Node (Node (Leaf, -3, Leaf), min_int, Leaf); chain = {next = Some {next = None; long = 1}; long = 2};
    pair = ((-1, Leaf), ""); option = Some (Some (-1)); unit_option = Some (); colours = [|Red; Rgb (0, -1, max_int)|];
    tag = `b (1, false); either = Error "e"; nested = [[]; [1; 2]]; later = lazy 5; raw = Bytes.of_string "r"}"#;

struct Types {
    state: Type,
    input: Type,
    output: Type,
    table: TypeTable,
}

fn types_of(text: &str) -> Types {
    let (program, diagnostics) = lydian_ocaml::load(&Source::new("model.ml", text));
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let (arguments, _) = program.export("types").expect("the definition").ty.uncurry();
    let [state, input, output] = [0, 1, 2].map(|index: usize| arguments[index].1.clone());
    Types { state, input, output, table: program.types }
}

/// An input with its allowed answers, as texts.
type StepText<'t> = (&'t str, &'t [&'t str]);

/// An initial state (or an empty text) with steps.
type CaseText<'t> = (&'t str, &'t [StepText<'t>]);

/// A suite from texts: cases of an initial state (or an empty text) and steps of an input and its allowed answers, each
/// answer a sequence of outputs.
fn suite(model: &str, text: &str, cases: &[CaseText<'_>]) -> DriverSuite {
    let types = types_of(text);
    let case = |(index, (initial, steps)): (usize, &CaseText<'_>)| DriverCase {
        name: format!("number \"{}\"", index + 1),
        initial: (!initial.is_empty())
            .then(|| read_value(initial, &types.state, &types.table).expect("a state")),
        steps: steps
            .iter()
            .map(|(input, allowed)| DriverStep {
                input: read_value(input, &types.input, &types.table).expect("an input"),
                allowed: allowed
                    .iter()
                    .map(|answer| read_values(answer, &types.output, &types.table).expect("outputs"))
                    .collect(),
            })
            .collect(),
    };
    let cases = cases.iter().enumerate().map(case).collect();
    let Types { state, input, output, table } = types;
    DriverSuite { model: model.to_owned(), cases, input, output, state, types: table }
}

fn bank() -> DriverSuite {
    let deposit = ("Deposit (\"ann\", 1, 5)", &["Deposit_ok"] as &[&str]);
    let withdraw = ("Withdraw (\"ann\", 1, 2)", &["Withdraw_ok"] as &[&str]);
    suite(
        "bank.ml",
        BANK,
        &[
            ("", &[("Balance (\"ann\", 1)", &[])]),
            ("", &[deposit, ("Balance (\"ann\", 1)", &["Balance_ok 5"])]),
            ("", &[deposit, withdraw, ("Balance (\"ann\", 1)", &["Balance_ok 3"])]),
            ("", &[deposit, ("Withdraw (\"ann\", 1, 9)", &[]), withdraw]),
            (
                "",
                &[
                    deposit,
                    ("Balance (\"ann\", 1)", &["Balance_ok (-1)", "Balance_ok 5"]),
                    ("Balance (\"\", -1)", &["Deposit_ok"]),
                ],
            ),
        ],
    )
}

/// What the drivers say of a bank that is right.
const PASSED: &str =
    "5 cases: 5 passed, 0 failed, 2 refusals checked\n1 of them went another allowed way, and ended there\n";

/// What they say of a bank that takes too little from an account.
const FAILED: &str = "case 3 (number \"3\") failed at input 3:
  Deposit (\"ann\", 1, 5)
    -> Deposit_ok
  Withdraw (\"ann\", 1, 2)
    -> Withdraw_ok
  Balance (\"ann\", 1)
    -> Balance_ok 4
    but allowed is Balance_ok 3
5 cases: 4 passed, 1 failed, 2 refusals checked
1 of them went another allowed way, and ended there
";

/// A suite about all kinds of values: everything comes back as it was sent.
fn zoo() -> DriverSuite {
    let echo = format!("Echo {ALL}");
    let all = format!("All {ALL}");
    let used = format!("Used {ALL}");
    suite(
        "zoo.ml",
        ZOO,
        &[
            ("Fresh", &[(&echo, &[&all]), ("Nothing ()", &["", "Nothing_at_all"]), ("Reset", &[])]),
            (&used, &[("Many ([Leaf; Node (Leaf, 1, Leaf)], [\"a\"; \"\"])", &["Seen \"2\"; Seen \"2\""])]),
            (
                "Fresh",
                &[("Names {first = \"x\"; int = true}", &["Double {left = Rgb (1, 2, -3); right = 1e300}"])],
            ),
        ],
    )
}

const ZOO_PASSED: &str = "3 cases: 3 passed, 0 failed, 1 refusals checked\n";

/// A folder that nobody else uses, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("lydian-driver-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file");
    }

    /// Runs a command in the folder: its exit code, output and errors.
    fn run(&self, program: &str, arguments: &[&str]) -> (i32, String, String) {
        let output = Command::new(program).args(arguments).current_dir(&self.0).output().expect("a program");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to whoever cleans the folder of temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn parameters_are_called_like_their_types() {
    let types =
        "type client = string type state = int type input = Pay of client * int * client type output = Done
        let types (_ : state) (_ : input) (_ : output) = ()";
    let suite = suite("m", types, &[("", &[("Pay (\"a\", 1, \"b\")", &["Done"])])]);
    let driver = write_driver(&suite, DriverLanguage::C).expect("a driver");
    let prototype = "int sut_Pay(const char *client, long long a1, const char *client_, lydian_output *out);";
    assert!(driver.contains(prototype), "{driver}");
}

#[test]
fn values_that_a_language_cannot_hold_are_refused() {
    let zero = suite("m", ZOO, &[("", &[("Names {first = \"\\000\"; int = true}", &[])])]);
    assert!(write_driver(&zero, DriverLanguage::C).unwrap_err().contains("zero byte"));
    let bytes = suite("m", ZOO, &[("", &[("Names {first = \"\\255\"; int = true}", &[])])]);
    assert!(write_driver(&bytes, DriverLanguage::Rust).unwrap_err().contains("not UTF-8"));
    assert!(write_driver(&bytes, DriverLanguage::Python).is_ok());
    let answered = suite("m", ZOO, &[("", &[("Reset", &["Seen \"\\000\\255\""])])]);
    assert!(write_driver(&answered, DriverLanguage::C).unwrap_err().contains("zero byte"));
    assert!(write_driver(&answered, DriverLanguage::Rust).unwrap_err().contains("not UTF-8"));
    let functions = "type state = int type input = F of (int -> int) type output = int
        let types (_ : state) (_ : input) (_ : output) = ()";
    let error = write_driver(&suite("m", functions, &[]), DriverLanguage::C).unwrap_err();
    assert!(error.contains("a driver cannot hold values of type int -> int"), "{error}");
}

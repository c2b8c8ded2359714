//! Wire files: lines, requests, and what is said about files that do not fit the model.

use std::time::Duration;

use lydian_core::{Datum, Program, Type};
use lydian_diagnostic::Source;
use lydian_ocaml::{read_value, show};

use super::types_of;
use crate::codec::{Codec, HttpRequest, Reply, Wire};

const STORE: &str = "
type input = Put of string * int | Get of string | Clear
type output = Done | Value of int | Missing | Text of string
let types (_ : input) (_ : output) = ()";

const LINES: &str = r#"
[system]
reset = "RESET"
reply = "quiet"
quiet = "50ms"
timeout = "1.5s"
refused = "ERR*"

[encode]
Put = "PUT {0} {1}"
Get = "GET {0}"
Clear = "CLEAR"

[[decode]]
text = "OK"
output = "Done"
[[decode]]
text = "VALUE {0}"
output = "Value {0}"
[[decode]]
text = "TEXT {0:rest}"
output = "Text {0}"
[[decode]]
text = "NIL"
output = "Missing"
"#;

const HTTP: &str = r#"
[http.Put]
method = "PUT"
path = "/keys/{0}"
headers = {Content-Type = "application/json"}
body = '{"key": {0:json}, "value": {1}}'
[http.Get]
path = "/keys/{0}?by=name"
[http.Clear]
method = "DELETE"
path = "/keys"
[[http.decode]]
status = 200
body = '{"value": {0}}'
output = "Value {0}"
[[http.decode]]
status = 404
output = "Missing"
[[http.decode]]
status = "2xx"
output = "Done"
[[http.decode]]
status = 403
refused = true
"#;

fn store() -> (Program, Type, Type) {
    let (program, types) = types_of(STORE);
    (program, types[0].clone(), types[1].clone())
}

fn wire(text: &str) -> (Program, Type, Wire) {
    let (program, input, output) = store();
    let (wire, diagnostics) = Wire::read(&Source::new("store.toml", text), &input, &output, &program.types);
    assert!(diagnostics.iter().all(is_about_outputs), "{diagnostics:?}");
    (program, input, wire.expect("a wire"))
}

/// The diagnostics of a file: code, the text they point at, message.
fn faults(text: &str) -> Vec<(&'static str, String, String)> {
    let (program, input, output) = store();
    let (wire, diagnostics) = Wire::read(&Source::new("store.toml", text), &input, &output, &program.types);
    assert_eq!(wire.is_none(), diagnostics.iter().any(|diagnostic| diagnostic.is_error()));
    let place = |span: &lydian_diagnostic::Span| span.text().to_owned();
    diagnostics
        .iter()
        .filter(|fault| !is_about_outputs(fault))
        .map(|fault| (fault.code, fault.span.as_ref().map_or(String::new(), place), fault.message.clone()))
        .collect()
}

/// A remark on outputs for which there is no template; most files here have some.
fn is_about_outputs(fault: &lydian_diagnostic::Diagnostic) -> bool {
    fault.code == "wire-missing" && !fault.is_error()
}

#[test]
fn outputs_that_no_answer_stands_for_are_named() {
    let (program, input, output) = store();
    let missing = |text: &str| {
        let source = Source::new("store.toml", text);
        let (_, diagnostics) = Wire::read(&source, &input, &output, &program.types);
        let about = diagnostics.into_iter().filter(is_about_outputs);
        about.map(|fault| fault.message).collect::<Vec<_>>()
    };
    assert_eq!(missing(LINES), [""; 0]);
    assert_eq!(missing(HTTP), ["no [[http.decode]] gives `Text of string`"]);
    assert_eq!(missing("[system]\nreset = \"R\"\n"), [""; 0], "without templates all are read");
}

fn only_fault(text: &str) -> (&'static str, String, String) {
    let faults = faults(text);
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.into_iter().next().expect("a fault")
}

fn is_fault(text: &str, code: &str, place: &str, message: &str) {
    let fault = only_fault(text);
    assert_eq!((fault.0, fault.1.as_str(), fault.2.as_str()), (code, place, message));
}

#[test]
fn lines_are_encoded_and_decoded() {
    let (program, input, wire) = wire(LINES);
    let line = |text: &str| {
        let datum = read_value(text, &input, &program.types).expect("an input");
        wire.encode(&datum).map(|line| String::from_utf8(line).expect("text"))
    };
    assert_eq!(line("Put (\"k\", -3)"), Ok("PUT k -3".to_owned()));
    assert_eq!(line("Clear"), Ok("CLEAR".to_owned()));
    assert!(line("Get \"a\\nb\"").unwrap_err().contains("contains a line break"));
    assert!(line("Get \"a\\000b\"").unwrap_err().contains("contains a control character"));
    let meaning = |line: &str| {
        let output = wire.decode(line.as_bytes())?;
        Ok::<_, String>(output.map_or("refused".to_owned(), |output| show(&output, &program.types)))
    };
    assert_eq!(meaning("OK\r\n"), Ok("Done".to_owned()));
    assert_eq!(meaning("VALUE -7"), Ok("Value (-7)".to_owned()));
    assert_eq!(meaning("TEXT a b\"c"), Ok("Text \"a b\\\"c\"".to_owned()));
    assert_eq!(meaning("ERR no such thing"), Ok("refused".to_owned()));
    assert_eq!(meaning("WHAT").unwrap_err(), "no [[decode]] of store.toml fits the answer \"WHAT\"");
    assert_eq!(meaning("VALUE 9223372036854775807"), Ok("Value 9223372036854775807".to_owned()));
    assert_eq!(wire.decode_all(b""), Ok(Some(vec![])));
    assert_eq!(wire.decode_all(b"OK").expect("an answer").map(|outputs| outputs.len()), Some(1));
    let settings = wire.settings();
    assert_eq!(settings.reset.as_deref(), Some("RESET"));
    assert_eq!(settings.reply, Some(Reply::Quiet));
    assert_eq!(
        (settings.quiet, settings.timeout),
        (Some(Duration::from_millis(50)), Some(Duration::from_millis(1500)))
    );
    assert!(!wire.has_http());
}

#[test]
fn without_templates_values_are_notation_or_json() {
    let (program, input, wire) = wire("[system]\njson = true\n");
    let put = read_value("Put (\"k\", 1)", &input, &program.types).expect("an input");
    assert_eq!(wire.encode(&put), Ok(b"{\"Put\":[\"k\",1]}".to_vec()));
    let (_, _, wire) = self::wire("");
    assert_eq!(wire.encode(&put), Ok(b"Put (\"k\", 1)".to_vec()));
    assert_eq!(wire.decode(b"refused"), Ok(None));
    let output = wire.decode(b"Value 3").expect("an answer").expect("an output");
    assert_eq!(show(&output, &program.types), "Value 3");
}

#[test]
fn requests_carry_their_arguments_encoded() {
    let (program, input, wire) = wire(HTTP);
    assert!(wire.has_http());
    let request = |text: &str| {
        wire.request(&read_value(text, &input, &program.types).expect("an input")).expect("a request")
    };
    assert_eq!(
        request("Put (\"a/b \\\"c\\195\\169\", 3)"),
        HttpRequest {
            method: "PUT".to_owned(),
            path: "/keys/a%2Fb%20%22c%C3%A9".to_owned(),
            headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
            body: Some("{\"key\": \"a/b \\\"cé\", \"value\": 3}".as_bytes().to_vec()),
        }
    );
    let get = request("Get \"x\"");
    assert_eq!((get.method.as_str(), get.path.as_str(), get.body), ("GET", "/keys/x?by=name", None));
}

#[test]
fn responses_mean_outputs_by_status_and_body() {
    let (program, _, wire) = wire(HTTP);
    let meaning = |status, body: &str| -> Result<Option<String>, String> {
        Ok(wire.answer(status, body.as_bytes())?.map(|output: Datum| show(&output, &program.types)))
    };
    assert_eq!(meaning(200, "{\"value\": 12}\n"), Ok(Some("Value 12".to_owned())));
    assert_eq!(meaning(200, "{\"at\":1,\"value\":-1}"), Ok(Some("Value (-1)".to_owned())));
    assert_eq!(meaning(204, ""), Ok(Some("Done".to_owned())));
    assert_eq!(meaning(404, "what?"), Ok(Some("Missing".to_owned())));
    assert_eq!(meaning(403, ""), Ok(None));
    assert_eq!(
        meaning(500, "oops").unwrap_err(),
        "no [[http.decode]] of store.toml fits status 500 with body \"oops\""
    );
}

#[test]
fn wrong_files_are_told_where_they_are_wrong() {
    let rest = "Get = \"GET {0}\"\nClear = \"C\"\n";
    is_fault(
        &format!("[encode]\nPut = \"PUT {{0}} {{2}}\"\n{rest}"),
        "wire-placeholder",
        "{2}",
        "{2} has no meaning: Put has 2 arguments, {0} to {1}",
    );
    is_fault(&format!("[encode]\n{rest}"), "wire-missing", "encode", "there is no template for Put");
    is_fault(
        &format!("[encode]\nPush = \"PUT {{0}}\"\n{rest}"),
        "wire-constructor",
        "Push",
        "`Push` is no constructor of input",
    );
    is_fault(
        "[system]\nreplay = \"line\"\n",
        "wire-unknown-key",
        "replay",
        "`replay` means nothing in [system]",
    );
    is_fault(
        "[system]\nreply = \"lines\"\n",
        "wire-value",
        "\"lines\"",
        "`reply` should be \"line\" or \"quiet\", not \"lines\"",
    );
    is_fault("[system]\ntimeout = 5\n", "wire-value", "5", "`timeout` should be a string, not a number");
    is_fault(
        "[[decode]]\ntext = \"V {0}\"\noutput = \"Valu {0}\"\n",
        "wire-output",
        "\"Valu {0}\"",
        "\"Valu {0}\" is no output: expected an output, found \"Valu\" at column 1; outputs are Done, Value of int, \
         Missing, Text of string",
    );
    is_fault(
        "[[decode]]\ntext = \"V\"\noutput = \"Value {0}\"\n",
        "wire-placeholder",
        "{0}",
        "{0} has no meaning: it does not occur in the answer",
    );
    is_fault(
        "[[decode]]\ntext = \"V {0:rest} x\"\noutput = \"Text {0}\"\n",
        "wire-placeholder",
        "{0:rest}",
        "{0:rest} cannot stand here: something stands behind the rest of the line",
    );
    assert_eq!(only_fault("[system\n").0, "wire-syntax");
    assert_eq!(only_fault("[[decode]]\ntext = \"V\"\n").0, "wire-missing");
    assert_eq!(only_fault("[[decode]]\noutput = \"Done\"\n").0, "wire-missing");
    assert_eq!(
        only_fault("[http.Clear]\npath = \"/\"\n[[http.decode]]\noutput = \"Done\"\n").0,
        "wire-missing"
    );
}

#[test]
fn answers_that_an_earlier_line_takes_are_unreachable() {
    let decode = |lines: &[(&str, &str)]| {
        lines
            .iter()
            .map(|(text, output)| format!("[[decode]]\ntext = \"{text}\"\noutput = \"{output}\"\n"))
            .collect::<String>()
    };
    let unreachable = |text: &str, place: &str| {
        is_fault(text, "wire-unreachable", place, "no answer gets as far as this");
    };
    unreachable(&decode(&[("OK", "Done"), ("OK", "Missing")]), "\"OK\"");
    unreachable(&decode(&[("{0:rest}", "Text {0}"), ("OK {0}", "Value {0}")]), "\"OK {0}\"");
    unreachable(&decode(&[("OK {0}", "Text {0}"), ("OK {0}", "Value {0}")]), "\"OK {0}\"");
    unreachable(&format!("[system]\nrefused = \"E*\"\n{}", decode(&[("E1", "Done")])), "\"E1\"");
    assert!(faults(&decode(&[("OK {0}", "Value {0}"), ("OK {0}", "Text {0}")])).is_empty());
    let http = format!("{HTTP}[[http.decode]]\nstatus = 204\noutput = \"Missing\"\n");
    assert_eq!(only_fault(&http).0, "wire-unreachable");
}

#[test]
fn an_input_without_constructors_is_described_once() {
    let (program, types) = types_of("type r = {key : string; n : int} let types (_ : r) (_ : int) = ()");
    let source = Source::new(
        "r.toml",
        "[encode]\n_ = \"{key}={1}\"\n[[decode]]\ntext = \"= {0}\"\noutput = \"{0}\"\n",
    );
    let (wire, diagnostics) = Wire::read(&source, &types[0], &types[1], &program.types);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let wire = wire.expect("a wire");
    let input = read_value("{key = \"k\"; n = 2}", &types[0], &program.types).expect("an input");
    assert_eq!(wire.encode(&input), Ok(b"k=2".to_vec()));
    assert_eq!(wire.decode(b"= 5"), Ok(Some(Datum::Int(5.into()))));
}

#[test]
fn hostile_files_and_answers_end_in_errors() {
    for text in [
        "{{{{",
        "a = [[[[[[[[[",
        "\u{0}",
        "[encode]\nPut = {a = 1}\n",
        "encode = 3",
        "decode = 3",
        "http = []",
    ] {
        assert!(!faults(text).is_empty(), "{text}");
    }
    let deep = format!("a = {}", "[".repeat(100_000));
    assert_eq!(faults(&deep)[0].0, "wire-syntax");
    let (_, _, wire) = wire(LINES);
    assert!(wire.decode(&vec![b'x'; 1_000_000]).unwrap_err().len() < 400);
    assert!(wire.decode(b"VALUE \xff\xfe").is_err());
}

#[test]
fn the_wire_files_of_the_documentation_are_right() {
    let page = include_str!("../../../../../docs/src/model-wire.md");
    let fences = |info: &str| -> Vec<&str> {
        let opened = page.split(info).skip(1);
        opened.map(|rest| rest.split("```").next().unwrap_or("")).collect()
    };
    let model = format!("{}\nlet types (_ : input) (_ : output) = ()", fences("```ocaml\n")[0]);
    let (program, types) = types_of(&model);
    let files = fences("```toml\n");
    assert_eq!(files.len(), 3);
    for text in files {
        let (wire, diagnostics) =
            Wire::read(&Source::new("page.toml", text), &types[0], &types[1], &program.types);
        assert!(wire.is_some() && diagnostics.iter().all(is_about_outputs), "{diagnostics:?}");
    }
    // Parts are about other models; what they say beside that has a meaning.
    let parts = fences("```toml,part\n");
    assert_eq!(parts.len(), 9);
    for text in parts {
        let (_, diagnostics) =
            Wire::read(&Source::new("part.toml", text), &types[0], &types[1], &program.types);
        let of_types = ["wire-constructor", "wire-output", "wire-missing", "wire-placeholder"];
        assert!(diagnostics.iter().all(|fault| of_types.contains(&fault.code)), "{diagnostics:?}");
    }
}

#[test]
fn no_file_makes_the_reader_panic() {
    let (program, input, output) = store();
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let spices: [&[u8]; 12] =
        [b"{0}", b"{1:json}", b"{9}", b"{", b"}", b"\"", b"'", b"[", b"]", b"\xc3\xa9", b"\n", b"= 1"];
    let mut read = 0;
    for round in 0..3_000 {
        let mut bytes = if round % 2 == 0 { LINES } else { HTTP }.as_bytes().to_vec();
        for _ in 0..next(4) {
            let at = next(bytes.len());
            match next(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = next(256) as u8,
                _ => drop(bytes.splice(at..at, spices[next(spices.len())].iter().copied())),
            }
        }
        let source = Source::from_bytes("fuzzed.toml", &bytes);
        let (wire, diagnostics) = Wire::read(&source, &input, &output, &program.types);
        assert_eq!(wire.is_none(), diagnostics.iter().any(|diagnostic| diagnostic.is_error()));
        let Some(wire) = wire else { continue };
        read += 1;
        for answer in [&b"VALUE 3"[..], b"{\"value\": 1}", b"\xff{0}", b""] {
            // Whatever it means, it must not panic.
            let _ = (wire.decode(answer), wire.decode_all(answer), wire.answer(200, answer));
        }
    }
    assert!(read > 100, "only {read} files were readable");
}

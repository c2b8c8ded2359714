//! Readers of traces on what is right, on what is wrong, and on whatever they are given.

use std::io::{self, Read};

use lydian_diagnostic::Diagnostic;
use lydian_stream::run::{Observe, Prepared, Refused};
use lydian_stream::trace::{Format, Item, Options, Reader, Style, Writer};
use lydian_tessla::Type;
use lydian_tessla::spec::{Operator, Spec};

use crate::handmade::{Random, spec};

/// The inputs `s0: Int`, `s1: Bool`, `s2: Unit`, `s3: Float`, `s4: String`, `s5: Option[Int]`, `s6: List[(Int, String)]`,
/// `s7: {x: Int, y: Float}`; all are outputs too.
fn inputs() -> Spec {
    let pair = Type::tuple(vec![Type::Int, Type::String]);
    let point = Type::record(vec![("x".into(), Type::Int), ("y".into(), Type::Float)]);
    let types = [
        Type::Int,
        Type::Bool,
        Type::unit(),
        Type::Float,
        Type::String,
        Type::Option(Type::Int.into()),
        Type::List(pair.into()),
        point,
    ];
    let streams = types.into_iter().enumerate();
    spec(streams.map(|(index, ty)| (Operator::Input(index as u32), ty)).collect())
}

/// All items, as text, and the fault that ended reading.
fn read(spec: &Spec, input: impl Read, options: Options) -> (Vec<String>, Option<Box<Diagnostic>>) {
    let mut reader = Reader::new(spec, input, "trace", options);
    let mut items = Vec::new();
    loop {
        match reader.next_item() {
            Ok(None) => return (items, None),
            Ok(Some(Item::Event { time, input, value })) => items.push(format!("{time} {input} {value:?}")),
            Ok(Some(Item::Progress { time })) => items.push(format!("{time}")),
            Err(fault) => return (items, Some(fault)),
        }
    }
}

/// What comes out of a run that only copies its inputs.
fn copy(spec: &Spec, input: &str, options: Options, style: Style) -> Result<String, Box<Diagnostic>> {
    let mut reader = Reader::new(spec, input.as_bytes(), "trace", options);
    let mut out = Vec::new();
    let mut writer = Writer::new(spec, &mut out, style);
    Prepared::new(spec).map_err(Box::new)?.run(Observe::Outputs, |run| {
        while let Some(item) = reader.next_item()? {
            let fed = match item {
                Item::Event { time, input, value } => run.feed(&time, input, value, &mut writer),
                Item::Progress { time } => run.advance(&time, &mut writer),
            };
            match fed {
                Ok(()) => {}
                Err(Refused::Halted(_)) => return Ok(()),
                Err(refused) => return Err(reader.refused(&refused).expect("a fault of the trace")),
            }
        }
        let _ = run.finish(&mut writer);
        Ok(())
    })?;
    writer.finish().expect("memory takes everything");
    Ok(String::from_utf8(out).expect("text"))
}

/// Lines with every kind of value.
const LINES: &[&str] = &[
    "0: s0 = 5",
    "1: s0 = -17",
    "2: s0 = 123456789012345678901234567890",
    "3: s0 = 0x1F",
    "4: s1 = true",
    "5: s1 = false",
    "6: s2",
    "7: s2 = ()",
    "8: s3 = 2.5",
    "9: s3 = -1.0E10",
    "10: s3 = NaN",
    "11: s4 = \"\"",
    "12: s4 = \"a, b # c -- d\"",
    "13: s4 = \"\\\"\\\\\\n\\$\\%é\"",
    "14: s5 = None",
    "15: s5 = Some(3)",
    "16: s6 = List()",
    "17: s6 = List((1, \"a\"), (-2, \"b)\"))",
    "18: s7 = {x = 1, y = 2.0}",
    "19: s7 = ${y: 2.0, x: 1}",
    "20: unknown = {this is not looked at",
    "20:unknown",
    "21  :   s0=7",
];

#[test]
fn every_kind_of_value_is_read() {
    let (items, fault) = read(&inputs(), LINES.join("\n").as_bytes(), Options::default());
    assert!(fault.is_none(), "{fault:?}");
    assert_eq!(items.len(), LINES.len());
    assert_eq!(items[2], "2 0 Big(123456789012345678901234567890)");
    assert_eq!(items[3], "3 0 Int(31)");
    assert!(items[15].contains("option.Some"), "{}", items[15]);
    assert_eq!(items[18][2..], items[19][2..], "the order of fields does not matter");
    assert_eq!(items[20], "20");
}

#[test]
fn comments_blanks_and_line_ends_change_nothing() {
    let spec = inputs();
    // A comment behind a plain line also makes the reader take the long way for it.
    for line in LINES {
        let (plain, _) = read(&spec, format!("{line}\n").as_bytes(), Options::default());
        let around = ["{} # c", "{} -- c", "  {}  ", "{}\r", "\n\n# c\n-- c\n \t\n{}", "\u{feff}{}"];
        for form in around {
            if line.starts_with("20") && form.contains('c') {
                continue;
            }
            let text = form.replace("{}", line);
            let (found, fault) = read(&spec, text.as_bytes(), Options::default());
            assert_eq!((found, fault), (plain.clone(), None), "{text:?}");
        }
    }
}

/// Gives one byte at a time.
struct Slow<'t>(&'t [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
        buffer[0] = *first;
        self.0 = rest;
        Ok(1)
    }
}

#[test]
fn the_pieces_in_which_input_comes_do_not_matter() {
    let spec = inputs();
    let text = LINES.join("\n");
    assert_eq!(
        read(&spec, Slow(text.as_bytes()), Options::default()),
        read(&spec, text.as_bytes(), Options::default())
    );
}

#[test]
fn an_item_is_known_before_the_next_line_is_there() {
    let spec = inputs();
    struct Then<'t>(&'t [u8]);
    impl Read for Then<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(!self.0.is_empty(), "more was read than was needed");
            let count = self.0.len();
            buffer[..count].copy_from_slice(self.0);
            self.0 = b"";
            Ok(count)
        }
    }
    let mut reader = Reader::new(&spec, Then(b"1: s0 = 5\n2: s0 = 6\n3: s"), "trace", Options::default());
    assert!(reader.may_wait());
    assert!(matches!(reader.next_item(), Ok(Some(Item::Event { input: 0, .. }))));
    assert!(!reader.may_wait());
    assert!(matches!(reader.next_item(), Ok(Some(_))));
    assert!(reader.may_wait());
}

#[test]
fn what_is_written_reads_back() {
    let spec = inputs();
    let text = LINES.join("\n");
    for format in [Format::Text, Format::Csv] {
        let style = Style { format, quoted_strings: true, ..Style::default() };
        let first = copy(&spec, &text, Options::default(), style).expect("a trace");
        let again = copy(&spec, &first, Options { format, ..Options::default() }, style).expect("a trace");
        assert_eq!(first, again);
        assert!(first.lines().count() >= 21, "{first}");
    }
}

#[test]
fn texts_are_written_without_quotes_unless_asked_for() {
    let spec = inputs();
    let style = |quoted_strings| Style { quoted_strings, ..Style::default() };
    let text = "1: s4 = \"a\\\"b\"\n2: s6 = List((1, \"c\"))";
    let plain = copy(&spec, text, Options::default(), style(false)).expect("a trace");
    assert_eq!(plain, "1: s4 = a\"b\n2: s6 = List((1, c))\n");
    let quoted = copy(&spec, text, Options::default(), style(true)).expect("a trace");
    assert_eq!(quoted, "1: s4 = \"a\\\"b\"\n2: s6 = List((1, \"c\"))\n");
}

#[test]
fn rows_of_csv_are_events_of_one_time() {
    let spec = inputs();
    let csv = Options { format: Format::Csv, ..Options::default() };
    let text = "ts,s0,other,s4,s2\n1,5,x,\"a,\"\"b\",\n\n2,,,,()\n3,,,,\n4,-1,,,";
    let out = copy(&spec, text, csv, Style::default()).expect("a trace");
    assert_eq!(out, "1: s0 = 5\n1: s4 = a,\"b\n2: s2 = ()\n4: s0 = -1\n");
    let (items, _) = read(&spec, text.as_bytes(), csv);
    assert_eq!(items[3], "3", "an empty row lets time pass");
}

#[test]
fn faults_name_their_line_and_column() {
    let spec = inputs();
    let reject = Options { reject_undeclared: true, ..Options::default() };
    let cases: &[(&str, Options, &str, (usize, usize))] = &[
        ("1: s0 = 5\nx", Options::default(), "trace-line", (2, 1)),
        ("-1: s0 = 5", Options::default(), "trace-line", (1, 1)),
        ("1 s0 = 5", Options::default(), "trace-line", (1, 3)),
        ("1: = 5", Options::default(), "trace-line", (1, 4)),
        ("1: s0 5", Options::default(), "trace-line", (1, 7)),
        ("1: s0 =", Options::default(), "trace-line", (1, 7)),
        ("\n\n1: s0 = # 5", Options::default(), "trace-line", (3, 7)),
        ("1: s0", Options::default(), "trace-value-type", (1, 1)),
        ("1: s0 = 2.5", Options::default(), "trace-value-type", (1, 9)),
        ("1: s3 = 2", Options::default(), "trace-value-type", (1, 9)),
        ("1: s5 = Some(())", Options::default(), "trace-value-type", (1, 9)),
        ("1: s7 = {x = 1}", Options::default(), "trace-value-type", (1, 9)),
        ("1: s7 = {x = 1, y = 2.0, z = 3}", Options::default(), "trace-value-type", (1, 9)),
        ("1: s4 = \"\\d\"", Options::default(), "trace-value", (1, 10)),
        ("1: s4 = \"abc", Options::default(), "trace-value", (1, 9)),
        ("1: s6 = List(1", Options::default(), "syntax-error", (1, 15)),
        ("1: y = 5", reject, "undeclared-input", (1, 4)),
        ("$timeunit = \"ns\"", Options::default(), "trace-of-old-version", (1, 1)),
        ("1 <= t <= 3: s0 = 5", Options::default(), "trace-of-old-version", (1, 1)),
        ("5: s0 = 1\n4: s0 = 1", Options::default(), "trace-time-decreases", (2, 1)),
        ("5: s0 = 1\n5: s1 = true\n5: s0 = 1", Options::default(), "trace-event-twice", (3, 1)),
    ];
    for (text, options, code, place) in cases {
        let fault = copy(&spec, text, *options, Style::default()).expect_err(text);
        let span = fault.span.as_ref().expect("a place");
        assert_eq!((fault.code, span.source.position(span.range.start)), (*code, *place), "{text:?}");
        assert!(lydian_diagnostic::explain(fault.code).is_some(), "{}", fault.code);
    }
    let csv = Options { format: Format::Csv, ..Options::default() };
    for (text, code) in [
        ("x,s0", "trace-csv"),
        ("ts,s0,s0", "trace-csv"),
        ("ts,s0\n1,2,3", "trace-csv"),
        ("ts,s0\nx,2", "trace-csv"),
        ("ts,s4\n1,\"abc", "trace-csv"),
        ("ts,s4\n1,\"abc\"d", "trace-csv"),
        ("ts,s0\n1,x.y", "unknown-name"),
        ("ts,s0\n2,1\n1,1", "trace-time-decreases"),
        ("ts,s0\n2,1\n2,1", "trace-event-twice"),
    ] {
        let fault = copy(&spec, text, csv, Style::default()).expect_err(text);
        assert_eq!(fault.code, code, "{text:?}");
    }
}

#[test]
fn a_line_without_end_and_bytes_that_are_no_text_are_faults() {
    let spec = inputs();
    let (_, fault) = read(&spec, io::repeat(b'7'), Options::default());
    assert_eq!(fault.map(|fault| fault.code), Some("trace-line-too-long"));
    let (items, fault) = read(&spec, &b"1: s0 = 1\n2: s4 = \"\xff\"\n"[..], Options::default());
    assert_eq!(items.len(), 1);
    let fault = fault.expect("a fault");
    let span = fault.span.as_ref().expect("a place");
    assert_eq!((fault.code, span.source.position(span.range.start)), ("trace-not-text", (2, 10)));
}

#[test]
fn values_that_nest_too_deeply_are_faults() {
    let spec = inputs();
    for open in ["(", "Some(", "List(", "Map(", "{x = ", "${x = "] {
        let text = format!("1: s5 = {}", open.repeat(100_000));
        let (_, fault) = read(&spec, text.as_bytes(), Options::default());
        assert_eq!(fault.map(|fault| fault.code), Some("trace-value"), "{open}");
    }
}

#[test]
fn no_input_makes_a_reader_panic_or_run_for_ever() {
    let spec = inputs();
    let pieces = [
        "1",
        "2",
        ":",
        " ",
        "=",
        "s0",
        "s4",
        "s5",
        "s6",
        "s7",
        "\"",
        "\\",
        "$",
        "${",
        "{",
        "}",
        "(",
        ")",
        ",",
        "->",
        "Some",
        "None",
        "List(",
        "Set(",
        "Map(",
        "true",
        "-",
        "--",
        "#",
        "0x",
        ".",
        "e",
        "1e999",
        "é",
        "\u{0}",
        "\r",
        "\n",
        "ts",
        "t",
        "<=",
        "99999999999999999999",
        "x =",
        "\"a\"",
    ];
    for seed in 0..6_000 {
        let mut random = Random::new(seed);
        let mut bytes = Vec::new();
        for _ in 0..random.below(40) {
            match random.below(20) {
                0 => bytes.push(random.below(256) as u8),
                1 => bytes.extend_from_slice(LINES[random.below(LINES.len() as u64) as usize].as_bytes()),
                2 => bytes.push(b'\n'),
                _ => bytes.extend_from_slice(pieces[random.below(pieces.len() as u64) as usize].as_bytes()),
            }
        }
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
        for format in [Format::Text, Format::Csv] {
            let options = Options { format, reject_undeclared: seed % 2 == 0, ..Options::default() };
            let (items, fault) = read(&spec, &bytes[..], options);
            assert!(items.len() <= lines * 8, "seed {seed}");
            if let Some(fault) = fault {
                assert!(lydian_diagnostic::explain(fault.code).is_some(), "seed {seed}: {}", fault.code);
            }
        }
    }
}

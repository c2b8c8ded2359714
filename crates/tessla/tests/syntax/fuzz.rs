//! Hostile edits: pieces of specifications are cut, joined and damaged at random, from a fixed seed.
//! Whatever comes out is read without a panic, and every place lies in the text, between characters.

use lydian_diagnostic::{Diagnostic, Source};
use lydian_tessla::syntax::ast::At;
use lydian_tessla::syntax::{parse, parse_expr};

const ROUNDS: usize = 20_000;

const PIECES: &[&str] = &[
    "in x: Events[Int]\nin c: Events[Bool]\n",
    "def y: Events[Int] := default(last(y, x) + 1, 0)\nout y\n",
    "liftable def f(a: Int, b: strict Int): Int =\n  if a < b\n  then a * -b\n  else 0x1F + 10ms\n",
    "def m[T](a: Events[T], b: Events[T]) := lift(a, b, g) where {\n  def g(p: Option[T], q) = {\n    def r = p\n    \
     return if isNone(r) then q else r\n  }\n}\n",
    "type V[A] = {x: A, y: (A, Int) => Bool, ..}\n",
    "module M {\n  ## doc\n  def o = {a = 1, b: 2, c}\n  import N.P\n}\n",
    "@raw @a(1, k = \"v\")\nout (x, f[Int](y)._1,) as z\n@@g(2)\ndef @g(n: Int)\n",
    "def s = \"a ${x + \"b $c\"} \\n \\$\" + f\"$d%5.2f%%\"\n",
    "# assert all x >= 0\n# goal exists y == 3\n--- lines\n-----\n",
    "def l = fun (a: Int) => (b) => a <=. b && !c || ~d ^ e & f << 2\n",
    "include \"other.tessla\"\ndef e: Int = extern(\"n\", 3)\nprint x\nout *\n",
    "def 🚀 = ٤٢ min + 1.5e-3 \\\n  -. 2e5\r\n",
    "static if c then {x} else {}; def u = () /. __root__.v\n",
];

const SIGNS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "${",
    "\"",
    "f\"",
    "\\",
    "\n",
    ";",
    ",",
    "=",
    "=>",
    ":",
    ".",
    "..",
    "@",
    "$",
    "%",
    "-",
    "--",
    "---",
    "##",
    "#",
    "# assert some ",
    "def ",
    "where {",
    "if ",
    "else ",
    "in ",
    "out ",
    "as ",
    "0x",
    "1e",
    "9",
    "µs",
    "é",
    "\u{0}",
    "\u{feff}",
    "\r",
];

/// Numbers that look random, the same ones in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn pick(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.below(texts.len())]
    }
}

/// Some pieces one after another with a few damages.
fn damaged(numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..1 + numbers.below(5) {
        bytes.extend_from_slice(numbers.pick(PIECES).as_bytes());
    }
    for _ in 0..numbers.below(8) {
        let at = numbers.below(bytes.len() + 1);
        match numbers.below(6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << numbers.below(8),
            2 => drop(bytes.splice(at..at, numbers.pick(SIGNS).bytes())),
            3 => drop(bytes.drain(at..(at + numbers.below(12)).min(bytes.len()))),
            4 => {
                let from = numbers.below(bytes.len() + 1);
                let copied = bytes[from..(from + numbers.below(60)).min(bytes.len())].to_vec();
                drop(bytes.splice(at..at, copied));
            }
            _ => drop(bytes.splice(at..at, numbers.pick(SIGNS).repeat(1 + numbers.below(20)).bytes())),
        }
    }
    bytes
}

fn check_places(source: &Source, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let spans = diagnostic.span.iter().chain(diagnostic.labels.iter().map(|label| &label.span));
        for span in spans {
            assert!(source.text.get(span.range.clone()).is_some(), "{span:?} {:?}", source.text);
        }
        assert!(!diagnostic.message.is_empty() && !diagnostic.message.contains('\n'), "{diagnostic:?}");
    }
}

/// All places in a printed tree.
fn places(printed: &str) -> impl Iterator<Item = At> {
    printed.split("At { file: ").skip(1).map(|rest| {
        let numbers: Vec<u32> = rest
            .split(|c: char| !c.is_ascii_digit())
            .filter(|digits| !digits.is_empty())
            .take(3)
            .map(|digits| digits.parse().expect("a number"))
            .collect();
        At { file: numbers[0], start: numbers[1], end: numbers[2] }
    })
}

#[test]
fn damaged_specifications_are_read_without_a_panic() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut sound = 0;
    for round in 0..ROUNDS {
        let source = Source::from_bytes("fuzz.tessla", &damaged(&mut numbers));
        let (unit, diagnostics) = parse(3, &source);
        check_places(&source, &diagnostics);
        sound += usize::from(!diagnostics.iter().any(Diagnostic::is_error));
        let has_hole = format!("{unit:?}").contains("kind: Error");
        assert!(!has_hole || diagnostics.iter().any(Diagnostic::is_error), "{:?}", source.text);
        if round % 10 == 0 {
            for at in places(&format!("{unit:?}")) {
                assert_eq!(at.file, 3);
                assert!(at.start <= at.end, "{at:?} {:?}", source.text);
                assert!(
                    source.text.get(at.start as usize..at.end as usize).is_some(),
                    "{at:?} {:?}",
                    source.text
                );
            }
            check_places(&source, &parse_expr(0, &source).1);
        }
    }
    assert!(sound > ROUNDS / 100, "damage is too heavy to test anything: {sound}");
}

#[test]
fn every_prefix_of_a_specification_is_read_without_a_panic() {
    let text = PIECES.concat();
    for end in 0..text.len() {
        let source = Source::from_bytes("fuzz.tessla", &text.as_bytes()[..end]);
        check_places(&source, &parse(0, &source).1);
    }
}

//! Laws: compiled monitors and the interpreter are two ways to run one specification.
//! Random specifications are compiled to both languages, many in one program, and run on random traces: what is written, and
//! whether it ends with an error, must be the same. A monitor may stop where 64 bits do not suffice, with what it wrote before.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lydian_core::{ConId, Value};
use lydian_diagnostic::Source;
use lydian_tessla::Type;
use lydian_tessla::data::Data;
use lydian_tessla::spec::{Collections, Options, Spec};

use super::c::C;
use super::machine::Machine;
use super::rust::{Rust, runtime};
use crate::generate::laws::{Dice, inputs, rounds, slots, specification};
use crate::run::{Ending, InputEvent, Observe, Prepared, Time};

const MORE: &str = "\
in x: Events[Int]
in y: Events[Int]
in f: Events[Float]
in o: Events[Option[Int]]
in p: Events[(Int, Bool)]
def fact(n: Int): Int = if n <= 0 then 1 else n * fact(n - 1)
def down(n: Int, sum: Int): Int = if n <= 0 then sum else down(n - 1, sum + n)
liftable def halves(n: Int): Int = {
  def go(k: Int, steps: Int): Int = if k <= 1 then steps else go(k / 2, steps + n)
  go(n * 9, 0)
}
liftable def both(a: Int, b: Int): Int = fact(a) + down(b, a)
def iterate(f: (Int) => Int, n: Int, v: Int): Int = if n <= 0 then v else iterate(f, n - 1, f(v))
def guarded(n: Int, d: Int): Int = if n <= 0 then 0 else if n == 3 then d else guarded(n - 1, d)
liftable def iterated(a: Int, b: Int): Int = iterate((v: Int) => 12 / b - v, a & 7, 1)
liftable def waits(a: Int, b: Int): Int = guarded(a & 7, 10 / b)
liftable def first(q: (Int, Bool)): Int = if q._2 then q._1 else 7 / q._1
liftable def orElse(q: Option[Int], z: Int): Int = if isSome(q) then getSome(q) else z
liftable def pair(a: Int, b: Int): (Int, Bool) = (a / b, a > b)
liftable def wrapped(a: Int, b: Int): Option[Int] = if a > b then Some(a % b) else None[Int]
";

/// Expressions over the streams of [`MORE`], for both languages.
fn scalar(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.pick(&["x", "y", "default(y, 2)", "orElse(o, 3)", "p._1", "time(o)"]).into();
    }
    let a = scalar(dice, depth - 1);
    match dice.roll(21) {
        0 => format!("both({a}, {})", scalar(dice, depth - 1)),
        1 => format!("halves({a})"),
        2 => format!("first(pair({a}, {}))", scalar(dice, depth - 1)),
        3 => format!("orElse(wrapped({a}, {}), {})", scalar(dice, depth - 1), scalar(dice, depth - 1)),
        4 => format!("orElse(o, {a})"),
        5 => format!("({a} << {})", dice.roll(40)),
        6 => format!("({a} >> {})", dice.roll(70)),
        7 => format!("(({a} & 13) | ({a} ^ {}))", scalar(dice, depth - 1)),
        8 => format!("~{a}"),
        9 => format!("-{a}"),
        10 => format!("floatToInt(f *. intToFloat({a}))"),
        11 => format!("(if f >. intToFloat({a}) then {a} else {})", scalar(dice, depth - 1)),
        12 => format!("(if pair({a}, 2) == p then {a} else 5)"),
        13 => format!("(if wrapped({a}, 1) == o then 1 else {a})"),
        14 => format!(
            "lift({a}, o, (q: Option[Int], r: Option[Option[Int]]) => if isSome(r) then getSome(r) else q)"
        ),
        15 => format!(
            "lift({a}, p, (q: Option[Int], r: Option[(Int, Bool)]) => {{ def s = if isSome(q) then getSome(q) else 1\n if isSome(r) && getSome(r)._2 then Some(s / getSome(r)._1) else q }})"
        ),
        16 => format!("last({a}, x)"),
        18 => format!("iterated({a}, {})", scalar(dice, depth - 1)),
        19 => format!("waits({a}, {})", scalar(dice, depth - 1)),
        17 => format!("({a} * {} * 1000000007)", scalar(dice, depth - 1)),
        _ => format!("merge({a}, filter(x, x > {}))", scalar(dice, depth - 1)),
    }
}

/// The same with texts and collections, which only Rust has.
fn large(dice: &mut Dice, depth: usize) -> String {
    let a = scalar(dice, depth.min(1));
    match dice.roll(12) {
        0 => format!("\"a${{{a}}} and ${{p}} ${{o}}\""),
        1 => format!(
            "fold({a}, Set.empty[Int], (s: Set[Int], v: Int) => if v % 3 == 0 then Set.remove(s, v / 3) else Set.add(s, v))"
        ),
        2 => format!(
            "fold({a}, Map.empty[Int, Int], (m: Map[Int, Int], v: Int) => if Map.contains(m, v) then Map.add(m, v, Map.get(m, v) + 1) else Map.add(m, v, 1))"
        ),
        3 => format!(
            "fold({a}, List.empty[Int], (l: List[Int], v: Int) => if List.size(l) > 3 then List.tail(List.prepend(v, l)) else List.append(l, v))"
        ),
        4 => format!("List.get(fold({a}, List.empty[Int], List.append), {})", dice.roll(4)),
        5 => format!("Map.get(Map.collectCount({a}), {})", dice.roll(4)),
        6 => format!("Set.fold(Set.collect({a}), 0, (s: Int, v: Int) => s * 3 + v)"),
        7 => format!("Map.fold(Map.collectCount({a}), 1, (s: Int, k: Int, v: Int) => s * 2 + k - v)"),
        8 => format!(
            "List.fold(Map.keys(Map.collectCount({a})), \"\", (s: String, v: Int) => String.concat(s, toString(v)))"
        ),
        9 => format!("\"${{f}} ${{Set.collect({a})}} ${{Map.collectCount({a})}}\""),
        10 => format!(
            "Set.union(Set.collect({a}), Set.minus(Set.collect(y), Set.intersection(Set.collect(x), Set.collect({a}))))"
        ),
        _ => format!("List.set(fold({a}, List.empty[Int], List.append), 1, {})", scalar(dice, 0)),
    }
}

fn load(text: &str) -> Spec {
    let source = Source::new("law.tessla", text);
    let options = Options { collections: Collections::Trees, ..Options::default() };
    let (spec, diagnostics) =
        lydian_tessla::load(&source, &|_, _| Err("nothing is included".into()), &options);
    spec.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"))
}

/// A value; integers may be at the ends of 64 bits.
fn value(dice: &mut Dice, ty: &Type) -> Value {
    match ty {
        Type::Int if dice.roll(12) == 0 => Value::Int(i64::MAX - dice.roll(3) as i64),
        Type::Int if dice.roll(12) == 0 => Value::Int(i64::MIN + dice.roll(3) as i64),
        _ => small(dice, ty),
    }
}

fn small(dice: &mut Dice, ty: &Type) -> Value {
    match ty {
        Type::Int => Value::Int(dice.roll(9) as i64 - 3),
        Type::Bool => Value::Bool(dice.roll(2) == 0),
        Type::Float => Value::Float([0.0, -0.0, 1.5, -2.25, 0.1, 1e17, 3e-5, 7.0][dice.roll(8)]),
        Type::Option(_) if dice.roll(2) == 0 => Value::Constant(ConId::NONE),
        Type::Option(part) => Value::construct(ConId::SOME, [small(dice, part)]),
        Type::Record(fields) if !fields.is_empty() => {
            Value::tuple(fields.iter().map(|(_, ty)| small(dice, ty)))
        }
        _ => Value::Unit,
    }
}

/// A trace as monitors read it.
fn written(spec: &Spec, events: &[InputEvent], end: Option<&Time>) -> String {
    let mut text = String::new();
    for event in events {
        let input = &spec.inputs[event.input];
        let ty = &spec.streams[input.stream.0 as usize].ty;
        let data = Data::of(&event.value, ty, Collections::Trees).expect("a value of the type");
        let value = if *ty == Type::unit() { String::new() } else { format!(" = {}", data.source()) };
        let _ = writeln!(text, "{}: {}{value}", event.time, input.name);
    }
    if let Some(end) = end {
        let _ = writeln!(text, "{end}: end_of_trace");
    }
    text
}

/// What the interpreter says, and whether it ends with an error.
fn said(spec: &Spec, prepared: &Prepared, events: &[InputEvent], end: Option<&Time>) -> (String, bool) {
    let run = prepared.trace(events, end, Observe::Outputs, 100_000);
    let mut text = String::new();
    for event in &run.events {
        let output = &spec.outputs[event.index];
        let ty = &spec.streams[output.stream.0 as usize].ty;
        let Ok(value) = &event.value else { return (text, true) };
        let data = Data::of(value, ty, Collections::Trees).expect("a value of the type");
        let value = format!(" = {data}");
        let _ = writeln!(text, "{}: {}{value}", event.time, output.name);
    }
    assert!(matches!(run.ending, Ending::Complete | Ending::Halted(_)), "{:?}", run.ending);
    (text, matches!(run.ending, Ending::Halted(_)))
}

/// Many monitors as one program in each language.
struct Batch {
    folder: PathBuf,
    rust: String,
    c: Vec<(usize, String)>,
    c_header: String,
}

impl Batch {
    fn new() -> Batch {
        let folder = std::env::temp_dir().join(format!("lydian-compile-laws-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a directory");
        Batch { folder, rust: runtime(true, true), c: Vec::new(), c_header: String::new() }
    }

    fn add(&mut self, number: usize, spec: &Spec, with_c: bool) {
        let machine = Machine::of(spec).unwrap_or_else(|why| panic!("{why:?}\n{}", spec.print()));
        let rust = Rust::new(&machine).expect("Rust").parts(spec);
        let _ = writeln!(self.rust, "mod m{number} {{\nuse super::*;\n{}{}}}", rust.library, rust.program);
        if with_c {
            let parts = C::new(&machine, &format!("m{number}")).expect("C").parts(spec);
            let includes = "#include <stdbool.h>\n#include <stdint.h>\n#include <inttypes.h>\n#include <errno.h>\n#include <unistd.h>\n#define LONGEST_LINE (1 << 16)\n";
            let text = format!(
                "{includes}{}{}{}{}",
                super::c::INCLUDES,
                parts.header,
                parts.monitor,
                parts.program.replacen(include_str!("c/floats.c.txt"), floats(&parts.monitor), 1)
            );
            self.c.push((number, text));
            let _ = writeln!(self.c_header, "int m{number}_serve(FILE *in, FILE *to);");
        }
    }

    fn build(&self, count: usize) {
        let arms: String = (0..count)
            .map(|number| format!("        {number} => m{number}::serve(&mut input, &mut out),\n"))
            .collect();
        let main = format!(
            "#![allow(warnings)]\n{}\nfn main() {{\n    let number: usize = std::env::args().nth(1).unwrap().parse().unwrap();\n    let mut input = std::io::stdin().lock();\n    let mut out = std::io::stdout().lock();\n    let code = match number {{\n{arms}        _ => 9,\n    }};\n    std::process::exit(code);\n}}\n",
            self.rust
        );
        fs::write(self.folder.join("laws.rs"), main).expect("a file");
        run_tool(Command::new("rustc").current_dir(&self.folder).args([
            "--edition",
            "2021",
            "-C",
            "opt-level=0",
            "-C",
            "debuginfo=0",
            "laws.rs",
            "-o",
            "laws-rust",
        ]));
        let mut names = vec!["main.c".to_owned()];
        let mut arms = String::new();
        for (number, text) in &self.c {
            fs::write(self.folder.join(format!("m{number}.c")), text).expect("a file");
            names.push(format!("m{number}.c"));
            let _ = writeln!(arms, "    case {number}: return m{number}_serve(stdin, stdout);");
        }
        let main = format!(
            "#include <stdio.h>\n#include <stdlib.h>\n{}int main(int count, char **words) {{\n  switch (count > 1 ? atoi(words[1]) : -1) {{\n{arms}    default: return 9;\n  }}\n}}\n",
            self.c_header
        );
        fs::write(self.folder.join("main.c"), main).expect("a file");
        let flags = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-Wno-unused-function"];
        run_tool(
            Command::new("cc")
                .current_dir(&self.folder)
                .args(flags)
                .args(&names)
                .args(["-o", "laws-c", "-lm"]),
        );
    }

    fn run(&self, program: &str, number: usize, trace: &str) -> (String, i32) {
        let mut child = Command::new(self.folder.join(program))
            .arg(number.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a program that starts");
        child.stdin.take().expect("its input").write_all(trace.as_bytes()).expect("a trace that is read");
        let output = child.wait_with_output().expect("an end");
        (String::from_utf8(output.stdout).expect("text"), output.status.code().unwrap_or(-1))
    }
}

/// The helper for floats, unless the monitor has it.
fn floats(monitor: &str) -> &'static str {
    if monitor.contains("static MAYBE_UNUSED void shortest") { "" } else { include_str!("c/floats.c.txt") }
}

fn run_tool(command: &mut Command) {
    let output = command.output().expect("a compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn compiled_monitors_and_the_interpreter_agree_on_random_specifications() {
    if !has("rustc") || !has("cc") {
        eprintln!("not checked: there is no rustc or no cc");
        return;
    }
    let count = 60 * rounds() as usize;
    let mut batch = Batch::new();
    let mut specs: Vec<(String, Spec, bool)> = Vec::new();
    for number in 0..count {
        let mut dice = Dice(number as u64);
        let depth = 1 + dice.roll(3);
        let text = match number % 3 {
            0 => specification(&mut dice),
            1 => format!(
                "{MORE}out {} as a\nout {} as b\n",
                scalar(&mut dice, depth),
                scalar(&mut dice, depth)
            ),
            _ => {
                format!("{MORE}out {} as a\nout {} as b\n", large(&mut dice, depth), large(&mut dice, depth))
            }
        };
        let spec = load(&text);
        // The first kind may have sets.
        let with_c = number % 3 != 2 && !text.contains("Set.");
        batch.add(number, &spec, with_c);
        specs.push((text, spec, with_c));
    }
    batch.build(count);
    let (mut compared, mut failed, mut stopped) = (0, 0, 0);
    for (number, (text, spec, with_c)) in specs.iter().enumerate() {
        let mut dice = Dice(number as u64 + 7_000);
        let prepared = Prepared::new(spec).expect("a program");
        for _ in 0..8 {
            // The interpreter would count down from there, step by step.
            let value = if text.contains("both(") { small } else { value };
            let slots = slots(&mut dice, spec, &prepared, value);
            let (events, end) = (inputs(&slots), slots.last().map(|slot| &slot.time));
            let trace = written(spec, &events, end);
            let (expected, fails) = said(spec, &prepared, &events, end);
            for program in ["laws-rust", "laws-c"].into_iter().take(1 + usize::from(*with_c)) {
                let (found, code) = batch.run(program, number, &trace);
                let about = || {
                    format!(
                        "{program} {number}\n{text}\n{trace}\nexpected {fails} {expected}\nfound {code} {found}"
                    )
                };
                match code {
                    3 => {
                        assert!(expected.starts_with(&found), "{}", about());
                        stopped += 1;
                    }
                    _ => {
                        assert_eq!(code, i32::from(fails), "{}", about());
                        assert_eq!(found, expected, "{}", about());
                        compared += 1;
                        failed += usize::from(fails);
                    }
                }
            }
        }
    }
    let _ = fs::remove_dir_all(Path::new(&batch.folder));
    assert!(
        compared > 500 && failed > 30 && stopped * 3 < compared,
        "{compared} compared, {failed} with an error, {stopped} stopped"
    );
}

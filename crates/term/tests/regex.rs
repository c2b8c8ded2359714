//! Regular expressions against Python's, on random expressions and texts.
//! Python reads the same notation for byte strings, so both get the same sources. Where `python3` is not installed, the
//! test says so and holds nothing.

#[path = "common/random.rs"]
mod random;

use std::io::Write;
use std::process::{Command, Stdio};

use lydian_term::Regex;
use random::Random;

const CHECK: &str = "
import re, sys, warnings
warnings.simplefilter('ignore')
for line in sys.stdin:
    pattern, *texts = line.rstrip('\\n').split(' ')
    compiled = re.compile(bytes.fromhex(pattern))
    print(''.join('1' if compiled.fullmatch(bytes.fromhex(text)) else '0' for text in texts))
";

fn expression(random: &mut Random, depth: usize) -> String {
    let atoms = [
        "a",
        "b",
        "0",
        "_",
        " ",
        "-",
        "\\n",
        "\\.",
        "\\\\",
        ".",
        "\\d",
        "\\w",
        "\\s",
        "\\D",
        "\\W",
        "\\S",
        "[ab]",
        "[^a]",
        "[a-c0-9]",
        "[^\\d_]",
        "[]b]",
        "[a-]",
        "\\x41",
        "\\xff",
        "[\\x80-\\xff]",
    ];
    if depth == 0 || random.below(4) == 0 {
        return random.pick(&atoms).to_owned();
    }
    let part = expression(random, depth - 1);
    match random.below(8) {
        0 | 1 => format!("({part}){}", random.pick(&["*", "+", "?", "{2}", "{1,3}", "{2,}", "{,2}", "{0}"])),
        2 | 3 => format!("({part}|{})", expression(random, depth - 1)),
        4 => format!("({part}|)"),
        _ => format!("{part}{}", expression(random, depth - 1)),
    }
}

fn text(random: &mut Random) -> Vec<u8> {
    (0..random.below(7)).map(|_| random.pick(b"aabbc01_ -\n.\\A]\xff\x80")).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn matching_agrees_with_python() {
    let mut random = Random::new(7);
    let mut questions: Vec<(String, Vec<Vec<u8>>)> = Vec::new();
    while questions.len() < 1500 {
        let source = expression(&mut random, 3);
        let regex = Regex::parse(&source).unwrap_or_else(|error| panic!("{source}: {error:?}"));
        let mut texts: Vec<Vec<u8>> = (0..12).map(|_| text(&mut random)).collect();
        texts.extend(regex.shortest_members(6));
        texts.extend(regex.non_members(6));
        texts.retain(|text| text.len() < 9);
        questions.push((source, texts));
    }
    let python =
        Command::new("python3").args(["-c", CHECK]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut python) = python else { return eprintln!("no python3: nothing to compare with") };
    let mut input = String::new();
    for (source, texts) in &questions {
        input.push_str(&hex(source.as_bytes()));
        texts.iter().for_each(|text| input.push_str(&format!(" {}", hex(text))));
        input.push('\n');
    }
    let mut pipe = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), questions.len());
    let mut matched = 0;
    for ((source, texts), answer) in questions.iter().zip(answers.lines()) {
        let regex = Regex::parse(source).unwrap();
        for (text, expected) in texts.iter().zip(answer.bytes()) {
            assert_eq!(
                regex.matches(text),
                expected == b'1',
                "{source} on {:?}",
                text.escape_ascii().to_string()
            );
            matched += usize::from(expected == b'1');
        }
    }
    assert!(matched > 3_000, "only {matched} texts matched");
}

#[test]
fn random_bytes_are_read_or_refused() {
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let source: Vec<u8> =
            (0..random.below(12)).map(|_| random.pick(b"ab(|)[]^-*+?{1,2}\\.dx\xc3\xa9\0")).collect();
        match Regex::parse(&source) {
            Ok(regex) => assert!(regex.shortest_members(3).iter().all(|text| regex.matches(text))),
            Err((place, message)) => assert!(place <= source.len() && !message.is_empty()),
        }
    }
}

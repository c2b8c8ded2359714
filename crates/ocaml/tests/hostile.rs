//! Hostile input: whatever the text, loading ends soon and without a panic.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use lydian_diagnostic::Source;
use lydian_ocaml::load;

/// Loads a program and holds it to a time that no honest program needs.
fn load_soon(name: &str, text: String) -> Option<&'static str> {
    let start = Instant::now();
    let (program, diagnostics) = load(&Source::new(name, text));
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(20), "{name} took {elapsed:?}");
    assert_eq!(program.is_none(), diagnostics.iter().any(|diagnostic| diagnostic.is_error()), "{name}");
    diagnostics.iter().find(|diagnostic| diagnostic.is_error()).map(|diagnostic| diagnostic.code)
}

#[test]
fn types_that_double_are_refused() {
    let mut text = String::from("let x0 = fun x -> x\n");
    for index in 1..60 {
        let _ = writeln!(text, "let x{index} = (x{0}, x{0})", index - 1);
    }
    assert_eq!(load_soon("pairs", text), Some("type-too-large"));
    let mut text = String::from("let f = fun z ->\nlet x0 = fun y -> y in\n");
    for index in 1..60 {
        let _ = writeln!(text, "let x{index} = fun y -> x{0} (x{0} y, y) in", index - 1);
    }
    text.push_str("x59 z\n");
    load_soon("functions", text);
}

#[test]
fn deep_nesting_is_accepted_or_refused() {
    for depth in [50, 300, 900, 5_000, 100_000] {
        load_soon("lists", format!("let x = {}1{}", "[".repeat(depth), "]".repeat(depth)));
        load_soon("parentheses", format!("let x = {}1{}", "(".repeat(depth), ")".repeat(depth)));
        load_soon("functions", format!("let f = {}1", "fun x -> ".repeat(depth)));
        load_soon("lets", format!("let f = {}1", "let x = 1 in ".repeat(depth)));
        load_soon("sums", format!("let f = 1{}", " + 1".repeat(depth)));
        load_soon("matches", format!("let f x = {}1", "match x with y -> ".repeat(depth)));
        load_soon("applications", format!("let f x = x{}", " x".repeat(depth)));
        load_soon("patterns", format!("let f {}x{} = x", "(Some ".repeat(depth), ")".repeat(depth)));
        load_soon("types", format!("let f (x : {}int{}) = x", "(".repeat(depth), ") list".repeat(depth)));
        load_soon("arrows", format!("let f (x : int{}) = x", " -> int".repeat(depth)));
        load_soon(
            "modules",
            format!("{}let x = 1{}", "module M = struct ".repeat(depth), " end".repeat(depth)),
        );
    }
}

#[test]
fn long_lists_of_ones_own_are_accepted_or_refused() {
    let own = "type 'a list = [] | (::) of 'a * 'a list";
    for length in [100, 900, 5_000, 100_000] {
        load_soon("expressions", format!("{own} let x = [{}]", "1;".repeat(length)));
        load_soon("patterns", format!("{own} let f = function [{}] -> 1 | _ -> 2", "_;".repeat(length)));
    }
}

#[test]
fn large_circles_of_values_are_accepted_or_refused() {
    for count in [2, 300, 3_000] {
        let mut text = String::from("let rec a0 = 1 :: a1");
        for index in 1..count {
            let _ = write!(text, " and a{index} = {index} :: a{}", (index + 1) % count);
        }
        load_soon("circle", text);
    }
}

#[test]
fn recursive_modules_whose_types_stand_for_each_other_are_refused() {
    let text = "module rec A : sig type t = B.t end = A and B : sig type t = A.t end = B";
    assert_eq!(load_soon("types", text.to_owned()), Some("cyclic-type"));
    load_soon("itself", "module rec A : sig type t val x : t end = A".to_owned());
    load_soon("unsigned", "module rec A = struct end".to_owned());
    load_soon("functor", "module rec F : functor (X : sig end) -> sig end = F".to_owned());
}

#[test]
fn types_that_grow_with_every_definition_are_refused() {
    let mut text = String::from("let x0 = [1]\n");
    for index in 1..3_000 {
        let _ = writeln!(text, "let x{index} = [x{}]", index - 1);
    }
    assert_eq!(load_soon("growing", text), Some("type-too-large"));
}

#[test]
fn wide_programs_are_read() {
    let definitions: String =
        (0..5_000).fold(String::new(), |text, index| text + &format!("let x{index} = {index} + 1\n"));
    assert_eq!(load_soon("definitions", definitions), None);
    let list = format!("let l = [{}]", "1; ".repeat(20_000));
    assert_eq!(load_soon("list", list), None);
    let statements = format!("let f () = {}()", "ignore 1; ".repeat(20_000));
    assert_eq!(load_soon("statements", statements), None);
    let cases: String = (0..3_000)
        .fold(String::from("let f = function"), |text, index| text + &format!(" | {index} -> {index}"));
    assert_eq!(load_soon("cases", cases + " | _ -> 0"), None);
    let constructors: String =
        (0..3_000).fold(String::from("type t ="), |text, index| text + &format!(" | C{index} of t"));
    assert_eq!(load_soon("constructors", constructors), None);
    let parameters: String = (0..500).fold(String::new(), |text, index| text + &format!(" x{index}"));
    assert_eq!(load_soon("parameters", format!("let f{parameters} = x0")), None);
    let fields: String = (0..2_000).fold(String::new(), |text, index| text + &format!("f{index} : int; "));
    assert_eq!(load_soon("fields", format!("type t = {{ {fields} }} let g r = r.f7 + r.f1999")), None);
}

#[test]
fn functors_that_apply_functors_end() {
    let mut text = String::from("module F0 (X : sig end) = struct let x = 1 end\n");
    for index in 1..40 {
        let _ = writeln!(
            text,
            "module F{index} (X : sig end) = struct module A = F{0} (X) module B = F{0} (struct end) end",
            index - 1
        );
    }
    load_soon("functors", text);
    assert_eq!(
        load_soon("itself", "module F (X : sig end) = struct module G = F (X) end".to_owned()),
        Some("unbound-module")
    );
}

#[test]
fn mutated_programs_never_panic() {
    let mut seeds: Vec<String> = Vec::new();
    for folder in ["tests/signatures", "tests/rejected"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "ml"))
            .collect();
        paths.sort();
        seeds.extend(paths.iter().map(|path| std::fs::read_to_string(path).expect("a program")));
    }
    let words: Vec<&str> = seeds.iter().flat_map(|text| text.split_whitespace()).collect();
    let mut random = Random(0x5eed);
    let end = Instant::now() + Duration::from_secs(4);
    let mut rounds = 0;
    while Instant::now() < end && rounds < 3_000 {
        let text = mutate(&seeds[random.below(seeds.len())], &words, &mut random);
        load_soon("mutant", text);
        rounds += 1;
    }
    assert!(rounds > 20, "only {rounds} rounds");
}

fn mutate(seed: &str, words: &[&str], random: &mut Random) -> String {
    let mut parts: Vec<String> = seed.split_inclusive(char::is_whitespace).map(str::to_owned).collect();
    for _ in 0..1 + random.below(4) {
        if parts.is_empty() {
            break;
        }
        let (at, other) = (random.below(parts.len()), random.below(parts.len()));
        match random.below(5) {
            0 => drop(parts.remove(at)),
            1 => parts.swap(at, other),
            2 => parts.insert(at, format!("{} ", words[random.below(words.len())])),
            3 => parts[at] = format!("{} ", words[random.below(words.len())]),
            _ => {
                let copy = parts[other].clone();
                parts.insert(at, copy);
            }
        }
    }
    parts.concat()
}

/// The same numbers on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

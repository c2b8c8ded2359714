//! Specifications with random edits: whatever they mean, they are loaded or refused, and nothing panics.

use lydian_diagnostic::Diagnostic;
use lydian_tessla::spec::{Collections, Options};

use super::{assert_is_ordered, load_with};

const TEXTS: [&str; 4] = [
    "in wire: Events[Unit]
def interval: Int = 10
def open: Events[Bool] = default(merge(const(true, wire), const(false, timer)), false)
def first: Events[()] := filter(wire, cond) where {
  def cond := merge(true, last(!open, wire))
}
def timer := delay(const(interval, first), first)
def decoded := lift1(last(resetCount(wire, timer), timer), f) where {
  def f(x: Option[Int]) := if getSome(x) >= 8 then Some(1) else if getSome(x) > 2 then Some(0) else None[Int]
}
out timer
out decoded",
    "in x: Events[Int]
in y: Events[Option[Int]]
module M {
  type Pair[A] = (A, A)
  def twice[T](a: T): Pair[T] = (a, a)
  liftable def sum(p: Pair[Int]): Int = p._1 + p._2
}
import M
def r = {a = x, b = sum(slift1(x, M.twice)), c = 3}
def s: Events[Set[Int]] = default(Set.add(last(s, x), x), Set.empty)
out r
out s
out \"x is $x, ${r.b * 2}\" as text
# assert all x > 0 && r.a != 5",
    "in x: Events[Int]
def pow(base: Int): (Int) => Int = {
  def go(n: Int): Int = if n <= 0 then 1 else go(n - 1) * base
  go
}
def nested(n: Int, e: Events[Int]): Events[Int] = static if n == 0 then e else nested(n - 1, prev(e))
liftable def safe(n: Int, d: lazy Int): Int = {
  def q = d / n
  def c = (q, c._1)
  if n == 0 then 0 else c._2 + q
}
out slift1(x, pow(2)) as p
out nested(3, x) as q
out safe(x, 100 / x) as u
out *",
    "in m: Events[Map[Int, {name: String, size: Float}]]
def @note(text: String, n: Int)
@note(\"a\", n = 1 + 2)
in k: Events[Int]
def entry = Map.get(m, k)
def merged = fold(k, List.empty[Int], (l, v) => List.prepend(v, l))
out entry.size *. 2.0 as size
out List.map(merged, (n: Int) => if n > 3 || !(n == 2) then n % 2 else n) as l
out MITL.since0(5, k > 3, true) as d",
];

/// Small random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % count.max(1) as u64) as usize
    }
}

fn words(text: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words: Vec<String> = Vec::new();
    for c in text.chars() {
        match words.last_mut() {
            Some(last) if is_word(c) && last.chars().all(is_word) => last.push(c),
            _ => words.push(c.to_string()),
        }
    }
    words
}

fn edited(random: &mut Random) -> String {
    let mut text = words(TEXTS[random.below(TEXTS.len())]);
    for _ in 0..=random.below(3) {
        let (here, there) = (random.below(text.len()), random.below(text.len()));
        match random.below(4) {
            0 => drop(text.remove(here)),
            1 => text.insert(here, text[there].clone()),
            2 => text.swap(here, there),
            _ => {
                let other = words(TEXTS[random.below(TEXTS.len())]);
                text[here] = other[random.below(other.len())].clone();
            }
        }
    }
    text.concat()
}

#[test]
fn edited_specifications_are_loaded_or_refused() {
    let mut random = Random(7);
    let mut loaded = 0;
    for round in 0..300 {
        let text = edited(&mut random);
        let collections = if round % 2 == 0 { Collections::Trees } else { Collections::Lists };
        let options = Options { instrument: round % 3 == 0, collections, ..Options::default() };
        let (spec, diagnostics) = load_with(&text, &options);
        assert_eq!(spec.is_none(), diagnostics.iter().any(Diagnostic::is_error), "{text}\n{diagnostics:#?}");
        for diagnostic in &diagnostics {
            let place = diagnostic.span.as_ref().map(|span| span.source.name.as_str());
            assert_eq!(place, Some("test.tessla"), "{text}\n{diagnostic:#?}");
        }
        if let Some(spec) = spec {
            assert_is_ordered(&spec);
            loaded += 1;
        }
    }
    assert!(loaded > 10, "{loaded} were loaded");
}

#[test]
fn the_texts_themselves_are_loaded() {
    for text in TEXTS {
        let (spec, diagnostics) = load_with(text, &Options::default());
        assert!(spec.is_some(), "{text}\n{diagnostics:#?}");
    }
}

//! Random questions, the same on every run, and runs of a test with each Z3 library that this machine has.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

use std::path::PathBuf;
use std::process::Command;

use lydian_term::{Int, TermId, Terms};

/// A small generator of random numbers.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit
    }

    pub fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}

/// What kinds of conditions a question has. Not every test file asks for all of them.
#[allow(dead_code, reason = "each test program uses a part")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Bounds, differences, equalities of integers and strings.
    Literals,
    /// Machine integers that wrap, division by constants.
    Machine,
    /// Operations on strings.
    Strings,
    /// Unbounded integers with division by variables, and clauses over everything.
    Mixed,
}

/// Variables and constants to build conditions from.
#[allow(dead_code, reason = "each test program uses a part")]
pub struct World {
    pub ints: Vec<TermId>,
    pub strings: Vec<TermId>,
    pub truths: Vec<TermId>,
}

#[allow(dead_code, reason = "each test program uses a part")]
impl World {
    pub fn new(terms: &mut Terms, kind: Kind) -> World {
        let machine = (Some(-Int::power_of_two(62)), Some(Int::power_of_two(62) - Int::ONE));
        let bounds = |place: usize| match (kind, place) {
            (_, 0) => (Some(Int::from(0)), Some(Int::from(9))),
            (Kind::Machine, _) => machine.clone(),
            (_, 1) => (Some(Int::from(-3)), None),
            _ => (None, None),
        };
        let ints = (0..4).map(bounds).collect::<Vec<_>>();
        World {
            ints: ints
                .into_iter()
                .enumerate()
                .map(|(n, (lo, hi))| terms.fresh_int(&format!("x{n}"), lo, hi))
                .collect(),
            strings: (0..3).map(|n| terms.fresh_str(&format!("s{n}"))).collect(),
            truths: (0..2).map(|n| terms.fresh_bool(&format!("p{n}"))).collect(),
        }
    }

    /// A random conjunction.
    pub fn question(&self, random: &mut Random, terms: &mut Terms, kind: Kind) -> Vec<TermId> {
        let size = 1 + random.below(7);
        (0..size).map(|_| self.condition(random, terms, kind, 2)).collect()
    }

    pub fn condition(&self, random: &mut Random, terms: &mut Terms, kind: Kind, depth: usize) -> TermId {
        let condition = match kind {
            Kind::Literals => self.literal(random, terms),
            Kind::Machine => {
                let (a, b) = (self.machine(random, terms, 2), self.machine(random, terms, 1));
                self.compare(random, terms, a, b)
            }
            Kind::Strings => self.string_condition(random, terms),
            Kind::Mixed if depth > 0 && random.below(2) == 0 => {
                let kinds = [Kind::Mixed, Kind::Literals, Kind::Strings, Kind::Machine];
                let (left, right) = (random.pick(&kinds[..3]), random.pick(&kinds));
                let left = self.condition(random, terms, left, depth - 1);
                let right = self.condition(random, terms, right, depth - 1);
                match random.below(3) {
                    0 => terms.or(left, right),
                    1 => terms.and(left, right),
                    _ => terms.eq(left, right),
                }
            }
            Kind::Mixed => {
                let (a, b) = (self.unbounded(random, terms), self.unbounded(random, terms));
                self.compare(random, terms, a, b)
            }
        };
        if random.below(3) == 0 { terms.not(condition) } else { condition }
    }

    fn compare(&self, random: &mut Random, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        match random.below(3) {
            0 => terms.eq(a, b),
            1 => terms.lt(a, b),
            _ => terms.le(a, b),
        }
    }

    fn number(&self, random: &mut Random, terms: &mut Terms) -> TermId {
        let value = random.pick(&[0, 1, -1, 2, 3, 5, -4, 10, 100, (1 << 62) - 1, -(1 << 62)]);
        terms.int(value)
    }

    fn literal(&self, random: &mut Random, terms: &mut Terms) -> TermId {
        let (x, y) = (random.pick(&self.ints), random.pick(&self.ints));
        match random.below(6) {
            0 => random.pick(&self.truths),
            1 => {
                let other =
                    if random.below(2) == 0 { random.pick(&self.strings) } else { self.text(random, terms) };
                terms.eq(random.pick(&self.strings), other)
            }
            2 => {
                let number = self.number(random, terms);
                self.compare(random, terms, x, number)
            }
            _ => {
                let number = terms.int(random.below(7) as i64 - 3);
                let sum = terms.add(y, number);
                self.compare(random, terms, x, sum)
            }
        }
    }

    fn machine(&self, random: &mut Random, terms: &mut Terms, depth: usize) -> TermId {
        if depth == 0 || random.below(4) == 0 {
            return if random.below(3) == 0 { self.number(random, terms) } else { random.pick(&self.ints) };
        }
        let a = self.machine(random, terms, depth - 1);
        let result = match random.below(6) {
            0 | 1 => {
                let b = self.machine(random, terms, depth - 1);
                terms.add(a, b)
            }
            2 => {
                let b = self.machine(random, terms, depth - 1);
                terms.sub(a, b)
            }
            3 => {
                let factor = terms.int(random.pick(&[2, 3, -2, 10]));
                terms.mul(a, factor)
            }
            4 => {
                let divisor = terms.int(random.pick(&[2, 3, -3, 10]));
                terms.tdiv(a, divisor)
            }
            _ => {
                let divisor = terms.int(random.pick(&[2, 3, -3, 10]));
                terms.tmod(a, divisor)
            }
        };
        terms.wrap(63, result)
    }

    fn unbounded(&self, random: &mut Random, terms: &mut Terms) -> TermId {
        let (x, y) = (random.pick(&self.ints), random.pick(&self.ints));
        match random.below(6) {
            0 => terms.tdiv(x, y),
            1 => terms.floor_mod(x, y),
            2 => terms.tmod(x, y),
            3 => terms.floor_div(x, y),
            4 => {
                let three = terms.int(3);
                let scaled = terms.mul(three, x);
                terms.sub(scaled, y)
            }
            _ => self.number(random, terms),
        }
    }

    fn text(&self, random: &mut Random, terms: &mut Terms) -> TermId {
        let text = random.pick(&[&b""[..], b"a", b"ab", b"-12", b"7", b"\\u{41}", b"\xff\x00", b"\"\n"]);
        terms.str(text)
    }

    fn string(&self, random: &mut Random, terms: &mut Terms) -> TermId {
        let s = random.pick(&self.strings);
        let small = self.ints[0];
        match random.below(6) {
            0 => self.text(random, terms),
            1 => {
                let other =
                    if random.below(2) == 0 { random.pick(&self.strings) } else { self.text(random, terms) };
                terms.concat(s, other)
            }
            2 => {
                let two = terms.int(2);
                terms.substr(s, small, two)
            }
            3 if random.below(2) == 0 => terms.from_int(small),
            4 if random.below(2) == 0 => terms.from_code(small),
            _ => s,
        }
    }

    fn string_condition(&self, random: &mut Random, terms: &mut Terms) -> TermId {
        let (a, b) = (self.string(random, terms), self.string(random, terms));
        let number = terms.int(random.below(5) as i64);
        match random.below(8) {
            0 | 1 => terms.eq(a, b),
            2 => terms.str_lt(a, b),
            3 => {
                let length = terms.str_len(a);
                self.compare(random, terms, length, number)
            }
            4 => {
                let code = terms.code_at(a, self.ints[0]);
                let letter = terms.int(random.pick(&[97, 255, 0, -1]));
                self.compare(random, terms, code, letter)
            }
            5 => terms.prefix_of(a, b),
            6 => terms.contains(a, b),
            _ => {
                let zero = terms.int(0);
                let place = terms.index_of(a, b, zero);
                self.compare(random, terms, place, number)
            }
        }
    }
}

/// All Z3 libraries of this machine that tests can name.
pub fn libraries() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = Vec::new();
    all.extend(lydian_solver::find_solver().found);
    for folder in [
        "/lib/x86_64-linux-gnu",
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib64",
        "/usr/local/lib",
    ] {
        for name in ["libz3.so", "libz3.so.4"] {
            let path = PathBuf::from(folder).join(name);
            if path.exists() {
                all.push(path);
            }
        }
    }
    let mut seen = Vec::new();
    all.retain(|path| {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        let new = !seen.contains(&real);
        seen.push(real);
        new
    });
    all
}

/// Runs a test of this file once per library, each in a process of its own: two versions of a C++ library do not live
/// well in one. Inside such a process the test runs directly.
pub fn with_every_library(test: &str, body: impl FnOnce()) {
    if std::env::var_os("LYDIAN_TEST_ONE_LIBRARY").is_some() {
        return body();
    }
    let libraries = libraries();
    if libraries.is_empty() {
        eprintln!("no Z3 library: nothing to compare with");
    }
    for library in libraries {
        let output = Command::new(std::env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture"])
            .env("LYDIAN_TEST_ONE_LIBRARY", "1")
            .env("LYDIAN_Z3", &library)
            .output()
            .unwrap();
        let text =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "with {}:\n{text}", library.display());
        eprintln!("with {}:\n{text}", library.display());
    }
}

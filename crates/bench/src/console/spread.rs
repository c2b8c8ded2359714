//! How well the inputs of a path are spread where they constrain each other: ten coupled paths, and mistakes seeded on them.
//! Counts only: distinct values of each input, tenths of the range that they fall into, mistakes that some sequence shows.

use lydian_console::{Constants, PathBounds, Paths, Sampling};

use super::load;

/// A mistake: the values of a run on which it shows.
type Mistake = fn(&[i64]) -> bool;

/// A path on which inputs depend on each other.
struct Coupled {
    name: &'static str,
    script: &'static str,
    /// How the branches are decided on it.
    taken: &'static [bool],
    mistakes: &'static [Mistake],
}

const COUPLED: &[Coupled] = &[
    Coupled {
        name: "equal",
        script: "read a : int read b : int if a = b { write 1 } else { write 2 }",
        taken: &[true],
        mistakes: &[|v| v[0] >= 5, |v| v[0] < -20, |v| v[0] % 2 != 0 && v[0] > 2, |v| v[0] > 60],
    },
    Coupled {
        name: "sum of 100",
        script: "read a : int in 0..100 read b : int in 0..100 if a + b = 100 { write 1 } else { write 2 }",
        taken: &[true],
        mistakes: &[|v| v[0] < 50 && v[0] > 1, |v| v[0] > 50 && v[0] < 99, |v| v[1] == 0, |v| v[0] % 7 == 3],
    },
    Coupled {
        name: "ascending",
        script: "read a : int read b : int read c : int if a < b and b < c { write 1 } else { write 2 }",
        taken: &[true],
        mistakes: &[
            |v| v[2] < 0,
            |v| v[1] - v[0] > 9,
            |v| v[0] > 0 && v[2] - v[0] > 4,
            |v| v[0] < 0 && v[2] > 0,
        ],
    },
    Coupled {
        name: "double",
        script: "read a : int read b : int if b = 2 * a { write 1 } else { write 2 }",
        taken: &[true],
        mistakes: &[|v| v[0] < 0, |v| v[0] > 10, |v| v[0] > 30, |v| v[0] % 2 != 0 && v[0] > 1],
    },
    Coupled {
        name: "isosceles",
        script: "read a : int in 1.. read b : int in 1.. read c : int in 1..
            if a + b > c and a + c > b and b + c > a and a = b and b != c { write 1 } else { write 2 }",
        taken: &[true],
        mistakes: &[
            |v| v[2] > v[0],
            |v| v[2] < v[0] && v[0] > 5,
            |v| v[0] > 30,
            |v| v[2] == 2 * v[0] - 1 && v[0] > 2,
        ],
    },
    Coupled {
        name: "summands",
        script: "read n : int in 1.. while length(x.all) < n { read x : int } write sum(x.all)",
        taken: &[true, true, true, false],
        mistakes: &[
            |v| v[1] == v[3] && v[1] != v[2],
            |v| v[1] + v[2] + v[3] < 0,
            |v| v[1..].contains(&0),
            |v| v[1] > 40,
        ],
    },
    Coupled {
        name: "emptied",
        script: "read d : int in 1.. read e : int in 1.. read f : int in 1.. read w : int in 1..
            if w = d + e + f { write 1 } else { write 2 }",
        taken: &[true],
        mistakes: &[|v| v[3] > 50, |v| v[0] > 20, |v| v[1] > 20 && v[2] > 20, |v| v[0] == v[1] && v[0] > 1],
    },
    Coupled {
        name: "until zero",
        script: "read x : int repeat { read x : int } until x.ago(1) + x = 0 write length(x.all)",
        taken: &[true, false],
        mistakes: &[|v| v[2] > 10, |v| v[0] < -10, |v| v[1] > 0 && v[2] > 10, |v| v[2] < -40],
    },
    Coupled {
        name: "multiples",
        script: "read a : int in 1.. read b : int in 2.. if a mod b = 0 { write 1 } else { write 2 }",
        taken: &[true],
        mistakes: &[|v| v[0] > 20, |v| v[1] > 10, |v| v[0] > v[1], |v| v[1] % 2 == 1 && v[0] > v[1]],
    },
    Coupled {
        name: "in order",
        script: "read a : int read b : int read c : int read d : int
            if a <= b and b <= c and c <= d { write 1 } else { write 2 }",
        taken: &[true],
        mistakes: &[
            |v| v[0] == v[1] && v[0] > 3,
            |v| v[3] - v[0] > 50,
            |v| v[3] < -5,
            |v| v[1] == v[2] && v[2] < v[3],
        ],
    },
];

/// So many seeds are tried; what is shown is their sum or mean.
const SEEDS: u64 = 5;

/// The range of suggestions, on both sides of zero.
const RANGE: i64 = 100;

/// Prints the table.
pub(super) fn run(per_path: usize) -> Result<(), String> {
    println!(
        "\n{:14} {:>10} {:>10} {:>8} {:>10} {:>10}",
        "coupled path", "sequences", "distinct", "tenths", "mistakes", "questions"
    );
    let (mut found, mut seeded) = (0, 0);
    for coupled in COUPLED {
        let mut sums = Spread::default();
        for seed in 0..SEEDS {
            sums.add(&measure(coupled, per_path, seed)?);
        }
        let seeds = SEEDS as usize;
        let inputs = sums.inputs.max(1);
        println!(
            "{:14} {:>10.1} {:>10.1} {:>8.1} {:>7}/{:<2} {:>10}",
            coupled.name,
            sums.sequences as f64 / seeds as f64,
            sums.distinct as f64 / inputs as f64,
            sums.tenths as f64 / inputs as f64,
            sums.found,
            seeds * coupled.mistakes.len(),
            sums.questions / SEEDS,
        );
        found += sums.found;
        seeded += seeds * coupled.mistakes.len();
    }
    println!("{found} of {seeded} seeded mistakes found");
    Ok(())
}

#[derive(Default)]
struct Spread {
    sequences: usize,
    inputs: usize,
    distinct: usize,
    tenths: usize,
    found: usize,
    questions: u64,
}

impl Spread {
    fn add(&mut self, other: &Spread) {
        self.sequences += other.sequences;
        self.inputs += other.inputs;
        self.distinct += other.distinct;
        self.tenths += other.tenths;
        self.found += other.found;
        self.questions += other.questions;
    }
}

fn measure(coupled: &Coupled, per_path: usize, seed: u64) -> Result<Spread, String> {
    let specs = load(coupled.script)?;
    let mut paths = Paths::new(&specs[0], PathBounds { rounds: 6, ..PathBounds::default() });
    let constants = Constants::of(&specs[0]);
    let sampling = Sampling { per_path, seed, range: RANGE as u64, ..Sampling::default() };
    while let Some(path) = paths.next_path() {
        if path.taken != coupled.taken {
            continue;
        }
        let before = paths.solver_questions();
        let sequences = paths
            .sequences(&specs[0], &path, &constants, &sampling)
            .map_err(|_| format!("{} fails", coupled.name))?;
        let questions = paths.solver_questions() - before;
        let runs: Vec<Vec<i64>> = sequences.iter().map(|sequence| numbers(&sequence.lines)).collect();
        return Ok(spread(&runs, coupled.mistakes, questions));
    }
    Err(format!("the path of {} was not found", coupled.name))
}

fn numbers(lines: &[Vec<u8>]) -> Vec<i64> {
    lines.iter().map(|line| String::from_utf8_lossy(line).parse().unwrap_or(0)).collect()
}

fn spread(runs: &[Vec<i64>], mistakes: &[Mistake], questions: u64) -> Spread {
    let inputs = runs.first().map_or(0, Vec::len);
    let different = |of: &dyn Fn(i64) -> i64| -> usize {
        let count = |input: usize| {
            let mut values: Vec<i64> = runs.iter().map(|run| of(run[input])).collect();
            values.sort_unstable();
            values.dedup();
            values.len()
        };
        (0..inputs).map(count).sum()
    };
    Spread {
        sequences: runs.len(),
        inputs,
        distinct: different(&|value| value),
        tenths: different(&|value| value.clamp(-RANGE, RANGE - 1).div_euclid(RANGE / 5)),
        found: mistakes.iter().filter(|mistake| runs.iter().any(|run| mistake(run))).count(),
        questions,
    }
}

//! Console specifications: how fast their paths are found, beside published seconds, and what tracing a program costs.
//! Counts of paths and questions stand beside the seconds: they are the same on every machine.

mod class;
mod programs;
mod spread;
mod tracing;

use std::time::Instant;

use lydian_console::{PathBounds, PathCounts, Paths, Spec, Strategy};
use lydian_diagnostic::Source;

/// What the benchmark of console specifications needs.
#[derive(Debug, clap::Args)]
pub(crate) struct ConsoleArguments {
    /// Only rows whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// How often each row is measured; the median is shown.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// How many programs of each task are judged as a class.
    #[arg(long, default_value_t = 20)]
    programs: usize,
}

/// One row of the table: a specification, its bound, what is known about it.
struct Row {
    name: String,
    script: String,
    rounds: u32,
    /// The number of satisfiable paths, where it is known.
    paths: Option<u64>,
    /// The published seconds, without and with pruning.
    published: Option<(f64, f64)>,
}

/// Runs the benchmark; false if a count is not what it must be.
pub(crate) fn run(arguments: &ConsoleArguments) -> Result<bool, String> {
    let mut right = true;
    println!(
        "{:20} {:10} {:>6} {:>12} {:>8} {:>9} {:>10} {:>12} {:>8}",
        "specification", "search", "rounds", "paths", "runs", "questions", "median s", "published s", "times"
    );
    for row in rows().iter().filter(|row| row.name.contains(&arguments.only)) {
        for strategy in [Strategy::EveryPath, Strategy::Merged] {
            if strategy == Strategy::EveryPath && row.rounds == 25 && row.name.contains("hangman") {
                continue;
            }
            right &= measure(row, strategy, arguments.rounds.max(1))?;
        }
    }
    if "spread".contains(&arguments.only) {
        spread::run(5)?;
        spread::run(12)?;
    }
    if "class".contains(&arguments.only) {
        right &= class::run(arguments.programs)?;
    }
    if arguments.only.is_empty() {
        right &= programs::run(arguments.rounds.max(1))?;
        tracing::run()?;
    }
    Ok(right)
}

fn measure(row: &Row, strategy: Strategy, rounds: usize) -> Result<bool, String> {
    let specs = load(&row.script)?;
    let mut seconds = Vec::new();
    let mut counts = PathCounts::default();
    for _ in 0..rounds {
        let started = Instant::now();
        counts = search(&specs[0], row.rounds, strategy);
        seconds.push(started.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    let median = seconds[seconds.len() / 2];
    let best = row.published.map(|(plain, pruned)| plain.min(pruned));
    let published = best.map_or_else(|| "-".to_owned(), |best| format!("{best:.1}"));
    let times = best.map_or_else(|| "-".to_owned(), |best| format!("{:.0}", best / median));
    let paths = counts.all_paths.unwrap_or(u128::from(counts.satisfiable));
    // What the solver leaves open is no wrong count; every path that was found is there.
    let bounded = counts.out_of_work || counts.undecided > 0;
    let expected = bounded || row.paths.is_none_or(|known| u128::from(known) == paths);
    let how = match (strategy, counts.all_paths) {
        (Strategy::EveryPath, _) => "every path",
        (_, Some(_)) => "merged",
        (_, None) => "not merged",
    };
    println!(
        "{:20} {:10} {:>6} {:>12} {:>8} {:>9} {:>10.3} {:>12} {:>8}{}{}",
        row.name,
        how,
        row.rounds,
        paths,
        counts.runs,
        counts.questions,
        median,
        published,
        times,
        if expected { "" } else { "   WRONG COUNT" },
        if bounded { "   (bounded by work, or undecided in part)" } else { "" },
    );
    Ok(expected)
}

fn search(spec: &Spec, rounds: u32, strategy: Strategy) -> PathCounts {
    // Every path of the blow-up fits into this.
    let bounds = PathBounds { rounds, strategy, work: 10_000_000, ..PathBounds::default() };
    let mut paths = Paths::new(spec, bounds);
    while paths.next_path().is_some() {}
    paths.counts()
}

pub(crate) fn load(script: &str) -> Result<Vec<Spec>, String> {
    let source = Source::new("benchmark.console", script);
    let (script, mut diagnostics) = lydian_console::syntax::parse(&source);
    let (specs, found) = lydian_console::load(script, &|_| Err("nothing is imported".into()));
    diagnostics.extend(found);
    match diagnostics.iter().any(lydian_diagnostic::Diagnostic::is_error) || specs.is_empty() {
        true => Err(format!("{diagnostics:?}")),
        false => Ok(specs),
    }
}

/// The number of ways to choose.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

pub(crate) fn hangman(digits: &[u32]) -> String {
    let list: Vec<String> = digits.iter().map(u32::to_string).collect();
    HANGMAN.replace("WORD", &list.join(", "))
}

pub(crate) const HANGMAN: &str = "param word : [int] = [WORD]
until forall digit in word : digit in guess.all {
    write \"Game state:\", any
    read guess : int in all except guess.all
    if guess in word { may write \"good\" } else { may write \"wrong\" }
}
write \"correct!\"
";

pub(crate) const SUM_OF_N: &str = "read n : int in 1..
while length(x.all) < n { read x : int }
write sum(x.all)
";

pub(crate) const SUM_TO_ZERO: &str = "read x : int
repeat { read x : int } until x.ago(1) + x = 0
write length(x.all)
";

pub(crate) const HIGH_LOW: &str = "param secret : int = 42
loop {
    read guess : int
    if guess = secret { write \"correct\" exit }
    else if guess < secret { write \"higher\" }
    else { write \"lower\" }
}
";

pub(crate) const BLOW_UP: &str = "read x : int
until sum(x.all) > 0 {
    read x : int
    if x > 0 { write 1 } else { write 0 }
}
";

/// Published seconds of the search for all satisfiable paths, without and with pruning.
const PUBLISHED: [(usize, [(f64, f64); 5]); 3] = [
    (3, [(1.6, 1.5), (4.1, 2.7), (9.7, 5.0), (23.0, 8.0), (53.5, 12.1)]),
    (5, [(3.9, 5.3), (10.9, 12.7), (27.5, 30.4), (68.7, 66.7), (165.0, 134.7)]),
    (7, [(7.4, 9.5), (25.5, 30.1), (84.7, 97.3), (253.7, 281.4), (693.3, 739.1)]),
];

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (digits, seconds) in PUBLISHED {
        let word: Vec<u32> = [1, 3, 5, 7, 9, 0, 2][..digits].to_vec();
        let bounds = (8..=12).zip(seconds.map(Some)).chain([(25, None)]);
        for (rounds, published) in bounds {
            rows.push(Row {
                name: format!("hangman, {digits} digits"),
                script: hangman(&word),
                rounds,
                paths: Some(choose(u64::from(rounds) - 1, digits as u64)),
                published,
            });
        }
    }
    let row = |name: &str, script: &str, rounds, paths| Row {
        name: name.into(),
        script: script.into(),
        rounds,
        paths,
        published: None,
    };
    rows.push(row("sum of n", SUM_OF_N, 25, Some(24)));
    rows.push(row("sum to zero", SUM_TO_ZERO, 25, Some(25)));
    rows.push(row("high-low", HIGH_LOW, 25, Some((1 << 25) - 1)));
    rows.push(row("blow-up", BLOW_UP, 12, Some(2048)));
    rows
}

/// The word that makes the benchmark the launcher of a program under test.
pub(crate) const LAUNCH: &str = "__launch";

/// Runs programs with the benchmark itself as launcher.
pub(crate) fn runner() -> Result<lydian_sut::Runner, String> {
    let command = std::env::current_exe().map_err(|error| error.to_string())?;
    let launcher = lydian_sut::Launcher { command, arguments: vec![LAUNCH.into()] };
    let limits = lydian_sut::Limits { output: 1 << 30, ..lydian_sut::Limits::default() };
    Ok(lydian_sut::Runner::new(launcher, limits))
}

/// A compiled C program, removed when it is no longer needed.
pub(crate) struct Compiled {
    folder: std::path::PathBuf,
}

impl Compiled {
    /// Compiles a program.
    pub(crate) fn new(name: &str, source: &str) -> Result<Compiled, String> {
        let folder = std::env::temp_dir().join(format!("lydian-bench-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let compiled = Compiled { folder };
        let file = compiled.folder.join("program.c");
        std::fs::write(&file, source).map_err(|error| error.to_string())?;
        let built = std::process::Command::new("gcc").arg(&file).arg("-o").arg(compiled.path()).status();
        match built {
            Ok(status) if status.success() => Ok(compiled),
            Ok(status) => Err(format!("gcc ends with {status}")),
            Err(error) => Err(format!("gcc cannot be run: {error}")),
        }
    }

    /// The program.
    pub(crate) fn path(&self) -> std::path::PathBuf {
        self.folder.join("program")
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

//! Real programs against their specifications with the usual bounds: right ones pass, wrong ones are refuted, and how long
//! that takes beside the program's own start.

use std::time::Instant;

use lydian_console::{Judging, PathBounds, ProcessSubject, Sampling, Tests, judge};
use lydian_sut::Terminal;
use lydian_verdict::VerdictKind;

use super::{BLOW_UP, Compiled, HIGH_LOW, SUM_OF_N, SUM_TO_ZERO, hangman, load, runner};

struct Task {
    name: &'static str,
    script: String,
    rounds: u32,
    program: &'static str,
    verdict: VerdictKind,
    /// The number of inputs of the smallest failing run.
    inputs: Option<usize>,
}

/// Judges every program; false if a verdict is wrong.
pub(super) fn run(rounds: usize) -> Result<bool, String> {
    println!(
        "\n{:34} {:>6} {:>8} {:>6} {:>6} {:>7} {:>10}",
        "program", "rounds", "verdict", "tests", "paths", "inputs", "median s"
    );
    let mut right = true;
    for task in tasks() {
        right &= judge_task(&task, rounds)?;
    }
    Ok(right)
}

fn judge_task(task: &Task, rounds: usize) -> Result<bool, String> {
    let program = Compiled::new("task", task.program)?;
    let runner = runner()?;
    let subject = ProcessSubject {
        runner: &runner,
        command: vec![program.path().into()],
        directory: None,
        terminal: Terminal::Auto,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let mut seconds = Vec::new();
    let mut last = None;
    for _ in 0..rounds {
        let started = Instant::now();
        let specs = load(&task.script)?;
        let bounds = PathBounds { rounds: task.rounds, ..PathBounds::default() };
        let mut tests = Tests::new(&specs, &bounds, &Sampling::default());
        let judging = Judging { batch: 8, ..Judging::default() };
        let judged = judge(task.name, &mut tests, &subject, &judging);
        seconds.push(started.elapsed().as_secs_f64());
        let paths = tests.path_count();
        last = Some((judged, paths));
    }
    seconds.sort_by(f64::total_cmp);
    let Some((judged, paths)) = last else { return Ok(true) };
    let kind = judged.judgement.verdict.kind();
    let inputs = judged.found.as_ref().map(|found| found.test.lines.len());
    let good = kind == task.verdict && (task.inputs.is_none() || task.inputs == inputs);
    println!(
        "{:34} {:>6} {:>8} {:>6} {:>6} {:>7} {:>10.3}{}",
        task.name,
        task.rounds,
        kind.word(),
        judged.runs,
        paths,
        inputs.map_or_else(|| "-".to_owned(), |inputs| inputs.to_string()),
        seconds[seconds.len() / 2],
        if good { "" } else { "   WRONG VERDICT" },
    );
    Ok(good)
}

fn tasks() -> Vec<Task> {
    let right = |name, script: &str, rounds, program| Task {
        name,
        script: script.to_owned(),
        rounds,
        program,
        verdict: VerdictKind::Passed,
        inputs: None,
    };
    let wrong = |name, script: &str, program, inputs| Task {
        name,
        script: script.to_owned(),
        rounds: 25,
        program,
        verdict: VerdictKind::Refuted,
        inputs: Some(inputs),
    };
    vec![
        right("sum of n", SUM_OF_N, 25, SUM),
        wrong("sum of n, one value too few", SUM_OF_N, SUM_TOO_FEW, 2),
        wrong("sum of n, first value skipped", SUM_OF_N, SUM_SKIPS, 2),
        right("sum to zero", SUM_TO_ZERO, 25, TO_ZERO),
        right("pairs until zero", PAIRS, 25, PAIRS_RIGHT),
        wrong("pairs, also stops on a second 0", PAIRS, PAIRS_WRONG, 3),
        right("high-low", HIGH_LOW, 25, HIGH_LOW_RIGHT),
        right("hangman, 3 digits", &hangman(&[1, 3, 5]), 25, HANGMAN_RIGHT),
        right("blow-up", BLOW_UP, 12, BLOW_UP_RIGHT),
    ]
}

const PAIRS: &str = "loop {
    may write any
    read a : int
    if a = 0 { exit }
    may write any
    read b : int
    write decorated a + b or a + b
}
write any, length(b.all), any
";

const SUM: &str = r#"#include <stdio.h>
int main(void) { int n, x, s = 0; scanf("%d", &n); for (int i = 0; i < n; i++) { scanf("%d", &x); s += x; } printf("%d\n", s); }
"#;
const SUM_TOO_FEW: &str = r#"#include <stdio.h>
int main(void) { int n, x, s = 0; scanf("%d", &n); for (int i = 0; i < n - 1; i++) { scanf("%d", &x); s += x; } printf("%d\n", s); }
"#;
const SUM_SKIPS: &str = r#"#include <stdio.h>
int main(void) { int n, x, s = 0; scanf("%d", &n); scanf("%d", &x); for (int i = 0; i < n - 1; i++) { scanf("%d", &x); s += x; } printf("%d\n", s); }
"#;
const TO_ZERO: &str = r#"#include <stdio.h>
int main(void) { int x, y, n = 2; scanf("%d %d", &x, &y); while (x + y != 0) { x = y; scanf("%d", &y); n++; } printf("%d\n", n); }
"#;
const PAIRS_RIGHT: &str = r#"#include <stdio.h>
int main(void) { int a, b, n = 0; for (;;) { scanf("%d", &a); if (a == 0) break; scanf("%d", &b); printf("%d\n", a + b); n++; } printf("%d additions\n", n); }
"#;
const PAIRS_WRONG: &str = r#"#include <stdio.h>
int main(void) { int a, b, n = 0; for (;;) { scanf("%d", &a); if (a == 0) break; scanf("%d", &b); printf("%d\n", a + b); n++; if (b == 0) break; } printf("%d additions\n", n); }
"#;
const HIGH_LOW_RIGHT: &str = r#"#include <stdio.h>
int main(void) { int g; for (;;) { scanf("%d", &g); if (g == 42) { puts("correct"); return 0; } puts(g < 42 ? "higher" : "lower"); } }
"#;
const HANGMAN_RIGHT: &str = r#"#include <stdio.h>
int main(void) { int g, seen[3] = {0, 0, 0}, word[3] = {1, 3, 5};
  while (!(seen[0] && seen[1] && seen[2])) { int good = 0; printf("Game state: %d%d%d\n", seen[0], seen[1], seen[2]);
    scanf("%d", &g); for (int i = 0; i < 3; i++) if (g == word[i]) { seen[i] = 1; good = 1; } puts(good ? "good" : "wrong"); }
  puts("correct!"); }
"#;
const BLOW_UP_RIGHT: &str = r#"#include <stdio.h>
int main(void) { int x, s; scanf("%d", &s); while (s <= 0) { scanf("%d", &x); s += x; puts(x > 0 ? "1" : "0"); } }
"#;

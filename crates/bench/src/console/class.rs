//! A class of Python programs for one task: how long a program that passes takes, and how often it is started for that.
//! The specification is loaded and its tests are made once for all of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use lydian_console::{Judging, PathBounds, ProcessSubject, Sampling, Tests, judge, load_with_mistakes};
use lydian_diagnostic::Source;
use lydian_sut::Terminal;
use lydian_verdict::VerdictKind;

use super::runner;

/// A task of `examples/console`, and a right program for it.
const TASKS: &[(&str, &str)] = &[
    ("average", "format.py"),
    ("bank", "menu.py"),
    ("grade", "elif.py"),
    ("high-low", "loop.py"),
    ("palindrome", "slice.py"),
];

/// Judges so many variants of each program; false if one does not pass.
pub(super) fn run(programs: usize) -> Result<bool, String> {
    println!(
        "\n{:14} {:>8} {:>6} {:>10} {:>9} {:>9} {:>10}",
        "class", "programs", "runs", "tests in s", "median s", "most s", "one start"
    );
    let mut right = true;
    for (task, program) in TASKS {
        right &= judge_class(task, program, programs)?;
    }
    Ok(right)
}

fn judge_class(task: &str, program: &str, programs: usize) -> Result<bool, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/console").join(task);
    let read =
        |path: PathBuf| fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()));
    let (script, text) = (read(folder.join("task.console"))?, read(folder.join("right").join(program))?);
    let (script, _) = lydian_console::syntax::parse(&Source::new("task.console", script));
    let (specs, diagnostics) = load_with_mistakes(script, &|_| Err("nothing is imported".into()));
    if specs.is_empty() {
        return Err(format!("{task}: {diagnostics:?}"));
    }
    let class = Class::new(task, &text, programs)?;
    let runner = runner()?;
    let started = Instant::now();
    let mut tests = Tests::new(&specs, &PathBounds::default(), &Sampling::default());
    tests.get(usize::MAX);
    let made = started.elapsed().as_secs_f64();
    let (mut seconds, mut runs, mut right) = (Vec::new(), 0, true);
    for path in &class.programs {
        let command = vec!["python3".into(), path.into()];
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let subject =
            ProcessSubject { runner: &runner, command, directory: None, terminal: Terminal::Auto, jobs };
        let started = Instant::now();
        let judged = judge(task, &mut tests, &subject, &Judging { batch: 8, ..Judging::default() });
        seconds.push(started.elapsed().as_secs_f64());
        runs = judged.runs;
        right &= judged.judgement.verdict.kind() == VerdictKind::Passed;
    }
    seconds.sort_by(f64::total_cmp);
    let (median, most) = (seconds[seconds.len() / 2], seconds[seconds.len() - 1]);
    println!(
        "{task:14} {programs:>8} {runs:>6} {made:>10.2} {median:>9.2} {most:>9.2} {:>10.3}{}",
        alone(&class.programs[0])?,
        if right { "" } else { "   WRONG VERDICT" },
    );
    Ok(right)
}

/// The seconds that one start of Python takes without anything around it, as the smallest of some.
fn alone(program: &Path) -> Result<f64, String> {
    let mut least = f64::MAX;
    for _ in 0..5 {
        let started = Instant::now();
        let null = std::process::Stdio::null;
        let mut command = std::process::Command::new("python3");
        command.arg(program).stdin(null()).stdout(null()).stderr(null());
        command.status().map_err(|error| error.to_string())?;
        least = least.min(started.elapsed().as_secs_f64());
    }
    Ok(least)
}

/// Files with the same program in other words.
struct Class {
    folder: PathBuf,
    programs: Vec<PathBuf>,
}

impl Class {
    fn new(task: &str, text: &str, count: usize) -> Result<Class, String> {
        let folder = std::env::temp_dir().join(format!("lydian-class-{task}-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let mut class = Class { folder, programs: Vec::new() };
        for number in 0..count.max(1) {
            let path = class.folder.join(format!("student_{number}.py"));
            let varied = format!("# Program {number}\nunused_{number} = {number}\n{text}");
            fs::write(&path, varied).map_err(|error| error.to_string())?;
            class.programs.push(path);
        }
        Ok(class)
    }
}

impl Drop for Class {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

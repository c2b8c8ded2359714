//! Everything that must hold before a change is merged, in one command.
//! All steps run even if one fails, so that one run tells everything. At the end stands what failing tests said, which would
//! be thousands of lines further up; the last line counts the tests.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use crate::tidy;

/// The crates whose tests also run with the second solver: what they answer could depend on its version.
const ASK_THE_SOLVER: [&str; 8] =
    ["compare", "console", "explore", "hunt", "model", "property", "solver", "stream"];

/// The other crates that use the solver, and why their tests do not.
#[cfg(test)]
const ASK_ELSEWHERE: [(&str, &str); 2] = [
    ("bench", "is measured and not tested"),
    ("cli", "runs every case with the second solver whenever there is one: the treatment `second-solver`"),
];

/// Runs all steps.
pub fn run(root: &Path) -> ExitCode {
    let mut ci = Ci { root, failed: Vec::new(), tests: Tests::default() };
    ci.step("tidy", |_| tidy::complaints(root).is_empty());
    ci.cargo("format", &["fmt", "--all", "--check"], &[]);
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"];
    ci.cargo("lints", &lints, &[]);
    let pages = ["doc", "--workspace", "--no-deps", "--locked", "--quiet"];
    ci.cargo("documentation", &pages, &[("RUSTDOCFLAGS", "-D warnings")]);
    ci.cargo("tests", &["test", "--workspace", "--locked", "--no-fail-fast"], &[]);
    match std::env::var("LYDIAN_Z3_SECOND") {
        Ok(library) => ci.step("tests with the second solver", |ci| ci.run_with_solver(&library)),
        Err(_) => println!(
            "== tests with the second solver: left out, $LYDIAN_Z3_SECOND is not set (./test sets it)"
        ),
    }
    if !ci.tests.failures.is_empty() {
        println!("\n== what failing tests said\n{}\n", ci.tests.failures.join("\n"));
    }
    for step in &ci.failed {
        println!("failed: {step}");
    }
    println!("{} passed, {} failed", ci.tests.passed, ci.tests.failed);
    if ci.failed.is_empty() && ci.tests.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Ci<'a> {
    root: &'a Path,
    failed: Vec<String>,
    tests: Tests,
}

/// The sum over all test programs.
#[derive(Debug, Default)]
struct Tests {
    passed: u64,
    failed: u64,
    /// What the failing tests said.
    failures: Vec<String>,
    tells_failures: bool,
}

/// So much of what failing tests said is told once more; a broken build of everything says the rest further up.
const MOST_LINES_OF_FAILURES: usize = 400;

impl Ci<'_> {
    fn step(&mut self, name: &str, work: impl FnOnce(&mut Self) -> bool) {
        println!("== {name}");
        let started = Instant::now();
        if !work(self) {
            self.failed.push(name.to_owned());
        }
        println!("== {name}: {} s", started.elapsed().as_secs());
    }

    fn cargo(&mut self, name: &str, arguments: &[&str], environment: &[(&str, &str)]) {
        self.step(name, |ci| match ci.run_cargo(arguments, environment) {
            Ok(success) => success,
            Err(error) => {
                println!("cargo {}: {error}", arguments.join(" "));
                false
            }
        });
    }

    fn run_cargo(&mut self, arguments: &[&str], environment: &[(&str, &str)]) -> std::io::Result<bool> {
        let mut cargo = Command::new("cargo");
        cargo.args(arguments).envs(environment.iter().copied()).current_dir(self.root);
        self.run_counting(&mut cargo)
    }

    /// Runs the test programs of the crates that ask the solver. They are those that were just built: for a part of the workspace cargo
    /// would choose other features of its dependencies, and build nearly everything again.
    fn run_with_solver(&mut self, library: &str) -> bool {
        let programs = match test_programs(self.root) {
            Ok(programs) => programs,
            Err(error) => {
                println!("the test programs cannot be listed: {error}");
                return false;
            }
        };
        let mut success = true;
        for name in ASK_THE_SOLVER {
            let folder = self.root.join("crates").join(name);
            let of_crate: Vec<&Program> =
                programs.iter().filter(|program| program.folder == folder).collect();
            success &= !of_crate.is_empty();
            for program in of_crate {
                println!("     Running {name} ({})", program.executable.display());
                let mut command = Command::new(&program.executable);
                command.env("LYDIAN_Z3", library).current_dir(&program.folder);
                success &= self.run_counting(&mut command).unwrap_or_else(|error| {
                    println!("{}: {error}", program.executable.display());
                    false
                });
            }
        }
        success
    }

    /// Runs a program, showing its output as it comes and counting the tests in it.
    fn run_counting(&mut self, command: &mut Command) -> std::io::Result<bool> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).split(b'\n') {
                let line = line?;
                let line = String::from_utf8_lossy(&line);
                self.tests.record(&line);
                println!("{line}");
            }
        }
        Ok(child.wait()?.success())
    }
}

/// A test program and the folder of its crate.
struct Program {
    folder: PathBuf,
    executable: PathBuf,
}

/// The test programs of the whole workspace, built if need be.
fn test_programs(root: &Path) -> std::io::Result<Vec<Program>> {
    let arguments =
        ["test", "--workspace", "--tests", "--locked", "--no-run", "--quiet", "--message-format", "json"];
    let output = Command::new("cargo").args(arguments).current_dir(root).stderr(Stdio::inherit()).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().filter_map(program).collect())
}

/// Reads what cargo says about one thing that it built.
fn program(line: &str) -> Option<Program> {
    let built: serde_json::Value = serde_json::from_str(line).ok()?;
    if !built["profile"]["test"].as_bool()? {
        return None;
    }
    let folder = Path::new(built["manifest_path"].as_str()?).parent()?.to_owned();
    Some(Program { folder, executable: PathBuf::from(built["executable"].as_str()?) })
}

impl Tests {
    /// Reads a line of a test program: what it says between `failures:` and its result is kept, and the counts are added up.
    fn record(&mut self, line: &str) {
        if line == "failures:" && !self.tells_failures {
            self.tells_failures = true;
        } else if line.starts_with("test result: ") {
            self.tells_failures = false;
        } else if self.tells_failures && self.failures.len() < MOST_LINES_OF_FAILURES {
            self.failures.push(line.to_owned());
        }
        self.count(line);
    }

    /// Reads a line such as `test result: ok. 34 passed; 0 failed; 0 ignored; ...`.
    fn count(&mut self, line: &str) {
        let Some(result) = line.trim().strip_prefix("test result: ") else { return };
        let mut words = result.split([' ', ';', '.']).filter(|word| !word.is_empty());
        let mut number = None;
        for word in words.by_ref() {
            match (word, number) {
                ("passed", Some(count)) => self.passed += count,
                ("failed", Some(count)) => self.failed += count,
                _ => {}
            }
            number = word.parse::<u64>().ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_that_uses_the_solver_is_tested_with_both_or_says_why_not() {
        let project = crate::project::Project::read(&crate::project::root());
        let uses = |text: &str| text.lines().any(|line| line.starts_with("lydian-solver"));
        let users = project.files.iter().filter_map(|file| {
            let name = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
            uses(&file.text).then_some(name)
        });
        let mut users: Vec<&str> = users.chain(["solver"]).collect();
        let mut named: Vec<&str> =
            ASK_ELSEWHERE.iter().map(|(name, _)| *name).chain(ASK_THE_SOLVER).collect();
        users.sort_unstable();
        named.sort_unstable();
        assert_eq!(users, named);
    }

    #[test]
    fn a_test_program_belongs_to_its_crate() {
        let line = |test: bool, executable: &str| {
            format!(
                r#"{{"manifest_path":"/p/crates/hunt/Cargo.toml","profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        let found = program(&line(true, r#""/p/target/laws""#)).map(|found| (found.folder, found.executable));
        assert_eq!(found, Some((PathBuf::from("/p/crates/hunt"), PathBuf::from("/p/target/laws"))));
        assert!(program(&line(false, r#""/p/target/laws""#)).is_none());
        assert!(program(&line(true, "null")).is_none() && program("no json").is_none());
    }

    #[test]
    fn the_tests_of_all_programs_are_added() {
        let mut tests = Tests::default();
        tests.record(
            "test result: ok. 34 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
        );
        tests.record("test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out");
        tests.record("test a_fact ... ok");
        assert_eq!((tests.passed, tests.failed), (36, 3));
    }

    #[test]
    fn what_failing_tests_said_is_kept() {
        let mut tests = Tests::default();
        let output = "test a ... FAILED\n\nfailures:\n\n---- a stdout ----\n1 is not 2\n\nfailures:\n    a\n\ntest result: FAILED. 0 passed; 1 failed\ntest b ... ok";
        output.lines().for_each(|line| tests.record(line));
        let kept: Vec<&str> =
            tests.failures.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        assert_eq!(kept, ["---- a stdout ----", "1 is not 2", "failures:", "a"]);
        assert_eq!((tests.passed, tests.failed), (0, 1));
    }
}

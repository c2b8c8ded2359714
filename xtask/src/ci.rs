//! Everything that must hold before a change is merged, in one command.
//! All steps run even if one fails, so that one run tells everything. The last line counts the tests.

use std::io::{BufRead, BufReader};
use std::path::Path;
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
        Ok(library) => {
            let mut arguments = vec!["test", "--tests", "--locked", "--no-fail-fast"];
            let packages = ASK_THE_SOLVER.map(|name| format!("lydian-{name}"));
            arguments.extend(packages.iter().flat_map(|package| ["-p", package]));
            ci.cargo("tests with the second solver", &arguments, &[("LYDIAN_Z3", &library)]);
        }
        Err(_) => println!(
            "== tests with the second solver: left out, $LYDIAN_Z3_SECOND is not set (./test sets it)"
        ),
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
#[derive(Debug, Default, PartialEq, Eq)]
struct Tests {
    passed: u64,
    failed: u64,
}

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

    /// Runs cargo, showing its output as it comes and counting the tests in it.
    fn run_cargo(&mut self, arguments: &[&str], environment: &[(&str, &str)]) -> std::io::Result<bool> {
        let mut child = Command::new("cargo")
            .args(arguments)
            .envs(environment.iter().copied())
            .current_dir(self.root)
            .stdout(Stdio::piped())
            .spawn()?;
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

impl Tests {
    /// Reads a line such as `test result: ok. 34 passed; 0 failed; 0 ignored; ...`.
    fn record(&mut self, line: &str) {
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
    fn the_tests_of_all_programs_are_added() {
        let mut tests = Tests::default();
        tests.record(
            "test result: ok. 34 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
        );
        tests.record("test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out");
        tests.record("test a_fact ... ok");
        assert_eq!(tests, Tests { passed: 36, failed: 3 });
    }
}

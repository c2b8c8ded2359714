//! Holds test drivers to the bank of `examples/models/bank`: written, compiled with all warnings as errors, and run against a bank
//! that is right and one that takes a coin less than it should. The shortest test of that is a withdrawal and a look.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn bank(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/models/bank").join(name)
}

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lydian-driver-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    /// Writes the driver of the bank.
    fn driver(&self, language: &str, file: &str) {
        let output = Command::new(env!("CARGO_BIN_EXE_lydian"))
            .args(["model", "driver"])
            .arg(bank("bank.ml"))
            .args(["--lang", language, "--length", "3", "--output", file])
            .current_dir(&self.0)
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    }

    fn write(&self, file: &str, content: &str) {
        fs::write(self.0.join(file), content).expect("a file can be written");
    }

    /// Runs a command here.
    fn run(&self, command: &mut Command) -> Output {
        command.current_dir(&self.0).output().expect("the command runs")
    }

    /// Runs a command that must succeed, without saying a word.
    fn build(&self, command: &mut Command) {
        let output = self.run(command);
        assert!(output.status.success() && text(&output).is_empty(), "{}", text(&output));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Seven cases up to length 3, and all of them pass.
fn passes(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", text(output));
    assert!(text(output).contains("7 cases: 7 passed, 0 failed"), "{}", text(output));
}

/// Each of the four cases with a withdrawal fails; the shortest has two inputs.
fn fails_after_two_inputs(output: &Output) {
    assert_eq!(output.status.code(), Some(1), "{}", text(output));
    let text = text(output);
    assert!(text.contains("failed at input 2:"), "{text}");
    assert!(text.contains("-> Withdraw_ok\n  Balance (\"c0\", 1)\n"), "{text}");
    assert!(text.contains("but allowed is Balance_ok"), "{text}");
    assert!(text.contains("7 cases: 3 passed, 4 failed"), "{text}");
}

#[test]
fn a_driver_in_c_tells_the_right_bank_from_the_wrong_one() {
    let folder = Folder::new("c");
    folder.driver("c", "driver.c");
    let compiled = |implementation: &str| {
        let mut compiler = Command::new("gcc");
        compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-I.", "driver.c"]);
        compiler.args([bank("adapter.c"), bank(implementation)]).args(["-o", "driver", "-lm"]);
        folder.build(&mut compiler);
        folder.run(&mut Command::new(folder.0.join("driver")))
    };
    passes(&compiled("bank.c"));
    fails_after_two_inputs(&compiled("bank_wrong.c"));
}

const RUST: &str = r#"use super::*;

struct Bank {
    owner: (String, i64),
    money: i64,
}

impl Bank {
    fn knows(&self, client: &str, account: i64) -> bool {
        self.owner.0 == client && self.owner.1 == account
    }
}

impl System for Bank {
    fn reset(&mut self) {
        self.owner = (String::new(), 0);
        self.money = 0;
    }

    fn install(&mut self, state: State) {
        if let Some((owner, money)) = state.into_iter().next() {
            self.owner = owner;
            self.money = money;
        }
    }

    fn deposit(&mut self, client: &str, account: i64, amount: i64) -> Answer {
        if !self.knows(client, account) || amount < 0 {
            return None;
        }
        self.money += amount;
        Some(vec![Output::Deposit_ok])
    }

    fn withdraw(&mut self, client: &str, account: i64, amount: i64) -> Answer {
        if !self.knows(client, account) || amount < 0 || amount > self.money {
            return None;
        }
        self.money -= amount;
        Some(vec![Output::Withdraw_ok])
    }

    fn balance(&mut self, client: &str, account: i64) -> Answer {
        self.knows(client, account).then(|| vec![Output::Balance_ok(self.money)])
    }
}

pub fn system() -> impl System {
    Bank { owner: (String::new(), 0), money: 0 }
}
"#;

#[test]
fn a_driver_in_rust_tells_the_right_bank_from_the_wrong_one() {
    let folder = Folder::new("rust");
    folder.driver("rust", "driver.rs");
    let compiled = |implementation: &str| {
        folder.write("sut.rs", implementation);
        folder.build(Command::new("rustc").args(["--edition", "2021", "-D", "warnings", "driver.rs"]));
        folder.run(&mut Command::new(folder.0.join("driver")))
    };
    passes(&compiled(RUST));
    let wrong = RUST.replace("self.money -= amount;", "self.money -= amount - 1;");
    assert_ne!(RUST, wrong);
    fails_after_two_inputs(&compiled(&wrong));
}

const PYTHON: &str = r#"class Bank:
    def reset(self):
        self.owner, self.money = None, 0

    def install(self, state):
        [(self.owner, self.money)] = state

    def deposit(self, client, account, amount):
        if (client, account) != self.owner or amount < 0:
            return "refused"
        self.money += amount
        return "Deposit_ok"

    def withdraw(self, client, account, amount):
        if (client, account) != self.owner or not 0 <= amount <= self.money:
            return "refused"
        self.money -= amount
        return "Withdraw_ok"

    def balance(self, client, account):
        return ("Balance_ok", self.money) if (client, account) == self.owner else "refused"
"#;

#[test]
fn a_driver_in_python_tells_the_right_bank_from_the_wrong_one() {
    let folder = Folder::new("python");
    folder.driver("python", "driver.py");
    let wrong = PYTHON.replace("self.money -= amount", "self.money -= amount - 1");
    assert_ne!(PYTHON, wrong);
    folder.write("right.py", PYTHON);
    folder.write("wrong.py", &wrong);
    let run = |module: &str| folder.run(Command::new("python3").args(["-W", "error", "driver.py", module]));
    passes(&run("right"));
    fails_after_two_inputs(&run("wrong"));
}

#[test]
fn a_driver_of_a_part_of_the_suite_says_so() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/options/counter.ml");
    let folder = Folder::new("part");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lydian"));
    command.args([
        "model", "driver", "--lang", "c", "--length", "40", "--budget", "500ms", "--output", "part.c",
    ]);
    let output = folder.run(command.arg(model));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(text(&output).contains("error[incomplete-suite]: the driver has only a part of the suite"));
    assert!(folder.0.join("part.c").exists());
}

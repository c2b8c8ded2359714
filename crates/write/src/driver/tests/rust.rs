//! Drivers in Rust.

use super::*;

const BANK_SUT: &str = r#"
use super::*;

struct Bank {
    balance: i64,
    is_open: bool,
}

pub fn system() -> impl System {
    Bank { balance: 0, is_open: false }
}

impl System for Bank {
    fn reset(&mut self) {
        self.balance = 0;
        self.is_open = false;
    }
    fn deposit(&mut self, client: &str, account: i64, amount: i64) -> Answer {
        if client != "ann" || account != 1 {
            return None;
        }
        self.is_open = true;
        self.balance += amount;
        Some(vec![Output::Deposit_ok])
    }
    fn withdraw(&mut self, _: &str, _: i64, amount: i64) -> Answer {
        if amount > self.balance {
            return None;
        }
        self.balance -= amount - TAKE_LESS;
        Some(vec![Output::Withdraw_ok])
    }
    fn balance(&mut self, _: &str, _: i64) -> Answer {
        self.is_open.then(|| vec![Output::Balance_ok(self.balance)])
    }
}
"#;

const ZOO_SUT: &str = r#"
use super::*;

struct Zoo {
    is_used: bool,
}

pub fn system() -> impl System {
    Zoo { is_used: false }
}

impl System for Zoo {
    fn reset(&mut self) {
        self.is_used = false;
    }
    fn install(&mut self, state: State) {
        self.is_used = matches!(state, State::Used(_));
    }
    fn echo(&mut self, a0: All) -> Answer {
        Some(vec![Output::All(a0)])
    }
    fn nothing(&mut self, _: ()) -> Answer {
        Some(vec![])
    }
    fn names(&mut self, first: &str, int: bool) -> Answer {
        let right = if first == "x" && int { 1e300 } else { 0.0 };
        Some(vec![Output::Double { left: Colour::Rgb(1, 2, -3), right }])
    }
    fn reset_(&mut self) -> Answer {
        None
    }
    fn many(&mut self, a0: Vec<Tree>, a1: Vec<String>) -> Answer {
        let count = |length: usize| Output::Seen(length.to_string());
        self.is_used.then(|| vec![count(a0.len()), count(a1.len())])
    }
}
"#;

/// Compiles and runs a driver with a system.
fn run(suite: &DriverSuite, sut: &str) -> (i32, String) {
    let folder = Folder::new();
    folder.write("driver.rs", &write_driver(suite, DriverLanguage::Rust).expect("a driver"));
    folder.write("sut.rs", sut);
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let (code, _, errors) = folder.run(&rustc, &["--edition", "2021", "-D", "warnings", "driver.rs"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let program = folder.0.join("driver");
    let (code, output, _) = folder.run(program.to_str().expect("a path"), &[]);
    (code, output)
}

#[test]
fn a_right_bank_passes() {
    assert_eq!(run(&bank(), &BANK_SUT.replace("TAKE_LESS", "0")), (0, PASSED.to_owned()));
}

#[test]
fn a_wrong_bank_fails_with_its_story() {
    assert_eq!(run(&bank(), &BANK_SUT.replace("TAKE_LESS", "1")), (1, FAILED.to_owned()));
}

#[test]
fn values_of_all_kinds_arrive_and_are_told() {
    assert_eq!(run(&zoo(), ZOO_SUT), (0, ZOO_PASSED.to_owned()));
    let (_, output) = run(&zoo(), &ZOO_SUT.replace("1e300", "0.1"));
    assert!(
        output.contains("case 3 (number \"3\") failed at input 1:\n  starting in Fresh\n  Names"),
        "{output}"
    );
}

#[test]
fn a_panic_is_a_wrong_answer() {
    let sut = BANK_SUT.replace("TAKE_LESS", "if amount == 2 { panic!(\"no\") } else { 0 }");
    let (code, output) = run(&bank(), &sut);
    assert_eq!(code, 1);
    assert!(
        output.contains("Withdraw (\"ann\", 1, 2)\n    -> a panic\n    but allowed is Withdraw_ok"),
        "{output}"
    );
}

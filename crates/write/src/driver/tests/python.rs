//! Drivers in Python.

use super::*;

const BANK_SUT: &str = r#"
class System:
    def reset(self):
        self.amount = 0
        self.is_open = False

    def deposit(self, client, account, amount):
        if (client, account) != ("ann", 1):
            return "refused"
        self.is_open = True
        self.amount += amount
        return "Deposit_ok"

    def withdraw(self, client, account, amount):
        if amount > self.amount:
            return "refused"
        self.amount -= amount - TAKE_LESS
        return "Withdraw_ok"

    def balance(self, client, account):
        return ("Balance_ok", self.amount) if self.is_open else "refused"
"#;

const ZOO_SUT: &str = r#"
is_used = False

def reset():
    global is_used
    is_used = False

def install(state):
    global is_used
    is_used = isinstance(state, tuple) and state[0] == "Used"

def echo(a0):
    return ("All", a0)

def nothing(a0):
    return []

def names(first, int):
    return ("Double", {"left": ("Rgb", 1, 2, -3), "right": 1e300 if first == "x" and int else 0})

def reset_():
    return "refused"

def many(a0, a1):
    return [("Seen", str(len(a0))), ("Seen", str(len(a1)))] if is_used else "refused"
"#;

/// Runs a driver with a system.
fn run(suite: &DriverSuite, sut: &str) -> (i32, String, String) {
    let folder = Folder::new();
    folder.write("driver.py", &write_driver(suite, DriverLanguage::Python).expect("a driver"));
    folder.write("bank_sut.py", sut);
    folder.run("python3", &["-W", "error", "driver.py", "bank_sut"])
}

fn only_output(suite: &DriverSuite, sut: &str) -> (i32, String) {
    let (code, output, errors) = run(suite, sut);
    assert_eq!(errors, "");
    (code, output)
}

#[test]
fn a_right_bank_passes() {
    assert_eq!(only_output(&bank(), &BANK_SUT.replace("TAKE_LESS", "0")), (0, PASSED.to_owned()));
}

#[test]
fn a_wrong_bank_fails_with_its_story() {
    assert_eq!(only_output(&bank(), &BANK_SUT.replace("TAKE_LESS", "1")), (1, FAILED.to_owned()));
}

#[test]
fn values_of_all_kinds_arrive_and_are_told() {
    assert_eq!(only_output(&zoo(), ZOO_SUT), (0, ZOO_PASSED.to_owned()));
    let (_, output) = only_output(&zoo(), &ZOO_SUT.replace("1e300", "0.1"));
    assert!(
        output.contains("case 3 (number \"3\") failed at input 1:\n  starting in Fresh\n  Names"),
        "{output}"
    );
}

#[test]
fn a_class_derived_from_the_one_of_the_driver_is_found() {
    let derived =
        format!("import driver\n{}", BANK_SUT.replace("class System:", "class Bank(driver.System):"));
    assert_eq!(only_output(&bank(), &derived.replace("TAKE_LESS", "0")), (0, PASSED.to_owned()));
    let unfinished = "import driver\nclass Bank(driver.System):\n    def reset(self):\n        pass\n";
    let (code, _, errors) = run(&bank(), unfinished);
    assert_eq!((code, errors.as_str()), (2, "bank_sut: `balance` is not written yet\n"));
}

#[test]
fn an_exception_is_a_wrong_answer() {
    let (code, output) = only_output(&bank(), &BANK_SUT.replace("TAKE_LESS", "1 // 0"));
    assert_eq!(code, 1);
    assert!(
        output.contains("-> ZeroDivisionError: integer division or modulo by zero\n    but allowed is"),
        "{output}"
    );
}

#[test]
fn a_module_that_cannot_be_used_is_told_apart_from_a_failure() {
    let (code, _, errors) = run(&bank(), "def reset(): pass\n");
    assert_eq!((code, errors.as_str()), (2, "bank_sut: the system has no function `balance`\n"));
    let (code, _, errors) = run(&bank(), &BANK_SUT.replace("return \"Deposit_ok\"", "return 5"));
    assert_eq!(code, 2);
    let expected =
        "bank_sut: `deposit` returned something else than an answer: 5 is no value of type output\n";
    assert_eq!(errors, expected);
    let (code, _, errors) = run(&bank(), "import no_such_module\n");
    assert_eq!((code, errors.as_str()), (2, "cannot import bank_sut: No module named 'no_such_module'\n"));
}

//! Drivers in C.

use super::*;

const BANK_SUT: &str = r#"
#define LYDIAN_TYPES_ONLY
#include "driver.c"
#include <string.h>

static long long balance;
static bool is_open;

void sut_reset(void) { balance = 0; is_open = false; }

int sut_Deposit(const char *client, long long account, long long amount, lydian_output *out) {
    if (strcmp(client, "ann") != 0 || account != 1) return LYDIAN_REFUSED;
    is_open = true;
    balance += amount;
    *out = lydian_make_Deposit_ok();
    return 1;
}

int sut_Withdraw(const char *client, long long account, long long amount, lydian_output *out) {
    (void)client;
    (void)account;
    if (amount > balance) return LYDIAN_REFUSED;
    balance -= amount - TAKE_LESS;
    *out = lydian_make_Withdraw_ok();
    return 1;
}

int sut_Balance(const char *client, long long account, lydian_output *out) {
    (void)client;
    (void)account;
    if (!is_open) return LYDIAN_REFUSED;
    *out = lydian_make_Balance_ok(balance);
    return 1;
}
"#;

const ZOO_SUT: &str = r#"
#define LYDIAN_TYPES_ONLY
#include "driver.c"

static bool is_used;

void sut_reset(void) { is_used = false; }
void sut_install(lydian_state state) { is_used = state.tag == lydian_state_Used; }
int sut_Echo(lydian_all a0, lydian_output *out) { *out = lydian_make_All(a0); return 1; }
int sut_Nothing(lydian_unit a0, lydian_output *out) { (void)out; return a0; }
int sut_Reset(lydian_output *out) { (void)out; return LYDIAN_REFUSED; }
int sut_Names(const char *first, bool int_, lydian_output *out) {
    lydian_colour left = {.tag = lydian_colour_Rgb, .as = {.Rgb = {1, 2, -3}}};
    *out = lydian_make_Double(left, first[0] == 'x' && int_ ? 1e300 : 0);
    return 1;
}
int sut_Many(lydian_tree_list a0, lydian_string_list a1, lydian_output *out) {
    if (!is_used) return LYDIAN_REFUSED;
    out[0] = lydian_make_Seen(a0.length == 2 ? "2" : "other");
    out[1] = lydian_make_Seen(a1.length == 2 && a1.items[0][0] == 'a' ? "2" : "other");
    return 2;
}
"#;

/// Compiles and runs a driver with a system.
fn run(suite: &DriverSuite, sut: &str) -> (i32, String) {
    let folder = Folder::new();
    folder.write("driver.c", &write_driver(suite, DriverLanguage::C).expect("a driver"));
    folder.write("sut.c", sut);
    let arguments = ["-Wall", "-Wextra", "-Werror", "-std=c11", "driver.c", "sut.c", "-o", "driver", "-lm"];
    let (code, _, errors) = folder.run("gcc", &arguments);
    assert_eq!((code, errors.as_str()), (0, ""));
    let program = folder.0.join("driver");
    let (code, output, errors) = folder.run(program.to_str().expect("a path"), &[]);
    assert_eq!(errors, "");
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
    let (code, output) = run(&zoo(), &ZOO_SUT.replace("1e300", "0.1"));
    assert_eq!(code, 1);
    assert!(
        output.contains("case 3 (number \"3\") failed at input 1:\n  starting in Fresh\n  Names"),
        "{output}"
    );
    assert!(output.contains("-> Double {left = Rgb (1, 2, -3); right = 1.0000000000000001e-1}"), "{output}");
    assert!(
        output.contains("but allowed is Double {left = Rgb (1, 2, -3); right = 1.0000000000000001e300}"),
        "{output}"
    );
}

#[test]
fn inputs_without_constructors_have_one_function() {
    let types = "type state = int type input = int * string type output = int list
        let types (_ : state) (_ : input) (_ : output) = ()";
    let suite = suite("plain", types, &[("", &[("(-2, \"x\")", &["[1; -2]"])])]);
    let sut = r#"
#define LYDIAN_TYPES_ONLY
#include "driver.c"
static long long items[2] = {1, 0};
void sut_reset(void) {}
int sut_step(lydian_int_string input, lydian_output *out) {
    items[1] = input.a0;
    *out = (lydian_output){2, items};
    return 1;
}
"#;
    assert_eq!(run(&suite, sut), (0, "1 cases: 1 passed, 0 failed, 0 refusals checked\n".to_owned()));
}

#[test]
fn a_suite_without_cases_is_a_driver_too() {
    let suite = suite("bank.ml", BANK, &[]);
    let (code, output) = run(&suite, &BANK_SUT.replace("TAKE_LESS", "0"));
    assert_eq!((code, output.as_str()), (0, "0 cases: 0 passed, 0 failed, 0 refusals checked\n"));
}

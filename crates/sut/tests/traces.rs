//! Exact traces of one dialogue in many languages, seen by notification and by polling.
//! Every program asks for a name and a number, answers, and then adds numbers until one is zero.

mod support;

use std::ffi::OsString;

use lydian_sut::{Terminal, Tracing};
use support::{Folder, generous, program, runner, trace};

const C: &str = r#"
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char name[100]; int n = 0, sum = 0;
    printf("Name? "); scanf("%99s", name);
    printf("Hello, %s!\n", name);
    usleep(200000);
    do { printf("n? "); if (scanf("%d", &n) != 1) break; sum += n; printf("sum %d\n", sum); } while (n);
    printf("done\n");
}
"#;
const EXPECTED: &str = "Name? <Ada>Hello, Ada!\nn? <3>sum 3\nn? <4>sum 7\nn? <0>sum 7\ndone\n";

fn check(folder: &Folder, command: &[OsString], terminal: Terminal, expected: &str) {
    for tracing in [Tracing::Auto, Tracing::Polling] {
        let runner = runner(tracing, generous());
        let program = lydian_sut::Program { terminal, ..program(&folder.0, command) };
        let mut run = runner.start(&program).unwrap();
        assert_eq!(trace(&mut run, &["Ada", "3", "4", "0"]), expected, "{tracing:?} {command:?}");
        run.finish();
    }
}

#[test]
fn c_with_glibc() {
    let folder = Folder::new("glibc");
    let command = folder.c("prog", C);
    check(&folder, &command, Terminal::Auto, EXPECTED);
}

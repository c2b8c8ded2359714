//! Exact traces of one dialogue in many languages, each seen by notification and by polling.
//! Every program asks for a name, thinks for a while, and then adds numbers until one is zero.
//! A language that is missing is a failure: `scripts/setup.sh` installs them all.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod support;

use std::ffi::OsString;

use lydian_sut::{Program, Terminal, Tracing};
use support::{Folder, generous, program, runner, trace, words};

const INPUTS: &[&str] = &["Ada", "3", "4", "0"];
const IN_TIME: &str = "Name? <Ada>Hello, Ada!\nn? <3>sum 3\nn? <4>sum 7\nn? <0>sum 7\ndone\n";
/// What a program shows that keeps its output back until it ends.
const LATE: &str = "<Ada><3><4><0>Name? Hello, Ada!\nn? sum 3\nn? sum 7\nn? sum 7\ndone\n";
/// What a program shows that keeps back what is not a whole line.
const LINES_IN_TIME: &str = "<Ada>Name? Hello, Ada!\n<3>n? sum 3\n<4>n? sum 7\n<0>n? sum 7\ndone\n";

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

/// Runs a command both ways and compares the trace.
fn check(folder: &Folder, command: &[OsString], terminal: Terminal, expected: &str) {
    for tracing in [Tracing::Auto, Tracing::Polling] {
        check_one(folder, command, terminal, expected, tracing);
    }
}

fn check_one(folder: &Folder, command: &[OsString], terminal: Terminal, expected: &str, tracing: Tracing) {
    let runner = runner(tracing, generous());
    let program = Program { terminal, ..program(&folder.0, command) };
    let mut run = runner.start(&program).unwrap();
    assert_eq!(trace(&mut run, INPUTS), expected, "{tracing:?} {terminal:?} {command:?}");
    run.finish();
}

#[test]
fn c_with_glibc_prompts_in_time_on_a_terminal_and_late_on_pipes() {
    let folder = Folder::new("glibc");
    let command = folder.c("prog", C);
    check(&folder, &command, Terminal::Auto, IN_TIME);
    check(&folder, &command, Terminal::Pipe, LATE);
}

#[test]
fn c_linked_statically_needs_no_help_of_the_loader() {
    let folder = Folder::new("static");
    folder.write("prog.c", C);
    folder.build(&["gcc", "-O1", "-static", "-o", "prog", "prog.c"]);
    check(&folder, &words(&["./prog"]), Terminal::Auto, IN_TIME);
}

#[test]
fn c_with_musl_shows_lines_in_time_on_a_terminal_and_prompts_late() {
    let folder = Folder::new("musl");
    folder.write("prog.c", C);
    folder.build(&["musl-gcc", "-O1", "-o", "prog", "prog.c"]);
    check(&folder, &words(&["./prog"]), Terminal::Auto, LINES_IN_TIME);
}

#[test]
fn c_that_flushes_is_in_time_on_pipes() {
    let folder = Folder::new("flush");
    let command = folder.c("prog", &C.replace("int n = 0", "setvbuf(stdout, 0, _IONBF, 0); int n = 0"));
    check(&folder, &command, Terminal::Pipe, IN_TIME);
}

#[test]
fn cpp_streams_are_in_time() {
    let folder = Folder::new("cpp");
    folder.write(
        "prog.cpp",
        r#"
#include <iostream>
#include <string>
#include <unistd.h>
int main() {
    std::string name; int n = 0, sum = 0;
    std::cout << "Name? "; std::cin >> name;
    std::cout << "Hello, " << name << "!\n";
    usleep(200000);
    do { std::cout << "n? "; std::cin >> n; sum += n; std::cout << "sum " << sum << "\n"; } while (n);
    std::cout << "done\n";
}
"#,
    );
    folder.build(&["g++", "-O0", "-o", "prog", "prog.cpp"]);
    check(&folder, &words(&["./prog"]), Terminal::Auto, IN_TIME);
    check(&folder, &words(&["./prog"]), Terminal::Pipe, IN_TIME);
}

#[test]
fn python_input_is_in_time() {
    let folder = Folder::new("python");
    folder.write(
        "prog.py",
        r#"
import time
name = input("Name? ")
print(f"Hello, {name}!")
time.sleep(0.2)
total = 0
while True:
    n = int(input("n? "))
    total += n
    print("sum", total)
    if n == 0:
        break
print("done")
"#,
    );
    check(&folder, &words(&["/usr/bin/python3", "prog.py"]), Terminal::Auto, IN_TIME);
}

#[test]
fn python_print_and_readline_is_in_time() {
    let folder = Folder::new("readline");
    let script = folder.write(
        "prog",
        r#"#!/usr/bin/env python3
import sys, time
def ask(prompt):
    print(prompt, end="")
    return sys.stdin.readline().strip()
print("Hello, " + ask("Name? ") + "!")
time.sleep(0.2)
total, n = 0, 1
while n != 0:
    n = int(ask("n? "))
    total += n
    print("sum", total)
print("done")
"#,
    );
    make_executable(&script);
    check(&folder, &words(&["./prog"]), Terminal::Auto, IN_TIME);
}

#[test]
fn java_scanner_is_in_time() {
    let folder = Folder::new("java");
    folder.write(
        "Main.java",
        r#"
import java.util.Scanner;
public class Main {
    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        System.out.print("Name? ");
        System.out.println("Hello, " + in.nextLine() + "!");
        Thread.sleep(200);
        int n, sum = 0;
        do {
            System.out.print("n? ");
            n = Integer.parseInt(in.nextLine());
            sum += n;
            System.out.println("sum " + sum);
        } while (n != 0);
        System.out.println("done");
    }
}
"#,
    );
    folder.build(&["javac", "Main.java"]);
    check(&folder, &words(&["java", "Main"]), Terminal::Auto, IN_TIME);
}

#[test]
fn node_readline_is_in_time() {
    let folder = Folder::new("node");
    folder.write(
        "prog.js",
        r#"
const readline = require("readline/promises");
(async () => {
    const io = readline.createInterface({ input: process.stdin, output: process.stdout });
    console.log("Hello, " + (await io.question("Name? ")) + "!");
    await new Promise((done) => setTimeout(done, 200));
    let sum = 0, n;
    do {
        n = parseInt(await io.question("n? "));
        sum += n;
        console.log("sum " + sum);
    } while (n !== 0);
    console.log("done");
    io.close();
})();
"#,
    );
    check(&folder, &words(&["node", "prog.js"]), Terminal::Auto, IN_TIME);
}

#[test]
fn ocaml_is_in_time() {
    let folder = Folder::new("ocaml");
    folder.write(
        "prog.ml",
        r#"
let () =
  print_string "Name? ";
  let name = read_line () in
  Printf.printf "Hello, %s!\n" name;
  Unix.sleepf 0.2;
  let rec loop sum =
    print_string "n? ";
    let n = read_int () in
    Printf.printf "sum %d\n" (sum + n);
    if n <> 0 then loop (sum + n)
  in
  loop 0;
  print_endline "done"
"#,
    );
    folder.build(&["ocamlopt", "-I", "+unix", "unix.cmxa", "-o", "prog", "prog.ml"]);
    check(&folder, &words(&["./prog"]), Terminal::Auto, IN_TIME);
}

#[test]
fn rust_without_flush_shows_lines_in_time_and_prompts_late() {
    let folder = Folder::new("rust");
    folder.write(
        "prog.rs",
        r#"
fn ask(prompt: &str) -> String {
    print!("{prompt}");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    line.trim().to_owned()
}
fn main() {
    println!("Hello, {}!", ask("Name? "));
    std::thread::sleep(std::time::Duration::from_millis(200));
    let mut sum = 0;
    loop {
        let n: i32 = ask("n? ").parse().unwrap();
        sum += n;
        println!("sum {sum}");
        if n == 0 { break }
    }
    println!("done");
}
"#,
    );
    folder.build(&["rustc", "-C", "debuginfo=0", "prog.rs"]);
    check(&folder, &words(&["./prog"]), Terminal::Auto, LINES_IN_TIME);
    check(&folder, &words(&["./prog"]), Terminal::Pipe, LINES_IN_TIME);
}

#[test]
fn go_is_in_time() {
    let folder = Folder::new("go");
    folder.write(
        "prog.go",
        r#"
package main
import ("fmt"; "time")
func main() {
    var name string
    fmt.Print("Name? "); fmt.Scanln(&name)
    fmt.Printf("Hello, %s!\n", name)
    time.Sleep(200 * time.Millisecond)
    sum, n := 0, 1
    for n != 0 {
        fmt.Print("n? "); fmt.Scanln(&n)
        sum += n
        fmt.Printf("sum %d\n", sum)
    }
    fmt.Println("done")
}
"#,
    );
    let cache = folder.0.join("cache");
    let build = format!("GOCACHE={} HOME={} go build -o prog prog.go", cache.display(), folder.0.display());
    folder.build(&["sh", "-c", &build]);
    check(&folder, &words(&["./prog"]), Terminal::Auto, IN_TIME);
}

#[test]
fn perl_is_in_time() {
    let folder = Folder::new("perl");
    folder.write(
        "prog.pl",
        r#"
print "Name? "; my $name = <STDIN>; chomp $name;
print "Hello, $name!\n";
select(undef, undef, undef, 0.2);
my ($sum, $n) = (0, 1);
while ($n != 0) { print "n? "; $n = <STDIN>; $sum += $n; print "sum $sum\n"; }
print "done\n";
"#,
    );
    check(&folder, &words(&["perl", "prog.pl"]), Terminal::Auto, IN_TIME);
}

#[test]
fn bash_is_in_time() {
    let folder = Folder::new("bash");
    folder.write(
        "prog.sh",
        r#"
printf 'Name? '; read name
echo "Hello, $name!"
sleep 0.2
sum=0; n=1
while [ "$n" != 0 ]; do printf 'n? '; read n; sum=$((sum + n)); echo "sum $sum"; done
echo done
"#,
    );
    check(&folder, &words(&["bash", "prog.sh"]), Terminal::Auto, IN_TIME);
}

#[test]
fn a_thread_that_reads_is_seen() {
    let folder = Folder::new("thread");
    let body = C
        .replace("int main(void)", "#include <pthread.h>\nvoid *work(void *unused)")
        .replace("printf(\"done\\n\");", "printf(\"done\\n\"); return 0;");
    let main = "void *idle(void *unused) { while (1) sleep(1); }
        int main(void) { pthread_t a, b; pthread_create(&b, 0, idle, 0); pthread_create(&a, 0, work, 0);
        pthread_join(a, 0); return 0; }";
    let command = folder.c("prog", &format!("{body}\n{main}"));
    check(&folder, &command, Terminal::Auto, IN_TIME);
}

#[test]
fn a_child_process_that_reads_is_seen() {
    let folder = Folder::new("child");
    let body = C.replace("int main(void)", "#include <sys/wait.h>\n#include <stdlib.h>\nint work(void)");
    let main =
        "int main(void) { int status; if (fork() == 0) { work(); exit(0); } wait(&status); return 0; }";
    let command = folder.c("prog", &format!("{body}\n{main}"));
    check(&folder, &command, Terminal::Auto, IN_TIME);
}

fn make_executable(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

//! Builds of hostile and of ordinary sources: a compiler reads nothing of the caller's, ends within its limits, and what it makes
//! can be run afterwards. Ordinary sources are built by the compilers that this machine has.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod support;

use std::path::Path;
use std::time::Duration;

use lydian_sut::{Build, Built, End, Limits, Program, Runner, Tracing, WORK_DIRECTORY};
use support::{Folder, has_landlock, runner, runner_without_namespaces, trace, words};

fn limits() -> Limits {
    Limits {
        wall: Duration::from_secs(100),
        cpu: Duration::from_secs(60),
        memory: 2 << 30,
        processes: 256,
        file_size: 256 << 20,
        ..Limits::default()
    }
}

fn strict() -> Limits {
    Limits { wall: Duration::from_secs(4), cpu: Duration::from_secs(2), memory: 512 << 20, ..limits() }
}

/// Builds a source with a command in which `{}` and `{out}` stand for it and for its product.
fn build(runner: &Runner, name: &str, source: &str, command: &str, target: &Path) -> Built {
    let fill = |word: &str| {
        let word = word.replace("{out}", &format!("{WORK_DIRECTORY}/out/program"));
        word.replace("{}", &format!("{WORK_DIRECTORY}/source/{name}")).into()
    };
    let request = Build {
        command: command.split(' ').map(fill).collect(),
        files: vec![(format!("source/{name}"), source.as_bytes().to_vec())],
        directory: "source".to_owned(),
        product: "out".to_owned(),
        target: target.to_owned(),
        ..Build::default()
    };
    let (built, kept) = runner.build(&request).unwrap();
    kept.unwrap();
    built
}

fn both_ways(limits: &Limits, check: impl Fn(&str, Runner)) {
    check("with namespaces", runner(Tracing::Auto, limits.clone()));
    check("without namespaces", runner_without_namespaces(Tracing::Auto, limits.clone()));
}

/// A build that must fail, and what was said; nothing may be made.
fn refused(name: &str, source: &str, command: &str, judge: impl Fn(&Built, &str) -> bool) {
    both_ways(&strict(), |way, runner| {
        let folder = Folder::new(&format!("refused-{}", name.replace('.', "-")));
        let built = build(&runner, name, source, command, &folder.0);
        let said = String::from_utf8_lossy(&built.said).into_owned();
        assert!(judge(&built, &said), "{way}: {:?} {said}", built.end);
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0, "{way}");
        drop(runner);
        assert!(!built.directory.exists(), "{way}");
    });
}

#[test]
fn a_file_of_the_caller_cannot_be_built_in() {
    if !has_landlock() {
        return;
    }
    let folder = Folder::new("caller");
    let secret = folder.write("secret", "password\n");
    let failed =
        |built: &Built, said: &str| matches!(built.end, End::Exited(1..)) && !said.contains("password");
    let secret = secret.display();
    let assembled = format!("__asm__(\".data\\n.incbin \\\"{secret}\\\"\\n\"); int main() {{}}");
    refused("incbin.c", &assembled, "gcc {} -o {out}", failed);
    refused("quoted.c", &format!("#include \"{secret}\"\nint main() {{}}"), "gcc {} -o {out}", failed);
    let proc = "#include \"/proc/1/environ\"\nint main() {}";
    refused("environ.c", proc, "gcc {} -o {out}", |built, said| {
        failed(built, said) && !said.contains("CARGO")
    });
}

#[test]
fn a_pipe_or_a_device_does_not_hang_a_build() {
    // Without Landlock the pipe is opened, and the clock ends the build.
    let folder = Folder::new("pipe");
    let pipe = folder.0.join("pipe");
    folder.build(&["mkfifo", "pipe"]);
    let failed = |built: &Built, _: &str| built.end != End::Exited(0);
    refused(
        "fifo.c",
        &format!("#include \"{}\"\nint main() {{}}", pipe.display()),
        "gcc {} -o {out}",
        failed,
    );
    refused("zero.c", "#include \"/dev/zero\"\nint main() {}", "gcc {} -o {out}", failed);
    // Standard input is at its end.
    both_ways(&strict(), |way, runner| {
        let folder = Folder::new("input");
        let source = "#include \"/dev/stdin\"\nint main() {}";
        let built = build(&runner, "input.c", source, "gcc {} -o {out}", &folder.0);
        assert_eq!(built.end, End::Exited(0), "{way}: {}", String::from_utf8_lossy(&built.said));
    });
}

#[test]
fn a_compiler_that_takes_too_much_is_stopped() {
    let ended = |built: &Built, _: &str| built.end != End::Exited(0);
    let doubling = "template <int A, long B> struct S { S<A - 1, B * 2> a; S<A - 1, B * 2 + 1> b; };
        template <long B> struct S<0, B> { char c; }; S<30, 1> x; int main() {}";
    refused("bomb.cpp", doubling, "g++ {} -o {out}", ended);
    refused("large.c", "char a[1L << 34] = {1}; int main() {}", "gcc {} -o {out}", ended);
    let endless = "constexpr long f(long n) { long s = 0; for (long i = 0; i < n; i++) s += i; return s; }
        constexpr long x = f(1L << 60); int main() {}";
    let options = "g++ -std=c++17 -fconstexpr-loop-limit=2147483647 -fconstexpr-ops-limit=9223372036854775807 {} -o {out}";
    refused("endless.cpp", endless, options, ended);
}

#[test]
fn a_build_writes_nowhere_else_and_leaves_nothing() {
    let folder = Folder::new("elsewhere");
    let target = folder.0.join("made");
    std::fs::create_dir(&target).unwrap();
    let script = format!(
        "echo x > {0}/made-it; echo x > /tmp/lydian-made-it; ln -s /etc/passwd $2; mkfifo $2.p; mkdir $2.d;
        cp $1 $2.d/copy; (sleep 1000 &)",
        folder.0.display()
    );
    both_ways(&limits(), |way, runner| {
        let built = build(&runner, "script", &script, "sh {} {} {out}", &target);
        assert_eq!(built.end, End::Exited(0), "{way} {}", String::from_utf8_lossy(&built.said));
        assert!(!folder.0.join("made-it").exists() && !Path::new("/tmp/lydian-made-it").exists(), "{way}");
        let made = target.join("program.d/copy");
        assert_eq!(std::fs::read_to_string(&made).unwrap(), script, "{way}");
        // A link and a pipe are no products.
        assert_eq!(std::fs::read_dir(&target).unwrap().count(), 1, "{way}");
        std::fs::remove_dir_all(target.join("program.d")).unwrap();
    });
}

#[test]
fn what_lies_beside_the_source_afterwards_is_told() {
    let folder = Folder::new("beside");
    let runner = runner(Tracing::Auto, limits());
    let built = build(&runner, "a.sh", "echo made > $0.made; echo $HOME > home", "sh {}", &folder.0);
    assert_eq!(built.left, ["source/a.sh.made", "source/home"]);
}

/// Compilers with a source that reads a number and writes the next one, and how the product is run.
const COMPILERS: &[(&str, &str, &str, &str)] = &[
    (
        "a.c",
        "#include <stdio.h>\nint main() { int x; scanf(\"%d\", &x); printf(\"%d\\n\", x + 1); }",
        "gcc -O2 {} -o {out}",
        "{out}",
    ),
    (
        "b.c",
        "#include <stdio.h>\nint main() { int x; scanf(\"%d\", &x); printf(\"%d\\n\", x + 1); }",
        "musl-gcc -static {} -o {out}",
        "{out}",
    ),
    (
        "a.cpp",
        "#include <iostream>\nint main() { int x; std::cin >> x; std::cout << x + 1 << std::endl; }",
        "g++ -std=c++17 {} -o {out}",
        "{out}",
    ),
    (
        "Main.java",
        "public class Main { static int next(int x) { return x + 1; } public static void main(String[] a) {
            System.out.println(next(new java.util.Scanner(System.in).nextInt())); } }",
        "javac -d {out} {}",
        "java -cp {out} Main",
    ),
    (
        "a.ml",
        "let () = print_int (1 + int_of_string (read_line ())); print_newline ()",
        "ocamlopt {} -o {out}",
        "{out}",
    ),
    (
        "b.ml",
        "let () = print_int (1 + int_of_string (read_line ())); print_newline ()",
        "ocamlfind ocamlopt -package str -linkpkg {} -o {out}",
        "{out}",
    ),
    (
        "c.ml",
        "let () = print_int (1 + int_of_string (read_line ())); print_newline ()",
        "ocamlfind ocamlc -package unix -linkpkg {} -o {out}",
        "{out}",
    ),
    (
        "a.rs",
        "fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap();
            println!(\"{}\", s.trim().parse::<i32>().unwrap() + 1); }",
        "rustc -O {} -o {out}",
        "{out}",
    ),
    (
        "a.go",
        "package main\nimport \"fmt\"\nfunc main() { var x int; fmt.Scan(&x); fmt.Println(x + 1) }",
        "go build -o {out} {}",
        "{out}",
    ),
    ("a.hs", "main = (readLn :: IO Int) >>= print . (+ 1)", "ghc {} -o {out}", "{out}"),
    ("a.pas", "program a; var x: integer; begin readln(x); writeln(x + 1) end.", "fpc -o{out} {}", "{out}"),
    (
        "a.f90",
        "module m\ncontains\n integer function f(x)\n integer x\n f = x + 1\n end\nend module\nprogram a\n use m\n integer x\n read *, x\n print '(i0)', f(x)\nend",
        "gfortran {} -o {out}",
        "{out}",
    ),
];

#[test]
fn every_compiler_still_builds() {
    let mut tried = 0;
    for (name, source, command, run) in COMPILERS {
        let compiler = command.split(' ').next().unwrap();
        let paths = std::env::var_os("PATH").unwrap();
        if !std::env::split_paths(&paths).any(|folder| folder.join(compiler).exists()) {
            continue;
        }
        tried += 1;
        both_ways(&limits(), |way, runner| {
            let folder = Folder::new(&format!("compiler-{}", name.replace('.', "-")));
            let built = build(&runner, name, source, command, &folder.0);
            let said = String::from_utf8_lossy(&built.said);
            assert_eq!(built.end, End::Exited(0), "{command} {way}: {said}");
            let command = words(
                &run.replace("{out}", folder.0.join("program").to_str().unwrap())
                    .split(' ')
                    .collect::<Vec<_>>(),
            );
            let runner = runner.allow_reading(folder.0.clone());
            let mut run = runner.start(&Program { command, ..Program::default() }).unwrap();
            let text = trace(&mut run, &["41"]);
            assert!(text.starts_with("<41>42\n"), "{name} {way}: {text}");
        });
    }
    assert!(tried >= 2, "gcc and g++ are needed for the tests");
}

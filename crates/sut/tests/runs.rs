//! The rest of the interface: files, streams, errors, many runs at once, unusual ways to wait for input.

mod support;

use std::path::Path;
use std::time::Duration;

use lydian_sut::{End, Launcher, Limits, Pause, Program, Runner, StartErrorKind, Terminal, Tracing, layers};
use support::{Folder, generous, launcher, program, runner, trace, words};

const WAYS: [Tracing; 2] = [Tracing::Auto, Tracing::Polling];

#[test]
fn files_go_in_and_come_back() {
    let runner = runner(Tracing::Auto, generous());
    let command =
        words(&["sh", "-c", "cat in/a.txt > b; ln -s /etc/passwd link; mkfifo pipe; pwd; echo $HOME"]);
    let mut given = program(Path::new("."), &command);
    given.files = vec![("in/a.txt".into(), b"bytes \xff".to_vec())];
    given.collect = ["b", "link", "pipe", "none"].map(String::from).to_vec();
    let mut run = runner.start(&given).unwrap();
    let turn = run.turn();
    assert_eq!(turn.pause, Pause::Ended(End::Exited(0)), "{}", String::from_utf8_lossy(&turn.errors));
    let text = String::from_utf8(turn.output).unwrap();
    let place = text.lines().next().unwrap().to_owned();
    assert_eq!(text, format!("{place}\n{place}\n"));
    let files: Vec<Option<Vec<u8>>> = run.finish().files.into_iter().map(|(_, bytes)| bytes).collect();
    assert_eq!(files, [Some(b"bytes \xff".to_vec()), None, None, None]);
    drop(runner);
    assert!(!Path::new(&place).exists(), "the working directory is removed");
}

#[test]
fn a_run_never_sees_files_of_another() {
    let runner = runner(Tracing::Auto, generous());
    let command = words(&["sh", "-c", "ls -A; echo x > left"]);
    for _ in 0..2 {
        let mut run = runner.start(&program(Path::new("."), &command)).unwrap();
        assert_eq!(trace(&mut run, &[]), "");
    }
}

#[test]
fn errors_are_a_stream_of_their_own() {
    for tracing in WAYS {
        let command = words(&["sh", "-c", "echo out; echo err >&2; read x; echo more >&2; exit 3"]);
        let mut run = runner(tracing, generous()).start(&program(Path::new("."), &command)).unwrap();
        let turn = run.turn();
        assert_eq!((&turn.output[..], &turn.errors[..]), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!(turn.pause, Pause::WaitsForInput);
        run.feed(b"x\n");
        let turn = run.turn();
        assert_eq!((&turn.errors[..], turn.pause), (&b"more\n"[..], Pause::Ended(End::Exited(3))));
        assert_eq!(run.turn().pause, Pause::Ended(End::Exited(3)), "the end stays");
    }
}

#[test]
fn a_turn_without_input_still_waits() {
    for tracing in WAYS {
        let command = words(&["sh", "-c", "echo a; read x; echo $x"]);
        let mut run = runner(tracing, generous()).start(&program(Path::new("."), &command)).unwrap();
        assert_eq!(run.turn().output, b"a\n");
        let again = run.turn();
        assert_eq!((&again.output[..], again.pause), (&b""[..], Pause::WaitsForInput));
        assert_eq!(trace(&mut run, &["b"]), "<b>b\n");
    }
}

#[test]
fn a_line_read_in_parts_is_one_request() {
    let folder = Folder::new("parts");
    let source = "#include <unistd.h>\nint main() { char c; while (read(0, &c, 1) == 1) { usleep(1000); write(1, &c, 1); } }";
    let command = folder.c("parts", source);
    for tracing in WAYS {
        for terminal in [Terminal::Pipe, Terminal::Pty] {
            let program = Program { terminal, ..program(&folder.0, &command) };
            let mut run = runner(tracing, generous()).start(&program).unwrap();
            assert_eq!(
                trace(&mut run, &["hello", "you"]),
                "<hello>hello\n<you>you\n<end>",
                "{tracing:?} {terminal:?}"
            );
        }
    }
}

/// Ways to wait for input, as the body of a function that waits until a byte can be read.
const WAITS: &[(&str, &str)] = &[
    ("poll", "struct pollfd p = {0, POLLIN}; poll(&p, 1, -1);"),
    ("select", "fd_set s; FD_ZERO(&s); FD_SET(0, &s); select(1, &s, 0, 0, 0);"),
    (
        "long_select",
        "fd_set s; FD_ZERO(&s); FD_SET(0, &s); struct timeval t = {9, 0}; select(1, &s, 0, 0, &t);",
    ),
    (
        "epoll",
        "struct epoll_event e = {EPOLLIN}; int q = epoll_create1(0); epoll_ctl(q, EPOLL_CTL_ADD, 0, &e);
        epoll_wait(q, &e, 1, -1); close(q);",
    ),
    (
        "copy",
        "static int d; if (!d) { d = dup(0); close(0); } struct pollfd p = {d, POLLIN}; poll(&p, 1, -1); dup2(d, 0);",
    ),
    (
        "poll_a_set",
        "struct epoll_event e = {EPOLLIN}; int q = epoll_create1(0); epoll_ctl(q, EPOLL_CTL_ADD, 0, &e);
        struct pollfd p = {q, POLLIN}; poll(&p, 1, -1); close(q);",
    ),
    (
        "poll_nested_sets",
        "struct epoll_event e = {EPOLLIN}; int q = epoll_create1(0), o = epoll_create1(0); epoll_ctl(q, EPOLL_CTL_ADD, 0, &e);
        epoll_ctl(o, EPOLL_CTL_ADD, q, &e); struct pollfd p = {o, POLLIN}; poll(&p, 1, 5000); close(q); close(o);",
    ),
    (
        "select_a_set",
        "struct epoll_event e = {EPOLLIN}; int q = epoll_create1(0); epoll_ctl(q, EPOLL_CTL_ADD, 0, &e);
        fd_set s; FD_ZERO(&s); FD_SET(q, &s); select(q + 1, &s, 0, 0, 0); close(q);",
    ),
    ("glance", "struct pollfd p = {0, POLLIN}; while (poll(&p, 1, 20) == 0);"),
];

#[test]
fn every_way_to_wait_is_seen() {
    let folder = Folder::new("waits");
    for (name, body) in WAITS {
        let source = format!(
            "#include <poll.h>\n#include <stdio.h>\n#include <sys/epoll.h>\n#include <sys/select.h>\n#include <unistd.h>
            void wait_for_input() {{ {body} }}
            int main() {{ char b[99]; for (int i = 0; i < 2; i++) {{ usleep(30000); write(1, \"? \", 2);
            wait_for_input(); int n = read(0, b, 99); write(1, b, n); }} }}"
        );
        let command = folder.c(name, &source);
        for tracing in WAYS {
            for terminal in [Terminal::Pipe, Terminal::Pty] {
                let program = Program { terminal, ..program(&folder.0, &command) };
                let mut run = runner(tracing, generous()).start(&program).unwrap();
                assert_eq!(
                    trace(&mut run, &["a", "bc"]),
                    "? <a>a\n? <bc>bc\n",
                    "{name} {tracing:?} {terminal:?}"
                );
            }
        }
    }
}

#[test]
fn a_program_that_polls_its_input_ends_as_such() {
    let polls = r#"while (!select(my $r = "\x01", undef, undef, 0)) {} print scalar <STDIN>"#;
    let command = words(&["perl", "-e", polls]);
    let mut run = runner(Tracing::Auto, generous()).start(&program(Path::new("."), &command)).unwrap();
    assert_eq!(run.turn().pause, Pause::Ended(End::Polled));
}

#[test]
fn two_threads_that_read_share_the_input() {
    let folder = Folder::new("share");
    let source = "#include <pthread.h>\n#include <unistd.h>\n
        void *copy(void *x) { char b[99]; int n; while ((n = read(0, b, 99)) > 0) write(1, b, n); return 0; }
        int main() { pthread_t t; pthread_create(&t, 0, copy, 0); copy(0); pthread_join(t, 0); }";
    let command = folder.c("share", source);
    for tracing in WAYS {
        let mut run = runner(tracing, generous()).start(&program(&folder.0, &command)).unwrap();
        assert_eq!(trace(&mut run, &["a", "b", "c"]), "<a>a\n<b>b\n<c>c\n<end>", "{tracing:?}");
    }
}

#[test]
fn a_terminal_passes_all_bytes_unchanged() {
    let folder = Folder::new("bytes");
    let source =
        "#include <unistd.h>\nint main() { char b[999]; int n; if (!isatty(0) || !isatty(1)) return 1;
        while ((n = read(0, b, 999)) > 0) write(1, b, n); }";
    let command = folder.c("bytes", source);
    let mut line: Vec<u8> = (0..=255).filter(|byte| *byte != b'\n').collect();
    line.push(b'\n');
    for tracing in WAYS {
        let program = Program { terminal: Terminal::Pty, ..program(&folder.0, &command) };
        let mut run = runner(tracing, generous()).start(&program).unwrap();
        assert_eq!(run.turn().pause, Pause::WaitsForInput);
        run.feed(&line);
        let turn = run.turn();
        assert_eq!((turn.output, turn.pause), (line.clone(), Pause::WaitsForInput), "{tracing:?}");
        run.close_input();
        assert_eq!(run.turn().pause, Pause::Ended(End::Exited(0)));
    }
}

#[test]
fn what_cannot_be_started_says_why() {
    let folder = Folder::new("start");
    let runner = runner(Tracing::Auto, generous());
    let broken = folder.write("broken", "#!/no/such/interpreter\n");
    let plain = folder.write("plain", "echo from the shell\n");
    for path in [&broken, &plain] {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let kind =
        |command: &[&str]| runner.start(&program(&folder.0, &words(command))).err().map(|error| error.kind);
    assert_eq!(kind(&["./broken"]), Some(StartErrorKind::NotFound));
    assert_eq!(kind(&["./nothing"]), Some(StartErrorKind::NotFound));
    assert_eq!(kind(&[]), Some(StartErrorKind::BadProgram));
    let mut leaves = program(&folder.0, &words(&["true"]));
    leaves.files = vec![("../x".into(), Vec::new())];
    assert_eq!(runner.start(&leaves).err().map(|error| error.kind), Some(StartErrorKind::BadProgram));
    let mut run = runner.start(&program(&folder.0, &words(&["./plain"]))).unwrap();
    assert_eq!(trace(&mut run, &[]), "from the shell\n");
}

#[test]
fn a_launcher_that_is_none_is_an_error() {
    let mut wrong = launcher();
    wrong.command = "/bin/true".into();
    let error = Runner::new(wrong, Limits::default()).start(&program(Path::new("."), &words(&["true"])));
    assert_eq!(error.err().map(|error| error.kind), Some(StartErrorKind::System));
}

#[test]
fn many_runs_at_once_do_not_disturb_each_other() {
    let runner = runner(Tracing::Auto, generous());
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let runner = &runner;
            scope.spawn(move || {
                for at in 0..10 {
                    let command = words(&["sh", "-c", "read x; echo $x > f; cat f; read y; echo $y"]);
                    let mut run = runner.start(&program(Path::new("."), &command)).unwrap();
                    let (a, b) = (format!("{thread}-{at}"), format!("{at}"));
                    assert_eq!(trace(&mut run, &[&a, &b]), format!("<{a}>{a}\n<{b}>{b}\n"));
                }
            });
        }
    });
}

#[test]
fn a_dropped_run_leaves_nothing() {
    let folder = Folder::new("dropped");
    let command = folder.c("dropped", "#include <unistd.h>\nint main() { fork(); while (1) pause(); }");
    drop(runner(Tracing::Auto, generous()).start(&program(&folder.0, &command)).unwrap());
    let left = std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        std::fs::read_link(entry.path().join("exe")).is_ok_and(|target| target.starts_with(&folder.0))
    });
    assert!(!left);
}

#[test]
fn what_was_used_is_told() {
    let folder = Folder::new("used");
    let source = "#include <stdlib.h>\n#include <string.h>\n#include <time.h>\nint main() { volatile char *p = malloc(50 << 20);
        for (int i = 0; i < 50 << 20; i += 512) p[i] = 1; while (clock() < CLOCKS_PER_SEC / 5); }";
    let command = folder.c("used", source);
    let mut run = runner(Tracing::Auto, generous()).start(&program(&folder.0, &command)).unwrap();
    assert_eq!(run.turn().pause, Pause::Ended(End::Exited(0)));
    let finished = run.finish();
    assert!(
        finished.cpu >= Duration::from_millis(190) && finished.cpu < Duration::from_secs(2),
        "{finished:?}"
    );
    assert!(finished.wall >= Duration::from_millis(190), "{finished:?}");
    assert!(finished.peak_memory >= 50 << 20 && finished.peak_memory < 100 << 20, "{finished:?}");
}

#[test]
fn a_layer_that_is_missing_is_told_and_no_other_one() {
    let missing = |arguments: &[&str]| -> Vec<&str> {
        let launcher = Launcher { arguments: words(arguments), ..launcher() };
        let layers = layers(&launcher);
        assert!(layers.iter().all(|layer| !layer.note.is_empty()), "{layers:?}");
        layers.iter().filter(|layer| !layer.active).map(|layer| layer.name).collect()
    };
    let here = missing(&[]);
    for (argument, lost) in [
        ("--without-filter", &["seccomp filter"][..]),
        ("--without-landlock", &["landlock"]),
        ("--without-root", &["root of its own"]),
        ("--without-group", &["memory group"]),
        ("--without-limits", &["limits"]),
        (
            "--without-namespaces",
            &[
                "user, mount and network namespaces",
                "process namespace",
                "root of its own",
                "network of its own for servers",
            ],
        ),
    ] {
        let mut expected: Vec<&str> = here.iter().chain(lost).copied().collect();
        let mut found = missing(&[argument]);
        expected.sort_unstable();
        expected.dedup();
        found.sort_unstable();
        assert_eq!(found, expected, "{argument}");
    }
}

#[test]
fn a_program_that_looks_how_much_there_is_ends_as_polling() {
    let folder = Folder::new("amount");
    let source = "#include <stdio.h>\n#include <sys/ioctl.h>\n#include <unistd.h>\n
        int main() { int n = 0; while (!n) { ioctl(0, FIONREAD, &n); usleep(10000); } puts(\"seen\"); }";
    let mut run =
        runner(Tracing::Auto, generous()).start(&program(&folder.0, &folder.c("amount", source))).unwrap();
    assert_eq!(run.turn().pause, Pause::Ended(End::Polled));
}

#[test]
fn a_program_that_wants_a_signal_for_input_ends_as_polling() {
    let folder = Folder::new("signal");
    let source = "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <signal.h>\n#include <unistd.h>\n
        void seen(int s) { _exit(0); }
        int main() { signal(SIGIO, seen); fcntl(0, F_SETOWN, getpid()); fcntl(0, F_SETFL, O_ASYNC); while (1) pause(); }";
    let limits = Limits { wall: Duration::from_secs(1), ..generous() };
    let mut run =
        runner(Tracing::Auto, limits).start(&program(&folder.0, &folder.c("signal", source))).unwrap();
    assert_eq!(run.turn().pause, Pause::Ended(End::Polled));
}

#[test]
fn a_set_of_descriptors_in_another_one_waits_for_input() {
    let folder = Folder::new("nested");
    let source = "#include <stdio.h>\n#include <sys/epoll.h>\n#include <unistd.h>\n
        int main() { int in = epoll_create1(0), out = epoll_create1(0); struct epoll_event e = {EPOLLIN}; char c[9];
        epoll_ctl(in, EPOLL_CTL_ADD, 0, &e); epoll_ctl(out, EPOLL_CTL_ADD, in, &e); puts(\"ready\"); fflush(stdout);
        epoll_wait(out, &e, 1, -1); write(1, c, read(0, c, 9)); }";
    let command = folder.c("nested", source);
    for tracing in [Tracing::Auto, Tracing::Polling] {
        let mut run = runner(tracing, generous()).start(&program(&folder.0, &command)).unwrap();
        assert_eq!(trace(&mut run, &["x"]), "ready\n<x>x\n", "{tracing:?}");
    }
}

/// A thread that only reads puts lines into a queue, and the main thread answers them; how it waits for them is left open.
fn with_a_reader(wait: &str) -> String {
    format!(
        "import queue, select, sys, threading, time\nlines = queue.Queue()\n\
         def read():\n for line in sys.stdin: lines.put(line)\n lines.put(None)\n\
         threading.Thread(target=read, daemon=True).start()\n\
         while True:\n {wait}\n if line is None: break\n sum(range(100000))\n print('got', line, end='', flush=True)\n"
    )
}

#[test]
fn answers_of_another_thread_than_the_reader_belong_to_their_line() {
    let waits = [
        "line = lines.get()",
        "try: line = lines.get_nowait()\n except queue.Empty:\n  time.sleep(0.05)\n  continue",
        "try: line = lines.get(timeout=0.1)\n except queue.Empty: continue",
        "if lines.empty():\n  select.select([], [], [], 0.1)\n  continue\n line = lines.get()",
    ];
    for wait in waits {
        let command = words(&["python3", "-c", &with_a_reader(wait)]);
        let mut run = runner(Tracing::Auto, generous()).start(&program(Path::new("/"), &command)).unwrap();
        assert_eq!(trace(&mut run, &["a", "b"]), "<a>got a\n<b>got b\n<end>", "{wait}");
    }
}

#[test]
fn what_another_thread_reads_elsewhere_is_no_rest() {
    let source = "import queue, sys, threading\nlines = queue.Queue()\n
def read():\n for line in sys.stdin: lines.put(line)\n
threading.Thread(target=read, daemon=True).start()
import argparse, email, json, unittest, http.client, asyncio
for _ in range(300): open(unittest.__file__).read()
print('ready', flush=True)\nprint('got', lines.get(), end='', flush=True)";
    let command = words(&["python3", "-c", source]);
    for tracing in WAYS {
        let mut run = runner(tracing, generous()).start(&program(Path::new("/"), &command)).unwrap();
        assert_eq!(trace(&mut run, &["a"]), "ready\n<a>got a\n", "{tracing:?}");
    }
}

#[test]
fn what_a_pipe_passes_on_belongs_to_its_line() {
    let commands = [
        "cat | { read x; echo got $x; read y; echo got $y; }",
        "exec 3< <(cat); read -u 3 x; echo got $x; read -u 3 y; echo got $y",
    ];
    for command in commands {
        let command = words(&["bash", "-c", command]);
        for tracing in WAYS {
            let mut run = runner(tracing, generous()).start(&program(Path::new("/"), &command)).unwrap();
            let text = trace(&mut run, &["a", "b"]);
            assert!(text.starts_with("<a>got a\n<b>got b\n"), "{command:?} {tracing:?}: {text}");
        }
    }
}

#[test]
fn a_java_thread_that_sleeps_between_looks_answers_in_time() {
    let folder = Folder::new("java-queue");
    folder.write(
        "Waits.java",
        "import java.util.concurrent.*;
class Waits {
    public static void main(String[] words) throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        var input = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        var reader = new Thread(() -> {
            try { for (String line; (line = input.readLine()) != null; ) lines.add(line); } catch (Exception end) { }
        });
        reader.setDaemon(true);
        reader.start();
        for (int i = 0; i < 2; i++) {
            while (lines.isEmpty()) Thread.sleep(100);
            System.out.println(\"got \" + lines.poll());
        }
    }
}",
    );
    folder.build(&["javac", "Waits.java"]);
    let command = words(&["java", "Waits"]);
    for tracing in WAYS {
        let mut run = runner(tracing, generous()).start(&program(&folder.0, &command)).unwrap();
        assert_eq!(trace(&mut run, &["a", "b"]), "<a>got a\n<b>got b\n", "{tracing:?}");
    }
}

#[test]
fn a_thread_that_is_not_waited_for_is_told() {
    let unsettled = |wait: &str| {
        let command = words(&["python3", "-c", &with_a_reader(wait)]);
        let mut run = runner(Tracing::Auto, generous()).start(&program(Path::new("/"), &command)).unwrap();
        let first = run.turn();
        assert_eq!(first.pause, Pause::WaitsForInput, "{wait}");
        run.feed(b"a\n");
        [first.unsettled, run.turn().unsettled]
    };
    assert_eq!(unsettled("line = lines.get()"), [false, false]);
    assert_eq!(unsettled("line = lines.get()\n time.sleep(2.5)"), [false, true]);
    assert_eq!(unsettled("while lines.empty(): time.sleep(4)\n line = lines.get()"), [true, true]);
    let works = "line = lines.get()\n end = time.time() + 4\n while time.time() < end: pass";
    assert_eq!(unsettled(works), [false, true]);
}

#[test]
fn temporary_files_and_semaphores_are_those_of_one_run() {
    let has_root = layers(&launcher()).iter().any(|layer| layer.name == "root of its own" && layer.active);
    if !has_root {
        return;
    }
    let folder = Folder::new("scratch");
    let source = "#include <fcntl.h>\n#include <semaphore.h>\n#include <stdio.h>\n#include <sys/mman.h>\n#include <unistd.h>\n
        int main() { int bad = 0; char block[4096] = {0};
        bad |= open(\"/tmp/lydian-kept\", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0 ? 1 : 0;
        sem_t *s = sem_open(\"/lydian-kept\", O_CREAT | O_EXCL, 0600, 1); bad |= s == SEM_FAILED || sem_wait(s) ? 2 : 0;
        int shared = shm_open(\"/lydian-shared\", O_CREAT | O_EXCL | O_RDWR, 0600); bad |= ftruncate(shared, 4096) ? 4 : 0;
        bad |= mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0) == MAP_FAILED ? 8 : 0;
        int large = open(\"/tmp/large\", O_CREAT | O_WRONLY, 0600); long n, all = 0;
        while ((n = write(large, block, sizeof block)) > 0 && all < 1 << 30) all += n;
        bad |= all > 16 << 20 ? 16 : 0; return bad; }";
    let command = folder.c("scratch", source);
    for arguments in [words(&[]), words(&["--without-group"]), words(&["--without-landlock"])] {
        let launcher = Launcher { arguments: arguments.clone(), ..launcher() };
        let runner = Runner::new(launcher, generous());
        // Twice: what the first run leaves there, the second one does not find.
        for _ in 0..2 {
            let mut run = runner.start(&program(&folder.0, &command)).unwrap();
            let pause = run.turn().pause;
            let ended_well = matches!(pause, Pause::Ended(End::Exited(0) | End::Signalled(25)));
            assert!(ended_well, "{arguments:?}: {pause:?}");
        }
    }
    assert!(!Path::new("/tmp/lydian-kept").exists() && !Path::new("/dev/shm/sem.lydian-kept").exists());
}

#[test]
fn without_confinement_the_machine_is_there_and_limits_and_turns_are_as_ever() {
    let folder = Folder::new("unconfined");
    let secret = folder.write("secret", "text");
    let source = format!(
        "#include <fcntl.h>\n#include <stdio.h>\n#include <sys/socket.h>\n#include <unistd.h>\n
        int main() {{ char name[9]; if (open(\"{}\", O_RDWR) < 0) return 1; if (socket(AF_INET, SOCK_DGRAM, 0) < 0) return 2;
        puts(\"name?\"); fflush(stdout); fgets(name, 9, stdin); printf(\"hello %s\", name); fflush(stdout);
        if (!fork()) {{ setsid(); if (!fork()) {{ sleep(2); fclose(fopen(\"{}\", \"w\")); }} _exit(0); }}
        for (;;); }}",
        secret.display(),
        folder.0.join("survived").display()
    );
    // In a directory of its own, of which nothing else is named.
    std::fs::create_dir(folder.0.join("program")).unwrap();
    folder.c("program/run", &source);
    let command = vec![folder.0.join("program/run").into_os_string()];
    let limits = Limits { cpu: Duration::from_millis(300), ..generous() };
    for tracing in WAYS {
        let unconfined = Runner::new(launcher().unconfined(), limits.clone()).tracing(tracing);
        let mut run = unconfined.start(&Program { command: command.clone(), ..Program::default() }).unwrap();
        let text = trace(&mut run, &["you"]);
        assert_eq!(text, "name?\n<you>hello you\n[used up its processor time] ", "{tracing:?}");
        run.finish();
        let confined =
            runner(tracing, generous()).start(&Program { command: command.clone(), ..Program::default() });
        assert_eq!(confined.unwrap().turn().pause, Pause::Ended(End::Exited(1)), "{tracing:?}");
    }
    std::thread::sleep(Duration::from_secs(3));
    assert!(!folder.0.join("survived").exists(), "a process outlived its run");
}

//! Links to processes: what arrives, what is refused, and what hostile systems cannot do.
//! Every system carries a mark in its environment, by which processes that were left behind are found.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod support;

use std::time::{Duration, Instant};

use lydian_sut::link::{Link, LinkErrorKind, LinkOptions, ProcessLink, Received};
use lydian_sut::{Launcher, Limits, Program, StartErrorKind, Terminal};
use support::{Marked, launcher, words};

/// Long enough for a slow machine; a test that waits for this long fails.
const LONG: Duration = Duration::from_secs(20);
/// Long enough to see that nothing comes.
const SHORT: Duration = Duration::from_millis(150);

fn python(mark: &Marked, source: &str) -> Program {
    Program {
        command: words(&["python3", "-u", "-c", source]),
        environment: vec![mark.variable()],
        ..Program::default()
    }
}

fn shell(mark: &Marked, source: &str) -> Program {
    Program {
        command: words(&["sh", "-c", source]),
        environment: vec![mark.variable()],
        ..Program::default()
    }
}

/// A link to a program that has been started.
fn started(program: Program, options: LinkOptions) -> ProcessLink {
    let mut link = ProcessLink::new(launcher(), program, options);
    link.restart().unwrap();
    link
}

fn line(text: &str) -> Received {
    Received::Line(text.as_bytes().to_vec())
}

fn closed(how: &str) -> Received {
    Received::Closed(how.to_owned())
}

#[test]
fn each_line_is_answered_by_one() {
    let mark = Marked::new("answers");
    let mut link = started(shell(&mark, "while read x; do echo \"<$x>\"; done"), LinkOptions::default());
    for number in 0..100 {
        link.send(format!("in {number}").as_bytes()).unwrap();
        assert_eq!(link.receive(LONG), line(&format!("<in {number}>")));
    }
    assert_eq!(link.receive(Duration::ZERO), Received::Silent);
    drop(link);
    mark.assert_gone();
}

#[test]
fn a_restart_gives_a_fresh_process_and_forgets_what_the_old_one_said() {
    let mark = Marked::new("restart");
    let source = "n=0; while read x; do n=$((n+1)); echo $n; echo more; done";
    let mut link = started(shell(&mark, source), LinkOptions::default());
    for _ in 0..20 {
        link.restart().unwrap();
        link.send(b"count").unwrap();
        assert_eq!(link.receive(LONG), line("1"));
        link.send(b"count").unwrap();
    }
    drop(link);
    mark.assert_gone();
}

#[test]
fn a_terminal_can_be_asked_for_so_that_programs_flush_each_line() {
    let folder = support::Folder::new("link-terminal");
    let source =
        "#include <stdio.h>\nint main() { char x[9]; while (fgets(x, 9, stdin)) printf(\"got %s\", x); }";
    let command = folder.c("unflushed", source);
    let on = |terminal| Program { command: command.clone(), terminal, ..Program::default() };
    let mut link = started(on(Terminal::Pty), LinkOptions::default());
    for text in ["one", "two"] {
        link.send(text.as_bytes()).unwrap();
        assert_eq!(link.receive(LONG), line(&format!("got {text}")));
    }
    let mut link = started(on(Terminal::Auto), LinkOptions::default());
    link.send(b"one").unwrap();
    assert_eq!(link.receive(SHORT), Received::Silent, "a pipe is the default");
}

#[test]
fn silence_is_told_and_a_late_answer_still_arrives() {
    let mark = Marked::new("late");
    let source = "import sys,time\nfor x in sys.stdin:\n time.sleep(0.6)\n print('late', x.strip())";
    let mut link = started(python(&mark, source), LinkOptions::default());
    link.send(b"a").unwrap();
    assert_eq!(link.receive(SHORT), Received::Silent);
    assert_eq!(link.receive(LONG), line("late a"));
}

#[test]
fn half_a_line_is_silence_until_its_break_comes() {
    let mark = Marked::new("half");
    let mut link = started(shell(&mark, "printf ha; read x; echo lf; read x"), LinkOptions::default());
    assert_eq!(link.receive(Duration::from_millis(500)), Received::Silent);
    link.send(b"").unwrap();
    assert_eq!(link.receive(LONG), line("half"));
}

#[test]
fn the_end_of_a_process_is_told_after_all_that_it_said() {
    let mark = Marked::new("ends");
    for (source, how) in [
        ("echo a; echo b; exit 3", "ended with exit code 3"),
        ("echo a; printf b", "ended with exit code 0"),
        ("echo a; echo b; kill -SEGV $$", "died of signal 11 (invalid memory access)"),
    ] {
        let mut link = started(shell(&mark, source), LinkOptions::default());
        assert_eq!(link.receive(LONG), line("a"));
        assert_eq!(link.receive(LONG), line("b"));
        assert_eq!(link.receive(LONG), closed(how));
        assert_eq!(link.receive(LONG), closed(how), "and so it stays");
        let error = link.send(b"x").unwrap_err();
        assert_eq!((error.kind, error.message), (LinkErrorKind::Closed, format!("the system {how}")));
        assert_eq!(error.kind, LinkErrorKind::Closed);
    }
    mark.assert_gone();
}

#[test]
fn a_process_that_ends_takes_along_those_it_left_behind() {
    let mark = Marked::new("orphans");
    let source = "(setsid sleep 1000 &) ; setsid sh -c 'trap \"\" TERM HUP; sleep 1000' & echo up; exit 0";
    let mut link = started(shell(&mark, source), LinkOptions::default());
    assert_eq!(link.receive(LONG), line("up"));
    // The orphans hold the output open, and still the end is seen.
    assert_eq!(link.receive(LONG), closed("ended with exit code 0"));
    mark.assert_gone();
}

#[test]
fn a_process_that_closes_its_output_is_told_apart_from_one_that_ended() {
    let mark = Marked::new("closes");
    let mut link = started(shell(&mark, "exec >&-; while read x; do :; done"), LinkOptions::default());
    assert_eq!(link.receive(LONG), closed("closed its output"));
    drop(link);
    let source = "import os,time\nos.close(0)\nprint('deaf')\ntime.sleep(1000)";
    let mut link = started(python(&mark, source), LinkOptions::default());
    assert_eq!(link.receive(LONG), line("deaf"));
    let error = link.send(b"x").unwrap_err();
    assert_eq!(error.message, "the system closed its input");
    drop(link);
    mark.assert_gone();
}

#[test]
fn a_line_without_end_is_too_long_and_only_a_restart_helps() {
    let mark = Marked::new("endless");
    let program = python(&mark, "import sys\nprint('up')\nwhile True: sys.stdout.write('x' * 65536)");
    let mut link = started(program, LinkOptions::default());
    for _ in 0..2 {
        assert_eq!(link.receive(LONG), line("up"));
        assert_eq!(link.receive(LONG), Received::TooLong);
        assert_eq!(link.receive(LONG), Received::TooLong);
        assert_eq!(link.send(b"x").unwrap_err().kind, LinkErrorKind::Unusable);
        link.restart().unwrap();
    }
    drop(link);
    mark.assert_gone();
}

#[test]
fn lines_up_to_the_limit_arrive_whole() {
    let mark = Marked::new("long");
    let source = "import sys\nfor x in sys.stdin: sys.stdout.write(x)";
    let mut link = started(python(&mark, source), LinkOptions { line: 300_000, ..LinkOptions::default() });
    // The system answers before it has read all, which must not hold up both sides.
    let long = "y".repeat(300_000);
    for _ in 0..3 {
        link.send(long.as_bytes()).unwrap();
        assert_eq!(link.receive(LONG), line(&long));
    }
    link.send(format!("{long}y").as_bytes()).unwrap();
    assert_eq!(link.receive(LONG), Received::TooLong);
}

#[test]
fn a_flood_of_lines_waits_in_the_system_and_none_is_lost() {
    let mark = Marked::new("flood");
    let source = "import sys\nn = 0\nwhile True:\n sys.stdout.write(f'{n}\\n' * 1)\n n += 1";
    let mut link = started(python(&mark, source), LinkOptions::default());
    for number in 0..20_000 {
        assert_eq!(link.receive(LONG), line(&number.to_string()));
    }
    let before = memory();
    std::thread::sleep(Duration::from_millis(300));
    assert!(memory() < before + (8 << 20), "what nobody asks for is not taken in");
    // A writer that is not read does not get in the way of sending, as long as the input has room.
    link.send(b"x").unwrap();
    link.restart().unwrap();
    assert_eq!(link.receive(LONG), line("0"));
    drop(link);
    mark.assert_gone();
}

/// Resident bytes of this process.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

#[test]
fn a_process_that_never_reads_makes_sending_fail_in_time() {
    let mark = Marked::new("deaf");
    let options = LinkOptions { send: Duration::from_millis(300), ..LinkOptions::default() };
    let mut link = started(python(&mark, "import time\ntime.sleep(1000)"), options);
    let begun = Instant::now();
    let long = vec![b'z'; 10_000];
    let error = (0..1000).find_map(|_| link.send(&long).err()).expect("a pipe does not take ten megabytes");
    assert_eq!(error.kind, LinkErrorKind::Unread);
    assert!(error.message.contains("does not read its input"), "{error}");
    assert!(begun.elapsed() < LONG);
    drop(link);
    mark.assert_gone();
}

#[test]
fn the_end_of_what_it_wrote_to_standard_error_can_be_shown() {
    let mark = Marked::new("errors");
    let source = "import sys\nsys.stderr.write('e' * 5000000 + 'the reason\\n')\nprint('told')\nsys.exit(2)";
    let mut link = started(python(&mark, source), LinkOptions::default());
    assert_eq!(link.receive(LONG), line("told"), "standard error is emptied for it");
    assert_eq!(link.receive(LONG), closed("ended with exit code 2"));
    let tail = link.tail();
    assert_eq!(tail.len(), 2048);
    assert!(tail.ends_with(b"ethe reason\n"));
}

#[test]
fn too_much_memory_processor_time_or_processes_end_a_process() {
    let mark = Marked::new("limits");
    let limits = Limits {
        cpu: Duration::from_secs(1),
        memory: 128 << 20,
        processes: 8,
        ..LinkOptions::default().limits
    };
    let options = LinkOptions { limits, ..LinkOptions::default() };
    let mut busy = started(python(&mark, "while True: pass"), options.clone());
    assert_eq!(busy.receive(LONG), closed("used up its processor time"));
    let source = "try:\n x = bytearray(1 << 30)\n print('got it')\nexcept MemoryError: print('refused')";
    let mut greedy = started(python(&mark, source), options.clone());
    assert_eq!(greedy.receive(LONG), line("refused"));
    let source = "import os,time\nn = 0\ntry:\n while n < 100:\n  if os.fork() == 0: time.sleep(1000)\n  n += 1\n\
                  except OSError: print(n)\ntime.sleep(1000)";
    let mut forking = started(python(&mark, source), options);
    assert_eq!(forking.receive(LONG), line("7"));
    drop(forking);
    mark.assert_gone();
}

#[test]
fn a_process_finds_no_network_and_no_files_of_others() {
    let mark = Marked::new("confined");
    let folder = support::Folder::new("link-confined");
    let secret = folder.write("secret", "hidden");
    let source = format!(
        "import socket\ndef tried(f):\n try:\n  f()\n  print('done')\n except OSError: print('refused')\n\
         tried(lambda: socket.socket())\ntried(lambda: open({secret:?}))\n\
         tried(lambda: open('/usr/lydian', 'w'))\ntried(lambda: open('mine', 'w'))"
    );
    let mut link = started(python(&mark, &source), LinkOptions::default());
    for expected in ["refused", "refused", "refused", "done"] {
        assert_eq!(link.receive(LONG), line(expected));
    }
}

#[test]
fn a_fork_bomb_ends_with_the_link() {
    let mark = Marked::new("bomb");
    let source = "f() { f | f & }; f; echo up; while :; do f; done";
    let limits =
        Limits { processes: 32, cpu: Duration::from_secs(10), memory: 256 << 20, ..Limits::default() };
    for launcher in [launcher(), Launcher { arguments: words(&["--without-namespaces"]), ..launcher() }] {
        let options = LinkOptions { limits: limits.clone(), ..LinkOptions::default() };
        let mut link = ProcessLink::new(launcher, shell(&mark, source), options);
        for _ in 0..3 {
            link.restart().unwrap();
            assert_ne!(link.receive(LONG), Received::Silent);
        }
        drop(link);
        mark.assert_gone();
    }
}

#[test]
fn what_cannot_be_started_or_sent_is_an_error_with_its_diagnostic() {
    let program = Program { command: words(&["no-such-command-anywhere"]), ..Program::default() };
    let mut link = ProcessLink::new(launcher(), program, LinkOptions::default());
    assert_eq!(link.send(b"x").unwrap_err().message, "the system has not been started");
    assert_eq!(link.receive(LONG), closed("has not been started"));
    let error = link.restart().unwrap_err();
    assert_eq!(error.kind, LinkErrorKind::Start(StartErrorKind::NotFound));
    assert_eq!(error.diagnostic().code, "program-not-found");
    let error = link.send(b"two\nlines").unwrap_err();
    assert_eq!(error.diagnostic().code, "message-not-one-line");
    assert_eq!(error.message, "the message `two\\nlines` has a line break inside");
}

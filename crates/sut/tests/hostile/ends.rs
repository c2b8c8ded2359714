//! Hostile and broken programs: each ends as it should, leaves nothing behind, and does not disturb the next run.
//! Every program is run on one runner, followed by a good one, by notification, by polling and without namespaces.

use std::time::Duration;

use super::support::{Folder, program, runner, runner_without_namespaces, trace, words};
use lydian_sut::{End, Limits, Pause, Program, Run, Tracing};

fn strict() -> Limits {
    Limits {
        wall: Duration::from_millis(1500),
        cpu: Duration::from_secs(1),
        memory: 256 << 20,
        processes: 16,
        output: 100_000,
        file_size: 1 << 20,
    }
}

/// For programs that need processor time to do their harm, whatever else runs on the machine.
fn patient() -> Limits {
    Limits { wall: Duration::from_secs(15), cpu: Duration::from_secs(10), ..strict() }
}

/// What is left of a hostile run.
struct Outcome {
    end: End,
    output: String,
    waits: usize,
}

/// Runs to the end, with end of file for every request.
fn run_to_end(run: &mut Run) -> Outcome {
    let mut outcome = Outcome { end: End::Lost, output: String::new(), waits: 0 };
    loop {
        let turn = run.turn();
        outcome.output.push_str(&String::from_utf8_lossy(&turn.output));
        match turn.pause {
            Pause::WaitsForInput => {
                outcome.waits += 1;
                assert!(outcome.waits < 10, "it waits for ever");
                run.close_input();
            }
            Pause::Ended(end) => {
                outcome.end = end;
                return outcome;
            }
        }
    }
}

/// Runs the C source in every way and checks the outcome; then a good program must run as ever, and nothing may be left.
fn check(name: &str, source: &str, judge: impl Fn(&Outcome) -> bool) {
    check_within(strict(), name, source, judge);
}

fn check_within(limits: Limits, name: &str, source: &str, judge: impl Fn(&Outcome) -> bool) {
    let folder = Folder::new(name);
    let command = folder.c(name, &format!("{HEADERS}\n{source}"));
    let runners = [
        ("notification", runner(Tracing::Auto, limits.clone())),
        ("polling", runner(Tracing::Polling, limits.clone())),
        ("without namespaces", runner_without_namespaces(Tracing::Auto, limits.clone())),
    ];
    for (tracing, runner) in runners {
        // That it ends is what is tested; when, is up to the load of the machine.
        let mut run = runner.start(&program(&folder.0, &command)).unwrap();
        let outcome = run_to_end(&mut run);
        run.finish();
        assert!(judge(&outcome), "{tracing:?}: {:?}, {:?}", outcome.end, outcome.output);
        assert_eq!(survivors(&folder), Vec::<String>::new(), "{tracing:?} left processes behind");
        let mut good = runner.start(&program(&folder.0, &words(&["sh", "-c", "read x; echo $x"]))).unwrap();
        assert_eq!(trace(&mut good, &["hello"]), "<hello>hello\n", "the run after it, {tracing:?}");
        good.finish();
    }
}

/// Whether a program went on for too long. Where looks for input are not seen, one that sleeps may be about to look.
fn is_out_of_time(end: End) -> bool {
    matches!(end, End::TimedOut { .. } | End::CpuLimit | End::Polled)
}

/// Processes whose program lies in the folder.
fn survivors(folder: &Folder) -> Vec<String> {
    let is_ours = |path: &std::path::Path| {
        std::fs::read_link(path.join("exe")).is_ok_and(|target| target.starts_with(&folder.0))
    };
    let entries = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    entries.filter(|path| is_ours(path)).map(|path| path.display().to_string()).collect()
}

const HEADERS: &str = r#"
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
"#;

#[test]
fn a_fork_bomb_is_contained() {
    check("bomb", "int main() { while (1) if (fork() < 0) usleep(1000); }", |outcome| {
        is_out_of_time(outcome.end) || outcome.end == End::ProcessLimit
    });
}

#[test]
fn a_thread_bomb_is_contained() {
    let source = "void *rest(void *x) { while (1) pause(); }
        int main() { pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 16384); pthread_t t;
        while (1) if (pthread_create(&t, &a, rest, 0)) usleep(1000); }";
    check("threads", source, |outcome| is_out_of_time(outcome.end) || outcome.end == End::ProcessLimit);
}

#[test]
fn endless_output_is_cut() {
    check("flood", "int main() { while (1) puts(\"again and again\"); }", |outcome| {
        outcome.end == End::OutputLimit && outcome.output.len() <= 100_000
    });
}

#[test]
fn endless_output_without_a_line_break_is_cut() {
    check("line", "int main() { while (1) putchar('x'); }", |outcome| {
        outcome.end == End::OutputLimit && outcome.output.len() <= 100_000
    });
}

#[test]
fn endless_errors_are_cut() {
    let source = "int main() { while (1) fputs(\"wrong\", stderr); }";
    check("errors", source, |outcome| outcome.end == End::OutputLimit);
}

#[test]
fn killing_others_hits_nobody() {
    let source = "int main() { kill(getppid(), SIGKILL); kill(-1, SIGKILL); kill(1, SIGKILL); usleep(100000);
        puts(\"alive\"); }";
    check("killer", source, |outcome| outcome.output == "alive\n" && outcome.end == End::Exited(0));
}

#[test]
fn a_full_disk_is_its_own() {
    let source = "char block[65536]; int main() { signal(SIGXFSZ, SIG_IGN); long total = 0;
        for (int i = 0; i < 300; i++) { char name[20]; sprintf(name, \"f%d\", i);
            int fd = open(name, O_CREAT | O_WRONLY, 0600); ssize_t n;
            while ((n = write(fd, block, sizeof block)) > 0) total += n;
            unlink(name); }
        return total > 0 && total <= 5 << 20 ? 7 : 8; }";
    check("disk", source, |outcome| matches!(outcome.end, End::Exited(7) | End::DiskLimit));
}

#[test]
fn a_file_has_a_largest_size() {
    let source = "char block[65536]; int main() { int fd = open(\"big\", O_CREAT | O_WRONLY, 0600);
        for (int i = 0; i < 100; i++) write(fd, block, sizeof block); return 1; }";
    check("large", source, |outcome| outcome.end == End::Signalled(25));
}

#[test]
fn an_endless_loop_that_ignores_signals_ends() {
    let source = "int main() { for (int s = 1; s < 65; s++) signal(s, SIG_IGN); while (1); }";
    check("loop", source, |outcome| matches!(outcome.end, End::CpuLimit | End::TimedOut { idle: false }));
}

#[test]
fn processor_time_of_children_counts() {
    let source = "int main() { for (int i = 0; i < 4; i++) if (!fork()) while (1); while (1) pause(); }";
    check("children", source, |outcome| matches!(outcome.end, End::CpuLimit | End::TimedOut { idle: false }));
}

#[test]
fn sleeping_for_ever_is_idle() {
    check("sleeper", "int main() { while (1) sleep(100); }", |outcome| {
        is_out_of_time(outcome.end) && outcome.end != End::TimedOut { idle: false }
    });
}

#[test]
fn stopping_itself_is_idle() {
    check("stopper", "int main() { raise(SIGSTOP); puts(\"woken\"); }", |outcome| {
        outcome.end == End::TimedOut { idle: true }
    });
}

#[test]
fn reading_on_after_the_end_finds_the_end() {
    let source = "int main() { int c, n = 0; for (int i = 0; i < 1000; i++) { clearerr(stdin);
        if (getchar() == EOF) n++; } printf(\"%d\\n\", n); }";
    check("reader", source, |outcome| outcome.waits == 1 && outcome.output == "1000\n");
}

#[test]
fn waiting_for_readiness_after_the_end_finds_it() {
    let source = "int main() { char c; for (int i = 0; i < 50; i++) { struct pollfd p = {0, POLLIN};
        if (poll(&p, 1, -1) != 1 || read(0, &c, 1) != 0) return 1; } return 0; }";
    check("poller", source, |outcome| outcome.waits == 1 && matches!(outcome.end, End::Exited(0)));
}

#[test]
fn a_program_without_streams_goes_on() {
    let source = "int main() { close(0); close(1); close(2); usleep(50000); return 5; }";
    check("closed", source, |outcome| outcome.end == End::Exited(5));
    let source = "int main() { close(0); close(1); close(2); while (1) pause(); }";
    check("closed_idle", source, |outcome| outcome.end == End::TimedOut { idle: true });
}

#[test]
fn memory_has_a_limit() {
    let source = "int main() { while (1) { volatile char *p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i += 512) p[i] = 1; } }";
    check_within(patient(), "memory", source, |outcome| outcome.end == End::MemoryLimit);
    let source = "#include <sys/mman.h>
        int main() { for (int i = 0; i < 8; i++) if (!fork()) { volatile char *p = malloc(100 << 20);
        for (int i = 0; i < 100 << 20; i += 512) p[i] = 1; while (1) pause(); } while (1) pause(); }";
    check_within(patient(), "memory_of_all", source, |outcome| outcome.end == End::MemoryLimit);
}

#[test]
fn a_daemon_does_not_survive() {
    let source = "int main() { if (fork()) exit(0); setsid(); if (fork()) exit(0);
        for (int s = 1; s < 65; s++) signal(s, SIG_IGN); while (1) usleep(1000); }";
    check("daemon", source, |outcome| outcome.end == End::Exited(0));
}

#[test]
fn a_stopped_orphan_does_not_survive() {
    let source = "int main() { if (fork()) { usleep(50000); exit(3); } setsid(); raise(SIGSTOP); }";
    check("orphan", source, |outcome| outcome.end == End::Exited(3));
}

#[test]
fn nothing_can_be_written_outside_the_working_directory() {
    let folder = Folder::new("outside");
    let victim = folder.write("victim", "intact");
    let source = format!(
        "int main(int n, char **a) {{ int bad = 0; bad |= open(\"{0}\", O_WRONLY) >= 0; bad |= !unlink(\"{0}\") ? 2 : 0;
        bad |= open(\"/var/tmp/lydian-was-here\", O_CREAT | O_WRONLY, 0600) >= 0 ? 4 : 0; bad |= !chmod(a[0], 0777) ? 8 : 0;
        bad |= open(\"/etc/lydian-was-here\", O_CREAT | O_WRONLY, 0600) >= 0 ? 16 : 0;
        bad |= open(\"inside\", O_CREAT | O_WRONLY, 0600) < 0 ? 32 : 0; return bad; }}",
        victim.display()
    );
    check("writer", &source, |outcome| outcome.end == End::Exited(0));
    assert_eq!(std::fs::read_to_string(victim).unwrap(), "intact");
}

#[test]
fn files_of_others_cannot_be_read() {
    let folder = Folder::new("secret");
    let secret = folder.write("secret", "password");
    let source = format!(
        "int main() {{ return open(\"{}\", O_RDONLY) < 0 && open(\"/etc/passwd\", O_RDONLY) >= 0 ? 0 : 1; }}",
        secret.display()
    );
    check("spy", &source, |outcome| outcome.end == End::Exited(0));
}

#[test]
fn there_is_no_network_and_no_way_to_the_system() {
    let source = "int main() { int bad = 0;
        bad |= socket(AF_INET, SOCK_STREAM, 0) >= 0; bad |= socket(AF_INET6, SOCK_DGRAM, 0) >= 0 ? 2 : 0;
        bad |= socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? 4 : 0;
        bad |= ptrace(PTRACE_TRACEME, 0, 0, 0) == 0 ? 8 : 0; bad |= !mount(\"x\", \"/tmp\", \"tmpfs\", 0, 0) ? 16 : 0;
        bad |= syscall(SYS_unshare, 0x10000000) == 0 ? 32 : 0;
        bad |= syscall(SYS_io_uring_setup, 1, 0) != -1 || errno != ENOSYS ? 64 : 0;
        return bad; }";
    check("escape", source, |outcome| outcome.end == End::Exited(0));
}

#[test]
fn a_foreign_call_number_is_refused() {
    let source =
        "int main() { char c; long r; asm volatile(\"int $0x80\" : \"=a\"(r) : \"a\"(3), \"b\"(0), \"c\"(&c),
        \"d\"(1)); return 1; }";
    if cfg!(target_arch = "x86_64") {
        check("foreign", source, |outcome| outcome.end == End::Signalled(31));
    }
}

#[test]
fn an_abort_is_told_as_its_signal() {
    check("abort", "int main() { abort(); }", |outcome| outcome.end == End::Signalled(6));
    check("crash", "int main() { *(volatile int *)8 = 1; }", |outcome| outcome.end == End::Signalled(11));
    check("suicide", "int main() { kill(getpid(), SIGTERM); pause(); }", |outcome| {
        outcome.end == End::Signalled(15)
    });
}

#[test]
fn a_very_long_line_is_read_whole() {
    let folder = Folder::new("long");
    let source = "int main() { long n = 0; int c; while ((c = getchar()) != '\\n' && c != EOF) n++;
        printf(\"%ld\\n\", n); }";
    let command = folder.c("long", &format!("{HEADERS}\n{source}"));
    let line = "x".repeat(300_000);
    for tracing in [Tracing::Auto, Tracing::Polling] {
        for terminal in [lydian_sut::Terminal::Pipe, lydian_sut::Terminal::Pty] {
            let program = Program { terminal, ..program(&folder.0, &command) };
            let mut run = runner(tracing, patient()).start(&program).unwrap();
            let text = trace(&mut run, &[&line]);
            assert!(text.ends_with(">300000\n"), "{tracing:?} {terminal:?}: {:?}", &text[text.len() - 60..]);
        }
    }
}

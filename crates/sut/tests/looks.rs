//! Programs that look whether there is input, and do not wait for it: what comes of that may be due to the line that they were not given.
//! Each by notification, and by looking, where a look is not seen and what may be one must count.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod support;

use std::path::Path;
use std::time::Duration;

use lydian_sut::{End, Limits, Pause, Tracing};
use support::{Folder, generous, program, runner, words};

const WAYS: [Tracing; 2] = [Tracing::Auto, Tracing::Polling];

const HEAD: &str = "#include <fcntl.h>\n#include <poll.h>\n#include <pthread.h>\n#include <signal.h>\n#include <sys/epoll.h>\n
    #include <sys/ioctl.h>\n#include <sys/time.h>\n#include <unistd.h>\n
    void nothing(int s) {} int look() { struct pollfd p = {0, POLLIN}; return poll(&p, 1, 0); }\n";

/// How a program ends that has a second on the clock and some processor time, and whether it may have looked.
fn ends(folder: &Folder, name: &str, body: &str, tracing: Tracing) -> (End, bool) {
    let command = folder.c(name, &format!("{HEAD}int main() {{ {body} }}"));
    let limits = Limits { wall: Duration::from_secs(1), cpu: Duration::from_millis(600), ..generous() };
    let turn = runner(tracing, limits).start(&program(&folder.0, &command)).unwrap().turn();
    let Pause::Ended(end) = turn.pause else { panic!("{name} {tracing:?} waits") };
    (end, turn.looked)
}

#[test]
fn one_look_in_vain_is_enough_for_a_program_that_idles() {
    let folder = Folder::new("one-look");
    for (name, body) in [
        ("slowly", "while (!look()) sleep(4);"),
        ("amount", "int n; for (n = 0; !n; sleep(4)) ioctl(0, FIONREAD, &n);"),
        ("nonblocking", "char b; fcntl(0, F_SETFL, O_NONBLOCK); while (read(0, &b, 1) < 0) sleep(4);"),
        (
            "set",
            "struct epoll_event e = {EPOLLIN}; int q = epoll_create1(0); epoll_ctl(q, EPOLL_CTL_ADD, 0, &e);
            struct pollfd p = {q, POLLIN}; while (!poll(&p, 1, 0)) sleep(4);",
        ),
        (
            "alarm",
            "struct itimerval t = {{4, 0}, {4, 0}}; signal(SIGALRM, nothing); setitimer(ITIMER_REAL, &t, 0);
            while (!look()) pause();",
        ),
    ] {
        for tracing in WAYS {
            assert_eq!(ends(&folder, name, body, tracing).0, End::Polled, "{name} {tracing:?}");
        }
    }
}

#[test]
fn a_program_whose_threads_wait_for_each_other_idles_and_does_not_look() {
    let folder = Folder::new("deadlock");
    let body =
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); pthread_mutex_lock(&m);";
    let pipes = "int p[2]; char b; pipe(p); read(p[0], &b, 1);";
    for tracing in WAYS {
        for (name, body) in [("locks", body), ("pipes", pipes)] {
            let end = ends(&folder, name, body, tracing);
            assert_eq!(end, (End::TimedOut { idle: true }, false), "{name} {tracing:?}");
        }
    }
}

#[test]
fn who_gives_up_after_looks_in_vain_is_told() {
    let folder = Folder::new("gives-up");
    let reads = "char b; fcntl(0, F_SETFL, O_NONBLOCK); for (int i = 0; i < 3; i++) { read(0, &b, 1); usleep(1000); } return 1;";
    for tracing in WAYS {
        assert_eq!(ends(&folder, "reads", reads, tracing), (End::Exited(1), true), "{tracing:?}");
        assert_eq!(ends(&folder, "none", "return 1;", tracing), (End::Exited(1), false), "{tracing:?}");
    }
    // Without notifications nobody sees this one.
    assert_eq!(ends(&folder, "polls", "look(); return 1;", Tracing::Auto), (End::Exited(1), true));
    // What computes may have looked in between.
    assert_eq!(ends(&folder, "computes", "for (;;);", Tracing::Auto), (End::CpuLimit, false));
    assert_eq!(ends(&folder, "computes", "for (;;);", Tracing::Polling), (End::CpuLimit, true));
}

#[test]
fn a_look_before_the_last_line_does_not_count() {
    let folder = Folder::new("before");
    let body = "char b[9]; look(); read(0, b, 9); look(); read(0, b, 9); return 1;";
    let command = folder.c("before", &format!("{HEAD}int main() {{ {body} }}"));
    for tracing in WAYS {
        let mut run = runner(tracing, generous()).start(&program(&folder.0, &command)).unwrap();
        for line in ["a\n", "b\n"] {
            assert_eq!(run.turn().pause, Pause::WaitsForInput);
            run.feed(line.as_bytes());
        }
        let turn = run.turn();
        assert_eq!((turn.pause, turn.looked), (Pause::Ended(End::Exited(1)), false), "{tracing:?}");
    }
    let sleeps = words(&["sh", "-c", "read x; exec sleep 9"]);
    let limits = Limits { wall: Duration::from_secs(1), ..generous() };
    for (tracing, end) in [(Tracing::Auto, End::TimedOut { idle: true }), (Tracing::Polling, End::Polled)] {
        let mut run = runner(tracing, limits.clone()).start(&program(Path::new("."), &sleeps)).unwrap();
        assert_eq!(run.turn().pause, Pause::WaitsForInput);
        run.feed(b"a\n");
        assert_eq!(run.turn().pause, Pause::Ended(end), "{tracing:?}");
    }
}

//! What a program under test finds of the one who runs it: no open descriptor, no variable, no process to look into or
//! to hurt, no socket to talk to. Each hostile program is run by notification, by polling and without namespaces.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod support;

use std::ffi::OsString;
use std::net::TcpListener;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::Duration;

use lydian_sut::Tracing;
use lydian_sut::link::{Link, LinkOptions, ProcessLink, Received, TcpLink};
use support::{Folder, generous, has_landlock, launcher, program, runner, runner_without_namespaces, trace};

const HEADERS: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>
"#;

/// Runs a C program in every way that programs are run in turns; what it writes must be `expected`.
fn check(name: &str, source: &str, arguments: &[String], expected: &str) {
    let folder = Folder::new(name);
    let mut command = folder.c(name, &format!("{HEADERS}\n{source}"));
    command.extend(arguments.iter().map(OsString::from));
    let runners = [
        ("notification", runner(Tracing::Auto, generous())),
        ("polling", runner(Tracing::Polling, generous())),
        ("without namespaces", runner_without_namespaces(Tracing::Auto, generous())),
    ];
    for (way, runner) in runners {
        if way == "without namespaces" && !has_landlock() {
            continue;
        }
        let mut run = runner.start(&program(&folder.0, &command)).unwrap();
        assert_eq!(trace(&mut run, &[]), expected, "{way}");
    }
}

/// An open file that is passed on by `exec`, as `exec 9<secret` in a shell makes one.
fn inherited_secret(folder: &Folder) -> OwnedFd {
    let file = std::fs::File::open(folder.write("secret", "password")).unwrap();
    // SAFETY: a plain call; the copy is new and ours.
    unsafe {
        let copy = libc::fcntl(file.as_raw_fd(), libc::F_DUPFD, 100);
        assert!(copy >= 100, "{}", std::io::Error::last_os_error());
        OwnedFd::from_raw_fd(copy)
    }
}

const LIST_DESCRIPTORS: &str = "int list(FILE *out) { int found = 0; for (int fd = 3; fd < 5000; fd++)
        if (fcntl(fd, F_GETFD) >= 0) { found++; char c[99] = {0}; pread(fd, c, 8, 0); fprintf(out, \"%d %s;\", fd, c); }
        return found; }";

#[test]
fn no_open_descriptor_of_the_caller_is_left() {
    let folder = Folder::new("inherited");
    let secret = inherited_secret(&folder);
    let source = format!("{LIST_DESCRIPTORS} int main() {{ printf(\"%d left\\n\", list(stdout)); }}");
    check("descriptors", &source, &[], "0 left\n");
    drop(secret);
}

#[test]
fn a_system_that_stays_up_finds_no_descriptor_either() {
    let folder = Folder::new("inherited_link");
    let _secret = inherited_secret(&folder);
    let source = format!(
        "{HEADERS} {LIST_DESCRIPTORS} int main(int n, char **a) {{
        if (n == 1) {{ printf(\"%d left\\n\", list(stdout)); fflush(stdout); pause(); }}
        int found = list(stderr), s = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
        struct sockaddr_in i = {{AF_INET, htons(atoi(a[1])), {{htonl(INADDR_LOOPBACK)}}}};
        setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, 4);
        if (bind(s, (void *)&i, sizeof i) || listen(s, 5)) return 1;
        while (1) {{ int c = accept(s, 0, 0); FILE *f = fdopen(c, \"r+\"); fprintf(f, \"%d left\\n\", found); fclose(f); }} }}"
    );
    let command = folder.c("server", &source);
    let mut process = ProcessLink::new(launcher(), program(&folder.0, &command), LinkOptions::default());
    process.restart().unwrap();
    assert_eq!(process.receive(Duration::from_secs(10)), Received::Line(b"0 left".to_vec()));

    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let with_port = [command, vec![port.to_string().into()]].concat();
    let mut server = TcpLink::new(&format!("127.0.0.1:{port}"), LinkOptions::default())
        .serve(launcher(), program(&folder.0, &with_port));
    server.restart().unwrap();
    assert_eq!(server.receive(Duration::from_secs(10)), Received::Line(b"0 left".to_vec()));
}

#[test]
fn variables_of_the_caller_are_not_passed_on() {
    // Cargo gives every test many variables of its own.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let source = "extern char **environ; int main(int n, char **a) { for (char **e = environ; *e; e++) if (strstr(*e, \"MANIFEST\")) puts(*e);
        char path[99]; static char text[1 << 20];
        for (int pid = 1; pid < atoi(a[1]); pid++) { sprintf(path, \"/proc/%d/environ\", pid); int fd = open(path, O_RDONLY);
            if (fd < 0) continue; int n = read(fd, text, sizeof text - 1); close(fd);
            for (int i = 0; i + 8 < n; i++) if (!memcmp(text + i, \"MANIFEST\", 8)) { printf(\"in %s\\n\", path); break; } }
        puts(\"looked\"); }";
    // All processes are tried up to those that were started just after us.
    check("environment", source, &[(std::process::id() + 200).to_string()], "looked\n");
}

#[test]
fn the_process_of_the_caller_cannot_be_looked_into() {
    let source = "int main(int n, char **a) { char *names[] = {\"environ\", \"mem\", \"maps\", \"fd\", \"root/etc/shadow\", \"cwd/Cargo.toml\",
            \"task\", 0}; char path[199];
        for (int i = 0; names[i]; i++) { sprintf(path, \"/proc/%s/%s\", a[1], names[i]); char c; int fd = open(path, O_RDONLY);
            if (fd >= 0 && i != 6 && read(fd, &c, 1) == 1) printf(\"%s \", names[i]); }
        sprintf(path, \"/proc/%s/fd/1\", a[1]); if (readlink(path, path, 99) > 0) puts(\"link\");
        puts(\"looked\"); }";
    check("parent", source, &[std::process::id().to_string()], "looked\n");
}

#[test]
fn limits_and_priorities_of_others_cannot_be_changed() {
    let source = "int main(int n, char **a) { int pid = atoi(a[1]); struct rlimit r = {900000, 900000};
        if (!prlimit(pid, RLIMIT_CORE, &r, 0) || !prlimit(pid, RLIMIT_CORE, 0, &r)) puts(\"limits\");
        if (!setpriority(PRIO_PROCESS, pid, 19)) puts(\"priority\");
        if (!setpriority(PRIO_USER, 0, 19) && getpriority(PRIO_PROCESS, 0) == 0) puts(\"user\");
        r.rlim_cur = 0; if (prlimit(0, RLIMIT_CORE, 0, &r) || getrlimit(RLIMIT_NOFILE, &r)) puts(\"own\");
        puts(\"tried\"); }";
    check("limits", source, &[std::process::id().to_string()], "tried\n");
}

#[test]
fn no_signal_reaches_the_caller_by_way_of_a_file() {
    // A handler for it in this process would be called; its default action ends the process.
    let source = "int main(int n, char **a) { int p[2]; pipe(p); int pid = atoi(a[1]);
        fcntl(p[0], F_SETOWN, pid); fcntl(p[0], F_SETSIG, SIGTERM); fcntl(p[0], F_SETFL, O_ASYNC);
        ioctl(p[0], FIOSETOWN, &pid); write(p[1], \"x\", 1); usleep(100000); puts(\"tried\"); }";
    check("owner", source, &[std::process::id().to_string()], "tried\n");
}

#[test]
fn a_server_reaches_no_local_socket_of_the_machine() {
    let folder = Folder::new("local");
    let place = folder.0.join("socket");
    let _listening = std::os::unix::net::UnixListener::bind(&place).unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let source = format!(
        "{HEADERS} int main() {{ struct sockaddr_un u = {{AF_UNIX, \"{}\"}}; int reached = 0, yes = 1;
        int l = socket(AF_UNIX, SOCK_STREAM, 0); if (l >= 0 && !connect(l, (void *)&u, sizeof u)) reached = 1;
        int p[2]; if (socketpair(AF_UNIX, SOCK_STREAM, 0, p)) reached += 2;
        int s = socket(AF_INET, SOCK_STREAM, 0); setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, 4);
        struct sockaddr_in i = {{AF_INET, htons({port}), {{htonl(INADDR_LOOPBACK)}}}};
        if (bind(s, (void *)&i, sizeof i) || listen(s, 5)) return 1;
        while (1) {{ int c = accept(s, 0, 0); FILE *f = fdopen(c, \"r+\"); fprintf(f, \"%d\\n\", reached); fclose(f); }} }}",
        place.display()
    );
    let command = folder.c("server", &source);
    let mut server = TcpLink::new(&format!("127.0.0.1:{port}"), LinkOptions::default())
        .serve(launcher(), program(&folder.0, &command));
    server.restart().unwrap();
    assert_eq!(server.receive(Duration::from_secs(10)), Received::Line(b"0".to_vec()));
}

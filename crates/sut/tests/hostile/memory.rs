//! Memory that no limit of a process counts: each program tries to hold a gigabyte with a limit of 256 MiB, where the kernel counts the
//! memory of the run as a whole (if it does so here) and where it is summed up.

use std::time::Duration;

use lydian_sut::link::{Link, LinkOptions, Received, TcpLink};
use lydian_sut::{End, Launcher, Limits, Pause, Runner};

use super::support::{Folder, launcher, program, words};

const HEADERS: &str = r#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#define MIB (1 << 20)
"#;

/// Runs the program with and without a group; it must be ended for its memory or end by itself with 7: it got no more than it may.
fn check(name: &str, source: &str) {
    let folder = Folder::new(name);
    let command = folder.c(name, &format!("{HEADERS}\n{source}"));
    let limits = Limits {
        wall: Duration::from_secs(30),
        cpu: Duration::from_secs(20),
        memory: 256 << 20,
        ..Limits::default()
    };
    for arguments in [words(&[]), words(&["--without-group"])] {
        let runner = Runner::new(Launcher { arguments: arguments.clone(), ..launcher() }, limits.clone());
        let mut run = runner.start(&program(&folder.0, &command)).unwrap();
        let end = loop {
            if let Pause::Ended(end) = run.turn().pause {
                break end;
            }
            run.close_input();
        };
        assert!(matches!(end, End::MemoryLimit | End::Exited(7)), "{arguments:?}: {end}");
    }
}

#[test]
fn shared_mappings_that_were_given_back_count() {
    let source = "int main() { int held = 0; for (int i = 0; i < 16; i++) {
        char *p = mmap(0, 64 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) break; memset(p, 1, 64 * MIB); madvise(p, 64 * MIB, MADV_DONTNEED); held += 64; }
        return held <= 256 ? 7 : 1; }";
    check("shared", source);
}

#[test]
fn shared_zeros_count() {
    let source = "int main() { int held = 0, fd = open(\"/dev/zero\", O_RDWR); for (int i = 0; i < 16; i++) {
        char *p = mmap(0, 64 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (p == MAP_FAILED) break; memset(p, 1, 64 * MIB); madvise(p, 64 * MIB, MADV_DONTNEED); held += 64; }
        return held <= 256 ? 7 : 1; }";
    check("zeros", source);
}

#[test]
fn shared_mappings_may_be_made_again_after_they_are_gone() {
    let folder = Folder::new("again");
    let source = "int main() { for (int i = 0; i < 16; i++) {
        char *p = mmap(0, 64 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) return 1; memset(p, 1, MIB); munmap(p, 64 * MIB); } return 0; }";
    let command = folder.c("again", &format!("{HEADERS}\n{source}"));
    let launcher = Launcher { arguments: words(&["--without-group"]), ..launcher() };
    let runner = Runner::new(launcher, Limits { memory: 256 << 20, ..Limits::default() });
    let mut run = runner.start(&program(&folder.0, &command)).unwrap();
    assert_eq!(run.turn().pause, Pause::Ended(End::Exited(0)));
}

#[test]
fn buffers_of_sockets_count() {
    let source = "char block[65536]; int main() { long total = 0; int back[2]; pipe(back);
        for (int child = 0; child < 8; child++) if (!fork()) { long held = 0; int p[2];
            while (!socketpair(AF_UNIX, SOCK_STREAM, 0, p)) for (int side = 0; side < 2; side++) { long n;
                while ((n = send(p[side], block, sizeof block, MSG_DONTWAIT)) > 0) held += n; }
            write(back[1], &held, sizeof held); sleep(3); _exit(0); }
        for (int child = 0; child < 8; child++) { long held; read(back[0], &held, sizeof held); total += held; }
        return total <= 256l * MIB ? 7 : 1; }";
    check("sockets", source);
}

/// The one thing that is left where memory is summed up: without a group the program gets through.
#[test]
fn buffers_of_pipes_are_counted_by_a_group_only() {
    if !lydian_sut::layers(&launcher()).iter().any(|layer| layer.name == "memory group" && layer.active) {
        return;
    }
    let folder = Folder::new("pipes");
    let source = "char block[MIB]; int main() { int held = 0, p[2]; for (int i = 0; i < 56; i++) {
        if (pipe2(p, O_NONBLOCK) || fcntl(p[1], F_SETPIPE_SZ, MIB) < 0) break; long n;
        while ((n = write(p[1], block, MIB)) > 0) held += n >> 10; } return held >= 48 << 10 ? 1 : 2; }";
    let command = folder.c("pipes", &format!("{HEADERS}\n{source}"));
    let limits = Limits { memory: 16 << 20, file_size: 1 << 16, ..Limits::default() };
    let end = |arguments: &[&str]| {
        let launcher = Launcher { arguments: words(arguments), ..launcher() };
        Runner::new(launcher, limits.clone()).start(&program(&folder.0, &command)).unwrap().turn().pause
    };
    let uncounted = end(&["--without-group"]);
    if uncounted == Pause::Ended(End::Exited(2)) {
        // This machine does not let a user have so much.
        return;
    }
    assert_eq!(uncounted, Pause::Ended(End::Exited(1)));
    assert_eq!(end(&[]), Pause::Ended(End::MemoryLimit));
}

#[test]
fn tables_of_pages_count() {
    let source = "int main() { long size = 512l << 30; char *p = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED) return 2; madvise(p, size, MADV_NOHUGEPAGE); volatile char sum = 0;
        for (long at = 0; at < size; at += 2 * MIB) sum += p[at];
        sleep(3); return 1; }";
    check("tables", source);
}

/// A server fills buffers of connections to itself, in eight processes. What it holds is in nobody's pages.
const FILLS: &str = "#include <netinet/in.h>\n#include <stdlib.h>\n
    char block[65536]; struct sockaddr_in at(int port) { struct sockaddr_in a = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}}; return a; }
    int inner(int kind, struct sockaddr_in *a) { int s = socket(AF_INET, kind, 0); socklen_t size = sizeof *a; *a = at(0);
        if (s < 0 || bind(s, (void *)a, size) || kind == SOCK_STREAM && listen(s, 4096)) return -1;
        getsockname(s, (void *)a, &size); return s; }
    void larger(int s) { int most = 64 * MIB; setsockopt(s, SOL_SOCKET, SO_SNDBUF, &most, 4); setsockopt(s, SOL_SOCKET, SO_RCVBUF, &most, 4); }
    long fill(int s) { long held = 0, n; while ((n = send(s, block, sizeof block, MSG_DONTWAIT)) > 0) held += n; return held; }
    long streams() { struct sockaddr_in a; long held = 0; int l = inner(SOCK_STREAM, &a), c, d;
        for (int i = 0; l >= 0 && i < 400; i++) { if ((c = socket(AF_INET, SOCK_STREAM, 0)) < 0) break; larger(c);
            if (connect(c, (void *)&a, sizeof a) || (d = accept(l, 0, 0)) < 0) break; larger(d); held += fill(c) + fill(d); }
        return held; }
    long packets() { struct sockaddr_in a; long held = 0, n; int s;
        for (int i = 0; i < 800 && (s = inner(SOCK_DGRAM, &a)) >= 0; i++) { larger(s);
            for (int k = 0; k < 400 && (n = sendto(s, block, 60000, MSG_DONTWAIT, (void *)&a, sizeof a)) > 0; k++);
            /* What does not fit is thrown away; what is there tells how much fits. */
            int most; socklen_t size = 4; getsockopt(s, SOL_SOCKET, SO_RCVBUF, &most, &size); held += most; }
        return held; }
    int main(int n, char **a) { int l = socket(AF_INET, SOCK_STREAM, 0), yes = 1; struct sockaddr_in here = at(atoi(a[1]));
        setsockopt(l, SOL_SOCKET, SO_REUSEADDR, &yes, 4); if (bind(l, (void *)&here, sizeof here) || listen(l, 5)) return 1;
        int c = accept(l, 0, 0), back[2]; long total = 0; pipe(back); read(c, block, 9);
        for (int child = 0; child < 8; child++) if (!fork()) { long held = a[2][0] == 's' ? streams() : packets();
            write(back[1], &held, sizeof held); sleep(20); _exit(0); }
        for (int child = 0; child < 8; child++) { long held; read(back[0], &held, sizeof held); total += held; }
        dprintf(c, \"%ld\\n\", total / MIB); sleep(20); }";

#[test]
fn buffers_of_a_servers_connections_are_few() {
    let folder = Folder::new("network");
    let command = folder.c("network", &format!("{HEADERS}\n{FILLS}"));
    let has_network = lydian_sut::layers(&launcher())
        .iter()
        .any(|layer| layer.name == "network of its own for servers" && layer.active);
    if !has_network {
        println!("not tried: a server has the machine's network here");
        return;
    }
    for arguments in [words(&[]), words(&["--without-group"])] {
        for kind in ["streams", "packets"] {
            let mut program = program(&folder.0, &command);
            program.command.extend(words(&["12345", kind]));
            let limits = Limits { memory: 256 << 20, ..Limits::default() };
            let options = LinkOptions { limits, ..LinkOptions::default() };
            let launcher = Launcher { arguments: arguments.clone(), ..launcher() };
            let mut link = TcpLink::new("127.0.0.1:12345", options).serve(launcher, program);
            link.restart().unwrap();
            link.send(b"go").unwrap();
            match link.receive(Duration::from_secs(20)) {
                Received::Line(line) => {
                    let held: u64 = String::from_utf8_lossy(&line).parse().unwrap();
                    assert!(held <= 256, "{arguments:?} {kind}: {held} MiB");
                }
                // Where the kernel counts them, they are memory like any other.
                Received::Closed(end) => assert!(end.contains("memory"), "{arguments:?} {kind}: {end}"),
                other => panic!("{arguments:?} {kind}: {other:?}"),
            }
        }
    }
}

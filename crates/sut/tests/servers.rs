//! Links to TCP and HTTP servers: what arrives, what a restart does, and what hostile servers cannot do.
//! Every server carries a mark in its environment, by which processes that were left behind are found.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

mod support;

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use lydian_sut::link::{
    HttpAnswer, HttpLink, HttpTrouble, Link, LinkErrorKind, LinkOptions, Received, ServerNetwork, TcpLink,
};
use lydian_sut::{Launcher, Limits, Program};
use support::{Marked, launcher, words};

/// Long enough for a slow machine; a test that waits for this long fails.
const LONG: Duration = Duration::from_secs(20);
/// Long enough to see that nothing comes.
const SHORT: Duration = Duration::from_millis(200);

/// A port that nobody has now, and no other test of this process gets: below those that the system gives to connections, a port stays free.
fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(37);
    loop {
        let number = first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = 12_000 + (number % 18_000) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// A Python program that gets its port as `port`.
fn python(mark: &Marked, port: u16, source: &str) -> Program {
    let source = format!("import os, socket, sys, time\nport = int(sys.argv[1])\n{source}");
    Program {
        command: words(&["python3", "-c", &source, &port.to_string()]),
        environment: vec![mark.variable()],
        ..Program::default()
    }
}

fn tcp(mark: &Marked, source: &str, options: LinkOptions) -> TcpLink {
    let port = free_port();
    TcpLink::new(&format!("127.0.0.1:{port}"), options).serve(launcher(), python(mark, port, source))
}

fn http(mark: &Marked, source: &str, options: LinkOptions) -> HttpLink {
    let port = free_port();
    let link = HttpLink::new(&format!("http://127.0.0.1:{port}/base/"), options).unwrap();
    link.serve(launcher(), python(mark, port, source))
}

/// Gives a line back for each line, with a number that counts from the start of the server. The port is not marked
/// for reuse, so that a connection that lingers would keep the next server from starting.
const COUNTER: &str = "
server = socket.socket()
server.bind(('127.0.0.1', port))
server.listen()
n = 0
while True:
    connection, _ = server.accept()
    for line in connection.makefile('r'):
        n += 1
        connection.sendall(f'{n} {line}'.encode())
    connection.close()
";

/// Accepts one connection and runs what follows with it.
fn accepting(then: &str) -> String {
    format!(
        "server = socket.socket()\nserver.bind(('127.0.0.1', port))\nserver.listen()\n\
         print('listening')\nwhile True:\n connection, _ = server.accept()\n {then}"
    )
}

/// For servers that somebody else shall reach, too.
fn on_the_machine() -> LinkOptions {
    LinkOptions { network: ServerNetwork::Host, ..LinkOptions::default() }
}

fn has_namespaces() -> bool {
    lydian_sut::layers(&launcher())
        .iter()
        .any(|layer| layer.name.contains("network namespaces") && layer.active)
}

#[test]
fn servers_of_two_links_have_the_same_port_in_networks_of_their_own() {
    if !has_namespaces() {
        return;
    }
    let mark = Marked::new("tcp-two");
    // Somebody of the machine has it as well, and is not disturbed.
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    other.set_nonblocking(true).unwrap();
    let port = other.local_addr().unwrap().port();
    let link = || {
        TcpLink::new(&format!("localhost:{port}"), LinkOptions::default())
            .serve(launcher(), python(&mark, port, COUNTER))
    };
    let (mut first, mut second) = (link(), link());
    for link in [&mut first, &mut second] {
        link.restart().unwrap();
        link.send(b"a").unwrap();
        assert_eq!(link.receive(LONG), line("1 a"));
    }
    assert!(other.accept().is_err());
}

#[test]
fn a_server_in_a_network_of_its_own_reaches_nobody_else() {
    if !has_namespaces() {
        return;
    }
    let mark = Marked::new("tcp-alone");
    let other = TcpListener::bind("0.0.0.0:0").unwrap();
    let taken = other.local_addr().unwrap().port();
    let source = accepting(&format!(
        "line = connection.recv(99)\n try: socket.create_connection(('127.0.0.1', {taken}), 5); \
         answer = b'reached'\n except OSError: answer = b'alone'\n connection.sendall(answer + b'\\n')"
    ));
    let answer = |options: LinkOptions| {
        let mut link = tcp(&mark, &source, options);
        link.restart().unwrap();
        link.send(b"go").unwrap();
        link.receive(LONG)
    };
    assert_eq!(answer(LinkOptions::default()), line("alone"));
    assert_eq!(answer(on_the_machine()), line("reached"));
}

#[test]
fn an_address_elsewhere_needs_the_network_of_the_machine() {
    if !has_namespaces() {
        return;
    }
    let mark = Marked::new("tcp-elsewhere");
    let mut link = TcpLink::new("192.0.2.1:7000", LinkOptions::default())
        .serve(launcher(), python(&mark, 7000, COUNTER));
    assert!(link.restart().unwrap_err().message.ends_with("use localhost, or --network host"));
}

fn line(text: &str) -> Received {
    Received::Line(text.as_bytes().to_vec())
}

#[test]
fn a_server_of_ours_answers_and_a_restart_gives_a_fresh_one() {
    let mark = Marked::new("tcp-restart");
    let mut link = tcp(&mark, COUNTER, LinkOptions::default());
    for _ in 0..4 {
        link.restart().unwrap();
        for number in 1..20 {
            link.send(b"hello").unwrap();
            assert_eq!(link.receive(LONG), line(&format!("{number} hello")));
        }
        link.send(b"not asked for").unwrap();
    }
    drop(link);
    mark.assert_gone();
}

#[test]
fn a_server_of_somebody_else_is_connected_again_and_keeps_its_state() {
    let mark = Marked::new("tcp-foreign");
    let port = free_port();
    let address = format!("localhost:{port}");
    let mut owner = TcpLink::new(&address, on_the_machine()).serve(launcher(), python(&mark, port, COUNTER));
    owner.restart().unwrap();
    owner.send(b"a").unwrap();
    assert_eq!(owner.receive(LONG), line("1 a"));
    let mut guest = TcpLink::new(&address, LinkOptions::default());
    assert_eq!(guest.receive(LONG), Received::Closed("has not been connected".to_owned()));
    guest.restart().unwrap();
    guest.send(b"b").unwrap();
    assert_eq!(guest.receive(SHORT), Received::Silent, "the server talks to one at a time");
    drop(owner);
    assert!(matches!(guest.receive(LONG), Received::Closed(how) if how == "closed the connection"));
    mark.assert_gone();
}

/// A server that was not started by a link.
struct Foreign(std::process::Child);

impl Drop for Foreign {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn a_second_connection_finds_the_state_of_the_first() {
    let port = free_port();
    let source = format!("import socket, sys\nport = int(sys.argv[1])\n{COUNTER}");
    let mut command = std::process::Command::new("python3");
    let _server = Foreign(command.args(["-c", &source, &port.to_string()]).spawn().unwrap());
    let mut link = TcpLink::new(&format!("127.0.0.1:{port}"), LinkOptions::default());
    for number in 1..4 {
        link.restart().unwrap();
        link.send(b"x").unwrap();
        assert_eq!(link.receive(LONG), line(&format!("{number} x")));
    }
}

#[test]
fn a_server_that_never_listens_is_unreachable_in_time() {
    let mark = Marked::new("tcp-never");
    let options = LinkOptions { start: Duration::from_millis(500), ..LinkOptions::default() };
    let mut link = tcp(&mark, "print('hm')\ntime.sleep(1000)", options.clone());
    let begun = Instant::now();
    let error = link.restart().unwrap_err();
    assert!(begun.elapsed() < LONG);
    assert_eq!(error.kind, LinkErrorKind::Unreachable);
    assert!(error.message.contains("accepts no connection in 500 ms"), "{error}");
    assert_eq!(error.diagnostic().code, "system-unreachable");
    drop(link);
    mark.assert_gone();
    let mut foreign = TcpLink::new(&format!("127.0.0.1:{}", free_port()), options);
    assert_eq!(foreign.restart().unwrap_err().kind, LinkErrorKind::Unreachable);
}

#[test]
fn a_server_that_ends_before_it_listens_is_told_at_once_with_its_last_words() {
    let mark = Marked::new("tcp-ends");
    let mut link = tcp(&mark, "sys.stderr.write('no such table\\n')\nsys.exit(4)", LinkOptions::default());
    let error = link.restart().unwrap_err();
    assert!(error.message.ends_with("the server ended with exit code 4 before it listened"), "{error}");
    assert_eq!(link.tail(), b"no such table\n");
    mark.assert_gone();
}

#[test]
fn somebody_else_at_the_port_is_not_taken_for_our_server() {
    let mark = Marked::new("tcp-taken");
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port();
    let mut link = TcpLink::new(&format!("127.0.0.1:{port}"), on_the_machine())
        .serve(launcher(), python(&mark, port, COUNTER));
    let error = link.restart().unwrap_err();
    assert_eq!(error.message, format!("something else listens at 127.0.0.1:{port} already"));
    drop(other);
    link.restart().unwrap();
}

#[test]
fn nonsense_for_an_address_is_an_error() {
    for address in
        ["", "localhost", "localhost:http", "localhost:99999", "no host:1", "no-such-host.invalid:1"]
    {
        let mut link = TcpLink::new(address, LinkOptions::default());
        let error = link.restart().unwrap_err();
        assert_eq!(error.kind, LinkErrorKind::Unreachable, "{address}: {error}");
    }
}

#[test]
fn silence_the_end_of_a_connection_and_the_end_of_a_server_are_told_apart() {
    let mark = Marked::new("tcp-ways");
    for (then, expected) in [
        ("time.sleep(1000)", Received::Silent),
        ("connection.close()", Received::Closed("closed the connection".to_owned())),
        ("connection.recv(9); os._exit(3)", Received::Closed("ended with exit code 3".to_owned())),
        (
            "os.kill(os.getpid(), 11)",
            Received::Closed("died of signal 11 (invalid memory access)".to_owned()),
        ),
        (
            "connection.sendall(b'half')\n connection.close()",
            Received::Closed("closed the connection".to_owned()),
        ),
        ("connection.sendall(b'y' * 5000000)", Received::TooLong),
    ] {
        let mut link = tcp(&mark, &accepting(then), LinkOptions::default());
        link.restart().unwrap();
        let _ = link.send(b"x");
        let wait = if expected == Received::Silent { SHORT } else { LONG };
        assert_eq!(link.receive(wait), expected, "{then}");
        // A connection can end anywhere: what has no end is no line, and there for whoever asks for the half.
        let half: &[u8] = if then.contains("half") { b"half" } else { b"" };
        if expected != Received::TooLong {
            assert_eq!(link.half(), half, "{then}");
        }
        if expected == Received::TooLong {
            assert_eq!(link.send(b"x").unwrap_err().kind, LinkErrorKind::Unusable);
        }
    }
    mark.assert_gone();
}

#[test]
fn a_server_that_never_reads_makes_sending_fail_in_time() {
    let mark = Marked::new("tcp-deaf");
    let options = LinkOptions { send: Duration::from_millis(300), ..LinkOptions::default() };
    let mut link = tcp(&mark, &accepting("time.sleep(1000)"), options);
    link.restart().unwrap();
    let long = vec![b'z'; 1 << 20];
    let error = (0..200).find_map(|_| link.send(&long).err()).expect("no socket takes that much");
    assert_eq!(error.kind, LinkErrorKind::Unread);
    drop(link);
    mark.assert_gone();
}

#[test]
fn a_server_that_logs_without_end_goes_on_and_its_last_words_are_kept() {
    let mark = Marked::new("tcp-logs");
    let then = "sys.stderr.write('e' * 3000000)\n print('o' * 3000000, flush=True)\n \
                connection.sendall(b'logged\\n')\n time.sleep(1000)";
    let mut link = tcp(&mark, &accepting(then), LinkOptions::default());
    link.restart().unwrap();
    assert_eq!(link.receive(LONG), line("logged"));
    assert_eq!(link.tail().len(), 2048);
}

#[test]
fn all_processes_of_a_server_end_with_it_with_and_without_namespaces() {
    let mark = Marked::new("tcp-tree");
    let then = "if os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n   connection.sendall(b'up\\n')\n   \
                time.sleep(1000)\n  os._exit(0)\n time.sleep(1000)";
    for launcher in [launcher(), Launcher { arguments: words(&["--without-namespaces"]), ..launcher() }] {
        let port = free_port();
        let program = python(&mark, port, &accepting(then));
        let mut link =
            TcpLink::new(&format!("127.0.0.1:{port}"), LinkOptions::default()).serve(launcher, program);
        for _ in 0..2 {
            link.restart().unwrap();
            assert_eq!(link.receive(LONG), line("up"));
        }
        drop(link);
        mark.assert_gone();
    }
}

#[test]
fn a_server_has_limits_and_finds_no_files_of_others() {
    let mark = Marked::new("tcp-limits");
    let folder = support::Folder::new("tcp-limits");
    let secret = folder.write("secret", "hidden");
    let then = format!(
        "try:\n  open({secret:?})\n  connection.sendall(b'read it\\n')\n except OSError: connection.sendall(b'hidden\\n')\n \
         try:\n  x = bytearray(1 << 30)\n  connection.sendall(b'got it\\n')\n except MemoryError: connection.sendall(b'refused\\n')\n \
         while True: pass"
    );
    let limits = Limits { cpu: Duration::from_secs(1), memory: 128 << 20, ..Limits::default() };
    let mut link = tcp(&mark, &accepting(&then), LinkOptions { limits, ..LinkOptions::default() });
    link.restart().unwrap();
    assert_eq!(link.receive(LONG), line("hidden"));
    assert_eq!(link.receive(LONG), line("refused"));
    assert_eq!(link.receive(LONG), Received::Closed("used up its processor time".to_owned()));
    mark.assert_gone();
}

/// Tells for each request its number since the start, on which connection it came, and all of it.
const HTTP_COUNTER: &str = "
from http.server import *
connections, requests = 0, 0
class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def setup(self):
        global connections
        connections += 1
        super().setup()
    def handle_one_request(self):
        self.raw_requestline = self.rfile.readline(65537)
        if not self.raw_requestline or not self.parse_request():
            self.close_connection = True
            return
        global requests
        requests += 1
        length = self.headers.get('content-length')
        sent = self.rfile.read(int(length)).decode() if length else None
        status = int(self.path.rpartition('/')[2]) if self.path[-1].isdigit() else 200
        text = f'{requests} {connections} {self.command} {self.path} {sent} {self.headers.get(\"x-test\")}'.encode()
        self.send_response(status)
        if 300 <= status < 400: self.send_header('Location', '/elsewhere')
        self.send_header('Content-Length', str(len(text)))
        self.end_headers()
        self.wfile.write(text)
HTTPServer(('127.0.0.1', port), Handler).serve_forever()
";

fn told(status: u16, text: &str) -> Result<HttpAnswer, HttpTrouble> {
    Ok(HttpAnswer { status, body: text.as_bytes().to_vec() })
}

#[test]
fn requests_of_any_method_with_any_body_are_answered_with_any_status() {
    let mark = Marked::new("http-any");
    let mut link = http(&mark, HTTP_COUNTER, LinkOptions::default());
    assert_eq!(
        link.request("GET", "/", &[], None, LONG),
        Err(HttpTrouble::Closed("has not been connected".to_owned()))
    );
    link.restart().unwrap();
    let mut ask = |method, path, headers: &[(&str, &str)], body: Option<&str>| {
        link.request(method, path, headers, body.map(str::as_bytes), LONG)
    };
    // The first connection was made to see whether the server is there.
    assert_eq!(ask("GET", "/x", &[], None), told(200, "1 2 GET /base/x None None"));
    assert_eq!(ask("PUT", "keys/a b", &[], Some("v")), told(200, "2 2 PUT /base/keys/a%20b v None"));
    assert_eq!(ask("DELETE", "/x?y=z", &[], Some("why")), told(200, "3 2 DELETE /base/x?y=z why None"));
    assert_eq!(ask("GET", "/x", &[("X-Test", "1")], Some("b")), told(200, "4 2 GET /base/x b 1"));
    assert_eq!(ask("POST", "/x", &[], Some("")), told(200, "5 2 POST /base/x  None"));
    assert_eq!(ask("FROB", "/x", &[], None), told(200, "6 2 FROB /base/x None None"));
    assert_eq!(ask("GET", "/404", &[], None), told(404, "7 2 GET /base/404 None None"));
    assert_eq!(ask("GET", "/500", &[], None), told(500, "8 2 GET /base/500 None None"));
    assert_eq!(ask("GET", "/302", &[], None), told(302, "9 2 GET /base/302 None None"));
    assert_eq!(ask("POST", "/307", &[], Some("z")), told(307, "10 2 POST /base/307 z None"));
    for (method, headers) in [("G T", [("a", "b")]), ("GET", [("a b", "c")]), ("GET", [("a", "b\r\nc: d")])] {
        let answer = ask(method, "/", &headers, None);
        assert!(matches!(answer, Err(HttpTrouble::BadRequest(_))), "{answer:?}");
    }
    drop(link);
    mark.assert_gone();
}

#[test]
fn a_restart_gives_a_fresh_http_server() {
    let mark = Marked::new("http-restart");
    let mut link = http(&mark, HTTP_COUNTER, LinkOptions::default());
    for _ in 0..3 {
        link.restart().unwrap();
        assert_eq!(link.request("GET", "/a", &[], None, LONG), told(200, "1 2 GET /base/a None None"));
        assert_eq!(link.request("GET", "/a", &[], None, LONG), told(200, "2 2 GET /base/a None None"));
    }
    drop(link);
    mark.assert_gone();
}

#[test]
fn a_server_that_closes_each_connection_after_its_answer_is_connected_again() {
    let mark = Marked::new("http-close");
    let source = HTTP_COUNTER.replace("HTTP/1.1", "HTTP/1.0");
    let mut link = http(&mark, &source, LinkOptions::default());
    link.restart().unwrap();
    for number in 1..10 {
        let expected = format!("{number} {} GET /base/a None None", number + 1);
        assert_eq!(link.request("GET", "/a", &[], None, LONG), told(200, &expected));
    }
}

/// What a request gets from a server that reads the request and then does this.
fn answer_of(mark: &Marked, then: &str, wait: Duration) -> Result<HttpAnswer, HttpTrouble> {
    let body = format!(
        "data = connection.recv(65536)\n if not data: continue\n head = b'HTTP/1.1 200 OK\\r\\n'\n send = connection.sendall\n try:\n  {then}\n except OSError: pass"
    );
    let mut link = http(mark, &accepting(&body), LinkOptions { line: 100_000, ..LinkOptions::default() });
    link.restart().unwrap();
    let begun = Instant::now();
    let answer = link.request("GET", "/", &[], None, wait);
    assert!(begun.elapsed() < LONG, "{then} took {:?}", begun.elapsed());
    answer
}

/// A part of an answer with status 200, and how the connection ended, if it did.
fn half(body: &str, end: Option<&str>) -> Result<HttpAnswer, HttpTrouble> {
    let (body, end) = (body.as_bytes().to_vec(), end.map(str::to_owned));
    Err(HttpTrouble::Half { status: 200, body, end })
}

#[test]
fn an_http_server_that_does_not_answer_whole_is_silent_or_gives_half_an_answer() {
    let mark = Marked::new("http-silent");
    let wait = Duration::from_millis(400);
    for then in ["time.sleep(1000)", "send(head); time.sleep(1000)"] {
        assert_eq!(answer_of(&mark, then, wait), Err(HttpTrouble::Silent), "{then}");
    }
    for then in [
        "send(head + b'Content-Length: 10\\r\\n\\r\\nhalf'); time.sleep(1000)",
        "send(head + b'\\r\\nhalf'); time.sleep(1000)",
        "send(head + b'Transfer-Encoding: chunked\\r\\n\\r\\n4\\r\\nhalf'); time.sleep(1000)",
    ] {
        assert_eq!(answer_of(&mark, then, wait), half("half", None), "{then}");
    }
    // One that sends a little every now and then does not get more time by that.
    let trickle =
        "send(head + b'Content-Length: 1000\\r\\n\\r\\n')\n  while True: send(b'.'); time.sleep(0.05)";
    let answer = answer_of(&mark, trickle, wait);
    assert!(matches!(answer, Err(HttpTrouble::Half { status: 200, end: None, .. })), "{answer:?}");
    let trickle = "send(head)\n  while True: send(b'a: b\\r\\n'); time.sleep(0.05)";
    assert_eq!(answer_of(&mark, trickle, wait), Err(HttpTrouble::Silent));
    let endless = "\n  while True: send(b'HTTP/1.1 100 Continue\\r\\n\\r\\n'); time.sleep(0.01)";
    assert_eq!(answer_of(&mark, endless, wait), Err(HttpTrouble::Silent));
    mark.assert_gone();
}

#[test]
fn an_http_answer_without_end_is_too_long() {
    let mark = Marked::new("http-long");
    for then in [
        "send(head + b'\\r\\n')\n  while True: send(b'x' * 65536)",
        "send(head + b'Content-Length: 100001\\r\\n\\r\\n' + b'x' * 100001)",
        "send(head + b'Transfer-Encoding: chunked\\r\\n\\r\\n')\n  while True: send(b'5\\r\\nhello\\r\\n')",
        "send(head)\n  while True: send(b'a: ' + b'b' * 1000 + b'\\r\\n')",
        "send(head + b'a: ')\n  while True: send(b'b' * 1000)",
    ] {
        assert_eq!(answer_of(&mark, then, LONG), Err(HttpTrouble::TooLong), "{then}");
    }
    let fits = "send(head + b'Content-Length: 100000\\r\\n\\r\\n' + b'x' * 100000)";
    assert_eq!(answer_of(&mark, fits, LONG), told(200, &"x".repeat(100_000)));
    mark.assert_gone();
}

#[test]
fn what_is_no_http_is_malformed() {
    let mark = Marked::new("http-malformed");
    for then in [
        "send(b'hello\\r\\n\\r\\n')",
        "send(b'HTTP/1.1 abc OK\\r\\n\\r\\n')",
        "send(b'HTTP/1.1 99999 OK\\r\\n\\r\\n')",
        "send(b'SMTP/1.1 200 OK\\r\\n\\r\\n')",
        "send(head + b'no colon\\r\\n\\r\\n')",
        "send(head + b'Content-Length: many\\r\\n\\r\\n')",
        "send(head + b'Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\nx')",
        "send(b'\\xff' * 1000 + b'\\r\\n\\r\\n')",
    ] {
        let answer = answer_of(&mark, then, LONG);
        assert!(matches!(answer, Err(HttpTrouble::Malformed(_))), "{then}: {answer:?}");
    }
    mark.assert_gone();
}

#[test]
fn an_http_server_that_closes_or_ends_is_told() {
    let mark = Marked::new("http-closed");
    let closed = |how: &str| Err(HttpTrouble::Closed(how.to_owned()));
    for (then, how) in [
        ("connection.close()", "closed the connection"),
        ("send(head); connection.close()", "closed the connection"),
        ("sys.exit(7)", "ended with exit code 7"),
        ("os.kill(os.getpid(), 6)", "died of signal 6 (abort)"),
    ] {
        assert_eq!(answer_of(&mark, then, LONG), closed(how), "{then}");
    }
    let then = "send(head + b'Content-Length: 10\\r\\n\\r\\nhalf'); connection.close()";
    assert_eq!(answer_of(&mark, then, LONG), half("half", Some("closed the connection")));
    mark.assert_gone();
}

//! Holds `lydian model test` to servers on the network: the store of `examples/models/kvstore` over TCP and over HTTP, right and
//! with each of its mistakes. Each test looks for a free port of its own.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// How a server is reached.
#[derive(Clone, Copy)]
enum Way {
    Tcp,
    Http,
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/models/kvstore").join(name)
}

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

/// Tests the store with one of its mistakes (0 for none) and further options.
fn tested(way: Way, bug: u8, options: &[&str]) -> Output {
    let port = free_port().to_string();
    let (wire, option, address) = match way {
        Way::Tcp => ("kvstore.toml", "--tcp", format!("127.0.0.1:{port}")),
        Way::Http => ("kvstore-http.toml", "--http", format!("http://127.0.0.1:{port}")),
    };
    Command::new(env!("CARGO_BIN_EXE_lydian"))
        .args(["model", "test"])
        .arg(example("kvstore.ml"))
        .arg("--wire")
        .arg(example(wire))
        .args([option, &address])
        .args(options)
        .args(["--", "python3"])
        .arg(example("server.py"))
        .args([option, &port, "--bug", &bug.to_string()])
        .output()
        .expect("the command runs")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The inputs of the counterexample.
fn inputs(output: &Output) -> Vec<String> {
    let report = String::from_utf8_lossy(&output.stdout);
    let line = report.lines().find_map(|line| line.trim_start().strip_prefix("inputs "));
    line.unwrap_or_else(|| panic!("no inputs in\n{}", text(output)))
        .split("; ")
        .map(|input| input.trim().to_owned())
        .collect()
}

/// A machine that is busy answers late: only the test of a server that hangs waits no longer than a second.
const PATIENT: [&str; 2] = ["--timeout", "20s"];

/// Mistakes 1 to 5, with the length of a shortest sequence that shows each.
const SHORTEST: [(u8, usize); 5] = [(1, 3), (2, 2), (3, 4), (4, 2), (5, 4)];

fn finds_the_mistakes(way: Way) {
    for (bug, length) in SHORTEST {
        let output = tested(way, bug, &PATIENT);
        assert_eq!(output.status.code(), Some(1), "mistake {bug}:\n{}", text(&output));
        assert_eq!(inputs(&output).len(), length, "mistake {bug}:\n{}", text(&output));
    }
}

fn finds_the_hang(way: Way) {
    let output = tested(way, 6, &["--timeout", "1s", "--replay", "Put (\"a\", 1); Delete \"a\"; Get \"a\""]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert_eq!(inputs(&output), ["Put (\"a\", 1)", "Delete \"a\"", "Get \"a\""]);
    assert!(text(&output).contains("no answer within"), "{}", text(&output));
}

#[test]
fn a_right_server_passes_over_tcp() {
    let output = tested(Way::Tcp, 0, &PATIENT);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("passed"), "{}", text(&output));
}

#[test]
fn a_right_server_passes_over_http() {
    let output = tested(Way::Http, 0, &PATIENT);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("passed"), "{}", text(&output));
}

#[test]
fn five_mistakes_are_found_over_tcp_by_shortest_sequences() {
    finds_the_mistakes(Way::Tcp);
}

#[test]
fn five_mistakes_are_found_over_http_by_shortest_sequences() {
    finds_the_mistakes(Way::Http);
}

#[test]
fn a_server_that_hangs_is_found_over_tcp() {
    finds_the_hang(Way::Tcp);
}

#[test]
fn a_server_that_hangs_is_found_over_http() {
    finds_the_hang(Way::Http);
}

#[test]
fn a_server_without_a_reset_is_started_afresh() {
    let folder = std::env::temp_dir().join(format!("lydian-network-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let wire = std::fs::read_to_string(example("kvstore.toml")).expect("the wire file");
    let without: String = wire
        .lines()
        .filter(|line| !line.starts_with("reset") && !line.starts_with("ok"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_ne!(wire, without);
    let path = folder.join("wire.toml");
    std::fs::write(&path, without).expect("a file can be written");
    let port = free_port().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_lydian"))
        .args(["model", "test"])
        .arg(example("kvstore.ml"))
        .arg("--wire")
        .arg(&path)
        .args(["--tcp", &format!("127.0.0.1:{port}")])
        .args(PATIENT)
        .args(["--method", "given"])
        // The second sequence sees a store without the first one's key only if the server is a new one.
        .args(["--given", "Put (\"a\", 1); Count", "--given", "Count; Get \"a\""])
        .args(["--format", "json", "--", "python3"])
        .arg(example("server.py"))
        .args(["--tcp", &port])
        .output()
        .expect("the command runs");
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("\"starts\": 2"), "{}", text(&output));
}

/// A process that is talked to over its standard streams and asks a service of the machine for each answer.
const ADAPTER: &str = "import socket, sys
port = int(sys.argv[1])
for line in sys.stdin:
    with socket.create_connection((\"localhost\", port)) as service:
        service.sendall(line.encode())
        print(service.makefile().readline().strip(), flush=True)
";

#[test]
fn an_adapter_over_standard_streams_reaches_a_service_with_the_network_of_the_machine() {
    use std::io::{BufRead, BufReader, Write};
    let folder = std::env::temp_dir().join(format!("lydian-adapter-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let (model, adapter) = (folder.join("model.ml"), folder.join("adapter.py"));
    let source = "type state = unit\ntype input = Go\ntype output = Done\nlet init = ()\nlet step () Go = Some (Done, ())\n";
    std::fs::write(&model, source).expect("a file can be written");
    std::fs::write(&adapter, ADAPTER).expect("a file can be written");
    let service = TcpListener::bind("localhost:0").expect("a port");
    let port = service.local_addr().expect("an address").port().to_string();
    std::thread::spawn(move || {
        for mut connection in service.incoming().flatten() {
            let mut line = String::new();
            let heard = connection.try_clone().and_then(|copy| BufReader::new(copy).read_line(&mut line));
            if heard.is_ok() && line == "Go\n" {
                let _ = connection.write_all(b"Done\n");
            }
        }
    });
    let test = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lydian"));
        command.args(["model", "test"]).arg(&model).args(["--replay", "Go; Go"]).args(PATIENT).args(options);
        command.args(["--", "python3"]).arg(&adapter).arg(&port).output().expect("the command runs")
    };
    let (with, without) = (test(&["--network", "host"]), test(&[]));
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(with.status.code(), Some(0), "{}", text(&with));
    assert_eq!(without.status.code(), Some(1), "{}", text(&without));
}

//! Holds `lydian model test` to servers that somebody else started, and that are not at their start: the reset must bring
//! them there, what does not reset is said, and what is wrong is found all the same.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A counter: `reset` may work, do nothing, or be unknown; and something may be wrong.
const SERVER: &str = r#"
import random, socket, sys
port, reset, mistake = int(sys.argv[1]), sys.argv[2], sys.argv[3]
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", port))
listener.listen(8)
print("ready", flush=True)
count, downs = 7, 0
while True:
    connection, _ = listener.accept()
    lines = connection.makefile("rwb", buffering=0)
    for line in lines:
        word = line.decode().strip()
        answer = "Done"
        if word == "Up":
            count += 1
        elif word == "Down":
            answer = "Done" if count > 0 else "refused"
            count = max(count - 1, 0)
            if mistake == "closes" and count == 1:
                break
        elif word == "Show":
            answer = f"Count {count + 1}" if mistake == "wrong" and count == 2 else f"Count {count}"
            if mistake == "random":
                answer = f"Count {random.randrange(1000, 1000000)}"
        elif word == "reset" and reset != "unknown":
            count = count if reset == "nothing" else 1 if mistake == "starts" else 0
        else:
            answer = "ERROR no such command"
        lines.write(answer.encode() + b"\n")
    lines.close()
    connection.close()
"#;

const MODEL: &str = "type state = int
type input = Up | Down | Show
type output = Done | Count of int
let init = 0
let step count = function
  | Up -> Some (Done, count + 1)
  | Down -> if count > 0 then Some (Done, count - 1) else None
  | Show -> Some (Count count, count)
";

/// A server that runs, with the folder of its files.
struct Server {
    child: Child,
    folder: PathBuf,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Starts a counter that stands at 7.
fn server(reset: &str, mistake: &str) -> Server {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("lydian-resets-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("server.py"), SERVER).expect("a file can be written");
    std::fs::write(folder.join("counter.ml"), MODEL).expect("a file can be written");
    let free = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let mut child = Command::new("python3")
        .arg(folder.join("server.py"))
        .args([&port.to_string(), reset, mistake])
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("a pipe");
    BufReader::new(output).read_line(&mut line).expect("the server says that it is ready");
    Server { child, folder, port }
}

impl Server {
    fn tested(&self, options: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_lydian"))
            .args(["model", "test"])
            .arg(self.folder.join("counter.ml"))
            .args(["--tcp", &format!("127.0.0.1:{}", self.port), "--timeout", "20s"])
            .args(options)
            .output()
            .expect("the command runs")
    }

    fn show(&self) -> String {
        let mut connection = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        connection.write_all(b"Show\n").expect("a line can be sent");
        let mut line = String::new();
        BufReader::new(connection).read_line(&mut line).expect("an answer");
        line
    }
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[track_caller]
fn ends(output: &Output, code: i32, part: &str) {
    assert_eq!(output.status.code(), Some(code), "{}", text(output));
    assert!(text(output).contains(part), "no {part:?} in\n{}", text(output));
}

#[test]
fn a_right_server_that_was_not_fresh_passes() {
    let server = server("works", "none");
    assert_eq!(server.show(), "Count 7\n");
    ends(&server.tested(&["--reset", "reset"]), 0, "the reset works: 3 sequences");
    assert_eq!(server.show(), "Count 0\n", "the last sequence is followed by a reset");
}

#[test]
fn a_wrong_server_that_was_not_fresh_is_refuted_by_a_shortest_sequence() {
    let server = server("works", "wrong");
    ends(&server.tested(&["--reset", "reset"]), 1, "inputs    Up; Up; Show\n");
}

#[test]
fn a_server_that_closes_the_connection_at_the_same_point_each_time_is_refuted() {
    let server = server("works", "closes");
    let output = server.tested(&["--reset", "reset"]);
    ends(&output, 1, "inputs    Up; Up; Down\n");
    ends(&output, 1, "got       the system closed the connection");
}

#[test]
fn a_server_that_answers_random_numbers_is_refuted_with_both_runs() {
    let server = server("works", "random");
    let output = server.tested(&["--reset", "reset"]);
    ends(&output, 1, "inputs    Show\n");
    ends(&output, 1, "again     Show  ->  Count");
    ends(
        &server.tested(&["--reset", "reset", "--reply", "quiet", "--replay", "Show; Show; Show"]),
        1,
        "again",
    );
}

#[test]
fn a_reset_that_does_nothing_is_told_of_a_server_in_any_state() {
    let server = server("nothing", "none");
    ends(&server.tested(&["--reset", "reset"]), 2, "reset-does-not-reset");
    ends(&server.tested(&["--reset", "reset"]), 2, "reset-does-not-reset");
}

#[test]
fn a_server_that_keeps_its_state_needs_a_reset() {
    let server = server("works", "none");
    ends(&server.tested(&[]), 2, "the system keeps its state from one connection to the next");
}

#[test]
fn a_reset_that_the_server_does_not_know_is_told() {
    let server = server("unknown", "none");
    ends(&server.tested(&["--reset", "reset"]), 2, "the system answers \"ERROR no such command\"");
}

#[test]
fn a_single_question_cannot_tell_a_wrong_server_from_one_that_is_not_reset() {
    let server = server("nothing", "none");
    let output = server.tested(&["--reset", "reset", "--replay", "Show"]);
    ends(&output, 3, "a system that started in 7 would answer like this");
}

#[test]
fn a_server_that_starts_in_a_wrong_state_each_time_is_refuted() {
    let server = server("works", "starts");
    let output = server.tested(&["--reset", "reset"]);
    ends(&output, 1, "inputs    Show\n");
    ends(&output, 1, "got       Count 1");
}

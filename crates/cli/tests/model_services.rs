//! Holds `lydian model test` to services that nobody here wrote: redis, memcached, beanstalkd, lighttpd and sqlite3, as they are and with five
//! faults that the proxy of `examples/models/services` makes. Each runs in a network of its own, so the ports are always free.

use std::path::Path;
use std::process::{Command, Output};

fn tested(service: &str, fault: Option<&str>) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/models/services/services.py");
    Command::new("python3")
        .env("LYDIAN", env!("CARGO_BIN_EXE_lydian"))
        .arg(script)
        .args(["run", service])
        .args(fault)
        // A machine that is busy answers late.
        .args(["--timeout", "20s", "--budget", "300s"])
        .output()
        .expect("python3 runs")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// How many inputs the counterexample has.
fn inputs(output: &Output) -> usize {
    let report = String::from_utf8_lossy(&output.stdout);
    let line = report.lines().find_map(|line| line.trim_start().strip_prefix("inputs "));
    line.unwrap_or_else(|| panic!("no inputs in\n{}", text(output))).split("; ").count()
}

const FAULTS: [&str; 5] = ["wrong", "lost", "stale", "off", "closed"];

/// A service passes as it is, and each fault is found by a sequence of this length.
#[track_caller]
fn holds(service: &str, shortest: [usize; 5]) {
    let output = tested(service, None);
    assert_eq!(output.status.code(), Some(0), "{service}:\n{}", text(&output));
    for (fault, length) in FAULTS.into_iter().zip(shortest) {
        let output = tested(service, Some(fault));
        assert_eq!(output.status.code(), Some(1), "{service} {fault}:\n{}", text(&output));
        assert_eq!(inputs(&output), length, "{service} {fault}:\n{}", text(&output));
    }
}

#[test]
fn redis_passes_and_its_faults_are_found() {
    holds("redis", [1, 3, 3, 2, 3]);
}

#[test]
fn memcached_passes_and_its_faults_are_found() {
    holds("memcached", [1, 2, 3, 2, 2]);
}

#[test]
fn beanstalkd_passes_and_its_faults_are_found() {
    holds("beanstalkd", [1, 3, 3, 4, 3]);
}

#[test]
fn lighttpd_passes_and_its_faults_are_found() {
    holds("lighttpd", [1, 3, 3, 2, 2]);
}

#[test]
fn sqlite_passes_and_its_faults_are_found() {
    holds("sqlite", [1, 2, 3, 2, 2]);
}

//! Confirms counterexamples with a real OCaml toplevel.
//! Reference and submission run in processes of their own, since both define the same types; each prints its result in
//! marshalled form, which is equal exactly when the values are.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How a program ended in real OCaml.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Real {
    Value(Vec<u8>),
    Raised(String),
    NoEnd,
    Failed(String),
}

/// Whether real OCaml sees the difference too: the reference ends normally and the submission does something else.
pub(crate) fn is_real_difference(expected: &Real, actual: &Real) -> bool {
    matches!(expected, Real::Value(_)) && !matches!(actual, Real::Failed(_)) && expected != actual
}

/// Runs a call behind a program.
pub(crate) fn evaluate(ocaml: &str, program: &str, call: &str, seconds: u64) -> Real {
    let script = format!(
        "{program}\n;;\nlet () =\n  match Stdlib.Marshal.to_string ({call}) [Stdlib.Marshal.No_sharing] with\n  \
         | text -> Stdlib.print_string (\"value \" ^ Stdlib.Digest.to_hex (Stdlib.Digest.string text))\n  \
         | exception error -> Stdlib.print_string (\"raised \" ^ Stdlib.Printexc.to_string error)\n;;\n"
    );
    match run(ocaml, &script, seconds) {
        Ok(real) => real,
        Err(error) => Real::Failed(error.to_string()),
    }
}

fn run(ocaml: &str, script: &str, seconds: u64) -> std::io::Result<Real> {
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("lydian-bench-{}-{number}.ml", std::process::id()));
    std::fs::File::create(&path)?.write_all(script.as_bytes())?;
    let mut child = Command::new(ocaml)
        .args(["-w", "-a"])
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let ended = loop {
        match child.try_wait()? {
            Some(_) => break true,
            None if Instant::now() >= deadline => break false,
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    if !ended {
        child.kill()?;
    }
    let output = child.wait_with_output()?;
    let _ = std::fs::remove_file(&path);
    if !ended {
        return Ok(Real::NoEnd);
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // A submission may print something of its own first.
    if let Some(at) = text.rfind("value ") {
        return Ok(Real::Value(text[at + 6..].trim().as_bytes().to_vec()));
    }
    if let Some(at) = text.rfind("raised ") {
        return Ok(Real::Raised(text[at + 7..].trim().to_owned()));
    }
    Ok(Real::Failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

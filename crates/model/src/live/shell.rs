//! Commands of a wire file: what brings a system to its start from outside of it.
//!
//! They are the user's own, as in a makefile: they run in a shell, on the machine and not confined, in the directory in which Lydian was started.
//! Each has its exit code and, if that is said, its output; one that takes too long is ended with all that it started.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use lydian_budget::charge;
use lydian_words::seconds;

use crate::codec::{Wildcard, quoted};

/// A command and how it ends if it works.
#[derive(Debug, Clone)]
pub struct Shell {
    /// The command, for a shell.
    pub text: String,
    /// The right exit code.
    pub exit: i32,
}

/// How long output is waited for once the command has ended: what it left running may hold it open.
const REST: Duration = Duration::from_millis(200);

/// The exit code of `timeout` when the time is over.
const TOO_LATE: i32 = 124;

impl Shell {
    /// Runs it; what was wrong with it goes on after `the command`.
    pub(super) fn run(&self, ok: &[Wildcard], most: Duration) -> Result<(), String> {
        let begun = Instant::now();
        let outcome = self.outcome(most);
        charge(begun.elapsed());
        let (code, output) = outcome?;
        let shown = quoted(output.trim_ascii());
        match code {
            Some(TOO_LATE) if begun.elapsed() >= most => {
                Err(format!("does not end within {}", seconds(most)))
            }
            Some(code) if code == self.exit => {
                match ok.is_empty() || ok.iter().any(|ok| ok.matches(output.trim_ascii())) {
                    true => Ok(()),
                    false => Err(format!("writes {shown}")),
                }
            }
            Some(code) => Err(format!("ends with exit code {code} and writes {shown}")),
            None => Err("is ended by a signal".into()),
        }
    }

    fn outcome(&self, most: Duration) -> Result<(Option<i32>, Vec<u8>), String> {
        let mut command = match cfg!(target_os = "linux") {
            true => {
                let mut command = Command::new("timeout");
                command.args(["-k", "1", &format!("{:.3}", most.as_secs_f64()), "sh"]);
                command
            }
            false => Command::new("sh"),
        };
        command.args(["-c", &format!("{{ {}\n}} 2>&1", self.text)]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let cannot = |error: std::io::Error| format!("cannot be run: {error}");
        let mut child = command.spawn().map_err(cannot)?;
        let (send, receive) = channel();
        if let Some(mut output) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut chunk = [0; 4096];
                while let Ok(count @ 1..) = output.read(&mut chunk) {
                    if send.send(chunk[..count].to_vec()).is_err() {
                        return;
                    }
                }
            });
        }
        let status = child.wait().map_err(cannot)?;
        let (mut output, until) = (Vec::new(), Instant::now() + REST);
        while let Ok(chunk) = receive.recv_timeout(until.saturating_duration_since(Instant::now())) {
            output.extend(chunk);
        }
        Ok((status.code(), output))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, exit: i32, ok: &[&str]) -> Result<(), String> {
        let ok: Vec<Wildcard> = ok.iter().map(|text| Wildcard::new(text)).collect();
        Shell { text: text.into(), exit }.run(&ok, Duration::from_secs(20))
    }

    #[test]
    fn a_command_is_held_to_its_exit_code_and_its_output() {
        assert_eq!(run("echo done; echo and out >&2", 0, &["done*out"]), Ok(()));
        assert_eq!(run("exit 3", 3, &[]), Ok(()));
        assert_eq!(run("echo no; exit 3", 0, &[]), Err("ends with exit code 3 and writes \"no\"".into()));
        assert_eq!(run("echo no", 0, &["yes"]), Err("writes \"no\"".into()));
        let short = Shell { text: "sleep 60".into(), exit: 0 }.run(&[], Duration::from_millis(200));
        assert!(short.is_err_and(|why| why.contains("does not end")));
    }
}

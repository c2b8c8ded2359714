//! A program as it is asked of the launcher: paths that do not depend on where the caller is, environment, limits.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::{Network, Purpose, Runner, Server};
use crate::command::Resolved;
use crate::linux::message::{self, Request};
use crate::linux::streams::ProgramEnds;
use crate::{Program, WORK_DIRECTORY};

/// Variables that the profiles of languages set: where modules are looked for.
const MODULE_PATHS: &[&str] = &["PYTHONPATH", "CLASSPATH"];

impl Runner {
    /// The request for one run; where its memory is counted is left to the caller.
    pub(super) fn request(
        &self,
        server: &Server,
        place: PathBuf,
        program: &Program,
        resolved: &Resolved,
        purpose: Purpose<'_>,
        ends: &ProgramEnds,
    ) -> Request {
        let mut environment = resolved.environment.clone();
        if !self.files.is_empty() {
            find_modules_in(&place, &mut environment);
        }
        let current =
            if purpose.builds_in.is_empty() { place.clone() } else { place.join(purpose.builds_in) };
        for (name, value) in [("HOME", &place), ("TMPDIR", &place), ("PWD", &current)] {
            if !program.environment.iter().any(|(given, _)| given == name) {
                environment.push((name.into(), value.into()));
            }
        }
        let pair = |(name, value): &(std::ffi::OsString, std::ffi::OsString)| {
            [name.as_bytes(), b"=", value.as_bytes()].concat()
        };
        let given: u64 = self.files(program).map(|(_, bytes)| bytes.len() as u64 + 4096).sum();
        // Who talks to services of other machines looks up their names.
        let names = Some(PathBuf::from("/etc/resolv.conf"));
        let names = names.filter(|names| server.network == Network::Host && names.exists());
        Request {
            path: resolved.path.as_os_str().as_bytes().to_vec(),
            arguments: resolved.arguments.iter().map(|word| with_place(word.as_bytes(), &place)).collect(),
            environment: environment.iter().map(pair).collect(),
            work_directory: place.as_os_str().as_bytes().to_vec(),
            readable: named_paths(resolved.readable.iter().chain(&self.readable).chain(&names)),
            listed: named_paths(&self.listed),
            hidden: real_paths(&self.hidden),
            fixed: self.fixed.iter().map(message::fixed).collect(),
            terminal: ends.terminal.clone(),
            waits_for_files: self.files(program).next().is_some(),
            notify: purpose.notify,
            builds_in: purpose.builds_in.as_bytes().to_vec(),
            network: server.network != Network::None,
            counts_shared: false,
            counts_sockets: false,
            cpu_seconds: self.limits.cpu.as_secs().max(1) + u64::from(self.limits.cpu.subsec_nanos() > 0),
            memory: self.limits.memory,
            file_size: self.limits.file_size,
            disk: self.limits.file_size.saturating_mul(4).saturating_add(given),
            tasks: if server.hello.user { self.limits.processes.saturating_mul(64) } else { u64::MAX },
        }
    }
}

/// Has languages that look for modules in certain directories look in this one as well.
fn find_modules_in(place: &Path, environment: &mut [(OsString, OsString)]) {
    for (name, value) in environment {
        if MODULE_PATHS.iter().any(|path| name == path) {
            value.push(":");
            value.push(place);
        }
    }
}

/// A word with the working directory where it stands for it.
fn with_place(word: &[u8], place: &Path) -> Vec<u8> {
    let mark = WORK_DIRECTORY.as_bytes()[0];
    let parts: Vec<&[u8]> = word.split(|byte| *byte == mark).collect();
    parts.join(place.as_os_str().as_bytes())
}

/// These files and directories by names that do not depend on the current directory.
fn named_paths<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Vec<Vec<u8>> {
    let mut named: Vec<PathBuf> =
        paths.into_iter().filter_map(|path| std::path::absolute(path).ok()).collect();
    named.sort();
    named.dedup();
    named.into_iter().map(|path| path.into_os_string().into_encoded_bytes()).collect()
}

/// Where these files and directories are once links are followed; what is not there is left out.
fn real_paths<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Vec<Vec<u8>> {
    let mut real: Vec<PathBuf> = paths.into_iter().filter_map(|path| path.canonicalize().ok()).collect();
    real.sort();
    real.dedup();
    real.into_iter().map(|path| path.into_os_string().into_encoded_bytes()).collect()
}

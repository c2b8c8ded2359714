//! What the launcher and the holder of a run answer, and errors in the words of a user.

use std::os::fd::OwnedFd;

use super::PATIENCE;
use crate::command::Resolved;
use crate::linux::message;
use crate::linux::notify::Listener;
use crate::linux::sys::{self, Watch};
use crate::profile::interpreter;
use crate::{StartError, StartErrorKind};

/// The next message, or what went wrong instead.
pub(super) fn hear(socket: &OwnedFd, resolved: &Resolved) -> Result<(u8, Vec<u8>, Vec<OwnedFd>), StartError> {
    let mut watches = [Watch::readable(socket)];
    let waited = sys::poll(&mut watches, Some(PATIENCE));
    if waited.is_err() || !watches[0].ready() {
        return Err(confused(resolved));
    }
    // Whoever ends without having read everything leaves an error in front of what it said.
    let heard = sys::receive(socket, 4096).or_else(|_| sys::receive(socket, 4096));
    let (bytes, descriptors) = heard.map_err(|_| confused(resolved))?;
    match bytes.split_first() {
        Some((&message::FAILED, rest)) => Err(start_failure(resolved, rest)),
        Some((&tag, rest)) => Ok((tag, rest.to_vec(), descriptors)),
        None => Err(confused(resolved)),
    }
}

/// Why a run came to nothing, as the process that holds it has told; else this error.
pub(super) fn reason(control: &OwnedFd, resolved: &Resolved, otherwise: StartError) -> StartError {
    match hear(control, resolved) {
        Err(told) if told != confused(resolved) => told,
        _ => otherwise,
    }
}

/// Waits until the program has been executed; gives the notifications of its calls.
pub(super) fn confirm(
    set_up: &OwnedFd,
    control: &OwnedFd,
    resolved: &Resolved,
) -> Result<Option<Listener>, StartError> {
    let (tag, _, mut descriptors) =
        hear(set_up, resolved).map_err(|error| reason(control, resolved, error))?;
    if tag != message::CONFINED {
        return Err(confused(resolved));
    }
    let mut watches = [Watch::readable(set_up)];
    let waited = sys::poll(&mut watches, Some(PATIENCE));
    let (bytes, _) = match waited {
        Ok(()) if watches[0].ready() => sys::receive(set_up, 4096).map_err(|_| confused(resolved))?,
        _ => return Err(confused(resolved)),
    };
    match bytes.split_first() {
        None => Ok(descriptors.pop().map(Listener::new)),
        Some((&message::FAILED, rest)) => Err(start_failure(resolved, rest)),
        Some(_) => Err(confused(resolved)),
    }
}

fn start_failure(resolved: &Resolved, bytes: &[u8]) -> StartError {
    let (step, error) = message::read_failure(bytes);
    let path = resolved.path.display();
    match error.raw_os_error() {
        // It is there for the caller, and the run was not given it.
        Some(libc::ENOENT)
            if step == "executing it" && interpreter(&resolved.path).is_some_and(|it| it.exists()) =>
        {
            let message = format!(
                "`{path}` cannot be executed: the interpreter that it names is neither in PATH nor given to it"
            );
            StartError::new(StartErrorKind::NotExecutable, message)
        }
        Some(libc::ENOENT) if step == "executing it" => StartError::new(
            StartErrorKind::NotFound,
            format!("`{path}` cannot be executed: the interpreter that it names does not exist"),
        ),
        Some(libc::ESTALE) => StartError::new(
            StartErrorKind::BadProgram,
            format!(
                "`{path}` cannot be started: what was handed in has been replaced since it was looked at"
            ),
        ),
        Some(libc::EACCES | libc::ENOEXEC) if step == "executing it" => {
            StartError::new(StartErrorKind::NotExecutable, format!("`{path}` cannot be executed: {error}"))
        }
        _ => system_error(&path.to_string(), &step, &error),
    }
}

pub(super) fn system_error(command: &str, step: &str, error: &std::io::Error) -> StartError {
    let message = format!("`{command}` cannot be started: {step} failed: {error}");
    StartError::new(StartErrorKind::System, message)
}

pub(super) fn confused(resolved: &Resolved) -> StartError {
    let message = format!("`{}` cannot be started: the launcher does not answer", resolved.path.display());
    StartError::new(StartErrorKind::System, message)
}

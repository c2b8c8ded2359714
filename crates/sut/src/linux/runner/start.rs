//! One start: asks the launcher, puts files into the working directory, counts memory, and waits until the program is executed.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::answers::{confirm, confused, hear, reason, system_error};
use super::{Launched, Purpose, Runner, Server};
use crate::command::{Resolved, resolve};
use crate::linux::cgroup::Group;
use crate::linux::confine::as_path;
use crate::linux::holder::Holder;
use crate::linux::message;
use crate::linux::streams::ProgramEnds;
use crate::linux::sys;
use crate::linux::tree::Tree;
use crate::linux::work::{WorkDirectory, is_inside};
use crate::{Program, StartError, StartErrorKind, Terminal};

/// Memory that the process which holds a run may take.
const HOLDER_MEMORY: u64 = 16 << 20;

impl Runner {
    /// Has the launcher start a program on new streams.
    pub(super) fn launch<S>(
        &self,
        program: &Program,
        purpose: Purpose<'_>,
        make: impl Fn(Terminal) -> std::io::Result<(S, ProgramEnds)>,
    ) -> Result<(S, Launched), StartError> {
        let names = self.files(program).map(|(name, _)| name).chain(&program.collect);
        if let Some(name) = names.into_iter().find(|name| !is_inside(name)) {
            let message = format!("the file name `{}` leaves the working directory", name.escape_default());
            return Err(StartError::new(StartErrorKind::BadProgram, message));
        }
        let resolved = resolve(program, &self.limits, &self.fixed)?;
        let start_on = |server: &Arc<Server>| -> Result<(S, Launched), StartError> {
            let (streams, ends) = make(resolved.terminal).map_err(|error| {
                system_error(&resolved.path.display().to_string(), "making its streams", &error)
            })?;
            Ok((streams, self.launch_on(server, program, &resolved, purpose, ends)?))
        };
        let server = self.server()?;
        let counted = server.counts_memory.load(Ordering::Relaxed);
        match start_on(&server) {
            // Groups can be made and not be entered.
            Err(_) if counted && !server.counts_memory.load(Ordering::Relaxed) => start_on(&server),
            // A launcher that was killed from outside is replaced once.
            Err(error) if error.kind == StartErrorKind::System && !server.is_alive() => {
                *self.server.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = None;
                start_on(&self.server()?)
            }
            other => other,
        }
    }

    fn launch_on(
        &self,
        server: &Arc<Server>,
        program: &Program,
        resolved: &Resolved,
        purpose: Purpose<'_>,
        ends: ProgramEnds,
    ) -> Result<Launched, StartError> {
        let failed = |step: &'static str| {
            let command = resolved.path.display().to_string();
            move |error: std::io::Error| system_error(&command, step, &error)
        };
        let place = server.next_place();
        let mut work = match server.hello.mount {
            true => None,
            false => Some(WorkDirectory::on_disk(place.clone()).map_err(failed("making a directory"))?),
        };
        let mut request = self.request(server, place, program, resolved, purpose, &ends);
        // Files in memory are its memory, too, but they have a limit of their own; the rest is for the holder.
        let scratch = if server.hello.root { request.file_size.saturating_mul(2) } else { 0 };
        let room = if server.hello.mount { request.disk.saturating_add(scratch) } else { 0 };
        let group = match server.counts_memory.load(Ordering::Relaxed) {
            true => Group::new(self.limits.memory.saturating_add(room).saturating_add(HOLDER_MEMORY)),
            false => None,
        };
        // The program must not be started before its holder is in the group.
        request.waits_for_files |= group.is_some();
        request.counts_shared = group.is_none();
        request.counts_sockets = request.network && !group.as_ref().is_some_and(Group::counts_network);
        let bytes = request.encode();
        if bytes.len() > message::LARGEST {
            let message = "the command with its environment is too long";
            return Err(StartError::new(StartErrorKind::BadProgram, message));
        }
        let (control, their_control) = sys::message_pair().map_err(failed("making a socket"))?;
        let (set_up, their_set_up) = sys::message_pair().map_err(failed("making a socket"))?;
        let [input, output, errors] = &ends.streams;
        let descriptors = [input, output, errors, &their_set_up, &their_control].map(|end| end.as_fd());
        let socket = server.socket().map_err(failed("asking the launcher"))?;
        sys::send(socket, &bytes, &descriptors).map_err(failed("asking the launcher"))?;
        drop((ends, their_set_up, their_control));

        let mut started = None;
        while started.is_none() || work.is_none() {
            let (tag, bytes, descriptors) = hear(&control, resolved)?;
            match (tag, <[OwnedFd; 1]>::try_from(descriptors), <[u8; 4]>::try_from(&bytes[..])) {
                (message::STARTED, Ok([descriptor]), Ok(process)) => {
                    started = Some((descriptor, i32::from_le_bytes(process)));
                }
                (message::WORK_DIRECTORY, Ok([descriptor]), _) => {
                    work = Some(WorkDirectory::in_memory(descriptor));
                }
                _ => return Err(confused(resolved)),
            }
        }
        let (Some((process, root)), Some(work)) = (started, work) else { return Err(confused(resolved)) };
        match group.as_ref().map_or(Ok(()), |group| group.add(root)) {
            Err(error) if error.raw_os_error() == Some(libc::ESRCH) => {
                return Err(reason(&control, resolved, failed("starting it")(error)));
            }
            Err(error) => {
                // The program was told to count on it, so it is not let go; the next one does without.
                server.counts_memory.store(false, Ordering::Relaxed);
                return Err(failed("entering its memory group")(error));
            }
            Ok(()) => {}
        }
        let tree = Tree { root };
        let directory = as_path(&request.work_directory).to_owned();
        let holder = Holder {
            process,
            tree,
            control,
            report: None,
            charged: Duration::ZERO,
            work,
            group,
            directory,
            _server: server.clone(),
        };
        if request.waits_for_files {
            for (name, bytes) in self.files(program) {
                holder.work.write(name, bytes).map_err(|error| {
                    system_error(&name.escape_default().to_string(), "writing it", &error)
                })?;
            }
            sys::send(&holder.control, &[message::GO], &[])
                .map_err(|error| reason(&holder.control, resolved, failed("starting it")(error)))?;
        }
        let listener = confirm(&set_up, &holder.control, resolved)?;
        Ok(Launched { holder, listener })
    }
}

//! Starts programs: keeps one launcher and asks it for each run.
//! In: a `Program`. Out: a `Run` whose program has been executed, or the reason why not.
//! Any number of threads may start runs at the same time.

use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::cgroup::Group;
use super::confine::as_path;
use super::gate::Gate;
use super::holder::Holder;
use super::layers::notification_works;
use super::message::{self, Hello, Notify, Request};
use super::notify::Listener;
use super::run::{Parts, Run};
use super::streams::{ProgramEnds, Streams};
use super::sys::{self, Watch};
use super::tree::Tree;
use super::work::{WorkDirectory, is_inside};
use crate::command::{Resolved, resolve};
use crate::profile::interpreter;
use crate::{
    Launcher, Limits, Place, Program, StartError, StartErrorKind, Terminal, Tracing, WORK_DIRECTORY,
};

/// How long the launcher may take for one step.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// Memory that the process which holds a run may take.
const HOLDER_MEMORY: u64 = 16 << 20;

/// Starts programs within limits.
pub struct Runner {
    launcher: Launcher,
    limits: Limits,
    tracing: Tracing,
    readable: Vec<PathBuf>,
    listed: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    network: Network,
    server: Mutex<Option<Arc<Server>>>,
}

/// What programs find of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Network {
    /// Nothing.
    None = 0,
    /// The machine's own.
    Host = 1,
    /// One of its own, without devices: for servers that are talked to.
    Own = 2,
}

impl Network {
    /// As it is told to the launcher.
    pub(super) fn from_byte(byte: u8) -> Network {
        match byte {
            1 => Network::Host,
            2 => Network::Own,
            _ => Network::None,
        }
    }
}

/// What a program is started for.
#[derive(Debug, Clone, Copy)]
struct Purpose<'a> {
    notify: Notify,
    /// Where it builds something, or nothing.
    builds_in: &'a str,
}

impl Notify {
    /// For programs whose reads nobody follows.
    fn untraced() -> Notify {
        if notification_works() { Notify::Tasks } else { Notify::Nothing }
    }
}

/// A program that has been executed.
pub(super) struct Launched {
    pub holder: Holder,
    pub listener: Option<Listener>,
}

/// A launcher that runs.
pub(super) struct Server {
    socket: Option<OwnedFd>,
    process: Mutex<Child>,
    hello: Hello,
    /// What its programs find of the network, which may be more than was asked for.
    network: Network,
    /// Memory of runs is counted by the kernel, where it can.
    counts_memory: bool,
    /// Where working directories are.
    place: Place,
    count: AtomicU64,
}

impl Runner {
    /// A runner whose programs get these limits. The launcher is started with the first program.
    ///
    /// The environment variable `LYDIAN_TRACING=polling` does without notifications.
    pub fn new(launcher: Launcher, limits: Limits) -> Runner {
        let polling = std::env::var_os("LYDIAN_TRACING").is_some_and(|value| value == "polling");
        let tracing = if polling { Tracing::Polling } else { Tracing::Auto };
        let server = Mutex::new(None);
        let [readable, listed, hidden] = [const { Vec::new() }; 3];
        Runner { launcher, limits, tracing, readable, listed, hidden, network: Network::None, server }
    }

    /// The same with another way to see requests for input.
    #[must_use]
    pub fn tracing(mut self, tracing: Tracing) -> Runner {
        self.tracing = tracing;
        self
    }

    /// The same with one more file or directory that programs may read.
    #[must_use]
    pub fn allow_reading(mut self, path: PathBuf) -> Runner {
        self.readable.push(path);
        self
    }

    /// The same with one more directory whose entries programs may list, with those below it, but not read.
    #[must_use]
    pub fn allow_listing(mut self, directory: PathBuf) -> Runner {
        self.listed.push(directory);
        self
    }

    /// The same with a file or directory that programs may not read although it lies in a directory that they may read.
    #[must_use]
    pub fn hide(mut self, path: PathBuf) -> Runner {
        self.hidden.push(path);
        self
    }

    /// The same with another view of the network.
    #[must_use]
    pub(crate) fn network(mut self, network: Network) -> Runner {
        self.network = network;
        self
    }

    /// The way into the network that only its programs have; `None` if that is the machine's.
    pub(crate) fn gate(&self) -> Result<Option<Gate>, StartError> {
        let server = self.server()?;
        Ok((server.network == Network::Own).then(|| Gate(server)))
    }

    /// What each program may use.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Starts a program. When this returns, it has been executed.
    pub fn start(&self, program: &Program) -> Result<Run, StartError> {
        let notify = match self.tracing {
            _ if !notification_works() => Notify::Nothing,
            Tracing::Auto => Notify::All,
            Tracing::Polling => Notify::Tasks,
        };
        let limit = self.limits.output;
        let purpose = Purpose { notify, builds_in: "" };
        let (streams, launched) = self.launch(program, purpose, |terminal| match terminal {
            Terminal::Pty => Streams::terminal(limit),
            _ => Streams::pipes(limit),
        })?;
        Ok(Run::new(Parts {
            holder: launched.holder,
            listener: launched.listener,
            polls: notify != Notify::All,
            streams,
            collect: program.collect.clone(),
            limits: self.limits.clone(),
        }))
    }

    /// Starts a program that builds something in a directory of its working directory. Its input is at its end, and its reads
    /// are not followed, which makes it quicker.
    pub(crate) fn start_build(&self, program: &Program, builds_in: &str) -> Result<Run, StartError> {
        let limit = self.limits.output;
        let purpose = Purpose { notify: Notify::untraced(), builds_in };
        let (streams, launched) = self.launch(program, purpose, |_| Streams::pipes(limit))?;
        let mut run = Run::new(Parts {
            holder: launched.holder,
            listener: launched.listener,
            polls: false,
            streams,
            collect: program.collect.clone(),
            limits: self.limits.clone(),
        });
        run.close_input();
        Ok(run)
    }

    /// Starts a program on streams that the caller makes; its reads are not announced.
    pub(super) fn start_untraced<S>(
        &self,
        program: &Program,
        make: impl Fn(Terminal) -> std::io::Result<(S, ProgramEnds)>,
    ) -> Result<(S, Launched), StartError> {
        self.launch(program, Purpose { notify: Notify::untraced(), builds_in: "" }, make)
    }

    /// Has the launcher start a program on new streams.
    fn launch<S>(
        &self,
        program: &Program,
        purpose: Purpose<'_>,
        make: impl Fn(Terminal) -> std::io::Result<(S, ProgramEnds)>,
    ) -> Result<(S, Launched), StartError> {
        let names = program.files.iter().map(|(name, _)| name).chain(&program.collect);
        if let Some(name) = names.into_iter().find(|name| !is_inside(name)) {
            let message = format!("the file name `{}` leaves the working directory", name.escape_default());
            return Err(StartError::new(StartErrorKind::BadProgram, message));
        }
        let resolved = resolve(program, &self.limits)?;
        let start_on = |server: &Arc<Server>| -> Result<(S, Launched), StartError> {
            let (streams, ends) = make(resolved.terminal).map_err(|error| {
                system_error(&resolved.path.display().to_string(), "making its streams", &error)
            })?;
            Ok((streams, self.launch_on(server, program, &resolved, purpose, ends)?))
        };
        let server = self.server()?;
        match start_on(&server) {
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
        let room = if server.hello.mount { request.disk } else { 0 };
        let group = match server.counts_memory {
            true => Group::new(self.limits.memory.saturating_add(room).saturating_add(HOLDER_MEMORY)),
            false => None,
        };
        // The program must not be started before its holder is in the group.
        request.waits_for_files |= group.is_some();
        request.counts_shared = group.is_none();
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
        let group = group.filter(|group| group.add(root).is_ok());
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
            for (name, bytes) in &program.files {
                holder.work.write(name, bytes).map_err(|error| {
                    system_error(&name.escape_default().to_string(), "writing it", &error)
                })?;
            }
            sys::send(&holder.control, &[message::GO], &[]).map_err(failed("starting it"))?;
        }
        let listener = confirm(&set_up, &holder.control, resolved)?;
        Ok(Launched { holder, listener })
    }

    fn request(
        &self,
        server: &Server,
        place: PathBuf,
        program: &Program,
        resolved: &Resolved,
        purpose: Purpose<'_>,
        ends: &ProgramEnds,
    ) -> Request {
        let mut environment = resolved.environment.clone();
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
        let given: u64 = program.files.iter().map(|(_, bytes)| bytes.len() as u64 + 4096).sum();
        Request {
            path: resolved.path.as_os_str().as_bytes().to_vec(),
            arguments: resolved.arguments.iter().map(|word| with_place(word.as_bytes(), &place)).collect(),
            environment: environment.iter().map(pair).collect(),
            work_directory: place.as_os_str().as_bytes().to_vec(),
            readable: named_paths(resolved.readable.iter().chain(&self.readable)),
            listed: named_paths(&self.listed),
            hidden: real_paths(&self.hidden),
            terminal: ends.terminal.clone(),
            waits_for_files: !program.files.is_empty(),
            notify: purpose.notify,
            builds_in: purpose.builds_in.as_bytes().to_vec(),
            network: server.network != Network::None,
            counts_shared: false,
            cpu_seconds: self.limits.cpu.as_secs().max(1) + u64::from(self.limits.cpu.subsec_nanos() > 0),
            memory: self.limits.memory,
            file_size: self.limits.file_size,
            disk: self.limits.file_size.saturating_mul(4).saturating_add(given),
            tasks: if server.hello.user { self.limits.processes.saturating_mul(64) } else { u64::MAX },
        }
    }

    fn server(&self) -> Result<Arc<Server>, StartError> {
        let mut slot = self.server.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(server) = &*slot {
            return Ok(server.clone());
        }
        let started = match Server::start(&self.launcher, self.network) {
            // Where there are no networks of one's own, a server can only be reached over the machine's.
            Ok(server) if self.network == Network::Own && !server.hello.loopback => {
                drop(server);
                Server::start(&self.launcher, Network::Host)
            }
            other => other,
        };
        let server = started.map_err(|error| {
            let message =
                format!("the launcher `{}` does not start: {error}", self.launcher.command.display());
            StartError::new(StartErrorKind::System, message)
        })?;
        Ok(slot.insert(Arc::new(server)).clone())
    }
}

impl Server {
    fn start(launcher: &Launcher, network: Network) -> std::io::Result<Server> {
        let (ours, theirs) = sys::message_pair()?;
        let place = Place::new()?;
        // No `pre_exec` and nothing else that would copy this process, which may be very large. Of its environment only
        // what loading needs: the variables of a process can be read by others of the same user.
        let process = Command::new(&launcher.command)
            .args(&launcher.arguments)
            .env_clear()
            .envs(std::env::var_os("LD_LIBRARY_PATH").map(|value| ("LD_LIBRARY_PATH", value)))
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let process = Mutex::new(process);
        let counts_memory = !launcher.arguments.iter().any(|word| word == "--without-group");
        let mut server = Server {
            socket: Some(ours),
            process,
            hello: Hello::default(),
            network,
            counts_memory,
            place,
            count: AtomicU64::new(0),
        };
        server.greet(network)?;
        Ok(server)
    }

    fn greet(&mut self, network: Network) -> std::io::Result<()> {
        let socket = self.socket()?;
        let first = [&[message::SET_UP, network as u8], self.place.path().as_os_str().as_bytes()].concat();
        sys::send(socket, &first, &[])?;
        let mut watches = [Watch::readable(socket)];
        sys::poll(&mut watches, Some(PATIENCE))?;
        let answer = if watches[0].ready() { sys::receive(socket, 16)?.0 } else { Vec::new() };
        self.hello = Hello::decode(&answer).ok_or_else(|| std::io::Error::other("it does not answer"))?;
        Ok(())
    }

    /// The connection to the launcher.
    pub(super) fn socket(&self) -> std::io::Result<&OwnedFd> {
        self.socket.as_ref().ok_or_else(|| std::io::ErrorKind::NotConnected.into())
    }

    /// The working directory of the next run.
    fn next_place(&self) -> PathBuf {
        match self.hello.mount {
            // Every run has its own behind the same name.
            true => self.place.path().to_owned(),
            false => self.place.path().join(format!("run-{}", self.count.fetch_add(1, Ordering::Relaxed))),
        }
    }

    fn is_alive(&self) -> bool {
        let mut process = self.process.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        matches!(process.try_wait(), Ok(None))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.socket = None;
        let process = self.process.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let _ = process.wait();
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

/// The next message, or what went wrong instead.
fn hear(socket: &OwnedFd, resolved: &Resolved) -> Result<(u8, Vec<u8>, Vec<OwnedFd>), StartError> {
    let mut watches = [Watch::readable(socket)];
    let waited = sys::poll(&mut watches, Some(PATIENCE));
    if waited.is_err() || !watches[0].ready() {
        return Err(confused(resolved));
    }
    let (bytes, descriptors) = sys::receive(socket, 4096).map_err(|_| confused(resolved))?;
    match bytes.split_first() {
        Some((&message::FAILED, rest)) => Err(start_failure(resolved, rest)),
        Some((&tag, rest)) => Ok((tag, rest.to_vec(), descriptors)),
        None => Err(confused(resolved)),
    }
}

/// Waits until the program has been executed; gives the notifications of its calls.
fn confirm(set_up: &OwnedFd, control: &OwnedFd, resolved: &Resolved) -> Result<Option<Listener>, StartError> {
    let (tag, _, mut descriptors) = hear(set_up, resolved).map_err(|error| {
        // If even the first step failed, the reason is on the other socket.
        match hear(control, resolved) {
            Err(other) if other != confused(resolved) => other,
            _ => error,
        }
    })?;
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
        Some(libc::EACCES | libc::ENOEXEC) if step == "executing it" => {
            StartError::new(StartErrorKind::NotExecutable, format!("`{path}` cannot be executed: {error}"))
        }
        _ => system_error(&path.to_string(), &step, &error),
    }
}

fn system_error(command: &str, step: &str, error: &std::io::Error) -> StartError {
    let message = format!("`{command}` cannot be started: {step} failed: {error}");
    StartError::new(StartErrorKind::System, message)
}

fn confused(resolved: &Resolved) -> StartError {
    let message = format!("`{}` cannot be started: the launcher does not answer", resolved.path.display());
    StartError::new(StartErrorKind::System, message)
}

//! The launcher: a small process that starts programs on behalf of the big one, which therefore never forks.
//! In: requests over the socket that is its standard input. Out: for each run a process that holds it (the first
//! of its namespace) and, below that, the confined program.
//! When the runner goes away, every socket here ends, every holder kills its run and the launcher ends.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};

use super::end::watch;
use super::execute::become_program;
use super::message::{self, Hello, Request};
use super::opened::{Opened, System};
use super::runner::Network;
use super::sys::{self, c_string, check};
use super::{confine, gate, probe, root};
use crate::program::UNCONFINED;

/// Runs as the launcher and never returns. Arguments such as `--without-namespaces` make it behave as on a machine that
/// lacks a layer, for tests; whoever starts the launcher decides that, and no variable of the environment does.
pub fn launcher_main(arguments: impl Iterator<Item = OsString>) -> ! {
    let arguments: Vec<OsString> = arguments.collect();
    if let Some(at) = arguments.iter().position(|word| word == probe::PROBE) {
        probe::main(arguments.into_iter().skip(at + 1));
    }
    let code = match serve(Without::from_arguments(arguments.into_iter())) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("lydian: the launcher failed: {error}");
            1
        }
    };
    std::process::exit(code)
}

/// Layers that are left out.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Without {
    pub namespaces: bool,
    pub root: bool,
    pub landlock: bool,
    pub filter: bool,
    pub capabilities: bool,
    pub limits: bool,
    pub closing: bool,
}

impl Without {
    fn from_arguments(arguments: impl Iterator<Item = OsString>) -> Without {
        let mut without = Without::default();
        for argument in arguments {
            match argument.to_str() {
                Some(UNCONFINED) => {
                    without = Without {
                        namespaces: true,
                        root: true,
                        landlock: true,
                        filter: true,
                        capabilities: true,
                        ..without
                    }
                }
                Some("--without-namespaces") => without.namespaces = true,
                Some("--without-root") => without.root = true,
                Some("--without-landlock") => without.landlock = true,
                Some("--without-filter") => without.filter = true,
                Some("--without-capabilities") => without.capabilities = true,
                Some("--without-limits") => without.limits = true,
                Some("--without-closing") => without.closing = true,
                _ => {}
            }
        }
        without
    }
}

fn serve(without: Without) -> io::Result<()> {
    let socket = take_socket(without)?;
    // SAFETY: plain calls.
    unsafe {
        libc::setsid();
        libc::chdir(c"/".as_ptr());
    }
    let (first, _) = sys::receive(&socket, message::LARGEST)?;
    let [message::SET_UP, network, mount_point @ ..] = &first[..] else {
        return Err(io::Error::other("it is started by lydian only, not by hand"));
    };
    let mut hello = match without.namespaces {
        true => Hello::default(),
        false => confine::enter_namespaces(&c_string(mount_point)?, Network::from_byte(*network)),
    };
    hello.root &= !without.root;
    // SAFETY: a plain call. Holders are waited for by descriptors, so nobody needs to collect them.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    let system = System::find(hello.root);
    let common = SetUp { hello, without, system: &system };
    sys::send(&socket, &hello.encode(), &[])?;
    loop {
        let (bytes, descriptors) = sys::receive(&socket, message::LARGEST)?;
        if bytes.is_empty() {
            return Ok(());
        }
        if let ([message::SOCKET, family], [asker]) = (&bytes[..], &descriptors[..]) {
            gate::hand_out(*family == 1, asker);
            continue;
        }
        let Ok([input, output, errors, set_up, control]) = <[OwnedFd; 5]>::try_from(descriptors) else {
            continue;
        };
        let ends = Ends { input, output, errors, set_up, control };
        match Request::decode(&bytes) {
            Ok(request) => start(&socket, common, &request, ends),
            Err(error) => {
                drop(sys::send(&ends.control, &message::failure("reading the request", &error), &[]))
            }
        }
    }
}

/// Moves the socket away from standard input, which no program may inherit, and closes everything else that the caller
/// left open: what nobody has open, nobody can be tricked into reading.
fn take_socket(without: Without) -> io::Result<OwnedFd> {
    // SAFETY: plain calls; the copy is new and ours.
    unsafe {
        let copy = check(libc::fcntl(0, libc::F_DUPFD_CLOEXEC, 10) as _)?;
        let null = check(libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) as _)?;
        check(libc::dup2(null as i32, 0) as _)?;
        libc::close(null as i32);
        let socket = OwnedFd::from_raw_fd(copy as i32);
        if !without.closing {
            sys::close_from(3, Some(&socket))?;
        }
        Ok(socket)
    }
}

/// What holds for all runs of a launcher.
#[derive(Clone, Copy)]
pub(super) struct SetUp<'a> {
    pub hello: Hello,
    pub without: Without,
    pub system: &'a System,
}

/// The launcher's ends of one run.
pub(super) struct Ends {
    pub input: OwnedFd,
    pub output: OwnedFd,
    pub errors: OwnedFd,
    /// Closed by the kernel when the program is executed.
    pub set_up: OwnedFd,
    /// Between the holder and the runner.
    pub control: OwnedFd,
}

/// Starts the holder of a run and tells the runner which process it is.
fn start(socket: &OwnedFd, set_up: SetUp<'_>, request: &Request, ends: Ends) {
    let hello = set_up.hello;
    let mut flags = 0;
    if hello.process {
        flags |= libc::CLONE_NEWPID | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;
    }
    if hello.mount {
        flags |= libc::CLONE_NEWNS;
    }
    let mut descriptor = -1;
    let answer = match confine::clone_process(flags, Some(&mut descriptor)) {
        Ok(0) => {
            // SAFETY: the copy of the launcher's socket is not used in this process any more.
            unsafe { libc::close(socket.as_raw_fd()) };
            hold(set_up, request, ends)
        }
        Ok(process) => {
            // SAFETY: the kernel has just made this descriptor for us.
            let descriptor = unsafe { OwnedFd::from_raw_fd(descriptor) };
            let mut bytes = vec![message::STARTED];
            bytes.extend((process as i32).to_le_bytes());
            sys::send(&ends.control, &bytes, &[descriptor.as_fd()])
        }
        Err(error) => sys::send(&ends.control, &message::failure("starting a process", &error), &[]),
    };
    // A runner that has gone away needs no answer.
    drop(answer);
}

/// The first process of a run: prepares it, starts the program, waits for its end or for the order to kill it.
fn hold(set_up: SetUp<'_>, request: &Request, ends: Ends) -> ! {
    let code = match prepare(set_up, request, &ends.control) {
        Ok(opened) => match start_program(set_up, request, &opened, ends) {
            Ok((program, control)) => watch(program, &control, set_up.hello.process),
            Err(()) => 1,
        },
        Err((step, error)) => {
            drop(sys::send(&ends.control, &message::failure(step, &error), &[]));
            1
        }
    };
    // SAFETY: ends this process without running the launcher's own clean-up.
    unsafe { libc::_exit(code) }
}

fn prepare(
    set_up: SetUp<'_>,
    request: &Request,
    control: &OwnedFd,
) -> Result<Opened, (&'static str, io::Error)> {
    let hello = set_up.hello;
    // SAFETY: plain calls.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    }
    // When memory runs out, the kernel shall take the program and nothing else.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    let place = c_string(&request.work_directory[..]).map_err(|error| ("reading the request", error))?;
    let opened = Opened::by(request, set_up.system);
    opened.check().map_err(|error| ("looking at what was handed in", error))?;
    if hello.root {
        root::enter(confine::as_path(&request.work_directory), request, &opened)?;
    } else if hello.mount {
        confine::mount_memory(&place, request.disk)
            .map_err(|error| ("making the working directory", error))?;
        if hello.process {
            confine::mount_processes();
        }
    }
    if hello.mount {
        let flags = libc::O_DIRECTORY | libc::O_RDONLY | libc::O_CLOEXEC;
        // SAFETY: the path ends in a zero byte.
        let directory = check(unsafe { libc::open(place.as_ptr(), flags) } as _)
            // SAFETY: the descriptor is new and ours.
            .map(|fd| unsafe { OwnedFd::from_raw_fd(fd as i32) })
            .map_err(|error| ("opening the working directory", error))?;
        sys::send(control, &[message::WORK_DIRECTORY], &[directory.as_fd()])
            .map_err(|error| ("passing the working directory", error))?;
    }
    if request.waits_for_files {
        let (bytes, _) = sys::receive(control, 16).map_err(|error| ("waiting for files", error))?;
        if bytes != [message::GO] {
            return Err(("waiting for files", io::Error::from_raw_os_error(libc::ECANCELED)));
        }
    }
    // SAFETY: a plain call. The program must not be able to look into its holder; executing it undoes this for itself.
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) };
    Ok(opened)
}

fn start_program(
    set_up: SetUp<'_>,
    request: &Request,
    opened: &Opened,
    ends: Ends,
) -> Result<(i32, OwnedFd), ()> {
    // SAFETY: blocks one signal, to be read from a descriptor later; the fork is of a process with one thread.
    let forked = unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, &set, std::ptr::null_mut());
        check(libc::fork() as _)
    };
    match forked {
        Ok(0) => {
            if let Err((step, error)) = become_program(set_up, request, opened, &ends) {
                drop(sys::send(&ends.set_up, &message::failure(step, &error), &[]));
            }
            // SAFETY: ends this process without running the launcher's own clean-up.
            unsafe { libc::_exit(127) }
        }
        Ok(program) => Ok((program as i32, ends.control)),
        Err(error) => {
            drop(sys::send(&ends.control, &message::failure("starting a process", &error), &[]));
            Err(())
        }
    }
}

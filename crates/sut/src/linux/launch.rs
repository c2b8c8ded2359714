//! The launcher: a small process that starts programs on behalf of the big one, which therefore never forks.
//! In: requests over the socket that is its standard input. Out: for each run a process that holds it (the first
//! of its namespace) and, below that, the confined program.
//! When the runner goes away, every socket here ends, every holder kills its run and the launcher ends.

use std::ffi::{CStr, CString, OsString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};

use super::confine;
use super::filter::{Attributes, Filter};
use super::message::{self, Hello, Notify, Report, Request};
use super::sys::{self, c_string, check};

/// Runs as the launcher and never returns. With the argument `--without-namespaces` it behaves as on a machine that
/// has none, for tests.
pub fn launcher_main(mut arguments: impl Iterator<Item = OsString>) -> ! {
    let namespaces = !arguments.any(|argument| argument == "--without-namespaces");
    let code = match serve(namespaces) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("lydian: the launcher failed: {error}");
            1
        }
    };
    std::process::exit(code)
}

fn serve(namespaces: bool) -> io::Result<()> {
    let socket = take_socket()?;
    // SAFETY: plain calls. Holders are waited for by descriptors, so nobody needs to collect them.
    unsafe {
        libc::setsid();
        libc::signal(libc::SIGCHLD, libc::SIG_IGN);
        libc::chdir(c"/".as_ptr());
    }
    let (first, _) = sys::receive(&socket, message::LARGEST)?;
    let [message::SET_UP, network, mount_point @ ..] = &first[..] else {
        return Err(io::Error::other("it is started by lydian only, not by hand"));
    };
    let hello = if namespaces {
        confine::enter_namespaces(&c_string(mount_point)?, *network == 1)
    } else {
        Hello::default()
    };
    sys::send(&socket, &hello.encode(), &[])?;
    loop {
        let (bytes, descriptors) = sys::receive(&socket, message::LARGEST)?;
        if bytes.is_empty() {
            return Ok(());
        }
        let Ok([input, output, errors, set_up, control]) = <[OwnedFd; 5]>::try_from(descriptors) else {
            continue;
        };
        let ends = Ends { input, output, errors, set_up, control };
        match Request::decode(&bytes) {
            Ok(request) => start(&socket, hello, &request, ends),
            Err(error) => {
                drop(sys::send(&ends.control, &message::failure("reading the request", &error), &[]))
            }
        }
    }
}

/// Moves the socket away from standard input, which no program may inherit, and closes everything else that the caller
/// left open: what nobody has open, nobody can be tricked into reading.
fn take_socket() -> io::Result<OwnedFd> {
    // SAFETY: plain calls; the copy is new and ours.
    unsafe {
        let copy = check(libc::fcntl(0, libc::F_DUPFD_CLOEXEC, 10) as _)?;
        let null = check(libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) as _)?;
        check(libc::dup2(null as i32, 0) as _)?;
        libc::close(null as i32);
        let socket = OwnedFd::from_raw_fd(copy as i32);
        sys::close_from(3, Some(&socket))?;
        Ok(socket)
    }
}

/// The launcher's ends of one run.
struct Ends {
    input: OwnedFd,
    output: OwnedFd,
    errors: OwnedFd,
    /// Closed by the kernel when the program is executed.
    set_up: OwnedFd,
    /// Between the holder and the runner.
    control: OwnedFd,
}

/// Starts the holder of a run and tells the runner which process it is.
fn start(socket: &OwnedFd, hello: Hello, request: &Request, ends: Ends) {
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
            hold(hello, request, ends)
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
fn hold(hello: Hello, request: &Request, ends: Ends) -> ! {
    let code = match prepare(hello, request, &ends.control) {
        Ok(()) => match start_program(hello, request, ends) {
            Ok((program, control)) => watch(program, &control, hello.process),
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

fn prepare(hello: Hello, request: &Request, control: &OwnedFd) -> Result<(), (&'static str, io::Error)> {
    // SAFETY: plain calls.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    }
    // When memory runs out, the kernel shall take the program and nothing else.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    let place = c_string(&request.work_directory[..]).map_err(|error| ("reading the request", error))?;
    if hello.mount {
        confine::mount_memory(&place, request.disk)
            .map_err(|error| ("making the working directory", error))?;
        if hello.process {
            confine::mount_processes();
        }
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
    Ok(())
}

fn start_program(hello: Hello, request: &Request, ends: Ends) -> Result<(i32, OwnedFd), ()> {
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
            if let Err((step, error)) = become_program(hello, request, &ends) {
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

/// Confines this process and turns it into the program. Returns only if that fails.
fn become_program(hello: Hello, request: &Request, ends: &Ends) -> Result<(), (&'static str, io::Error)> {
    connect_streams(request, ends).map_err(|error| ("connecting its streams", error))?;
    let place = c_string(&request.work_directory[..]).map_err(|error| ("reading the request", error))?;
    // SAFETY: the path ends in a zero byte.
    check(unsafe { libc::chdir(place.as_ptr()) } as _)
        .map_err(|error| ("entering the working directory", error))?;
    if !request.builds_in.is_empty() {
        let below = c_string(&request.builds_in[..]).map_err(|error| ("reading the request", error))?;
        // SAFETY: the path ends in a zero byte.
        check(unsafe { libc::chdir(below.as_ptr()) } as _)
            .map_err(|error| ("entering the directory of the build", error))?;
    }
    confine::set_limits(request).map_err(|error| ("setting its limits", error))?;
    confine::reset_signals();
    confine::drop_capabilities().map_err(|error| ("dropping capabilities", error))?;
    confine::restrict_files(request).map_err(|error| ("restricting files", io::Error::other(error)))?;
    let path = c_string(&request.path[..]).map_err(|error| ("reading the request", error))?;
    let arguments = Words::new(&request.arguments).map_err(|error| ("reading the request", error))?;
    let environment = Words::new(&request.environment).map_err(|error| ("reading the request", error))?;

    // SAFETY: plain calls.
    let (own, root) = unsafe { (libc::getpid() as u32, libc::getuid() == 0) };
    let filter = Filter {
        notify: request.notify,
        // The kernel's own limit does not apply to root. Compilers start others; those of a build are counted now and then.
        one_process: root && request.builds_in.is_empty(),
        attributes: match (hello.mount, !request.builds_in.is_empty()) {
            (true, _) => Attributes::Change,
            // A linker that could not make its product executable would fail; whoever copies that knows what it is.
            (false, true) => Attributes::SeemToChange,
            (false, false) => Attributes::Keep,
        },
        signals_only_to: (!hello.process).then_some(own),
        network: request.network,
    };
    let listener = filter.install().map_err(|error| ("installing the filter", error))?;
    let sent = if request.notify != Notify::Nothing {
        // SAFETY: the kernel has just made this descriptor for us.
        let listener = unsafe { OwnedFd::from_raw_fd(listener as i32) };
        sys::send(&ends.set_up, &[message::CONFINED], &[listener.as_fd()])
    } else {
        sys::send(&ends.set_up, &[message::CONFINED], &[])
    };
    sent.map_err(|error| ("passing the filter", error))?;
    // Everything here closes by itself when the program is executed; this is for what might be forgotten one day.
    sys::close_from(3, Some(&ends.set_up)).map_err(|error| ("closing descriptors", error))?;
    Err(("executing it", execute(&path, &arguments, &environment)))
}

/// Makes the run's streams the program's own, in a session of its own.
fn connect_streams(request: &Request, ends: &Ends) -> io::Result<()> {
    // SAFETY: plain calls on open descriptors; `dup2` clears the flag that closes on exec.
    unsafe {
        check(libc::setsid() as _)?;
        for (end, number) in [(&ends.input, 0), (&ends.output, 1), (&ends.errors, 2)] {
            check(libc::dup2(end.as_raw_fd(), number) as _)?;
        }
        if !request.terminal.is_empty() {
            check(libc::ioctl(0, libc::TIOCSCTTY, 0) as _)?;
        }
    }
    Ok(())
}

/// Words as `execve` wants them.
struct Words {
    _words: Vec<CString>,
    pointers: Vec<*const libc::c_char>,
}

impl Words {
    fn new(words: &[Vec<u8>]) -> io::Result<Words> {
        let words = words.iter().map(|word| c_string(&word[..])).collect::<io::Result<Vec<_>>>()?;
        let pointers = words.iter().map(|word| word.as_ptr()).chain([std::ptr::null()]).collect();
        Ok(Words { _words: words, pointers })
    }
}

/// Executes the program; a script without a first line that names its interpreter goes to the shell, as in a shell.
fn execute(path: &CStr, arguments: &Words, environment: &Words) -> io::Error {
    // SAFETY: both lists end in a null pointer and point to texts that live on.
    unsafe {
        libc::execve(path.as_ptr(), arguments.pointers.as_ptr(), environment.pointers.as_ptr());
        let error = io::Error::last_os_error();
        if error.raw_os_error() != Some(libc::ENOEXEC) {
            return error;
        }
        let mut shell = vec![c"sh".as_ptr(), path.as_ptr()];
        shell.extend(&arguments.pointers[1..]);
        libc::execve(c"/bin/sh".as_ptr(), shell.as_ptr(), environment.pointers.as_ptr());
        error
    }
}

/// Waits until the program ends or the runner wants it killed; then nothing of the run is left alive.
fn watch(program: i32, control: &OwnedFd, own_namespace: bool) -> i32 {
    let Ok(children) = child_signals() else { return 1 };
    let mut status = None;
    while status.is_none() {
        let mut watches = [sys::Watch::readable(control), sys::Watch::readable(&children)];
        if sys::poll(&mut watches, None).is_err() || watches[0].ready() {
            break;
        }
        let mut ignored = [0; 128];
        let _ = sys::read(&children, &mut ignored);
        status = collect(program, libc::WNOHANG);
    }
    // The report must not wait for processes that were left behind, so the natural end is told first.
    if let Some(status) = status {
        drop(sys::send(control, &report(status).encode(), &[]));
    }
    let killed = kill_everything(program, own_namespace);
    if status.is_none() {
        drop(sys::send(control, &report(killed.unwrap_or(libc::SIGKILL)).encode(), &[]));
    }
    0
}

fn child_signals() -> io::Result<OwnedFd> {
    // SAFETY: the set is initialised before use; the descriptor is new and ours.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, libc::SIGCHLD);
        let fd = check(libc::signalfd(-1, &set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) as _)?;
        Ok(OwnedFd::from_raw_fd(fd as i32))
    }
}

/// Collects children that have ended; the status of the program if it is among them.
fn collect(program: i32, flags: i32) -> Option<i32> {
    let mut found = None;
    loop {
        let mut status = 0;
        // SAFETY: the status is writable.
        let process = unsafe { libc::waitpid(-1, &mut status, flags | libc::__WALL) };
        if process <= 0 {
            return found;
        }
        if process == program {
            found = Some(status);
        }
    }
}

/// Kills until there is no child left. Orphans of the run become our children, so none can get away.
fn kill_everything(program: i32, own_namespace: bool) -> Option<i32> {
    let mut found = None;
    loop {
        if own_namespace {
            // SAFETY: in a namespace of its own this reaches every process but the caller, and nothing outside.
            unsafe { libc::kill(-1, libc::SIGKILL) };
        } else {
            for child in own_children() {
                // SAFETY: our children are not collected by anybody else, so the numbers are still theirs.
                unsafe { libc::kill(child, libc::SIGKILL) };
            }
        }
        // The first wait may have to wait; the others collect what has ended meanwhile.
        let mut flags = 0;
        loop {
            let mut status = 0;
            // SAFETY: the status is writable.
            let process = unsafe { libc::waitpid(-1, &mut status, flags | libc::__WALL) };
            if process == program {
                found = Some(status);
            }
            if process < 0 && io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
                return found;
            }
            if process <= 0 {
                break;
            }
            flags = libc::WNOHANG;
        }
    }
}

fn own_children() -> Vec<i32> {
    // SAFETY: a plain call.
    let own = unsafe { libc::getpid() };
    let text = std::fs::read_to_string(format!("/proc/self/task/{own}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn report(status: i32) -> Report {
    // SAFETY: an all-zero rusage is a valid value, and getrusage fills it in.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let micros = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
    Report {
        status,
        cpu_us: micros(usage.ru_utime) + micros(usage.ru_stime),
        peak_memory: usage.ru_maxrss as u64 * 1024,
    }
}

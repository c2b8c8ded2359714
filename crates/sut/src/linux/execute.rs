//! The last steps before the program: its streams and limits, its rights taken away, the filter, `execve`.
//! In: a process of the run, in its root. Out: nothing but a failed step; otherwise the process is the program.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};

use super::filter::{Attributes, Filter};
use super::launch::{Ends, SetUp};
use super::message::{self, Notify, Request};
use super::opened::Opened;
use super::restrict::restrict_files;
use super::sys::{self, c_string, check};
use super::{confine, root};

/// Confines this process and turns it into the program. Returns only if that fails.
pub fn become_program(
    set_up: SetUp<'_>,
    request: &Request,
    opened: &Opened,
    ends: &Ends,
) -> Result<(), (&'static str, io::Error)> {
    let SetUp { hello, without, .. } = set_up;
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
    if !without.limits {
        confine::set_limits(request).map_err(|error| ("setting its limits", error))?;
    }
    confine::reset_signals();
    confine::gain_nothing().map_err(|error| ("giving up privileges", error))?;
    if !without.capabilities {
        confine::drop_capabilities().map_err(|error| ("dropping capabilities", error))?;
    }
    if !without.landlock {
        let (own, scratch) =
            if hello.root { (root::OWN, root::scratch(opened)) } else { (&[][..], Vec::new()) };
        restrict_files(request, opened, own, &scratch)
            .map_err(|error| ("restricting files", io::Error::other(error)))?;
    }
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
        counts_shared: request.counts_shared,
        counts_sockets: request.counts_sockets,
        only_announces: without.filter,
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
    if !without.closing {
        sys::close_from(3, Some(&ends.set_up)).map_err(|error| ("closing descriptors", error))?;
    }
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

//! Pseudo terminals.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use super::{check, owned};

/// A new pseudo terminal: the master, and a way to open its slave.
pub fn open_terminal() -> io::Result<OwnedFd> {
    // SAFETY: plain calls on a descriptor that was just opened.
    unsafe {
        let master = owned(check(libc::posix_openpt(libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC) as _)?);
        check(libc::grantpt(master.as_raw_fd()) as _)?;
        check(libc::unlockpt(master.as_raw_fd()) as _)?;
        Ok(master)
    }
}

/// Opens the slave of a pseudo terminal anew.
pub fn open_slave(master: &OwnedFd, nonblocking: bool) -> io::Result<OwnedFd> {
    let flags =
        libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC | if nonblocking { libc::O_NONBLOCK } else { 0 };
    // SAFETY: the request takes its flags by value.
    check(unsafe { libc::ioctl(master.as_raw_fd(), libc::TIOCGPTPEER, flags) } as _).map(owned)
}

/// Lets bytes pass unchanged in both directions, without echo and without signals from keys.
pub fn make_raw(terminal: &OwnedFd) -> io::Result<()> {
    change_terminal(terminal, |settings| {
        settings.c_iflag = 0;
        settings.c_oflag = 0;
        settings.c_lflag = 0;
        settings.c_cc[libc::VMIN] = 1;
        settings.c_cc[libc::VTIME] = 0;
    })
}

/// Takes lines as a whole, so that the character 4 means the end of the input.
pub fn make_canonical(terminal: &OwnedFd) -> io::Result<()> {
    change_terminal(terminal, |settings| {
        settings.c_lflag |= libc::ICANON;
        settings.c_cc[libc::VEOF] = 4;
    })
}

fn change_terminal(terminal: &OwnedFd, change: impl FnOnce(&mut libc::termios)) -> io::Result<()> {
    // SAFETY: an all-zero termios is a valid value, and tcgetattr fills it in.
    unsafe {
        let mut settings: libc::termios = std::mem::zeroed();
        check(libc::tcgetattr(terminal.as_raw_fd(), &mut settings) as _)?;
        change(&mut settings);
        check(libc::tcsetattr(terminal.as_raw_fd(), libc::TCSANOW, &settings) as _)?;
    }
    Ok(())
}

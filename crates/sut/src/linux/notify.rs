//! The descriptor over which the kernel tells of a run's system calls and waits for an answer.
//! A call that is not answered stands still; an answer that comes after its thread died is dropped.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use super::sys::check;

const RECEIVE: u64 = 0xc050_2100;
const SEND: u64 = 0xc018_2101;
const SET_FLAGS: u64 = 0x4008_2104;
const WAKE_ON_THE_SAME_PROCESSOR: u64 = 1;

/// One system call of one thread, before it is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The thread, as we number it.
    pub thread: i32,
    /// The number of the call.
    pub number: i64,
    /// Its arguments.
    pub arguments: [u64; 6],
}

/// A call that waits for our answer.
#[derive(Debug, Clone, Copy)]
pub struct Notification {
    /// What to answer to.
    pub id: u64,
    /// The call.
    pub call: Call,
}

/// Our end of the notifications of a run.
pub struct Listener(pub OwnedFd);

impl Listener {
    /// Takes over a descriptor from the launcher.
    pub fn new(descriptor: OwnedFd) -> Listener {
        // SAFETY: the request takes its value in place of a pointer. Kernels before 6.6 refuse it, which costs
        // only speed.
        unsafe { libc::ioctl(descriptor.as_raw_fd(), SET_FLAGS as _, WAKE_ON_THE_SAME_PROCESSOR) };
        Listener(descriptor)
    }

    /// The next call; `None` if its thread has gone away meanwhile.
    pub fn receive(&self) -> io::Result<Option<Notification>> {
        // SAFETY: an all-zero structure is what the kernel asks for, and it fills in no more than its size.
        let raw = unsafe {
            let mut raw: libc::seccomp_notif = std::mem::zeroed();
            match check(libc::ioctl(self.0.as_raw_fd(), RECEIVE as _, &mut raw) as _) {
                Ok(_) => raw,
                Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::EINTR)) => {
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
        };
        let call = Call { thread: raw.pid as i32, number: i64::from(raw.data.nr), arguments: raw.data.args };
        Ok(Some(Notification { id: raw.id, call }))
    }

    /// Lets the kernel carry out the call.
    pub fn carry_on(&self, id: u64) {
        self.answer(id, 0, 0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32);
    }

    /// Lets the call return without being carried out.
    pub fn give(&self, id: u64, value: i64) {
        self.answer(id, value, 0, 0);
    }

    /// Lets the call fail.
    pub fn refuse(&self, id: u64, error: i32) {
        self.answer(id, 0, -error, 0);
    }

    fn answer(&self, id: u64, val: i64, error: i32, flags: u32) {
        let mut answer = libc::seccomp_notif_resp { id, val, error, flags };
        // SAFETY: the structure is complete. A thread that has gone away needs no answer.
        unsafe { libc::ioctl(self.0.as_raw_fd(), SEND as _, &mut answer) };
    }
}

//! The system call filter of a run, as a program for the kernel's packet filter machine.
//! Calls that may wait for standard input are notified, calls that `calls` knows a purpose for pass, some after a look at their
//! arguments; those of an administrator are refused, and what is left does not exist. The order matters for speed only.

use std::io;

use super::calls::{ATTRIBUTES, allowed};
use super::message::Notify;
use super::sys::check;

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const NOTIFY: u32 = 0x7fc0_0000;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const REFUSE: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
const UNKNOWN: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
/// An error that is none: the call does nothing and returns 0.
const IGNORE: u32 = libc::SECCOMP_RET_ERRNO;
const TRY_AGAIN: u32 = libc::SECCOMP_RET_ERRNO | libc::EAGAIN as u32;
const NO_NETWORK: u32 = libc::SECCOMP_RET_ERRNO | libc::EACCES as u32;

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

/// All flags of `clone` that make a namespace.
const NEW_NAMESPACE: u32 = 0x7e02_0000;

/// Calls that can wait for standard input.
const READING: &[libc::c_long] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_preadv2,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_epoll_ctl,
    libc::SYS_splice,
    libc::SYS_tee,
    libc::SYS_sendfile,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_select,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_wait,
];

/// Calls that start a process; threads and most processes are started by `clone`.
const FORKING: &[libc::c_long] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
];

/// Calls of an administrator, or that reach into other processes: they fail as they would without the right to make them.
const REFUSED: &[libc::c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_acct,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_quotactl,
    libc::SYS_vhangup,
    libc::SYS_syslog,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
];

/// `FIOSETOWN` and `SIOCSPGRP`: they say who is sent a signal when a file is ready.
const OWNERS: &[u32] = &[0x8901, 0x8902];
/// The command of `fcntl` that names an owner in a structure, which a filter cannot read.
const F_SETOWN_EX: u32 = 15;

/// The bits of a socket's type that are no flags.
const SOCKET_TYPE: u32 = 0xf;

/// Options that change how much a socket holds.
const BUFFERS: &[libc::c_int] =
    &[libc::SO_SNDBUF, libc::SO_RCVBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUFFORCE];

/// The holder of a run, where a run has numbers of processes of its own.
const HOLDER: u32 = 1;

/// What calls that change attributes of files do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attributes {
    /// What they should: other file systems are read-only.
    Change,
    /// Without read-only file systems: nothing, and they say so.
    Keep,
    /// Nothing, and they do not say so.
    SeemToChange,
}

/// What the filter of a run has to do.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// Which calls are announced.
    pub notify: Notify,
    /// Nobody can count its processes, so there may be only one.
    pub one_process: bool,
    /// What happens to attributes of files.
    pub attributes: Attributes,
    /// Without a process namespace: signals may go to this process and its group only, and nobody else's limits change.
    pub signals_only_to: Option<u32>,
    /// Sockets of the internet's protocols may be made.
    pub network: bool,
    /// Calls that take memory which no limit counts are announced.
    pub counts_shared: bool,
    /// Calls that make ends of network connections are announced.
    pub counts_sockets: bool,
    /// Nothing is refused, for tests.
    pub only_announces: bool,
}

impl Filter {
    /// Installs the filter in this process; gives the descriptor of notifications if they were asked for.
    /// The process must have given up gaining privileges before.
    pub fn install(self) -> io::Result<libc::c_long> {
        let program = self.program();
        let header = libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr() as *mut _ };
        let flags = if self.notify != Notify::Nothing { libc::SECCOMP_FILTER_FLAG_NEW_LISTENER } else { 0 };
        // SAFETY: the program outlives the call, and its length is right.
        check(unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &header) })
    }

    fn program(self) -> Vec<libc::sock_filter> {
        let mut code = Code(Vec::with_capacity(256));
        code.load(4);
        code.unless_equal(ARCHITECTURE, KILL);
        code.load(0);
        #[cfg(target_arch = "x86_64")]
        code.if_at_least(0x4000_0000, UNKNOWN);
        if self.notify == Notify::All {
            READING.iter().for_each(|call| code.if_equal(*call as u32, NOTIFY));
        }
        let new_process = match self.notify {
            Notify::Nothing if self.one_process => TRY_AGAIN,
            Notify::Nothing => ALLOW,
            Notify::Tasks | Notify::All => NOTIFY,
        };
        FORKING.iter().for_each(|call| code.if_equal(*call as u32, new_process));
        code.for_call(libc::SYS_clone, |code| {
            code.load(argument(0));
            code.if_any(NEW_NAMESPACE, REFUSE);
            if self.notify == Notify::Nothing {
                code.if_any(libc::CLONE_THREAD as u32, ALLOW);
            }
            code.end(new_process);
        });
        let is_counted = self.counts_shared && self.notify != Notify::Nothing;
        code.for_call(libc::SYS_socketpair, |code| {
            // An end that has a peer talks to nobody else; one for single packets reaches every local socket that it names.
            if !self.only_announces {
                code.load(argument(1));
                code.keep_bits(SOCKET_TYPE);
                code.if_equal(libc::SOCK_DGRAM as u32, NO_NETWORK);
                code.if_equal(libc::SOCK_RAW as u32, NO_NETWORK);
            }
            code.end(if is_counted { NOTIFY } else { ALLOW });
        });
        if is_counted {
            code.for_call(libc::SYS_mmap, |code| {
                code.load(argument(3));
                code.if_any(libc::MAP_SHARED as u32, NOTIFY);
                code.end(ALLOW);
            });
        }
        if self.only_announces {
            code.end(ALLOW);
            return code.0;
        }
        REFUSED.iter().for_each(|call| code.if_equal(*call as u32, REFUSE));
        match self.attributes {
            Attributes::Change => {}
            Attributes::Keep => ATTRIBUTES.iter().for_each(|call| code.if_equal(*call as u32, REFUSE)),
            Attributes::SeemToChange => {
                ATTRIBUTES.iter().for_each(|call| code.if_equal(*call as u32, IGNORE))
            }
        }
        if self.network {
            let counted = if self.counts_sockets && self.notify != Notify::Nothing { NOTIFY } else { ALLOW };
            code.if_equal(libc::SYS_accept as u32, counted);
            code.if_equal(libc::SYS_accept4 as u32, counted);
            code.for_call(libc::SYS_setsockopt, |code| {
                // The system gives as much room as it has for every connection, and a program may not ask for more.
                code.load(argument(1));
                code.unless_equal(libc::SOL_SOCKET as u32, ALLOW);
                code.load(argument(2));
                BUFFERS.iter().for_each(|option| code.if_equal(*option as u32, IGNORE));
                code.end(ALLOW);
            });
            code.for_call(libc::SYS_socket, |code| {
                // Raw packets and the kernel's own families stay closed, and so do local sockets: those of the user's
                // other programs are found by their path, which may lie in a directory that the server was given.
                code.load(argument(0));
                for family in [libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK] {
                    code.if_equal(family as u32, counted);
                }
                code.end(NO_NETWORK);
            });
        } else {
            code.if_equal(libc::SYS_socket as u32, NO_NETWORK);
        }
        code.for_call(libc::SYS_ioctl, |code| {
            // Typing into one's own terminal would look like input that we gave.
            code.load(argument(1));
            code.if_equal(libc::TIOCSTI as u32, REFUSE);
            code.if_equal(libc::TIOCLINUX as u32, REFUSE);
            if self.notify == Notify::All {
                code.if_equal(libc::FIONREAD as u32, NOTIFY);
            }
            if self.signals_only_to.is_some() {
                OWNERS.iter().for_each(|request| code.if_equal(*request, REFUSE));
            }
            code.end(ALLOW);
        });
        code.for_call(libc::SYS_prctl, |code| {
            // A process that cannot be looked at cannot be traced.
            code.load(argument(0));
            code.unless_equal(libc::PR_SET_DUMPABLE as u32, ALLOW);
            code.load(argument(1));
            code.if_equal(0, REFUSE);
            code.end(ALLOW);
        });
        match self.signals_only_to {
            Some(own) => code.restrict_signals(own),
            None => code.for_call(libc::SYS_prlimit64, |code| {
                code.load(argument(0));
                code.if_equal(HOLDER, REFUSE);
                code.end(ALLOW);
            }),
        }
        allowed().into_iter().for_each(|(first, last)| code.if_between(first, last, ALLOW));
        code.end(UNKNOWN);
        code.0
    }
}

/// Where the lower half of a call's argument lies in what the filter sees.
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

struct Code(Vec<libc::sock_filter>);

impl Code {
    fn push(&mut self, code: u32, k: u32, jt: u8, jf: u8) {
        self.0.push(libc::sock_filter { code: code as u16, jt, jf, k });
    }

    fn load(&mut self, offset: u32) {
        self.push(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0);
    }

    fn end(&mut self, action: u32) {
        self.push(libc::BPF_RET | libc::BPF_K, action, 0, 0);
    }

    fn if_equal(&mut self, value: u32, action: u32) {
        self.push(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, value, 0, 1);
        self.end(action);
    }

    fn unless_equal(&mut self, value: u32, action: u32) {
        self.push(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, value, 1, 0);
        self.end(action);
    }

    #[cfg(target_arch = "x86_64")]
    fn if_at_least(&mut self, value: u32, action: u32) {
        self.push(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, value, 0, 1);
        self.end(action);
    }

    fn if_between(&mut self, first: u32, last: u32, action: u32) {
        self.push(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, first, 0, 2);
        self.push(libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K, last, 1, 0);
        self.end(action);
    }

    fn keep_bits(&mut self, bits: u32) {
        self.push(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, bits, 0, 0);
    }

    fn if_any(&mut self, bits: u32, action: u32) {
        self.push(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, bits, 0, 1);
        self.end(action);
    }

    /// A block for one call; it must end in an action.
    fn for_call(&mut self, call: libc::c_long, block: impl FnOnce(&mut Code)) {
        let at = self.0.len();
        self.push(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, call as u32, 0, 0);
        block(self);
        self.0[at].jf = (self.0.len() - at - 1) as u8;
    }

    fn restrict_signals(&mut self, own: u32) {
        for call in [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo]
        {
            self.for_call(call, |code| {
                code.load(argument(0));
                code.if_equal(own, ALLOW);
                code.if_equal(0, ALLOW);
                code.if_equal(own.wrapping_neg(), ALLOW);
                code.end(REFUSE);
            });
        }
        self.if_equal(libc::SYS_tkill as u32, REFUSE);
        self.if_equal(libc::SYS_pidfd_send_signal as u32, REFUSE);
        self.for_call(libc::SYS_fcntl, |code| {
            code.load(argument(1));
            code.if_equal(F_SETOWN_EX, REFUSE);
            code.unless_equal(libc::F_SETOWN as u32, ALLOW);
            code.only_own(2, own);
        });
        self.for_call(libc::SYS_prlimit64, |code| code.only_own(0, own));
        self.for_call(libc::SYS_setpriority, |code| {
            code.load(argument(0));
            code.unless_equal(libc::PRIO_PROCESS, REFUSE);
            code.only_own(1, own);
        });
    }

    /// Ends a block: an argument must be the process itself, by its number or by 0.
    fn only_own(&mut self, index: u32, own: u32) {
        self.load(argument(index));
        self.if_equal(own, ALLOW);
        self.if_equal(0, ALLOW);
        self.end(REFUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_through_the_filter_ends_in_an_action() {
        for notify in [Notify::Nothing, Notify::Tasks, Notify::All] {
            let program = Filter {
                notify,
                one_process: true,
                attributes: Attributes::Keep,
                signals_only_to: Some(7),
                network: notify == Notify::Tasks,
                counts_shared: notify == Notify::Tasks,
                counts_sockets: notify == Notify::Tasks,
                only_announces: false,
            }
            .program();
            for (at, step) in program.iter().enumerate() {
                let is_jump = u32::from(step.code) & 7 == libc::BPF_JMP;
                let reach = at + 1 + if is_jump { step.jt.max(step.jf) as usize } else { 0 };
                let ends = u32::from(step.code) & 7 == libc::BPF_RET;
                assert!(ends || reach < program.len(), "step {at} runs off the end");
            }
        }
    }
}

//! Memory that no limit of the kernel counts for a process: shared mappings, whose pages stay when they are given back, and buffers of
//! sockets. Where there is no group that counts it (`cgroup`; one of the first version does not count the network), the calls that take it are announced, and this keeps the books.
//! A mapping counts with its whole size. What was unmapped or closed meanwhile is found out only when the sum comes to the limit.

use super::notify::{Listener, Notification};
use super::request::is_shared_memory;
use super::tree::Tree;
use crate::Limits;

/// Ends of connections that a run may have open, local ones and those of its network; each can hold about 400 KiB.
const MOST_SOCKETS: u64 = 128;

/// What a run has taken so far.
#[derive(Debug, Default)]
pub(super) struct Shared {
    bytes: u64,
    sockets: u64,
}

impl Shared {
    /// Answers a call that takes such memory; `false` if it is another call.
    pub fn answer(
        &mut self,
        listener: &Listener,
        notification: &Notification,
        tree: &Tree,
        limits: &Limits,
    ) -> bool {
        let call = &notification.call;
        let refused = match call.number {
            libc::SYS_mmap if is_shared_memory(call) => {
                let size = call.arguments[1];
                self.bytes = self.bytes.saturating_add(size);
                if self.bytes > limits.memory {
                    self.bytes = tree.shared_memory().saturating_add(size);
                }
                let refused = self.bytes > limits.memory;
                if refused {
                    self.bytes -= size;
                }
                refused.then_some(libc::ENOMEM)
            }
            libc::SYS_mmap => None,
            libc::SYS_socketpair => self.refuses_sockets(2, tree).then_some(libc::ENFILE),
            libc::SYS_socket | libc::SYS_accept | libc::SYS_accept4 => {
                self.refuses_sockets(1, tree).then_some(libc::ENFILE)
            }
            _ => return false,
        };
        match refused {
            Some(error) => listener.refuse(notification.id, error),
            None => listener.carry_on(notification.id),
        }
        true
    }

    /// Counts some more ends of connections, unless these are too many.
    fn refuses_sockets(&mut self, more: u64, tree: &Tree) -> bool {
        self.sockets += more;
        if self.sockets > MOST_SOCKETS {
            self.sockets = tree.sockets() + more;
        }
        let refused = self.sockets > MOST_SOCKETS;
        if refused {
            self.sockets -= more;
        }
        refused
    }
}

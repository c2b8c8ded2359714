//! A launcher that runs: started with the first program, ended with the runner.

use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Network, PATIENCE};
use crate::linux::message::{self, Hello};
use crate::linux::sys::{self, Watch};
use crate::{Launcher, Place};

/// A launcher that runs.
pub(in crate::linux) struct Server {
    socket: Option<OwnedFd>,
    process: Mutex<Child>,
    pub(super) hello: Hello,
    /// What its programs find of the network, which may be more than was asked for.
    pub(super) network: Network,
    /// Memory of runs is counted by the kernel, where it can.
    pub(super) counts_memory: AtomicBool,
    /// Where working directories are.
    place: Place,
    count: AtomicU64,
}

impl Server {
    pub(super) fn start(launcher: &Launcher, network: Network) -> std::io::Result<Server> {
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
        let counts_memory = AtomicBool::new(!launcher.arguments.iter().any(|word| word == "--without-group"));
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
    pub(in crate::linux) fn socket(&self) -> std::io::Result<&OwnedFd> {
        self.socket.as_ref().ok_or_else(|| std::io::ErrorKind::NotConnected.into())
    }

    /// The working directory of the next run.
    pub(super) fn next_place(&self) -> PathBuf {
        match self.hello.mount {
            // Every run has its own behind the same name.
            true => self.place.path().to_owned(),
            false => self.place.path().join(format!("run-{}", self.count.fetch_add(1, Ordering::Relaxed))),
        }
    }

    pub(super) fn is_alive(&self) -> bool {
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

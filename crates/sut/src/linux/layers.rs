//! Says which mechanisms of confinement and tracing work on this machine, for `lydian doctor`.
//! Each is tried in a run of its own: a tiny program (`probe`) attempts what the layer must stop, without the other layers that
//! would stop it as well. A layer is in force if the attempt fails, and not if the kernel merely knows its name.

use std::ffi::OsString;
use std::net::TcpListener;
use std::sync::OnceLock;
use std::time::Duration;

use super::probe::{ALONE, MARK, PROBE, STOPPED, THROUGH};
use super::runner::Runner;
use super::sys::check;
use crate::link::{Link, LinkOptions, Received, TcpLink};
use crate::{End, Launcher, Layer, Limits, Pause, Place, Program, Terminal, Tracing};

const PATIENCE: Duration = Duration::from_secs(10);
/// What a run may take and what it tries to take, to see who counts its memory.
const LITTLE_MEMORY: u64 = 64 << 20;
const MUCH_MEMORY: u64 = 256 << 20;

/// Whether something was so when it was tried, or why it could not be tried.
type Tried = Result<bool, String>;

/// Each mechanism, whether it is in force, and a sentence.
pub fn layers(launcher: &Launcher) -> Vec<Layer> {
    let bait = match Bait::new(launcher) {
        Ok(bait) => bait,
        Err(error) => return vec![layer("a run", Err(error.to_string()), "", "programs cannot be run")],
    };
    let landlock = format!(
        "files outside the working directory are read-only or hidden (version {})",
        landlock_version()
    );
    vec![
        layer(
            "seccomp notification",
            bait.sees_request(Tracing::Auto).map(|seen| seen && notification_works()),
            "each request for input is announced by the kernel before it waits",
            "requests for input are found by polling, which is as exact but slower",
        ),
        layer(
            "polling",
            bait.sees_request(Tracing::Polling),
            "the second way to see requests for input, by what each thread waits for",
            "there is no second way to see requests for input",
        ),
        layer(
            "seccomp filter",
            bait.stops(&["--without-namespaces", "--without-landlock"], &["socket"]),
            "no network, no tracing, no new namespaces, no administration of the system",
            "programs can make any system call; do not run programs that you do not trust",
        ),
        layer(
            "landlock",
            bait.stops(&["--without-namespaces", "--without-filter"], &["read", &bait.secret()]),
            &landlock,
            "files of the user can be read by the program where it has no root of its own",
        ),
        layer(
            "user, mount and network namespaces",
            bait.has_namespaces(),
            "all file systems are read-only, the working directory is in memory, there is no network device",
            "the working directory is on disk and the network is closed by the filter only",
        ),
        layer(
            "process namespace",
            bait.stops(&["--without-filter", "--without-landlock"], &["signal", &own_process()]),
            "a run sees its own processes only, and all of them end with it",
            "processes of a run are found and killed one by one",
        ),
        layer(
            "root of its own",
            bait.stops(&["--without-landlock"], &["see", &bait.secret()]),
            "a run finds the system, its own files and what it was given; nothing else exists",
            "other files are there and closed by Landlock: their names, sizes and dates can be seen",
        ),
        layer(
            "network of its own for servers",
            bait.serves_alone(),
            "a server that is tested reaches no other port of the machine",
            "a server that is tested reaches every port of the machine",
        ),
        layer(
            "memory group",
            bait.counts_memory(),
            "the kernel counts all memory of a run",
            "memory is summed up every 25 ms, shared mappings when they are made; buffers of connections are bounded by their number",
        ),
        layer(
            "limits",
            bait.stops(&[], &["descriptors"]),
            "processor time, memory, processes, output and files are bounded",
            "a run may take what the machine has",
        ),
    ]
}

fn layer(name: &'static str, tried: Tried, with: &str, without: &str) -> Layer {
    let note = match &tried {
        Ok(true) => with.to_owned(),
        Ok(false) => without.to_owned(),
        Err(why) => format!("{without} ({why})"),
    };
    Layer { name, active: tried == Ok(true), note }
}

/// What there is to be found, and who tries.
struct Bait<'a> {
    launcher: &'a Launcher,
    place: Place,
    listener: TcpListener,
}

impl Bait<'_> {
    fn new(launcher: &Launcher) -> std::io::Result<Bait<'_>> {
        let place = Place::new()?;
        std::fs::write(place.path().join("secret"), "secret")?;
        Ok(Bait { launcher, place, listener: TcpListener::bind("127.0.0.1:0")? })
    }

    fn secret(&self) -> String {
        format!("{MARK}{}", self.place.path().join("secret").display())
    }

    fn port(&self) -> String {
        self.listener.local_addr().map_or(0, |address| address.port()).to_string()
    }

    fn launcher(&self, without: &[&str]) -> Launcher {
        let mut launcher = self.launcher.clone();
        launcher.arguments.extend(without.iter().map(OsString::from));
        launcher
    }

    fn program(&self, words: &[&str]) -> Program {
        let mut command = vec![self.launcher.command.clone().into_os_string()];
        command.extend(self.launcher.arguments.iter().cloned());
        command.extend(std::iter::once(&PROBE).chain(words).map(OsString::from));
        Program { command, terminal: Terminal::Pipe, ..Program::default() }
    }

    /// Whether an attempt is stopped where these layers are left out.
    fn stops(&self, without: &[&str], words: &[&str]) -> Tried {
        let runner = Runner::new(self.launcher(without), Limits::default());
        let mut run = runner.start(&self.program(words)).map_err(|error| error.message)?;
        match run.turn().pause {
            Pause::Ended(End::Exited(STOPPED)) => Ok(true),
            Pause::Ended(End::Exited(THROUGH)) => Ok(false),
            Pause::Ended(end) => Err(format!("the attempt {end}")),
            Pause::WaitsForInput => Err("the attempt waits for input".to_owned()),
        }
    }

    fn sees_request(&self, tracing: Tracing) -> Tried {
        let runner = Runner::new(self.launcher(&[]), Limits::default()).tracing(tracing);
        let mut run = runner.start(&self.program(&["ask"])).map_err(|error| error.message)?;
        let waits = run.turn().pause == Pause::WaitsForInput;
        run.feed(b"go on\n");
        Ok(waits && run.turn().pause == Pause::Ended(End::Exited(THROUGH)))
    }

    fn has_namespaces(&self) -> Tried {
        let beside = format!("{MARK}{}", self.place.path().join("new").display());
        Ok(self.stops(&["--without-filter", "--without-landlock"], &["connect", &self.port()])?
            && self.stops(&["--without-root", "--without-landlock"], &["write", &beside])?)
    }

    fn serves_alone(&self) -> Tried {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = free.map_err(|error| error.to_string())?.port().to_string();
        let program = self.program(&["serve", &port, &self.port()]);
        let options = LinkOptions { start: PATIENCE, ..LinkOptions::default() };
        let link = TcpLink::new(&format!("127.0.0.1:{port}"), options);
        let mut link = link.serve(self.launcher(&[]), program);
        link.restart().and_then(|()| link.send(b"alone?")).map_err(|error| error.message)?;
        match link.receive(PATIENCE) {
            Received::Line(line) => Ok(line == ALONE),
            _ => Err("the server does not answer".to_owned()),
        }
    }

    fn counts_memory(&self) -> Tried {
        let limits = Limits { memory: LITTLE_MEMORY, file_size: 1 << 20, ..Limits::default() };
        let runner = Runner::new(self.launcher(&[]), limits);
        let program = self.program(&["hold", &MUCH_MEMORY.to_string()]);
        let mut run = runner.start(&program).map_err(|error| error.message)?;
        let by_kernel = run.parts.holder.group.is_some();
        let end = run.turn().pause;
        Ok(by_kernel && end == Pause::Ended(End::MemoryLimit))
    }
}

fn own_process() -> String {
    std::process::id().to_string()
}

/// Whether the kernel announces system calls in the form that we know.
pub(super) fn notification_works() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        const GET_NOTIFICATION_SIZES: libc::c_long = 3;
        let mut sizes = [0u16; 3];
        // SAFETY: the kernel stores three numbers of 16 bits.
        let asked =
            unsafe { libc::syscall(libc::SYS_seccomp, GET_NOTIFICATION_SIZES, 0, sizes.as_mut_ptr()) };
        asked == 0
            && usize::from(sizes[0]) == size_of::<libc::seccomp_notif>()
            && usize::from(sizes[1]) == size_of::<libc::seccomp_notif_resp>()
    })
}

/// The version of Landlock; 0 if there is none.
fn landlock_version() -> i64 {
    const GET_VERSION: libc::c_long = 1;
    // SAFETY: without rules and with this flag the call only answers.
    let answer =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, GET_VERSION) };
    check(answer).unwrap_or(0)
}

//! Attempts of one program to reach what it must not reach (`attempts.c`), over all the ways in which programs are started, each with
//! the layers that stop it. Without those an attempt gets through, and each of them alone stops it: no layer is there for nothing.

use std::ffi::OsString;
use std::net::TcpListener;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::time::Duration;

use lydian_sut::link::{Link, LinkOptions, ProcessLink, Received, ServerNetwork, TcpLink};
use lydian_sut::{Build, Launcher, Program, Runner, Tracing};

use super::support::{Folder, generous, has_landlock, launcher, runner, trace};

const SOURCE: &str = include_str!("attempts.c");
const LONG: Duration = Duration::from_secs(20);

/// A layer of confinement, by the argument of the launcher that leaves it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layer {
    Namespaces,
    Root,
    Landlock,
    Filter,
    Capabilities,
    Limits,
    Closing,
}

/// All of them. What the memory group alone stops is in `memory`, what only a network of its own does in
/// `nothing_gets_through_in_any_way_that_programs_are_started`.
const LAYERS: &[Layer] = &[Namespaces, Root, Landlock, Filter, Capabilities, Limits, Closing];

use Layer::{Capabilities, Closing, Filter, Landlock, Limits, Namespaces, Root};

impl Layer {
    fn argument(self) -> &'static str {
        match self {
            Namespaces => "--without-namespaces",
            Root => "--without-root",
            Landlock => "--without-landlock",
            Filter => "--without-filter",
            Capabilities => "--without-capabilities",
            Limits => "--without-limits",
            Closing => "--without-closing",
        }
    }
}

/// Attempts that do no harm where they get through, with the layers that stop them: those of which each alone stops it, while without all of them
/// it gets through. Seen by leaving out every set of layers in turn.
const TRIED: &[(&str, &[Layer])] = &[
    ("inherited_descriptor", &[Closing]),
    ("read_secret", &[Root, Landlock]),
    ("read_by_cwd", &[Root, Landlock]),
    ("read_by_root", &[Root, Landlock]),
    ("read_by_link", &[Root, Landlock]),
    ("list_secrets", &[Root, Landlock]),
    ("list_machine", &[Root, Landlock]),
    ("list_temporary", &[Root, Landlock]),
    ("list_root", &[Landlock]),
    ("see_secret", &[Root]),
    ("read_users", &[Root]),
    ("see_caller", &[Namespaces]),
    ("read_caller_descriptors", &[Namespaces]),
    ("read_by_hard_link", &[Namespaces, Landlock]),
    ("write_secret", &[Namespaces, Landlock]),
    ("write_temporary", &[Namespaces, Landlock]),
    ("rename_self", &[Namespaces, Landlock]),
    ("chmod_self", &[Namespaces, Filter]),
    ("change_limits", &[Namespaces, Filter]),
    ("own_file_signals", &[Namespaces, Filter]),
    ("by_handle", &[Filter]),
    ("hidden_file", &[Filter]),
    ("shared_memory", &[Filter]),
    ("make_local_socket", &[Filter]),
    ("make_packet_sockets", &[Filter]),
    ("limits_of_holder", &[Filter]),
    ("hide_from_runner", &[Filter]),
    ("reach_local_socket", &[Filter, Root]),
    ("reach_by_packet", &[Filter, Root]),
    ("reach_port", &[Filter, Namespaces, Landlock]),
    ("reach_abstract_socket", &[Filter, Namespaces, Landlock]),
    ("signal_caller", &[Filter, Namespaces, Landlock]),
    ("many_files", &[Limits]),
    ("dump_core", &[Limits]),
    ("raise_limit", &[Limits]),
];

/// The same for attempts that only root could make.
const TRIED_BY_ROOT: &[(&str, &[Layer])] = &[
    ("hold_capability", &[Capabilities]),
    ("read_shadow", &[Root, Landlock]),
    ("write_settings", &[Namespaces, Landlock]),
    ("write_programs", &[Namespaces, Landlock]),
    ("write_root", &[Namespaces, Landlock]),
    ("raw_packets", &[Filter, Capabilities]),
    ("new_mounts", &[Filter, Capabilities]),
];

/// The same for attempts that some machines stop by themselves, by their settings or since what is looked for is not there: where one
/// gets through without these layers, each of them alone stops it.
const TRIED_WHERE_POSSIBLE: &[(&str, &[Layer])] = &[
    ("list_homes", &[Root, Landlock]),
    ("read_keys", &[Root, Landlock]),
    ("list_terminals", &[Root, Landlock]),
    ("read_groups_of_resources", &[Root]),
    ("reach_port_v6", &[Filter, Namespaces, Landlock]),
    ("new_user_namespace", &[Filter]),
    ("use_keys", &[Filter]),
    ("ring", &[Filter]),
    ("handle_faults", &[Filter]),
    ("type_into_terminal", &[Filter]),
    ("machine_socket", &[Filter]),
    ("message_queue", &[Filter, Landlock, Limits]),
    ("write_sysctl", &[Namespaces, Landlock]),
];

/// Where root and an ordinary user are stopped by other layers, those of root first. A user has no capabilities that could be left to a program.
const TRIED_APART: &[(&str, &[Layer], &[Layer])] = &[
    ("read_by_caller", &[Namespaces, Landlock, Capabilities], &[Namespaces, Landlock]),
    ("read_caller_memory", &[Namespaces, Landlock, Capabilities], &[Namespaces, Landlock]),
    ("read_caller_variables", &[Namespaces, Capabilities], &[Namespaces, Landlock]),
    ("take_descriptor", &[Namespaces, Landlock, Filter, Capabilities], &[Namespaces, Landlock, Filter]),
    ("copy_memory", &[Namespaces, Landlock, Filter, Capabilities], &[]),
    ("read_by_parent", &[Namespaces, Landlock, Capabilities], &[]),
    ("read_caller_cwd", &[Namespaces, Landlock, Capabilities], &[]),
    ("read_devices", &[Namespaces, Landlock, Capabilities], &[]),
    ("read_kernel", &[Namespaces, Capabilities], &[]),
    ("kernel_log", &[Namespaces, Filter, Capabilities], &[]),
];

/// What does not get through without all of the layers either: the launcher gives no variables and no way to gain privileges, whatever it is told;
/// runs are followed through a filter of their own; a running program cannot be written to.
const STOPPED_ANYWAY: &[&str] = &["inherited_variable", "gain_privileges", "clone_namespace", "write_self"];

/// These could harm the machine or those who use it, or the test. They are never tried with a layer left out, so which one stops them is not shown.
const TRIED_CONFINED_ONLY: &[&str] = &[
    "read_by_first",
    "make_device",
    "unlink_self",
    "bind_mount",
    "remount",
    "unmount",
    "change_root",
    "other_namespace",
    "load_program_into_kernel",
    "load_module",
    "set_clock",
    "set_name",
    "kill_everybody",
    "trace_parent",
    "trace_caller",
];

/// What gets through where there are no namespaces, as the book says.
const WEAKER: &[&str] =
    &["see_secret", "read_users", "read_groups_of_resources", "see_caller", "read_caller_descriptors"];

/// Things of the caller that are there to be found.
struct Bait {
    folder: Folder,
    program: Vec<OsString>,
    _listening: (TcpListener, UnixListener, UnixListener, OwnedFd),
}

impl Bait {
    fn new(name: &str) -> Bait {
        let folder = Folder::new(name);
        std::fs::create_dir(folder.0.join("apart")).unwrap();
        let secret = folder.write("apart/secret", "password\n");
        // Both addresses of the machine itself, as most systems have them.
        let tcp = TcpListener::bind("[::]:0").or_else(|_| TcpListener::bind("127.0.0.1:0")).unwrap();
        let local = folder.0.join("apart/socket");
        let listening = UnixListener::bind(&local).unwrap();
        let abstract_name = format!("lydian-{name}-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        let file = std::fs::File::open(&secret).unwrap();
        // SAFETY: a plain call; the copy is new and ours, and passed on by `exec`.
        let inherited = unsafe { OwnedFd::from_raw_fd(libc::fcntl(file.as_raw_fd(), libc::F_DUPFD, 100)) };
        let mut program = folder.c("program", SOURCE);
        let (secret, local) = (secret.display().to_string(), local.display().to_string());
        let port = tcp.local_addr().unwrap().port().to_string();
        let own = std::process::id().to_string();
        program.extend([secret, local, port, abstract_name, own].map(|word| format!("={word}").into()));
        let _listening = (tcp, listening, UnixListener::bind_addr(&address).unwrap(), inherited);
        Bait { folder, program, _listening }
    }

    /// The program with more words. Nothing of the bait is given to it.
    fn program(&self, more: &[&str]) -> Program {
        let mut command = self.program.clone();
        command.extend(more.iter().map(OsString::from));
        Program { command, ..Program::default() }
    }

    fn run(&self, runner: &Runner, chosen: &[&str]) -> Vec<String> {
        names(&trace(&mut runner.start(&self.program(chosen)).unwrap(), &[]))
    }
}

/// The names of the attempts that got through.
fn names(found: &str) -> Vec<String> {
    let list = found.trim_end().strip_suffix("tried").unwrap_or_else(|| panic!("it came to no end: {found}"));
    list.split_whitespace().map(str::to_owned).collect()
}

fn without(layers: &[Layer]) -> Runner {
    let arguments = layers.iter().map(|layer| layer.argument().into()).collect();
    Runner::new(Launcher { arguments, ..launcher() }, generous())
}

fn has_namespaces() -> bool {
    lydian_sut::layers(&launcher())
        .iter()
        .any(|layer| layer.name.contains("network namespaces") && layer.active)
}

/// Says so where the layers themselves are missing.
fn can_be_tried() -> bool {
    let all = has_namespaces() && has_landlock();
    if !all {
        println!("not tried: this machine lacks user namespaces or Landlock, as `lydian doctor` says");
    }
    all
}

fn is_root() -> bool {
    // SAFETY: a plain call.
    unsafe { libc::geteuid() == 0 }
}

/// All attempts that are tried without layers by this user, and those layers.
fn tried_here() -> Vec<(&'static str, &'static [Layer])> {
    let as_root = is_root();
    let mut tried: Vec<_> = TRIED.iter().chain(TRIED_WHERE_POSSIBLE).copied().collect();
    tried.extend(TRIED_BY_ROOT.iter().filter(|_| as_root));
    tried.extend(TRIED_APART.iter().map(|(name, root, user)| (*name, if as_root { *root } else { *user })));
    tried.retain(|(_, layers)| !layers.is_empty());
    tried
}

#[test]
fn every_attempt_is_named_once() {
    let mut written: Vec<&str> =
        SOURCE.split("ATTEMPT(").skip(2).map(|rest| rest.split(')').next().unwrap()).collect();
    let mut named: Vec<&str> =
        [TRIED, TRIED_BY_ROOT, TRIED_WHERE_POSSIBLE].concat().iter().map(|(name, _)| *name).collect();
    named.extend(TRIED_APART.iter().map(|(name, ..)| *name));
    named.extend(STOPPED_ANYWAY.iter().chain(TRIED_CONFINED_ONLY));
    written.sort_unstable();
    named.sort_unstable();
    assert_eq!(written, named);
    assert!(named.len() >= 80, "{}", named.len());
}

/// With all other layers in place: `every_layer_stops_something` tries it.
#[test]
fn each_layer_removed_alone_lets_a_named_attempt_through() {
    for layer in LAYERS {
        let only_by_it = TRIED.iter().chain(TRIED_BY_ROOT).any(|(_, stopped_by)| *stopped_by == [*layer]);
        assert!(only_by_it, "{layer:?} could be left out and nobody would notice");
    }
}

#[test]
fn nothing_gets_through_in_any_way_that_programs_are_started() {
    if !can_be_tried() {
        return;
    }
    let bait = Bait::new("attempts");
    let nothing = Vec::<String>::new();
    assert_eq!(bait.run(&runner(Tracing::Auto, generous()), &[]), nothing, "in turns");
    assert_eq!(bait.run(&runner(Tracing::Polling, generous()), &[]), nothing, "in turns, by polling");
    let terminal = Program { terminal: lydian_sut::Terminal::Pty, ..bait.program(&[]) };
    let mut run = runner(Tracing::Auto, generous()).start(&terminal).unwrap();
    assert_eq!(names(&trace(&mut run, &[])), nothing, "in a terminal");

    let mut process = ProcessLink::new(launcher(), bait.program(&[]), LinkOptions::default());
    process.restart().unwrap();
    let Received::Line(line) = process.receive(LONG) else { panic!("the process says nothing") };
    assert_eq!(names(&String::from_utf8_lossy(&line)), nothing, "a process that stays up");

    assert_eq!(served(&bait, LinkOptions::default()), nothing, "a server");
    let host = LinkOptions { network: ServerNetwork::Host, ..LinkOptions::default() };
    let mut reached = served(&bait, host);
    reached.retain(|name| !name.starts_with("reach_port"));
    assert_eq!(reached, nothing, "a server in the network of the machine, which reaches its ports");

    let build = Build {
        command: bait.program(&[]).command,
        directory: "source".to_owned(),
        product: "out".to_owned(),
        target: bait.folder.0.clone(),
        ..Build::default()
    };
    let (built, _) = runner(Tracing::Auto, generous()).build(&build).unwrap();
    assert_eq!(names(&String::from_utf8_lossy(&built.said)), nothing, "a build");
    for place in ["/tmp/lydian-was-here", "/dev/shm/lydian-was-here"] {
        assert!(!std::path::Path::new(place).exists(), "{place}");
    }
}

fn served(bait: &Bait, options: LinkOptions) -> Vec<String> {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let mut server = TcpLink::new(&format!("127.0.0.1:{port}"), options)
        .serve(launcher(), bait.program(&["serve", &port]));
    server.restart().unwrap();
    let Received::Line(line) = server.receive(LONG) else { panic!("the server says nothing") };
    names(&String::from_utf8_lossy(&line))
}

#[test]
fn without_namespaces_only_names_are_seen() {
    if !has_landlock() {
        println!("not tried: this kernel has no Landlock");
        return;
    }
    let bait = Bait::new("weaker");
    let found = bait.run(&without(&[Namespaces]), &[]);
    assert_eq!(found.iter().find(|name| !WEAKER.contains(&name.as_str())), None, "{found:?}");
}

#[test]
fn every_layer_stops_something() {
    if !can_be_tried() {
        return;
    }
    let bait = Bait::new("layers");
    let tried = tried_here();
    let mut sets: Vec<&[Layer]> = tried.iter().map(|(_, layers)| *layers).collect();
    sets.sort_by_key(|layers| format!("{layers:?}"));
    sets.dedup();
    let is_possible = |name: &str| {
        !TRIED_WHERE_POSSIBLE.iter().any(|(possible, _)| *possible == name)
            && !TRIED_APART.iter().any(|(possible, ..)| *possible == name)
    };
    for layers in sets {
        let stopped: Vec<&str> =
            tried.iter().filter(|(_, by)| *by == layers).map(|(name, _)| *name).collect();
        let through = bait.run(&without(layers), &stopped);
        for name in stopped.iter().filter(|name| !through.iter().any(|other| other == *name)) {
            assert!(!is_possible(name), "{name} does not get through without {layers:?}");
            println!("not tried: `{name}` is stopped by this machine itself");
        }
        for alone in layers {
            let others: Vec<Layer> = layers.iter().copied().filter(|layer| layer != alone).collect();
            let through = bait.run(&without(&others), &stopped);
            assert_eq!(through, Vec::<String>::new(), "{alone:?} alone of {layers:?}");
        }
    }
    let through = bait.run(&without(LAYERS), STOPPED_ANYWAY);
    assert_eq!(through, Vec::<String>::new(), "without all layers");
}

#[test]
fn an_ordinary_user_is_confined_as_well() {
    if !is_root() {
        println!("not tried: this is an ordinary user already, for whom the other tests ran");
        return;
    }
    let own = std::env::current_exe().unwrap();
    let as_nobody = || {
        let mut command = std::process::Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all"]);
        command.current_dir("/").env("TMPDIR", "/tmp").env("HOME", "/").env("PATH", "/usr/bin:/bin");
        command
    };
    let can_be_tried = as_nobody()
        .args(["test", "-x"])
        .arg(&own)
        .status()
        .is_ok_and(|status| status.success())
        && as_nobody().args(["test", "-x", env!("CARGO_BIN_EXE_lydian-launch")]).status().unwrap().success();
    if !can_be_tried {
        println!("not tried: an ordinary user may not run this test where it lies");
        return;
    }
    let tests = ["nothing_gets_through", "without_namespaces_only", "every_layer_stops"];
    let output = as_nobody().arg(&own).args(tests).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("3 passed"), "{said}");
}

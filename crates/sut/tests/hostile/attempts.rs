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

/// Attempts that do no harm if they get through, with the layers that stop them.
const HARMLESS: &[(&str, &[Layer])] = &[
    ("inherited_descriptor", &[Closing]),
    ("read_secret", &[Root, Landlock]),
    ("list_secrets", &[Root, Landlock]),
    ("list_machine", &[Root, Landlock]),
    ("list_root", &[Landlock]),
    ("see_secret", &[Root]),
    ("read_users", &[Root]),
    ("see_caller", &[Namespaces]),
    ("by_handle", &[Filter]),
    ("hidden_file", &[Filter]),
    ("shared_memory", &[Filter]),
    ("make_local_socket", &[Filter]),
    ("make_packet_sockets", &[Filter]),
    ("limits_of_holder", &[Filter]),
    ("hold_capability", &[Capabilities]),
    ("many_files", &[Limits]),
    ("reach_local_socket", &[Filter, Root]),
    ("reach_by_packet", &[Filter, Root]),
    ("reach_port", &[Filter, Namespaces, Landlock]),
    ("reach_abstract_socket", &[Filter, Namespaces, Landlock]),
    ("signal_caller", &[Filter, Namespaces, Landlock]),
];

/// All others, with the layers that stop them. They are never tried without these.
const OTHERS: &[(&str, &[Layer])] = &[
    ("inherited_variable", &[Closing]),
    ("read_by_cwd", &[Root, Landlock]),
    ("read_by_root", &[Root, Landlock]),
    ("read_by_first", &[Root, Namespaces, Landlock]),
    ("read_by_parent", &[Root, Namespaces, Landlock]),
    ("read_by_caller", &[Namespaces, Landlock]),
    ("read_caller_cwd", &[Namespaces, Landlock]),
    ("read_caller_memory", &[Namespaces, Landlock]),
    ("read_caller_variables", &[Namespaces, Landlock]),
    ("read_caller_descriptors", &[Namespaces, Landlock]),
    ("read_by_link", &[Root, Landlock]),
    ("read_by_hard_link", &[Root, Namespaces, Landlock]),
    ("list_temporary", &[Root, Landlock]),
    ("list_homes", &[Root, Landlock]),
    ("read_shadow", &[Root, Landlock]),
    ("read_keys", &[Root, Landlock]),
    ("read_groups_of_resources", &[Root]),
    ("read_devices", &[Root, Landlock]),
    ("read_kernel", &[Capabilities]),
    ("list_terminals", &[Root, Landlock]),
    ("make_device", &[Capabilities, Landlock]),
    ("write_settings", &[Root, Namespaces, Landlock]),
    ("write_temporary", &[Root, Namespaces, Landlock]),
    ("write_programs", &[Namespaces, Landlock]),
    ("write_root", &[Root, Namespaces, Landlock]),
    ("write_secret", &[Root, Namespaces, Landlock]),
    ("write_self", &[Namespaces, Landlock]),
    ("chmod_self", &[Namespaces, Filter]),
    ("rename_self", &[Namespaces, Landlock]),
    ("unlink_self", &[Namespaces, Landlock]),
    ("write_sysctl", &[Namespaces, Landlock]),
    ("bind_mount", &[Filter, Capabilities]),
    ("remount", &[Filter, Capabilities]),
    ("unmount", &[Filter, Capabilities]),
    ("change_root", &[Filter, Capabilities]),
    ("new_mounts", &[Filter, Capabilities]),
    ("new_user_namespace", &[Filter]),
    ("clone_namespace", &[Filter]),
    ("other_namespace", &[Filter, Capabilities]),
    ("load_program_into_kernel", &[Filter, Capabilities]),
    ("load_module", &[Filter, Capabilities]),
    ("use_keys", &[Filter]),
    ("set_clock", &[Filter, Capabilities]),
    ("set_name", &[Filter, Capabilities]),
    ("kernel_log", &[Filter, Capabilities]),
    ("ring", &[Filter]),
    ("handle_faults", &[Filter]),
    ("message_queue", &[Filter]),
    ("gain_privileges", &[Capabilities]),
    ("type_into_terminal", &[Filter]),
    ("hide_from_runner", &[Filter]),
    ("reach_port_v6", &[Filter, Namespaces, Landlock]),
    ("raw_packets", &[Filter, Capabilities]),
    ("machine_socket", &[Filter]),
    ("kill_everybody", &[Namespaces, Filter]),
    ("trace_parent", &[Filter, Landlock]),
    ("trace_caller", &[Filter, Namespaces, Landlock]),
    ("copy_memory", &[Filter]),
    ("take_descriptor", &[Filter, Namespaces]),
    ("change_limits", &[Namespaces, Filter]),
    ("own_file_signals", &[Namespaces, Filter]),
    ("dump_core", &[Limits]),
    ("raise_limit", &[Limits, Capabilities]),
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
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
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

fn is_root() -> bool {
    // SAFETY: a plain call.
    unsafe { libc::geteuid() == 0 }
}

#[test]
fn every_attempt_is_named_with_the_layers_that_stop_it() {
    let mut tried: Vec<&str> =
        SOURCE.split("ATTEMPT(").skip(2).map(|rest| rest.split(')').next().unwrap()).collect();
    let mut named: Vec<&str> = HARMLESS.iter().chain(OTHERS).map(|(name, _)| *name).collect();
    tried.sort_unstable();
    named.sort_unstable();
    assert_eq!(tried, named);
    assert!(named.len() >= 80, "{}", named.len());
}

/// With all other layers in place: `every_layer_stops_something` tries it.
#[test]
fn each_layer_removed_alone_lets_a_named_attempt_through() {
    for layer in LAYERS {
        let only_by_it = HARMLESS.iter().any(|(_, stopped_by)| *stopped_by == [*layer]);
        assert!(only_by_it, "{layer:?} could be left out and nobody would notice");
    }
}

#[test]
fn nothing_gets_through_in_any_way_that_programs_are_started() {
    if !has_namespaces() || !has_landlock() {
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
    assert_eq!(served(&bait, host), ["reach_port"], "a server in the network of the machine");

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
    if has_landlock() {
        let bait = Bait::new("weaker");
        let found = bait.run(&without(&[Namespaces]), &[]);
        assert_eq!(found.iter().find(|name| !WEAKER.contains(&name.as_str())), None, "{found:?}");
    }
}

#[test]
fn every_layer_stops_something() {
    if !has_namespaces() || !has_landlock() {
        return;
    }
    let bait = Bait::new("layers");
    let mut sets: Vec<&[Layer]> = HARMLESS.iter().map(|(_, layers)| *layers).collect();
    sets.sort_by_key(|layers| format!("{layers:?}"));
    sets.dedup();
    // Nobody but root keeps capabilities when a program is executed.
    sets.retain(|layers| is_root() || *layers != [Capabilities]);
    for layers in sets {
        let stopped: Vec<&str> =
            HARMLESS.iter().filter(|(_, by)| *by == layers).map(|(name, _)| *name).collect();
        let mut through = bait.run(&without(layers), &stopped);
        through.sort_unstable();
        let mut all = stopped.clone();
        all.sort_unstable();
        assert_eq!(through, all, "without {layers:?}");
        for alone in layers {
            let others: Vec<Layer> = layers.iter().copied().filter(|layer| layer != alone).collect();
            let through = bait.run(&without(&others), &stopped);
            assert_eq!(through, Vec::<String>::new(), "{alone:?} alone of {layers:?}");
        }
    }
}

#[test]
fn an_ordinary_user_is_confined_as_well() {
    if !is_root() {
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
        return;
    }
    let tests = ["nothing_gets_through", "without_namespaces_only", "every_layer_stops"];
    let output = as_nobody().arg(&own).args(tests).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("3 passed"), "{said}");
}

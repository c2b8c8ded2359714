//! The attempts of `crates/sut/tests/hostile` through the real command, at each door that starts a program: what the program found stands in the
//! report. Confined it finds nothing; without confinement the same program does, so that the test can tell.

use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::Command;

const ATTEMPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../sut/tests/hostile/attempts.c");
/// Attempts that do no harm where they get through.
const HARMLESS: &[&str] =
    &["read_secret", "see_secret", "list_machine", "reach_port", "reach_local_socket", "see_caller"];

const MODEL: &str = "type state = unit\ntype input = Go\ntype output = Done\nlet init = ()\nlet step () Go = Some (Done, ())\n";

/// What a program could find of its caller.
struct Bait {
    folder: PathBuf,
    /// The program with what it is told of all this.
    program: Vec<String>,
    _listening: (TcpListener, UnixListener),
}

impl Bait {
    fn new() -> Bait {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile-doors");
        let _ = fs::remove_dir_all(&folder);
        for name in ["apart", "program"] {
            fs::create_dir_all(folder.join(name)).expect("a folder");
        }
        let folder = folder.canonicalize().expect("a path");
        for (name, text) in [
            ("apart/secret", "password\n"),
            ("one.console", "read x : int\nwrite x + 1\n"),
            ("one.tessla", "in x: Events[Int]\nout x\n"),
            ("one.trace", "1: x = 3\n"),
            ("one.ml", MODEL),
        ] {
            fs::write(folder.join(name), text).expect("a file can be written");
        }
        let program = folder.join("program/attempts");
        let compiled =
            Command::new("gcc").args(["-O1", "-w", "-pthread", ATTEMPTS, "-o"]).arg(&program).status();
        assert!(compiled.expect("gcc is installed").success());
        let port = TcpListener::bind("127.0.0.1:0").expect("a port");
        let socket = folder.join("apart/socket");
        let told = [
            program.display().to_string(),
            format!("={}", folder.join("apart/secret").display()),
            format!("={}", socket.display()),
            format!("={}", port.local_addr().expect("an address").port()),
            "=nothing".to_owned(),
            format!("={}", std::process::id()),
        ];
        let listening = UnixListener::bind(&socket).expect("a socket");
        Bait { folder, program: told.to_vec(), _listening: (port, listening) }
    }

    /// The report of a door about the program that tries these, all if there are none.
    fn report(&self, door: &[&str], tried: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lydian"));
        command.args(door).arg("--").args(&self.program).args(tried).current_dir(&self.folder);
        let done = command.output().expect("the command can be started");
        assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    /// The same about a server.
    fn served(&self, options: &[&str], tried: &[&str]) -> String {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
        let (address, port) = (format!("127.0.0.1:{free}"), free.to_string());
        let door = ["model", "test", "one.ml", "--replay", "Go", "--tcp", &address];
        self.report(&[&door, options].concat(), &[&["serve", &port], tried].concat())
    }

    /// What a build says in which the submission itself makes the attempts, and which fails then.
    fn built(&self, options: &[&str], tried: &[&str]) -> String {
        let words: Vec<String> = self.program.iter().map(|word| format!("'{word}'")).collect();
        let script = format!("{} {} >&2\nexit 1\n", words.join(" "), tried.join(" "));
        fs::write(self.folder.join("one.sh"), script).expect("a file can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_lydian"));
        command.args(["console", "check", "one.console", "--build", "sh {}"]).args(options);
        let done =
            command.arg("one.sh").current_dir(&self.folder).output().expect("the command can be started");
        assert_eq!(done.status.code(), Some(2), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }
}

impl Drop for Bait {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn has_all_layers() -> bool {
    let launcher = lydian_sut::Launcher {
        command: env!("CARGO_BIN_EXE_lydian").into(),
        arguments: vec!["__launch".into()],
    };
    // Who counts memory makes no difference here.
    lydian_sut::layers(&launcher).iter().all(|layer| layer.active || layer.name == "memory group")
}

#[test]
fn nothing_gets_through_at_any_door() {
    if !has_all_layers() {
        println!("not tried: this machine lacks a layer, as `lydian doctor` says");
        return;
    }
    let bait = Bait::new();
    // Below the directory of temporary files, the program finds the way to itself there.
    let is_temporary = bait.folder.starts_with(std::env::temp_dir());
    let found_nothing = |report: String, found: &str| {
        let report = if is_temporary { report.replace("list_temporary tried", "tried") } else { report };
        assert!(report.contains(found), "{report}");
        // Names of attempts that got through would stand before that word; those in the command are none, nor is what a message begins with.
        assert!(!report.replace(": tried", "").contains(" tried"), "{report}");
    };
    let found_all = |report: String| {
        assert!(report.contains(&format!("{} tried", HARMLESS.join(" "))), "{report}");
    };
    for (door, found) in [
        (&["console", "check", "one.console", "--input", "1"][..], "\"tried\""),
        (&["stream", "check", "one.tessla", "--trace", "one.trace"], "no event: `tried`"),
        (&["model", "test", "one.ml", "--replay", "Go"], "tried"),
    ] {
        found_nothing(bait.report(door, &[]), found);
        found_all(bait.report(&[door, &["--unconfined"]].concat(), HARMLESS));
    }
    found_nothing(bait.served(&[], &[]), "\"tried\"");
    found_all(bait.served(&["--unconfined"], HARMLESS));
    // A build has the variables that name places of libraries, and the system's; nothing of the caller's own.
    found_nothing(bait.built(&["--readable", "program"], &[]), ": tried");
    found_all(bait.built(&["--unconfined"], HARMLESS));
}

/// The manager that a shim names is started by Lydian itself, and a submission may look like a shim.
#[test]
fn a_submission_in_a_directory_of_shims_is_run_and_not_asked() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("shims-handed-in");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("shims")).expect("a folder");
    let folder = folder.canonicalize().expect("a path");
    let (trace, evil) = (folder.join("was-here"), folder.join("evil"));
    let script = |path: &std::path::Path, text: &str| {
        fs::write(path, text).expect("a file can be written");
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(path, executable).expect("it is ours");
    };
    script(&evil, &format!("#!/bin/sh\ntouch {}\necho /usr/bin/true\n", trace.display()));
    let program = "#!/bin/sh\nread x; echo $((x+1)); exit\n";
    let shim = format!("{program}exec \"{}\" exec \"$program\" \"$@\"\n", evil.display());
    script(&folder.join("shims/prog"), &shim);
    fs::write(folder.join("one.console"), "read x : int\nwrite x + 1\n").expect("a file can be written");
    for words in [
        &["one.console", "--", "shims/prog"][..],
        &["one.console", "--run", "{}", "shims/prog"],
        &["one.console", "--build", "true", "--run", "{}", "shims/prog"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lydian"));
        command.args(["console", "check"]).args(words).current_dir(&folder);
        let done = command.output().expect("the command can be started");
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(said.contains("passed"), "{words:?}: {said}{}", String::from_utf8_lossy(&done.stderr));
        assert!(!trace.exists(), "{words:?}: the program named by the submission was started");
    }
    fs::remove_dir_all(&folder).expect("it is ours");
}

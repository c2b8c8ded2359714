//! What an executable needs to read of the place where it is installed.
//! In: the path of a program or interpreter. Out: files and directories. A program that lies among a user's own files is one
//! file; only what is installed (found by `PATH`, or in a `bin` beside a `lib`) brings its directories along.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::command::find_command;
use crate::profile::interpreter;
use crate::shim;

/// Directories of the system, which every program can read.
pub const SYSTEM_DIRECTORIES: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/snap",
];

/// A language that is installed, and what its programs can read because of that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// The command that it was found by.
    pub command: &'static str,
    /// What the command stands for.
    pub path: PathBuf,
    /// Directories outside of the system that a run of it finds, none in another one.
    pub roots: Vec<PathBuf>,
}

/// Commands of languages that programs under test are written in.
const COMMANDS: &[&str] =
    &["python3", "java", "node", "ocaml", "gcc", "g++", "rustc", "ghc", "go", "perl", "bash"];

/// The languages that are installed here.
pub fn toolchains() -> Vec<Toolchain> {
    let found = |command: &&'static str| {
        let path = find_command(command.as_ref(), Path::new("/"))?;
        let path = shim::behind(command.as_ref(), &path).unwrap_or(path);
        let mut roots = needed(&path);
        let in_system = |root: &Path| SYSTEM_DIRECTORIES.iter().any(|place| root.starts_with(place));
        roots.retain(|root| root.is_dir() && !in_system(root));
        roots.sort();
        roots.dedup_by(|later, earlier| later.starts_with(&*earlier));
        Some(Toolchain { command, path, roots })
    };
    COMMANDS.iter().filter_map(found).collect()
}

/// What an executable must be able to read so that it can be started, with its interpreter if it is a script.
pub(crate) fn needed(executable: &Path) -> Vec<PathBuf> {
    let mut needed = installation(executable);
    needed.extend(needed_interpreter(executable));
    needed
}

/// What the interpreter of a script must be able to read.
pub(crate) fn needed_interpreter(script: &Path) -> Vec<PathBuf> {
    let found = interpreter(script);
    found.map(|found| installation_of_interpreter(&found, script)).unwrap_or_default()
}

/// What lies beside the `bin` of an installation.
const BESIDE_BIN: &[&str] = &["lib", "lib64", "libexec", "pyvenv.cfg"];

/// Directories of tools in a home that hold keys or settings beside programs.
const WITH_SECRETS: &[&str] = &[".local", ".cargo", ".cabal"];

/// The files and directories that an executable reads because of where it is.
fn installation(executable: &Path) -> Vec<PathBuf> {
    let mut found = vec![executable.to_owned()];
    let real = executable.canonicalize().ok();
    found.extend(real.clone());
    if is_installed(executable) {
        for place in [Some(executable), real.as_deref()].into_iter().flatten() {
            found.extend(directories(place));
        }
    }
    found
}

/// The same for the interpreter that a script names in its first line. Whoever wrote the script chose it, so nothing is opened
/// for one that is not in `PATH` or installed beside the script: it might be somebody else's program.
fn installation_of_interpreter(interpreter: &Path, script: &Path) -> Vec<PathBuf> {
    let beside = is_installed(script) && interpreter.parent() == script.parent();
    if beside || is_in_path(interpreter) { installation(interpreter) } else { Vec::new() }
}

fn is_in_path(executable: &Path) -> bool {
    lies_in(executable, &std::env::var_os("PATH").unwrap_or_default())
}

/// Whether a command lies in one of the directories of a search path. An empty or relative entry stands for where the user is
/// just now, where anybody's files may lie, and does not count.
pub(crate) fn lies_in(executable: &Path, paths: &OsStr) -> bool {
    std::env::split_paths(paths).any(|entry| entry.is_absolute() && Some(&*entry) == executable.parent())
}

fn is_installed(executable: &Path) -> bool {
    let Some(folder) = executable.parent() else { return false };
    let has_neighbours = || {
        let prefix = folder.parent().filter(|_| is_bin(folder));
        prefix.is_some_and(|prefix| BESIDE_BIN.iter().any(|name| prefix.join(name).exists()))
    };
    is_in_path(executable) || has_neighbours()
}

fn is_bin(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "bin" || name == "shims")
}

/// The directory of an installed program, and what lies beside `bin`.
fn directories(executable: &Path) -> Vec<PathBuf> {
    let Some(folder) = executable.parent() else { return Vec::new() };
    let mut found = vec![folder.to_owned()];
    if let Some(prefix) = folder.parent().filter(|_| is_bin(folder)) {
        let home = std::env::var_os("HOME").map(PathBuf::from);
        // The root, the home directory itself, and what is beside `~/.local/bin` hold more than programs.
        let holds_more = prefix.parent().is_none()
            || home.as_deref() == Some(prefix)
            || WITH_SECRETS.iter().any(|name| prefix.ends_with(name));
        found.push(if holds_more { prefix.join("lib") } else { prefix.to_owned() });
        if prefix.ends_with(".cargo") {
            found.extend(rustup_home());
        }
    }
    found
}

/// Where the compilers are that the commands beside `cargo` stand for.
pub(crate) fn rustup_home() -> Option<PathBuf> {
    let set = std::env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let usual = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".rustup"));
    set.or_else(usual).filter(|place| place.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_among_other_files_is_one_file() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let program = here.join("Cargo.toml");
        assert!(installation(&program).iter().all(|path| path.is_file()), "{:?}", installation(&program));
        assert!(!installation(&here.join("src/bin/x")).contains(&here.join("src")));
    }

    #[test]
    fn an_installed_program_brings_its_libraries_along() {
        assert!(installation(Path::new("/usr/bin/env")).contains(&PathBuf::from("/usr")));
    }

    #[test]
    fn a_shell_in_bin_does_not_open_the_whole_machine() {
        assert!(!installation(Path::new("/bin/sh")).contains(&PathBuf::from("/")));
    }
}

//! Turns a `Program` into what is executed: the file, its arguments and environment, what it must be able to read.
//! The program runs in its private working directory, so relative paths of the command are made absolute here.
//! Of the caller's files only those are opened that the command names; whole directories must be asked for.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::installation::{needed, needed_interpreter, rustup_home};
use crate::profile::profile_of;
use crate::{Fixed, Limits, Program, StartError, StartErrorKind, Terminal, shim};

/// Variables of the caller that say where languages are installed.
const KEPT: &[&str] = &[
    "PATH",
    "JAVA_HOME",
    "LD_LIBRARY_PATH",
    "PYENV_ROOT",
    "PYENV_VERSION",
    "CARGO_HOME",
    "GOROOT",
    "OCAMLLIB",
    "CAML_LD_LIBRARY_PATH",
    "OPAM_SWITCH_PREFIX",
];

/// A command, ready to be executed.
#[derive(Debug)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "nothing is confined there"))]
pub(crate) struct Resolved {
    /// The file to execute.
    pub path: PathBuf,
    /// All arguments, with the name of the command first.
    pub arguments: Vec<OsString>,
    /// The whole environment but for the working directory.
    pub environment: Vec<(OsString, OsString)>,
    /// What it must be able to read besides the system.
    pub readable: Vec<PathBuf>,
    /// `Pipe` or `Pty`.
    pub terminal: Terminal,
}

/// Finds the file of a command and everything that starting it needs. What is fixed is itself and nothing that it may lead to by now.
pub(crate) fn resolve(program: &Program, limits: &Limits, fixed: &[Fixed]) -> Result<Resolved, StartError> {
    let Some(name) = program.command.first().filter(|name| !name.is_empty()) else {
        return Err(StartError::new(StartErrorKind::BadProgram, "the command is empty"));
    };
    let directory = directory_of(program)?;
    let found = match find_command(name, &directory) {
        Some(found) => found,
        None => return Err(not_found(name, &directory)),
    };
    let real = shim::behind(name, &found);
    let behind_script = if real.is_none() { shim::behind_script(&found) } else { None };
    let script = behind_script.as_ref().map(|_| found.clone().into_os_string());
    let real = real.or(behind_script);
    let path = real.clone().unwrap_or_else(|| found.clone());
    let profile = profile_of(&path);
    // A program finds what belongs to it by its own name, which must not lead back to the shim.
    let mut arguments = vec![real.map_or_else(|| name.clone(), PathBuf::into_os_string)];
    arguments.extend(profile.arguments.iter().cloned());
    arguments.extend(script);
    let given = &program.command[1..];
    if profile.language == "java" && !given.iter().any(|word| word.as_encoded_bytes().starts_with(b"-Xmx")) {
        // Java would otherwise take its heap from the size of the machine.
        arguments.push(format!("-Xmx{}m", (limits.memory >> 21).max(16)).into());
    }
    arguments.extend(given.iter().map(|word| absolute_argument(word, &directory)));

    let mut readable: Vec<PathBuf> = program.directory.iter().map(|_| directory.clone()).collect();
    readable
        .extend(arguments[1..].iter().map(PathBuf::from).filter(|word| word.is_absolute() && word.is_file()));
    let is_fixed = |path: &Path| fixed.iter().any(|fixed| fixed.path == path);
    let started = [Some(&path), Some(&found).filter(|found| **found != path)];
    for file in started.into_iter().flatten() {
        readable.extend(if is_fixed(file) { needed_interpreter(file) } else { needed(file) });
    }
    let terminal = match program.terminal {
        Terminal::Auto => profile.terminal,
        chosen => chosen,
    };
    let mut environment = environment(program, &profile.environment, profile.language, &directory);
    // The commands of rustup look for their compilers at home, which is another place in a run.
    if let Some(place) = rustup_home().filter(|place| readable.contains(place)) {
        environment.push(("RUSTUP_HOME".into(), place.into()));
    }
    Ok(Resolved { path, arguments, environment, readable, terminal })
}

fn directory_of(program: &Program) -> Result<PathBuf, StartError> {
    let directory = program.directory.clone().unwrap_or_else(|| PathBuf::from("."));
    match directory.canonicalize() {
        Ok(directory) if directory.is_dir() => Ok(directory),
        _ => {
            let message = format!("the directory `{}` does not exist", directory.display());
            Err(StartError::new(StartErrorKind::NotFound, message))
        }
    }
}

/// The executable file of a command: a path as given from `directory`, or a name looked up in `PATH`.
pub(crate) fn find_command(name: &OsStr, directory: &Path) -> Option<PathBuf> {
    if name.as_encoded_bytes().contains(&b'/') {
        return Some(directory.join(name)).filter(|path| is_executable(path));
    }
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths)
        .map(|folder| std::path::absolute(folder.join(name)).unwrap_or_else(|_| folder.join(name)))
        .find(|path| is_executable(path))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

fn not_found(name: &OsStr, directory: &Path) -> StartError {
    let shown = name.to_string_lossy();
    let here = directory.join(name);
    let (kind, message) = if here.is_dir() {
        (StartErrorKind::NotExecutable, format!("`{shown}` is a directory, not a program"))
    } else if here.exists() && shown.contains('/') {
        (StartErrorKind::NotExecutable, format!("`{shown}` is not executable"))
    } else if here.exists() {
        let message = format!("there is no command `{shown}`; for the file of that name write `./{shown}`");
        (StartErrorKind::NotFound, message)
    } else {
        (StartErrorKind::NotFound, format!("there is no command `{shown}`"))
    };
    StartError::new(kind, message)
}

/// An argument that names something in the directory becomes the path of that.
fn absolute_argument(word: &OsStr, directory: &Path) -> OsString {
    let path = directory.join(word);
    let is_plain =
        word.is_empty() || word.as_encoded_bytes().starts_with(b"-") || Path::new(word).is_absolute();
    if !is_plain && path.exists() { path.into_os_string() } else { word.to_owned() }
}

fn environment(
    program: &Program,
    profile: &[(OsString, OsString)],
    language: &str,
    directory: &Path,
) -> Vec<(OsString, OsString)> {
    let mut variables: Vec<(OsString, OsString)> = Vec::new();
    let mut set = |name: OsString, value: OsString| {
        variables.retain(|(other, _)| *other != name);
        variables.push((name, value));
    };
    for name in KEPT {
        if let Some(value) = std::env::var_os(name) {
            set(name.into(), value);
        }
    }
    set("LANG".into(), "C.UTF-8".into());
    set("TERM".into(), "dumb".into());
    match language {
        "python" => set("PYTHONPATH".into(), directory.into()),
        "java" => set("CLASSPATH".into(), directory.into()),
        _ => {}
    }
    for (name, value) in profile.iter().chain(&program.environment) {
        set(name.clone(), value.clone());
    }
    variables
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(command: &[&str]) -> Program {
        Program { command: command.iter().map(OsString::from).collect(), ..Program::default() }
    }

    #[test]
    fn errors_name_the_command_and_the_kind_of_fault() {
        let error = |command: &[&str]| resolve(&program(command), &Limits::default(), &[]).unwrap_err();
        assert_eq!(error(&["no-such-command-anywhere"]).kind, StartErrorKind::NotFound);
        assert_eq!(error(&["./src"]).kind, StartErrorKind::NotExecutable);
        assert_eq!(error(&["./Cargo.toml"]).kind, StartErrorKind::NotExecutable);
        assert!(error(&["Cargo.toml"]).message.contains("write `./Cargo.toml`"));
        assert_eq!(error(&[]).kind, StartErrorKind::BadProgram);
    }

    #[test]
    fn arguments_that_name_files_become_absolute() {
        let resolved =
            resolve(&program(&["cat", "Cargo.toml", "-n", "nothing-here"]), &Limits::default(), &[]).unwrap();
        assert!(Path::new(&resolved.arguments[1]).is_absolute());
        assert_eq!(resolved.arguments[2..], ["-n", "nothing-here"].map(OsString::from));
    }

    #[test]
    fn given_variables_win_over_the_profile() {
        let mut given = program(&["python3"]);
        given.environment = vec![("PYTHONUNBUFFERED".into(), "".into())];
        let resolved = resolve(&given, &Limits::default(), &[]).unwrap();
        let values: Vec<_> =
            resolved.environment.iter().filter(|(name, _)| name == "PYTHONUNBUFFERED").collect();
        assert_eq!(values, [&("PYTHONUNBUFFERED".into(), "".into())]);
    }
}

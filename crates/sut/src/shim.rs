//! Shims: scripts of version managers (pyenv, rbenv, nodenv, goenv, jenv) that look up at every start which of several installed programs a
//! command stands for. That takes longer than most programs under test, so each shim is asked once.
//! In: a command as it was given and its file. Out: the program behind it, if it is such a shim and its manager names one.
//! The manager that a shim names is started with the rights of the caller. So only what the caller's own search path leads to is believed
//! to be a shim: a submission, or whatever else is named by its path, is a program under test and nothing else.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::command::find_command;
use crate::installation::lies_in;
use crate::profile::looked_up;

/// What is known already; shims do not change while tests run.
static KNOWN: LazyLock<Mutex<HashMap<PathBuf, Option<PathBuf>>>> = LazyLock::new(Mutex::default);

/// A shim is a few lines long.
const LARGEST: u64 = 4096;

/// The program behind a shim that a command was found to be.
pub(crate) fn behind(command: &OsStr, executable: &Path) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    if is_believed(command, executable, &paths) { asked_once(executable) } else { None }
}

/// The program behind the shim that the first line of a script looks up (`#!/usr/bin/env python3`).
pub(crate) fn behind_script(script: &Path) -> Option<PathBuf> {
    let command = looked_up(script)?;
    behind(command.as_ref(), &find_command(command.as_ref(), Path::new("/"))?)
}

/// Whether a command is looked up in the caller's own search path and led to a directory of shims there.
fn is_believed(command: &OsStr, executable: &Path, paths: &OsStr) -> bool {
    let Some(directory) = executable.parent() else { return false };
    let is_name = !command.as_encoded_bytes().contains(&b'/');
    is_name && directory.file_name().is_some_and(|name| name == "shims") && lies_in(executable, paths)
}

fn asked_once(executable: &Path) -> Option<PathBuf> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(executable.to_owned()).or_insert_with(|| ask(executable)).clone()
}

fn ask(shim: &Path) -> Option<PathBuf> {
    let is_small = shim.metadata().is_ok_and(|metadata| metadata.len() <= LARGEST);
    let text = std::fs::read_to_string(shim).ok().filter(|_| is_small)?;
    let mut which = Command::new(manager(&text)?);
    // A run begins in a directory of its own, where no file of the caller chooses a version.
    which.arg("which").arg(shim.file_name()?).current_dir("/");
    let output = which.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let named = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let program = PathBuf::from(named.trim_end());
    (program.is_absolute() && program.is_file() && program != shim).then_some(program)
}

/// The manager that a shim hands its command to: `exec "/home/.pyenv/libexec/pyenv" exec "$program" "$@"`.
fn manager(shim: &str) -> Option<PathBuf> {
    let last = shim.trim_end().lines().last()?;
    let manager = last.strip_prefix("exec \"")?.strip_suffix("\" exec \"$program\" \"$@\"")?;
    let manager = PathBuf::from(manager);
    manager.is_absolute().then_some(manager)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn script(path: &Path, text: &str) {
        fs::write(path, text).expect("a script can be written");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }

    #[test]
    fn a_shim_stands_for_what_its_manager_names() {
        let root = &std::env::temp_dir().join(format!("shims-of-{}", std::process::id()));
        fs::create_dir_all(root.join("shims")).unwrap();
        let (manager, tool) = (root.join("anyenv"), root.join("tool"));
        script(&tool, "#!/bin/sh\n");
        // It fails when it is asked a second time.
        let text = format!(
            "#!/bin/sh\n[ \"$1 $2\" = 'which tool' ] && mkdir {0}/asked && echo {1}\n",
            root.display(),
            tool.display()
        );
        script(&manager, &text);
        let shim = root.join("shims/tool");
        let text =
            format!("#!/usr/bin/env bash\nset -e\nexec \"{}\" exec \"$program\" \"$@\"\n", manager.display());
        script(&shim, &text);
        assert_eq!(asked_once(&shim), Some(tool.clone()));
        assert_eq!(asked_once(&shim), Some(tool.clone()));
        let other = root.join("shims/other");
        script(&other, "#!/bin/sh\nexec something else\n");
        assert_eq!(asked_once(&other), None);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn only_what_the_search_path_leads_to_is_a_shim() {
        let shim = Path::new("/opt/shims/tool");
        let is_believed = |command: &str, paths: &str| is_believed(command.as_ref(), shim, paths.as_ref());
        assert!(is_believed("tool", "/usr/bin:/opt/shims"));
        assert!(!is_believed("/opt/shims/tool", "/usr/bin:/opt/shims"));
        assert!(!is_believed("shims/tool", "/opt/shims"));
        assert!(!is_believed("tool", "/usr/bin"));
        assert!(!is_believed("tool", "shims:opt/shims"));
        assert!(!super::is_believed("tool".as_ref(), Path::new("/usr/bin/tool"), "/usr/bin".as_ref()));
    }
}

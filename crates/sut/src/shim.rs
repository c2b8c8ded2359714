//! Shims: scripts of version managers (pyenv, rbenv, nodenv, goenv, jenv) that look up at every start which of several installed programs a
//! command stands for. That takes longer than most programs under test, so each shim is asked once.
//! In: the file of a command. Out: the program behind it, if it is such a shim and its manager names one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

/// What is known already; shims do not change while tests run.
static KNOWN: LazyLock<Mutex<HashMap<PathBuf, Option<PathBuf>>>> = LazyLock::new(Mutex::default);

/// A shim is a few lines long.
const LARGEST: u64 = 4096;

/// The program behind a shim.
pub(crate) fn behind(executable: &Path) -> Option<PathBuf> {
    if executable.parent()?.file_name()? != "shims" {
        return None;
    }
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
        assert_eq!(behind(&shim), Some(tool.clone()));
        assert_eq!(behind(&shim), Some(tool.clone()));
        assert_eq!(behind(&tool), None);
        let other = root.join("shims/other");
        script(&other, "#!/bin/sh\nexec something else\n");
        assert_eq!(behind(&other), None);
        fs::remove_dir_all(root).unwrap();
    }
}
